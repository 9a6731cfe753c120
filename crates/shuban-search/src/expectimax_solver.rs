//! Expectimax search of games of chance, turn by turn down to positions that tables know.

use std::collections::HashMap;
use std::time::Instant;

use shuban_core::advice::Message;
use shuban_core::shelf::{OracleError, StoredValues, stored_values};
use shuban_core::solver::{SearchFailure, SearchSetting, Solve};
use shuban_core::text::grouped;
use shuban_core::{
    Answer, Bound, Explain, Field, Fields, Game, Interval, IntervalDomain, PositionOf,
    PositionSolver, ask,
};

use crate::expectimax::{SearchError, SearchOptions, SearchedOf, expectimax};

/// Maximum number of expanded positions if neither nodes nor time are limited.
const USUAL_NODES: u64 = 1_000_000;

/// Solves positions by expectimax, ever deeper, with the stored values of a domain at its leaves.
pub struct ExpectimaxSolver<D>(pub D);

impl<D: IntervalDomain + Explain + 'static> PositionSolver for ExpectimaxSolver<D> {
    type Game = D::Game;

    fn game(&self) -> &D::Game {
        self.0.game()
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, D::Game> {
        let stored = stored_values::<D>(setting.shelf, &self.0.name());
        Box::new(move |position| solved(&self.0, position, &*stored, &setting))
    }
}

/// Reason of an early end.
enum Halt {
    /// Time is up, or the search was cancelled.
    Stopped,
    /// A table could not be read.
    Table(OracleError),
}

/// The deepest search that was finished within the limits, or the first one if none was.
struct Deepest<G: Game> {
    found: SearchedOf<G>,
    depth: u8,
    nodes: u64,
}

fn solved<D: IntervalDomain + Explain + 'static>(
    domain: &D,
    position: &PositionOf<D>,
    stored: &StoredValues<'_, D>,
    setting: &SearchSetting<'_>,
) -> Result<Answer<D::Game, Fields>, SearchFailure> {
    let game = domain.game();
    let Deepest { found, depth, nodes } = deepest(domain, position, stored, setting)?;
    let seat = game.to_move(position);
    // Values for the player to move, as tables give them.
    let mut values: HashMap<PositionOf<D>, Interval> = HashMap::new();
    for (play, value) in found.events.iter().flat_map(|event| &event.plays) {
        let value = if game.to_move(&play.after) == seat { *value } else { -*value };
        values.insert(play.after.clone(), value);
    }
    values.insert(position.clone(), found.value);
    let value = |position: &PositionOf<D>| Ok::<_, SearchFailure>(values.get(position).copied());
    let mut answer = ask(domain, position, value)?;
    // With nothing known of any play, no play is best.
    for event in &mut answer.events {
        event.value = event.value.filter(|value| *value != domain.unknown());
    }
    let extras = [
        Field::new("depth", u64::from(depth)).long(format!("{depth} turns ahead")),
        Field::new("nodes", nodes).long(format!("{} positions", grouped(nodes))),
    ];
    Ok(answer
        .map(|value| domain.fields_for(&value, seat))
        .from("search")
        .with(extras.into_iter().collect()))
}

fn deepest<D: IntervalDomain + Explain + 'static>(
    domain: &D,
    position: &PositionOf<D>,
    stored: &StoredValues<'_, D>,
    setting: &SearchSetting<'_>,
) -> Result<Deepest<D::Game>, SearchFailure> {
    let started = Instant::now();
    let is_over = || setting.time.is_some_and(|time| started.elapsed() >= time);
    let oracle = |position: &PositionOf<D>| match is_over() || setting.progress.interrupted() {
        true => Err(Halt::Stopped),
        false => stored(position).map(|value| value.map(Bound::from)).map_err(Halt::Table),
    };
    let usual = if setting.time.is_some() { u64::MAX } else { USUAL_NODES };
    let most = setting.nodes.unwrap_or(usual);
    let mut nodes = 0;
    let mut deepest: Option<Deepest<D::Game>> = None;
    setting.progress.phase("searching", 0);
    for depth in 1..=u8::MAX {
        let unknown = domain.unknown();
        let options = SearchOptions { nodes: most - nodes, unknown, ..SearchOptions::new(depth) };
        let found = match expectimax(domain.game(), position, &oracle, &options) {
            Ok(found) => found,
            Err(SearchError::Oracle(Halt::Stopped)) => break,
            Err(SearchError::Oracle(Halt::Table(error))) => {
                return Err(SearchFailure::Oracle(error));
            }
            Err(SearchError::Unfit { reason, .. }) => {
                return Err(SearchFailure::TooMuch(format!("{}: {reason}", domain.game().name())));
            }
        };
        nodes += found.nodes;
        let text = format!("{depth} turns ahead, {} positions", grouped(nodes));
        setting.progress.at(nodes, &text);
        // If every line ends at a known value, a deeper search is the same.
        let is_same = deepest.as_ref().is_some_and(|last| last.found.nodes == found.nodes);
        let is_last = is_same || found.value.is_exact() || !found.is_complete || nodes == most;
        if deepest.is_none() || found.is_complete {
            deepest = Some(Deepest { found, depth, nodes });
        }
        if is_last {
            break;
        }
    }
    match deepest {
        Some(deepest) => Ok(Deepest { nodes, ..deepest }),
        None if is_over() => {
            let message = Message::from("not one turn was searched in time (");
            Err(SearchFailure::Limit(message.setting("time").text(")")))
        }
        None => Err(SearchFailure::Interrupted),
    }
}
