//! The notation of Trax on a map of tiles.

use std::collections::{BTreeMap, BTreeSet};

use shuban_core::NotationError;

use crate::notation::{START, read_move, words, write_move};
use crate::plain::{Cell, PlainMove, PlainPosition, PlainTrax, around, cornered, settle};
use crate::rules::Outcome;
use crate::tile::{Colour, Tile};

/// A game that was read: where it has come to, and what the last turn put there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainPlayed {
    /// The moves.
    pub moves: Vec<PlainMove>,
    /// The cell of the tile that was put last, and those that it forced; counted from the top left.
    pub last: Vec<(i32, i32)>,
    /// The position.
    pub position: PlainPosition,
}

impl PlainPlayed {
    /// The moves in the standard notation.
    pub fn text(&self) -> String {
        let text = |played: &PlainMove| write_move(played.row, played.column, played.tile.shape());
        if self.moves.is_empty() {
            return START.to_owned();
        }
        self.moves.iter().map(text).collect::<Vec<_>>().join(" ")
    }
}

impl PlainTrax {
    /// Reads moves from the start, in the standard notation. Nothing, or `start`, is the start itself.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    pub fn played(&self, text: &str) -> Result<PlainPlayed, NotationError> {
        let mut played =
            PlainPlayed { moves: Vec::new(), last: Vec::new(), position: PlainPosition::start() };
        if text.trim() == START {
            return Ok(played);
        }
        for (at, word) in words(text) {
            let error = |(within, reason): (usize, String)| NotationError::new(text, at + within, reason);
            let written = read_move(word).map_err(error)?;
            if let Some(Outcome { reason, .. }) = self.ending(&played.position) {
                return Err(error((0, format!("`{word}`: the game is over ({reason})"))));
            }
            let is_it = |played: &PlainMove| {
                (played.row, played.column, played.tile.shape())
                    == (written.row, written.column, written.shape)
            };
            let found = self.moves(&played.position).into_iter().find(|(action, _)| is_it(action));
            let illegal = || error((0, format!("`{word}`: this tile cannot be put there")));
            let (action, after) = found.ok_or_else(illegal)?;
            played.last = turn(&played.position, action, &after);
            played.moves.push(action);
            played.position = after;
        }
        Ok(played)
    }

    /// Moves that lead to a position or an image of it.
    pub(crate) fn written(&self, position: &PlainPosition) -> String {
        if position.tiles.is_empty() {
            return START.to_owned();
        }
        let written = (0..8).find_map(|symmetry| self.record(&Self::image(position, symmetry)));
        written.unwrap_or_else(|| format!("{position:?}"))
    }
}

/// The cells of a turn, first the one of the tile that was put.
fn turn(before: &PlainPosition, action: PlainMove, after: &PlainPosition) -> Vec<Cell> {
    let (down, right) = (i32::from(action.row < 0), i32::from(action.column < 0));
    let put = (action.row + down, action.column + right);
    let is_new = |&(row, column): &Cell| !before.tiles.contains_key(&(row - down, column - right));
    let forced = after.tiles.keys().copied().filter(|cell| *cell != put && is_new(cell));
    std::iter::once(put).chain(forced).collect()
}

impl PlainTrax {
    /// Moves from the start to the position itself.
    fn record(&self, target: &PlainPosition) -> Option<String> {
        let mut seen = BTreeSet::new();
        for (&cell, &tile) in &target.tiles {
            if ![Tile::NorthWest, Tile::NorthSouth].contains(&tile) {
                continue;
            }
            let part = [(cell, tile)].into_iter().collect();
            let mut moves = vec![write_move(-1, -1, tile.shape())];
            if self.reach(target, &part, Colour::Red, &mut moves, &mut seen) {
                return Some(moves.join(" "));
            }
        }
        None
    }

    fn reach(
        &self,
        target: &PlainPosition,
        part: &BTreeMap<Cell, Tile>,
        to_move: Colour,
        moves: &mut Vec<String>,
        seen: &mut BTreeSet<(Vec<Cell>, Colour)>,
    ) -> bool {
        if part.len() == target.tiles.len() {
            return to_move == target.to_move;
        }
        let corner = PlainPosition { tiles: cornered(part.clone()), to_move };
        let has_won = |colour| self.features(&corner, colour) != (false, false);
        if has_won(Colour::White)
            || has_won(Colour::Red)
            || !seen.insert((part.keys().copied().collect(), to_move))
        {
            return false;
        }
        let top = part.keys().map(|cell| cell.0).min().unwrap_or(0);
        let left = part.keys().map(|cell| cell.1).min().unwrap_or(0);
        for cell in around(part) {
            let Some(&tile) = target.tiles.get(&cell) else { continue };
            let mut next = part.clone();
            next.insert(cell, tile);
            let Some(next) = settle(next) else { continue };
            if next.keys().any(|cell| !target.tiles.contains_key(cell)) {
                continue;
            }
            moves.push(write_move(cell.0 - top, cell.1 - left, tile.shape()));
            if self.reach(target, &next, to_move.other(), moves, seen) {
                return true;
            }
            moves.pop();
        }
        false
    }
}
