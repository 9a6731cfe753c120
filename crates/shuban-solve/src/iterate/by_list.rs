//! The Bellman operator over listed successors: for every domain whose values are expectations.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Progress, Unanswered};

use super::bounds::Bounds;
use super::lanes::BackUp;
use super::leave::Marks;
use super::operator::{ByBackup, CHUNK, Operator};
use super::rows::Listing;
use super::runs::{MOST_NUMBERS, Run, Runs};
use crate::error::Error;

/// Bits of a mixed rank that are 0 where the position is backed up, to compare its row: one in 32.
const COMPARED: u64 = 31;

/// Every row is compared in a part of at most this many positions.
const SMALL: u64 = 1 << 14;

/// The operator through successors that are listed once: the same bounds as through
/// [`backup`](shuban_core::Domain::backup), many times faster.
pub(crate) struct ByList<'a> {
    by_backup: &'a ByBackup<'a>,
    /// The number of each part's first position, and the number of all positions.
    first: Vec<u32>,
    /// The runs of each part, a chunk of positions at a time.
    runs: Vec<Vec<Runs>>,
    /// The bounds of each number, as they are before the sweep of a part.
    before: Mutex<Vec<[i32; 2]>>,
}

impl<'a> ByList<'a> {
    /// Lists the successors of a layer; `None` if they need more than `memory` bytes, or values are
    /// no expectations of the best plays.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read, or the work was interrupted.
    pub(crate) fn of(
        by_backup: &'a ByBackup<'a>,
        memory: u64,
        progress: &dyn Progress,
    ) -> Result<Option<Self>, Unanswered> {
        let lens: Vec<u64> = by_backup.parts().map(|(_, len)| len).collect();
        let all: u64 = lens.iter().sum();
        if all >= MOST_NUMBERS || by_backup.domain.possible().lower == i32::MIN {
            return Ok(None);
        }
        let mut first = Vec::with_capacity(lens.len());
        let mut next = 0;
        for len in &lens {
            first.push(next);
            next += *len as u32;
        }
        first.push(next);
        let memory = memory.saturating_sub(all * size_of::<[i32; 2]>() as u64);
        progress.phase("listing successors", all / CHUNK as u64);
        let (listed, used, is_possible) =
            (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(true));
        let chunk_of = |part: usize, chunk: usize| -> Result<Runs, Unanswered> {
            if progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            if !is_possible.load(Ordering::Relaxed) {
                return Ok(Runs::default());
            }
            let ranks = (chunk * CHUNK) as u64..lens[part].min(((chunk + 1) * CHUNK) as u64);
            let runs = list(by_backup, &first, part, ranks)?;
            let bytes = runs.as_ref().map_or(0, Runs::bytes);
            let used = used.fetch_add(bytes, Ordering::Relaxed) + bytes;
            if runs.is_none() || used > memory {
                is_possible.store(false, Ordering::Relaxed);
            }
            progress.at(listed.fetch_add(1, Ordering::Relaxed) + 1, "");
            Ok(runs.unwrap_or_default())
        };
        let runs = (0..lens.len()).map(|part| {
            let chunks = 0..(lens[part] as usize).div_ceil(CHUNK);
            chunks.into_par_iter().map(|chunk| chunk_of(part, chunk)).collect()
        });
        let runs = runs.collect::<Result<Vec<Vec<Runs>>, Unanswered>>()?;
        if !is_possible.into_inner() {
            return Ok(None);
        }
        let bytes: u64 = runs.iter().flatten().map(Runs::bytes).sum();
        tracing::info!(positions = all, bytes, "successors listed");
        let list = ByList { by_backup, first, runs, before: Mutex::default() };
        Ok(list.agrees()?.then_some(list))
    }

    /// Returns true if a sweep does what `backup` does with bounds that depend on the position in
    /// no simple way: values are expectations of the best plays, not something else.
    fn agrees(&self) -> Result<bool, Unanswered> {
        let ByBackup { domain, rows } = self.by_backup;
        let possible = domain.possible();
        let given: Vec<[i32; 2]> = (0..self.all())
            .into_par_iter()
            .map(|number| any_interval(number as u64, possible))
            .collect();
        let own = |part: usize, rank: u64| {
            let [lower, upper] = given[self.first[part] as usize + rank as usize];
            Ok(Interval { lower, upper })
        };
        for (part, chunks) in self.runs.iter().enumerate() {
            let place = PartId { layer: rows.layer, part };
            let len = self.first[part + 1] - self.first[part];
            let differs = |chunk: usize| {
                let ranks = chunk * CHUNK..(len as usize).min((chunk + 1) * CHUNK);
                let [mut lower, mut upper] = [[0; CHUNK]; 2];
                let into = (&mut lower[..ranks.len()], &mut upper[..ranks.len()]);
                back_up(&chunks[chunk], &given, into);
                for (rank, (lower, upper)) in ranks.zip(lower.into_iter().zip(upper)) {
                    // In no order, so that an index with places of two or four values hides nothing.
                    if u64::from(len) <= SMALL || mixed(rank as u64) >> 32 & COMPARED == 0 {
                        let follows = domain.back_up_interval(place, rank as u64, &own, rows)?;
                        if follows != (Interval { lower, upper }) {
                            return Ok(true);
                        }
                    }
                }
                Ok::<_, Unanswered>(false)
            };
            let differing = (0..chunks.len()).into_par_iter().map(differs);
            let found = differing.find_first(|differs| !matches!(differs, Ok(false)));
            if found.transpose()?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the number of positions.
    fn all(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// Takes the bounds of a part over into those of all numbers.
    fn take(&self, before: &mut [[i32; 2]], part: usize, bounds: &Bounds) {
        let numbers = self.first[part] as usize..self.first[part + 1] as usize;
        let each = before[numbers].par_iter_mut().zip(&bounds.lower).zip(&bounds.upper);
        each.for_each(|((before, &lower), &upper)| *before = [lower, upper]);
    }

    /// Returns the codes of all numbers, with these of the layer, and those that `known` gives for
    /// the statuses of ended games.
    fn codes(&self, parts: &[Vec<i32>], known: impl Fn(i8) -> i8) -> Vec<i8> {
        let mut codes: Vec<i8> = parts.iter().flatten().map(|&code| code as i8).collect();
        for &(number, status) in self.runs.iter().flatten().flat_map(|runs| &runs.ended) {
            codes[number as usize] = known(status);
        }
        codes
    }

    /// Returns the new code of each rank of a part.
    fn new_codes(
        &self,
        part: usize,
        old: &[i32],
        new: impl Fn(Run<'_>, usize) -> i32 + Sync,
    ) -> Vec<i32> {
        let mut codes = old.to_vec();
        codes.par_chunks_mut(CHUNK).zip(&self.runs[part]).for_each(|(codes, runs)| {
            for (first, run) in runs.iter() {
                for (row, code) in codes[first..first + run.rows].iter_mut().enumerate() {
                    // Struck out, or known: neither changes.
                    if *code == 1 {
                        *code = new(run, row);
                    }
                }
            }
        });
        codes
    }
}

/// Returns the runs of some ranks of a part; `None` if a position is no expectation.
fn list(
    by_backup: &ByBackup<'_>,
    first: &[u32],
    part: usize,
    ranks: Range<u64>,
) -> Result<Option<Runs>, Unanswered> {
    let place = PartId { layer: by_backup.rows.layer, part };
    let mut listing = Listing::default();
    for rank in ranks {
        if !listing.append(by_backup, first, (place, rank))? {
            return Ok(None);
        }
    }
    Ok(Some(listing.into_runs()))
}

/// Writes the bounds of consecutive positions that follow from those of all numbers.
fn back_up(runs: &Runs, bounds: &[[i32; 2]], (lower, upper): (&mut [i32], &mut [i32])) {
    pulp::Arch::new().dispatch(BackUp { runs, bounds, lower, upper });
}

/// Returns a number that depends on another in no simple way.
fn mixed(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Returns bounds that depend on a number in no simple way, to compare values by.
fn any_interval(number: u64, possible: Interval) -> [i32; 2] {
    let mixed = mixed(number);
    let width = possible.width().unsigned_abs() + 1;
    let within = |bits: u64| (i64::from(possible.lower) + (bits % width) as i64) as i32;
    let (one, other) = (within(mixed >> 32), within(mixed & 0xffff_ffff));
    [one.min(other), one.max(other)]
}

impl Operator for ByList<'_> {
    fn start(&self) -> Vec<Bounds> {
        self.by_backup.start()
    }

    /// As through `backup`: part after part, within a part from the bounds before.
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.resize(self.all(), [0; 2]);
        for (part, bounds) in parts.iter().enumerate() {
            self.take(&mut before, part, bounds);
        }
        for part in 0..parts.len() {
            let Bounds { lower, upper } = &mut parts[part];
            let chunks = lower.par_chunks_mut(CHUNK).zip(upper.par_chunks_mut(CHUNK));
            chunks.zip(&self.runs[part]).for_each(|(into, runs)| back_up(runs, &before, into));
            if part + 1 < parts.len() {
                self.take(&mut before, part, &parts[part]);
            }
        }
        Ok(())
    }

    /// By `backup`, not by the list: so nothing is published that rests on the list alone.
    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        self.by_backup.not_inductive(parts)
    }

    fn marks(&self) -> Marks {
        self.by_backup.marks()
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        // Known values lead out, and so do ends of games.
        let all = self.codes(marks, |_| 0);
        let new = |run: Run<'_>, row: usize| {
            let mut events = run.events_of(row);
            let is_struck = run.leads_out
                || events.any(|(_, mut plays)| plays.all(|(number, _)| all[number] == 0));
            i32::from(!is_struck)
        };
        Ok((0..marks.len()).map(|part| self.new_codes(part, &marks[part], new)).collect())
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut changed = 0;
        let mut all = self.codes(statuses, |status| status);
        for (part, statuses) in statuses.iter_mut().enumerate() {
            let code = |(number, is_turned): (usize, bool)| {
                let code = i32::from(all[number]);
                if is_turned { Status::after(code) } else { code }
            };
            let new = |run: Run<'_>, row: usize| {
                let best = run.events_of(row).filter_map(|(known, plays)| {
                    known.map(i32::from).into_iter().chain(plays.map(code)).max()
                });
                Status::of_best(run.status.into_iter().chain(best))
            };
            let next = self.new_codes(part, statuses, new);
            changed += next.iter().zip(&*statuses).filter(|(next, old)| next != old).count();
            for (number, &code) in (self.first[part] as usize..).zip(&next) {
                all[number] = code as i8;
            }
            *statuses = next;
        }
        Ok(changed as u64)
    }
}
