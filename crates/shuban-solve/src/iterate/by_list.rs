//! The Bellman operator over listed successors: for every domain whose values are expectations.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Progress, Unanswered};

use super::bounds::Bounds;
use super::leave::Marks;
use super::operator::{ByBackup, CHUNK, Operator};
use super::successor_list::{MOST_NUMBERS, Row, Rows, write_row};
use crate::error::Error;

/// Bits of a mixed rank that are 0 where the position is backed up, to compare its row: one in 32.
const COMPARED: u64 = 31;

/// Every row is compared in a part of at most this many positions.
const SMALL: u64 = 1 << 14;

/// The operator through successors that are listed once: the same bounds as through
/// [`backup`](shuban_core::Domain::backup), many times faster.
pub(crate) struct ByList<'a> {
    by_backup: &'a ByBackup<'a>,
    /// The number of each part's first position as the other side sees it, and the number of all
    /// positions.
    first: Vec<u32>,
    /// The rows of each part, a chunk of positions at a time.
    rows: Vec<Vec<Box<[u32]>>>,
    /// The codes of the status of known values.
    statuses: Vec<i8>,
    /// The numbers of positions in which the game is over, with the code of their status.
    ended: Vec<(u32, i8)>,
    /// Both bounds of each number: as they are before the sweep of a part; or known.
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
        if 2 * all >= MOST_NUMBERS || by_backup.domain.possible().lower == i32::MIN {
            return Ok(None);
        }
        let mut first = Vec::with_capacity(lens.len());
        let mut next = 0;
        for len in &lens {
            first.push(next);
            next += *len as u32;
        }
        first.push(next);
        let memory = memory.saturating_sub(all * size_of::<[[i32; 2]; 2]>() as u64);
        progress.phase("listing successors", all / CHUNK as u64);
        let (listed, used, is_possible) =
            (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(true));
        let chunk_of = |part: usize, chunk: usize| -> Result<Rows, Unanswered> {
            if progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            if !is_possible.load(Ordering::Relaxed) {
                return Ok(Rows::default());
            }
            let ranks = (chunk * CHUNK) as u64..lens[part].min(((chunk + 1) * CHUNK) as u64);
            let rows = list(by_backup, &first, part, ranks)?;
            let bytes = rows.as_ref().map_or(0, Rows::bytes);
            let used = used.fetch_add(bytes, Ordering::Relaxed) + bytes;
            if rows.is_none() || used > memory {
                is_possible.store(false, Ordering::Relaxed);
            }
            progress.at(listed.fetch_add(1, Ordering::Relaxed) + 1, "");
            Ok(rows.unwrap_or_default())
        };
        let rows = (0..lens.len()).map(|part| {
            let chunks = 0..(lens[part] as usize).div_ceil(CHUNK);
            chunks.into_par_iter().map(|chunk| chunk_of(part, chunk)).collect()
        });
        let mut rows = rows.collect::<Result<Vec<Vec<Rows>>, Unanswered>>()?;
        let known = || rows.iter().flatten().map(|rows| rows.known.len() as u64).sum::<u64>();
        if !is_possible.into_inner() || 2 * all + known() >= MOST_NUMBERS {
            return Ok(None);
        }
        let (mut statuses, mut ended) = (Vec::new(), Vec::new());
        let mut before = Vec::with_capacity((2 * all + known()) as usize);
        before.resize(2 * all as usize, [0; 2]);
        for rows in rows.iter_mut().flatten() {
            rows.number_known(before.len() as u32);
            let known = std::mem::take(&mut rows.known);
            statuses.extend(known.iter().map(|known| known.status as i8));
            before.extend(known.iter().map(|known| known.bounds));
            ended.append(&mut rows.ended);
        }
        let words = |rows: Rows| rows.words.into_boxed_slice();
        let rows = rows.into_iter().map(|part| part.into_iter().map(words).collect()).collect();
        let list = ByList { by_backup, first, rows, statuses, ended, before: Mutex::new(before) };
        Ok(list.agrees(&lens)?.then_some(list))
    }

    /// Returns true if rows say what `backup` does with bounds that depend on the position in no
    /// simple way: an expectation of the best plays, not something else.
    fn agrees(&self, lens: &[u64]) -> Result<bool, Unanswered> {
        let ByBackup { domain, rows } = self.by_backup;
        let before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        let (possible, all) = (domain.possible(), self.all());
        let bounds = |number: usize| match any_interval((number % all) as u64, possible) {
            Interval { lower, upper } if number < all => [-upper, -lower],
            Interval { lower, upper } if number < 2 * all => [lower, upper],
            _ => before[number],
        };
        let own =
            |part: usize, rank: u64| Ok(any_interval(u64::from(self.first[part]) + rank, possible));
        let differs = |part: usize, rank: usize, row: Row<'_>| {
            let place = PartId { layer: rows.layer, part };
            let follows = domain.back_up_interval(place, rank as u64, &own, rows)?;
            Ok::<_, Unanswered>([follows.lower, follows.upper] != row.value(bounds))
        };
        for (part, (&len, chunks)) in lens.iter().zip(&self.rows).enumerate() {
            let of_chunk = |chunk: usize| {
                // In no order, so that an index with places of two or four values hides nothing.
                let compared =
                    |rank: &usize| len <= SMALL || mixed(*rank as u64) >> 32 & COMPARED == 0;
                let ranks = (chunk * CHUNK..).zip(rows_of(&chunks[chunk]));
                let mut ranks = ranks.filter(|(rank, _)| compared(rank));
                ranks.find_map(|(rank, row)| match differs(part, rank, row) {
                    Ok(differs) => differs.then_some(Ok(())),
                    Err(error) => Some(Err(error)),
                })
            };
            match (0..chunks.len()).into_par_iter().find_map_first(of_chunk) {
                Some(Err(error)) => return Err(error),
                Some(Ok(())) => return Ok(false),
                None => {}
            }
        }
        Ok(true)
    }

    /// Returns the bounds of all numbers, with these of the layer.
    fn taken(&self, parts: &[Bounds]) -> MutexGuard<'_, Vec<[i32; 2]>> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        for (part, bounds) in parts.iter().enumerate() {
            self.take(&mut before, part, bounds);
        }
        before
    }

    /// Returns the number of positions.
    fn all(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    fn take(&self, before: &mut [[i32; 2]], part: usize, bounds: &Bounds) {
        let numbers = self.first[part] as usize..self.first[part + 1] as usize;
        let (turned, seen) = before.split_at_mut(self.all());
        let both = turned[numbers.clone()].par_iter_mut().zip(&mut seen[numbers]);
        both.zip(&bounds.lower).zip(&bounds.upper).for_each(
            |(((turned, seen), &lower), &upper)| {
                (*turned, *seen) = ([-upper, -lower], [lower, upper]);
            },
        );
    }

    /// Returns the codes of all numbers, with these of the layer, which are `turned` for the other
    /// side, and those that `known` gives for the statuses of ended games and of known values.
    fn codes(
        &self,
        parts: &[Vec<i32>],
        known: impl Fn(i8) -> i8,
        turned: impl Fn(i32) -> i32,
    ) -> Vec<i8> {
        let all = || parts.iter().flatten().copied();
        let own = all().map(&turned).chain(all()).map(|code| code as i8);
        let mut codes: Vec<i8> = own.chain(self.statuses.iter().copied().map(&known)).collect();
        for &(number, status) in &self.ended {
            let code = known(status);
            codes[number as usize] = turned(code.into()) as i8;
            codes[number as usize + self.all()] = code;
        }
        codes
    }

    /// Returns the new code of each rank of a part.
    fn new_codes(&self, part: usize, old: &[i32], new: impl Fn(Row<'_>) -> i32 + Sync) -> Vec<i32> {
        let mut codes = old.to_vec();
        codes.par_chunks_mut(CHUNK).zip(&self.rows[part]).for_each(|(codes, words)| {
            for (code, row) in codes.iter_mut().zip(rows_of(words)) {
                // Struck out, or known: neither changes.
                if *code == 1 {
                    *code = new(row);
                }
            }
        });
        codes
    }
}

/// Returns the rows of a chunk.
fn rows_of(mut words: &[u32]) -> impl Iterator<Item = Row<'_>> {
    std::iter::from_fn(move || {
        let (row, others) = Row::split_first(words)?;
        words = others;
        Some(row)
    })
}

/// Returns the rows of some ranks of a part; `None` if one is no expectation.
fn list(
    by_backup: &ByBackup<'_>,
    first: &[u32],
    part: usize,
    ranks: Range<u64>,
) -> Result<Option<Rows>, Unanswered> {
    let place = PartId { layer: by_backup.rows.layer, part };
    let mut rows = Rows::default();
    for rank in ranks {
        if !write_row(by_backup, first, (place, rank), &mut rows)? {
            return Ok(None);
        }
    }
    rows.words.shrink_to_fit();
    Ok(Some(rows))
}

/// Returns a number that depends on another in no simple way.
fn mixed(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Returns an interval that depends on a number in no simple way, to compare values by.
fn any_interval(number: u64, possible: Interval) -> Interval {
    let mixed = mixed(number);
    let width = possible.width().unsigned_abs() + 1;
    let within = |bits: u64| (i64::from(possible.lower) + (bits % width) as i64) as i32;
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
                    [*lower, *upper] = row.value(|number| before[number]);
                    words = others;
                }
            });
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
        let all = self.codes(marks, |_| 0, |mark| mark);
        let is_out = |number: usize| all[number] == 0;
        let new = |row: Row<'_>| {
            let is_struck = row.leads_out || row.events().any(|mut event| event.all(is_out));
            i32::from(!is_struck)
        };
        Ok((0..marks.len()).map(|part| self.new_codes(part, &marks[part], new)).collect())
    }

    fn settle(&self, statuses: &mut Marks) -> Result<u64, Unanswered> {
        let mut changed = 0;
        let mut all = self.codes(statuses, |status| status, Status::after);
        for (part, statuses) in statuses.iter_mut().enumerate() {
            let new = |row: Row<'_>| {
                let code = |number: usize| i32::from(all[number]);
                let best = row.events().filter_map(|event| event.map(code).max());
                Status::of_best(row.status.into_iter().chain(best))
            };
            let next = self.new_codes(part, statuses, new);
            changed += next.iter().zip(&*statuses).filter(|(next, old)| next != old).count();
            for (number, &code) in (self.first[part] as usize..).zip(&next) {
                all[number] = Status::after(code) as i8;
                all[number + self.all()] = code as i8;
            }
            *statuses = next;
        }
        Ok(changed as u64)
    }
}
