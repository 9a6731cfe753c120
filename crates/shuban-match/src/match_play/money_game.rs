//! A game for money with a cube that is turned up to some value.

use shuban_core::dice::Roll;
use shuban_core::{Progress, Seat};
use shuban_gammon::money::{CubeAction, POINT, PointInterval, between};
use shuban_gammon::{Cube, Move, Position, Variant, Won};

use super::error::{MatchError, SituationError};
use super::kinds::{PlayedFor, cube_kinds};
use super::reached::ReachLimits;
use super::situation::check_owner;
use super::solver::{DoubleChances, MOST, MatchChances, SolvedMatch};

/// The situation of a game for money besides the position: the cube, and its limit.
///
/// Seat 0 is the player about to roll in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoneySituation {
    /// The cube.
    pub cube: Cube,
    /// The highest cube, as a power of 2: 0 for a game without a cube.
    pub limit: u8,
    /// True if gammons count only once the cube was turned.
    pub jacoby: bool,
    /// True if a player who takes may double back at once and keep the cube (a beaver). The player who
    /// doubled may not raise it further (a raccoon).
    pub beavers: bool,
}

/// Bound of the points won for each that the cube stands for, a power of two: so the values of a
/// single game, a gammon and a backgammon are exact.
const SPAN: i32 = 4;

impl MoneySituation {
    /// The situation at the beginning of a game.
    pub fn new(limit: u8) -> Self {
        MoneySituation { cube: Cube::CENTRED, limit, jacoby: false, beavers: false }
    }

    /// Checks that the situation is possible.
    ///
    /// # Errors
    /// [`SituationError`] if not.
    pub fn check(&self) -> Result<(), SituationError> {
        if self.limit > Cube::MOST {
            return Err(SituationError::Cube(self.limit));
        }
        if self.cube.exponent > self.limit {
            let limit = 1 << self.limit;
            return Err(SituationError::BeyondLimit { cube: self.cube.value(), limit });
        }
        check_owner(self.cube)
    }
}

/// Values are numbers between 0 and 1 as for matches: half of one more than a quarter of
/// the points, for each that the cube of the kind stands for.
impl PlayedFor for MoneySituation {
    fn cube(&self) -> Cube {
        self.cube
    }

    fn may_double(&self, seat: Seat, cube: Cube) -> bool {
        cube.may_be_raised(seat) && cube.exponent < self.limit
    }

    fn may_beaver(&self, taken: Cube) -> bool {
        self.beavers && taken.exponent < self.limit
    }

    fn after(&self, winner: Seat, won: Won, cube: Cube) -> Result<f64, SituationError> {
        let is_single = self.jacoby && cube.exponent == 0;
        let points = f64::from(if is_single { 1 } else { won.times() });
        let points = if winner == 0 { points } else { -points };
        Ok((points / f64::from(SPAN) + 1.0) / 2.0)
    }

    /// A point of a doubled cube is two.
    fn times_doubled(&self) -> i32 {
        2
    }
}

/// The points that a number stands for.
fn points(number: PointInterval) -> PointInterval {
    let points = |bound: i32| {
        let points = i64::from(SPAN) * (2 * i64::from(bound) - i64::from(POINT));
        // Twelve points for each of the cube are within; wider bounds are of no use.
        i32::try_from(points).unwrap_or(if points < 0 { i32::MIN } else { i32::MAX })
    };
    between(points(number.lower.0), points(number.upper.0))
}

/// Solves a position of a game for money whose cube is turned up to some value, with all positions
/// that can be reached from it: at most 10⁶.
///
/// The number of turns of the cube is finite, so that expectations always exist.
///
/// # Errors
/// As of [`MatchSolver::solve`](super::MatchSolver::solve).
pub fn solve_for_money(
    variant: &Variant,
    position: &Position,
    situation: &MoneySituation,
    progress: &dyn Progress,
) -> Result<SolvedMoney, MatchError> {
    solve_for_money_within(variant, position, situation, MOST, progress)
}

/// Solves a position as [`solve_for_money`] does, within other limits.
///
/// # Errors
/// As of [`solve_for_money`].
pub fn solve_for_money_within(
    variant: &Variant,
    position: &Position,
    situation: &MoneySituation,
    most: ReachLimits,
    progress: &dyn Progress,
) -> Result<SolvedMoney, MatchError> {
    situation.check()?;
    let kinds = cube_kinds(situation)?;
    Ok(SolvedMoney(SolvedMatch::of(variant, position, kinds, most, progress)?))
}

/// A position of a game for money, solved.
pub struct SolvedMoney(SolvedMatch);

/// The value of a position for the player about to roll, for each point that the cube stands for
/// now, in proven bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubefulEquities {
    /// Equity with the best cube action.
    pub equity: PointInterval,
    /// Equity without a double before this roll.
    pub no_double: PointInterval,
    /// Equities with one, if the player may double.
    pub double: Option<DoubleEquities>,
}

/// The values of a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleEquities {
    /// Equity if the opponent takes.
    pub take: PointInterval,
    /// Equity if the opponent doubles back at once, where that is allowed.
    pub beaver: Option<PointInterval>,
    /// Equity if the opponent passes: one point.
    pub pass: PointInterval,
    /// The best action.
    pub action: CubeAction,
}

impl DoubleEquities {
    /// Returns the equity of the best answer that is no pass.
    pub fn taken(&self) -> PointInterval {
        match self.beaver {
            Some(beaver) if beaver.midpoint() < self.take.midpoint() => beaver,
            _ => self.take,
        }
    }
}

impl SolvedMoney {
    /// Returns the number of positions that were solved.
    pub fn positions(&self) -> usize {
        self.0.positions()
    }

    /// Returns true if all bounds are within 2⁻¹⁷ points of each other, and those of a double that is
    /// taken within 2⁻¹⁶. If not, nothing narrows them any more.
    pub fn is_settled(&self) -> bool {
        self.0.is_settled()
    }

    /// Returns the values before the roll.
    pub fn equities(&self) -> CubefulEquities {
        let MatchChances { chance, no_double, double } = self.0.chances();
        let double = double.map(|DoubleChances { take, beaver, pass, action }| DoubleEquities {
            take: points(take),
            beaver: beaver.map(points),
            pass: points(pass),
            action,
        });
        CubefulEquities { equity: points(chance), no_double: points(no_double), double }
    }

    /// All plays of a roll, best first by the middle of the bounds, each with its equity for the
    /// player who makes it.
    pub fn plays(&self, roll: Roll) -> Vec<(Move, Position, PointInterval)> {
        let plays = self.0.plays(roll).into_iter();
        plays.map(|play| (play.action, play.after, points(play.chance))).collect()
    }
}
