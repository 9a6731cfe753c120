//! Sizes of the measurements.

/// Positions that are looked up.
pub(crate) const PROBES: u64 = 200_000;

pub(crate) const SECONDS: f64 = 0.5;
pub(crate) const SEED: u64 = 1;

/// Of each family the largest layer is built that takes at most this many seconds of one core, with
/// all it needs; with `--full` the second number.
pub(crate) const CORE_SECONDS: [f64; 2] = [0.5, 30.0];
