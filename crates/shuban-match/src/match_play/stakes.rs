//! The doubling cube: what games are played for, and what a double comes to.

use shuban_core::Seat;
use shuban_gammon::Position;

/// What a game is played for, which its position does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// The points that win the match; 0 for money.
    pub length: u32,
    /// The points of both seats.
    pub score: [u32; 2],
    /// What the cube shows.
    pub cube: u32,
    /// Who owns a cube that has been turned.
    pub owner: Option<Seat>,
    /// Whether this is the Crawford game of a match.
    pub is_crawford: bool,
    /// Whether, for money, wins count more than single ones only after a double.
    pub is_jacoby: bool,
}

/// A turn in which a player may double before the roll.
#[derive(Clone, Copy, Debug)]
pub struct DoublingTurn<'q> {
    /// The position: its seat is the player about to roll.
    pub position: Position,
    /// What is at stake before a double.
    pub stakes: &'q Stakes,
}

/// How far to go for what a double comes to, and by which match equities.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoublingOptions<'q> {
    /// The most positions that are solved together; with 0 none are solved.
    pub most_positions: usize,
    /// The text of a file of match equities, in place of the game's own.
    pub equities: Option<&'q str>,
}

/// What doubling and not doubling are worth to the player about to roll.
///
/// Each is a number that is proven to lie between bounds: the middle, the lower and the upper bound,
/// in the order of [`Interval::numbers`](shuban_core::Interval::numbers). For money they count points for
/// each point that the cube shows before the double, in a match the chance to win it.
#[derive(Clone, Debug, PartialEq)]
pub struct ValuedDoubling {
    /// The player does not double now.
    pub no_double: [f64; 3],
    /// The opponent takes the double.
    pub take: [f64; 3],
    /// The opponent passes it.
    pub pass: [f64; 3],
    /// What is best, in words.
    pub best: &'static str,
    /// What a point for each point that the cube shows is worth on this scale: mistakes are named by
    /// what they cost divided by that.
    pub point: f64,
    /// Who knows it: a layer, or a search.
    pub source: String,
}
