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
    if let Some(takes) = announcement(estimates, options.memory) {
        output.remark(&format!("{}: {takes}", layer.name()));
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
    use shuban_catalog::{Estimate, FileState, LayerId};

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
