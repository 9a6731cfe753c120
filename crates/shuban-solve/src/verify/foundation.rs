//! The foundation of a layer's values: that no other table agrees with the rules.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use shuban_core::erased::{LayerDictionary, PartIndex, RowSource};
use shuban_core::{LayerId, PartId, Receding, Record, Unanswered};

use super::check::Check;
use super::memory::MARKS;
use crate::error::Error;
use crate::facts::{IntervalFacts, StatedFacts};
use crate::iterate::{Endless, Leaving, leave, strike_by_rules};
use crate::solver::RecedingCheck;

impl Check<'_> {
    /// Checks by the rules alone that values recede; returns the largest number of plies.
    pub(super) fn recedes(&self) -> Result<u16, Error> {
        let value = |part, rank| {
            let mut row = [0; 2];
            self.row(PartId { layer: self.layer, part }, rank, &mut row)?;
            Ok(Receding::from_columns(&row))
        };
        match self.solver.recedes(self.layer, &self.solved, &value, self.progress)? {
            RecedingCheck::Fails(part, rank, reason) => {
                let reason = format!("its value does not rest on an end of play: {reason}");
                Err(self.failure(self.part_name(part), Some(rank), reason))
            }
            RecedingCheck::Holds(longest) => match self.stated {
                StatedFacts::Receding(facts) if facts.longest != longest => {
                    let stated = facts.longest;
                    let reason = format!(
                        "facts: `longest` is {stated}, and the values go up to {longest} plies"
                    );
                    Err(self.failure("directory", None, reason))
                }
                _ => Ok(longest),
            },
        }
    }

    /// Strikes out, by the rules alone or by sweeps; then requires that none is left, or that
    /// endless play has a worth and no bound of the rest promises more without play that leads out.
    /// Returns the number of rounds, and that of positions left.
    ///
    /// Returns `None` if the bounds have slack, which is a proof by itself.
    pub(super) fn leaving(&mut self) -> Result<Option<(u32, u64)>, Error> {
        if self.has_slack() {
            return Ok(None);
        }
        if self.swept().is_some() {
            self.make_room(MARKS)?;
        }
        let indexes = self.this().indexes();
        let lens: Vec<usize> = indexes.iter().map(|index| index.len() as usize).collect();
        self.progress.phase("that play leaves the layer", lens.iter().sum::<usize>() as u64);
        let all = match self.swept() {
            Some(swept) => swept.marks(),
            None => lens.iter().map(|&len| vec![1; len]).collect(),
        };
        let leaving = leave(all, |marks| {
            let left = marks.iter().flatten().filter(|&&mark| mark == 1).count();
            self.progress.at((lens.iter().sum::<usize>() - left) as u64, "");
            if self.progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            match self.swept() {
                Some(swept) => swept.strike(marks),
                None => strike_by_rules(self.domain, self.layer, indexes, marks),
            }
        })?;
        self.need_leave(&leaving)?;
        if let StatedFacts::Intervals(facts) = &self.stated {
            self.leaves(facts, &leaving)?;
        }
        let left = leaving.left.iter().map(|left| left.len() as u64).sum();
        Ok(Some((leaving.rounds, left)))
    }

    /// Refuses positions that play need not leave, unless endless play has a worth.
    fn need_leave(&self, leaving: &Leaving) -> Result<(), Error> {
        let first =
            leaving.left.iter().enumerate().find_map(|(part, left)| Some((part, left.first()?)));
        match (first, self.solver.endless(0)) {
            (Some((part, &rank)), None) => {
                let reason =
                    "play need not leave the layer from here: its intervals are no certificate";
                Err(self.failure(self.part_name(part), Some(rank), reason))
            }
            _ => Ok(()),
        }
    }

    /// Compares the file's facts of striking out with the result, and checks the bounds of the
    /// positions left.
    fn leaves(&self, facts: &IntervalFacts, leaving: &Leaving) -> Result<(), Error> {
        if facts.leaving_rounds != leaving.rounds {
            let (stated, found) = (facts.leaving_rounds, leaving.rounds);
            let reason = format!("`leaving_rounds` is {stated}, and {found} were found");
            return Err(self.failure("directory", None, reason));
        }
        for (part, stated) in facts.parts.iter().enumerate() {
            let left = leaving.left[part].len() as u64;
            if (stated.left, &*stated.left_first) != (left, leaving.first(part)) {
                let reason = format!(
                    "`{}`: `left` is {} and `left_first` {:?}, and {left} were found",
                    self.part_name(part),
                    stated.left,
                    stated.left_first
                );
                return Err(self.failure("directory", None, reason));
            }
        }
        let Some(domain) = self.solver.intervals() else { return Ok(()) };
        let worth = |seat| domain.endless_worth(seat).unwrap_or(0);
        let endless = Endless {
            domain: self.domain,
            rows: &self.solved,
            layer: self.layer,
            worth: &worth,
            left: &leaving.left,
        };
        let unfounded = endless.unfounded(|place, rank| Ok(self.interval(domain, place, rank)?))?;
        unfounded.map_or(Ok(()), |(part, rank)| {
            let reason = "a bound promises more than endless play is worth, and play by it need \
                          not lead out";
            Err(self.failure(self.part_name(part), Some(rank), reason))
        })
    }

    /// Checks that no position repeats: all questions of [`positions`](Self::positions) have one
    /// direction; or, one after the other, every position can be struck out that asks only for
    /// others struck out.
    pub(super) fn no_cycle(&mut self) -> Result<(), Error> {
        if self.directions.agree() {
            return Ok(());
        }
        // A mark and a rank for each position.
        self.make_room(1 + 2 * size_of::<u64>() as u64)?;
        let indexes = self.this().indexes();
        let struck: Vec<Vec<AtomicBool>> = (indexes.iter())
            .map(|index| (0..index.len()).map(|_| AtomicBool::new(false)).collect())
            .collect();
        let mut open: Vec<Vec<u64>> =
            indexes.iter().map(|index| (0..index.len()).collect()).collect();
        let left = |open: &[Vec<u64>]| open.iter().map(|ranks| ranks.len() as u64).sum::<u64>();
        let all = left(&open);
        self.progress.phase("that no position comes back", all);
        loop {
            let before = left(&open);
            for part in (0..open.len()).rev() {
                let ranks = std::mem::take(&mut open[part]);
                let still_open = ranks.into_par_iter().filter_map(|rank| {
                    if self.progress.interrupted() {
                        return Some(Err(Error::Interrupted));
                    }
                    match self.asks_only_struck(part, rank, &struck) {
                        Ok(true) => {
                            struck[part][rank as usize].store(true, Relaxed);
                            None
                        }
                        Ok(false) => Some(Ok(rank)),
                        Err(error) => Some(Err(error)),
                    }
                });
                open[part] = still_open.collect::<Result<_, _>>()?;
            }
            self.progress.at(all - left(&open), "");
            if left(&open) == before {
                break;
            }
        }
        let first = open.iter().enumerate().find_map(|(part, ranks)| Some((part, *ranks.first()?)));
        first.map_or(Ok(()), |(part, rank)| {
            let reason = "it asks for its own value in the end, so that others than the stored \
                          ones agree with the rules, too";
            Err(self.failure(self.part_name(part), Some(rank), reason))
        })
    }

    /// Returns true if all positions of the layer that one asks for are struck out.
    fn asks_only_struck(
        &self,
        part: usize,
        rank: u64,
        struck: &[Vec<AtomicBool>],
    ) -> Result<bool, Error> {
        let rows = StruckRows { check: self, struck, waits: AtomicBool::new(false) };
        let asked = self.domain.ask_all(PartId { layer: self.layer, part }, rank, &rows);
        match asked {
            Ok(()) => Ok(true),
            Err(_) if rows.waits.load(Relaxed) => Ok(false),
            Err(unanswered) => Err(unanswered.into()),
        }
    }
}

/// The rows of a layer, of which only those struck out are known.
struct StruckRows<'c, 'a> {
    check: &'c Check<'a>,
    struck: &'c [Vec<AtomicBool>],
    /// True if an unknown one was asked for.
    waits: AtomicBool,
}

impl RowSource for StruckRows<'_, '_> {
    fn index(&self, part: PartId) -> Result<&PartIndex, Unanswered> {
        self.check.solved.index(part)
    }

    fn dictionary(&self, layer: LayerId) -> Result<&LayerDictionary, Unanswered> {
        self.check.solved.dictionary(layer)
    }

    fn row(&self, part: PartId, rank: u64, row: &mut [u64]) -> Result<(), Unanswered> {
        let is_own = part.layer == self.check.layer;
        if is_own && !self.struck[part.part][rank as usize].load(Relaxed) {
            self.waits.store(true, Relaxed);
            return Err(Unanswered::default());
        }
        Ok(self.check.row(part, rank, row)?)
    }

    fn no_value(&self, part: PartId, rank: u64) -> Unanswered {
        self.check.solved.no_value(part, rank)
    }
}
