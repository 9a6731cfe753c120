//! All positions of a layer, group by group.
//!
//! A play takes the side that makes it to fewer pips, and the other side rolls next. So of the pips
//! of both sides together, positions need those of fewer only: all with the same sum are worked out
//! at once, on any number of threads.
//!
//! The equities of the sides of one group against those of another are a **block**. The side about
//! to roll is the lane: what a side can play into is a row of lanes whatever the opponent, who
//! rolls next, has. So nothing is looked up but whole vectors, and each play costs one maximum.

use std::sync::OnceLock;

use shuban_core::{FinishedTables, Index, LayerId, PartId, Unanswered, Workers};

use super::super::rank::GnubgRank;
use super::equities::Equities;
use super::layers::Rows;
use super::sides::{Place, Sides};

/// Positions side by side.
const LANES: usize = 16;
/// The numbers of these, kind by kind: 128 bytes.
const NUMBERS: usize = 4 * LANES;

/// What positions are worth to whoever has just played into them
/// ([`after_play`](Equities::after_play)), by kind.
#[derive(Clone, Copy)]
#[repr(align(128))]
struct After([i16; NUMBERS]);

/// What [`After`] does not tell of positions: with the own cube and with one in the middle, if the
/// player about to roll does not double now.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct NoDouble([[i16; LANES]; 2]);

/// The positions in which a side of one group waits, and one of another is about to roll. By the
/// latter in sixteens, and within these by the former.
struct Block {
    after: Box<[After]>,
    /// Empty for a block of the layers before.
    no_double: Box<[NoDouble]>,
}

impl Block {
    fn new(waiting: usize, rolling: usize, is_new: bool) -> Self {
        let len = waiting * rolling.div_ceil(LANES);
        let no_double = if is_new { len } else { 0 };
        Block {
            after: vec![After([0; NUMBERS]); len].into_boxed_slice(),
            no_double: vec![NoDouble([[0; LANES]; 2]); no_double].into_boxed_slice(),
        }
    }

    #[inline(always)]
    fn set(&mut self, row: usize, lane: usize, equities: Equities) {
        let After(numbers) = &mut self.after[row];
        for (kind, number) in equities.after_play().kinds().into_iter().enumerate() {
            numbers[kind * LANES + lane] = number;
        }
        if let Some(NoDouble([owned, centred])) = self.no_double.get_mut(row) {
            owned[lane] = equities.owned;
            centred[lane] = equities.centred;
        }
    }

    fn get(&self, row: usize, lane: usize) -> Equities {
        let After(numbers) = &self.after[row];
        let [cubeless, opponent] = [0, LANES].map(|from| !numbers[from + lane]);
        let [owned, centred] = self.no_double[row].0.map(|lanes| lanes[lane]);
        Equities { cubeless, owned, centred, opponent }
    }
}

/// All positions of a layer, valued.
pub struct TwoSidedBlocks {
    pub(super) rows: Rows,
    sides: Sides,
    /// By the group of the side that waits, and that of the side about to roll.
    blocks: Vec<Vec<OnceLock<Block>>>,
}

impl TwoSidedBlocks {
    /// Values a layer.
    pub(super) fn new(
        rows: Rows,
        layer: LayerId,
        (home, faces): (usize, u8),
        finished: &dyn FinishedTables<Equities, Equities>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let sides = Sides::new(rows.rank, rows.new_from, home, faces);
        let groups = sides.groups.len();
        let none = || (0..groups).map(|_| OnceLock::new()).collect();
        let mut all = TwoSidedBlocks { rows, sides, blocks: (0..groups).map(|_| none()).collect() };
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
                // Each is worked out once.
                let _ = all.blocks[waiting][rolling].set(block);
                Ok(())
            })?;
        }
        Ok(all)
    }

    /// Takes over what the layers before have.
    fn read(
        &mut self,
        layer: LayerId,
        finished: &dyn FinishedTables<Equities, Equities>,
    ) -> Result<(), Unanswered> {
        let Sides { groups, places, .. } = &self.sides;
        let is_old = |group: &usize| !groups[*group].is_new;
        let size = |group: usize| groups[group].ranks.len();
        let mut old: Vec<Vec<Option<Block>>> = Vec::new();
        for waiting in 0..groups.len() {
            let block = |rolling| {
                let both = is_old(&waiting) && is_old(&rolling);
                both.then(|| Block::new(size(waiting), size(rolling), false))
            };
            old.push((0..groups.len()).map(block).collect());
        }
        for earlier in 0..layer.0 {
            let rows = self.rows.of(LayerId(earlier));
            for part in 0..rows.parts() {
                let mut at = 0;
                let part = PartId { layer: LayerId(earlier), part };
                finished.records(part, 0..rows.positions(part.part), &mut |records| {
                    for equities in records {
                        let (rolling, waiting) = rows.sides(part.part, at);
                        at += 1;
                        let [rolling, waiting] = [rolling, waiting].map(|at| places[at as usize]);
                        let block = &mut old[waiting.group as usize][rolling.group as usize];
                        if let Some(block) = block {
                            let (row, lane) = entry(rolling, waiting, size(waiting.group as usize));
                            block.set(row, lane, *equities);
                        }
                    }
                })?;
            }
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
    fn valued(&self, waiting: usize, rolling: usize) -> Block {
        let [waiters, rollers] = [waiting, rolling].map(|group| &self.sides.groups[group]);
        let size = waiters.ranks.len();
        let mut block = Block::new(size, rollers.ranks.len(), true);
        if let Some(over) = match (rollers.pips, waiters.pips) {
            (0, _) => Some(Equities::WON),
            (_, 0) => Some(Equities::LOST),
            _ => None,
        } {
            for at in 0..rollers.ranks.len() {
                (0..size).for_each(|waiter| {
                    block.set(at / LANES * size + waiter, at % LANES, over);
                });
            }
            return block;
        }
        // Whoever waits rolls next.
        let before: Vec<(&[After], usize)> = (self.blocks.iter().zip(&self.sides.groups))
            .map_while(|(blocks, group)| {
                let is_before = group.pips < rollers.pips;
                let block = is_before.then(|| blocks[waiting].get()).flatten()?;
                Some((&*block.after, group.ranks.len()))
            })
            .collect();
        for sixteen in 0..size.div_ceil(LANES) {
            for (at, &roller) in rollers.ranks.iter().enumerate() {
                let mut sums = [0i32; NUMBERS];
                for (weight, plays) in self.sides.after(roller) {
                    let mut best = [i16::MIN; NUMBERS];
                    for play in plays {
                        let (after, size) = before[play.group as usize];
                        keep_better(&mut best, &after[sixteen * size + play.at as usize]);
                    }
                    for (sum, best) in sums.iter_mut().zip(best) {
                        *sum += weight * i32::from(best);
                    }
                }
                let means = sums.map(Equities::mean);
                let waiters = size.min((sixteen + 1) * LANES) - sixteen * LANES;
                for lane in 0..waiters {
                    let equities =
                        Equities::from_kinds([0, 1, 2, 3].map(|kind| means[kind * LANES + lane]));
                    let row = at / LANES * size + sixteen * LANES + lane;
                    block.set(row, at % LANES, equities);
                }
            }
        }
        block
    }

    /// The equities of a side about to roll against one that waits, by their ranks; `None` of a
    /// position of the layers before.
    pub(super) fn equities(&self, rolling: u64, waiting: u64) -> Option<Equities> {
        let [rolling, waiting] =
            [rolling, waiting].map(|rank| self.sides.places.get(rank as usize).copied());
        let (rolling, waiting) = (rolling?, waiting?);
        let [group, other] = [waiting.group, rolling.group].map(|group| group as usize);
        let block = self.blocks[group][other].get().filter(|block| !block.no_double.is_empty())?;
        let (row, lane) = entry(rolling, waiting, self.sides.groups[group].ranks.len());
        Some(block.get(row, lane))
    }
}

/// The work on a block, to be compiled for each kind of vector instructions.
struct Vectorized<'a> {
    all: &'a TwoSidedBlocks,
    waiting: usize,
    rolling: usize,
}

impl pulp::WithSimd for Vectorized<'_> {
    type Output = Block;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> Block {
        self.all.valued(self.waiting, self.rolling)
    }
}

/// Of each number the larger one.
#[inline(always)]
fn keep_better(best: &mut [i16; NUMBERS], After(other): &After) {
    for at in 0..NUMBERS {
        best[at] = best[at].max(other[at]);
    }
}

/// Where a position is in a block of so many sides that wait.
#[inline(always)]
fn entry(rolling: Place, waiting: Place, waiters: usize) -> (usize, usize) {
    let at = rolling.at as usize;
    (at / LANES * waiters + waiting.at as usize, at % LANES)
}

/// Bytes of the blocks of a layer and of those before it, about.
pub(super) fn bytes(rows: &Rows) -> u64 {
    let GnubgRank { points, checkers } = rows.rank;
    // Lanes of the last sixteen of a group are empty, half of them on average.
    let groups = 2 * points * checkers;
    let rolling = rows.rank.len() + (groups * LANES / 2) as u64;
    let plays = 150 * rows.rank.len() * size_of::<Place>() as u64;
    let each = (size_of::<After>() + size_of::<NoDouble>()) / LANES;
    rolling * rows.rank.len() * each as u64 + plays
}
