//! Distribution of the number of rolls that a side still needs.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::AddAssign;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use shuban_core::interval::{FINE_ONE, FineInterval};

/// Most rolls of a distribution that is read. No side needs that many: 15 checkers on a home board
/// of 15 points have 225 pips, and a roll plays two at least. And one roll more still has a mean
/// below 128, which a [`FineInterval`] holds.
const MOST_ROLLS: usize = 120;

/// The exact distribution of the number of rolls until a side has borne off everything.
///
/// With dice of F faces there are F² equally likely throws, so the chance that it takes exactly n
/// rolls is an integer out of F²ⁿ. These integers are kept: nothing is rounded, and equal
/// expectations are known to be equal.
///
/// The order is that of preference: fewer expected rolls first; where these are equal, the greater
/// chance of one roll, then of two, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// Number of throws of the dice: F².
    throws: u32,
    expected: FineInterval,
    /// Entry n is out of `throws`ⁿ; the last one is not 0.
    ways: Arc<[BigUint]>,
}

impl Distribution {
    /// The distribution of a side that has borne off everything: certainly no roll.
    pub(crate) fn finished(throws: u32) -> Self {
        Distribution { throws, expected: FineInterval::exactly(0), ways: [BigUint::one()].into() }
    }

    /// One roll, and then what it leads to: each of the `results` has the number of throws that
    /// lead to it, which add up to all of them.
    pub(crate) fn after_roll(throws: u32, results: &[(u32, Distribution)]) -> Self {
        let longest = results.iter().map(|(_, result)| result.ways.len()).max().unwrap_or(0);
        let mut ways = vec![BigUint::zero(); longest + 1];
        // There are few weights and many results: those of one weight are added up first.
        let weights: BTreeSet<u32> = results.iter().map(|(weight, _)| *weight).collect();
        for weight in weights {
            let mut sums = vec![BigUint::zero(); longest];
            for (_, result) in results.iter().filter(|(other, _)| *other == weight) {
                for (sum, more) in sums.iter_mut().zip(&*result.ways) {
                    *sum += more;
                }
            }
            for (total, sum) in ways[1..].iter_mut().zip(sums) {
                *total += sum * weight;
            }
        }
        let (sum, total) = mean(throws, &ways);
        let expected = bounds(sum, &total).expect("one more roll than a mean that is in range");
        Distribution { throws, expected, ways: ways.into() }
    }

    /// A number that grows with a side's preference for this distribution: the order of
    /// distributions, but for those with one mean, to 2⁻⁵⁶, and about the same chances of the two
    /// least numbers of rolls.
    pub(crate) fn merit(&self) -> i128 {
        let least = self.ways.iter().position(|ways| !ways.is_zero()).unwrap_or(0);
        let chance = |rolls: usize| {
            let ways = self.ways.get(rolls).map_or(BigUint::zero(), |ways| ways << 27);
            (ways / BigUint::from(self.throws).pow(rolls as u32)).to_i128().unwrap_or(0)
        };
        let chances = (chance(least) << 28) + chance(least + 1);
        -(i128::from(self.expected.lower) << 64) - ((least as i128) << 57) + chances
    }

    /// Bytes of memory of a distribution with n entries, about.
    pub(crate) fn bytes(entries: usize) -> u64 {
        const DIGITS: usize = 16;
        (size_of::<Self>() + entries * (size_of::<BigUint>() + DIGITS)) as u64
    }

    /// Returns true if the mean is exactly that of another distribution.
    pub fn has_mean_of(&self, other: &Self) -> bool {
        self.expected == other.expected && self.compare_means(other).is_eq()
    }

    /// The most rolls that it can take.
    pub fn longest(&self) -> usize {
        self.ways.len() - 1
    }

    /// Certified bounds of the expected number of rolls: the exact number or the two numbers of
    /// 2⁻⁵⁶ next to it.
    pub fn expected(&self) -> FineInterval {
        self.expected
    }

    /// The expected number of rolls, exactly.
    pub fn exact_mean(&self) -> BigRational {
        let (sum, total) = mean(self.throws, &self.ways);
        BigRational::new(sum.into(), total.into())
    }

    /// The expected number of rolls times `throws` to the power of `longest`, exactly; `None` if it
    /// is not an integer, or too large for the type.
    pub(super) fn scaled_mean(&self, longest: u32) -> Option<i128> {
        let (sum, _) = mean(self.throws, &self.ways);
        let more = longest.checked_sub(self.longest() as u32)?;
        (sum * BigUint::from(self.throws).pow(more)).to_i128()
    }

    /// The chance that it takes exactly `rolls` rolls.
    pub fn exact_probability(&self, rolls: usize) -> BigRational {
        let Some(ways) = self.ways.get(rolls) else { return BigRational::zero() };
        BigRational::new(BigInt::from(ways.clone()), BigInt::from(self.throws).pow(rolls as u32))
    }

    /// The chances that it takes exactly 0, 1, … rolls, each to the nearest number.
    pub fn probabilities(&self) -> Vec<f64> {
        let nearest = |rolls| self.exact_probability(rolls).to_f64().unwrap_or(f64::NAN);
        (0..self.ways.len()).map(nearest).collect()
    }

    /// Encodes the distribution: for each number of rolls, from 0, the length in bytes of its
    /// integer out of `throws`ⁿ, in one byte, and the integer, least significant byte first,
    /// without leading zeros.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for ways in &*self.ways {
            let digits = if ways.is_zero() { Vec::new() } else { ways.to_bytes_le() };
            // 120 rolls of 81 throws take 96 bytes.
            bytes.push(digits.len() as u8);
            bytes.extend(digits);
        }
        bytes
    }

    /// The inverse of `to_bytes`; `None` for anything that is not a distribution in this form.
    pub(crate) fn from_bytes(throws: u32, mut bytes: &[u8]) -> Option<Self> {
        let mut ways = Vec::new();
        while let Some((&length, rest)) = bytes.split_first() {
            let (digits, rest) = rest.split_at_checked(usize::from(length))?;
            if digits.last() == Some(&0) || ways.len() > MOST_ROLLS {
                return None;
            }
            ways.push(BigUint::from_bytes_le(digits));
            bytes = rest;
        }
        let certain = out_of_the_most(throws, ways.iter());
        let shortest = !ways.last()?.is_zero();
        let (sum, total) = mean(throws, &ways);
        if !shortest || certain != total {
            return None;
        }
        Some(Distribution { throws, expected: bounds(sum, &total)?, ways: ways.into() })
    }

    /// Exact comparison of the means, for those whose bounds are the same.
    fn compare_means(&self, other: &Self) -> Ordering {
        let ((sum, total), (others, out_of)) =
            (mean(self.throws, &self.ways), mean(other.throws, &other.ways));
        (sum * out_of).cmp(&(others * total))
    }
}

/// The sum of integers out of throws⁰, throws¹, …, as one out of the highest of these powers.
fn out_of_the_most<W>(throws: u32, integers: impl Iterator<Item = W>) -> BigUint
where
    BigUint: AddAssign<W>,
{
    integers.fold(BigUint::zero(), |mut sum, integer| {
        sum *= throws;
        sum += integer;
        sum
    })
}

/// The mean number of rolls as a sum and its denominator, throws^longest.
fn mean(throws: u32, ways: &[BigUint]) -> (BigUint, BigUint) {
    let weighted = ways.iter().zip(0u32..).map(|(ways, rolls)| ways * rolls);
    let sum = out_of_the_most(throws, weighted);
    (sum, BigUint::from(throws).pow(ways.len() as u32 - 1))
}

/// The numbers of 2⁻⁵⁶ around a fraction; `None` if it is too large.
fn bounds(sum: BigUint, total: &BigUint) -> Option<FineInterval> {
    let scaled: BigUint = sum * FINE_ONE as u64;
    let lower = &scaled / total;
    let is_exact = &lower * total == scaled;
    let lower = lower.to_i64()?;
    Some(FineInterval { lower, upper: lower.checked_add(i64::from(!is_exact))? })
}

impl Ord for Distribution {
    fn cmp(&self, other: &Self) -> Ordering {
        // Nearly always the bounds decide, and else mostly both are the same.
        let by_bounds = self.expected.lower.cmp(&other.expected.lower);
        if by_bounds.is_ne() || self == other {
            return by_bounds;
        }
        // Chances of n rolls are out of the same number, so that the integers compare as they do.
        self.compare_means(other)
            .then_with(|| other.ways.cmp(&self.ways))
            .then(self.throws.cmp(&other.throws))
    }
}

impl PartialOrd for Distribution {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_three_faces(ways: &[u32]) -> Distribution {
        let bytes: Vec<u8> = ways
            .iter()
            .flat_map(|&ways| if ways == 0 { vec![0] } else { vec![1, ways as u8] })
            .collect();
        Distribution::from_bytes(9, &bytes).unwrap()
    }

    #[test]
    fn one_roll_more_after_each_result() {
        let none = Distribution::finished(9);
        let one = Distribution::after_roll(9, &[(9, none.clone())]);
        let mixed = Distribution::after_roll(9, &[(3, none), (6, one)]);
        assert_eq!(mixed.probabilities(), [0.0, 3.0 / 9.0, 6.0 / 9.0]);
        assert_eq!(mixed.exact_mean(), BigRational::new(15.into(), 9.into()));
        assert_eq!(mixed.expected().width(), 1);
        assert!(mixed.expected().lower < mixed.expected().upper);
        assert_eq!(mixed.longest(), 2);
    }

    #[test]
    fn fewer_expected_rolls_come_first_then_the_greater_chance_to_be_quick() {
        // Means 2, 2 and 19/9.
        let certain = of_three_faces(&[0, 0, 81]);
        let spread = Distribution::from_bytes(9, &[0, 1, 1, 1, 63, 1, 81]).unwrap();
        let slower = Distribution::from_bytes(9, &[0, 0, 1, 72, 1, 81]).unwrap();
        assert_eq!(certain.exact_mean(), spread.exact_mean());
        assert!(spread < certain && certain < slower && spread < slower);
        assert_eq!(spread.cmp(&spread.clone()), Ordering::Equal);
    }

    #[test]
    fn bytes_that_are_no_distribution_are_refused() {
        let refused =
            |bytes: &[u8]| assert_eq!(Distribution::from_bytes(9, bytes), None, "{bytes:?}");
        refused(&[]);
        refused(&[0]);
        refused(&[1, 2]); // more than certain
        refused(&[0, 1, 8]); // less than certain
        refused(&[0, 1, 9, 0]); // ends in an impossible number of rolls
        refused(&[0, 2, 9, 0]); // a leading zero
        refused(&[0, 2, 9]); // cut off
        refused(&[vec![0; 400], vec![1, 1]].concat());
        let nine = Distribution::from_bytes(9, &[0, 1, 9]).unwrap();
        assert_eq!(nine.to_bytes(), [0, 1, 9]);
    }
}
