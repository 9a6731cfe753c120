//! A game drawn at random, for the tests of what searches it.

use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;
use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

/// A game drawn at random: three throws, one to four plays each, sometimes another turn of the same
/// player, and payoffs of up to two points. So few nodes are in a row that lines meet again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thicket {
    pub(crate) seed: u64,
    /// Number of plies until it is over; endless if `None`.
    pub(crate) rows: Option<u8>,
}

pub(crate) type Node = (u8, u8, Seat);

impl Thicket {
    pub(crate) fn drawn(&self, what: impl Hash) -> u64 {
        FxBuildHasher.hash_one((self.seed, what)) >> 20
    }
}

impl Game for Thicket {
    type Position = Node;
    type Chance = u8;
    type Move = u8;

    fn name(&self) -> String {
        "thicket".into()
    }

    fn to_move(&self, node: &Node) -> Seat {
        node.2
    }

    fn outcome(&self, node: &Node) -> Option<Payoffs> {
        let points = (self.drawn((4, node.0, node.1)) % 5) as i16 - 2;
        let is_end = node.0 > 0 && self.drawn((5, node.0, node.1)).is_multiple_of(9);
        let is_over = self.rows.is_some_and(|rows| node.0 >= rows || is_end);
        is_over.then(|| Payoffs::new(&[points, -points]))
    }

    fn chances(&self, _: &Node) -> Vec<(u8, u32)> {
        vec![(0, 1), (1, 3), (2, 2)]
    }

    fn plays(&self, node: &Node, throw: u8, plays: &mut Vec<Play<Node, u8>>) {
        for action in 0..=(self.drawn((6, node, throw)) % 4) as u8 {
            let drawn = self.drawn((7, node, throw, action));
            let seat = if drawn.is_multiple_of(7) { node.2 } else { 1 - node.2 };
            let row = node.0.saturating_add(1);
            plays.push(Play { action, after: (row, (drawn / 7 % 12) as u8, seat) });
        }
    }

    fn parse(&self, text: &str) -> Result<Node, NotationError> {
        Err(NotationError::new(text, 0, "nobody writes these"))
    }

    fn format(&self, node: &Node) -> String {
        format!("{node:?}")
    }

    fn format_move(&self, _: &Node, _: u8, action: &u8) -> String {
        action.to_string()
    }
}
