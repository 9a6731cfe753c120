//! `build DOMAIN`

use std::path::Path;

use shuban_catalog::{Built, PlacedLayer, Tallied};
use shuban_core::{bytes_text, grouped};
use shuban_solve::{BuildOptions, Estimate};

use crate::context::Context;
use crate::failure::{Failure, Status};

pub(crate) fn run(
    domain: &str,
    ledger: Option<&Path>,
    options: &BuildOptions,
    context: &Context<'_>,
) -> Result<Status, Failure> {
    let layer = context.catalog.layer(domain)?;
    context.heed_interrupts();
    match ledger {
        Some(ledger) => context.account(&tally(&layer, ledger, options, context)?)?,
        None => context.account(&build(&layer, options, context)?)?,
    }
    Ok(Status::Success)
}

/// Says what it takes, and builds.
pub(crate) fn build(
    layer: &PlacedLayer<'_>,
    options: &BuildOptions,
    context: &Context<'_>,
) -> Result<Built, Failure> {
    announce(layer, &layer.estimate(options)?, options, context);
    Ok(layer.build(options, &context.meter())?)
}

/// Says what it takes, and computes without keeping the values.
fn tally(
    layer: &PlacedLayer<'_>,
    ledger: &Path,
    options: &BuildOptions,
    context: &Context<'_>,
) -> Result<Tallied, Failure> {
    let mut estimates = layer.family.estimate(layer.layer, options)?;
    if let Some(last) = estimates.last_mut() {
        *last = Estimate { built: false, disk: 0, ..*last };
    }
    announce(layer, &estimates, options, context);
    Ok(layer.tally(ledger, options, &context.meter())?)
}

fn announce(layer: &PlacedLayer<'_>, estimates: &[Estimate], options: &BuildOptions, context: &Context<'_>) {
    let missing: Vec<_> = estimates.iter().filter(|estimate| !estimate.built).collect();
    if missing.is_empty() {
        return;
    }
    let positions: u64 = missing.iter().map(|estimate| estimate.positions).fold(0, u64::saturating_add);
    let disk: u64 = missing.iter().map(|estimate| estimate.disk).fold(0, u64::saturating_add);
    let memory = missing.iter().map(|estimate| estimate.memory).max().unwrap_or_default();
    let count = if missing.len() == 1 { "1 layer".to_owned() } else { format!("{} layers", missing.len()) };
    context.remark(&format!(
        "{}: {count} to build, {} positions; about {} of memory (of {}), at most {} of disk",
        layer.name(),
        grouped(positions),
        bytes_text(memory),
        bytes_text(options.memory),
        bytes_text(disk),
    ));
}
