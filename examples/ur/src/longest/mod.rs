//! The longest game: how many moves a game has on the average if both sides want it long.
//!
//! Both want the same, so this is a decision problem of one player: the value of a position is one
//! move and, on the average over the rolls, the most that a play leads to. Policies are improved
//! (Howard, *Dynamic Programming and Markov Processes*, 1960), layer by layer. The values of a
//! policy solve a linear system: see [`linear`]. Plain sweeps would need as many rounds as the game
//! has moves, hundreds of thousands.
//!
//! The [bounds](Bounds) do not depend on the way that numbers were found: they follow from one look
//! ahead at each position.

pub mod linear;
pub mod successors;

use std::error::Error;
use std::fmt;

use rayon::prelude::*;
use shuban_core::IndexError;

use self::linear::bicgstab;
use self::successors::{BLOCK, Block, Numbering, Successors};
use crate::rules::Rules;

/// Precision to which the values of a policy are solved, as a share of the greatest change by the
/// look ahead before. A policy that will be improved need not have exact values.
const PRECISION: f64 = 0.02;
/// First guess of a value, as a multiple of the value with one more piece home. It is so large that
/// bringing a piece home does not look worthwhile.
const GROWTH: f64 = 4.0;
/// Most policies of a layer. The hardest layer so far took 78.
const MOST_POLICIES: u32 = 200;
/// Least share by which a play must lead to more than another one to replace it, so that
/// improvement ends.
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

/// Changes that a look ahead makes to the numbers of some positions.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    /// The most by which a number becomes less, and more; at least 0.
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

/// Goals of solving a layer.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The most by which a look ahead may change a value in the end, in moves.
    pub gap: f64,
    /// Number of looks at positions, [products](Effort::products) times positions, after which the
    /// policy of a layer is no longer improved. Its values are lower bounds nevertheless.
    pub looks: f64,
}

/// Effort of solving a layer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Number of policies that were improved.
    pub policies: u32,
    /// Number of times that the values of all positions were looked up.
    pub products: u32,
    /// True if the search for better policies ended before its goal.
    pub is_cut_off: bool,
}

/// Values that are not those of whole layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherValues {
    /// Number of values.
    pub count: usize,
}

impl fmt::Display for OtherValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values, which are not those of whole layers by these rules", self.count)
    }
}

impl Error for OtherValues {}

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

    /// Goes on from values that were found before.
    ///
    /// # Errors
    /// [`OtherValues`] if these are not the values of whole layers. Those of other rules are taken
    /// if there are as many: then bounds are wide, but hold.
    pub fn with(mut self, values: Vec<f64>) -> Result<Self, OtherValues> {
        let mut ends = (0..self.numbering.layers()).map(|layer| self.numbering.end(layer));
        if values.first() != Some(&0.0) || ends.all(|end| end != values.len()) {
            return Err(OtherValues { count: values.len() });
        }
        self.values = values;
        Ok(self)
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
            let values = Values { known, own: &rest[..successors.count()] };
            let most =
                |play: &[u32]| play.iter().map(|&play| values.of(play)).fold(LEAST, f64::max);
            let of_block =
                |(block, own)| look_ahead(block, own, successors.shares(), |_, plays| most(plays));
            let blocks = successors.blocks().par_iter().zip(values.own.par_chunks(BLOCK));
            blocks.map(of_block).reduce(|| Ahead::NOTHING, Ahead::and)
        };
        Bounds::new((0..self.layers()).map(of_layer).fold(Ahead::NOTHING, Ahead::and))
    }
}

/// A number below all values.
const LEAST: f64 = f64::NEG_INFINITY;

/// Values by the numbers of positions: of the layers before one, and of the layer itself.
#[derive(Clone, Copy)]
struct Values<'v> {
    known: &'v [f64],
    own: &'v [f64],
}

impl Values<'_> {
    fn of(self, number: u32) -> f64 {
        let number = number as usize;
        self.known.get(number).copied().unwrap_or_else(|| self.own[number - self.known.len()])
    }
}

/// Looks ahead from each position of a layer, and replaces plays by better ones.
fn improved(successors: &Successors, known: &[f64], own: &[f64], policy: &mut [u32]) -> Ahead {
    let (shares, values) = (successors.shares(), Values { known, own });
    let of_block = |((block, policy), own): ((&Block, &mut [u32]), &[f64])| {
        look_ahead(block, own, shares, |number, plays| {
            let (mut best, mut most, mut kept) = (u32::MAX, LEAST, LEAST);
            for &play in plays {
                let value = values.of(play);
                if play == policy[number] {
                    kept = value;
                }
                if value > most {
                    (best, most) = (play, value);
                }
            }
            if most > kept + WORTHWHILE * most.abs() {
                policy[number] = best;
            }
            most
        })
    };
    let policies = policy.par_chunks_mut(BLOCK * shares.len());
    let blocks = successors.blocks().par_iter().zip(policies).zip(own.par_chunks(BLOCK));
    blocks.map(of_block).reduce(|| Ahead::NOTHING, Ahead::and)
}

/// Looks ahead from each position of a block. `most` gets the plays of each position and roll, with
/// their number in the block, and returns the most that they lead to.
fn look_ahead(
    block: &Block,
    own: &[f64],
    shares: &[f64],
    mut most: impl FnMut(usize, &[u32]) -> f64,
) -> Ahead {
    let mut next = &block.next[..];
    let mut all = Ahead::NOTHING;
    for (position, (&now, counts)) in own.iter().zip(block.counts.chunks(shares.len())).enumerate()
    {
        let mut sum = 1.0;
        for (roll, (&count, share)) in counts.iter().zip(shares).enumerate() {
            let (plays, rest) = next.split_at(usize::from(count));
            next = rest;
            sum += share * most(position * shares.len() + roll, plays);
        }
        let (less, more) = ((now - sum).max(0.0), (sum - now).max(0.0));
        // Infinite numbers and NaN prove nothing.
        let least = if now.is_finite() { now } else { LEAST };
        all = all.and(Ahead { less, more, least, greatest: now });
    }
    all
}
