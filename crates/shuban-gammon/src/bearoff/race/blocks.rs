//! All positions of a layer, group by group.
//!
//! A play takes the side that makes it to fewer pips, and the other side rolls next. So of the pips
//! of both sides together, positions need those of fewer only: all with the same sum are computed
//! together, on any number of threads.
//!
//! The equities of the sides of one group against those of another are a **block**. The side about
//! to roll is the lane: the sides after its plays are a row of lanes whatever the opponent, who
//! rolls next, has. So all reads are of whole vectors, and each play costs one maximum.

use std::sync::OnceLock;

use shuban_core::tabulate::{FinishedTables, Workers};
use shuban_core::{Index, LayerId, PartId, Unanswered};

use super::lanes::LANES;
use super::layers::Rows;
use super::sides::{Place, Sides};
use super::worth::{RaceLanes, RaceWorth};
use crate::bearoff::rank::GnubgRank;

/// The positions in which a side of one group waits, and one of another is about to roll: by the
/// latter in sixteens, and within these by the former.
struct Block<L: RaceLanes> {
    /// Worth of the positions to the player who has just moved into them.
    after: Box<[L]>,
    /// Part of the worth that `after` loses; empty for a block of the layers before.
    rest: Box<[L::Rest]>,
}

impl<L: RaceLanes> Block<L> {
    fn new(waiting: usize, rolling: usize, is_new: bool) -> Self {
        let len = waiting * rolling.div_ceil(LANES);
        let rest = if is_new { len } else { 0 };
        Block {
            after: vec![L::NONE; len].into_boxed_slice(),
            rest: vec![L::NO_REST; rest].into_boxed_slice(),
        }
    }

    /// Sets a position to one of other lanes: its worth, and its worth after a play.
    #[inline(always)]
    fn set(&mut self, (row, lane): (usize, usize), worth: &L, after: &L, from: usize) {
        self.after[row].put(lane, after, from);
        if let Some(rest) = self.rest.get_mut(row) {
            worth.put_rest(from, rest, lane);
        }
    }

    fn get(&self, (row, lane): (usize, usize)) -> L::Worth {
        self.after[row].before_play(&self.rest[row], lane)
    }
}

/// All positions of a layer, valued.
pub struct RaceBlocks<W: RaceWorth> {
    pub(super) rows: Rows,
    sides: Sides,
    /// Blocks by the group of the side that waits, and that of the side about to roll.
    blocks: Vec<Vec<OnceLock<Block<W::Lanes>>>>,
}

impl<W: RaceWorth> RaceBlocks<W> {
    /// Values a layer.
    pub(super) fn new(
        rows: Rows,
        layer: LayerId,
        (home, faces): (usize, u8),
        finished: &dyn FinishedTables<W, W>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let sides = Sides::new(rows.rank, rows.new_from, home, faces);
        let groups = sides.groups.len();
        let none = || (0..groups).map(|_| OnceLock::new()).collect();
        let mut all = RaceBlocks { rows, sides, blocks: (0..groups).map(|_| none()).collect() };
        all.read(layer, finished)?;
        let groups = &all.sides.groups;
        let most = groups.last().map_or(0, |group| 2 * group.pips);
        let mut at_once: Vec<Vec<(usize, usize)>> = vec![Vec::new(); most + 1];
        for (waiting, a) in groups.iter().enumerate() {
            for (rolling, b) in groups.iter().enumerate() {
                if a.is_new || b.is_new {
                    at_once[a.pips + b.pips].push((waiting, rolling));
                }
            }
        }
        let arch = pulp::Arch::new();
        for blocks in at_once {
            workers.each(blocks.len(), &|at| {
                let (waiting, rolling) = blocks[at];
                let block = arch.dispatch(Vectorized { all: &all, waiting, rolling });
                // Each is computed once.
                let _ = all.blocks[waiting][rolling].set(block);
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// Reads the values of the layers before.
    fn read(
        &mut self,
        layer: LayerId,
        finished: &dyn FinishedTables<W, W>,
    ) -> Result<(), Unanswered> {
        let Sides { groups, places, .. } = &self.sides;
        let is_old = |group: &usize| !groups[*group].is_new;
        let size = |group: usize| groups[group].ranks.len();
        let mut old: Vec<Vec<Option<Block<W::Lanes>>>> = Vec::new();
        for waiting in 0..groups.len() {
            let block = |rolling| {
                let both = is_old(&waiting) && is_old(&rolling);
                both.then(|| Block::new(size(waiting), size(rolling), false))
            };
            old.push((0..groups.len()).map(block).collect());
        }
        let mut are_proper = true;
        for earlier in 0..layer.0 {
            let rows = self.rows.of(LayerId(earlier));
            for part in 0..rows.parts() {
                let mut at = 0;
                let part = PartId { layer: LayerId(earlier), part };
                finished.records(part, 0..rows.positions(part.part), &mut |records| {
                    for worth in records {
                        let (rolling, waiting) = rows.sides(part.part, at);
                        at += 1;
                        let [rolling, waiting] = [rolling, waiting].map(|at| places[at as usize]);
                        let block = &mut old[waiting.group as usize][rolling.group as usize];
                        // A damaged file may hold numbers that overflow a sum.
                        let worth = worth.proper();
                        are_proper &= worth.is_some();
                        if let Some((block, worth)) = block.as_mut().zip(worth) {
                            let entry = entry(rolling, waiting, size(waiting.group as usize));
                            let after = W::Lanes::of(worth.after_play());
                            block.set(entry, &after, &after, 0);
                        }
                    }
                })?;
            }
        }
        if !are_proper {
            return Err(Unanswered::because("an earlier layer holds values that cannot be"));
        }
        for (blocks, old) in self.blocks.iter().zip(old) {
            for (block, old) in blocks.iter().zip(old) {
                if let Some(old) = old {
                    // Nothing is there yet.
                    let _ = block.set(old);
                }
            }
        }
        Ok(())
    }

    /// The positions of two groups, from those of fewer pips.
    #[inline(always)]
    fn valued(&self, waiting: usize, rolling: usize) -> Block<W::Lanes> {
        let [waiters, rollers] = [waiting, rolling].map(|group| &self.sides.groups[group]);
        let size = waiters.ranks.len();
        let mut block = Block::new(size, rollers.ranks.len(), true);
        if let Some(over) = match (rollers.pips, waiters.pips) {
            (0, _) => Some(W::WON),
            (_, 0) => Some(W::LOST),
            _ => None,
        } {
            let (worth, after) = (W::Lanes::of(over), W::Lanes::of(over.after_play()));
            for at in 0..rollers.ranks.len() {
                for waiter in 0..size {
                    block.set((at / LANES * size + waiter, at % LANES), &worth, &after, 0);
                }
            }
            return block;
        }
        // The side that waits rolls next.
        let before: Vec<(&[W::Lanes], usize)> = (self.blocks.iter().zip(&self.sides.groups))
            .map_while(|(blocks, group)| {
                let is_before = group.pips < rollers.pips;
                let block = is_before.then(|| blocks[waiting].get()).flatten()?;
                Some((&*block.after, group.ranks.len()))
            })
            .collect();
        for sixteen in 0..size.div_ceil(LANES) {
            for (at, &roller) in rollers.ranks.iter().enumerate() {
                let mut sums = W::Lanes::NO_SUMS;
                for (weight, plays) in self.sides.after(roller) {
                    let mut best = W::Lanes::LEAST;
                    for play in plays {
                        let (after, size) = before[play.group as usize];
                        best.keep_better(&after[sixteen * size + play.at as usize]);
                    }
                    best.add(weight, &mut sums);
                }
                let worth = W::Lanes::mean(&sums);
                let after = worth.after_play();
                let waiters = size.min((sixteen + 1) * LANES) - sixteen * LANES;
                for lane in 0..waiters {
                    let row = at / LANES * size + sixteen * LANES + lane;
                    block.set((row, at % LANES), &worth, &after, lane);
                }
            }
        }
        block
    }

    /// The worth of a side about to roll against one that waits, by their ranks; `None` for a
    /// position of the layers before.
    pub(super) fn worth(&self, rolling: u64, waiting: u64) -> Option<W> {
        let [rolling, waiting] =
            [rolling, waiting].map(|rank| self.sides.places.get(rank as usize).copied());
        let (rolling, waiting) = (rolling?, waiting?);
        let [group, other] = [waiting.group, rolling.group].map(|group| group as usize);
        let block = self.blocks[group][other].get().filter(|block| !block.rest.is_empty())?;
        Some(block.get(entry(rolling, waiting, self.sides.groups[group].ranks.len())))
    }
}

/// The work on a block, to be compiled for each kind of vector instructions.
struct Vectorized<'a, W: RaceWorth> {
    all: &'a RaceBlocks<W>,
    waiting: usize,
    rolling: usize,
}

impl<W: RaceWorth> pulp::WithSimd for Vectorized<'_, W> {
    type Output = Block<W::Lanes>;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> Block<W::Lanes> {
        self.all.valued(self.waiting, self.rolling)
    }
}

/// Index of a position in a block with `waiters` sides that wait.
#[inline(always)]
fn entry(rolling: Place, waiting: Place, waiters: usize) -> (usize, usize) {
    let at = rolling.at as usize;
    (at / LANES * waiters + waiting.at as usize, at % LANES)
}

/// Bytes of the blocks of a layer and of those before it, about.
pub(super) fn bytes<W: RaceWorth>(rows: &Rows) -> u64 {
    let GnubgRank { points, checkers } = rows.rank;
    // Lanes of the last sixteen of a group are empty, half of them on average.
    let groups = 2 * points * checkers;
    let rolling = rows.rank.len() + (groups * LANES / 2) as u64;
    let plays = 150 * rows.rank.len() * size_of::<Place>() as u64;
    let each = (size_of::<W::Lanes>() + size_of::<<W::Lanes as RaceLanes>::Rest>()) / LANES;
    rolling * rows.rank.len() * each as u64 + plays
}
