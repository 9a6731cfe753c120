//! The positions that follow each position of a layer, by their numbers.

use rayon::prelude::*;
use shuban_core::{Domain, Game, IndexError, IndexOf, LayerId, PartId, Play};

use crate::endings::Endings;
use crate::game::{Position, Side, Ur};
use crate::rules::Rules;

/// Positions that one thread works on at a time.
pub const BLOCK: usize = 4096;

/// The number of a position where the game is over.
pub const OVER: u32 = 0;

/// Numbers of all positions, in the order of layers: 0 is any position where the game is over.
pub struct Numbering {
    game: Ur,
    endings: Endings,
    /// By layer and part, the number of the first position, and the index.
    parts: Vec<Vec<(usize, IndexOf<Endings>)>>,
    /// The number after the last of each layer.
    ends: Vec<usize>,
}

impl Numbering {
    /// Numbers the positions of some rules.
    ///
    /// # Errors
    /// [`IndexError`] if a part has no index.
    pub fn new(rules: &'static Rules) -> Result<Self, IndexError> {
        let (game, endings) = (Ur::new(rules), Endings::new(rules));
        let (mut parts, mut ends, mut next) = (Vec::new(), Vec::new(), 1);
        for (number, layer) in endings.layers().iter().enumerate() {
            let mut of_layer = Vec::new();
            for part in 0..layer.parts.len() {
                let index = endings.index(PartId { layer: LayerId(number), part })?;
                let first = next;
                next += index.len() as usize;
                of_layer.push((first, index));
            }
            parts.push(of_layer);
            ends.push(next);
        }
        Ok(Numbering { game, endings, parts, ends })
    }

    /// Returns the number of layers.
    pub fn layers(&self) -> usize {
        self.parts.len()
    }

    /// Returns the number after the last one of a layer.
    pub fn end(&self, layer: usize) -> usize {
        self.ends[layer]
    }

    /// Returns a layer's name.
    pub fn name(&self, layer: usize) -> &str {
        &self.endings.layers()[layer].name
    }

    /// Returns the number of a position; `None` if it is no position of this game.
    pub fn number(&self, position: &Position) -> Option<u32> {
        if self.game.outcome(position).is_some() {
            return Some(OVER);
        }
        let PartId { layer, part } = self.endings.locate(position)?;
        let (first, index) = self.parts.get(layer.0)?.get(part)?;
        Some((first + index.rank(&self.game.canonical(position))? as usize) as u32)
    }

    /// Returns the position of a number; `None` for a game that is over.
    fn position(&self, number: usize) -> Option<Position> {
        let layer = self.ends.partition_point(|&end| end <= number);
        let (first, index) = self.parts.get(layer)?.iter().rev().find(|part| part.0 <= number)?;
        index.unrank((number - first) as u64)
    }

    /// Returns the number of a position one piece nearer to the end: a piece that waits to enter
    /// the board in the position of `number` is home instead. It is the mover's, or the other
    /// side's if none of the mover's waits; `None` if neither side has one waiting.
    pub(super) fn with_one_more_home(&self, number: usize) -> Option<u32> {
        let position = self.position(number)?;
        let waits = |side: Side| side.on_board() + side.home < self.game.rules().pieces;
        let home = |side: Side| Side { home: side.home + 1, ..side };
        let Position { mover, other, .. } = position;
        let nearer = match (waits(mover), waits(other)) {
            (true, _) => Position { mover: home(mover), ..position },
            (false, true) => Position { other: home(other), ..position },
            (false, false) => return None,
        };
        self.number(&nearer)
    }

    /// Lists the successors of the positions of a layer.
    pub fn successors(&self, layer: usize) -> Successors {
        let first = self.parts[layer][0].0;
        let weights: Vec<u32> = self.game.rules().rolls.iter().map(|roll| roll.1).collect();
        let total = f64::from(weights.iter().sum::<u32>());
        let firsts: Vec<usize> = (first..self.ends[layer]).step_by(BLOCK).collect();
        let block = |&begin: &usize| {
            let (mut block, mut plays) = (Block::default(), Vec::new());
            let numbers = begin..self.ends[layer].min(begin + BLOCK);
            for number in numbers {
                let position = self.position(number).expect("numbers of a layer are of positions");
                for &(roll, _) in self.game.rules().rolls {
                    plays.clear();
                    self.game.plays(&position, roll, &mut plays);
                    let next = |play: &Play<_, _>| {
                        self.number(&play.after).expect("each play leads to a position of a layer")
                    };
                    block.next.extend(plays.iter().map(next));
                    block.counts.push(plays.len() as u8);
                }
            }
            block
        };
        Successors {
            first,
            count: self.ends[layer] - first,
            shares: weights.into_iter().map(|weight| f64::from(weight) / total).collect(),
            blocks: firsts.par_iter().map(block).collect(),
        }
    }
}

/// The successors of the positions of a layer.
pub struct Successors {
    first: usize,
    count: usize,
    shares: Vec<f64>,
    blocks: Vec<Block>,
}

/// The successors of some positions in a row.
#[derive(Default)]
pub struct Block {
    /// Number of plays, by position and roll.
    pub counts: Vec<u8>,
    /// The numbers of the positions after these plays.
    pub next: Vec<u32>,
}

impl Successors {
    /// Returns the number of the layer's first position.
    pub fn first(&self) -> usize {
        self.first
    }

    /// Returns how many positions the layer has.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the probability of each roll.
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// Returns the successors of the positions, [`BLOCK`] by `BLOCK`.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }
}
