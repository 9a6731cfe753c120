//! The player on whole boards.

use std::time::Instant;

use shuban_core::adviser::{Advice, Adviser, Participation};
use shuban_core::solver::{PositionSolver, SearchFailure, SearchSetting};
use shuban_core::{Datum, Field, Fields, Game, Present};

use super::ending::is_ending;
use super::options::SearchOptions;
use super::tree::{RatedMove, Tree};
use crate::notation::format_move;
use crate::position::Position;
use crate::solver::SumSolver;
use crate::subgame::Move;
use crate::sum::BoardSum;

/// Boards that are evaluated where neither nodes nor time are limited.
const USUAL: u64 = 1_000_000;

/// Number of moves that the player tells of.
const TOLD: usize = 10;

/// A player on whole boards: asks the solver of sums where a board has fallen into small regions, and else searches
/// with an evaluation by territory.
pub struct BoardPlayer<G> {
    game: G,
    /// The solver of sums, where the search of the game is another one.
    sums: Option<SumSolver>,
    options: SearchOptions,
}

impl<G> BoardPlayer<G> {
    /// Creates the player of a game, with the usual constants. `sums` solves endings before it searches.
    pub fn new(game: G, sums: Option<SumSolver>) -> Self {
        BoardPlayer { game, sums, options: SearchOptions::default() }
    }
}

/// The game of boards, whatever its starts and seats.
pub trait BoardGame: Present + Game<Position = Position, Chance = (), Move = Move> {}

impl<G: Present + Game<Position = Position, Chance = (), Move = Move>> BoardGame for G {}

impl<G: BoardGame + 'static> Adviser for BoardPlayer<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn name(&self) -> String {
        "territory".to_owned()
    }

    fn about(&self) -> String {
        "follows the most promising lines, and weighs boards by territory".to_owned()
    }

    fn about_ja(&self) -> Option<String> {
        Some("有望な手順を深く読み、盤面は陣地で評価する".to_owned())
    }

    fn participation(&self, position: &Position) -> Participation {
        match is_ending(position.subgame()) {
            true => Participation::AfterSearch,
            false => Participation::InsteadOfSearch,
        }
    }

    fn proven(
        &self,
        position: &Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Option<Advice<G>>, SearchFailure> {
        match &self.sums {
            Some(sums) if is_ending(position.subgame()) => solved(sums, position, setting),
            _ => Ok(None),
        }
    }

    fn advise(
        &self,
        position: &Position,
        setting: &SearchSetting<'_>,
    ) -> Result<Advice<G>, SearchFailure> {
        let began = Instant::now();
        let usual = setting.time.is_none().then_some(USUAL);
        let setting = &SearchSetting { nodes: setting.nodes.or(usual), ..*setting };
        // Half of the time is left for the tree.
        let half = SearchSetting { time: setting.time.map(|time| time / 2), ..*setting };
        if let Some(advice) = self.proven(position, &half)? {
            return Ok(advice);
        }
        let (game, side) = (position.subgame(), position.to_move());
        let mut tree = Tree::new(game, side, &self.options, setting.memory);
        while !tree.is_finished()
            && setting.nodes.is_none_or(|most| tree.evaluated() < most)
            && setting.time.is_none_or(|time| began.elapsed() < time)
            && !setting.progress.interrupted()
        {
            tree.grow();
        }
        let rated = tree.rated();
        let Some(best) = rated.first() else { return Ok(Advice::none("there is no move")) };
        let line: Vec<Datum> = (tree.line().iter())
            .scan(*position, |position, action| {
                let text = format_move(position, action);
                *position = position.after(*action);
                Some(text.into())
            })
            .collect();
        let facts = Fields::new()
            .with(Field::new("boards", tree.evaluated()))
            .with(expected(best))
            .with(Field::new("line", Datum::List(line)));
        let weighed = rated.iter().take(TOLD).filter(|one| one.visits > 0).map(weighed).collect();
        Ok(Advice { choice: Some(best.action), weighed, facts, is_proven: false })
    }
}

/// Returns a move with its findings.
fn weighed(one: &RatedMove) -> (Move, Fields) {
    let visits = Field::new("visits", u64::from(one.visits));
    (one.action, Fields::new().with(visits).with(expected(one)))
}

/// Returns the expected result of a move as a field.
fn expected(one: &RatedMove) -> Field {
    let value = f64::from(one.value);
    Field::new("expected", value).short(format!("{value:+.3}")).long(format!("{value:+.3}"))
}

/// Returns a move that the solver of sums proves to be best, with what the sum is worth and the
/// region in which it is most urgent to move.
pub(super) fn solved<G: BoardGame>(
    sums: &SumSolver,
    position: &Position,
    setting: &SearchSetting<'_>,
) -> Result<Option<Advice<G>>, SearchFailure> {
    let sum = BoardSum::new([*position], position.to_move());
    let answer = match sums.begin(*setting)(&sum) {
        Err(SearchFailure::TooMuch(_) | SearchFailure::Memory(_) | SearchFailure::Limit(_)) => {
            return Ok(None);
        }
        answer => answer?,
    };
    let names_best =
        matches!(answer.extras.get("best"), Some(Datum::List(best)) if !best.is_empty());
    let first = answer.events.first().and_then(|event| event.plays.first());
    let urgent = answer.extras.iter().filter(|field| field.name == "urgent").cloned();
    let told = ["best", "worth"]
        .into_iter()
        .filter_map(|name| Some(Field::silent(name, answer.extras.get(name)?.clone())));
    let facts = answer.value.unwrap_or_default().and(urgent.chain(told).collect());
    Ok(first.filter(|_| names_best).map(|valued| {
        let best = Advice::of(valued.play.action.action);
        Advice { facts, is_proven: true, ..best }
    }))
}
