//! The values of doubles in the turns of one game.

use shuban_core::shelf::Shelf;
use shuban_core::{NotationError, Progress, Seat};
use shuban_gammon::{Cube, Position, Variant, format_position};

use super::asked_cube::exponent;
use super::equities::match_equities;
use super::equity_table::MatchEquityTable;
use super::error::{MatchError, MatchFailure};
use super::money_tables::{CubePlace, DoublingWorth, MoneyTables};
use super::reached::{ReachLimits, ReachedPositions};
use super::situation::{MatchSituation, check_owner};
use super::solver::MatchSolver;
use super::stakes::{DoublingOptions, DoublingTurn, Stakes, ValuedDoubling, seen_by};

/// Source of values that are solved here.
const SOLVED: &str = "match play";

/// A turn in which a player may double.
struct ReadTurn<'a> {
    position: Position,
    seat: Seat,
    stakes: &'a Stakes,
    cube: Cube,
}

impl<'a> ReadTurn<'a> {
    fn read(variant: &Variant, turn: &DoublingTurn<'a>) -> Result<Self, MatchFailure> {
        let DoublingTurn { position, stakes } = *turn;
        if position.mover.is_empty() || position.opponent.is_empty() {
            let text = format_position(variant, &position);
            let over = NotationError::new(&text, 0, "the game is over");
            return Err(MatchFailure::Position(over));
        }
        let Stakes { cube, owner, .. } = *stakes;
        let cube = Cube { exponent: exponent(cube)?, owner };
        check_owner(cube).map_err(MatchFailure::refused)?;
        Ok(ReadTurn { position, seat: position.seat(), stakes, cube })
    }

    /// Returns the situation of the match, seen by the player about to roll.
    fn situation(&self) -> MatchSituation {
        let ReadTurn { position, stakes, cube, .. } = *self;
        DoublingTurn { position, stakes }.situation(cube)
    }

    fn cube_place(&self) -> Option<CubePlace> {
        match self.cube.owner {
            Some(owner) => (owner == self.seat).then_some(CubePlace::Owned),
            None if self.stakes.is_jacoby => Some(CubePlace::Jacoby),
            None => Some(CubePlace::Centred),
        }
    }
}

fn valued(worth: DoublingWorth, point: f64, source: String) -> ValuedDoubling {
    ValuedDoubling {
        no_double: worth.no_double.numbers(),
        take: worth.take.numbers(),
        pass: worth.pass.numbers(),
        best: worth.action().name(),
        point,
        source,
    }
}

/// Returns the values of doubles in turns of one game, in the order in which they were played, as
/// far as they are known: for money from tables on the shelf, in a match by solving what can be
/// reached. Turns without values are not errors: they have `None`.
///
/// # Errors
/// [`MatchFailure`] if the game is over in a position, the match equities cannot be read, a table is
/// damaged, or the work was called off.
pub fn doublings(
    variant: &Variant,
    turns: &[DoublingTurn<'_>],
    options: &DoublingOptions<'_>,
    shelf: &dyn Shelf,
    progress: &dyn Progress,
) -> Result<Vec<Option<ValuedDoubling>>, MatchFailure> {
    let turns = turns.iter().map(|turn| ReadTurn::read(variant, turn));
    let turns = turns.collect::<Result<Vec<ReadTurn<'_>>, _>>()?;
    if turns.iter().all(|turn| turn.stakes.length == 0) {
        return for_money(variant, &turns, shelf, progress);
    }
    let table = match_equities(options.equities)?;
    Ok(in_match(variant, &turns, &table, options.most_positions, progress)?)
}

fn for_money(
    variant: &Variant,
    turns: &[ReadTurn<'_>],
    shelf: &dyn Shelf,
    progress: &dyn Progress,
) -> Result<Vec<Option<ValuedDoubling>>, MatchFailure> {
    let tables = MoneyTables::of(variant);
    let known = turns.iter().map(|turn| {
        if progress.interrupted() {
            return Err(MatchFailure::Interrupted);
        }
        let Some(cube) = turn.cube_place() else { return Ok(None) };
        let worth = tables.worth(&turn.position, cube, shelf).map_err(MatchFailure::Table)?;
        Ok(worth.map(|(worth, layer)| valued(worth, 1.0, layer)))
    });
    known.collect()
}

/// Solves the first turn from which few enough positions are reached: those of the later turns are
/// among them.
fn in_match(
    variant: &Variant,
    turns: &[ReadTurn<'_>],
    table: &MatchEquityTable,
    most: usize,
    progress: &dyn Progress,
) -> Result<Vec<Option<ValuedDoubling>>, MatchError> {
    let mut known = vec![None; turns.len()];
    let (mut first, mut end) = (if most == 0 { turns.len() } else { 0 }, turns.len());
    let mut reached = None;
    while first < end {
        let middle = first.midpoint(end);
        let limits = ReachLimits::positions(most);
        match ReachedPositions::from(variant, turns[middle].position, limits, progress) {
            Ok(found) => (end, reached) = (middle, Some(found)),
            Err(MatchError::Interrupted) => return Err(MatchError::Interrupted),
            Err(_) => first = middle + 1,
        }
    }
    let Some((begin, reached)) = turns.get(first).zip(reached) else { return Ok(known) };
    let situation = begin.situation();
    // Long matches have scores outside of the table.
    if situation.check(table).is_err() {
        return Ok(known);
    }
    let solver = MatchSolver::new(variant, table).up_to(most);
    let solved = solver.solve_reached(reached, &begin.position, &situation, progress)?;
    for (turn, known) in turns.iter().zip(&mut known).skip(first) {
        let seat = usize::from(turn.seat != begin.seat);
        let cube = seen_by(turn.cube, begin.seat);
        let Some(found) = solved.chances_in(&turn.position, seat, cube) else { continue };
        let no_double = found.chances.no_double;
        let worth = match found.chances.double {
            Some(double) => DoublingWorth { no_double, take: double.take, pass: double.pass },
            None => {
                let own = turn.situation();
                let Some(doubled) = own.after_useless_double() else { continue };
                let take = solver.solve(&turn.position, &doubled, progress)?.chances().chance;
                DoublingWorth { no_double, take, pass: found.won }
            }
        };
        *known = Some(valued(worth, found.point(), SOLVED.to_owned()));
    }
    Ok(known)
}
