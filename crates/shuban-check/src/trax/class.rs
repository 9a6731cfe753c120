//! Classes of turns, by which a walk distinguishes likely turns from unlikely ones.

use crate::trax::board::{Board, TrackEnd, beside};
use crate::trax::field::{CELLS, FIRST, WIDTH};
use crate::trax::rules::{Place, Turned};
use crate::trax::tile::{Colour, Tile};

/// Number of filled cells from which turns are treated alike.
const MOST_FILLED: usize = 5;
/// Distance of a track's ends, in rows or columns, from which they are treated alike.
const MOST_APART: usize = 3;
/// Number of ways in which a track can end: its dead ends, their distance, their directions.
const TRACKS: usize = 3 * PLACES * 3;
/// Number of distances of a track's ends: by the lesser and the greater number, or further.
const PLACES: usize = (MOST_APART + 1) * (MOST_APART + 2) / 2 + 1;
const _: () = assert!(MOST_FILLED * TRACKS * TRACKS <= 1 << u16::BITS, "a class is a `u16`");

/// A turn that a strategy may choose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) row: u8,
    pub(crate) column: u8,
    pub(crate) tile: u8,
    pub(crate) class: u16,
}

impl Board {
    /// Adds the turns of a player that do not end the game, one for each position that they lead to,
    /// by row, column and tile.
    pub(crate) fn add_choices(&self, mover: Colour, choices: &mut Vec<Choice>) {
        let mut after: Vec<[Tile; CELLS]> = Vec::new();
        let mut board = self.clone();
        for place in self.places() {
            let Some(turned) = self.turn_to(&mut board, mover, place) else { continue };
            // A tile that forces none and makes no new row or column is the only way to the
            // position after it.
            let is_wider = (board.height, board.width) != (self.height, self.width);
            let may_be_met = is_wider || turned.filled > 1;
            if turned.ending.is_some() || may_be_met && after.contains(&board.cells) {
                continue;
            }
            let class = class(&board, &turned, mover);
            let Place { row, column, tile } = place;
            choices.push(Choice { row: row as u8, column: column as u8, tile, class });
            if may_be_met {
                after.push(board.cells);
            }
        }
    }
}

/// Returns the class of a turn that does not end the game: the number of cells it fills, and the
/// ends of the mover's track and the other one through the tile that was put.
fn class(after: &Board, turned: &Turned, mover: Colour) -> u16 {
    let tracks = [mover, mover.other()].map(|colour| {
        let ends = after.track(turned.cell, colour);
        ends.map_or(0, |ends| track_class(after, ends))
    });
    let filled = turned.filled.min(MOST_FILLED) - 1;
    ((filled * TRACKS + tracks[0]) * TRACKS + tracks[1]) as u16
}

/// Returns the class of a track's ends.
fn track_class(board: &Board, ends: [TrackEnd; 2]) -> usize {
    let dead = ends.iter().filter(|end| board.is_dead(**end)).count();
    let [one, other] = ends.map(|end| beside(end.cell, end.side));
    let rows = (one / WIDTH).abs_diff(other / WIDTH);
    let columns = (one % WIDTH).abs_diff(other % WIDTH);
    let (less, more) = (rows.min(columns), rows.max(columns));
    let place = if more > MOST_APART { PLACES - 1 } else { more * (more + 1) / 2 + less };
    // The same way, across, or against each other.
    let turned = match (ends[0].side + 4 - ends[1].side) % 4 {
        3 => 1,
        turned => turned,
    };
    (dead * PLACES + place) * 3 + turned
}

impl Board {
    /// Returns true if a track ends at an edge that the board cannot grow beyond.
    fn is_dead(&self, end: TrackEnd) -> bool {
        let outside = beside(end.cell, end.side);
        let (place, count) = match end.side % 2 {
            0 => (outside / WIDTH, self.height),
            _ => (outside % WIDTH, self.width),
        };
        count == self.size() && !(FIRST..FIRST + count).contains(&place)
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::{Game, Provable, Random};
    use shuban_trax::{Colour as Side, Lines, Position, Trax};

    use super::*;

    /// Returns the same tiles on a board of the checker.
    fn board_of(trax: &Trax, position: &Position) -> Board {
        let mut board = Board::new(trax.size(), trax.lines() == Lines::Full);
        let (rows, columns) = position.board().size();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            if let Some(tile) = position.board().tile(row, column) {
                board.set(row, column, number(tile));
            }
        }
        board
    }

    fn number(tile: shuban_trax::Tile) -> Tile {
        tile.sides(Side::White).iter().map(|&side| 1 << side as u8).sum()
    }

    /// A proof is read only if its writer offers the same choices, in the same classes.
    #[test]
    fn choices_and_their_classes_are_those_of_the_writer() {
        let mut classes = std::collections::BTreeSet::new();
        for (size, games) in [(2, 9), (3, 6), (4, 4), (5, 3), (6, 2), (7, 2), (8, 2)] {
            let trax = Trax::new(size, Lines::Full).unwrap();
            let mut random = Random::new(size as u64);
            for _ in 0..games {
                let mut position = Position::START;
                while trax.outcome(&position).is_none() {
                    let mover = [Colour::White, Colour::Red][trax.to_move(&position)];
                    let mut found = Vec::new();
                    board_of(&trax, &position).add_choices(mover, &mut found);
                    let mut choices = trax.choices(&position).unwrap();
                    let place = |line: i32| (line + 1) as u8;
                    let expected: Vec<(u8, u8, Tile, u16)> = (choices.iter())
                        .map(|one| {
                            (
                                place(one.action.row),
                                place(one.action.column),
                                number(one.action.tile),
                                one.class,
                            )
                        })
                        .collect();
                    let found: Vec<(u8, u8, Tile, u16)> = (found.iter())
                        .map(|one| (one.row, one.column, one.tile, one.class))
                        .collect();
                    assert_eq!(found, expected, "{position:?}");
                    classes.extend(choices.iter().map(|one| one.class));
                    if choices.is_empty() {
                        break;
                    }
                    position = choices.swap_remove(random.place(choices.len())).after;
                }
            }
        }
        assert!(classes.len() > 1_000, "{}", classes.len());
    }
}
