//! `export DOMAIN --to FILE`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_catalog::{ExportFormat, with_threads};
use shuban_core::text::grouped;

use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Write all positions of a database with their values into a .csv or .parquet file
///
/// The columns are part, rank, position, and those of the value, such as lower and upper. To write
/// .parquet, build the program with the feature `parquet`. Some domains have formats of their own
/// besides.
#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The layer
    domain: String,
    /// The file to write; its ending selects the format
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
        let format = match to.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => ExportFormat::Csv,
            Some("parquet") => ExportFormat::Parquet,
            ending => {
                let own = layer.family.own_formats();
                let Some(own) = own.iter().find(|own| Some(**own) == ending) else {
                    let own: String = own.iter().map(|own| format!(", .{own}")).collect();
                    return Err(Failure::usage(format!(
                        "cannot export to `{}`: the file must end in .csv{own} or .parquet",
                        to.display()
                    )));
                };
                ExportFormat::Own(own)
            }
        };
        context.if_interrupted(|| Parting::word("nothing was written"));
        let meter = context.meter();
        let common = context.common;
        let export = || layer.family.export(layer.layer, &common.data, to, format, &meter);
        let positions = with_threads(common.threads(), export)??;
        drop(meter);
        context.account(&Exported { domain: layer.name().to_owned(), file: to.clone(), positions })
    }
}
