//! Games of several players, each for itself, searched to the end.

use shuban_core::Answer;
use std::time::Instant;

use shuban_core::{
    Datum, Field, Fields, Game, Payoffs, PositionSolver, Present, SearchFailure, SearchSetting, Solve,
    Winners, bytes_text, grouped,
};
use shuban_search::multi::{Dominance, MaxN, MultiError, MultiSearch, Singleton, SoftMaxN, Solution, Tie};

/// Bytes that a search keeps for a position, about.
const BYTES_A_POSITION: u64 = 400;

/// Of the positions that memory has room for, the share of each vector search: it keeps sets of vectors.
const VECTOR_SHARE: u64 = 4;

/// Solves positions by searching to the end: the singleton value, and what max^n and soft-max^n give.
pub(crate) struct MultiplayerSolver<G>(pub(crate) G);

impl<G: Present<Chance = ()> + 'static> PositionSolver for MultiplayerSolver<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.0
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, G> {
        Box::new(move |position| solved(&self.0, position, &setting))
    }
}

fn solved<G: Present<Chance = ()> + 'static>(
    game: &G,
    position: &G::Position,
    setting: &SearchSetting<'_>,
) -> Result<Answer<G, Fields>, SearchFailure> {
    let seats = game.seats();
    let by_memory = (setting.memory / BYTES_A_POSITION).max(1);
    let most = by_memory.min(setting.nodes.unwrap_or(u64::MAX));
    let deadline = setting.time.and_then(|time| Instant::now().checked_add(time));
    let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let stop = || is_late() || setting.progress.interrupted();
    let failed = |error: MultiError<_>| match error {
        MultiError::Limit { nodes } if nodes < by_memory => {
            SearchFailure::Limit(format!("not solved after {} positions (--nodes)", grouped(nodes)))
        }
        MultiError::Stopped { .. } if setting.progress.interrupted() => SearchFailure::Interrupted,
        MultiError::Stopped { nodes } => {
            SearchFailure::Limit(format!("not solved in this time (--time), after {} positions", grouped(nodes)))
        }
        MultiError::Limit { nodes } => SearchFailure::Memory(format!(
            "more than {} positions do not fit into {}: allow more (--memory)",
            grouped(nodes),
            bytes_text(setting.memory)
        )),
        other => SearchFailure::TooMuch(other.to_string()),
    };
    let mut search = MultiSearch::new(game, Singleton { seats }).limited(most).until(&stop);
    let value = |position: &G::Position, _| search.value(position).map(Some);
    let merit = |_: &G::Position, value: &Winners, seat| merit(*value, seat);
    let answer = Answer::new(game, position, value, merit).map_err(failed)?;
    let points = |payoffs: &Payoffs| Datum::list((0..seats).map(|seat| i64::from(payoffs.of(seat))));
    let within = most / VECTOR_SHARE;
    let max_n = found_within(game, MaxN { tie: Tie::First }, position, within, &stop);
    let soft = found_within(game, SoftMaxN { dominance: Dominance::Strict }, position, within, &stop);
    let vector = |name, datum: Option<Datum>| match datum {
        Some(datum) => Field::new(name, datum),
        None => Field::new(name, Datum::Null).long("unknown within this memory (--memory)"),
    };
    let extras = [
        vector("max_n", max_n.as_ref().map(points)),
        vector("soft_max_n", soft.map(|all| Datum::list(all.iter().map(points)))),
        Field::new("nodes", search.nodes()).long(format!("{} positions", grouped(search.nodes()))),
    ];
    let seat = answer.seat;
    let is_over = answer.over.is_some();
    let fields = |winners: Winners| who_may_win(winners, seat, is_over);
    Ok(answer.map(fields).from("search").with(extras.into_iter().collect()))
}

/// The value by another solution, if it is found by expanding at most so many positions.
fn found_within<G: Game<Chance = ()>, S: Solution>(
    game: &G,
    solution: S,
    position: &G::Position,
    most: u64,
    stop: &dyn Fn() -> bool,
) -> Option<S::Value> {
    MultiSearch::new(game, solution).limited(most).until(stop).value(position).ok()
}

/// To win alone is best; then to be among those that may win, the fewer the better.
fn merit(value: Winners, seat: usize) -> i128 {
    let count = value.iter().count() as i128;
    if value == Winners::only(seat) {
        100
    } else if value.iter().any(|winner| winner == seat) {
        50 - count
    } else {
        0
    }
}

/// A set of players, counted from 1, and whether it is one player's alone.
fn who_may_win(winners: Winners, seat: usize, is_over: bool) -> Fields {
    let players = || winners.iter().map(|seat| seat + 1);
    let words = players().map(|player| player.to_string()).collect::<Vec<_>>().join(" or ");
    let wins = !is_over && winners == Winners::only(seat);
    let remark =
        if wins { format!("; player {} wins, whatever the others do", seat + 1) } else { String::new() };
    Fields::new()
        .with(Field::new("value", Datum::list(players())).short(words.clone()).long(words + &remark))
        .with(Field::silent("wins", wins))
}
