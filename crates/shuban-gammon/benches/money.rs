//! Times the computation of hypergammon for money.

use divan::Bencher;
use shuban_core::tabulate::NoFinishedTables;
use shuban_core::{LayerId, Silent, Tabulate};
use shuban_gammon::money::{Dances, Money};
use shuban_solve::PoolWorkers;

fn main() {
    divan::main();
}

/// Computes all equities, and the chances of how games end.
#[divan::bench(args = [1, 2], sample_count = 3)]
fn hypergammon(bencher: Bencher<'_, '_>, checkers: usize) {
    let money = Money::new(checkers, Dances::AsPlays).expect("1 to 3 checkers");
    bencher.bench(|| money.plan(LayerId(0), &NoFinishedTables, &PoolWorkers { progress: &Silent }));
}
