//! All positions of a layer together, by the domain's own sweeps.
//!
//! That sweeps agree with the rules is not assumed: at a sample of positions both are compared,
//! number by number.

use std::sync::atomic::{AtomicI64, Ordering};

use rayon::prelude::*;
use shuban_core::erased::IntervalTables;
use shuban_core::sweep::{Pass, Read};
use shuban_core::{Interval, Unanswered};

use super::bounds::{StoredBounds, each_interval};
use super::check::{Check, drawn};
use super::inductive::Asked;
use crate::approximate::{Arrays, Passes};
use crate::error::Error;
use crate::stored_layer::StoredLayer;

/// The results of two passes for the positions that are compared by the rules as well.
struct Sampled {
    /// The ranks by part, in ascending order.
    ranks: Vec<Vec<u64>>,
    /// The bounds that follow, for each of these.
    follows: Vec<Vec<Interval>>,
}

/// The comparison of a pass's results with the stored bounds.
struct Comparing<'c> {
    pass: Pass,
    /// The stored intervals, by part, if they are in memory.
    bounds: &'c [StoredBounds],
    open: &'c StoredLayer<'c>,
    domain: &'c dyn IntervalTables,
    /// The largest width of each part of intervals that are not.
    widest: &'c [AtomicI64],
    /// The ranks of positions with a value by definition, by part, in ascending order.
    pinned: &'c [Vec<u64>],
    /// The requirements on all others, and on those.
    asked: [Asked; 2],
    sampled: Sampled,
    /// The first part and rank that disagree.
    wrong: Option<(usize, u64)>,
    done: u64,
    at: &'c (dyn Fn(u64) + Sync),
    /// Intervals from the file, and the part and rank of the first one.
    stored: Vec<Interval>,
    stored_from: Option<(usize, usize)>,
}

impl Arrays for Comparing<'_> {
    fn read(&self, part: usize) -> Read<'_> {
        // What is good for one side is bad for the other.
        let bounds = &self.bounds[part];
        if self.pass == Pass::Lower { bounds.uppers() } else { bounds.lowers() }
    }

    fn numbers(&mut self, part: usize, first: usize, to: &mut [i32]) -> Result<(), Unanswered> {
        let is_lower = self.pass == Pass::Lower;
        self.intervals(part, first, to.len())?;
        let stored = to.par_iter_mut().zip(&self.stored);
        stored.for_each(|(number, stored)| {
            *number = if is_lower { stored.upper } else { stored.lower };
        });
        Ok(())
    }

    fn take(&mut self, part: usize, first: usize, computed: &[i32]) -> Result<(), Unanswered> {
        match self.bounds.get(part) {
            Some(bounds) => self.compare(part, first, computed, bounds.from(first, computed.len())),
            None => {
                self.intervals(part, first, computed.len())?;
                let stored = std::mem::take(&mut self.stored);
                let widest = stored.par_iter().map(|stored| stored.width()).max();
                self.widest[part].fetch_max(widest.unwrap_or(0), Ordering::Relaxed);
                self.compare(part, first, computed, stored.par_iter().copied());
                self.stored = stored;
            }
        }
        Ok(())
    }
}

impl Comparing<'_> {
    /// Reads the stored intervals of some ranks from the file.
    fn intervals(&mut self, part: usize, first: usize, len: usize) -> Result<(), Unanswered> {
        let from = Some((part, first));
        if self.stored_from == from && self.stored.len() == len {
            return Ok(());
        }
        self.stored_from = None;
        self.stored.resize(len, Interval::UNKNOWN);
        let chunks = self.stored.par_chunks_mut(CHUNK).enumerate();
        chunks.try_for_each(|(chunk, stored)| {
            let first = (first + chunk * CHUNK) as u64;
            let ranks = first..first + stored.len() as u64;
            let layer = (self.open, self.domain);
            each_interval(layer, part, ranks, &mut |at, value| stored[at] = value)
        })?;
        self.stored_from = from;
        Ok(())
    }

    /// Compares the results of a pass with the stored intervals.
    fn compare(
        &mut self,
        part: usize,
        first: usize,
        computed: &[i32],
        stored: impl IndexedParallelIterator<Item = Interval>,
    ) {
        let is_lower = self.pass == Pass::Lower;
        let holds = |asked: &Asked, stored: Interval, follows: i32| {
            if is_lower { asked.lower(stored, follows) } else { asked.upper(stored, follows) }
        };
        let [asked, of_pinned] = &self.asked;
        let wrong = stored.zip(computed).enumerate().with_min_len(CHUNK).find_first(
            |&(at, (stored, &follows))| {
                let is_pinned = || self.pinned[part].binary_search(&((first + at) as u64)).is_ok();
                let agrees = holds(asked, stored, follows)
                    || is_pinned() && holds(of_pinned, stored, follows);
                !agrees
            },
        );
        if let Some((at, _)) = wrong {
            let wrong = (part, (first + at) as u64);
            self.wrong = Some(self.wrong.map_or(wrong, |other| other.min(wrong)));
        }
        let Sampled { ranks, follows } = &mut self.sampled;
        let from = ranks[part].partition_point(|&rank| rank < first as u64);
        for (&rank, follows) in ranks[part][from..].iter().zip(&mut follows[part][from..]) {
            let Some(&number) = computed.get(rank as usize - first) else { break };
            *(if is_lower { &mut follows.lower } else { &mut follows.upper }) = number;
        }
        self.done += computed.len() as u64;
        (self.at)(self.done);
    }
}

/// Number of positions that a thread takes at a time.
const CHUNK: usize = 1 << 14;

impl Check<'_> {
    /// Compares both bounds of all positions with the results of sweeps, and those at some
    /// positions with the rules; returns the number of these.
    pub(super) fn by_sweeps(&self, passes: &dyn Passes) -> Result<u64, Error> {
        let domain = self.solver.intervals().expect("sweeps are over intervals");
        let lens = self.lens();
        for (bounds, widest) in self.bounds.iter().zip(&self.widest) {
            widest.store(bounds.widest(), Ordering::Relaxed);
        }
        let pinned = |part| Ok(passes.pinned(part)?.into_iter().map(|(rank, _)| rank).collect());
        let pinned: Vec<Vec<u64>> =
            (0..lens.len()).map(pinned).collect::<Result<_, Unanswered>>()?;
        let count = self.options.by_rules;
        let mut work = Comparing {
            pass: Pass::Lower,
            bounds: &self.bounds,
            open: self.this(),
            domain,
            widest: &self.widest,
            pinned: &pinned,
            asked: [self.asked(domain, false), self.asked(domain, true)],
            sampled: Sampled::new(&lens, &pinned, count),
            wrong: None,
            done: 0,
            at: &|done| self.progress.at(done, ""),
            stored: Vec::new(),
            stored_from: None,
        };
        self.progress.phase("values, by sweeps", 2 * lens.iter().sum::<u64>());
        for pass in [Pass::Lower, Pass::Upper] {
            work.pass = pass;
            for part in 0..lens.len() {
                if self.progress.interrupted() {
                    return Err(Error::Interrupted);
                }
                passes.pass(pass, part, &mut work)?;
            }
        }
        let Comparing { sampled, wrong, .. } = work;
        if let Some((part, rank)) = wrong {
            self.position(part, rank)?;
            let reason = "sweeps refuse its bounds, and the rules do not: the fault is the \
                          program's, not the file's";
            return self.wrong(part, rank, reason);
        }
        let check = |part, rank| {
            let (by_rules, by_sweeps) = (self.position(part, rank)?, sampled.follows(part, rank));
            if by_rules == by_sweeps {
                return Ok(());
            }
            let reason = format!(
                "{by_rules:?} follows by the rules, and {by_sweeps:?} by sweeps: the fault is the \
                 program's, not the file's"
            );
            self.wrong(part, rank, reason)
        };
        for (part, ranks) in pinned.iter().enumerate() {
            ranks.iter().try_for_each(|&rank| check(part, rank))?;
        }
        self.progress.phase("values, by the rules", count);
        self.each_of(count, check)?;
        Ok(count)
    }
}

impl Sampled {
    /// Creates a sample of the pinned positions, and `count` drawn ones.
    fn new(lens: &[u64], pinned: &[Vec<u64>], count: u64) -> Self {
        let mut ranks = pinned.to_vec();
        for (part, rank) in (0..count).map(|number| drawn(lens, count, number)) {
            ranks[part].push(rank);
        }
        for ranks in &mut ranks {
            ranks.sort_unstable();
            ranks.dedup();
        }
        let follows = ranks.iter().map(|ranks| vec![Interval::UNKNOWN; ranks.len()]).collect();
        Sampled { ranks, follows }
    }

    /// Returns the sweeps' bounds of a position, if it is in the sample.
    fn follows(&self, part: usize, rank: u64) -> Option<Interval> {
        let at = self.ranks[part].binary_search(&rank).ok()?;
        Some(self.follows[part][at])
    }
}
