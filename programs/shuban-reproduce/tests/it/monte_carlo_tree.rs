//! Trees of random playouts, held against expectimax.

use std::convert::Infallible;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;
use shuban_core::{Bound, Game, NotationError, Payoffs, Play, Seat};
use shuban_reproduce::{BackupOperator, MonteCarloTree};
use shuban_search::{EstimateOptions, SearchForm, estimate};

/// A game drawn at random: three throws, one to four plays each, sometimes another turn of the same
/// player, and payoffs of up to two points. So few nodes are in a row that lines meet again.
#[derive(Clone, Copy, Debug)]
struct Thicket {
    seed: u64,
    /// After so many plies it is over; without a number, never.
    rows: Option<u8>,
}

type Node = (u8, u8, Seat);

impl Thicket {
    fn drawn(&self, what: impl Hash) -> u64 {
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

#[test]
fn trees_of_playouts_come_near_the_value_and_a_seed_gives_one_tree() {
    let game = Thicket { seed: 21, rows: Some(4) };
    let root = (0, 0, 0);
    let nothing = |_: &Node| Ok::<Option<Bound<i32>>, Infallible>(None);
    let options = EstimateOptions {
        plies: None,
        one: 500,
        most: 1_000,
        ..EstimateOptions::new(SearchForm::Expectimax, 0)
    };
    let found = estimate(&game, &root, None, &nothing, &|_: &Node| 0, &options).unwrap();
    let value = f64::from(found.value) / 500.0;
    for backup in BackupOperator::ALL {
        let grown = |playouts: u32, seed| {
            let mut tree = MonteCarloTree::new(&game, &root, backup, 4.0, seed);
            (0..playouts).for_each(|_| tree.play_out());
            assert_eq!(tree.playouts(), playouts);
            tree.value()
        };
        assert_eq!(grown(100, 1).to_bits(), grown(100, 1).to_bits());
        let [few, many] = [30, 100_000].map(|playouts| {
            let errors = (0..4).map(|seed| (grown(playouts, seed) - value).abs());
            errors.sum::<f64>() / 4.0
        });
        assert!(many < 0.1 && many < few, "{}: {few} {many}, {value}", backup.name());
    }
}
