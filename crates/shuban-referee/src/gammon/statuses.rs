//! Statuses: what is certain of a position, whatever the dice.
//!
//! Statuses follow one from another, beginning with finished games and other layers. So it is not
//! enough that each is the one that follows from those of the positions after it: some could rest on
//! each other alone. Those are found by deriving all of them once more from the beginning.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_store::Table;

use crate::error::{Fault, Stop};
use crate::gammon::board::Board;
use crate::progress::{Phase, Report};

/// The status of a position for the player about to move, in the order of the codes in a file: the
/// larger, the better a play that leads to it is for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Certainty {
    Loss,
    Valued,
    Unknown,
    Win,
}

impl Certainty {
    const ALL: [Certainty; 4] =
        [Certainty::Loss, Certainty::Valued, Certainty::Unknown, Certainty::Win];

    /// Reads the status of a rank.
    pub(crate) fn read(table: &Table, rank: u64) -> Result<Self, Stop> {
        let mut row = [0];
        table.row(rank, &mut row)?;
        let status = Certainty::ALL.into_iter().find(|status| *status as u64 == row[0]);
        status
            .ok_or_else(|| Fault::of_record(table, rank, format!("{} is no status", row[0])).into())
    }

    /// Returns the status of the same position for the other player.
    pub(crate) fn turned(self) -> Self {
        match self {
            Certainty::Loss => Certainty::Win,
            Certainty::Win => Certainty::Loss,
            same => same,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Certainty::Loss => "a loss",
            Certainty::Valued => "valued",
            Certainty::Unknown => "unknown",
            Certainty::Win => "a win",
        }
    }
}

/// The status of a position, from the best play of each roll.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OfRolls(Option<Certainty>);

impl OfRolls {
    pub(crate) fn add(&mut self, best: Certainty) {
        self.0 = Some(match self.0 {
            None => best,
            Some(all) if all == best => all,
            Some(Certainty::Unknown) => Certainty::Unknown,
            _ if best == Certainty::Unknown => Certainty::Unknown,
            // A win for some rolls and a loss or a known value for others.
            _ => Certainty::Valued,
        });
    }

    pub(crate) fn status(self) -> Certainty {
        self.0.unwrap_or(Certainty::Valued)
    }
}

/// The stored statuses of a part.
pub(crate) struct PartStatuses<'a> {
    pub(crate) table: &'a Table,
    /// The position of each rank.
    pub(crate) board: &'a (dyn Fn(u64) -> Option<Board> + Sync),
    stored: Vec<Certainty>,
    /// True for each rank whose status was derived from the beginning.
    is_derived: Vec<AtomicBool>,
}

impl<'a> PartStatuses<'a> {
    pub(crate) fn read(
        table: &'a Table,
        board: &'a (dyn Fn(u64) -> Option<Board> + Sync),
    ) -> Result<Self, Stop> {
        let ranks = (0..table.rows()).into_par_iter();
        let stored =
            ranks.map(|rank| Certainty::read(table, rank)).collect::<Result<Vec<_>, _>>()?;
        let is_derived = stored.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(PartStatuses { table, board, stored, is_derived })
    }

    /// Returns the status of a rank as far as it was derived.
    pub(crate) fn derived(&self, rank: u64) -> Certainty {
        match self.is_derived[rank as usize].load(Ordering::Relaxed) {
            true => self.stored[rank as usize],
            false => Certainty::Unknown,
        }
    }

    /// Returns the ranks with a status that is still to be derived.
    fn open(&self) -> Vec<u64> {
        let is_open = |&rank: &u64| {
            self.stored[rank as usize] != Certainty::Unknown
                && self.derived(rank) == Certainty::Unknown
        };
        (0..self.table.rows()).filter(is_open).collect()
    }
}

/// Checks that no status rests on itself. Each has to be the one that follows from those of the
/// positions after it, of which `ruled` takes the statuses as far as they were derived: so what is
/// unknown follows from nothing.
pub(crate) fn none_rests_on_itself(
    parts: &[PartStatuses<'_>],
    ruled: &(dyn Fn(&Board) -> Result<Certainty, Stop> + Sync),
    report: Report<'_>,
) -> Result<(), Stop> {
    for round in 1.. {
        let open: Vec<(&PartStatuses<'_>, Vec<u64>)> =
            parts.iter().map(|part| (part, part.open())).collect();
        let first = open.iter().find_map(|(part, ranks)| Some((part.table, *ranks.first()?)));
        let Some((table, rank)) = first else { break };
        let total = open.iter().map(|(_, ranks)| ranks.len() as u64).sum();
        let name = format!("statuses, round {round}");
        let (phase, done) = (Phase::begin(report, &name, total)?, AtomicU64::new(0));
        let has_found = AtomicBool::new(false);
        for (part, ranks) in &open {
            ranks.par_iter().try_for_each(|&rank| {
                phase.at(done.fetch_add(1, Ordering::Relaxed) + 1)?;
                let board = (part.board)(rank).ok_or_else(|| Stop::nowhere(part.table))?;
                // What follows at one time follows ever after, so the order makes no difference.
                if ruled(&board)? == part.stored[rank as usize] {
                    part.is_derived[rank as usize].store(true, Ordering::Relaxed);
                    has_found.store(true, Ordering::Relaxed);
                }
                Ok::<(), Stop>(())
            })?;
        }
        if !has_found.into_inner() {
            let reason = "its status follows only from itself";
            return Err(Fault::of_record(table, rank, reason).into());
        }
    }
    Ok(())
}
