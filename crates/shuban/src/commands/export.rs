//! `export DOMAIN --to FILE`

use std::fmt;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::{Error, ExportFormat, with_threads};
use shuban_core::text::grouped;

#[cfg(feature = "publish")]
use crate::addresses::destination;
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Write all positions of a database with their values into a .csv or .parquet file
///
/// The columns are part, rank, position, and those of the value, such as lower and upper. To write
/// .parquet, build the program with the feature `parquet`. Some domains have formats of their own
/// besides. `--to -` writes comma-separated values to standard output.
///
/// A folder, `--to DIR/` or in a bucket `--to s3://BUCKET/DIR/`, gets a dataset of .parquet files for programs
/// that ask about all positions at once, DuckDB and others: layer=…/part=…/ with the rank, the numbers that a
/// position consists of (the checkers on each point), and the value. Other layers may be added; an export
/// that was interrupted goes on where it was.
///
/// An .umb file has the game instead of values, and takes no database: all that play can reach from the
/// layer's positions, as a stochastic game for probabilistic model checkers, of up to ten million states.
/// The first states are the positions, in the order of the rows of the .csv file. A game whose plays earn
/// something, or in which endless play is worth something, is refused.
#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The layer
    domain: String,
    /// The file to write; its ending selects the format. `DIR/`, `s3://BUCKET/DIR/`: a dataset. `-`: standard
    /// output
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

#[derive(Serialize)]
struct Exported {
    domain: String,
    file: PathBuf,
    positions: u64,
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, file) = (grouped(self.positions), self.file.display());
        write!(f, "{}: {positions} positions written to {file}", self.domain)
    }
}

impl Export {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let layer = context.catalog.layer(&self.domain)?;
        let to = &self.to;
        if to.as_os_str() == "-" {
            return self.to_output(&layer, context);
        }
        let (common, PlacedLayer { family, layer: id, .. }) = (context.common, layer);
        let (data, meter) = (common.data(), context.meter());
        let positions = if to.as_os_str().as_encoded_bytes().ends_with(b"/") {
            let folder = destination(to)?;
            context.if_interrupted(|| Parting::word("export again to go on where this ended"));
            let export = || family.export_dataset(id, data, &*folder, &meter);
            with_threads(common.threads(), export)??
        } else {
            #[cfg(feature = "publish")]
            if to.to_str().is_some_and(shuban_publish::is_address) {
                return Err(Failure::usage("a bucket gets datasets alone: end the address in `/`"));
            }
            let format = ExportFormat::of_file(to, family.own_formats())?;
            context.if_interrupted(|| Parting::word("nothing was written"));
            let export = || family.export(id, data, to, format, &meter);
            with_threads(common.threads(), export)??
        };
        drop(meter);
        context.account(&Exported { domain: layer.name().to_owned(), file: to.clone(), positions })
    }

    /// Writes the table to standard output, as it is made.
    fn to_output(&self, layer: &PlacedLayer<'_>, context: &Context<'_>) -> Result<Status, Failure> {
        context.if_interrupted(|| Parting::word("the table is not whole").streaming());
        let meter = context.meter();
        let PlacedLayer { family, layer, .. } = *layer;
        let data = context.common.data();
        // Not locked: the lock belongs to one thread.
        let mut out = BufWriter::with_capacity(1 << 20, io::stdout());
        match family.export_into(layer, data, &mut out, ExportFormat::Csv, &meter) {
            Ok(_) => Ok(Status::Success),
            Err(Error::Write(error)) => Err(error.into()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns the folder of a dataset.
#[cfg(not(feature = "publish"))]
fn destination(to: &std::path::Path) -> Result<Box<dyn shuban_store::Destination>, Failure> {
    let files = std::sync::Arc::new(shuban_store::Disk::default());
    Ok(Box::new(shuban_store::LocalFolder::new(files, to)))
}
