//! All sides of a layer at once.
//!
//! A play takes a side to fewer pips, so all of the same pips are computed together, on any number
//! of threads. For each side the table keeps what is best after one, two and three dice of a
//! number. So the best after a roll is the best, over single steps, of what is best after the dice
//! that are left; no play is ever made.
//!
//! Of equal plays the first that gnubg generates counts ([`each_after`](super::super::plays)): as
//! it looks at those behind one step before those behind the next one, the first of the best steps
//! leads to it. (A side has one set of steps to another with dice of one number; the order that
//! gnubg makes them in, from the back to the front, is the first of all orders.)

use std::sync::OnceLock;

use shuban_core::checkers::Checkers;
use shuban_core::tabulate::{FinishedTables, Workers};
use shuban_core::{Index, LayerId, Unanswered};

use super::layers::{CHECKERS, FACES, read_layers};
use super::rolls::{Chances, Rolls};
use crate::bearoff::plays::{Movable, steps};
use crate::bearoff::rank::{GnubgRank, RankFalls, Ranked};

/// Sides that a thread takes at a time.
const AT_ONCE: usize = 64;

/// The sides with the least mean number of rolls of each kind.
type Best = [Least; 2];

#[derive(Clone, Copy)]
struct Least {
    mean: u32,
    rank: u32,
}

/// The lesser of both kinds, the first of equal ones.
#[inline(always)]
fn first_least(best: Option<Best>, other: Best) -> Option<Best> {
    let Some(mut best) = best else { return Some(other) };
    for (best, other) in best.iter_mut().zip(other) {
        if other.mean < best.mean {
            *best = other;
        }
    }
    Some(best)
}

/// Entry of a side.
struct Known {
    rolls: Rolls,
    /// The side itself.
    itself: Best,
    /// The best that it can have after one, two and three dice, by their number.
    after: [[Best; 3]; FACES],
}

/// The sides of a layer and of those before it, valued.
pub struct OneSidedTable {
    rank: GnubgRank,
    home: usize,
    falls: RankFalls,
    /// Sides by rank.
    sides: Vec<OnceLock<Known>>,
}

impl OneSidedTable {
    /// Values a layer.
    pub(super) fn new(
        layer: LayerId,
        home: usize,
        finished: &dyn FinishedTables<Rolls, Rolls>,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let rank = GnubgRank { points: layer.0 + 1, checkers: CHECKERS };
        let earlier = read_layers(rank, layer.0, finished)?;
        let mut by_pips: Vec<Vec<u32>> = vec![Vec::new(); rank.points * rank.checkers + 1];
        for (at, side) in (0..).zip((0..rank.len()).map_while(|at| rank.unrank(at))) {
            by_pips[side.pips()].push(at);
        }
        let sides = earlier.iter().map(|_| OnceLock::new()).collect();
        let table = OneSidedTable { rank, home, falls: rank.falls(), sides };
        for same in by_pips {
            let some: Vec<&[u32]> = same.chunks(AT_ONCE).collect();
            workers.each(some.len(), &|at| {
                for &side in some[at] {
                    let known = table.known(side, earlier[side as usize]);
                    // Each is computed once.
                    let _ = table.sides[side as usize].set(known.ok_or_else(Unanswered::default)?);
                }
                Ok(())
            })?;
        }
        Ok(table)
    }

    /// A side's entry, from those of fewer pips; `rolls` are those of an earlier layer.
    fn known(&self, rank: u32, rolls: Option<Rolls>) -> Option<Known> {
        let side = Ranked::new(self.rank, rank, &self.falls)?;
        let known = |rolls: Rolls, after: Option<[[Best; 3]; FACES]>| {
            let itself = rolls.means().map(|mean| Least { mean, rank });
            Known { rolls, itself, after: after.unwrap_or([[itself; 3]; FACES]) }
        };
        if side.checkers().is_empty() {
            return Some(known(Rolls::DONE, None));
        }
        // What one die of each number leads to.
        let mut after_one: [Vec<&Known>; FACES] = Default::default();
        for (die, after_one) in (1..).zip(&mut after_one) {
            let after = steps(side, self.home, die);
            after_one.extend(after.filter_map(|after| self.sides[after.rank as usize].get()));
        }
        let best = |die: usize, of: &dyn Fn(&Known) -> Best| {
            after_one[die].iter().fold(None, |best, known| first_least(best, of(known)))
        };
        let mut after = [[[Least { mean: 0, rank }; 2]; 3]; FACES];
        for (die, after) in after.iter_mut().enumerate() {
            after[0] = best(die, &|known| known.itself)?;
            after[1] = best(die, &|known| known.after[die][0])?;
            after[2] = best(die, &|known| known.after[die][1])?;
        }
        let rolls = match rolls {
            Some(rolls) => rolls,
            None => {
                let mut by_throw = Vec::with_capacity(FACES * (FACES + 1) / 2);
                for high in 0..FACES {
                    by_throw.push((1, self.chances(best(high, &|known| known.after[high][2])?)?));
                    for low in 0..high {
                        let larger_first = best(high, &|known| known.after[low][0])?;
                        let smaller_first = best(low, &|known| known.after[high][0])?;
                        let both = first_least(Some(larger_first), smaller_first)?;
                        by_throw.push((2, self.chances(both)?));
                    }
                }
                Rolls::after_roll(&by_throw, side.checkers().count() == CHECKERS)
            }
        };
        Some(known(rolls, Some(after)))
    }

    fn chances(&self, [all, first]: Best) -> Option<[&Chances; 2]> {
        let rolls = |least: Least| Some(&self.sides[least.rank as usize].get()?.rolls);
        Some([&rolls(all)?.all, &rolls(first)?.first])
    }

    /// The rolls that a side needs.
    pub(super) fn rolls(&self, side: &Checkers) -> Option<Rolls> {
        Some(self.sides[self.rank.rank(side)? as usize].get()?.rolls)
    }
}

/// Bytes of the table of a layer.
pub(super) fn bytes(layer: LayerId) -> u64 {
    let rank = GnubgRank { points: layer.0 + 1, checkers: CHECKERS };
    let each = size_of::<OnceLock<Known>>() + size_of::<Option<Rolls>>() + size_of::<u32>();
    rank.len() * each as u64
}
