//! Positions of games of several players, solved by search to the end: for positions in no
//! database, and for the results of all ties, which no database holds.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::Instant;

use shuban_core::advice::Message;
use shuban_core::solver::{SearchFailure, SearchSetting, Solve};
use shuban_core::text::{bytes_text, grouped};
use shuban_core::{
    Answer, Datum, Field, Fields, Game, Payoffs, Play, PositionSolver, Present, Winners,
};

use super::{Dominance, MaxN, MultiError, MultiSearch, Singleton, SoftMaxN, Solution, Tie};

/// Approximate number of bytes that a search keeps for a position.
const BYTES_A_POSITION: u64 = 400;

/// Divisor of the room for positions, for each vector search: those keep sets of vectors.
const VECTOR_SHARE: u64 = 4;

/// Solver for positions of a game without chance in which no position comes back: possible winners,
/// also by play, and the values of max^n and soft-max^n.
pub struct MultiSolver<G> {
    game: G,
}

impl<G> MultiSolver<G> {
    /// Creates a solver for positions of a game.
    pub fn new(game: G) -> Self {
        MultiSolver { game }
    }
}

impl<G: Present<Chance = ()> + 'static> PositionSolver for MultiSolver<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, G> {
        Box::new(move |position| {
            let deadline = setting.time.map(|time| Instant::now() + time);
            let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let stop = || setting.progress.interrupted() || is_late();
            setting.progress.phase("searching", 0);
            let room = (setting.memory / BYTES_A_POSITION).max(1);
            Task { game: &self.game, position, setting, room, stop: &stop }.solve()
        })
    }
}

/// A position that is being solved.
struct Task<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    setting: SearchSetting<'a>,
    /// Number of positions that fit in memory.
    room: u64,
    stop: &'a dyn Fn() -> bool,
}

impl<G: Game<Chance = ()>> Task<'_, G> {
    fn solve(&self) -> Result<Answer<G, Fields>, SearchFailure> {
        let Task { game, position, .. } = *self;
        let failed = |error| self.failure(error);
        let mut search = self.search(Singleton { seats: game.seats() }, self.room);
        let known = Some(search.value(position).map_err(failed)?);
        let worth = |play: &Play<_, _>, _| search.value(&play.after).map(Some).map_err(failed);
        let merit = |_: &Play<_, _>, set: &Winners, seat| Reverse(set.tier(seat));
        let answer = Answer::new(game, position, known, worth, merit)?;
        let mut plays = Vec::new();
        if answer.over.is_none() {
            game.plays(position, (), &mut plays);
        }
        let mut by_name = Vec::with_capacity(plays.len());
        for Play { action, after } in &plays {
            let players = search.value(after).map_err(failed)?.iter().map(|seat| seat + 1);
            by_name.push((game.format_move(position, (), action), Datum::list(players)));
        }
        let player = answer.over.is_none().then(|| answer.seat as i64 + 1);
        let max_n = self.vectors(MaxN { tie: Tie::First }, |one| vec![one])?;
        let all = |all: BTreeSet<Payoffs>| all.into_iter().collect();
        let soft_max_n = self.vectors(SoftMaxN { dominance: Dominance::Strict }, all)?;
        let extras = Fields::new()
            .with(Field::silent("player", player))
            .with(Field::silent("plays", Datum::Object(by_name)))
            .with(vectors_field("max_n", max_n, |mut one| one.pop().unwrap_or(Datum::Null)))
            .with(vectors_field("soft_max_n", soft_max_n, Datum::List))
            .with(Field::new("nodes", search.nodes()).long(grouped(search.nodes())));
        let seat = answer.seat;
        Ok(answer.map(|set: Winners| set.fields_for(seat)).from("search").with(extras))
    }

    /// Creates a search that keeps to all limits.
    fn search<S: Solution>(&self, solution: S, room: u64) -> MultiSearch<'_, G, S> {
        let most = self.setting.nodes.map_or(room, |nodes| nodes.min(room));
        MultiSearch::new(self.game, solution).limited(most).until(self.stop)
    }

    /// Returns the payoffs of each seat in the vectors of another solution; empty if its search
    /// takes too much.
    fn vectors<S: Solution>(
        &self,
        solution: S,
        vectors: impl Fn(S::Value) -> Vec<Payoffs>,
    ) -> Result<Option<Vec<Vec<i64>>>, SearchFailure> {
        let points =
            |all: &Payoffs| (0..self.game.seats()).map(|seat| i64::from(all.of(seat))).collect();
        match self.search(solution, self.room / VECTOR_SHARE).value(self.position) {
            Ok(value) => Ok(Some(vectors(value).iter().map(points).collect())),
            Err(_) if self.setting.progress.interrupted() => Err(SearchFailure::Interrupted),
            Err(_) => Ok(None),
        }
    }

    fn failure(&self, error: MultiError) -> SearchFailure {
        match error {
            MultiError::Limit { nodes } if Some(nodes) == self.setting.nodes => {
                SearchFailure::Limit(
                    format!("nothing is known after {} positions", grouped(nodes)).into(),
                )
            }
            MultiError::Limit { nodes } => {
                let (nodes, memory) = (grouped(nodes), bytes_text(self.setting.memory));
                let message = format!("more than {nodes} positions do not fit into {memory}: ");
                let message = Message::from(message).text("allow more (").setting("memory");
                SearchFailure::Memory(message.text(")"))
            }
            MultiError::Stopped { .. } if self.setting.progress.interrupted() => {
                SearchFailure::Interrupted
            }
            MultiError::Stopped { nodes } => SearchFailure::Limit(
                format!("nothing is known in this time, after {} positions", grouped(nodes)).into(),
            ),
            other => SearchFailure::TooMuch(other.to_string()),
        }
    }
}

/// Formats vectors as a field: `(1,0,0)` on a line of its own.
fn vectors_field(
    name: &'static str,
    vectors: Option<Vec<Vec<i64>>>,
    datum: impl Fn(Vec<Datum>) -> Datum,
) -> Field {
    let Some(vectors) = vectors else {
        let unknown = "unknown: its search takes more memory, nodes or time";
        return Field::silent(name, Datum::Null).long(unknown);
    };
    let text = |points: &Vec<i64>| {
        format!("({})", points.iter().map(i64::to_string).collect::<Vec<_>>().join(","))
    };
    let text = vectors.iter().map(text).collect::<Vec<_>>().join(" ");
    Field::silent(name, datum(vectors.into_iter().map(Datum::list).collect())).long(text)
}
