//! `bench probe`: speed of looking up positions of a built layer.

use std::fmt;

use serde::Serialize;
use shuban::{Context, Failure, Status};
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::report::ProbeTiming;
use shuban_core::text::grouped;
use shuban_solve::machine;

use crate::effort::PROBES;
use crate::rollout::CalibrationFlags;

/// Name of the measurement.
pub(crate) const NAME: &str = "probe";

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

/// Times looking up random positions of a layer in the data folder, each of them twice.
pub(crate) fn run(context: &Context<'_>, flags: &CalibrationFlags) -> Result<Status, Failure> {
    let Some(name) = flags.domain.as_ref().filter(|_| flags.trials.is_none()) else {
        return Err(Failure::usage("`probe` takes --domain, and no --trials".to_owned()));
    };
    let PlacedLayer { family, layer, .. } = context.catalog.layer(name)?;
    let probes = flags.positions.unwrap_or(PROBES);
    let timing = family.time_probes(layer, context.common.data(), probes, flags.seed())?;
    context.answer(&Probed { processor: machine::processor(), timing })
}
