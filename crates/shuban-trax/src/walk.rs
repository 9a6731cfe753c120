//! Numbering and order of turns in files of strategies.

use shuban_core::provable::Choice;

use crate::board::Board;
use crate::rules::{Move, Position, Trax};
use crate::tile::TileSide;

/// Most filled cells that are distinguished: turns that fill as many, or more, are alike.
const MOST_FILLED: usize = 5;
/// Ends of a track that are further apart, in rows or columns, are alike.
const MOST_APART: u32 = 3;
/// Number of distances of a track's ends: by the lesser and the greater number, or further.
const PLACES: usize = 11;
/// Number of classes of a track's ends: its dead ends, their distance, their directions.
const TRACKS: usize = 3 * PLACES * 3;

impl Trax {
    /// The turns of an open position that do not end the game, by row, column and tile, without
    /// those that lead to the same position as an earlier one; with their classes.
    pub(crate) fn choices_of(&self, position: &Position) -> Vec<Choice<Position, Move>> {
        let mut turns: Vec<(Move, Position)> = Vec::new();
        self.each_turn(position, |played, after| {
            if self.settled_outcome(&after).is_none() {
                turns.push((played, after));
            }
            true
        });
        turns.sort_unstable_by_key(|(played, _)| *played);
        let mut choices: Vec<Choice<Position, Move>> = Vec::with_capacity(turns.len());
        let tiles = position.board.tiles();
        for (action, after) in turns {
            if choices.iter().all(|other| other.after != after) {
                let class = self.class(tiles, &action, &after);
                choices.push(Choice { action, after, class });
            }
        }
        choices
    }

    /// The class of a turn after which the game goes on: the number of cells it fills, and the ends
    /// of the mover's track and of the other one through the tile that was put.
    fn class(&self, tiles: usize, played: &Move, after: &Position) -> u16 {
        let cell = (played.row.max(0), played.column.max(0));
        let mover = after.to_move.other();
        let [own, other] = [mover, mover.other()].map(|colour| {
            let ends = played.tile.sides(colour).map(|side| follow(&after.board, cell, side));
            self.track_class(&after.board, ends)
        });
        let filled = (after.board.tiles() - tiles).min(MOST_FILLED) - 1;
        ((filled * TRACKS + own) * TRACKS + other) as u16
    }

    /// The class of a track that leads into these cells, through these sides of its last tiles.
    fn track_class(&self, board: &Board, ends: [((i32, i32), TileSide); 2]) -> usize {
        let (rows, columns) = board.size();
        let is_dead = |&((row, column), side): &((i32, i32), TileSide)| {
            let (place, count) = match side {
                TileSide::North | TileSide::South => (row, rows),
                TileSide::East | TileSide::West => (column, columns),
            };
            count == self.size() && !(0..count as i32).contains(&place)
        };
        let dead = ends.iter().filter(|end| is_dead(end)).count();
        let [(one, from), (other, to)] = ends;
        let apart = [one.0.abs_diff(other.0), one.1.abs_diff(other.1)];
        let (less, more) = (apart[0].min(apart[1]), apart[0].max(apart[1]));
        let place =
            if more > MOST_APART { PLACES - 1 } else { (more * (more + 1) / 2 + less) as usize };
        // The same way, across, or against each other.
        let turned = match (from == to, from == to.opposite()) {
            (true, _) => 0,
            (_, true) => 2,
            _ => 1,
        };
        (dead * PLACES + place) * 3 + turned
    }
}

/// The empty cell that a track leads into which leaves a tile through a side, and the side of the
/// last tile where it does so. No track of an open position is a loop.
fn follow(board: &Board, from: (i32, i32), leaves: TileSide) -> ((i32, i32), TileSide) {
    let ((mut row, mut column), mut side) = (from, leaves);
    loop {
        let (down, right) = side.step();
        (row, column) = (row + down, column + right);
        let on_field = (0..8).contains(&row) && (0..8).contains(&column);
        let Some(tile) = on_field.then(|| board.at((8 * row + column) as usize)).flatten() else {
            return ((row, column), side);
        };
        let entered = side.opposite();
        let sides = tile.sides(tile.colour(entered));
        side = if sides[0] == entered { sides[1] } else { sides[0] };
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shuban_core::Game;

    use super::*;
    use crate::rules::Lines;
    use crate::sample::{far_end, games, tiles_of};

    #[test]
    fn choices_are_the_positions_after_turns_that_go_on() {
        let trax = Trax::new(4, Lines::Full).unwrap();
        for text in ["start", "@0/", "@0+", "@0/ B1+ C1+", "@0/ A0+ B2/ A0+ C2/"] {
            let position = trax.canonical(&trax.parse(text).unwrap());
            let mut after: Vec<Position> =
                trax.turns(&position).into_iter().map(|turn| turn.1).collect();
            after.retain(|after| trax.settled_outcome(after).is_none());
            let choices = trax.choices_of(&position);
            let mut chosen: Vec<Position> = choices.iter().map(|choice| choice.after).collect();
            assert!(choices.is_sorted_by_key(|choice| choice.action));
            after.sort_unstable();
            chosen.sort_unstable();
            assert_eq!(after, chosen, "{text}");
            assert!(choices.iter().all(|choice| usize::from(choice.class) < 5 * TRACKS * TRACKS));
        }
    }

    #[test]
    fn a_track_is_followed_to_both_its_ends() {
        let trax = Trax::new(4, Lines::Full).unwrap();
        let position = trax.parse("@0/").unwrap();
        // White leaves the one tile in the north and in the west.
        let ends =
            [TileSide::North, TileSide::West].map(|side| follow(&position.board, (0, 0), side));
        assert_eq!(ends, [((-1, 0), TileSide::North), ((0, -1), TileSide::West)]);
        // One row and one column apart, across, neither end dead.
        assert_eq!(trax.track_class(&position.board, ends), (1 + 1) * 3 + 1);
    }

    /// The class of a turn as the documents of the files define it, by the tiles one by one.
    fn plain_class(trax: &Trax, before: &Position, played: &Move, after: &Position) -> usize {
        let tiles = tiles_of(&after.board);
        let (rows, columns) = after.board.size();
        let cell = (played.row.max(0), played.column.max(0));
        let of_track = |colour| {
            let ends = played.tile.sides(colour).map(|side| far_end(&tiles, cell, side));
            let is_dead = |&((row, column), side): &((i32, i32), TileSide)| {
                let (line, lines) = match side {
                    TileSide::North => (-row, rows),
                    TileSide::South => (row + 1 - rows as i32, rows),
                    TileSide::West => (-column, columns),
                    TileSide::East => (column + 1 - columns as i32, columns),
                };
                line == 0 && lines == trax.size()
            };
            let dead = ends.iter().filter(|end| is_dead(end)).count();
            let [one, other] = ends.map(|((row, column), side)| {
                let (down, right) = side.step();
                (row + down, column + right)
            });
            let mut apart = [one.0.abs_diff(other.0), one.1.abs_diff(other.1)];
            apart.sort_unstable();
            let place = match apart {
                [0, 0] => 0,
                [less, 1] => 1 + less,
                [less, 2] => 3 + less,
                [less, 3] => 6 + less,
                _ => 10,
            };
            let turned = match ends.map(|(_, side)| side) {
                [one, other] if one == other => 0,
                [one, other] if one == other.opposite() => 2,
                _ => 1,
            };
            (dead * 11 + place as usize) * 3 + turned
        };
        let filled = (after.board.tiles() - before.board.tiles()).min(5);
        ((filled - 1) * 99 + of_track(before.to_move)) * 99 + of_track(before.to_move.other())
    }

    #[test]
    fn classes_tell_the_cells_filled_and_how_both_tracks_end() {
        let mut classes = BTreeSet::new();
        for (trax, positions) in games() {
            for position in positions.iter().step_by(3).chain([&Position::START]) {
                for Choice { action, after, class } in trax.choices_of(position) {
                    let expected = plain_class(&trax, position, &action, &after);
                    assert_eq!(usize::from(class), expected, "{position:?} {action:?}");
                    classes.insert(class);
                }
            }
        }
        assert!(classes.len() > 1_000, "{}", classes.len());
    }
}
