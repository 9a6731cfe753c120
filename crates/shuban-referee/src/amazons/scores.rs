//! `amazons/N`: the scores (a|b) of all regions of N squares.

use std::collections::BTreeMap;

use shuban_store::Table;

use crate::amazons::board::{Board, Content, Square};
use crate::amazons::numbering::Numbering;
use crate::amazons::shapes;
use crate::classes::{Classes, Entry};
use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// Size of the largest regions that there are layers for.
pub(crate) const MOST_SQUARES: usize = 10;

/// The number of moves that Black makes more than White, with Black and with White to move first;
/// `None` for a side that has no move.
pub(crate) type Pair = [Option<i32>; 2];

/// The numbering and the table of regions of each size.
pub(crate) type Stored = BTreeMap<usize, (Numbering, Table)>;

/// Regions of a size, and those of all smaller ones.
pub(crate) struct Scores {
    size: usize,
    stored: Stored,
}

/// Opens the tables of a layer and of all that it needs, and checks that its index lists all
/// regions.
pub(crate) fn open(
    files: &Files,
    size: usize,
    (ending, value, bits): (&str, &str, u8),
) -> Result<Stored, Stop> {
    let parameters = [("amazons-per-side", "4".to_owned()), ("value", value.to_owned())];
    files.has_parameters(&parameters)?;
    let column = [Column::unsigned("value", bits)];
    let (mut stored, mut shapes) = (Stored::new(), Vec::new());
    for size in 1..=size {
        let database = files.layer(&format!("amazons/{size}{ending}"))?;
        shapes = shapes::all(size, &shapes, files.report)?;
        let numbering = Numbering::new(size, shapes.clone(), files.report)?;
        let table = files.table(database, "regions", &column, numbering.positions())?;
        stored.insert(size, (numbering, table));
    }
    let listed = files.own.section("regions/regions")?.entries;
    if listed != stored[&size].0.entries() {
        let reason = "it does not list all regions of this size in their order";
        return Err(Fault::of_section(files.own.path(), "regions/regions", reason).into());
    }
    Ok(stored)
}

/// Returns the table and the rank of a connected board in which some amazon stands, and true if the
/// colours are exchanged there.
pub(crate) fn place<'a>(stored: &'a Stored, board: &Board) -> Result<(&'a Table, u64, bool), Stop> {
    // Moves burn squares, so there is always one.
    let Some((numbering, table)) = stored.get(&board.0.len()) else {
        return Err(Stop::nowhere(&stored[&1].1));
    };
    let is_swapped = board.count(Content::White) > board.count(Content::Black);
    let rank = match is_swapped {
        true => numbering.rank(&board.swapped()),
        false => numbering.rank(board),
    };
    rank.map(|rank| (table, rank, is_swapped)).ok_or_else(|| Stop::nowhere(table))
}

impl Scores {
    /// Opens `amazons/N`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        // The numbers are written out: a number read from a name can be written in several ways.
        let is_named = |size: &usize| files.domain() == format!("amazons/{size}");
        let Some(size) = (1..=MOST_SQUARES).find(is_named) else { return Ok(None) };
        let value = "Black's moves less White's, alternating, passing only without a move";
        let stored = open(files, size, ("", value, 8))?;
        Ok(Some(Scores { size, stored }))
    }

    /// Returns the score of a board with a colour to move first, who passes if it cannot.
    fn score(&self, board: &Board, colour: Content, known: &mut Known) -> Result<i32, Stop> {
        let regions = board.regions();
        let pair = match regions.as_slice() {
            [] => [None; 2],
            // Values of several regions do not add: their sum is one position.
            [region] => self.stored(region)?,
            _ => {
                let joined = Board(sorted(regions));
                match known.get(&joined) {
                    Some(pair) => *pair,
                    None => {
                        let pair = self.pair(&joined, known)?;
                        known.insert(joined, pair);
                        pair
                    }
                }
            }
        };
        let [a, b] = pair;
        let first = if colour == Content::Black { a.or(b) } else { b.or(a) };
        Ok(first.unwrap_or(0))
    }

    /// Returns the stored scores of a connected board.
    fn stored(&self, board: &Board) -> Result<Pair, Stop> {
        let (table, rank, is_swapped) = place(&self.stored, board)?;
        let mut row = [0];
        table.row(rank, &mut row)?;
        let pair = pair(row[0]);
        let [a, b] = pair.ok_or_else(|| {
            Fault::of_record(table, rank, format!("{} stands for no pair", row[0]))
        })?;
        let exchanged = [b.map(|b| -b), a.map(|a| -a)];
        Ok(if is_swapped { exchanged } else { [a, b] })
    }

    /// Returns the scores of a board by its moves.
    fn pair(&self, board: &Board, known: &mut Known) -> Result<Pair, Stop> {
        let [mut a, mut b]: Pair = [None; 2];
        for after in board.after_moves(Content::Black) {
            let score = 1 + self.score(&after, Content::White, known)?;
            a = Some(a.map_or(score, |best: i32| best.max(score)));
        }
        for after in board.after_moves(Content::White) {
            let score = self.score(&after, Content::Black, known)? - 1;
            b = Some(b.map_or(score, |best: i32| best.min(score)));
        }
        Ok([a, b])
    }
}

/// Scores of boards of several regions.
type Known = BTreeMap<Board, Pair>;

fn sorted(regions: Vec<Board>) -> Vec<(Square, Content)> {
    let mut squares: Vec<_> = regions.into_iter().flat_map(|region| region.0).collect();
    squares.sort_unstable();
    squares
}

/// Returns the pair that a byte stands for.
fn pair(code: u64) -> Option<Pair> {
    let code = i32::try_from(code).ok()?;
    match code {
        0 => Some([None, None]),
        1..=9 => Some([Some(code), None]),
        10..=18 => Some([None, Some(9 - code)]),
        19..=243 => Some([Some((code - 19) / 15 - 6), Some((code - 19) % 15 - 8)]),
        _ => None,
    }
}

impl Layer for Scores {
    fn parts(&self) -> Vec<Part> {
        let positions = self.stored[&self.size].0.positions();
        vec![Part { name: "regions".to_owned(), positions }]
    }

    fn condition(&self) -> String {
        "both scores are those of the best moves".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let (numbering, table) = &self.stored[&self.size];
        let board = numbering.board(rank).ok_or_else(|| Stop::nowhere(table))?;
        let mut row = [0];
        table.row(rank, &mut row)?;
        let (stored, ruled) = (pair(row[0]), self.pair(&board, &mut Known::new())?);
        if stored == Some(ruled) {
            return Ok(None);
        }
        let text = |pair: Pair| {
            let [a, b] = pair.map(|n| n.map_or("null".to_owned(), |n| n.to_string()));
            format!("({a}|{b})")
        };
        let stored = stored.map_or(format!("code {}", row[0]), text);
        let reason = format!("stored {stored}, by the rules {}", text(ruled));
        Err(Fault::of_record(table, rank, reason).into())
    }

    fn classes(&self, _report: Report<'_>) -> Result<Option<Classes<'_>>, Stop> {
        let (numbering, table) = &self.stored[&self.size];
        let of = move |rank| {
            let board = numbering.board(rank).ok_or_else(|| Stop::nowhere(table))?;
            let number = |score: Option<i32>| {
                score.map_or(Entry::Nothing, |score| Entry::Number(score.into()))
            };
            let [black, white] = amazons(&board);
            let [a, b] = self.stored(&board)?.map(number);
            Ok(vec![black, white, a, b])
        };
        Ok(Some(Classes { columns: &["black", "white", "a", "b"], of: Box::new(of) }))
    }
}

/// Returns the numbers of amazons on a board, Black's first.
pub(crate) fn amazons(board: &Board) -> [Entry; 2] {
    [Content::Black, Content::White].map(|colour| Entry::count(board.count(colour)))
}
