//! `shuban build DOMAIN`

use std::path::Path;

use shuban_catalog::{BuildOptions, Built, Estimate, PlacedLayer, Tallied, bytes_text, catalog, grouped};

use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

pub(crate) fn run(
    domain: &str,
    ledger: Option<&Path>,
    options: &BuildOptions,
    output: &Output,
) -> Result<Status, Failure> {
    let layer = catalog().layer(domain)?;
    interrupt::heed();
    match ledger {
        Some(ledger) => output.account(&tally(&layer, ledger, options, output)?)?,
        None => output.account(&build(&layer, options, output)?)?,
    }
    Ok(Status::Success)
}

/// Says what it takes, and builds.
pub(crate) fn build(
    layer: &PlacedLayer<'_>,
    options: &BuildOptions,
    output: &Output,
) -> Result<Built, Failure> {
    announce(layer, &layer.estimate(options)?, options, output);
    Ok(layer.build(options, &Meter::new(output))?)
}

/// Says what it takes, and computes without keeping the values.
fn tally(
    layer: &PlacedLayer<'_>,
    ledger: &Path,
    options: &BuildOptions,
    output: &Output,
) -> Result<Tallied, Failure> {
    let mut estimates = layer.family.estimate(layer.layer, options)?;
    if let Some(last) = estimates.last_mut() {
        *last = Estimate { built: false, disk: 0, ..*last };
    }
    announce(layer, &estimates, options, output);
    Ok(layer.tally(ledger, options, &Meter::new(output))?)
}

fn announce(layer: &PlacedLayer<'_>, estimates: &[Estimate], options: &BuildOptions, output: &Output) {
    let missing: Vec<_> = estimates.iter().filter(|estimate| !estimate.built).collect();
    if missing.is_empty() {
        return;
    }
    let positions: u64 = missing.iter().map(|estimate| estimate.positions).fold(0, u64::saturating_add);
    let disk: u64 = missing.iter().map(|estimate| estimate.disk).fold(0, u64::saturating_add);
    let memory = missing.iter().map(|estimate| estimate.memory).max().unwrap_or_default();
    let count = if missing.len() == 1 { "1 layer".to_owned() } else { format!("{} layers", missing.len()) };
    output.remark(&format!(
        "{}: {count} to build, {} positions; about {} of memory (of {}), at most {} of disk",
        layer.name(),
        grouped(positions),
        bytes_text(memory),
        bytes_text(options.memory),
        bytes_text(disk),
    ));
}
