//! `bench probe`: how fast positions of a layer that is built are looked up.

use std::fmt;

use serde::Serialize;
use shuban_catalog::{PlacedLayer, ProbeTiming};
use shuban_core::grouped;
use shuban_solve::machine;

use crate::context::Context;
use crate::failure::{Failure, Status};

/// What is measured by this name.
pub(super) const NAME: &str = "probe";

#[derive(Serialize)]
struct Probed {
    processor: String,
    #[serde(flatten)]
    timing: ProbeTiming,
}

impl fmt::Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Probed { processor, timing } = self;
        let ProbeTiming { domain, probes, nanoseconds, first_nanoseconds, .. } = timing;
        write!(
            f,
            "{processor}, one thread\n{} random positions of {domain}: {first_nanoseconds:.0} ns a \
             probe, and {nanoseconds:.0} ns the second time",
            grouped(*probes)
        )
    }
}

/// Looks up so many random positions of a layer in the data folder, twice.
pub(super) fn run(
    context: &Context<'_>,
    layer: PlacedLayer<'_>,
    probes: u64,
    seed: u64,
) -> Result<Status, Failure> {
    let timing = layer.family.time_probes(layer.layer, &context.common.data, probes, seed)?;
    context.answer(&Probed { processor: machine::processor(), timing })
}
