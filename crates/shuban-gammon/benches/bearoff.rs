//! How long it takes to work out all of bearing off.

use divan::Bencher;
use shuban_gammon::Variant;
use shuban_gammon::bearoff::{OneSidedBearOff, TwoSidedBearOff};

fn main() {
    divan::main();
}

fn variant(name: &str) -> Variant {
    Variant::by_name(name).expect("a variant of the family")
}

/// All sides alone, with their distributions.
#[divan::bench(args = ["half-gammon", "mini-gammon", "backgammon"], sample_count = 5)]
fn one_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = OneSidedBearOff::new(variant(name));
    bencher.bench(|| domain.solved());
}

/// All races at home.
#[divan::bench(args = ["half-gammon", "mini-gammon"], sample_count = 5)]
fn two_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = TwoSidedBearOff::new(variant(name)).expect("small enough");
    bencher.bench(|| domain.solved());
}
