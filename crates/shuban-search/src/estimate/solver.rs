//! Answers for users: a position estimated with an evaluation function and the built databases.

use std::cell::Cell;
use std::time::{Duration, Instant};

use shuban_core::advice::Message;
use shuban_core::shelf::OracleError;
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::text::grouped;
use shuban_core::worth::Rating;
use shuban_core::{Answer, Bound, ChanceEvent, Evaluation, Field, Fields, Game, ONE, ValuedPlay};

use super::{Deepened, EstimateOptions, EstimatedEventOf, EstimatedOf, SearchForm, deepen};
use crate::expectimax::SearchError;

/// Depth and form of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateSetting {
    /// Depth in plies, at least one.
    pub plies: u8,
    /// The form of the search.
    pub form: SearchForm,
    /// True if every play gets a value, as always after a roll that is named; else those that are not worth a look
    /// have none.
    pub all_plays: bool,
}

/// Approximate size in bytes of an entry of the transposition table.
const ENTRY: u64 = 160;

/// Positions between two checks of the time limit.
const LOOK: u64 = 1 << 10;

/// Reason of an early end.
enum Halt {
    /// Time is up, too many nodes were visited, or the search was cancelled.
    Stopped,
    /// A table could not be read.
    Table(OracleError),
}

/// Estimates a position, or a chance event in it, with every play of that event.
///
/// With a limit of time or nodes the search deepens ply by ply up to the number of plies, and the
/// deepest that was finished counts; without, that number is searched at once.
///
/// # Errors
/// [`SearchFailure`]: not one ply within the limits, a table that cannot be read, a game that
/// cannot be searched so.
pub fn estimate_answer<E: Evaluation>(
    evaluation: &E,
    position: &<E::Game as Game>::Position,
    chance: Option<<E::Game as Game>::Chance>,
    how: EstimateSetting,
    setting: &SearchSetting<'_>,
) -> Result<Answer<E::Game, Fields>, SearchFailure> {
    let game = evaluation.game();
    let started = Instant::now();
    let (plies, found) = searched(evaluation, position, chance, how, setting)?;
    Ok(answer(game, position, &found, chance.is_none()).from("estimate").with(facts(
        evaluation,
        plies,
        how,
        &found,
        started.elapsed(),
    )))
}

/// Returns the deepest finished search, with the nodes of all.
fn searched<E: Evaluation>(
    evaluation: &E,
    position: &<E::Game as Game>::Position,
    chance: Option<<E::Game as Game>::Chance>,
    how: EstimateSetting,
    setting: &SearchSetting<'_>,
) -> Result<(u8, EstimatedOf<E::Game>), SearchFailure> {
    let game = evaluation.game();
    let (started, visited) = (Instant::now(), Cell::new(0u64));
    let known = evaluation.known(setting.shelf);
    setting.progress.phase("searching", 0);
    let is_over = || {
        setting.nodes.is_some_and(|nodes| visited.get() > nodes)
            || visited.get().is_multiple_of(LOOK)
                && (setting.time.is_some_and(|time| started.elapsed() >= time)
                    || setting.progress.interrupted())
    };
    let oracle = |position: &<E::Game as Game>::Position| {
        visited.set(visited.get() + 1);
        if is_over() {
            return Err(Halt::Stopped);
        }
        known(position).map(|value| value.map(Bound::from)).map_err(Halt::Table)
    };
    let evaluate = |position: &<E::Game as Game>::Position| evaluation.evaluate(position);
    let entries = (setting.memory / ENTRY).clamp(1, 1 << 26) as usize;
    let usual = EstimateOptions::new(how.form, how.plies);
    let options =
        EstimateOptions { entries, all_plays: how.all_plays || chance.is_some(), ..usual };
    let error = if setting.time.is_some() || setting.nodes.is_some() {
        let Deepened { deepest, counts, stopped } =
            deepen(game, position, chance, &oracle, &evaluate, &options);
        match (deepest, stopped) {
            // When the time is up, the answer is the last finished search.
            (Some((plies, found)), None | Some(SearchError::Oracle(Halt::Stopped))) => {
                return Ok((plies, EstimatedOf::<E::Game> { counts, ..found }));
            }
            (_, Some(error)) => error,
            (None, None) => return Err(SearchFailure::Interrupted),
        }
    } else {
        match super::estimate(game, position, chance, &oracle, &evaluate, &options) {
            Ok(found) => return Ok((how.plies, found)),
            Err(error) => error,
        }
    };
    Err(match error {
        SearchError::Oracle(Halt::Table(error)) => SearchFailure::Oracle(error),
        SearchError::Unfit { reason, .. } => {
            SearchFailure::TooMuch(format!("{}: {reason}", game.name()))
        }
        SearchError::Oracle(Halt::Stopped) if setting.progress.interrupted() => {
            SearchFailure::Interrupted
        }
        SearchError::Oracle(Halt::Stopped) => SearchFailure::Limit(
            Message::from("not one ply was searched within the limits (")
                .setting("time")
                .text(", ")
                .setting("nodes")
                .text(")"),
        ),
    })
}

/// Converts the result to an answer. For a position without a throw, it includes the value.
fn answer<G: Game>(
    game: &G,
    position: &G::Position,
    found: &EstimatedOf<G>,
    of_position: bool,
) -> Answer<G, Fields> {
    let chances = game.chances(position);
    let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
    let over = game.outcome(position);
    let value = (of_position && over.is_none()).then(|| fields(found.value));
    let events = found.events.iter().map(|event| ChanceEvent {
        chance: event.chance,
        probability: f64::from(event.weight) / f64::from(total),
        value: Some(fields(event.value)),
        plays: plays(event),
    });
    let events = events.collect();
    let (position, seat) = (position.clone(), game.to_move(position));
    Answer { position, seat, over, value, source: None, events, extras: Fields::new() }
}

/// Returns the plays of an event, best first; those without a value come last.
fn plays<G: Game>(event: &EstimatedEventOf<G>) -> Vec<ValuedPlay<G, Fields>> {
    let mut order: Vec<usize> = (0..event.plays.len()).collect();
    order.sort_by_key(|&at| {
        let value = event.plays[at].1;
        (at != event.best, std::cmp::Reverse(value))
    });
    let mut values: Vec<i32> = event.plays.iter().filter_map(|(_, value)| *value).collect();
    values.sort_unstable();
    values.dedup();
    let play = |at: usize| {
        let (play, value) = &event.plays[at];
        let better = value.map_or(0, |value| values.iter().filter(|it| **it > value).count());
        ValuedPlay { play: play.clone(), number: at, value: value.map(fields), rank: better }
    };
    order.into_iter().map(play).collect()
}

/// Formats a value for users: no proven bounds.
fn fields(value: i32) -> Fields {
    let number = f64::from(value) / f64::from(ONE);
    let field = Field::new("estimate", number).short(format!("{number:+.4}"));
    let field =
        field.rated(Rating { number, range: [-1.0, 1.0], unit: "points a game, estimated" });
    Fields::new().with(field.long(format!("{number:+.4}  not proven: by an evaluation function")))
}

fn facts<E: Evaluation>(
    evaluation: &E,
    plies: u8,
    how: EstimateSetting,
    found: &EstimatedOf<E::Game>,
    time: Duration,
) -> Fields {
    let counts = found.counts;
    let seconds = time.as_secs_f64();
    let nodes = counts.nodes();
    let speed = nodes as f64 / seconds.max(1e-9);
    let nodes_text = format!(
        "{}: {} decision nodes, {} chance nodes, {} leaves",
        grouped(nodes),
        grouped(counts.decisions),
        grouped(counts.chances),
        grouped(counts.leaves)
    );
    let ahead = if plies == 1 { "ply" } else { "plies" };
    [
        Field::new("proven", false).long("no: an estimate"),
        Field::new("evaluation", evaluation.about()),
        Field::new("plies", u64::from(plies)).long(format!("{plies} {ahead} ahead")),
        Field::new("form", how.form.name()),
        Field::new("nodes", nodes).long(nodes_text),
        Field::silent("decision_nodes", counts.decisions),
        Field::silent("chance_nodes", counts.chances),
        Field::silent("leaves", counts.leaves),
        Field::silent("transpositions", counts.transpositions),
        Field::silent("probes", counts.probes),
        Field::new("seconds", seconds)
            .long(format!("{seconds:.3}, {} nodes a second", grouped(speed as u64))),
    ]
    .into_iter()
    .collect()
}
