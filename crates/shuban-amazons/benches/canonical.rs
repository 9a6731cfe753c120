//! Canonical values: whole layers, opening them, and winners of sums.

use std::path::Path;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_amazons::CanonicalRegions;
use shuban_cgt::{FormId, Player};
use shuban_core::Silent;
use shuban_solve::{BuildOptions, OpenLayer, Tabulation, build};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;

fn main() {
    divan::main();
}

/// Builds the layers up to a size on one thread.
fn built(size: usize) -> (Arc<dyn FileSystem>, u64) {
    let disk: Arc<dyn FileSystem> = Arc::new(MemoryDisk::default());
    let domain = CanonicalRegions::new();
    let layer = CanonicalRegions::layer(size).expect("there is such a layer");
    let options = BuildOptions { threads: 1, ..BuildOptions::new("/data") };
    let reports =
        build(&disk, &Tabulation(&domain), layer, &options, &Silent).expect("nothing hinders it");
    (disk, reports.iter().map(|report| report.positions).sum())
}

fn open<'d>(
    disk: &Arc<dyn FileSystem>,
    domain: &'d CanonicalRegions,
    size: usize,
) -> OpenLayer<'d, CanonicalRegions> {
    let layer = CanonicalRegions::layer(size).expect("there is such a layer");
    OpenLayer::open(disk, Path::new("/data"), domain, layer).expect("it is built")
}

#[divan::bench(args = [6, 7], sample_count = 3, sample_size = 1)]
fn build_all_layers_up_to(bencher: Bencher, size: usize) {
    let (_, positions) = built(size);
    bencher.counter(ItemsCount::new(positions)).bench_local(|| built(size));
}

#[divan::bench(args = [6, 7], sample_count = 10, sample_size = 1)]
fn open_a_layer(bencher: Bencher, size: usize) {
    let (disk, _) = built(size);
    bencher.bench_local(|| {
        let domain = CanonicalRegions::new();
        open(&disk, &domain, size).dictionary().len()
    });
}

#[divan::bench(args = [6, 7])]
fn winner_of_four_regions(bencher: Bencher, size: usize) {
    let (disk, _) = built(size);
    let domain = CanonicalRegions::new();
    let layer = open(&disk, &domain, size);
    let len = layer.part_index(0).len();
    // Well-mixed ranks of regions with one amazon a side.
    let ranks = (0..).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) % len);
    let alone = ranks.filter(|&rank| {
        let position = layer.part_index(0).unrank(rank);
        position
            .is_some_and(|it| it.subgame().black().len() == 1 && it.subgame().white().len() == 1)
    });
    let values: Vec<FormId> =
        alone.take(4_000).filter_map(|rank| Some(layer.value_at(0, rank).ok()?.form())).collect();
    let sums: Vec<&[FormId]> = values.chunks(4).collect();
    let wins = |sum: &&&[FormId]| domain.forms().winner(sum, Player::Left) == Player::Left;
    bencher.counter(ItemsCount::new(sums.len())).bench_local(|| sums.iter().filter(wins).count());
}
