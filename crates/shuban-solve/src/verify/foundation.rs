//! What the values of a layer rest on: that no other table agrees with the rules.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use shuban_core::{Domain, PositionOf, Unanswered};

use super::check::Check;
use crate::error::Error;
use crate::facts::StatedFacts;

impl<D: Domain> Check<'_, '_, D> {
    /// Checks by the rules alone that values recede; gives the largest number of plies.
    pub(super) fn recedes(&self) -> Result<u16, Error> {
        let value = |part, rank| self.value_at(part, rank);
        match self.solver.recedes(self.layer, &self.tables, &value, self.progress)? {
            Err((part, rank, reason)) => {
                let reason = format!("its value does not rest on an end of play: {reason}");
                Err(self.failure(self.part_name(part), Some(rank), reason))
            }
            Ok(longest) => match self.stated {
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

    /// Checks that no position comes back: all questions of [`positions`](Self::positions) went one
    /// way; or, one after the other, every position can be struck out that asks only for others
    /// struck out.
    pub(super) fn no_cycle(&self) -> Result<(), Error> {
        if self.directions.agree() {
            return Ok(());
        }
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

    /// Whether all positions of the layer that one asks for are struck out.
    fn asks_only_struck(
        &self,
        part: usize,
        rank: u64,
        struck: &[Vec<AtomicBool>],
    ) -> Result<bool, Error> {
        let indexes = self.this().indexes();
        let no_position = || Error::no_rank(self.domain, self.layer, rank);
        let position = indexes[part].unrank(rank).ok_or_else(no_position)?;
        let mut waits = false;
        let backed_up = self.domain.backup(&position, &mut |after: &PositionOf<D>| {
            if let Some(place) = self.domain.locate(after)
                && place.layer == self.layer
            {
                let rank = indexes[place.part].rank(after).ok_or_else(Unanswered::default)?;
                waits |= !struck[place.part][rank as usize].load(Relaxed);
                if waits {
                    return Err(Unanswered::default());
                }
            }
            Ok(self.value(after)?)
        });
        match backed_up {
            Ok(_) => Ok(true),
            Err(_) if waits => Ok(false),
            Err(unanswered) => Err(unanswered.into()),
        }
    }
}
