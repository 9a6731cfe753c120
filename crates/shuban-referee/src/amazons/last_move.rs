//! `amazons/4x4/empty-N`: who makes the last move from each position of the board with N empty squares.

use shuban_store::Table;

use crate::amazons::board::{Board, Content, Square};
use crate::classes::{Classes, Entry};
use crate::counting::{choose, set_of_rank, set_rank};
use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// Rows and columns of the board, and amazons of either side.
const SIDE: usize = 4;
const AMAZONS: usize = 4;
const SQUARES: usize = SIDE * SIDE;
/// The number of squares without an amazon.
const REST: usize = SQUARES - 2 * AMAZONS;

/// The positions with a number of empty squares. The side to move is White's.
pub(crate) struct LastMove {
    empty: usize,
    table: Table,
    /// Those with one empty square less.
    before: Option<Table>,
}

/// The number of ways to burn all but some of the squares without an amazon.
fn burnings(empty: usize) -> u64 {
    choose(REST, empty)
}

fn positions(empty: usize) -> u64 {
    choose(SQUARES, AMAZONS) * choose(SQUARES - AMAZONS, AMAZONS) * burnings(empty)
}

/// Takes the squares of these numbers out of a list, and returns them.
fn taken(from: &mut Vec<usize>, numbers: &[usize]) -> Vec<usize> {
    let taken = numbers.iter().map(|&number| from[number]).collect();
    let mut number = 0;
    from.retain(|_| {
        number += 1;
        !numbers.contains(&(number - 1))
    });
    taken
}

/// Takes some squares out of a list; returns the rank of their numbers in it.
fn rank_of(some: &[usize], from: &mut Vec<usize>) -> u64 {
    let numbers = (0..from.len()).filter(|&number| some.contains(&from[number]));
    let rank = set_rank(&numbers.collect::<Vec<_>>());
    from.retain(|square| !some.contains(square));
    rank
}

/// Returns the position of a rank: the squares that are not burnt.
fn board(rank: u64, empty: usize) -> Board {
    let (sides, burnt) = (rank / burnings(empty), rank % burnings(empty));
    let ways = choose(SQUARES - AMAZONS, AMAZONS);
    let mut left: Vec<usize> = (0..SQUARES).collect();
    let mover = taken(&mut left, &set_of_rank(sides / ways, AMAZONS));
    let other = taken(&mut left, &set_of_rank(sides % ways, AMAZONS));
    taken(&mut left, &set_of_rank(burnt, REST - empty));
    let with = |squares: Vec<usize>, content: Content| {
        squares.into_iter().map(move |square| (place(square), content))
    };
    let empty = with(left, Content::Empty);
    let mut squares: Vec<_> =
        empty.chain(with(mover, Content::White)).chain(with(other, Content::Black)).collect();
    squares.sort_unstable();
    Board(squares)
}

/// Returns the row and the column of a square's number.
fn place(square: usize) -> Square {
    [(square / SIDE) as i8, (square % SIDE) as i8]
}

/// Returns the rank of a position among those with as many empty squares.
fn rank(board: &Board, empty: usize) -> u64 {
    let of = |content: Content| -> Vec<usize> {
        let squares = (0..SQUARES).filter(|&square| board.0.contains(&(place(square), content)));
        squares.collect()
    };
    let (mover, other) = (of(Content::White), of(Content::Black));
    let mut left: Vec<usize> = (0..SQUARES).collect();
    let mover = rank_of(&mover, &mut left);
    let other = rank_of(&other, &mut left);
    let open = of(Content::Empty);
    let burnt: Vec<usize> = left.iter().copied().filter(|square| !open.contains(square)).collect();
    let sides = mover * choose(SQUARES - AMAZONS, AMAZONS) + other;
    sides * burnings(empty) + rank_of(&burnt, &mut left)
}

impl LastMove {
    /// Opens `amazons/4x4/empty-N`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let name = |empty: usize| format!("amazons/4x4/empty-{empty}");
        let is_named = |empty: &usize| files.domain() == name(*empty);
        let Some(empty) = (0..=REST).find(is_named) else { return Ok(None) };
        files.has_parameters(&[
            ("amazons-per-side", AMAZONS.to_string()),
            ("board", format!("{SIDE} columns, {SIDE} rows")),
            ("value", "whether the player to move makes the last move".to_owned()),
        ])?;
        let column = [Column::unsigned("won", 1)];
        let table = |empty: usize| {
            files.table(files.layer(&name(empty))?, "all", &column, positions(empty))
        };
        let before = empty.checked_sub(1).map(table).transpose()?;
        Ok(Some(LastMove { empty, table: table(empty)?, before }))
    }

    /// Returns true if the player to move makes the last move, by the moves.
    fn wins(&self, rank: u64) -> Result<bool, Stop> {
        // Without an empty square there is no move.
        let Some(before) = &self.before else { return Ok(false) };
        for after in board(rank, self.empty).after_moves(Content::White) {
            let mut row = [0];
            before.row(self::rank(&after.swapped(), self.empty - 1), &mut row)?;
            if row[0] == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn stored(&self, rank: u64) -> Result<bool, Stop> {
        let mut row = [0];
        self.table.row(rank, &mut row)?;
        Ok(row[0] != 0)
    }
}

fn word(wins: bool) -> &'static str {
    if wins { "win" } else { "loss" }
}

impl Layer for LastMove {
    fn parts(&self) -> Vec<Part> {
        vec![Part { name: "all".to_owned(), positions: positions(self.empty) }]
    }

    fn condition(&self) -> String {
        "each is won whose moves lead to a lost one".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let (stored, ruled) = (self.stored(rank)?, self.wins(rank)?);
        if stored == ruled {
            return Ok(None);
        }
        let reason = format!("stored {}, by the rules {}", word(stored), word(ruled));
        Err(Fault::of_record(&self.table, rank, reason).into())
    }

    fn classes(&self, _report: Report<'_>) -> Result<Option<Classes<'_>>, Stop> {
        let of = move |rank| Ok(vec![Entry::text(word(self.stored(rank)?))]);
        Ok(Some(Classes { columns: &["outcome"], of: Box::new(of) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_spread_over_a_layer_have_their_ranks() {
        for empty in 0..=REST {
            for step in 0..200 {
                let one = step * (positions(empty) - 1) / 199;
                let board = board(one, empty);
                assert_eq!(rank(&board, empty), one);
                assert_eq!(board.count(Content::Empty), empty);
                assert_eq!(board.0.len(), empty + 2 * AMAZONS);
            }
        }
    }
}
