//! The notation of Trax on a map of tiles.

use std::collections::{BTreeMap, BTreeSet};

use shuban_core::{Last, NotationError, Written, WrittenIn};

use crate::notation::{START, Spelling, read_move, text_of, words, write_move};
use crate::plain::{Cell, PlainMove, PlainPosition, PlainTrax, around, cornered, settle};
use crate::rules::Ending;
use crate::tile::{Colour, Tile};

impl PlainTrax {
    /// Reads moves from the start, in the standard notation. Nothing, or `start`, is the start
    /// itself.
    pub(crate) fn read_moves(&self, text: &str) -> Result<WrittenIn<Self>, NotationError> {
        let (mut position, mut last, mut moves) = (PlainPosition::start(), None, Vec::new());
        for (at, word) in words(text).filter(|_| text.trim() != START) {
            let error =
                |(within, reason): (usize, String)| NotationError::new(text, at + within, reason);
            let (action, after) = self.play_spelt(&position, word).map_err(error)?;
            moves.push(write_move(action.row, action.column, action.tile.shape()));
            last = Some(Last { before: std::mem::replace(&mut position, after), action });
        }
        Ok(Written { position, last, chance: None, text: text_of(&moves) })
    }

    /// Plays a move as it is written. The error is the character, from 0, where it went wrong, and
    /// why.
    pub(crate) fn play_spelt(
        &self,
        position: &PlainPosition,
        word: &str,
    ) -> Result<(PlainMove, PlainPosition), (usize, String)> {
        let Spelling { row, column, shape } = read_move(word)?;
        if let Some(Ending { reason, .. }) = self.ending(position) {
            return Err((0, format!("`{word}`: the game is over ({reason})")));
        }
        let is_it = |played: &PlainMove| {
            (played.row, played.column, played.tile.shape()) == (row, column, shape)
        };
        let found = self.moves(position).into_iter().find(|(action, _)| is_it(action));
        found.ok_or_else(|| (0, format!("`{word}`: this tile cannot be put there")))
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
pub(crate) fn cells_of_turn(
    before: &PlainPosition,
    action: PlainMove,
    after: &PlainPosition,
) -> Vec<Cell> {
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
