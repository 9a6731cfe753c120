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

fn announce(
    layer: &PlacedLayer<'_>,
    estimates: &[Estimate],
    options: &BuildOptions,
    context: &Context<'_>,
) {
    if let Some(takes) = announcement(estimates, options.memory) {
        context.remark(&format!("{}: {takes}", layer.name()));
    }
}

/// What a build takes that may use so much memory; nothing if nothing is to be built.
fn announcement(estimates: &[Estimate], allowed: u64) -> Option<String> {
    let missing: Vec<_> = estimates.iter().filter(|estimate| !estimate.built).collect();
    let memory = missing.iter().map(|estimate| estimate.memory).max()?;
    let positions: u128 = missing.iter().map(|estimate| u128::from(estimate.positions)).sum();
    let disk = missing.iter().map(|estimate| estimate.disk).fold(0, u64::saturating_add);
    let layers = if missing.len() == 1 { "layer" } else { "layers" };
    Some(format!(
        "{} {layers} to build, {} positions; {} of memory (of {}), {} of disk",
        missing.len(),
        grouped(positions),
        size("about", memory),
        bytes_text(allowed),
        size("at most", disk),
    ))
}

/// A size with how exact it is, where it is one.
fn size(exactness: &str, bytes: u64) -> String {
    match bytes {
        u64::MAX => bytes_text(bytes),
        _ => format!("{exactness} {}", bytes_text(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::LayerId;
    use shuban_solve::{Estimate, FileState};

    use super::announcement;

    #[test]
    fn what_a_build_takes_is_said_in_numbers_that_fit() {
        let estimate = |positions, built| Estimate {
            layer: LayerId(0),
            built,
            state: if built { FileState::Built } else { FileState::Absent },
            positions,
            memory: 3 << 20,
            disk: positions,
        };
        assert_eq!(announcement(&[estimate(5, true)], 1 << 30), None);
        assert_eq!(
            announcement(&[estimate(5, true), estimate(2_048, false)], 1 << 30).unwrap(),
            "1 layer to build, 2,048 positions; about 3.0 MiB of memory (of 1.0 GiB), at most 2.0 KiB of disk"
        );
        let huge = announcement(&[estimate(u64::MAX, false), estimate(2, false)], 1 << 30).unwrap();
        assert_eq!(
            huge,
            "2 layers to build, 18,446,744,073,709,551,617 positions; about 3.0 MiB of memory (of 1.0 GiB), \
             more than any machine has of disk"
        );
    }
}
