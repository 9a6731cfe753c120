//! Evaluation of equations, by plain integers.

use super::{Case, DistanceCase, Equation, Expression, Number, Numbers, Rounding};
use crate::winners::Winners;

/// Error of an equation that names an unknown number or overflows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EquationError {
    /// The position has no number of this name.
    #[error("there is no number `{0}` of position {1}")]
    Missing(&'static str, usize),
    /// The number exceeds 2^127.
    #[error("a number is too large")]
    TooLarge,
}

/// The numbers that expressions refer to.
struct Known<'a> {
    stored: &'a [Numbers],
    derived: Vec<Numbers>,
}

impl<P, V> Equation<P, V> {
    /// Returns the numbers of the position, by name, from those of the stored positions in order.
    ///
    /// # Errors
    /// [`EquationError`] if a number is missing or too large.
    pub fn evaluate(&self, stored: &[Numbers]) -> Result<Numbers, EquationError> {
        let mut known = Known { stored, derived: Vec::with_capacity(self.derived.len()) };
        for derived in &self.derived {
            let of = |(name, expression): &(_, _)| Ok((*name, known.value(expression)?));
            let numbers = derived.numbers.iter().map(of).collect::<Result<_, EquationError>>()?;
            known.derived.push(numbers);
        }
        let numbers = self.numbers.iter();
        numbers.map(|number| Ok((number.name, known.value(&number.expression)?))).collect()
    }
}

fn looked_up(
    all: &[Numbers],
    position: usize,
    name: &'static str,
) -> Result<Number, EquationError> {
    let numbers = all.get(position).into_iter().flatten();
    let mut named = numbers.filter(|(other, _)| *other == name);
    let found = named.next().map(|(_, number)| *number);
    found.ok_or(EquationError::Missing(name, position))
}

impl Known<'_> {
    fn value(&self, expression: &Expression) -> Result<Number, EquationError> {
        let too_large = || EquationError::TooLarge;
        Ok(match expression {
            Expression::Stored(position, name) => looked_up(self.stored, *position, name)?,
            Expression::Derived(position, name) => looked_up(&self.derived, *position, name)?,
            Expression::Constant(number) => *number,
            Expression::Negated(of) => {
                let number = self.value(of)?;
                number.map(|number| number.checked_neg().ok_or_else(too_large)).transpose()?
            }
            Expression::Sum(terms) => {
                let mut sum = Some(0i128);
                for term in terms {
                    sum = match (sum, self.value(term)?) {
                        (Some(sum), Some(term)) => {
                            Some(sum.checked_add(term).ok_or_else(too_large)?)
                        }
                        _ => None,
                    };
                }
                sum
            }
            Expression::FirstOf(all) => {
                let mut found = None;
                for one in all {
                    found = found.or(self.value(one)?);
                }
                found
            }
            Expression::Max(cases) => self.values(cases)?.into_iter().flatten().max(),
            Expression::Min(cases) => self.values(cases)?.into_iter().flatten().min(),
            Expression::Mean(cases, rounding) => self.mean(cases, *rounding)?,
            Expression::Distance { plays, endless, most } => {
                self.distance(plays, *endless)?.map(|plies| plies.saturating_add(1).min(*most))
            }
            Expression::United { mover, plays, otherwise } => {
                let mut sets = self.sets(plays)?;
                if !sets.iter().any(|set| set.contains(*mover)) {
                    sets.extend(self.sets(otherwise)?);
                }
                Some(Winners::united(*mover, &sets).bits().into())
            }
            Expression::Rotated { of, first, seats } => {
                let set = self.value(of)?.map(set_of);
                set.map(|set| set.rotated(*first, *seats).bits().into())
            }
        })
    }

    fn values(&self, cases: &[Case]) -> Result<Vec<Number>, EquationError> {
        cases.iter().map(|case| self.value(&case.of)).collect()
    }

    fn sets(&self, cases: &[Case]) -> Result<Vec<Winners>, EquationError> {
        Ok(self.values(cases)?.into_iter().flatten().map(set_of).collect())
    }

    fn mean(&self, cases: &[Case], rounding: Rounding) -> Result<Number, EquationError> {
        let (mut sum, mut total) = (0i128, 0i128);
        for case in cases {
            let Some(number) = self.value(&case.of)? else { return Ok(None) };
            let weighted = number.checked_mul(case.weight.into());
            let more = weighted.and_then(|weighted| sum.checked_add(weighted));
            sum = more.ok_or(EquationError::TooLarge)?;
            total += i128::from(case.weight);
        }
        Ok((total > 0).then(|| match rounding {
            Rounding::Down => sum.div_euclid(total),
            Rounding::Up => -(-sum).div_euclid(total),
        }))
    }

    /// Returns the plies of the play that is best, from the position after it.
    fn distance(&self, plays: &[DistanceCase], endless: i128) -> Result<Number, EquationError> {
        let mut all = Vec::with_capacity(plays.len());
        for play in plays {
            all.push((self.value(&play.score)?, self.value(&play.plies)?));
        }
        let Some(best) = all.iter().filter_map(|(score, _)| *score).max() else { return Ok(None) };
        let plies = all.iter().filter(|(score, _)| *score == Some(best));
        let plies = plies.filter_map(|(_, plies)| *plies);
        Ok(match best.cmp(&endless) {
            std::cmp::Ordering::Greater => plies.min(),
            std::cmp::Ordering::Less => plies.max(),
            std::cmp::Ordering::Equal => None,
        })
    }
}

/// Returns the set of a bit mask, ignoring bits beyond the last seat.
fn set_of(bits: i128) -> Winners {
    Winners::from_bits(bits as u8)
}
