//! The positions of a layer, dealt in turn, chunk by chunk, to the processes that solve it.

use std::any::Any;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shuban_core::{Progress, Unanswered};

use super::rules::LayerRules;
use crate::across::{Dealt, Together, other_numbers};
use crate::error::Error;

/// Positions that a thread takes at a time, and that belong to one process.
pub(super) const CHUNK: usize = 1 << 10;

/// Positions, or others that are told of, of a round.
const ROUND: usize = 1 << 16;

/// Words that a thread takes at a time.
const WORDS: usize = 1 << 14;

/// Bytes of what is told in a round, of what is heard, and of what is under way: enough for thirty plays of
/// each position.
pub(super) const BYTES_OF_ROUND: u64 = 64 << 20;

/// Words that a process tells each other.
pub(super) type Words = Vec<Vec<i32>>;

/// Those positions of a layer that this process values: all of them, if it is alone. They have a
/// **place** here, and a number among all.
pub(super) struct Share<'r> {
    pub(super) rules: &'r LayerRules<'r>,
    pub(super) together: Option<&'r Together>,
    own: usize,
    count: usize,
    len: usize,
}

impl<'r> Share<'r> {
    /// Deals the positions of a layer to all processes.
    pub(super) fn of(rules: &'r LayerRules<'r>, together: Option<&'r Together>) -> Self {
        let (own, count) = together.map_or((0, 1), |together| (together.own(), together.count()));
        let len = share(rules.len(), own, count) as usize;
        Share { rules, together, own, count, len }
    }

    /// Returns the number of positions of this process.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of a place.
    pub(super) fn number(&self, place: usize) -> u64 {
        let chunk = place / CHUNK * self.count + self.own;
        (chunk * CHUNK + place % CHUNK) as u64
    }

    /// Returns the process of a number, and its place there.
    #[inline]
    fn of_number(&self, number: u64) -> (usize, usize) {
        let (chunk, at) = (number as usize / CHUNK, number as usize % CHUNK);
        match self.count {
            1 => (0, number as usize),
            count => (chunk % count, chunk / count * CHUNK + at),
        }
    }

    /// Returns the place of a number if it is this process's, else tells its process the place, with
    /// what `words` makes of it.
    #[inline]
    pub(super) fn here_or<const N: usize>(
        &self,
        number: u64,
        told: &mut Words,
        words: impl FnOnce(u32) -> [u32; N],
    ) -> Option<usize> {
        let (process, place) = self.of_number(number);
        if process == self.own {
            return Some(place);
        }
        told[process].extend(words(place as u32).map(u32::cast_signed));
        None
    }

    /// Returns these words of all processes.
    ///
    /// # Errors
    /// [`Error::Lost`].
    pub(super) fn of_all<const N: usize>(&self, own: [u64; N]) -> Result<Vec<[u64; N]>, Error> {
        match self.together {
            Some(together) => together.words_of_all(own),
            None => Ok(vec![own]),
        }
    }

    /// Returns the largest of these numbers of all processes.
    ///
    /// # Errors
    /// [`Error::Lost`].
    pub(super) fn largest(&self, own: u64) -> Result<u64, Error> {
        Ok(self.of_all([own])?.into_iter().flatten().max().unwrap_or(own))
    }

    /// Goes through a number of things of this process, `most` in the fullest one, on all threads:
    /// `each` gets ranges of them, and what is to be told; `take` gets what others told, in groups of
    /// `N` words. Each round tells what came up in it.
    ///
    /// # Errors
    /// [`Unanswered`] from `each`; if one is lost, or `take` returns nothing.
    pub(super) fn rounds<const N: usize>(
        &self,
        things: usize,
        most: usize,
        each: impl Fn(Range<usize>, &mut Words) -> Result<(), Unanswered> + Sync,
        take: impl Fn(&[[i32; N]]) -> Option<()> + Sync,
    ) -> Result<(), Unanswered> {
        let of_round = if self.together.is_some() { ROUND } else { most.max(1) };
        for round in 0..most.div_ceil(of_round) {
            let first = (round * of_round).min(things);
            let end = (first + of_round).min(things);
            let sent = Mutex::new(vec![Vec::new(); self.count]);
            let chunks = (end - first).div_ceil(CHUNK);
            (0..chunks).into_par_iter().try_for_each(|chunk| {
                let first = first + chunk * CHUNK;
                let mut told = vec![Vec::new(); self.count];
                each(first..end.min(first + CHUNK), &mut told)?;
                if self.count > 1 {
                    let mut sent = sent.lock().unwrap_or_else(PoisonError::into_inner);
                    sent.iter_mut().zip(told).for_each(|(all, told)| all.extend(told));
                }
                Ok::<_, Unanswered>(())
            })?;
            let Some(together) = self.together else { continue };
            let mut received = together.lists();
            let sent = sent.into_inner().unwrap_or_else(PoisonError::into_inner);
            together.trade(&sent, &mut received)?;
            for (process, words) in received.iter().enumerate() {
                let (groups, rest) = words.as_chunks::<N>();
                let taken = groups.par_chunks(WORDS).try_for_each(&take);
                taken.filter(|()| rest.is_empty()).ok_or_else(|| other_numbers(process))?;
            }
        }
        Ok(())
    }

    /// Calls a function for each position of this process, on all threads, with its place, a buffer for
    /// its plays, and what is to be told: see [`rounds`](Self::rounds).
    ///
    /// # Errors
    /// [`Unanswered`] from `each`; if one is lost, or the work was interrupted.
    pub(super) fn visit<const N: usize>(
        &self,
        phase: &str,
        progress: &dyn Progress,
        each: impl Fn(usize, &mut dyn Any, &mut Words) -> Result<(), Unanswered> + Sync,
        take: impl Fn(&[[i32; N]]) -> Option<()> + Sync,
    ) -> Result<(), Unanswered> {
        progress.phase(phase, self.len as u64);
        let done = AtomicU64::new(0);
        let most = share(self.rules.len(), 0, self.count) as usize;
        let chunk = |places: Range<usize>, told: &mut Words| {
            if progress.interrupted() {
                return Err(Error::Interrupted.into());
            }
            let (count, mut room) = (places.len() as u64, self.rules.room());
            for place in places {
                each(place, &mut *room, told)?;
            }
            progress.at(done.fetch_add(count, Relaxed) + count, "");
            Ok(())
        };
        self.rounds(self.len, most, chunk, take)
    }

    /// Returns the place of a rank of a part, which is this process's.
    pub(super) fn place(&self, part: usize, rank: u64) -> usize {
        self.of_number(self.rules.first(part) + rank).1
    }
}

/// Returns how many of `len` positions belong to process `own` of `count`; process 0 has the most.
pub(super) fn share(len: u64, own: usize, count: usize) -> u64 {
    let (own, count, chunk) = (own as u64, count as u64, CHUNK as u64);
    let (turns, rest) = (len / (chunk * count), len % (chunk * count));
    turns * chunk + rest.saturating_sub(own * chunk).min(chunk)
}

/// Rows of the positions that processes share.
pub(super) struct SharedRows<'s> {
    pub(super) share: &'s Share<'s>,
    pub(super) together: &'s Together,
}

impl Dealt for SharedRows<'_> {
    fn together(&self) -> &Together {
        self.together
    }

    fn has(&self, part: usize, ranks: &Range<usize>) -> bool {
        let len = self.share.rules.len_of(part);
        len.is_some_and(|len| ranks.start <= ranks.end && ranks.end as u64 <= len)
    }

    fn told(&self, part: usize, process: usize, ranks: Range<usize>) -> Vec<Range<usize>> {
        let before = self.share.rules.first(part) as usize;
        let numbers = before + ranks.start..before + ranks.end;
        let chunks = numbers.start / CHUNK..numbers.end.div_ceil(CHUNK);
        let own = chunks.filter(|chunk| chunk % self.share.count == process);
        let ranks = own.map(|chunk| {
            let first = numbers.start.max(chunk * CHUNK);
            first - before..numbers.end.min((chunk + 1) * CHUNK) - before
        });
        ranks.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_belongs_to_one_process() {
        let chunk = CHUNK as u64;
        for len in [0, 1, chunk - 1, chunk, chunk + 1, 5 * chunk, 7 * chunk + 3] {
            for count in 1..6 {
                let all: Vec<u64> = (0..count).map(|own| share(len, own, count)).collect();
                assert_eq!(all.iter().sum::<u64>(), len);
                assert!(all.is_sorted_by(|before, after| before >= after), "{all:?}");
            }
        }
    }
}
