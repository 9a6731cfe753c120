//! Iteration over listed successors against iteration through `backup` alone, bit for bit.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use miniatures::cyclic_chance::Races;
use proptest::prelude::*;
use shuban_core::{IntervalDomain, Progress};
use shuban_solve::{BuildOptions, IterateByBackup, build, estimate};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;

use crate::endless::graph::{Graph, Walks};

/// Counts the layers whose successors are not listed.
#[derive(Default)]
struct Unlisted(AtomicU32);

impl Progress for Unlisted {
    fn note(&self, text: &str) {
        assert!(text.starts_with("successors are not listed"), "{text}");
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Builds the last layer and all it needs, with this much memory more than it must have; returns
/// the content hashes, and the number of layers whose successors were not listed.
fn built(domain: &impl IntervalDomain, more: u64, threads: usize) -> (Vec<String>, u32) {
    let files: Arc<dyn FileSystem> = Arc::new(MemoryDisk::default());
    let layer = shuban_core::LayerId(domain.layers().len() - 1);
    let solver = IterateByBackup(domain);
    let options = BuildOptions { threads, ..BuildOptions::new("/data") };
    let estimates = estimate(&files, &solver, layer, &options).unwrap();
    let least = estimates.iter().map(|estimate| estimate.memory).max().unwrap();
    let options = BuildOptions { memory: least + more, ..options };
    let unlisted = Unlisted::default();
    let reports = build(&files, &solver, layer, &options, &unlisted).unwrap();
    let hashes = reports.into_iter().map(|report| report.content_hash).collect();
    (hashes, unlisted.0.into_inner())
}

#[test]
fn listed_successors_of_a_race_give_the_same_files_with_any_number_of_threads() {
    let races = Races::default();
    let layers = races_layers(&races);
    let (plain, unlisted) = built(&races, 0, 1);
    assert_eq!((plain.len(), unlisted), (layers as usize, layers));
    for threads in 1..=3 {
        assert_eq!(built(&races, 1 << 20, threads), (plain.clone(), 0), "{threads} threads");
    }
}

fn races_layers(races: &Races) -> u32 {
    shuban_core::Domain::layers(races).len() as u32
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Sides that play on, several plays and chance events, play that need not end.
    #[test]
    fn listed_successors_of_random_games_give_the_same_files(
        seed in any::<u64>(), nodes in 1_usize..12, worth in -1_i16..=1,
    ) {
        let walks = Walks::new(Graph::random(seed, nodes), Some(worth));
        let (plain, unlisted) = built(&walks, 0, 1);
        prop_assert_eq!(unlisted, 1);
        prop_assert_eq!(built(&walks, 1 << 20, 2), (plain, 0));
    }
}
