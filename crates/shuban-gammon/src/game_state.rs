//! A position with all that a game, and a match, add to it: the dice, the cube, the score.

use shuban_core::Seat;
use shuban_core::dice::Roll;

use crate::position::Position;
use crate::won::Won;

/// The doubling cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Its value is 2 to this power.
    pub exponent: u8,
    /// Seat that may turn it next; `None` if both may.
    pub owner: Option<Seat>,
}

impl Cube {
    /// The cube of a new game.
    pub const CENTRED: Cube = Cube { exponent: 0, owner: None };
    /// The highest cube has a value of 2 to this power.
    pub const MOST: u8 = 15;

    /// The number that it shows.
    pub fn value(self) -> u32 {
        1 << self.exponent.min(Cube::MOST)
    }

    /// Returns true if a seat may turn it: it is in the middle or the seat's own, and goes higher.
    pub fn may_be_raised(self, seat: Seat) -> bool {
        self.owner.is_none_or(|owner| owner == seat) && self.exponent < Cube::MOST
    }

    /// Returns the cube after a double of a seat that the other one has taken.
    #[must_use]
    pub fn raised(self, seat: Seat) -> Cube {
        Cube { exponent: (self.exponent + 1).min(Cube::MOST), owner: Some(1 - seat) }
    }
}

/// An offer that the other player has not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// The player about to roll doubles.
    Double,
    /// The other one takes, and doubles back at once.
    Beaver,
    /// The first one takes that, and doubles once more.
    Raccoon,
    /// The player about to roll resigns for a win of this size.
    Resignation(Won),
}

/// The score of a match, or of games for money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points that win the match; 0 for money.
    pub length: u32,
    /// Points of each seat.
    pub points: [u32; 2],
}

impl Score {
    /// The longest match, and the highest score, that is read or written.
    pub const MOST_POINTS: u32 = 0x7fff;
}

/// A position with all that a game adds to it. Values in databases are those of the position alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameState {
    /// The position. Its seat 0 is X of XGIDs and player 1 of GNU Backgammon, which draws it as X.
    pub position: Position,
    /// The dice, if they have been rolled.
    pub roll: Option<Roll>,
    /// The cube, before an offered double is taken.
    pub cube: Cube,
    /// Open offer.
    pub offer: Option<Offer>,
    /// The score.
    pub score: Score,
    /// True in the Crawford game of a match.
    pub crawford: bool,
    /// True if, for money, a gammon counts only once the cube was turned (Jacoby's rule).
    pub jacoby: bool,
    /// True if, for money, a double may be doubled back at once.
    pub beavers: bool,
    /// The highest cube of the game, as a power of 2, as XGIDs have it; 0 for a game without one.
    pub cube_limit: u8,
}

impl GameState {
    /// The limit that XGIDs usually have.
    const USUAL_LIMIT: u8 = 10;

    /// The state of a position alone, with the dice if they have been rolled: a game for money
    /// whose cube was not turned.
    pub fn of(position: Position, roll: Option<Roll>) -> Self {
        GameState {
            position,
            roll,
            cube: Cube::CENTRED,
            offer: None,
            score: Score { length: 0, points: [0, 0] },
            crawford: false,
            jacoby: false,
            beavers: false,
            cube_limit: GameState::USUAL_LIMIT,
        }
    }

    /// Returns the reason why the values of single games without a cube do not apply.
    pub(crate) fn beyond_values(&self) -> Option<BeyondValues> {
        if self.cube != Cube::CENTRED {
            Some(BeyondValues::Cube)
        } else if self.offer.is_some() {
            Some(BeyondValues::Offer)
        } else if self.score.length > 0 {
            Some(BeyondValues::Match(self.score.length))
        } else {
            None
        }
    }

    /// Returns the error in a score, if there is one: which seat's points, or none for the Crawford
    /// game.
    pub fn wrong_score(&self) -> Option<(Option<Seat>, String)> {
        let Score { length, points } = self.score;
        if length == 0 {
            return None;
        }
        if let Some(seat) = (0..2).find(|&seat| points[seat] >= length) {
            let reason = format!("{} points have won a match to {length}", points[seat]);
            return Some((Some(seat), reason));
        }
        let is_near = points.iter().any(|points| points + 1 == length);
        (self.crawford && !is_near).then(|| {
            (None, "the Crawford game, and neither side is one point from winning".to_owned())
        })
    }
}

/// Reason why the values of single games without a cube do not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BeyondValues {
    /// The cube has been turned.
    Cube,
    /// An offer is open.
    Offer,
    /// It is a game of a match of this length.
    Match(u32),
}

impl BeyondValues {
    pub(crate) fn reason(self) -> String {
        match self {
            BeyondValues::Cube => {
                "the cube has been turned; values here are of games without a cube: write it as \
                 centred (`0:0`)"
                    .to_owned()
            }
            BeyondValues::Offer => {
                "the cube is being offered, or the game given up; values here are of games without \
                 a cube: write `00`, or the dice, in place of the letter"
                    .to_owned()
            }
            BeyondValues::Match(length) => {
                format!("a game of a match to {length}; values here are of single games")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_is_raised_by_its_owner_or_from_the_middle_up_to_the_highest() {
        for exponent in 0..=Cube::MOST {
            for owner in [None, Some(0), Some(1)] {
                let cube = Cube { exponent, owner };
                assert_eq!(cube.value(), 2_u32.pow(exponent.into()));
                for seat in 0..2 {
                    let is_turned = (owner, seat) != (Some(0), 1) && (owner, seat) != (Some(1), 0);
                    assert_eq!(cube.may_be_raised(seat), is_turned && exponent < 15, "{cube:?}");
                    let raised = cube.raised(seat);
                    assert_eq!(
                        raised,
                        Cube { exponent: 15.min(exponent + 1), owner: Some(1 - seat) }
                    );
                }
            }
        }
        // The number of a file may be higher.
        assert_eq!(Cube { exponent: u8::MAX, owner: None }.value(), 32_768);
        assert!(!Cube { exponent: u8::MAX, owner: None }.may_be_raised(0));
    }

    /// A game of a match between equal sides that has just begun.
    fn in_match(length: u32, points: [u32; 2], crawford: bool) -> GameState {
        let side = crate::variant::Variant::by_name("backgammon").unwrap().start();
        let state = GameState::of(Position::new(side, side), None);
        GameState { score: Score { length, points }, crawford, ..state }
    }

    #[test]
    fn a_score_is_wrong_where_a_match_is_won_or_no_side_is_near_in_the_crawford_game() {
        let wrong = |length, points, crawford| {
            in_match(length, points, crawford).wrong_score().map(|(seat, _)| seat)
        };
        assert_eq!(wrong(7, [0, 0], false), None);
        assert_eq!(wrong(7, [6, 6], false), None);
        assert_eq!(wrong(7, [7, 0], false), Some(Some(0)));
        assert_eq!(wrong(7, [6, 8], false), Some(Some(1)));
        assert_eq!(wrong(7, [6, 0], true), None);
        assert_eq!(wrong(7, [2, 6], true), None);
        assert_eq!(wrong(7, [5, 5], true), Some(None));
        // Games for money have no length.
        assert_eq!(wrong(0, [9, 9], true), None);
    }

    #[test]
    fn values_of_single_games_hold_for_money_with_a_cube_in_the_middle() {
        let money = in_match(0, [3, 5], false);
        assert_eq!(money.beyond_values(), None);
        let beyond = |state: GameState| state.beyond_values().unwrap();
        assert_eq!(beyond(in_match(7, [0, 0], false)), BeyondValues::Match(7));
        assert_eq!(beyond(GameState { offer: Some(Offer::Double), ..money }), BeyondValues::Offer);
        for cube in [Cube { exponent: 1, owner: Some(0) }, Cube { exponent: 0, owner: Some(1) }] {
            assert_eq!(beyond(GameState { cube, ..money }), BeyondValues::Cube);
        }
    }
}
