//! The search that all solutions share.

use std::collections::HashMap;

use shuban_core::{Game, Play, Seat};

use super::Solution;

/// Error of a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MultiError {
    /// This search cannot go through the game.
    #[error("{game} cannot be searched for several players (`{position}`): {reason}")]
    Unfit {
        /// Name of the game.
        game: String,
        /// Position where the fault was found.
        position: String,
        /// Reason.
        reason: &'static str,
    },
    /// There are too many positions.
    #[error("the search was stopped after {nodes} positions")]
    Limit {
        /// Number of positions expanded.
        nodes: u64,
    },
    /// The search was stopped by its caller.
    #[error("the search was told to stop after {nodes} positions")]
    Stopped {
        /// Number of positions expanded.
        nodes: u64,
    },
}

/// Nodes between two checks of the stop flag.
const NODES_A_LOOK: u64 = 256;

type PlayOf<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// Plays with their values.
pub type ValuedPlays<G, V> = Vec<(PlayOf<G>, V)>;

type OpenOf<G, S> = OpenPosition<<G as Game>::Position, <S as Solution>::Value>;

/// A search of a game without chance, in which no position comes back, for values of one
/// [`Solution`].
///
/// Depth first and to the end; every position is expanded once, and what was found stays for the
/// next question. Takes memory for each position expanded: [`limited`](MultiSearch::limited) bounds
/// it. The stack of calls does not grow with the depth of the game.
pub struct MultiSearch<'a, G: Game, S: Solution> {
    game: &'a G,
    solution: S,
    /// Expanded positions; without a value yet while they are on the path.
    known: HashMap<G::Position, Option<S::Value>>,
    nodes: u64,
    limit: u64,
    stop: Option<&'a dyn Fn() -> bool>,
}

/// A position on the path, with the plays not yet looked at and the values of the others.
struct OpenPosition<P, V> {
    position: P,
    mover: Seat,
    plays: std::vec::IntoIter<P>,
    values: Vec<V>,
}

impl<'a, G: Game, S: Solution> MultiSearch<'a, G, S> {
    /// Creates a search to the end of the game.
    pub fn new(game: &'a G, solution: S) -> Self {
        let known = HashMap::new();
        MultiSearch { game, solution, known, nodes: 0, limit: u64::MAX, stop: None }
    }

    /// Limits the number of expanded positions, over all questions together.
    #[must_use]
    pub fn limited(self, nodes: u64) -> Self {
        MultiSearch { limit: nodes, ..self }
    }

    /// Stops the search as soon as `stop` returns true.
    #[must_use]
    pub fn until(self, stop: &'a dyn Fn() -> bool) -> Self {
        MultiSearch { stop: Some(stop), ..self }
    }

    /// Returns the number of positions expanded so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// [`MultiError`]. After one, the search can be asked again.
    pub fn value(&mut self, position: &G::Position) -> Result<S::Value, MultiError> {
        let value = self.search(position);
        if value.is_err() {
            self.known.retain(|_, value| value.is_some());
        }
        value
    }

    /// Returns the plays of a position with their values, in the order of [`Game::plays`]; empty if
    /// the game is over.
    ///
    /// # Errors
    /// As [`value`](MultiSearch::value).
    pub fn plays(
        &mut self,
        position: &G::Position,
    ) -> Result<ValuedPlays<G, S::Value>, MultiError> {
        if self.game.outcome(position).is_some() {
            return Ok(Vec::new());
        }
        let plays = self.generate(position)?.into_iter();
        plays.map(|play| self.value(&play.after).map(|value| (play, value))).collect()
    }

    fn search(&mut self, root: &G::Position) -> Result<S::Value, MultiError> {
        let mut path: Vec<OpenOf<G, S>> = Vec::new();
        let mut next = root.clone();
        loop {
            // Down, while the value is unknown.
            let Some(mut value) = self.look_up(&next)? else {
                let mut open = self.expand(next)?;
                next = open.plays.next().expect("a position that is not over has a play");
                path.push(open);
                continue;
            };
            // Up, while positions are decided.
            loop {
                let Some(mut open) = path.pop() else { return Ok(value) };
                let decided = self.solution.decides(open.mover, &value);
                open.values.push(value);
                if !decided && let Some(play) = open.plays.next() {
                    next = play;
                    path.push(open);
                    break;
                }
                value = self.solution.unite(open.mover, &open.values);
                self.known.insert(open.position, Some(value.clone()));
            }
        }
    }

    fn look_up(&self, position: &G::Position) -> Result<Option<S::Value>, MultiError> {
        if let Some(payoffs) = self.game.outcome(position) {
            return Ok(Some(self.solution.leaf(&payoffs)));
        }
        match self.known.get(position) {
            Some(Some(value)) => Ok(Some(value.clone())),
            Some(None) => Err(self.unfit(position, "play comes back to this position")),
            None => Ok(None),
        }
    }

    fn expand(&mut self, position: G::Position) -> Result<OpenOf<G, S>, MultiError> {
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
        let (mover, values) = (self.game.to_move(&position), Vec::with_capacity(plays.len()));
        Ok(OpenPosition { mover, plays: plays.into_iter(), values, position })
    }

    fn generate(&self, position: &G::Position) -> Result<Vec<PlayOf<G>>, MultiError> {
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

    fn unfit(&self, position: &G::Position, reason: &'static str) -> MultiError {
        MultiError::Unfit { game: self.game.name(), position: self.game.format(position), reason }
    }
}
