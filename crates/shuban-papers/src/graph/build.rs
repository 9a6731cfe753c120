//! Making the graph of a layer, chunk by chunk.

use std::collections::HashMap;

use rayon::prelude::*;
use shuban_core::{Domain, Game, IndexOf, LayerId, PartId, PositionOf};

use super::{AfterPositions, Chances, Graph, GraphError, Outside};

/// Positions that one thread takes at a time. The graph does not depend on it.
const CHUNK: usize = 1 << 10;

/// The graph of some successive positions, with numbers of its own for what lies outside of the
/// layer and for lists of chance events.
#[derive(Default)]
struct Piece {
    outside: Vec<Outside>,
    number_outside: HashMap<Outside, u32>,
    weights: Vec<Vec<u32>>,
    /// Of each position, which of `weights`.
    chances_of: Vec<u16>,
    /// Of each event, how many plays.
    play_counts: Vec<u32>,
    plays: Vec<u32>,
}

struct Builder<'a, D: Domain> {
    domain: &'a D,
    layer: LayerId,
    indexes: Vec<IndexOf<D>>,
    /// The indexes of the layers it needs, by layer and part.
    finished: HashMap<PartId, IndexOf<D>>,
    part_starts: Vec<usize>,
    after_positions: &'a AfterPositions<'a, D>,
}

pub(super) fn build<D: Domain>(
    domain: &D,
    layer: LayerId,
    after_positions: &AfterPositions<'_, D>,
) -> Result<Graph, GraphError> {
    let indexes_of = |layer: LayerId| {
        (0..domain.layers()[layer.0].parts.len())
            .map(|part| PartId { layer, part })
            .map(move |part| Ok((part, domain.index(part)?)))
            .collect::<Result<Vec<_>, GraphError>>()
    };
    let indexes: Vec<IndexOf<D>> = indexes_of(layer)?.into_iter().map(|(_, index)| index).collect();
    let mut finished = HashMap::new();
    for &need in &domain.layers()[layer.0].needs {
        finished.extend(indexes_of(need)?);
    }
    let mut part_starts = vec![0];
    let mut positions = 0u64;
    for index in &indexes {
        positions = positions.saturating_add(index.len());
        part_starts.push(positions as usize);
    }
    let too_large = || GraphError::TooLarge { domain: domain.layers()[layer.0].name.clone() };
    if positions >= u64::from(u32::MAX) {
        return Err(too_large());
    }
    let builder = Builder { domain, layer, indexes, finished, part_starts, after_positions };
    let positions = positions as usize;
    let pieces = (0..positions.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| builder.piece(chunk * CHUNK..positions.min((chunk + 1) * CHUNK)))
        .collect::<Result<Vec<_>, GraphError>>()?;
    join(builder.part_starts, pieces).ok_or_else(too_large)
}

impl<D: Domain> Builder<'_, D> {
    fn piece(&self, numbers: std::ops::Range<usize>) -> Result<Piece, GraphError> {
        let game = self.domain.game();
        let mut piece = Piece::default();
        let mut afters = Vec::new();
        for number in numbers {
            let part = self.part_starts.partition_point(|&start| start <= number) - 1;
            let rank = (number - self.part_starts[part]) as u64;
            let position =
                self.indexes[part].unrank(rank).ok_or_else(|| self.no_position(&rank))?;
            if game.seats() != 2 {
                return Err(self.unfit("it is not a game for two", &position));
            }
            let chances = game.chances(&position);
            let weights: Vec<u32> = chances.iter().map(|&(_, weight)| weight).collect();
            if game.outcome(&position).is_some() {
                // One event with one play: what the result is to the other side.
                let result = Outside::Over(-self.payoff(&position)?);
                let play = self.number_of_outside(result, &mut piece);
                piece.push_position(vec![1]);
                piece.play_counts.push(1);
                piece.plays.push(play);
                continue;
            }
            if weights.is_empty() || weights.len() > usize::from(u16::MAX) || weights.contains(&0) {
                return Err(self.unfit("its chance events cannot be numbered", &position));
            }
            piece.push_position(weights);
            for (chance, _) in chances {
                afters.clear();
                (self.after_positions)(&position, chance, &mut afters);
                let first = piece.plays.len();
                for after in &afters {
                    let play = self.number_of(&position, after, &mut piece)?;
                    piece.plays.push(play);
                }
                let count = sort_and_dedup(&mut piece.plays, first);
                if count == 0 {
                    return Err(self.unfit("a position that is not over has no play", &position));
                }
                piece.play_counts.push(count);
            }
        }
        Ok(piece)
    }

    /// The number of an after-position.
    fn number_of(
        &self,
        position: &PositionOf<D>,
        after: &PositionOf<D>,
        piece: &mut Piece,
    ) -> Result<u32, GraphError> {
        let game = self.domain.game();
        if game.to_move(position) == game.to_move(after) {
            return Err(self.unfit("a player moves twice in succession", position));
        }
        if game.outcome(after).is_some() {
            let result = Outside::Over(self.payoff(after)?);
            return Ok(self.number_of_outside(result, piece));
        }
        let canonical = game.canonical(after);
        let part =
            self.domain.locate(&canonical).ok_or_else(|| self.no_position(&game.format(after)))?;
        let index = if part.layer == self.layer {
            self.indexes.get(part.part)
        } else {
            self.finished.get(&part)
        };
        let rank = index.and_then(|index| index.rank(&canonical));
        let rank = rank.ok_or_else(|| self.no_position(&game.format(after)))?;
        if part.layer == self.layer {
            return Ok((self.part_starts[part.part] + rank as usize) as u32);
        }
        Ok(self.number_of_outside(Outside::Finished { part, rank }, piece))
    }

    /// Within a piece, what lies outside is numbered downwards from the top as it comes, out of the
    /// way of positions of the layer.
    fn number_of_outside(&self, outside: Outside, piece: &mut Piece) -> u32 {
        *piece.number_outside.entry(outside).or_insert_with(|| {
            piece.outside.push(outside);
            u32::MAX - (piece.outside.len() - 1) as u32
        })
    }

    /// The payoff to the player to move in a position that is over.
    fn payoff(&self, position: &PositionOf<D>) -> Result<i8, GraphError> {
        let game = self.domain.game();
        let payoffs = game.outcome(position);
        let [first, second] = [0, 1].map(|seat| payoffs.map_or(0, |payoffs| payoffs.of(seat)));
        if first != -second || !(-1..=1).contains(&first) {
            return Err(self.unfit("payoffs are not -1, 0 or 1, with sum 0", position));
        }
        Ok(if game.to_move(position) == 0 { first as i8 } else { second as i8 })
    }

    fn unfit(&self, reason: &'static str, position: &PositionOf<D>) -> GraphError {
        let game = self.domain.game();
        GraphError::Unfit { game: game.name(), reason, position: game.format(position) }
    }

    fn no_position(&self, position: &dyn std::fmt::Display) -> GraphError {
        let domain = self.domain.layers()[self.layer.0].name.clone();
        GraphError::NoPosition { domain, position: position.to_string() }
    }
}

impl Piece {
    fn push_position(&mut self, weights: Vec<u32>) {
        let known = self.weights.iter().position(|other| *other == weights);
        self.chances_of.push(known.unwrap_or(self.weights.len()) as u16);
        if known.is_none() {
            self.weights.push(weights);
        }
    }
}

/// Sorts what comes after the first few, each number once; gives how many there are.
fn sort_and_dedup(plays: &mut Vec<u32>, first: usize) -> u32 {
    plays[first..].sort_unstable();
    let mut end = first;
    for i in first..plays.len() {
        if i == first || plays[i] != plays[end - 1] {
            plays[end] = plays[i];
            end += 1;
        }
    }
    plays.truncate(end);
    (end - first) as u32
}

/// Puts the pieces together. `None` if there is too much to be counted in 32 bits.
fn join(part_starts: Vec<usize>, pieces: Vec<Piece>) -> Option<Graph> {
    let mut outside: Vec<Outside> =
        pieces.iter().flat_map(|piece| &piece.outside).copied().collect();
    outside.sort_unstable();
    outside.dedup();
    let positions = part_starts[part_starts.len() - 1];
    u32::try_from(positions + outside.len()).ok()?;
    let (events, plays) = pieces.iter().fold((0, 0), |(events, plays), piece| {
        (events + piece.play_counts.len(), plays + piece.plays.len())
    });
    u32::try_from(events.max(plays)).ok()?;
    let mut graph = Graph {
        part_starts,
        outside,
        chances: Vec::new(),
        chances_of: Vec::with_capacity(positions),
        event_starts: Vec::with_capacity(positions + 1),
        play_starts: Vec::with_capacity(events + 1),
        plays: Vec::with_capacity(plays),
    };
    graph.event_starts.push(0);
    graph.play_starts.push(0);
    for piece in pieces {
        graph.append(piece)?;
    }
    Some(graph)
}

impl Graph {
    fn append(&mut self, piece: Piece) -> Option<()> {
        let positions = self.len();
        let outside: Vec<u32> = (piece.outside.iter())
            .map(|outside| {
                let at = self.outside.binary_search(outside).expect("all pieces' are gathered");
                (positions + at) as u32
            })
            .collect();
        let chances: Vec<u16> = (piece.weights.into_iter())
            .map(|weights| {
                let known = self.chances.iter().position(|chances| chances.weights == weights);
                let number = known.unwrap_or(self.chances.len());
                if known.is_none() {
                    self.chances.push(Chances::new(weights));
                }
                u16::try_from(number).ok()
            })
            .collect::<Option<_>>()?;
        for local in piece.chances_of {
            let chances = chances[usize::from(local)];
            self.chances_of.push(chances);
            let events = self.chances[usize::from(chances)].weights.len() as u32;
            self.event_starts.push(self.event_starts[self.event_starts.len() - 1] + events);
        }
        let mut rest = &piece.plays[..];
        for count in piece.play_counts {
            let (plays, after) = rest.split_at(count as usize);
            rest = after;
            let first = self.plays.len();
            self.plays.extend(plays.iter().map(|&play| {
                if (play as usize) < positions { play } else { outside[(u32::MAX - play) as usize] }
            }));
            self.plays[first..].sort_unstable();
            self.play_starts.push(self.plays.len() as u32);
        }
        Some(())
    }
}

impl Chances {
    pub(super) fn new(weights: Vec<u32>) -> Self {
        let events = weights.iter().zip(0u16..);
        let event_of_throw = events
            .flat_map(|(&weight, event)| std::iter::repeat_n(event, weight as usize))
            .collect();
        Chances { weights, event_of_throw }
    }
}
