//! One layer as an explicit graph: what can follow what, without rules or ranks in the way.
//!
//! Solvers that visit a position thousands of times (sampling, policy iteration) do not generate
//! its plays each time: a [`Graph`] holds them all, once generated, as three compressed lists
//! (position → chance events → after-positions) of 32-bit numbers. It knows no values; [`Bellman`]
//! adds those of positions outside of the layer.

mod bellman;
mod build;

use std::ops::Range;

pub(crate) use bellman::least;
pub use bellman::{Bellman, midpoints};
use shuban_core::{Domain, Game, IndexError, LayerId, PartId, PositionOf};

/// Whoever lists the after-positions of a position and a chance event: the rules, or something that
/// differs from them on purpose. Positions that appear twice count once.
pub type AfterPositions<'a, D> =
    dyn Fn(&PositionOf<D>, ChanceOf<D>, &mut Vec<PositionOf<D>>) + Sync + 'a;

/// What chance may bring in a domain's game.
pub type ChanceOf<D> = <<D as Domain>::Game as Game>::Chance;

/// The after-positions by the rules of a domain's game.
pub fn by_rules<D: Domain>(
    domain: &D,
) -> impl Fn(&PositionOf<D>, ChanceOf<D>, &mut Vec<PositionOf<D>>) + Sync {
    |position, chance, afters| {
        let mut plays = Vec::new();
        domain.game().plays(position, chance, &mut plays);
        afters.extend(plays.into_iter().map(|play| play.after));
    }
}

/// A position outside of the layer that some play of the layer leads to. The player to move in it
/// is not the one who made the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outside {
    /// The game is over, with this payoff to the player to move: −1, 0 or 1.
    Over(i8),
    /// A position of a layer that is solved before.
    Finished {
        /// Its part.
        part: PartId,
        /// Its rank in the part.
        rank: u64,
    },
}

/// The chance events of a position, as far as their probabilities go.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chances {
    weights: Vec<u32>,
    /// Of each of the equally likely throws (as many as the total weight), the event that it is.
    event_of_throw: Vec<u16>,
}

/// All transitions of one layer of a two-player zero-sum game.
///
/// Positions are numbered through all parts of the layer, part after part, by rank; positions
/// [outside](Graph::outside) follow from number [`len`](Graph::len) on. So one table of values
/// holds both, and an after-position is one number. The turn passes with every play: the value of
/// an after-position to the player to move there is the negative of what it is worth to who played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The number of the first position of each part, and the number of positions.
    part_starts: Vec<usize>,
    outside: Vec<Outside>,
    /// The distinct lists of chance events; few, in a game of dice just one.
    chances: Vec<Chances>,
    /// Of each position, which of them.
    chances_of: Vec<u16>,
    /// Of each position its first event, and the number of events.
    event_starts: Vec<u32>,
    /// Of each event its first play, and the number of plays.
    play_starts: Vec<u32>,
    /// After-positions by number, ascending within an event.
    plays: Vec<u32>,
}

impl Graph {
    /// The graph of a layer, by the rules of its game. It is built on the current rayon pool, and
    /// is the same whatever the number of threads. Takes about 4 bytes a play, and twice that while
    /// it is built.
    ///
    /// The game must be zero-sum for two players who take turns, with payoffs from −1 to 1. What a
    /// position of the layer that is over is worth it keeps as its only play.
    ///
    /// # Errors
    /// [`GraphError`] if the game is not of this kind, or the layer is too large.
    pub fn build<D: Domain>(domain: &D, layer: LayerId) -> Result<Self, GraphError> {
        Graph::build_with(domain, layer, &by_rules(domain))
    }

    /// As [`build`](Graph::build), with after-positions from another source than the rules.
    ///
    /// # Errors
    /// As [`build`](Graph::build).
    pub fn build_with<D: Domain>(
        domain: &D,
        layer: LayerId,
        after_positions: &AfterPositions<'_, D>,
    ) -> Result<Self, GraphError> {
        build::build(domain, layer, after_positions)
    }

    /// How many positions the layer has.
    pub fn len(&self) -> usize {
        self.part_starts[self.part_starts.len() - 1]
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many parts the layer has.
    pub fn parts(&self) -> usize {
        self.part_starts.len() - 1
    }

    /// The numbers of the positions of a part, in the order of ranks.
    pub fn part(&self, part: usize) -> Range<usize> {
        self.part_starts[part]..self.part_starts[part + 1]
    }

    /// Positions outside of the layer that its plays lead to, distinct, in ascending order; the
    /// i-th has number `len() + i`.
    pub fn outside(&self) -> &[Outside] {
        &self.outside
    }

    /// The chance events of a position: the weight of each, and the numbers of the after-positions
    /// among which the player to move chooses, distinct and ascending, at least one.
    #[inline]
    pub fn events(&self, position: usize) -> impl Iterator<Item = (u32, &[u32])> {
        let first = self.event_starts[position] as usize;
        (self.weights(position).iter().zip(first..))
            .map(|(&weight, event)| (weight, self.plays_of(event)))
    }

    /// The total weight of the chance events of a position.
    #[inline]
    pub fn total_weight(&self, position: usize) -> u32 {
        // One throw for each unit of weight.
        self.chances[usize::from(self.chances_of[position])].event_of_throw.len() as u32
    }

    /// The after-positions of a position and an equally likely throw, of
    /// [`total_weight`](Graph::total_weight).
    #[inline]
    pub(crate) fn thrown(&self, position: usize, throw: usize) -> &[u32] {
        let event = self.chances[usize::from(self.chances_of[position])].event_of_throw[throw];
        self.plays_of(self.event_starts[position] as usize + usize::from(event))
    }

    /// The weights of the chance events of a position.
    #[inline]
    pub(crate) fn weights(&self, position: usize) -> &[u32] {
        &self.chances[usize::from(self.chances_of[position])].weights
    }

    /// The events of successive positions by their numbers through the whole graph.
    #[inline]
    pub(crate) fn event_numbers(&self, positions: Range<usize>) -> Range<usize> {
        self.event_starts[positions.start] as usize..self.event_starts[positions.end] as usize
    }

    #[inline]
    pub(crate) fn plays_of(&self, event: usize) -> &[u32] {
        &self.plays[self.play_starts[event] as usize..self.play_starts[event + 1] as usize]
    }

    /// In how many rounds of [striking out](shuban_solve::iterate::leave) nothing is left: `None`
    /// if something is, and play need not leave the layer.
    pub fn leaving_rounds(&self) -> Option<u32> {
        let mut left: Vec<bool> = vec![true; self.len()];
        let mut rounds = 0;
        let mut numbers: Vec<usize> = (0..self.len()).collect();
        while !numbers.is_empty() {
            let stays = |&number: &usize| {
                let stays = |play: &u32| left.get(*play as usize).is_some_and(|&left| left);
                self.events(number).all(|(_, plays)| plays.iter().any(stays))
            };
            let (stay, out): (Vec<usize>, Vec<usize>) = numbers.into_iter().partition(stays);
            if out.is_empty() {
                return None;
            }
            for number in out {
                left[number] = false;
            }
            numbers = stay;
            rounds += 1;
        }
        Some(rounds)
    }
}

impl From<GraphError> for shuban_catalog::Error {
    fn from(error: GraphError) -> Self {
        shuban_catalog::Error::Failed { kind: "recompute", message: error.to_string() }
    }
}

/// Why a layer has no graph, or a method cannot work on it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The game is not zero-sum for two players who take turns, with payoffs from −1 to 1.
    #[error("{game}: {reason} (in {position})")]
    Unfit {
        /// The game.
        game: String,
        /// What the graph cannot hold.
        reason: &'static str,
        /// Where it was found.
        position: String,
    },
    /// A play leads to a position that no table holds.
    #[error("{domain}: a play leads to {position}, which no table holds")]
    NoPosition {
        /// The layer's name.
        domain: String,
        /// The position.
        position: String,
    },
    /// More positions, chance events or plays than 32-bit numbers can count.
    #[error("{domain} is too large to be held as a graph")]
    TooLarge {
        /// The layer's name.
        domain: String,
    },
    /// Games played at random may never end: something is left after striking out.
    #[error("play need not leave the layer, so a game might never end")]
    Endless,
    /// There is not one value for each position.
    #[error("{found} values for {expected} positions")]
    Length {
        /// How many positions there are.
        expected: usize,
        /// How many values were given.
        found: usize,
    },
    /// The layer's index could not be made.
    #[error(transparent)]
    Index(#[from] IndexError),
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A graph of one part, from the after-positions by position and event (each with its weight).
    /// What lies outside follows the positions.
    pub(crate) fn from_lists(positions: &[&[(u32, &[u32])]], outside: &[Outside]) -> Graph {
        let mut graph = Graph {
            part_starts: vec![0, positions.len()],
            outside: outside.to_vec(),
            chances: Vec::new(),
            chances_of: Vec::new(),
            event_starts: vec![0],
            play_starts: vec![0],
            plays: Vec::new(),
        };
        for (number, events) in positions.iter().enumerate() {
            graph.chances.push(Chances::new(events.iter().map(|event| event.0).collect()));
            graph.chances_of.push(number as u16);
            for (_, plays) in *events {
                graph.plays.extend(*plays);
                graph.play_starts.push(graph.plays.len() as u32);
            }
            graph.event_starts.push(graph.play_starts.len() as u32 - 1);
        }
        graph
    }

    pub(crate) const FINISHED: Outside =
        Outside::Finished { part: PartId { layer: LayerId(0), part: 0 }, rank: 7 };

    /// Position 0 wins by one throw in three, and else leads to 1. Position 1 comes back to itself
    /// by one throw of two, and else may choose between 0 and the finished layer. Position 2 wins
    /// at once.
    pub(crate) fn tiny() -> Graph {
        let outside = [Outside::Over(-1), FINISHED];
        from_lists(
            &[&[(1, &[3]), (2, &[1])], &[(1, &[1]), (1, &[0, 4])], &[(1, &[1, 3])]],
            &outside,
        )
    }

    /// The values of [`tiny`] where the finished position is worth −1/2: v₁ = (−v₁ + 1/2)/2, since
    /// 0 is worth more than that, and v₀ = (1 − 2 v₁)/3.
    pub(crate) const TINY_VALUES: [f64; 3] = [2.0 / 9.0, 1.0 / 6.0, 1.0];

    #[test]
    fn events_and_throws_lead_to_the_same_plays() {
        let graph = tiny();
        assert_eq!(graph.events(0).collect::<Vec<_>>(), [(1, &[3][..]), (2, &[1])]);
        assert_eq!(graph.total_weight(0), 3);
        assert_eq!([0, 1, 2].map(|throw| graph.thrown(0, throw)), [[3], [1], [1]]);
        assert_eq!(graph.thrown(1, 1), [0, 4]);
    }

    #[test]
    fn play_leaves_where_every_position_has_a_throw_that_leads_out() {
        // 0 leads out by one throw, then 1 by the one that leads to 0 or out, then 2.
        assert_eq!(tiny().leaving_rounds(), Some(3));
        let endless = from_lists(&[&[(1, &[0, 1])]], &[Outside::Over(1)]);
        assert_eq!(endless.leaving_rounds(), None);
    }
}
