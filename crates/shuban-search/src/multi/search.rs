//! The search that all solutions share.

use std::collections::HashMap;
use std::convert::Infallible;

use shuban_core::{Bound, Game, Oracle, Play, Seat};

use super::Solution;

/// Why a search came to nothing. `E` is what can go wrong with the oracle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MultiError<E> {
    /// The game is not one that this search can go through.
    #[error("{game} cannot be searched for several players (`{position}`): {reason}")]
    Unfit {
        /// The game.
        game: String,
        /// Where that was seen.
        position: String,
        /// Why.
        reason: &'static str,
    },
    /// There are too many positions.
    #[error("the search was stopped after {nodes} positions")]
    Limit {
        /// How many were expanded.
        nodes: u64,
    },
    /// It was told to stop.
    #[error("the search was told to stop after {nodes} positions")]
    Stopped {
        /// How many were expanded.
        nodes: u64,
    },
    /// A table could not be read.
    #[error(transparent)]
    Oracle(E),
}

/// Nodes between two checks whether to stop.
const NODES_A_LOOK: u64 = 256;

type PlayOf<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// Plays and what they are worth.
pub type ValuedPlays<G, V> = Vec<(PlayOf<G>, V)>;

/// A position that is being expanded.
type OpenOf<G, S> = Open<<G as Game>::Position, <S as Solution>::Value>;

/// The oracle that knows nothing, so that every line is played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NothingKnown<V>(std::marker::PhantomData<V>);

impl<P, V> Oracle<P> for NothingKnown<V> {
    type Value = V;
    type Error = Infallible;

    fn value(&self, _: &P) -> Result<Option<Bound<V>>, Infallible> {
        Ok(None)
    }
}

/// A search of a game without chance, in which no position comes back, for values of one
/// [`Solution`].
///
/// Depth first and to the end, or as far as an oracle does not answer (of its answers only exact
/// ones help); every position is expanded once, and what was found stays for the next question.
/// Takes memory for each position expanded: [`limited`](MultiSearch::limited) bounds it. The stack
/// of calls does not grow with the depth of the game.
pub struct MultiSearch<'a, G: Game, S: Solution, O = NothingKnown<<S as Solution>::Value>> {
    game: &'a G,
    solution: S,
    oracle: O,
    /// Positions expanded; without a value yet while they are on the path.
    known: HashMap<G::Position, Option<S::Value>>,
    nodes: u64,
    limit: u64,
    stop: Option<&'a dyn Fn() -> bool>,
}

/// A position on the path, with the plays not yet looked at and the values of the others.
struct Open<P, V> {
    position: P,
    mover: Seat,
    plays: std::vec::IntoIter<P>,
    values: Vec<V>,
}

/// What is known of a position when the search comes to it.
enum Found<V> {
    Value(V),
    Nothing,
}

impl<'a, G: Game, S: Solution> MultiSearch<'a, G, S> {
    /// A search to the end of the game.
    pub fn new(game: &'a G, solution: S) -> Self {
        MultiSearch::with_oracle(game, solution, NothingKnown(std::marker::PhantomData))
    }
}

impl<'a, G: Game, S: Solution, O: Oracle<G::Position, Value = S::Value>> MultiSearch<'a, G, S, O> {
    /// A search that stops where the oracle knows the value. That is to be the value for all
    /// players, whoever is to move, as the solution has it.
    pub fn with_oracle(game: &'a G, solution: S, oracle: O) -> Self {
        MultiSearch {
            game,
            solution,
            oracle,
            known: HashMap::new(),
            nodes: 0,
            limit: u64::MAX,
            stop: None,
        }
    }

    /// With at most so many positions expanded, in all questions together.
    #[must_use]
    pub fn limited(self, nodes: u64) -> Self {
        MultiSearch { limit: nodes, ..self }
    }

    /// Stopped as soon as this says so.
    #[must_use]
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Self {
        MultiSearch { stop: Some(stop), ..self }
    }

    /// How many positions were expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`MultiError`]. After one, the search can be asked again.
    pub fn value(&mut self, position: &G::Position) -> Result<S::Value, MultiError<O::Error>> {
        let value = self.search(position);
        if value.is_err() {
            self.known.retain(|_, value| value.is_some());
        }
        value
    }

    /// The plays of a position with their values, in the order of [`Game::plays`]; none if the game
    /// is over.
    ///
    /// # Errors
    /// As [`value`](MultiSearch::value).
    pub fn plays(
        &mut self,
        position: &G::Position,
    ) -> Result<ValuedPlays<G, S::Value>, MultiError<O::Error>> {
        let plays = if self.game.outcome(position).is_some() {
            Vec::new()
        } else {
            self.generate(position)?
        };
        plays.into_iter().map(|play| self.value(&play.after).map(|value| (play, value))).collect()
    }

    fn search(&mut self, root: &G::Position) -> Result<S::Value, MultiError<O::Error>> {
        let mut path: Vec<OpenOf<G, S>> = Vec::new();
        let mut next = root.clone();
        loop {
            // Down, as long as nothing is known.
            let mut value = match self.look_up(&next)? {
                Found::Value(value) => value,
                Found::Nothing => {
                    path.push(self.expand(next)?);
                    match path.last_mut().and_then(|open| open.plays.next()) {
                        Some(play) => {
                            next = play;
                            continue;
                        }
                        // `expand` gives at least one play.
                        None => {
                            return Err(self.unfit(root, "a position is not over, yet has no play"));
                        }
                    }
                }
            };
            // Up, as long as a position is decided.
            loop {
                let Some(open) = path.last_mut() else { return Ok(value) };
                let decided = self.solution.decides(open.mover, &value);
                open.values.push(value);
                match open.plays.next() {
                    Some(play) if !decided => {
                        next = play;
                        break;
                    }
                    _ => {
                        value = self.solution.unite(open.mover, &open.values);
                        if let Some(done) = path.pop() {
                            self.known.insert(done.position, Some(value.clone()));
                        }
                    }
                }
            }
        }
    }

    fn look_up(&self, position: &G::Position) -> Result<Found<S::Value>, MultiError<O::Error>> {
        if let Some(payoffs) = self.game.outcome(position) {
            return Ok(Found::Value(self.solution.leaf(&payoffs)));
        }
        match self.known.get(position) {
            Some(Some(value)) => return Ok(Found::Value(value.clone())),
            Some(None) => return Err(self.unfit(position, "play comes back to this position")),
            None => {}
        }
        match self.oracle.value(position).map_err(MultiError::Oracle)? {
            Some(Bound::Exact(value)) => Ok(Found::Value(value)),
            Some(Bound::Within { .. }) | None => Ok(Found::Nothing),
        }
    }

    fn expand(&mut self, position: G::Position) -> Result<OpenOf<G, S>, MultiError<O::Error>> {
        if self.nodes == self.limit {
            return Err(MultiError::Limit { nodes: self.nodes });
        }
        if self.nodes.is_multiple_of(NODES_A_LOOK) && self.stop.is_some_and(|stop| stop()) {
            return Err(MultiError::Stopped { nodes: self.nodes });
        }
        self.nodes += 1;
        let plays: Vec<G::Position> =
            self.generate(&position)?.into_iter().map(|play| play.after).collect();
        self.known.insert(position.clone(), None);
        let values = Vec::with_capacity(plays.len());
        Ok(Open { mover: self.game.to_move(&position), plays: plays.into_iter(), values, position })
    }

    fn generate(&self, position: &G::Position) -> Result<Vec<PlayOf<G>>, MultiError<O::Error>> {
        let [(chance, _)] = self.game.chances(position)[..] else {
            return Err(self.unfit(position, "it is a game of chance"));
        };
        let mut plays = Vec::new();
        self.game.plays(position, chance, &mut plays);
        if plays.is_empty() {
            return Err(self.unfit(position, "it is not over, yet has no play"));
        }
        Ok(plays)
    }

    fn unfit(&self, position: &G::Position, reason: &'static str) -> MultiError<O::Error> {
        MultiError::Unfit { game: self.game.name(), position: self.game.format(position), reason }
    }
}
