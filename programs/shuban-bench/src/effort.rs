//! Sizes of the measurements.

/// Number of positions that are looked up.
pub(crate) const PROBES: u64 = 200_000;

pub(crate) const SECONDS: f64 = 0.5;
pub(crate) const SEED: u64 = 1;

/// Limits in seconds of one core: of each family the largest layer is built that takes at most this
/// time, with all it needs; with `--full` the second one.
pub(crate) const CORE_SECONDS: [f64; 2] = [0.5, 30.0];
