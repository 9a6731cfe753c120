//! How long it takes to work out hypergammon for money.

use divan::Bencher;
use rayon::prelude::*;
use shuban_core::{LayerId, NoFinishedTables, Tabulate, Unanswered, Workers};
use shuban_gammon::money::{Dances, Money};

fn main() {
    divan::main();
}

struct Threads;

impl Workers for Threads {
    fn each(
        &self,
        count: usize,
        work: &(dyn Fn(usize) -> Result<(), Unanswered> + Sync),
    ) -> Result<(), Unanswered> {
        (0..count).into_par_iter().with_max_len(1).try_for_each(work)
    }
}

/// All equities, and the chances of how games end.
#[divan::bench(args = [1, 2], sample_count = 3)]
fn hypergammon(bencher: Bencher<'_, '_>, checkers: usize) {
    let money = Money::new(checkers, Dances::AsPlays).expect("1 to 3 checkers");
    bencher.bench(|| money.plan(LayerId(0), &NoFinishedTables, &Threads));
}
