//! Sums of a number, a multiple of up, and a nimber: the games that are added and compared by
//! arithmetic.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::dyadic::Dyadic;
use crate::form_id::FormId;
use crate::outcome::{CgtOutcome, Player};

/// The game `number` + `ups`·↑ + \*`nimber`, where ↑ = {0|\*}, a negative multiple is one of ↓ =
/// −↑, and \*0 = 0, \*1 = \* = {0|0}.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// Multiple of up.
    pub ups: i32,
    /// Nimber.
    pub nimber: u32,
}

impl NumberUpStar {
    /// A number alone.
    pub fn of_number(number: Dyadic) -> Self {
        NumberUpStar { number, ups: 0, nimber: 0 }
    }

    /// The number, if ups and nimber are 0.
    #[inline]
    pub fn as_number(self) -> Option<Dyadic> {
        (self.ups == 0 && self.nimber == 0).then_some(self.number)
    }

    /// The outcome class. Any number outweighs the rest. Then n·↑ + \*k with n ≥ 1 is positive but
    /// for ↑ + \*, which is confused with 0 (Berlekamp, Conway, Guy, *Winning Ways*, chapter 3;
    /// Siegel, *Combinatorial Game Theory*, II.3).
    #[inline]
    pub fn outcome(self) -> CgtOutcome {
        match (self.number.cmp(&Dyadic::ZERO), self.ups, self.nimber) {
            (Ordering::Greater, _, _) => CgtOutcome::Left,
            (Ordering::Less, _, _) => CgtOutcome::Right,
            (_, 0, 0) => CgtOutcome::Previous,
            (_, 0, _) | (_, 1 | -1, 1) => CgtOutcome::Next,
            (_, 1.., _) => CgtOutcome::Left,
            (_, ..=-1, _) => CgtOutcome::Right,
        }
    }

    /// The rest without the number.
    fn shifted(self, by: Dyadic) -> Self {
        NumberUpStar { number: self.number + by, ..self }
    }

    /// The options of a side in the canonical form of n·↑ + \*k, each with the number added.
    pub(super) fn infinitesimal_options(self, mover: Player) -> Vec<Self> {
        let options: Vec<(i32, u32)> = match (mover, self.ups, self.nimber) {
            (_, 0, nimber) => (0..nimber).map(|smaller| (0, smaller)).collect(),
            (Player::Left, 1, 1) | (Player::Right, -1, 1) => vec![(0, 0), (0, 1)],
            (Player::Left, 1.., _) | (Player::Right, ..=-1, _) | (_, 1 | -1, 1) => vec![(0, 0)],
            (Player::Right, ups, nimber) => vec![(ups - 1, nimber ^ 1)],
            (Player::Left, ups, nimber) => vec![(ups + 1, nimber ^ 1)],
        };
        options.into_iter().map(|(ups, nimber)| NumberUpStar { ups, nimber, ..self }).collect()
    }

    /// The sum that the canonical form of these options is, if it is one.
    ///
    /// The canonical forms (Siegel, II.3): n·↑ + \*k = {0 | (n−1)·↑ + \*(k⊕1)} for n ≥ 1, but ↑ +
    /// \* = {0, \* | 0}; \*k = {0, …, \*(k−1) | the same}; the negatives; and each with a number
    /// added to all options. A number that is not whole has two numbers as its options, and lies
    /// half-way between.
    pub(super) fn of_options(
        simple: &dyn Fn(&FormId) -> Option<Self>,
        left: &[FormId],
        right: &[FormId],
    ) -> Option<Self> {
        let number = |form| simple(form).and_then(NumberUpStar::as_number);
        match (left, right) {
            ([], []) => return Some(NumberUpStar::default()),
            ([before], []) => return Some(simple(before)?.shifted(Dyadic::ONE)),
            ([], [after]) => return Some(simple(after)?.shifted(-Dyadic::ONE)),
            ([below], [above]) => {
                if let (Some(below), Some(above)) = (number(below), number(above))
                    && below < above
                {
                    return Some(NumberUpStar::of_number((below + above).half()));
                }
            }
            _ => {}
        }
        if left == right {
            return NumberUpStar::star_of_options(simple, left);
        }
        match (left, right) {
            ([a], [b]) => {
                let (a, b) = (simple(a)?, simple(b)?);
                NumberUpStar::up_of_options(a, b)
                    .or_else(|| NumberUpStar::up_of_options(-b, -a).map(Neg::neg))
            }
            ([a, b], [c]) => NumberUpStar::up_star_of_options([simple(a)?, simple(b)?], simple(c)?),
            ([c], [a, b]) => {
                NumberUpStar::up_star_of_options([-simple(a)?, -simple(b)?], -simple(c)?)
                    .map(Neg::neg)
            }
            _ => None,
        }
    }

    /// x + \*k from the options of both sides alike.
    fn star_of_options(
        simple: &dyn Fn(&FormId) -> Option<Self>,
        options: &[FormId],
    ) -> Option<Self> {
        let number = simple(options.first()?)?.number;
        // Distinct nimbers below k, k in number, are all of them.
        let all = options.iter().all(|option| {
            simple(option).is_some_and(|option| {
                option.number == number
                    && option.ups == 0
                    && (option.nimber as usize) < options.len()
            })
        });
        all.then_some(NumberUpStar { number, ups: 0, nimber: options.len() as u32 })
    }

    /// x + n·↑ + \*k with n ≥ 1, but x + ↑ + \*, from its options.
    fn up_of_options(left: Self, right: Self) -> Option<Self> {
        let number = left.as_number()?;
        let is_above = right.ups > 0 || (right.ups == 0 && right.nimber > 0);
        (right.number == number && is_above).then_some(NumberUpStar {
            number,
            ups: right.ups + 1,
            nimber: right.nimber ^ 1,
        })
    }

    /// x + ↑ + \* from its options.
    fn up_star_of_options(left: [Self; 2], right: Self) -> Option<Self> {
        let number = right.as_number()?;
        let star = NumberUpStar { nimber: 1, ..right };
        (left == [right, star] || left == [star, right]).then_some(NumberUpStar {
            number,
            ups: 1,
            nimber: 1,
        })
    }
}

impl Neg for NumberUpStar {
    type Output = NumberUpStar;

    fn neg(self) -> NumberUpStar {
        NumberUpStar { number: -self.number, ups: -self.ups, nimber: self.nimber }
    }
}

impl Add for NumberUpStar {
    type Output = NumberUpStar;

    /// Numbers and multiples of up add, nimbers add without carrying.
    fn add(self, other: NumberUpStar) -> NumberUpStar {
        NumberUpStar {
            number: self.number + other.number,
            ups: self.ups + other.ups,
            nimber: self.nimber ^ other.nimber,
        }
    }
}

impl Sub for NumberUpStar {
    type Output = NumberUpStar;

    fn sub(self, other: NumberUpStar) -> NumberUpStar {
        self + -other
    }
}

/// As the literature writes it: the number (0 only where nothing else follows), `^`, `^^`, `^3` …
/// or `v`, `vv`, `v3` …, and `*`, `*2` ….
impl fmt::Display for NumberUpStar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.as_number().is_some() {
            write!(f, "{}", self.number)?;
        }
        let arrow = if self.ups > 0 { '^' } else { 'v' };
        match self.ups.unsigned_abs() {
            0 => {}
            1 => write!(f, "{arrow}")?,
            2 => write!(f, "{arrow}{arrow}")?,
            times => write!(f, "{arrow}{times}")?,
        }
        match self.nimber {
            0 => Ok(()),
            1 => f.write_str("*"),
            nimber => write!(f, "*{nimber}"),
        }
    }
}
