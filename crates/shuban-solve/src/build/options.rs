//! How to build, and in which order.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use shuban_core::erased::Tables;
use shuban_core::{LayerId, ONE};
use shuban_store::Options;

use crate::shard::Shard;

/// The widest interval that a build asks for by default: 2⁻²⁰.
pub const DEFAULT_WIDTH: i64 = (ONE >> 20) as i64;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The data folder.
    pub data: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use.
    pub memory: u64,
    /// The widest interval asked for, in units of [`Interval`](shuban_core::Interval).
    pub width: i64,
    /// How often to save work in progress; nothing is after every step.
    pub checkpoint_every: Duration,
    /// How the files are written.
    pub write: Options,
    /// Build the layer asked for anew, even if it is there.
    pub rebuild: bool,
    /// Keep of each layer only its compact file: what is looked up, and what other layers ask for.
    pub compact: bool,
    /// Of the layer asked for, make the file that proves it again, if only the compact one is there.
    pub certificate: bool,
    /// Of the layer asked for, compute only this shard, into a file of its own.
    pub shard: Option<Shard>,
}

impl BuildOptions {
    /// The usual way to build into a folder: two threads, any memory, a checkpoint every five
    /// seconds.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        BuildOptions {
            data: data.into(),
            threads: 2,
            memory: u64::MAX,
            width: DEFAULT_WIDTH,
            checkpoint_every: Duration::from_secs(5),
            write: Options::default(),
            rebuild: false,
            compact: false,
            certificate: false,
            shard: None,
        }
    }
}

impl BuildOptions {
    /// Whether the layer asked for is built although it is there.
    pub(crate) fn builds_again(&self, is_compact: bool) -> bool {
        self.rebuild || self.certificate && is_compact
    }
}

/// A layer and all that it needs, in the order in which they are built.
pub fn needed(domain: &dyn Tables, layer: LayerId) -> Vec<LayerId> {
    let mut all = BTreeSet::new();
    let mut open = vec![layer];
    while let Some(layer) = open.pop() {
        if all.insert(layer) {
            open.extend(&domain.all_layers()[layer.0].needs);
        }
    }
    all.into_iter().collect()
}
