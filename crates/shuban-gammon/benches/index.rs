//! The closed-form index: items are positions.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::{Domain, Index, LayerId, PartId};
use shuban_gammon::{Contact, Position, Variant};

fn main() {
    divan::main();
}

/// Layers of backgammon.
const LAYERS: [(usize, usize); 3] = [(1, 1), (2, 1), (2, 2)];

const ITEMS: u64 = 10_000;

fn closed_form((mover, opponent): (usize, usize)) -> Box<dyn Index<Position = Position>> {
    let domain =
        Contact::new(Variant::by_name("backgammon").expect("the variants know their names"));
    let name = format!("backgammon/contact-{mover}-{opponent}");
    let layer =
        domain.layers().iter().position(|layer| layer.name == name).expect("the layers are small");
    domain.index(PartId { layer: LayerId(layer), part: 0 }).expect("the layers are small")
}

/// Ranks in an order that is hard to foresee: the multiplier is odd and large, the length small.
fn ranks(index: &dyn Index<Position = Position>) -> Vec<u64> {
    (1..=ITEMS)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20)
        .map(|i| i % index.len())
        .collect()
}

fn bench_rank(bencher: Bencher<'_, '_>, index: &dyn Index<Position = Position>) {
    let positions: Vec<Position> =
        ranks(index).into_iter().filter_map(|rank| index.unrank(rank)).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        black_box(&positions)
            .iter()
            .filter_map(|position| index.rank(position))
            .fold(0, u64::wrapping_add)
    });
}

fn bench_unrank(bencher: Bencher<'_, '_>, index: &dyn Index<Position = Position>) {
    let ranks = ranks(index);
    bencher.counter(ItemsCount::new(ranks.len())).bench_local(|| {
        for &rank in black_box(&ranks) {
            black_box(index.unrank(rank));
        }
    });
}

#[divan::bench(args = LAYERS)]
fn rank_closed_form(bencher: Bencher<'_, '_>, layer: (usize, usize)) {
    bench_rank(bencher, &*closed_form(layer));
}

#[divan::bench(args = LAYERS)]
fn unrank_closed_form(bencher: Bencher<'_, '_>, layer: (usize, usize)) {
    bench_unrank(bencher, &*closed_form(layer));
}
