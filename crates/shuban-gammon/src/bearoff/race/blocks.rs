//! All positions of a layer, group by group.
//!
//! A play takes the side that makes it to fewer pips, and the other side rolls next. So of the pips
//! of both sides together, positions need those of fewer only: all with the same sum are computed
//! together, on any number of threads.
//!
//! The equities of the sides of one group against those of another are a **block**. The side about
//! to roll is the lane: the sides after its plays are a row of lanes whatever the opponent, who
//! rolls next, has. So all reads are of whole vectors, and each play costs one maximum.
//!
//! A turn takes off no more pips than four faces of a die. So no more than that many sums are kept in
//! memory: the **window**. The worths of a block go to a [scratch file](super::stored) as soon as it
//! is computed, from where the layer is written by rank. Positions of earlier layers are computed
//! once more, which takes about as long as to read them where they lie, scattered by rank, and takes
//! no memory beyond the window.

use std::sync::OnceLock;

use shuban_core::tabulate::Workers;
use shuban_core::{Index, Unanswered};

use super::lanes::LANES;
use super::layers::Rows;
use super::sides::{Place, Sides, sides_by_pips};
use super::stored::{Stored, StoredBlock, record_bytes, write_record};
use super::worth::{RaceLanes, RaceWorth};
use crate::bearoff::rank::GnubgRank;

/// Most times that a die's number is played in a turn.
const MOST_DICE: usize = 4;

/// The positions in which a side of one group waits, and one of another is about to roll, as they
/// are worth to the player who has just moved into them: by the latter in sixteens, and within these
/// by the former.
type Block<L> = Box<[L]>;

/// All positions of a layer, valued.
pub struct RaceBlocks<W: RaceWorth> {
    pub(super) rows: Rows,
    sides: Sides,
    stored: Stored<W>,
}

impl<W: RaceWorth> RaceBlocks<W> {
    /// Values a layer.
    pub(super) fn new(
        rows: Rows,
        (home, faces): (usize, u8),
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let sides = Sides::new(rows.rank, rows.new_from, home, faces);
        let groups = &sides.groups;
        let most = groups.last().map_or(0, |group| 2 * group.pips);
        let mut by_sum: Vec<Vec<(usize, usize)>> = vec![Vec::new(); most + 1];
        for (waiting, a) in groups.iter().enumerate() {
            for (rolling, b) in groups.iter().enumerate() {
                by_sum[a.pips + b.pips].push((waiting, rolling));
            }
        }
        let order = by_sum.iter().flatten().copied();
        let stored = Stored::new(workers.scratch_file()?, &sides, order);
        let none = || (0..groups.len()).map(|_| None).collect();
        let mut window = Window { sides: &sides, blocks: groups.iter().map(|_| none()).collect() };
        let arch = pulp::Arch::new();
        for (sum, at_once) in by_sum.iter().enumerate() {
            let computed: Vec<OnceLock<Block<W::Lanes>>> =
                at_once.iter().map(|_| OnceLock::new()).collect();
            workers.each(at_once.len(), &|at| {
                let (waiting, rolling) = at_once[at];
                let work = Vectorized { window: &window, waiting, rolling };
                let (block, records) = arch.dispatch(work);
                // Each is computed once.
                let _ = computed[at].set(block);
                stored.write(at_once[at], &records)
            })?;
            for (&(waiting, rolling), block) in at_once.iter().zip(computed) {
                window.blocks[waiting][rolling] = block.into_inner();
            }
            let passed = sum.checked_sub(MOST_DICE * usize::from(faces));
            for &(waiting, rolling) in passed.iter().flat_map(|passed| &by_sum[*passed]) {
                window.blocks[waiting][rolling] = None;
            }
        }
        Ok(RaceBlocks { rows, sides, stored })
    }

    /// Reads the worths of a side about to roll, by its rank, against all sides with which it is in
    /// a part: `records` are by the rank of those.
    pub(super) fn read_row(
        &self,
        part: usize,
        rolling: u64,
        bytes: &mut Vec<u8>,
        records: &mut [W],
    ) -> Result<(), Unanswered> {
        let first = if part == 0 { 0 } else { self.rows.new_from as usize };
        let Place { group, at } = self.sides.places[rolling as usize];
        for (waiting, waiters) in self.sides.groups.iter().enumerate() {
            let block = (waiting, group as usize);
            self.stored.read(&self.sides, block, at as usize, bytes, |waiter, worth| {
                records[waiters.ranks[waiter] as usize - first] = worth;
            })?;
        }
        Ok(())
    }
}

/// The blocks that later ones need.
struct Window<'a, L> {
    sides: &'a Sides,
    /// By the group of the side that waits, and that of the side about to roll.
    blocks: Vec<Vec<Option<Block<L>>>>,
}

impl<L: RaceLanes> Window<'_, L> {
    /// The positions of two groups, from those of fewer pips; and their records, to be stored.
    #[inline(always)]
    fn valued(&self, waiting: usize, rolling: usize) -> (Block<L>, Vec<u8>) {
        let [waiters, rollers] = [waiting, rolling].map(|group| &self.sides.groups[group]);
        let size = waiters.len();
        let stored = StoredBlock { waiting: waiters, rolling: rollers };
        let each = record_bytes::<L::Worth>();
        let mut records = vec![0; stored.len() * each];
        let mut block = vec![L::NONE; size * rollers.len().div_ceil(LANES)].into_boxed_slice();
        let over = match (rollers.pips, waiters.pips) {
            (0, _) => Some(L::of(L::Worth::WON)),
            (_, 0) => Some(L::of(L::Worth::LOST)),
            _ => None,
        };
        // The side that waits rolls next. No play leads to a block that was given up.
        let before: Vec<(&[L], usize)> = (self.blocks.iter().zip(&self.sides.groups))
            .take(rolling)
            .map(|(blocks, group)| (blocks[waiting].as_deref().unwrap_or(&[]), group.len()))
            .collect();
        for sixteen in 0..size.div_ceil(LANES) {
            let these = sixteen * LANES..size.min((sixteen + 1) * LANES);
            for (at, &roller) in rollers.ranks.iter().enumerate() {
                let worth = over.unwrap_or_else(|| self.backed_up(roller, sixteen, &before));
                let after = worth.after_play();
                let to_store = stored.waiters(at);
                let first = stored.before(at);
                for (lane, waiter) in these.clone().enumerate() {
                    block[at / LANES * size + waiter].put(at % LANES, &after, lane);
                    if to_store.contains(&waiter) {
                        let place = (first + waiter - to_store.start) * each;
                        write_record(&worth.worth(lane), &mut records[place..place + each]);
                    }
                }
            }
        }
        (block, records)
    }

    /// The worth of a side about to roll against sixteen that wait.
    #[inline(always)]
    fn backed_up(&self, roller: u32, sixteen: usize, before: &[(&[L], usize)]) -> L {
        let mut sums = L::NO_SUMS;
        for (weight, plays) in self.sides.after(roller) {
            let mut best = L::LEAST;
            for play in plays {
                let (after, size) = before[play.group as usize];
                best.keep_better(&after[sixteen * size + play.at as usize]);
            }
            best.add(weight, &mut sums);
        }
        L::mean(&sums)
    }
}

/// The work on a block, to be compiled for each kind of vector instructions.
struct Vectorized<'a, L> {
    window: &'a Window<'a, L>,
    waiting: usize,
    rolling: usize,
}

impl<L: RaceLanes> pulp::WithSimd for Vectorized<'_, L> {
    type Output = (Block<L>, Vec<u8>);

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> Self::Output {
        self.window.valued(self.waiting, self.rolling)
    }
}

/// Bytes of the largest window of a layer, of the plays, and of the blocks that threads are at.
pub(super) fn bytes<W: RaceWorth>(rank: GnubgRank, faces: u8, threads: usize) -> u64 {
    let sides = sides_by_pips(rank);
    let mut by_sum = vec![0; 2 * sides.len()];
    for (a, waiting) in sides.iter().enumerate() {
        for (b, rolling) in sides.iter().enumerate() {
            by_sum[a + b] += waiting * rolling.div_ceil(LANES as u64);
        }
    }
    let sums = MOST_DICE * usize::from(faces) + 1;
    let window = by_sum.windows(sums.min(by_sum.len())).map(|window| window.iter().sum::<u64>());
    let plays = 150 * rank.len() * size_of::<Place>() as u64;
    let records = sides.iter().max().map_or(0, |most| most * most * record_bytes::<W>() as u64);
    window.max().unwrap_or(0) * size_of::<W::Lanes>() as u64 + plays + threads as u64 * records
}
