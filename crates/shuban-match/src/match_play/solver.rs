//! The chance to win a match from a position.

use shuban_core::dice::Roll;
use shuban_core::{Progress, Seat};
use shuban_gammon::money::{CubeAction, PointInterval};
use shuban_gammon::{Cube, Move, MoveGenerator, Position, Variant, Won};

use super::equity_table::MatchEquityTable;
use super::error::MatchError;
use super::kinds::{CubeKind, cube_kinds, of_other};
use super::reached::{ReachLimits, ReachedPositions, WON};
use super::situation::{MatchSituation, PlayedForMatch};
use super::values::{DoubleValues, MatchValues, TurnValues};

/// Solver of positions of a match, each with all positions that can be reached from it.
///
/// Both players maximise their chance to win the match, with the present cube: bounds are proven,
/// given the table of match equities.
#[derive(Clone, Copy)]
pub struct MatchSolver<'a> {
    variant: &'a Variant,
    table: &'a MatchEquityTable,
    most: ReachLimits,
}

/// Most positions that are solved together by default.
pub(super) const MOST: ReachLimits = ReachLimits::positions(1_000_000);

impl<'a> MatchSolver<'a> {
    /// Creates a solver for a variant.
    pub fn new(variant: &'a Variant, table: &'a MatchEquityTable) -> Self {
        MatchSolver { variant, table, most: MOST }
    }

    /// Sets the most positions, in place of 10⁶.
    #[must_use]
    pub fn up_to(self, most_positions: usize) -> Self {
        MatchSolver { most: ReachLimits::positions(most_positions), ..self }
    }

    /// Solves a position.
    ///
    /// # Errors
    /// [`MatchError`]: the question is impossible or too large, or the work was called off.
    pub fn solve(
        &self,
        position: &Position,
        situation: &MatchSituation,
        progress: &dyn Progress,
    ) -> Result<SolvedMatch, MatchError> {
        situation.check(self.table)?;
        let kinds = cube_kinds(&PlayedForMatch { situation, table: self.table })?;
        SolvedMatch::of(self.variant, position, kinds, self.most, progress)
    }

    /// Solves a position from which these are reached.
    pub(super) fn solve_reached(
        &self,
        reached: ReachedPositions,
        position: &Position,
        situation: &MatchSituation,
        progress: &dyn Progress,
    ) -> Result<SolvedMatch, MatchError> {
        let kinds = cube_kinds(&PlayedForMatch { situation, table: self.table })?;
        SolvedMatch::of_reached(self.variant, position, reached, kinds, progress)
    }
}

impl SolvedMatch {
    /// Solves a position for kinds of cubes.
    pub(super) fn of(
        variant: &Variant,
        position: &Position,
        kinds: Vec<CubeKind>,
        most: ReachLimits,
        progress: &dyn Progress,
    ) -> Result<Self, MatchError> {
        if position.mover.is_empty() || position.opponent.is_empty() {
            return Err(MatchError::Over);
        }
        let found = position.mover.count().max(position.opponent.count());
        if found > variant.checkers() {
            return Err(MatchError::Checkers { found, most: variant.checkers() });
        }
        let reached = ReachedPositions::from(variant, *position, most, progress)?;
        SolvedMatch::of_reached(variant, position, reached, kinds, progress)
    }

    /// The same with the positions that are reached from it.
    fn of_reached(
        variant: &Variant,
        position: &Position,
        reached: ReachedPositions,
        kinds: Vec<CubeKind>,
        progress: &dyn Progress,
    ) -> Result<Self, MatchError> {
        let mut values = MatchValues::new(reached, kinds);
        let is_settled = values.settle(progress)?;
        let mut turn = values.turn();
        values.work_out(FIRST, &mut turn);
        let (variant, position) = (variant.clone(), *position);
        Ok(SolvedMatch { variant, position, values, turn, is_settled })
    }
}

/// The number of the position that was asked about.
const FIRST: u32 = WON as u32;

/// The kind of cube that was asked about.
const ASKED: usize = 0;

/// A position of a match, solved.
pub struct SolvedMatch {
    variant: Variant,
    position: Position,
    values: MatchValues,
    /// Values of the position.
    turn: TurnValues,
    is_settled: bool,
}

/// The chances of the player about to roll to win the match, in proven bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchChances {
    /// Chance with the best cube action.
    pub chance: PointInterval,
    /// Chance without a double before this roll.
    pub no_double: PointInterval,
    /// Chances with one, if the player may double and has a use for it.
    pub double: Option<DoubleChances>,
}

/// The chances of a player who doubles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleChances {
    /// Chance if the opponent takes.
    pub take: PointInterval,
    /// Chance if the opponent doubles back at once, where that is allowed.
    pub beaver: Option<PointInterval>,
    /// Chance if the opponent passes.
    pub pass: PointInterval,
    /// The best action.
    pub action: CubeAction,
}

/// A play, with the chance to win the match that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedMatchPlay {
    /// The play.
    pub action: Move,
    /// The position after it.
    pub after: Position,
    /// The chance of its player, in proven bounds.
    pub chance: PointInterval,
}

/// The chances of a player about to roll later in the game, and after a single game won or lost
/// with the present cube.
pub(super) struct LaterChances {
    pub(super) chances: MatchChances,
    pub(super) won: PointInterval,
    pub(super) lost: PointInterval,
}

impl LaterChances {
    /// Returns the value of a point for each point of the cube: half of what lies between a single
    /// game won and lost.
    pub(super) fn point(&self) -> f64 {
        (self.won.midpoint() - self.lost.midpoint()) / 2.0
    }
}

impl SolvedMatch {
    /// Returns the number of positions that were solved.
    pub fn positions(&self) -> usize {
        self.values.reached.len()
    }

    /// The cubes that can occur in the game, from the present one on.
    pub fn cubes(&self) -> impl Iterator<Item = Cube> {
        self.values.kinds.iter().map(|kind| kind.cube)
    }

    /// Returns true if all bounds are within 2⁻²⁰ of each other. If not, they cannot be narrowed
    /// any more: play may go on for ever.
    pub fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// The chances before the roll.
    pub fn chances(&self) -> MatchChances {
        self.chances_of(&self.turn, 0, ASKED)
    }

    fn chances_of(&self, turn: &TurnValues, seat: Seat, kind: usize) -> MatchChances {
        let no_double = self.values.no_double(turn, seat, kind);
        let double = self.values.double(turn, seat, kind).map(|double| {
            let action = CubeAction::among(no_double, double.taken(), double.pass);
            let DoubleValues { take, beaver, pass } = double;
            DoubleChances { take, beaver, pass, action }
        });
        MatchChances { chance: self.values.decided(turn, seat, kind), no_double, double }
    }

    /// The chances of a seat that is about to roll later in the game, if the position and the cube
    /// can come about. Seats are as the position that was asked about sees them.
    pub(super) fn chances_in(
        &self,
        position: &Position,
        seat: Seat,
        cube: Cube,
    ) -> Option<LaterChances> {
        let number = self.values.reached.number(position)?;
        let kind = self.values.kinds.iter().position(|kind| kind.cube == cube)?;
        let mut turn = self.values.turn();
        self.values.work_out(number, &mut turn);
        let after = |winner| self.values.kinds[kind].after_win(winner, Won::Single);
        let (won, lost) = (after(seat), of_other(after(1 - seat)));
        Some(LaterChances { chances: self.chances_of(&turn, seat, kind), won, lost })
    }

    /// All plays of a roll, best first by the middle of the bounds.
    pub fn plays(&self, roll: Roll) -> Vec<ValuedMatchPlay> {
        let all = MoveGenerator::new(&self.variant, &self.position).plays(roll);
        let valued = all.into_iter().filter_map(|(action, after)| {
            let number = self.values.reached.number(&after)?;
            let chance = self.values.after_play(number, 0, ASKED);
            Some(ValuedMatchPlay { action, after, chance })
        });
        let mut plays: Vec<ValuedMatchPlay> = valued.collect();
        plays.sort_by_key(|play| std::cmp::Reverse(play.chance.twice_the_middle()));
        plays
    }
}
