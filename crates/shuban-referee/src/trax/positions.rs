//! `trax/N`: who wins from each position that play can reach.

use std::sync::atomic::{AtomicBool, Ordering};

use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::layer::{Layer, Part};
use crate::progress::Report;
use crate::symmetry::SYMMETRIES;
use crate::trax::board::Board;
use crate::trax::keys;
use crate::trax::tile::Colour;
use crate::trax::tracks::has_won;
use crate::trax::turns::turns;

/// The sizes that have tables, each with the number of its positions.
const SIZES: [(usize, u64); 3] = [(2, 50), (3, 4_944), (4, 1_523_440)];

/// Results as they are stored: the better for white the larger.
const RED_WINS: u64 = 0;
const DRAW: u64 = 1;
const WHITE_WINS: u64 = 2;

/// All positions of a size, one part for each number of tiles.
pub(crate) struct Positions {
    size: usize,
    parts: Vec<TilePart>,
}

struct TilePart {
    table: Table,
    keys: Vec<u64>,
    /// True for each position that a turn was found to lead to.
    is_reached: Vec<AtomicBool>,
}

impl Positions {
    /// Opens `trax/N`; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let named = |size: &&(usize, u64)| files.domain() == format!("trax/{}", size.0);
        let Some(&(size, positions)) = SIZES.iter().find(named) else { return Ok(None) };
        let lines = ("lines", "from edge to edge".to_owned());
        files.has_parameters(&[lines, ("size", size.to_string())])?;
        let mut parts = Vec::new();
        for tiles in 0..=size * size {
            let name = name(tiles);
            let section = format!("{name}/keys");
            let wrong =
                |reason: &str| Stop::from(Fault::of_section(files.own.path(), &section, reason));
            let keys = keys::read(&files.own.section(&section)?.entries)
                .ok_or_else(|| wrong("it is no list of positions"))?;
            let column = [Column::unsigned("worth", 2)];
            let table = files.table(&files.own, &name, &column, keys.len() as u64)?;
            let is_reached = keys.iter().map(|_| AtomicBool::new(tiles == 0)).collect();
            parts.push(TilePart { table, keys, is_reached });
        }
        let found: usize = parts.iter().map(|part| part.keys.len()).sum();
        if found as u64 != positions {
            return Err(files.refused(format!("{found} positions, and play comes to {positions}")));
        }
        Ok(Some(Positions { size, parts }))
    }

    /// Returns the result of a finished position.
    fn outcome(&self, board: &Board, to_move: Colour) -> Option<u64> {
        let won = |colour| has_won(board, self.size, colour);
        // If both have won, it is the one who has just moved.
        let winner = [to_move.other(), to_move].into_iter().find(|&colour| won(colour));
        match winner {
            Some(colour) => Some(of_win(colour)),
            None => (board.0.len() == self.size * self.size).then_some(DRAW),
        }
    }

    /// Returns the table and the rank of a position, one of whose images is listed.
    fn place(&self, board: &Board, to_move: Colour) -> Option<(&TilePart, usize)> {
        let part = self.parts.get(board.0.len())?;
        SYMMETRIES.into_iter().find_map(|symmetry| {
            let key = keys::key(&board.image(symmetry), self.size, to_move);
            part.keys.binary_search(&key).ok().map(|rank| (part, rank))
        })
    }

    /// Returns the result by the rules.
    fn ruled(&self, board: &Board, to_move: Colour) -> Result<u64, Unlisted> {
        if let Some(outcome) = self.outcome(board, to_move) {
            return Ok(outcome);
        }
        // Without a legal turn, the player to move has lost.
        let mut best = of_win(to_move.other());
        for after in turns(board, self.size) {
            let place = self.place(&after, to_move.other());
            let (part, rank) = place.ok_or(Unlisted::Position)?;
            part.is_reached[rank].store(true, Ordering::Relaxed);
            let result = result(&part.table, rank as u64).map_err(Unlisted::Stop)?;
            best = match to_move {
                Colour::White => best.max(result),
                Colour::Red => best.min(result),
            };
        }
        Ok(best)
    }
}

/// Reads a result.
fn result(table: &Table, rank: u64) -> Result<u64, Stop> {
    let mut row = [0];
    table.row(rank, &mut row)?;
    match row[0] {
        result @ (RED_WINS | DRAW | WHITE_WINS) => Ok(result),
        other => Err(Fault::of_record(table, rank, format!("{other} is no result")).into()),
    }
}

/// Reason why a position has no result by the rules.
enum Unlisted {
    /// A turn leads to a position that the index does not list.
    Position,
    Stop(Stop),
}

fn of_win(colour: Colour) -> u64 {
    match colour {
        Colour::White => WHITE_WINS,
        Colour::Red => RED_WINS,
    }
}

fn name(tiles: usize) -> String {
    if tiles == 1 { "1 tile".to_owned() } else { format!("{tiles} tiles") }
}

impl Layer for Positions {
    fn parts(&self) -> Vec<Part> {
        let part = |(tiles, part): (usize, &TilePart)| Part {
            name: name(tiles),
            positions: part.keys.len() as u64,
        };
        self.parts.iter().enumerate().map(part).collect()
    }

    fn condition(&self) -> String {
        "each result is that of the best turns".to_owned()
    }

    fn check(&self, part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let TilePart { table, keys, .. } = &self.parts[part];
        let wrong = |reason: String| Err(Fault::of_record(table, rank, reason).into());
        let position = keys::position(keys[rank as usize], self.size);
        let position = position.filter(|(board, _)| board.0.len() == part);
        let Some((board, to_move)) = position else {
            return wrong("the index lists what is no position of this part".to_owned());
        };
        let stored = result(table, rank)?;
        let ruled = match self.ruled(&board, to_move) {
            Ok(ruled) => ruled,
            Err(Unlisted::Position) => {
                return wrong("a turn leads to a position that is not listed".to_owned());
            }
            Err(Unlisted::Stop(stop)) => return Err(stop),
        };
        if stored == ruled {
            return Ok(None);
        }
        let word = |result: u64| match result {
            RED_WINS => "red wins",
            DRAW => "a draw",
            _ => "white wins",
        };
        wrong(format!("stored {}, by the rules {}", word(stored), word(ruled)))
    }

    fn check_whole(&self, _report: Report<'_>) -> Result<Option<String>, Stop> {
        for TilePart { table, is_reached, .. } in &self.parts {
            let is_missed = |reached: &AtomicBool| !reached.load(Ordering::Relaxed);
            if let Some(rank) = is_reached.iter().position(is_missed) {
                let reason = "no turn leads to this position";
                return Err(Fault::of_record(table, rank as u64, reason).into());
            }
        }
        Ok(Some("play comes to all of them".to_owned()))
    }
}
