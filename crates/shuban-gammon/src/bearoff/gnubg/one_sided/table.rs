//! All sides of a layer at once.
//!
//! A play takes a side to fewer pips, so all of the same pips are worked out at once, on any number
//! of threads. The ranks of what they can have after a play follow from theirs step by step, and of
//! these only the means are looked at: no side is made that is not the best.

use std::sync::OnceLock;

use shuban_core::{Checkers, FinishedTables, Index, LayerId, PartId, Roll, Unanswered, Workers, rolls};

use super::super::plays::{Movable, each_after};
use super::super::rank::{GnubgRank, RankFalls, Ranked};
use super::rolls::Rolls;
use super::{CHECKERS, LayerIndex};

/// Sides that a thread takes at a time.
const AT_ONCE: usize = 64;

/// What a side needs, and the mean of both kinds of chances.
struct Valued {
    means: [u32; 2],
    rolls: Rolls,
}

impl From<Rolls> for Valued {
    fn from(rolls: Rolls) -> Self {
        Valued { means: rolls.means(), rolls }
    }
}

/// The sides of a layer and of those before it, valued.
pub struct OneSidedTable {
    rank: GnubgRank,
    /// By rank.
    sides: Vec<OnceLock<Valued>>,
}

impl OneSidedTable {
    /// Values a layer.
    pub(super) fn new(
        layer: LayerId,
        (home, faces): (usize, u8),
        finished: &dyn FinishedTables<Rolls, Rolls>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let rank = GnubgRank { points: layer.0 + 1, checkers: CHECKERS };
        let sides = (0..rank.len()).map(|_| OnceLock::new()).collect();
        let table = OneSidedTable { rank, sides };
        for earlier in 0..layer.0 {
            let index = LayerIndex::new(earlier);
            let mut ranks = 0..index.len();
            let part = PartId { layer: LayerId(earlier), part: 0 };
            finished.records(part, ranks.clone(), &mut |records| {
                for (rolls, at) in records.iter().zip(&mut ranks) {
                    let rank = index.unrank(at).and_then(|side| rank.rank(&side));
                    // Each comes once.
                    let _ = rank.map(|rank| table.sides[rank as usize].set((*rolls).into()));
                }
            })?;
        }
        let mut by_pips: Vec<Vec<u32>> = vec![Vec::new(); rank.points * rank.checkers + 1];
        for (at, side) in (0u32..).zip((0..rank.len()).map_while(|at| rank.unrank(at))) {
            if table.sides[at as usize].get().is_none() {
                by_pips[side.pips()].push(at);
            }
        }
        let (rolls, falls) = (rolls(faces), rank.falls());
        for same in by_pips {
            let some: Vec<&[u32]> = same.chunks(AT_ONCE).collect();
            workers.each(some.len(), &|at| {
                for &side in some[at] {
                    let valued = table.valued(side, &rolls, home, &falls);
                    // Each is worked out once.
                    let _ = table.sides[side as usize].set(valued.ok_or_else(Unanswered::default)?);
                }
                Ok(())
            })?;
        }
        Ok(table)
    }

    /// What a side needs, from those of fewer pips.
    fn valued(
        &self,
        at: u32,
        rolls: &[(Roll, u32)],
        home: usize,
        falls: &RankFalls,
    ) -> Option<Valued> {
        let side = Ranked::new(self.rank, at, falls)?;
        if at == 0 {
            return Some(Rolls::DONE.into());
        }
        let mut by_throw = Vec::with_capacity(rolls.len());
        for &(roll, weight) in rolls {
            // The first of equal ones stays.
            let mut best: [Option<(u32, &Rolls)>; 2] = [None; 2];
            each_after(side, roll, home, &mut |after: Ranked<'_>| {
                if let Some(Valued { means, rolls }) = self.sides[after.rank as usize].get() {
                    for (best, &mean) in best.iter_mut().zip(means) {
                        if best.is_none_or(|(least, _)| mean < least) {
                            *best = Some((mean, rolls));
                        }
                    }
                }
            });
            let [all, first] = best;
            by_throw.push((weight, [&all?.1.all, &first?.1.first]));
        }
        Some(Rolls::after_roll(&by_throw, side.checkers().count() == CHECKERS).into())
    }

    /// What a side needs.
    pub(super) fn rolls(&self, side: &Checkers) -> Option<Rolls> {
        Some(self.sides[self.rank.rank(side)? as usize].get()?.rolls)
    }
}

/// Bytes of the table of a layer.
pub(super) fn bytes(layer: LayerId) -> u64 {
    let rank = GnubgRank { points: layer.0 + 1, checkers: CHECKERS };
    rank.len() * (size_of::<OnceLock<Valued>>() + size_of::<u32>()) as u64
}
