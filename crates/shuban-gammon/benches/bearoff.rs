//! How long it takes to work out all of bearing off.

use divan::Bencher;
use shuban_core::{Domain, Game};
use shuban_gammon::Variant;
use shuban_gammon::bearoff::{ExactRaces, OneSidedBearOff, TwoSidedBearOff, fewest_rolls};

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

/// A race of four against four on one point, as a fraction.
#[divan::bench(args = [1, 2, 3, 4], sample_count = 5)]
fn exact_race(bencher: Bencher<'_, '_>, point: usize) {
    let domain = TwoSidedBearOff::new(variant("half-gammon")).expect("small enough");
    let side = vec![point.to_string(); 4].join(",");
    let position = domain.game().parse(&format!("{side}|{side}")).expect("a position");
    bencher.bench(|| ExactRaces::new(domain.game()).equity(&position));
}

/// Whether the fewest rolls are best, in all races of half-gammon.
#[divan::bench(sample_count = 5)]
fn hypothesis(bencher: Bencher<'_, '_>) {
    let alone = OneSidedBearOff::new(variant("half-gammon"));
    let race = TwoSidedBearOff::new(variant("half-gammon")).expect("small enough");
    bencher.bench(|| fewest_rolls(&alone, &race));
}
