//! Decisions of a player with the cube: from tables and by solving, else by a simple model.
//!
//! The model takes the chance p to win the game from the evaluation function, knows no gammons, and
//! stands between two extremes (R. Janowski, "Take-points in money games", 1993). A dead cube is
//! never turned again: the value is a line in p. A live cube is turned at the very moment at which
//! the other player may just as well pass: the value is a line between the points at which either
//! player cashes. Two thirds of the live value and one third of the dead one make the estimate.

use shuban_core::shelf::Shelf;
use shuban_core::{Evaluation, ONE, Progress};
use shuban_gammon::evaluation::{NetworkEvaluation, TermEvaluation};
use shuban_gammon::money::PointInterval;
use shuban_gammon::{Cube, Position, Variant};
use shuban_play::{Basis, Level};

use crate::match_play::{
    CubeModel, CubefulEquities, DoublingOptions, DoublingTurn, MatchEquityTable, MatchError,
    MatchFailure, MatchSituation, MoneySituation, ReachLimits, Stakes, doublings,
    solve_for_money_within,
};

/// Share of the live value.
const LIVE: f64 = 2.0 / 3.0;

/// Chance at which a live cube for money is cashed.
const CASH: f64 = 0.8;

/// Most positions that are solved for a decision.
const MOST_SOLVED: usize = 20_000;

/// A decision about a double: of the player about to roll, and of the opponent about the offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeDecision {
    /// True if the player about to roll doubles.
    pub doubles: bool,
    /// True if the opponent takes.
    pub takes: bool,
    /// The basis of both.
    pub basis: Basis,
}

impl CubeDecision {
    /// Decides by the values of the three outcomes for the player about to roll, who does not double
    /// without a use for it.
    fn by(turn: &DoublingTurn<'_>, [no_double, take, pass]: [f64; 3], basis: Basis) -> Self {
        let situation = situation(turn);
        let has_use = match turn.stakes.length {
            0 => situation.cube.may_be_raised(0),
            _ => situation.may_double(0, situation.cube),
        };
        let doubles = has_use && take.min(pass) > no_double;
        CubeDecision { doubles, takes: take <= pass, basis }
    }
}

/// Returns the decisions of players of a level in a turn in which one may double: the perfect ones
/// look into tables, they and strong ones solve what can be reached if it is little, and all else
/// follows the model. Players at random never double, and take.
///
/// # Errors
/// [`MatchFailure`] if a table cannot be read, or the work is called off.
pub fn cube_decision(
    variant: &Variant,
    turn: &DoublingTurn<'_>,
    level: Level,
    shelf: &dyn Shelf,
    progress: &dyn Progress,
) -> Result<CubeDecision, MatchFailure> {
    if level == Level::Random {
        return Ok(CubeDecision { doubles: false, takes: true, basis: Basis::Random });
    }
    let is_for_money = turn.stakes.length == 0;
    if level == Level::Perfect || level == Level::Strong && !is_for_money {
        let options = DoublingOptions { most_positions: MOST_SOLVED, equities: None };
        let known = doublings(variant, &[*turn], &options, shelf, progress)?.pop().flatten();
        if let Some(known) = known {
            let basis = if is_for_money { Basis::Table } else { Basis::Search };
            let values = [known.no_double[0], known.take[0], known.pass[0]];
            return Ok(CubeDecision::by(turn, values, basis));
        }
    }
    let may_solve = level != Level::Casual && is_for_money;
    if may_solve && let Some(values) = solved_for_money(variant, turn, progress)? {
        return Ok(CubeDecision::by(turn, values, Basis::Search));
    }
    Ok(modelled(turn, chance_to_win(variant, &turn.position)))
}

/// Returns the decisions of the model for a chance of the player about to roll to win the game.
pub fn modelled(turn: &DoublingTurn<'_>, chance: f64) -> CubeDecision {
    let table = CubeModel::USUAL.table();
    CubeDecision::by(turn, Model::of(turn, &table).values(chance), Basis::Estimate)
}

/// Solves a turn of a game for money, if few positions can be reached.
fn solved_for_money(
    variant: &Variant,
    turn: &DoublingTurn<'_>,
    progress: &dyn Progress,
) -> Result<Option<[f64; 3]>, MatchFailure> {
    let cube = situation(turn).cube;
    let limit = (cube.exponent + 5).min(Cube::MOST);
    let situation = MoneySituation { cube, limit, jacoby: turn.stakes.is_jacoby, beavers: false };
    let most = ReachLimits::positions(MOST_SOLVED);
    let solved = match solve_for_money_within(variant, &turn.position, &situation, most, progress) {
        Err(MatchError::Interrupted) => return Err(MatchFailure::Interrupted),
        Err(_) => return Ok(None),
        Ok(solved) => solved,
    };
    let CubefulEquities { no_double, double, .. } = solved.equities();
    Ok(double.map(|double| [no_double, double.take, double.pass].map(PointInterval::midpoint)))
}

/// Returns the situation as the player about to roll sees it, who is seat 0 there.
fn situation(turn: &DoublingTurn<'_>) -> MatchSituation {
    let Stakes { cube, owner, .. } = *turn.stakes;
    turn.situation(Cube { exponent: cube.max(1).ilog2() as u8, owner })
}

/// Estimates the chance of the player about to roll to win the game.
fn chance_to_win(variant: &Variant, position: &Position) -> f64 {
    let estimate = match NetworkEvaluation::new(variant.clone()) {
        Some(network) => network.evaluate(position),
        None => TermEvaluation::new(variant.clone()).evaluate(position),
    };
    (f64::from(estimate) / f64::from(ONE) + 1.0) / 2.0
}

/// The model, for the player about to roll, who is seat 0.
struct Model<'t> {
    cube: Cube,
    /// The points that both need; for money, or beyond the table of match equities, `None`.
    needs: Option<[u32; 2]>,
    table: &'t MatchEquityTable,
    is_last: bool,
}

/// A chance to win the game, and the value there.
type Corner = (f64, f64);

impl<'t> Model<'t> {
    fn of(turn: &DoublingTurn<'_>, table: &'t MatchEquityTable) -> Self {
        let situation = situation(turn);
        let MatchSituation { needs, cube, .. } = situation;
        let is_known = needs.iter().all(|&points| (1..=table.length()).contains(&points));
        Model { cube, needs: is_known.then_some(needs), table, is_last: situation.is_last() }
    }

    /// The values without a double, with one that is taken, and with one that is passed.
    fn values(&self, chance: f64) -> [f64; 3] {
        let Cube { exponent, owner } = self.cube;
        let cube = 1 << exponent.min(Cube::MOST);
        [
            self.value(cube, owner, chance),
            self.value(2 * cube, Some(1), chance),
            self.after(0, cube),
        ]
    }

    fn value(&self, cube: u32, owner: Option<usize>, chance: f64) -> f64 {
        let [lost, won] = [self.after(1, cube), self.after(0, cube)];
        let dead = lost + chance * (won - lost);
        let is_owner = |seat| owner.is_none_or(|owner| owner == seat);
        let low = if is_owner(1) { self.cash(1, cube) } else { (0.0, lost) };
        let high = if is_owner(0) { self.cash(0, cube) } else { (1.0, won) };
        let part = ((chance - low.0) / (high.0 - low.0)).clamp(0.0, 1.0);
        let live = low.1 + part * (high.1 - low.1);
        LIVE * live + (1.0 - LIVE) * dead
    }

    /// The point at which a seat cashes with a live cube: the end of the game if it has no use for
    /// the cube.
    fn cash(&self, seat: usize, cube: u32) -> Corner {
        let end = if seat == 0 { 1.0 } else { 0.0 };
        let cashed = self.after(seat, cube);
        let Some(needs) = self.needs else {
            return (if seat == 0 { CASH } else { 1.0 - CASH }, cashed);
        };
        if needs[seat] <= cube {
            return (end, cashed);
        }
        // The other one owns twice the cube if he takes.
        let far = self.cash(1 - seat, 2 * cube);
        let won = self.after(seat, 2 * cube);
        let part = (cashed - far.1) / (won - far.1);
        (far.0 + part * (end - far.0), cashed)
    }

    /// The value once a seat has won a number of points.
    fn after(&self, winner: usize, points: u32) -> f64 {
        let sign = if winner == 0 { 1.0 } else { -1.0 };
        let Some(mut needs) = self.needs else { return sign * f64::from(points) };
        needs[winner] = needs[winner].saturating_sub(points);
        self.table.chance(needs[0], needs[1], self.is_last).unwrap_or_default()
    }
}
