//! The equation that certifies a value, as data that anybody can recompute.
//!
//! [`Domain::backup`] defines a value, but only a program that has the rules
//! can run it. An [`Equation`] says the same of one position with integers, sums, and a few
//! operations: which stored numbers it rests on, and how the number of the position follows from
//! them. With the stored numbers it can be checked without the rules, in any language.
//!
//! An equation shows that a stored number agrees with those that it rests on. That the right plays
//! are listed, and that numbers which rest on each other are not all wrong, `verify` shows.

mod evaluate;
mod usual;

use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

use crate::domain::{Domain, PositionOf};

pub use evaluate::EquationError;
pub use usual::{equation_expected, equation_expected_where, equation_ordered, equation_receding};

/// An integer in the unit of its equation; `None` for a side that has no move.
pub type Number = Option<i128>;

/// The numbers of a value, by name.
pub type Numbers = Vec<(&'static str, Number)>;

/// The relation between the stored number and the one that follows from the stored numbers of other
/// positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The stored number is the computed one.
    Equal,
    /// It is at most the computed one: a lower bound of a layer with cycles, which may have been
    /// stored before the bounds that it rests on reached their final values.
    AtMost,
    /// It is at least the computed one: an upper bound.
    AtLeast,
}

impl Relation {
    /// Returns true if it holds. A missing number equals only a missing number.
    pub fn holds(self, stored: Number, computed: Number) -> bool {
        match (self, stored, computed) {
            (Relation::AtMost, Some(stored), Some(computed)) => stored <= computed,
            (Relation::AtLeast, Some(stored), Some(computed)) => stored >= computed,
            _ => stored == computed,
        }
    }
}

/// The direction in which a quotient is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Down to the next integer.
    Down,
    /// Up to the next integer.
    Up,
}

/// One of the terms of a number: a play, or a chance event.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The move or the roll in notation.
    pub label: String,
    /// Its weight under chance; 1 for a play.
    pub weight: u32,
    /// Its number.
    pub of: Expression,
}

impl Case {
    /// Returns a play.
    pub fn play(label: String, of: Expression) -> Self {
        Case { label, weight: 1, of }
    }
}

/// A play in a game in which distances count.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceCase {
    /// The move.
    pub label: String,
    /// The score that it leads to, for the player who makes it.
    pub score: Expression,
    /// The number of plies from there until that is certain.
    pub plies: Expression,
}

/// The derivation of a number from others.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A stored number: its position in [`Equation::stored`], and its name.
    Stored(usize, &'static str),
    /// A number of a position in no table: its place in [`Equation::derived`], and its name.
    Derived(usize, &'static str),
    /// A payoff, or nothing.
    Constant(Number),
    /// The number with the other sign, as the other player sees it.
    Negated(Box<Expression>),
    /// The sum; nothing if a term is nothing.
    Sum(Vec<Expression>),
    /// The first of these that is a number.
    FirstOf(Vec<Expression>),
    /// The largest number; nothing if none is a number.
    Max(Vec<Case>),
    /// The smallest number.
    Min(Vec<Case>),
    /// The weighted sum, divided by the sum of the weights.
    Mean(Vec<Case>, Rounding),
    /// The number of plies until the largest score is certain, by the rule of
    /// [`Loopy`](crate::Loopy): nothing if it is the worth of endless play; one more than the
    /// fewest plies among the plays that reach it, if it is more than that; one more than the most,
    /// if it is less. At most `most`.
    Distance {
        /// The plays.
        plays: Vec<DistanceCase>,
        /// The worth of endless play to the player to move.
        endless: i128,
        /// The largest number of plies that a table holds.
        most: i128,
    },
    /// The singleton rule over sets of seats, as bit masks ([`Winners`](crate::Winners::united)):
    /// the union of those of the plays' sets that the mover likes best.
    United {
        /// The seat of the mover.
        mover: usize,
        /// The plays.
        plays: Vec<Case>,
        /// Plays that count only if no set of `plays` contains the mover.
        otherwise: Vec<Case>,
    },
    /// A set of seats counted from another one ([`Winners::rotated`](crate::Winners::rotated)).
    Rotated {
        /// The set.
        of: Box<Expression>,
        /// The seat that becomes the first.
        first: usize,
        /// The number of seats.
        seats: usize,
    },
}

impl Expression {
    /// Creates a constant.
    pub fn number(number: impl Into<i128>) -> Self {
        Expression::Constant(Some(number.into()))
    }

    /// Returns the number as the other player sees it.
    #[must_use]
    pub fn negated(self) -> Self {
        Expression::Negated(Box::new(self))
    }

    /// Returns a set of seats counted from another one; itself if that is the first.
    #[must_use]
    pub fn rotated(self, first: usize, seats: usize) -> Self {
        match first % seats {
            0 => self,
            first => Expression::Rotated { of: Box::new(self), first, seats },
        }
    }
}

/// The equation of one number of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberEquation {
    /// Its name.
    pub name: &'static str,
    /// The relation between the stored and the computed number.
    pub relation: Relation,
    /// The derivation.
    pub expression: Expression,
}

/// A position that no table holds, whose numbers follow from others as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// The position as text.
    pub position: String,
    /// Its numbers, by name; they rest on stored ones and on derived ones before it.
    pub numbers: Vec<(&'static str, Expression)>,
}

/// The positions that an equation rests on, while it is put together.
#[derive(Debug)]
pub struct Premises<P> {
    stored: Vec<P>,
    places: HashMap<P, usize>,
    derived: Vec<Derived>,
}

impl<P> Default for Premises<P> {
    fn default() -> Self {
        Premises { stored: Vec::new(), places: HashMap::new(), derived: Vec::new() }
    }
}

impl<P: Clone + Eq + Hash> Premises<P> {
    /// Adds a position whose value is stored; returns its number, the same for the same position.
    pub fn stored(&mut self, position: &P) -> usize {
        if let Some(&place) = self.places.get(position) {
            return place;
        }
        let place = self.stored.len();
        self.stored.push(position.clone());
        self.places.insert(position.clone(), place);
        place
    }

    /// Adds a position that no table holds, with its numbers; returns its number.
    pub fn derived(&mut self, position: String, numbers: Vec<(&'static str, Expression)>) -> usize {
        self.derived.push(Derived { position, numbers });
        self.derived.len() - 1
    }
}

/// A function from a value to its numbers.
pub type NumbersOf<V> = Box<dyn Fn(&V) -> Numbers>;

/// The derivation of the numbers of a position's value from stored ones.
pub struct Equation<P, V> {
    /// An integer n stands for n / `one`.
    pub one: i128,
    /// The numbers of the value.
    pub numbers: Vec<NumberEquation>,
    /// The positions whose stored values it rests on: those that `backup` asks for.
    pub stored: Vec<P>,
    /// The positions in between that no table holds.
    pub derived: Vec<Derived>,
    /// The function from any value of the domain to its numbers.
    pub numbers_of: NumbersOf<V>,
    /// True if the numbers determine the value. The mean of a distribution does not.
    pub is_whole: bool,
}

/// The equations of a domain.
pub type EquationOf<D> = Equation<PositionOf<D>, <D as Domain>::Value>;

impl<P, V> Equation<P, V> {
    /// Creates an equation of integers that rests on `premises`.
    pub fn new(
        numbers: Vec<NumberEquation>,
        premises: Premises<P>,
        numbers_of: impl Fn(&V) -> Numbers + 'static,
    ) -> Self {
        let Premises { stored, derived, .. } = premises;
        Equation {
            one: 1,
            numbers,
            stored,
            derived,
            numbers_of: Box::new(numbers_of),
            is_whole: true,
        }
    }

    /// Creates an equation of numbers that are stored as they follow.
    pub fn equal(
        numbers: Vec<(&'static str, Expression)>,
        premises: Premises<P>,
        numbers_of: impl Fn(&V) -> Numbers + 'static,
    ) -> Self {
        let numbers = (numbers.into_iter())
            .map(|(name, expression)| NumberEquation {
                name,
                relation: Relation::Equal,
                expression,
            })
            .collect();
        Equation::new(numbers, premises, numbers_of)
    }
}

/// Leaves out `numbers_of`, a function.
impl<P: fmt::Debug, V> fmt::Debug for Equation<P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Equation")
            .field("one", &self.one)
            .field("numbers", &self.numbers)
            .field("stored", &self.stored)
            .field("derived", &self.derived)
            .finish_non_exhaustive()
    }
}
