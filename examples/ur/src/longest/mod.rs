//! The longest game: how many moves a game has on the average if both sides want it long.
//!
//! Both want the same, so this is a decision problem of one mind: a position is worth a move, and then,
//! on the average over the rolls, the most that a play leads to. Policies are improved (Howard, *Dynamic
//! Programming and Markov Processes*, 1960), layer by layer; what a policy is worth is a linear system,
//! solved by [`linear`]. Plain sweeps would need as many rounds as the game has moves, hundreds of
//! thousands.
//!
//! How numbers were found does not matter to their [bounds](Bounds): these follow from one look ahead at
//! each position.

pub mod linear;
pub mod successors;

use rayon::prelude::*;
use shuban_core::IndexError;

use self::linear::bicgstab;
use self::successors::{BLOCK, Block, Numbering, Successors};
use crate::rules::Rules;

/// The share of what looking ahead changes to which the values of a policy are solved: one that will be
/// improved need not be known to the last digit.
const PRECISION: f64 = 0.02;
/// A first guess of how much longer the game is with a piece more to come home: what counts is that coming
/// home does not pay.
const GROWTH: f64 = 4.0;
/// The most policies of a layer. The hardest layer so far took 78.
const MOST_POLICIES: u32 = 200;
/// A play that leads to more by less than this share does not replace another: policies end.
const WORTHWHILE: f64 = 1e-9;

/// Bounds of the longest game, as factors of the numbers that were found.
///
/// Let T v be what the rules make of numbers v by a look one move ahead. If T v ≤ v + r at each position,
/// where v ≥ 0 and r < 1, then c v with c = 1 / (1 − r) is nowhere below what it leads to:
/// T (c v) = c T v − (c − 1) ≤ c v. So no way to play lasts longer than c v, and each game ends. If
/// T v ≥ v − s, then c v with c = 1 / (1 + s) is nowhere above what it leads to, and to play by that look
/// ahead lasts at least as long as c v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The factor of lower bounds.
    pub lower: f64,
    /// The factor of upper bounds; infinite if none follows.
    pub upper: f64,
}

impl Bounds {
    fn new(ahead: Ahead) -> Self {
        // A sum of a handful of products is off by fewer units in the last place than this.
        let rounding = 32.0 * f64::EPSILON * ahead.greatest.max(1.0);
        let (less, more) = (ahead.less + rounding, ahead.more + rounding);
        let is_bound = ahead.least >= 0.0 && more < 1.0;
        let upper =
            if is_bound { (1.0 / (1.0 - more).next_down()).next_up() } else { f64::INFINITY };
        let lower =
            if ahead.least >= 0.0 { (1.0 / (1.0 + less).next_up()).next_down() } else { 0.0 };
        Bounds { lower, upper }
    }

    /// Returns the bounds of a number that was found.
    pub fn of(self, number: f64) -> [f64; 2] {
        [(number * self.lower).next_down().max(0.0), (number * self.upper).next_up()]
    }
}

/// What a look ahead at some positions comes to.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// The most by which it makes a number less, and more; at least 0.
    less: f64,
    more: f64,
    /// The least and the greatest of the numbers.
    least: f64,
    greatest: f64,
}

impl Ahead {
    const NOTHING: Self =
        Ahead { less: 0.0, more: 0.0, least: f64::INFINITY, greatest: f64::NEG_INFINITY };

    fn and(self, other: Self) -> Self {
        Ahead {
            less: self.less.max(other.less),
            more: self.more.max(other.more),
            least: self.least.min(other.least),
            greatest: self.greatest.max(other.greatest),
        }
    }
}

/// How well a layer is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The most by which a look ahead may change a value in the end, in moves.
    pub gap: f64,
    /// After so many looks at positions, [products](Effort::products) times positions, the policy of a
    /// layer is no longer improved: what it is worth is a lower bound nevertheless.
    pub looks: f64,
}

/// How a layer was solved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Number of policies that were improved.
    pub policies: u32,
    /// Number of times that the values of all positions were looked up.
    pub products: u32,
    /// True if better policies were not looked for to the end.
    pub is_cut_off: bool,
}

/// The mean number of moves of the longest game from each position of the layers that are known.
pub struct Longest {
    numbering: Numbering,
    /// By the number of the position; 0 moves follow where a game is over.
    values: Vec<f64>,
}

impl Longest {
    /// Begins without any layer.
    ///
    /// # Errors
    /// [`IndexError`] if a part of a layer has no index.
    pub fn new(rules: &'static Rules) -> Result<Self, IndexError> {
        Ok(Longest { numbering: Numbering::new(rules)?, values: vec![0.0] })
    }

    /// Goes on from values that were found before; those of a layer that is not whole are left out.
    #[must_use]
    pub fn with(mut self, mut values: Vec<f64>) -> Self {
        let ends = (0..self.numbering.layers()).map(|layer| self.numbering.end(layer));
        let whole = ends.take_while(|&end| end <= values.len()).last().unwrap_or(1);
        values.truncate(whole);
        if values.first() == Some(&0.0) {
            self.values = values;
        }
        self
    }

    /// Returns the numbers of positions.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns the values that are known, by number.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns how many layers are known.
    pub fn layers(&self) -> usize {
        let ends = (0..self.numbering.layers()).map(|layer| self.numbering.end(layer));
        ends.take_while(|&end| end <= self.values.len()).count()
    }

    /// Solves the next layer.
    pub fn solve_next(&mut self, goal: Goal) -> Effort {
        let successors = self.numbering.successors(self.layers());
        let (first, rolls) = (successors.first(), successors.shares().len());
        let most = self.values.iter().copied().fold(0.0, f64::max);
        let guess = |number: usize| {
            let nearer = self.numbering.with_one_more_home(number);
            GROWTH * nearer.map_or(most, |nearer| self.values[nearer as usize])
        };
        let guesses: Vec<f64> =
            (first..first + successors.count()).into_par_iter().map(guess).collect();
        self.values.extend(guesses);
        let (known, own) = self.values.split_at_mut(first);
        let mut policy = vec![u32::MAX; successors.count() * rolls];
        let mut effort = Effort::default();
        loop {
            let ahead = improved(&successors, known, own, &mut policy);
            effort.products += 1;
            let gap = ahead.less.max(ahead.more);
            if gap <= goal.gap || effort.is_cut_off {
                return effort;
            }
            effort.policies += 1;
            let looks = f64::from(effort.products) * own.len() as f64;
            effort.is_cut_off = looks > goal.looks || effort.policies == MOST_POLICIES;
            let precision = if effort.is_cut_off { 0.0 } else { gap * PRECISION };
            let plays = |at: usize| policy[at * rolls..][..rolls].iter().zip(successors.shares());
            let reward = |at| {
                let outside =
                    |(&next, share): (&u32, &f64)| Some(share * known.get(next as usize)?);
                1.0 + plays(at).filter_map(outside).sum::<f64>()
            };
            let rewards: Vec<f64> = (0..own.len()).into_par_iter().map(reward).collect();
            let row = |x: &[f64], at: usize| {
                let within = |(&next, share): (&u32, &f64)| {
                    Some(share * x[(next as usize).checked_sub(first)?])
                };
                x[at] - plays(at).filter_map(within).sum::<f64>()
            };
            effort.products += bicgstab(row, &rewards, own, precision.max(goal.gap / 2.0));
        }
    }

    /// Looks ahead from each position whose value is known, by the rules alone.
    pub fn bounds(&self) -> Bounds {
        let of_layer = |layer| {
            let successors = self.numbering.successors(layer);
            let (known, rest) = self.values.split_at(successors.first());
            let own = &rest[..successors.count()];
            let mut policy = vec![u32::MAX; own.len() * successors.shares().len()];
            improved(&successors, known, own, &mut policy)
        };
        Bounds::new((0..self.layers()).map(of_layer).fold(Ahead::NOTHING, Ahead::and))
    }
}

/// Looks ahead from each position of a layer, and replaces plays by better ones.
fn improved(successors: &Successors, known: &[f64], own: &[f64], policy: &mut [u32]) -> Ahead {
    let shares = successors.shares();
    let value = |next: u32| {
        let next = next as usize;
        known.get(next).copied().unwrap_or_else(|| own[next - known.len()])
    };
    let of_block = |((block, policy), own): ((&Block, &mut [u32]), &[f64])| {
        let mut next = &block.next[..];
        let rows = policy.chunks_mut(shares.len()).zip(block.counts.chunks(shares.len())).zip(own);
        let ahead = |((policy, counts), &now): ((&mut [u32], &[u8]), &f64)| {
            let mut sum = 1.0;
            for ((chosen, &count), share) in policy.iter_mut().zip(counts).zip(shares) {
                let (plays, rest) = next.split_at(usize::from(count));
                next = rest;
                let (mut best, mut most, mut kept) =
                    (u32::MAX, f64::NEG_INFINITY, f64::NEG_INFINITY);
                for &play in plays {
                    let value = value(play);
                    if play == *chosen {
                        kept = value;
                    }
                    if value > most {
                        (best, most) = (play, value);
                    }
                }
                if most > kept + WORTHWHILE * most.abs() {
                    *chosen = best;
                }
                sum += share * most;
            }
            let (less, more) = ((now - sum).max(0.0), (sum - now).max(0.0));
            // What is no number proves nothing.
            let least = if now.is_finite() { now } else { f64::NEG_INFINITY };
            Ahead { less, more, least, greatest: now }
        };
        rows.map(ahead).fold(Ahead::NOTHING, Ahead::and)
    };
    let policies = policy.par_chunks_mut(BLOCK * shares.len());
    let blocks = successors.blocks().par_iter().zip(policies).zip(own.par_chunks(BLOCK));
    blocks.map(of_block).reduce(|| Ahead::NOTHING, Ahead::and)
}
