//! Speed of play generation: items are positions, each with every roll.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::TwoSided;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant};

fn main() {
    divan::main();
}

fn bench_positions(bencher: Bencher<'_, '_>, variant: &Variant, positions: &[Position]) {
    let rolls: Vec<Roll> = rolls(variant.faces()).into_iter().map(|(roll, _)| roll).collect();
    let mut scratch = PlayScratch::default();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        let mut sum = 0;
        for position in black_box(positions) {
            let turn = MoveGenerator::new(variant, position);
            for &roll in &rolls {
                turn.for_each_after(roll, &mut scratch, |after| sum += after.mover.on(1));
            }
        }
        sum
    });
}

/// Positions evenly spread over a layer of n checkers a side.
#[divan::bench(args = [
    ("half-gammon", 2),
    ("half-gammon", 4),
    ("half-gammon", 8),
    ("backgammon", 2),
    ("backgammon", 3),
])]
fn layers(bencher: Bencher<'_, '_>, (name, checkers): (&str, usize)) {
    let variant = Variant::by_name(name).expect("the variants above have these names");
    let index =
        TwoSided::new(variant.points(), checkers, checkers).expect("the layers above are small");
    let step = index.len() / 1_000;
    let positions: Vec<Position> = (0..1_000)
        .map(|i| index.unrank(i * step).expect("below the length of the index"))
        .map(|(mover, opponent)| Position::new(mover, opponent))
        .collect();
    bench_positions(bencher, &variant, &positions);
}

/// The starting positions.
#[divan::bench(args = Variant::names())]
fn starts(bencher: Bencher<'_, '_>, name: &str) {
    let variant = Variant::by_name(name).expect("the variants know their names");
    bench_positions(bencher, &variant, &[Position::new(variant.start(), variant.start())]);
}
