//! Build options and build order.

use std::path::PathBuf;
use std::time::Duration;

use shuban_core::erased::Tables;
use shuban_core::{LayerId, ONE};
use shuban_store::Options;

use crate::across::Together;
use crate::shard::Shard;

/// The widest interval that a build asks for by default: 2⁻²⁰.
pub const DEFAULT_WIDTH: i64 = (ONE >> 20) as i64;

/// The place of the numbers of a layer on the disk while it is solved or checked.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// True to have them there although they fit into memory, where that is possible.
    pub always: bool,
    /// The folder; that of the layer's file if none.
    pub folder: Option<PathBuf>,
}

/// Options of a build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The data folder.
    pub data: PathBuf,
    /// Number of threads.
    pub threads: usize,
    /// Limit of memory, in bytes.
    pub memory: u64,
    /// The widest interval asked for, in units of [`Interval`](shuban_core::Interval).
    pub width: i64,
    /// Interval between checkpoints; zero saves after every step.
    pub checkpoint_every: Duration,
    /// Options of the files.
    pub write: Options,
    /// True to rebuild the requested layer if it exists.
    pub rebuild: bool,
    /// True to keep only compact files: looked-up values, and those that other layers ask for.
    pub compact: bool,
    /// True to remake the proving file of the requested layer if only its compact one exists.
    pub certificate: bool,
    /// The place of numbers on the disk.
    pub scratch: Scratch,
    /// Other processes, with which layers are solved that take part in that.
    pub together: Option<Together>,
    /// The only shard to compute of the requested layer, into a file of its own.
    pub shard: Option<Shard>,
    /// Number of shards of the requested layer that are computed together with other processes, which
    /// have the same data folder; what these work on is waited for.
    pub with_others: Option<u32>,
}

impl BuildOptions {
    /// Returns the usual options for a folder: two threads, any memory, a checkpoint every five
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
            scratch: Scratch::default(),
            together: None,
            shard: None,
            with_others: None,
        }
    }
}

impl BuildOptions {
    /// Returns true if the requested layer is built although it exists.
    pub(crate) fn builds_again(&self, is_compact: bool) -> bool {
        self.rebuild || self.certificate && is_compact
    }
}

/// Returns a layer and all that it needs, in build order.
pub fn needed(domain: &dyn Tables, layer: LayerId) -> Vec<LayerId> {
    layer.with_needs(domain.all_layers())
}
