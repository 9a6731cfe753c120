//! One contact layer as an explicit graph: transitions without rules or ranks.
//!
//! Solvers that visit a position thousands of times (sampling, policy iteration) do not generate
//! its plays each time: a [`Graph`] holds them all, once generated, as two compressed lists
//! (position and roll → after-positions) of 32-bit numbers. It knows no values; [`Bellman`] adds
//! those of positions outside of the layer.

mod bellman;

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::dice::{Roll, rolls};
use shuban_core::{Domain, Game, IndexOf, LayerId, PartId};
use shuban_gammon::{Contact, MoveGenerator, Position};

pub(crate) use bellman::least;
pub use bellman::{Bellman, midpoints};

/// A source of after-positions of a position and a roll: the rules, or something that differs from
/// them on purpose. Positions that appear twice count once.
pub type AfterPositions<'a> = dyn Fn(&Position, Roll) -> Vec<Position> + Sync + 'a;

/// Returns the after-positions by the rules.
pub fn by_rules(domain: &Contact) -> impl Fn(&Position, Roll) -> Vec<Position> + Sync {
    |position, roll| {
        let plays = MoveGenerator::new(&domain.game().variant, position).plays(roll);
        plays.into_iter().map(|(_, after)| after).collect()
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

/// All transitions of one layer.
///
/// Positions are numbered through all parts of the layer, part after part, by rank; positions
/// [outside](Graph::outside) follow from number [`len`](Graph::len) on. So one table of values
/// holds both, and an after-position is one number. The turn passes with every play: the value of
/// an after-position to its player to move is the negative of that to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Number of the first position of each part, and the number of positions.
    part_starts: Vec<usize>,
    /// Positions outside of the layer that its plays lead to, distinct, in ascending order; the
    /// i-th has number `len() + i`.
    pub outside: Vec<Outside>,
    /// Weights of the rolls.
    pub(crate) weights: Vec<u32>,
    /// Roll of each of the equally likely throws (as many as the total weight).
    roll_of_throw: Vec<u8>,
    /// Index of the first play of each position and roll, and the number of plays.
    play_starts: Vec<u32>,
    /// After-positions by number, ascending within a position and roll.
    plays: Vec<u32>,
}

impl Graph {
    /// Builds the graph of a layer, by the rules of its game, on the current rayon pool; the result
    /// does not depend on the number of threads. Takes about 4 bytes a play, and twice that while
    /// it is built.
    ///
    /// A position of the layer that is over, as both sides are shut out, leads to its result by
    /// every roll.
    ///
    /// # Errors
    /// [`Error::Recompute`] if the layer is too large.
    pub fn build(domain: &Contact, layer: LayerId) -> Result<Self, Error> {
        Graph::build_with(domain, layer, &by_rules(domain))
    }

    /// Does the same as [`build`](Graph::build), with after-positions from another source.
    ///
    /// # Errors
    /// [`Error::Recompute`] if the layer is too large, or there is no such after-position.
    pub fn build_with(
        domain: &Contact,
        layer: LayerId,
        after_positions: &AfterPositions<'_>,
    ) -> Result<Self, Error> {
        let too_large = || {
            let name = &domain.layers()[layer.0].name;
            Error::Recompute(format!("{name} is too large to be held as a graph"))
        };
        let parts = |layer: LayerId| {
            (0..domain.layers()[layer.0].parts.len()).map(move |part| PartId { layer, part })
        };
        let needs = domain.layers()[layer.0].needs.iter().copied();
        let indexes: HashMap<PartId, IndexOf<Contact>> = (needs.chain([layer]).flat_map(parts))
            .map(|part| Ok((part, domain.index(part).map_err(shuban_solve::Error::from)?)))
            .collect::<Result<_, Error>>()?;
        let mut part_starts = vec![0];
        let mut positions = 0;
        for part in parts(layer) {
            positions += indexes[&part].len();
            if positions >= u64::from(u32::MAX) {
                return Err(too_large());
            }
            part_starts.push(positions as usize);
        }
        let positions = positions as usize;
        let rolls = rolls(domain.game().variant.faces());
        let builder = Builder { domain, layer, rolls, indexes, part_starts, after_positions };
        let chunks = (0..positions.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| builder.chunk(chunk * CHUNK..positions.min((chunk + 1) * CHUNK)))
            .collect::<Result<Vec<_>, Error>>()?;
        let mut outside: Vec<Outside> =
            chunks.iter().flat_map(|chunk| chunk.outside.keys().copied()).collect();
        outside.sort_unstable();
        outside.dedup();
        let plays = chunks.iter().map(|chunk| chunk.plays.len()).sum::<usize>();
        if (positions + outside.len()).max(plays) > u32::MAX as usize {
            return Err(too_large());
        }
        let weights = builder.rolls.iter().map(|&(_, weight)| weight).collect();
        let mut graph = Graph::new(builder.part_starts, outside, weights);
        for chunk in chunks {
            graph.append(chunk);
        }
        Ok(graph)
    }

    /// Creates a graph without any plays.
    fn new(part_starts: Vec<usize>, outside: Vec<Outside>, weights: Vec<u32>) -> Self {
        let throws = |(&weight, roll)| std::iter::repeat_n(roll, weight as usize);
        let roll_of_throw = weights.iter().zip(0..).flat_map(throws).collect();
        let (play_starts, plays) = (vec![0], Vec::new());
        Graph { part_starts, outside, weights, roll_of_throw, play_starts, plays }
    }

    /// Adds the plays of the next positions.
    fn append(&mut self, chunk: Chunk) {
        let positions = self.len();
        let mut numbers = vec![0; chunk.outside.len()];
        for (outside, number) in chunk.outside {
            let at = self.outside.binary_search(&outside).expect("all chunks' are gathered");
            numbers[(u32::MAX - number) as usize] = (positions + at) as u32;
        }
        let numbered = |&play: &u32| {
            if (play as usize) < positions { play } else { numbers[(u32::MAX - play) as usize] }
        };
        let mut rest = &chunk.plays[..];
        for count in chunk.play_counts {
            let (plays, after) = rest.split_at(count as usize);
            rest = after;
            let first = self.plays.len();
            self.plays.extend(plays.iter().map(numbered));
            self.plays[first..].sort_unstable();
            self.play_starts.push(self.plays.len() as u32);
        }
    }

    /// Returns the number of positions of the layer.
    pub fn len(&self) -> usize {
        self.part_starts[self.part_starts.len() - 1]
    }

    /// Returns true if it has no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of parts of the layer.
    pub fn parts(&self) -> usize {
        self.part_starts.len() - 1
    }

    /// Returns the numbers of the positions of a part, in the order of ranks.
    pub fn part(&self, part: usize) -> Range<usize> {
        self.part_starts[part]..self.part_starts[part + 1]
    }

    /// Returns the rolls of a position: the weight of each, and the numbers of the after-positions
    /// among which the player to move chooses, distinct and ascending, at least one.
    #[inline]
    pub fn events(&self, position: usize) -> impl Iterator<Item = (u32, &[u32])> {
        let events = self.event_numbers(position..position + 1);
        self.weights.iter().zip(events).map(|(&weight, event)| (weight, self.plays_of(event)))
    }

    /// Returns the total weight of the rolls.
    #[inline]
    pub fn total_weight(&self) -> u32 {
        // One throw for each unit of weight.
        self.roll_of_throw.len() as u32
    }

    /// Returns the after-positions of a position and an equally likely throw, of
    /// [`total_weight`](Graph::total_weight).
    #[inline]
    pub(crate) fn thrown(&self, position: usize, throw: usize) -> &[u32] {
        self.plays_of(position * self.weights.len() + usize::from(self.roll_of_throw[throw]))
    }

    /// Returns the range of the rolls of successive positions, by number through the whole graph.
    #[inline]
    pub(crate) fn event_numbers(&self, positions: Range<usize>) -> Range<usize> {
        positions.start * self.weights.len()..positions.end * self.weights.len()
    }

    #[inline]
    pub(crate) fn plays_of(&self, event: usize) -> &[u32] {
        &self.plays[self.play_starts[event] as usize..self.play_starts[event + 1] as usize]
    }

    /// Returns true if all play leaves the layer sooner or later: no position is left after
    /// [striking out](shuban_solve::iterate::leave).
    pub fn always_leaves(&self) -> bool {
        let mut left: Vec<bool> = vec![true; self.len()];
        let mut numbers: Vec<usize> = (0..self.len()).collect();
        while !numbers.is_empty() {
            let stays = |&number: &usize| {
                let stays = |play: &u32| left.get(*play as usize).is_some_and(|&left| left);
                self.events(number).all(|(_, plays)| plays.iter().any(stays))
            };
            let (stay, out): (Vec<usize>, Vec<usize>) = numbers.into_iter().partition(stays);
            if out.is_empty() {
                return false;
            }
            out.into_iter().for_each(|number| left[number] = false);
            numbers = stay;
        }
        true
    }
}

/// Number of positions that one thread takes at a time. The graph does not depend on it.
const CHUNK: usize = 1 << 10;

/// The plays of some successive positions.
#[derive(Default)]
struct Chunk {
    /// Positions outside, numbered downwards from the top as they come, away from the numbers of
    /// positions of the layer.
    outside: HashMap<Outside, u32>,
    /// Number of plays of each position and roll.
    play_counts: Vec<u32>,
    plays: Vec<u32>,
}

impl Chunk {
    fn number_of(&mut self, outside: Outside) -> u32 {
        let next = u32::MAX - self.outside.len() as u32;
        *self.outside.entry(outside).or_insert(next)
    }
}

struct Builder<'a> {
    domain: &'a Contact,
    layer: LayerId,
    rolls: Vec<(Roll, u32)>,
    /// Indexes of the layer and those it needs.
    indexes: HashMap<PartId, IndexOf<Contact>>,
    part_starts: Vec<usize>,
    after_positions: &'a AfterPositions<'a>,
}

impl Builder<'_> {
    fn chunk(&self, numbers: Range<usize>) -> Result<Chunk, Error> {
        let game = self.domain.game();
        let mut chunk = Chunk::default();
        let mut plays = Vec::new();
        for number in numbers {
            let part = self.part_starts.partition_point(|&start| start <= number) - 1;
            let rank = (number - self.part_starts[part]) as u64;
            let index = &self.indexes[&PartId { layer: self.layer, part }];
            let position = index.unrank(rank).ok_or_else(|| self.no_position(&rank))?;
            let result = self.payoff(&position).map(|payoff| Outside::Over(-payoff));
            for &(roll, _) in &self.rolls {
                plays.clear();
                match result {
                    Some(result) => plays.push(chunk.number_of(result)),
                    None => {
                        for after in (self.after_positions)(&position, roll) {
                            let number = self.number_of(&after, &mut chunk);
                            plays.push(
                                number.ok_or_else(|| self.no_position(&game.format(&after)))?,
                            );
                        }
                    }
                }
                plays.sort_unstable();
                plays.dedup();
                chunk.play_counts.push(plays.len() as u32);
                chunk.plays.extend(&plays);
            }
        }
        Ok(chunk)
    }

    /// Returns the number of an after-position; `None` if no table holds it.
    fn number_of(&self, after: &Position, chunk: &mut Chunk) -> Option<u32> {
        if let Some(payoff) = self.payoff(after) {
            return Some(chunk.number_of(Outside::Over(payoff)));
        }
        let part = self.domain.locate(after)?;
        let rank = self.indexes.get(&part)?.rank(after)?;
        Some(match part.layer == self.layer {
            true => (self.part_starts[part.part] + rank as usize) as u32,
            false => chunk.number_of(Outside::Finished { part, rank }),
        })
    }

    /// Returns the payoff to the player to move in a position that is over.
    fn payoff(&self, position: &Position) -> Option<i8> {
        self.domain.game().outcome(position).map(|payoffs| payoffs.of(position.seat()) as i8)
    }

    fn no_position(&self, position: &dyn std::fmt::Display) -> Error {
        let name = &self.domain.layers()[self.layer.0].name;
        Error::Recompute(format!("{name}: a play leads to {position}, which no table holds"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Creates a graph of one part and two rolls, one twice as likely as the other, from the
    /// after-positions by position and roll. Positions outside follow the positions.
    pub(crate) fn from_lists(positions: &[[&[u32]; 2]], outside: &[Outside]) -> Graph {
        let mut graph = Graph::new(vec![0, positions.len()], outside.to_vec(), vec![1, 2]);
        for plays in positions.iter().flatten() {
            graph.plays.extend(*plays);
            graph.play_starts.push(graph.plays.len() as u32);
        }
        graph
    }

    pub(crate) const FINISHED: Outside =
        Outside::Finished { part: PartId { layer: LayerId(0), part: 0 }, rank: 7 };

    /// Creates a graph: position 0 wins by one throw in three, and else leads to 1. Position 1
    /// comes back to itself by one throw in three, and else may choose between 0 and the finished
    /// layer. Position 2 wins at once.
    pub(crate) fn tiny() -> Graph {
        from_lists(
            &[[&[3], &[1]], [&[1], &[0, 4]], [&[1, 3], &[3]]],
            &[Outside::Over(-1), FINISHED],
        )
    }

    /// Values of [`tiny`] where the finished position is worth −1/2: v₁ = (−v₁ + 2/2)/3, since 0 is
    /// worth more than that, and v₀ = (1 − 2 v₁)/3.
    pub(crate) const TINY_VALUES: [f64; 3] = [1.0 / 6.0, 1.0 / 4.0, 1.0];

    #[test]
    fn rolls_and_throws_lead_to_the_same_plays() {
        let graph = tiny();
        assert_eq!(graph.events(0).collect::<Vec<_>>(), [(1, &[3][..]), (2, &[1])]);
        assert_eq!(graph.total_weight(), 3);
        assert_eq!([0, 1, 2].map(|throw| graph.thrown(0, throw)), [[3], [1], [1]]);
        assert_eq!(graph.thrown(1, 1), [0, 4]);
    }

    #[test]
    fn play_leaves_where_every_position_has_a_throw_that_leads_out() {
        // 0 leads out by one throw, then 1 by the one that leads to 0 or out.
        assert!(tiny().always_leaves());
        assert!(!from_lists(&[[&[0, 1], &[0]]], &[Outside::Over(1)]).always_leaves());
    }
}
