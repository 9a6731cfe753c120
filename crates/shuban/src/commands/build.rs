//! `build DOMAIN`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Parser};
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::report::{BuildReport, Tallied};
use shuban_core::ONE;
use shuban_core::text::{bytes_text, grouped};
use shuban_solve::{BuildOptions, Estimate, Shard};
use shuban_store::Options as WriteOptions;

use crate::common::Common;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::{self, Parting};
use crate::meter::Meter;
use crate::scratch::ScratchFlag;
use crate::together::TogetherFlags;
use crate::units::seconds;

/// Build a database and the layers it needs, or resume an interrupted build
///
/// Prints an estimate first, and refuses a build that does not fit into memory or onto the disk. A
/// layer is published whole or not at all, and a published layer is not built again. A killed build
/// resumes at the last published layer, and within a long layer at its last checkpoint. The bytes
/// of the result do not depend on the number of threads.
#[derive(Args, Debug)]
pub(crate) struct Build {
    /// The layer; `list` shows all
    domain: String,
    #[command(flatten)]
    flags: BuildFlags,
    #[command(flatten)]
    together: TogetherFlags,
    /// Discard the layer's values; keep each shard's hashes and histogram in the ledger
    ///
    /// Computes the shards that are not yet in the ledger. With --rebuild, recomputes those that
    /// are, compares them with the ledger, and verifies a sample of their positions as `verify`
    /// does.
    #[arg(long, requires = "ledger", conflicts_with_all = ["compact", "certificate", "with_others"])]
    histogram_only: bool,
    /// The ledger: a small file that is worth keeping
    #[arg(long, value_name = "FILE", requires = "histogram_only")]
    ledger: Option<PathBuf>,
}

#[derive(Debug, Parser)]
pub(crate) struct BuildFlags {
    /// Block size: 1024 halves the time of a random probe and takes more space
    #[arg(long, value_name = "BYTES", default_value_t = 4096, value_parser = block_size)]
    block_size: u32,

    /// The zstd level, 1 to 22
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = 3,
        value_parser = clap::value_parser!(i32).range(1..=22)
    )]
    level: i32,

    /// Do not compress: the file is larger, and blocks are read without decompressing
    #[arg(long, conflicts_with = "level")]
    raw: bool,

    /// Narrow intervals to a width of at most 2^-BITS
    #[arg(
        long,
        value_name = "BITS",
        default_value_t = 20,
        value_parser = clap::value_parser!(u8).range(1..=28)
    )]
    width_bits: u8,

    /// Build this layer even if it is there
    ///
    /// Without it, a layer is built again only if the layers it was built from have changed, if its
    /// intervals are wider than asked, or if its file does not open.
    #[arg(long)]
    rebuild: bool,

    /// Keep of each layer only what is looked up: two bytes a position
    ///
    /// For layers of intervals of results. What is stored is 2^-14 wide then, but where other layers
    /// ask for it; the file that proves it is erased, and `--certificate` makes it again.
    #[arg(long, conflicts_with = "shard")]
    compact: bool,

    /// Make the file that proves a compact layer again
    ///
    /// It is as large as before; `verify` checks it, and the compact file beside it.
    #[arg(long, conflicts_with_all = ["shard", "compact"])]
    certificate: bool,

    #[command(flatten)]
    scratch: ScratchFlag,

    /// Compute only shard I of N, into a file of its own
    ///
    /// Several processes or machines can compute shards. Copy the files into one data folder;
    /// `build DOMAIN` merges them there. The result is the same as without shards.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,

    /// Compute N shards with other processes that run this command, on any machine
    ///
    /// All have the same data folder. Each takes shards that nobody works on, also those of a process
    /// that was killed; when all are there, one merges them, and all end. The result is the same as
    /// alone.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=MOST_SHARED),
        conflicts_with_all = ["shard", "rebuild", "compact", "certificate"]
    )]
    with_others: Option<u32>,

    /// Checkpoint interval; checkpoints take at most a twentieth of the time
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    checkpoint_seconds: f64,
}

/// The most shards that are shared: those that are merged are open together.
const MOST_SHARED: i64 = 512;

impl BuildFlags {
    /// Returns the build options of these flags.
    pub(crate) fn options(&self, common: &Common) -> BuildOptions {
        BuildOptions {
            data: common.data().to_owned(),
            threads: common.threads(),
            memory: common.memory(),
            width: i64::from(ONE >> self.width_bits),
            checkpoint_every: Duration::from_secs_f64(self.checkpoint_seconds),
            write: WriteOptions {
                block_size: self.block_size,
                compression: (!self.raw).then_some(self.level),
            },
            rebuild: self.rebuild,
            compact: self.compact,
            certificate: self.certificate,
            scratch: self.scratch.options(),
            together: None,
            shard: self.shard,
            with_others: self.with_others,
        }
    }
}

/// Returns the options of a build without flags of its own.
pub fn usual_options(common: &Common) -> BuildOptions {
    BuildFlags::parse_from([""]).options(common)
}

fn block_size(text: &str) -> Result<u32, String> {
    match text {
        "1024" => Ok(1024),
        "4096" => Ok(4096),
        _ => Err("the block size is 1024 or 4096".to_owned()),
    }
}

impl Build {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        let mut options = self.flags.options(context.common);
        context.if_interrupted(goes_on);
        options.threads = context.common.threads_or(|| self.together.threads());
        options.memory = context.common.memory_or(|| self.together.memory());
        // Kept to the end: processes that this one started are waited for.
        let connection = self.together.connect(&self.domain, context)?;
        let Some(connection) = &connection else {
            return self.alone(&layer, &options, context);
        };
        options.together = Some(connection.together.clone());
        let done = match connection.follows {
            true => layer
                .follow(&options, &Meter::new(true))
                .map(|()| Status::Success)
                .map_err(Failure::from),
            false => self.alone(&layer, &options, context),
        };
        done.map_err(|failure| {
            if let Failure::Said { message, .. } = &failure {
                connection.together.leave(Some(message));
            }
            // Of several that were interrupted, each may hear it from another first.
            if interrupt::asked() { Failure::Interrupted } else { failure }
        })
    }

    /// Does the work, as the only process or as the one that leads.
    fn alone(
        &self,
        layer: &PlacedLayer<'_>,
        options: &BuildOptions,
        context: &Context<'_>,
    ) -> Result<Status, Failure> {
        match &self.ledger {
            Some(ledger) => context.account(&tally(layer, ledger, options, context)?),
            None => context.account(&build(layer, options, context)?),
        }
    }
}

/// Returns the message of an interrupted build.
pub(crate) fn goes_on() -> Parting {
    Parting::word("nothing published is lost, and the build goes on when run again")
}

/// Prints the estimate, and builds.
pub(crate) fn build(
    layer: &PlacedLayer<'_>,
    options: &BuildOptions,
    context: &Context<'_>,
) -> Result<BuildReport, Failure> {
    announce(layer, &layer.estimate(options)?, options, context);
    Ok(layer.build(options, &context.meter())?)
}

/// Prints the estimate, and computes without keeping the values.
fn tally(
    layer: &PlacedLayer<'_>,
    ledger: &Path,
    options: &BuildOptions,
    context: &Context<'_>,
) -> Result<Tallied, Failure> {
    let mut estimates = layer.family.estimate(layer.layer, options)?;
    if let Some(last) = estimates.last_mut() {
        (last.built, last.disk) = (false, 0);
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
    if let Some(takes) = announcement(estimates, options) {
        context.remark(&format!("{}: {takes}", layer.name()));
    }
}

/// Describes the cost of a build; `None` if nothing is to be built.
fn announcement(estimates: &[Estimate], options: &BuildOptions) -> Option<String> {
    let missing: Vec<_> = estimates.iter().filter(|estimate| !estimate.built).collect();
    let memory = missing.iter().map(|estimate| estimate.memory).max()?;
    let positions: u128 = missing.iter().map(|estimate| u128::from(estimate.positions)).sum();
    let disk = missing.iter().map(|estimate| estimate.disk).fold(0, u64::saturating_add);
    let layers = if missing.len() == 1 { "layer" } else { "layers" };
    let (count, positions) = (missing.len(), grouped(positions));
    let allowed = bytes_text(options.memory);
    let memory = match missing.iter().any(|estimate| estimate.takes_more) {
        true => format!(
            "{} of memory, and faster with more (up to {allowed})",
            size("at least", memory)
        ),
        false => format!("{} of memory (of {allowed})", size("about", memory)),
    };
    let disk = size("at most", disk);
    let shared = match &options.together {
        Some(_) if missing.iter().any(|estimate| estimate.across) => " in each process",
        Some(_) => " in one process, since none of it is solved by several",
        None => "",
    };
    let scratch = match missing.iter().map(|estimate| estimate.scratch).max() {
        None | Some(0) if options.scratch.always => {
            "; no numbers on the disk, since that is of no use here".to_owned()
        }
        None | Some(0) => String::new(),
        Some(bytes) => {
            let bytes = size("about", bytes);
            format!("; with {bytes} of scratch on the disk, which takes some three times as long")
        }
    };
    Some(format!(
        "{count} {layers} to build, {positions} positions; {memory}{shared}, {disk} of disk{scratch}"
    ))
}

/// Formats a size with its exactness; `u64::MAX` has none.
fn size(exactness: &str, bytes: u64) -> String {
    match bytes {
        u64::MAX => bytes_text(bytes),
        _ => format!("{exactness} {}", bytes_text(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::LayerId;
    use shuban_solve::{BuildOptions, Estimate, FileState, Scratch};

    use super::announcement;

    #[test]
    fn what_a_build_takes_is_said_in_numbers_that_fit() {
        let estimate = |positions, built| Estimate {
            layer: LayerId(0),
            built,
            state: match built {
                true => FileState::Built { content_hash: String::new(), is_compact: false },
                false => FileState::Absent,
            },
            positions,
            memory: 3 << 20,
            takes_more: false,
            disk: positions,
            scratch: 0,
            across: false,
        };
        let options = BuildOptions { memory: 1 << 30, ..BuildOptions::new("data") };
        assert_eq!(announcement(&[estimate(5, true)], &options), None);
        assert_eq!(
            announcement(&[estimate(5, true), estimate(2_048, false)], &options).unwrap(),
            "1 layer to build, 2,048 positions; about 3.0 MiB of memory (of 1.0 GiB), at most 2.0 \
             KiB of disk"
        );
        let more = Estimate { takes_more: true, ..estimate(2_048, false) };
        assert_eq!(
            announcement(&[more], &options).unwrap(),
            "1 layer to build, 2,048 positions; at least 3.0 MiB of memory, and faster with more \
             (up to 1.0 GiB), at most 2.0 KiB of disk"
        );
        let on_disk = Estimate { scratch: 5 << 20, takes_more: true, ..estimate(2_048, false) };
        assert_eq!(
            announcement(&[on_disk], &options).unwrap(),
            "1 layer to build, 2,048 positions; at least 3.0 MiB of memory, and faster with more \
             (up to 1.0 GiB), at most 2.0 KiB of disk; with about 5.0 MiB of scratch on the disk, \
             which takes some three times as long"
        );
        let scratch = Scratch { always: true, folder: None };
        let asked = BuildOptions { scratch, ..options.clone() };
        let in_memory = announcement(&[estimate(2_048, false)], &asked).unwrap();
        assert!(
            in_memory.ends_with("of disk; no numbers on the disk, since that is of no use here")
        );
        let huge =
            announcement(&[estimate(u64::MAX, false), estimate(2, false)], &options).unwrap();
        assert_eq!(
            huge,
            "2 layers to build, 18,446,744,073,709,551,617 positions; about 3.0 MiB of memory (of \
             1.0 GiB), more than any machine has of disk"
        );
    }
}
