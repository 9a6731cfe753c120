//! Trees of random playouts, compared with expectimax.

use std::convert::Infallible;

use shuban_core::Bound;
use shuban_reproduce::{BackupOperator, MonteCarloTree};
use shuban_search::{EstimateOptions, SearchForm, estimate};

use crate::thicket::{Node, Thicket};

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
