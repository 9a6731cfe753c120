//! Layers in which play may be endless: graphs drawn at random against a plain twin, and tables
//! that agree with themselves and are wrong.

mod checkpoints;
mod shared;
mod twin;
mod wrong;

use std::path::Path;
use std::sync::Arc;

use shuban_core::erased::Tables;
use shuban_core::{Domain, LayerId, Silent};
use shuban_solve::{
    BuildOptions, EndlessPlay, Error, OpenLayer, RetrogradeWithEndlessPlay, Solver, Verified,
    VerifyOptions, build, verify,
};
use shuban_store::FileSystem;
use shuban_store_testing::MemoryDisk;

use crate::graph::Walks;

const BOTH_WAYS: [EndlessPlay; 2] = [EndlessPlay::ByMemory, EndlessPlay::ByPasses];

fn options() -> BuildOptions {
    BuildOptions::new("/data")
}

fn files(disk: &MemoryDisk) -> Arc<dyn FileSystem> {
    Arc::new(disk.clone())
}

fn solving(domain: &Walks, way: EndlessPlay) -> RetrogradeWithEndlessPlay<'_> {
    RetrogradeWithEndlessPlay { domain, way }
}

fn last(domain: &dyn Tables) -> LayerId {
    LayerId(domain.all_layers().len() - 1)
}

/// Builds all layers of a domain on a disk of its own.
fn built(solver: &dyn Solver, options: &BuildOptions) -> Result<MemoryDisk, Error> {
    let disk = MemoryDisk::default();
    build(&files(&disk), solver, last(solver.domain()), options, &Silent).map(|_| disk)
}

fn verified(solver: &dyn Solver, disk: &MemoryDisk, layer: LayerId) -> Verified {
    let options = VerifyOptions { threads: 2, memory: u64::MAX, ..VerifyOptions::new("/data") };
    verify(&files(disk), solver, layer, &options, &Silent).unwrap()
}

/// Returns the stored values of a layer of one part.
fn values<D: Domain>(domain: &D, disk: &MemoryDisk, layer: LayerId) -> Vec<D::Value> {
    let open = OpenLayer::open(&files(disk), Path::new("/data"), domain, layer).unwrap();
    open.values(0).unwrap()
}

#[test]
fn random_graphs_have_the_scores_of_a_plain_twin_in_any_memory() {
    for seed in 0..60 {
        let walks = Walks::random(seed, 40);
        let [much, little] = BOTH_WAYS.map(|way| built(&solving(&walks, way), &options()).unwrap());
        assert_eq!(much.paths(), little.paths());
        for path in much.paths() {
            assert_eq!(much.contents(&path), little.contents(&path), "seed {seed}: {path:?}");
        }
        let scores = twin::scores(&walks);
        for layer in [LayerId(0), LayerId(1)] {
            let found: Vec<i16> =
                values(&walks, &much, layer).iter().map(|value| value.score()).collect();
            let expected = &scores[layer.0 * 40..][..40];
            assert_eq!(found, expected, "seed {seed}, layer {layer:?}: {:?}", walks.graph);
            let verdict = verified(&solving(&walks, EndlessPlay::ByMemory), &much, layer);
            assert!(verdict.passed, "seed {seed}: {verdict}");
            assert_eq!(verdict.rests_on, Some("values recede"));
        }
    }
}
