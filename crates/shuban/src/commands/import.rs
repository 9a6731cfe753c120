//! `import FILE`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_catalog::with_threads;
use shuban_core::text::{grouped, rounded_up};
use shuban_solve::BuildOptions;
use shuban_store::Disk;

use crate::commands::build::usual_options;
use crate::context::Context;
use crate::difference::FileComparison;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Take over a table of another program as a database, after comparing it with ours
///
/// Nothing is believed: the layer that has the same in it is built, unless it is there, written in
/// the file's format to the folder for temporary files ($TMPDIR), and compared with the file, byte
/// by byte. What GNU Backgammon's `makebearoff` and `makehyper` write can be taken over so; of the
/// latter, whose bytes depend on how it was compiled, the equities are compared, and may differ by
/// 10⁻⁵. Records that may have any order are compared by their values, not by the best moves in them.
#[derive(Args, Debug)]
pub(crate) struct Import {
    /// The file
    file: PathBuf,
}

#[derive(Serialize)]
struct Imported {
    file: PathBuf,
    about: String,
    domain: String,
    positions: u64,
    /// True if the file has the same bytes as ours.
    same: bool,
    /// Offset of the first byte that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_at: Option<u64>,
    /// Largest difference of relevant numbers from ours, if bytes may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<f64>,
    /// Allowed difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<f64>,
    /// Contents that were not compared, if bytes may differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<&'static str>,
    /// True if the file was imported.
    taken: bool,
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imported { about, domain, .. } = self;
        let (file, positions) = (self.file.display(), grouped(self.positions));
        let left_out = self.left_out.unwrap_or_default();
        match (self.differs_at, self.deviation) {
            (None, _) => write!(
                f,
                "{file}: {about}; its {positions} positions are in {domain} and what it needs, \
                 every byte the same"
            ),
            (_, Some(0.0)) => write!(
                f,
                "{file}: {about}; its {positions} positions are in {domain}, every value the same; \
                 {left_out} are not compared"
            ),
            (_, Some(deviation)) if self.taken => write!(
                f,
                "{file}: {about}; its {positions} positions are in {domain}: values differ by {} \
                 at most, {left_out} are not compared",
                rounded_up(deviation)
            ),
            (_, Some(deviation)) => write!(
                f,
                "{file}: {about}, but not as {domain} has it: values differ by up to {}",
                rounded_up(deviation)
            ),
            (Some(at), None) => write!(
                f,
                "{file}: {about}, but not as {domain} has it: they differ from byte {} on",
                grouped(at)
            ),
        }
    }
}

impl Import {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let (catalog, common) = (context.catalog, context.common);
        let file = catalog.own_file(&Disk::default(), &self.file)?;
        let layer = catalog.layer(file.layer())?;
        context.if_interrupted(|| Parting::word("what is built stays; nothing was compared"));
        // Ours is written for the comparison, and may not fit.
        let folder = context.scratch_folder()?;
        let ours = folder.path().join("ours");
        layer.family.check_room(layer.layer, file.format(), &ours)?;
        let meter = context.meter();
        let options = BuildOptions { data: common.data().to_owned(), ..usual_options(common) };
        layer.build(&options, &meter)?;
        let export =
            || layer.family.export(layer.layer, common.data(), &ours, file.format(), &meter);
        let positions = with_threads(common.threads(), export)??;
        let compared = FileComparison::of(layer.family, &ours, &self.file)?;
        drop(meter);
        let taken = compared.is_same();
        context.answer(&Imported {
            file: self.file.clone(),
            about: file.about().to_owned(),
            domain: layer.name().to_owned(),
            positions,
            same: compared.differs_at.is_none(),
            differs_at: compared.differs_at,
            deviation: compared.deviation.map(|deviation| deviation.largest),
            allowed: compared.deviation.map(|deviation| deviation.allowed),
            left_out: compared.deviation.map(|deviation| deviation.left_out),
            taken,
        })?;
        Ok(if taken { Status::Success } else { Status::Negative })
    }
}
