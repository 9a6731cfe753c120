//! The doubling cube: the stakes of games, and the values of a double.

use shuban_core::Seat;
use shuban_gammon::{Cube, Position};

use super::situation::MatchSituation;

/// The stakes of a game, which are not part of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// The points that win the match; 0 for money.
    pub length: u32,
    /// The points of both seats.
    pub score: [u32; 2],
    /// The value of the cube.
    pub cube: u32,
    /// The owner of a cube that has been turned.
    pub owner: Option<Seat>,
    /// True in the Crawford game of a match.
    pub is_crawford: bool,
    /// True if, for money, wins count more than single ones only after a double.
    pub is_jacoby: bool,
}

/// A turn in which a player may double before the roll.
#[derive(Clone, Copy, Debug)]
pub struct DoublingTurn<'q> {
    /// The position: its seat is the player about to roll.
    pub position: Position,
    /// The stakes before a double.
    pub stakes: &'q Stakes,
}

impl DoublingTurn<'_> {
    /// Returns the situation of the match with a cube, seen by the player about to roll, who is seat 0
    /// there.
    pub(crate) fn situation(&self, cube: Cube) -> MatchSituation {
        let Stakes { length, score, is_crawford, .. } = self.stakes;
        let seat = self.position.seat();
        let needs = [seat, 1 - seat].map(|seat| length.saturating_sub(score[seat]));
        MatchSituation { needs, crawford: *is_crawford, cube: seen_by(cube, seat) }
    }
}

/// Returns the cube as a seat sees it, which is seat 0 to itself.
pub(crate) fn seen_by(cube: Cube, seat: Seat) -> Cube {
    Cube { owner: cube.owner.map(|owner| usize::from(owner != seat)), ..cube }
}

/// The effort for judging a double, and the match equities.
#[derive(Clone, Copy, Debug, Default)]
pub struct DoublingOptions<'q> {
    /// Most positions that are solved together; 0 to solve none.
    pub most_positions: usize,
    /// The text of a file of match equities, in place of the game's own.
    pub equities: Option<&'q str>,
}

/// The values of doubling and not doubling for the player about to roll.
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
    /// The best action, in words.
    pub best: &'static str,
    /// The value of a point for each point that the cube shows on this scale: mistakes are named by
    /// their cost divided by that.
    pub point: f64,
    /// The source: a layer, or a search.
    pub source: String,
}
