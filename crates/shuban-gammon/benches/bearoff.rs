//! Times the computation of all bear-off values.

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::tabulate::{NoFinishedTables, OneThread};
use shuban_core::{Domain, Layer, LayerId, Tabulate};
use shuban_gammon::Variant;
use shuban_gammon::bearoff::race::{RaceWorth, Races};
use shuban_gammon::bearoff::{Equities, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::money::RaceEquities;

fn main() {
    divan::main();
}

fn variant(name: &str) -> Variant {
    Variant::by_name(name).expect("a variant of the family")
}

/// Computes all sides alone, with their distributions.
#[divan::bench(args = ["half-gammon", "mini-gammon", "backgammon"], sample_count = 5)]
fn one_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = OneSidedBearOff::new(variant(name));
    bencher.bench(|| domain.solved());
}

/// Computes all races at home.
#[divan::bench(args = ["half-gammon", "mini-gammon"], sample_count = 5)]
fn two_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = TwoSidedBearOff::new(variant(name)).expect("small enough");
    bencher.bench(|| domain.solved());
}

/// Races of up to five checkers on eight points, as gnubg rounds them and in proven bounds.
#[divan::bench(types = [Equities, RaceEquities], sample_count = 5)]
fn race_of_two_sides<W: RaceWorth>(bencher: Bencher<'_, '_>) {
    const LAST: LayerId = LayerId(4);
    let races: Races<W> = Races::all(&variant("backgammon")).swap_remove(8 - W::POINTS.start());
    let positions: u64 = races.layers()[..=LAST.0].iter().map(Layer::positions).sum();
    bencher
        .counter(ItemsCount::new(positions))
        .bench(|| races.plan(LAST, &NoFinishedTables, &OneThread));
}
