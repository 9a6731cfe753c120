//! Situations of a match.

use shuban_core::Seat;
use shuban_gammon::{Cube, Won};

use super::equity_table::MatchEquityTable;
use super::error::SituationError;
use super::kinds::PlayedFor;

/// The situation of a match besides the position: the points that both players need, and the cube.
///
/// Seat 0 is the player about to roll in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSituation {
    /// The points that both seats need to win the match.
    pub needs: [u32; 2],
    /// True in the Crawford game. Where a player needs one point and it is not, the
    /// Crawford game has been.
    pub crawford: bool,
    /// The cube.
    pub cube: Cube,
}

impl MatchSituation {
    /// The situation at the beginning of a game.
    pub fn new(needs: [u32; 2], crawford: bool) -> Self {
        MatchSituation { needs, crawford, cube: Cube::CENTRED }
    }

    /// Returns true if the game after this one comes after the Crawford game.
    pub(crate) fn is_last(&self) -> bool {
        self.crawford || self.needs.contains(&1)
    }

    /// Checks that the situation is possible, and that its outcomes are in the table.
    ///
    /// # Errors
    /// [`SituationError`] if not.
    pub fn check(&self, table: &MatchEquityTable) -> Result<(), SituationError> {
        let MatchSituation { needs: [own, opponent], crawford, cube } = *self;
        let is_near = self.needs.contains(&1);
        match cube.exponent {
            _ if own == 0 || opponent == 0 => return Err(SituationError::Over),
            _ if crawford && !is_near => return Err(SituationError::NotCrawford),
            exponent if exponent > Cube::MOST => return Err(SituationError::Cube(exponent)),
            1.. if crawford => return Err(SituationError::CubeInCrawford(cube.value())),
            _ => check_owner(cube)?,
        }
        equity(table, self.needs, is_near && !crawford).map(drop)
    }

    /// Returns the situation after a double that is taken, where seat 0 may double by the rules and
    /// has no use for it.
    pub(super) fn after_useless_double(&self) -> Option<Self> {
        let is_allowed = !self.crawford && self.cube.may_be_raised(0);
        is_allowed.then_some(MatchSituation { cube: self.cube.raised(0), ..*self })
    }

    /// Returns true if a player may double with a cube, and has a use for it.
    pub fn may_double(&self, seat: Seat, cube: Cube) -> bool {
        cube.may_be_raised(seat) && !self.crawford && self.needs[seat] > cube.value()
    }
}

/// A situation, and the match equities.
pub struct PlayedForMatch<'a> {
    /// The situation.
    pub situation: &'a MatchSituation,
    /// The match equities.
    pub table: &'a MatchEquityTable,
}

/// Numbers are the chances of seat 0 to win the match.
impl PlayedFor for PlayedForMatch<'_> {
    fn cube(&self) -> Cube {
        self.situation.cube
    }

    fn may_double(&self, seat: Seat, cube: Cube) -> bool {
        self.situation.may_double(seat, cube)
    }

    fn after(&self, winner: Seat, won: Won, cube: Cube) -> Result<f64, SituationError> {
        let mut needs = self.situation.needs;
        let points = u32::from(won.times()) * cube.value();
        needs[winner] = needs[winner].saturating_sub(points);
        equity(self.table, needs, self.situation.is_last())
    }

    /// Chances of a match stay what they are.
    fn times_doubled(&self) -> i32 {
        1
    }
}

/// Checks that a cube has an owner if and only if it was turned.
///
/// # Errors
/// [`SituationError`] if not.
pub(super) fn check_owner(cube: Cube) -> Result<(), SituationError> {
    match (cube.exponent, cube.owner) {
        (1.., None) => Err(SituationError::Unowned(cube.value())),
        (0, Some(_)) => Err(SituationError::OwnedOne),
        _ => Ok(()),
    }
}

/// The chance of seat 0 by the points that both seats need.
fn equity(
    table: &MatchEquityTable,
    [own, opponent]: [u32; 2],
    after_crawford: bool,
) -> Result<f64, SituationError> {
    let lacking = SituationError::NoEquity { own, opponent, after_crawford };
    table.chance(own, opponent, after_crawford).ok_or(lacking)
}
