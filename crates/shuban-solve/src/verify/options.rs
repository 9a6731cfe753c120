//! Options of a verification.

use std::path::PathBuf;

use crate::build::Scratch;

/// Options of a verification.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The data folder.
    pub data: PathBuf,
    /// Number of threads.
    pub threads: usize,
    /// Approximate limit of memory, in bytes. Tables that do not fit are read as needed.
    pub memory: u64,
    /// The place of numbers on the disk.
    pub scratch: Scratch,
    /// Number of positions to check, instead of all: a fixed sequence of well-mixed ranks, so that
    /// the same number always means the same positions (one may come twice).
    pub sample: Option<u64>,
    /// Number of positions, drawn likewise, to compare by the rules, if the solver of the layer has
    /// [sweeps](crate::BySweeps), by which all are compared: [`BY_RULES`], by default. A layer of
    /// no more positions is compared by the rules alone.
    pub by_rules: u64,
}

impl VerifyOptions {
    /// Returns the usual options: one thread, any memory, all positions.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        VerifyOptions {
            data: data.into(),
            threads: 1,
            memory: u64::MAX,
            scratch: Scratch::default(),
            sample: None,
            by_rules: BY_RULES,
        }
    }
}

/// Default number of positions to compare by the rules, if all are compared by sweeps.
pub const BY_RULES: u64 = 100_000;
