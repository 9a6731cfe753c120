//! `export DOMAIN --to FILE`

use std::path::{Path, PathBuf};

use serde::Serialize;
use shuban_catalog::{ExportFormat, Report, with_threads};
use shuban_core::grouped;

use crate::context::Context;
use crate::failure::{Failure, Status};

#[derive(Serialize)]
struct Exported {
    domain: String,
    file: PathBuf,
    positions: u64,
}

impl Report for Exported {
    fn text(&self) -> String {
        format!(
            "{}: {} positions written to {}",
            self.domain,
            grouped(self.positions),
            self.file.display()
        )
    }
}

pub(crate) fn run(domain: &str, to: &Path, context: &Context<'_>) -> Result<Status, Failure> {
    let layer = context.catalog.layer(domain)?;
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
    context.heed_interrupts();
    let meter = context.meter();
    let common = context.common;
    let export = || layer.family.export(layer.layer, &common.data, to, format, &meter);
    let positions = with_threads(common.threads(), export)??;
    drop(meter);
    context.account(&Exported {
        domain: layer.name().to_owned(),
        file: to.to_owned(),
        positions,
    })?;
    Ok(Status::Success)
}
