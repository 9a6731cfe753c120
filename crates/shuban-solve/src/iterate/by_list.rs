//! The Bellman operator over listed successors: for every domain whose values are expectations.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Progress, Unanswered};

use super::bounds::Bounds;
use super::leave::Marks;
use super::operator::{ByBackup, Operator};
use super::successor_list::{CHUNK, Row, RowWriter, of_both};
use crate::error::Error;

/// Of so many positions one is backed up, to compare its row.
const COMPARED: u64 = 32;

/// Parts of so many positions are compared as a whole.
const SMALL: u64 = 1 << 14;

/// The operator through successors that are listed once: the same bounds as through
/// [`backup`](shuban_core::Domain::backup), many times faster.
pub(crate) struct ByList<'a> {
    by_backup: &'a ByBackup<'a>,
    /// The number of each part's first position.
    first: Vec<u32>,
    /// The rows of each part, a chunk of positions at a time.
    rows: Vec<Vec<Box<[u32]>>>,
    /// Both bounds of each position, by number, before a sweep of its part.
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
        if all >= 1 << 31 {
            return Ok(None);
        }
        let mut first = Vec::with_capacity(lens.len());
        let mut next = 0;
        for len in &lens {
            first.push(next);
            next += *len as u32;
        }
        let memory = memory.saturating_sub(all * size_of::<[i32; 2]>() as u64);
        progress.phase("listing successors", all / CHUNK as u64);
        let (listed, used, is_possible) =
            (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(true));
        let chunk_of = |part: usize, chunk: usize| -> Result<Box<[u32]>, Unanswered> {
            if progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            if !is_possible.load(Ordering::Relaxed) {
                return Ok(Box::default());
            }
            let ranks = (chunk * CHUNK) as u64..lens[part].min(((chunk + 1) * CHUNK) as u64);
            let words = list(by_backup, &first, part, ranks, lens[part])?;
            let bytes = words.as_ref().map_or(0, |words| size_of_val(&**words) as u64);
            let used = used.fetch_add(bytes, Ordering::Relaxed) + bytes;
            if words.is_none() || used > memory {
                is_possible.store(false, Ordering::Relaxed);
            }
            progress.at(listed.fetch_add(1, Ordering::Relaxed) + 1, "");
            Ok(words.unwrap_or_default())
        };
        let rows = (0..lens.len()).map(|part| {
            let chunks = 0..(lens[part] as usize).div_ceil(CHUNK);
            chunks.into_par_iter().map(|chunk| chunk_of(part, chunk)).collect()
        });
        let rows = rows.collect::<Result<_, Unanswered>>()?;
        let list = ByList { by_backup, first, rows, before: Mutex::default() };
        Ok(is_possible.into_inner().then_some(list))
    }

    /// Returns both bounds of each position, by number.
    fn taken(&self, parts: &[Bounds]) -> MutexGuard<'_, Vec<[i32; 2]>> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        before.resize(parts.iter().map(|part| part.lower.len()).sum(), [0; 2]);
        for (part, bounds) in parts.iter().enumerate() {
            self.take(&mut before, part, bounds);
        }
        before
    }

    fn take(&self, before: &mut [[i32; 2]], part: usize, bounds: &Bounds) {
        let first = self.first[part] as usize;
        let numbers = &mut before[first..first + bounds.lower.len()];
        (numbers.par_iter_mut().zip(&bounds.lower).zip(&bounds.upper))
            .for_each(|((number, &lower), &upper)| *number = [lower, upper]);
    }

    /// Returns the new numbers of a part, from a function of a rank and its row.
    fn each_row<T: Send>(
        &self,
        part: usize,
        len: usize,
        new: impl Fn(usize, Row<'_>) -> T + Sync,
    ) -> Vec<T> {
        let rows = self.rows[part].par_iter().enumerate().flat_map_iter(|(chunk, words)| {
            let mut words = &**words;
            (chunk * CHUNK..len.min((chunk + 1) * CHUNK)).map_while(move |rank| {
                let (row, others) = Row::split_first(words)?;
                words = others;
                Some((rank, row))
            })
        });
        rows.map(|(rank, row)| new(rank, row)).collect()
    }
}

/// Returns the rows of some ranks of a part; `None` if one is no expectation.
fn list(
    by_backup: &ByBackup<'_>,
    first: &[u32],
    part: usize,
    ranks: std::ops::Range<u64>,
    len: u64,
) -> Result<Option<Box<[u32]>>, Unanswered> {
    let place = PartId { layer: by_backup.rows.layer, part };
    let mut writer = RowWriter::new(by_backup, first);
    for rank in ranks.clone() {
        if !writer.write(place, rank)? {
            return Ok(None);
        }
    }
    let words = writer.into_words();
    let mut rest = &*words;
    for rank in ranks {
        let Some((row, others)) = Row::split_first(rest) else { return Ok(None) };
        rest = others;
        if len <= SMALL || rank % COMPARED == 0 {
            let possible = by_backup.domain.possible();
            let any = |number: u64| any_interval(number, possible);
            let own = |part: usize, rank: u64| Ok(any(u64::from(first[part]) + rank));
            let follows = by_backup.domain.back_up_interval(place, rank, &own, &by_backup.rows)?;
            let listed = row.value(|number| {
                let Interval { lower, upper } = any(number as u64);
                [lower, upper]
            });
            if [follows.lower, follows.upper] != listed {
                return Ok(None);
            }
        }
    }
    Ok(Some(words))
}

/// Returns an interval that depends on a number in no simple way, to compare values by.
fn any_interval(number: u64, possible: Interval) -> Interval {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let width = possible.width().unsigned_abs() + 1;
    let within = |bits: u64| (possible.lower as i64 + (bits % width) as i64) as i32;
    let (one, other) = (within(mixed >> 32), within(mixed & 0xffff_ffff));
    Interval { lower: one.min(other), upper: one.max(other) }
}

impl Operator for ByList<'_> {
    fn start(&self) -> Vec<Bounds> {
        self.by_backup.start()
    }

    /// As through `backup`: part after part, within a part from the bounds before.
    fn sweep(&self, parts: &mut [Bounds]) -> Result<(), Unanswered> {
        let mut before = self.taken(parts);
        for part in 0..parts.len() {
            let Bounds { lower, upper } = &mut parts[part];
            let chunks = lower.par_chunks_mut(CHUNK).zip(upper.par_chunks_mut(CHUNK));
            chunks.zip(&self.rows[part]).for_each(|((lower, upper), words)| {
                let mut words = &**words;
                for (lower, upper) in lower.iter_mut().zip(upper) {
                    let Some((row, others)) = Row::split_first(words) else { return };
                    words = others;
                    [*lower, *upper] = row.value(|number| before[number]);
                }
            });
            if part + 1 < parts.len() {
                self.take(&mut before, part, &parts[part]);
            }
        }
        Ok(())
    }

    fn not_inductive(&self, parts: &[Bounds]) -> Result<Option<(usize, u64)>, Unanswered> {
        let before = self.taken(parts);
        let wrong = parts.iter().enumerate().map(|(part, bounds)| {
            let is_wrong = self.each_row(part, bounds.lower.len(), |rank, row| {
                let [lower, upper] = row.value(|number| before[number]);
                !bounds.get(rank).contains(Interval { lower, upper })
            });
            let rank = is_wrong.iter().position(|&is_wrong| is_wrong);
            rank.map(|rank| (part, rank as u64))
        });
        Ok(wrong.flatten().next())
    }

    fn marks(&self) -> Marks {
        self.by_backup.marks()
    }

    fn strike(&self, marks: &[Vec<i32>]) -> Result<Marks, Unanswered> {
        let mark = |number: usize| {
            let part = self.first.partition_point(|&first| first as usize <= number) - 1;
            marks[part][number - self.first[part] as usize]
        };
        let strike = |(part, old): (usize, &Vec<i32>)| {
            self.each_row(part, old.len(), |rank, row| {
                let is_struck = || {
                    row.leads_out
                        || (row.groups())
                            .any(|group| group.successors().all(|(number, _)| mark(number) == 0))
                };
                if old[rank] == 1 && is_struck() { 0 } else { old[rank] }
            })
        };
        Ok(marks.iter().enumerate().map(strike).collect())
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut changed = 0;
        for part in 0..statuses.len() {
            let code = |number: usize| {
                let part = self.first.partition_point(|&first| first as usize <= number) - 1;
                statuses[part][number - self.first[part] as usize]
            };
            let old = &statuses[part];
            let next = self.each_row(part, old.len(), |rank, row| {
                if old[rank] != Status::Unknown.code() {
                    return old[rank];
                }
                let mut all = row.status;
                for group in row.groups() {
                    let successors = group.successors();
                    let codes = successors.map(|(number, same_side)| {
                        if same_side { code(number) } else { Status::after(code(number)) }
                    });
                    let Some(best) = codes.chain(group.status).max() else { continue };
                    all = Some(all.map_or(best, |all| of_both(all, best)));
                    if all == Some(Status::Unknown.code()) {
                        break;
                    }
                }
                all.unwrap_or(Status::Valued.code())
            });
            changed += next.iter().zip(old).filter(|(next, old)| next != old).count();
            statuses[part] = next;
        }
        Ok(changed as u64)
    }
}
