//! Regions, ranks and values of single positions.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_amazons::{Army, Region, RegionIndex, value_by_search};
use shuban_core::Index;

fn main() {
    divan::main();
}

#[divan::bench(args = [8, 9, 10], sample_count = 5, sample_size = 1)]
fn enumerate_regions(bencher: Bencher, size: usize) {
    bencher.bench_local(|| Region::all(size).len());
}

#[divan::bench(args = [9, 10], sample_count = 5, sample_size = 1)]
fn open_the_index(bencher: Bencher, size: usize) {
    let sections = RegionIndex::new(size).sections();
    bencher.bench_local(|| RegionIndex::open(size, &sections).unwrap().len());
}

#[divan::bench(args = [8, 10], sample_count = 20)]
fn rank_positions(bencher: Bencher, size: usize) {
    let index = RegionIndex::new(size);
    let positions: Vec<_> =
        (0..1_000).filter_map(|i| index.unrank(index.len() / 1_000 * i)).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions.iter().filter_map(|position| index.rank(black_box(position))).sum::<u64>()
    });
}

#[divan::bench(args = [7, 8], sample_count = 5, sample_size = 1)]
fn value_without_tables(bencher: Bencher, size: usize) {
    let index = RegionIndex::new(size);
    let positions: Vec<_> = (0..100).filter_map(|i| index.unrank(index.len() / 100 * i)).collect();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        positions
            .iter()
            .filter_map(|position| value_by_search(position.subgame()).first(Army::Black))
            .count()
    });
}
