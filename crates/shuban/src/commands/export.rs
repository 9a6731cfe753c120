//! `shuban export DOMAIN --to FILE`

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_catalog::{ExportFormat, Report, catalog, grouped};

use crate::arguments::Common;
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::meter::Meter;
use crate::output::Output;

#[derive(Serialize)]
struct Exported {
    domain: String,
    file: PathBuf,
    positions: u64,
}

impl Report for Exported {
    fn text(&self) -> String {
        format!("{}: {} positions written to {}", self.domain, grouped(self.positions), self.file.display())
    }
}

pub(crate) fn run(domain: &str, to: &Path, common: &Common, output: &Output) -> Result<Status, Failure> {
    let layer = catalog().layer(domain)?;
    let format = match to.extension().and_then(|ending| ending.to_str()) {
        Some("csv") => ExportFormat::Csv,
        Some("parquet") => ExportFormat::Parquet,
        _ => {
            return Err(Failure::usage(format!(
                "cannot export to `{}`: the file must end in .csv or .parquet",
                to.display()
            )));
        }
    };
    interrupt::heed();
    let positions = layer.family.export(layer.layer, &common.data, to, format, &Meter::new(output))?;
    output.account(&Exported { domain: layer.name().to_owned(), file: to.to_owned(), positions })?;
    Ok(Status::Success)
}
