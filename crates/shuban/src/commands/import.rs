//! `import FILE`

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shuban_catalog::with_threads;
use shuban_core::{grouped, rounded_up};
use shuban_solve::BuildOptions;
use shuban_store::Disk;

use crate::commands::build::usual_options;
use crate::context::Context;
use crate::difference::Sameness;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;

/// Take over a table of another program as a database, after checking every byte of it
///
/// Nothing is believed: the layer that has the same in it is built, unless it is there, written in
/// the file's format, and compared with the file. What GNU Backgammon's `makebearoff` and
/// `makehyper` write can be taken over so; of the latter, whose bytes depend on how it was compiled,
/// equities may differ in the sixth decimal.
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
    /// Whether the file has the same bytes as ours.
    same: bool,
    /// The first byte that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_at: Option<u64>,
    /// How far its numbers are from ours at most, where other bytes may stand for the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    apart: Option<f64>,
    #[serde(skip)]
    is_taken: bool,
}

impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Imported { about, domain, .. } = self;
        let (file, positions) = (self.file.display(), grouped(self.positions));
        match (self.differs_at, self.apart) {
            (None, _) => write!(
                f,
                "{file}: {about}; its {positions} positions are in {domain} and what it needs, \
                 every byte the same"
            ),
            (_, Some(apart)) if self.is_taken => write!(
                f,
                "{file}: {about}; its {positions} positions are in {domain}, and differ by {} at \
                 most",
                rounded_up(apart)
            ),
            (_, Some(apart)) => write!(
                f,
                "{file}: {about}, but not as {domain} has it: they differ by up to {}",
                rounded_up(apart)
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
        let meter = context.meter();
        let options = BuildOptions { data: common.data.clone(), ..usual_options(common) };
        layer.build(&options, &meter)?;
        let folder = context.scratch_folder()?;
        let ours = folder.path().join("ours");
        let export =
            || layer.family.export(layer.layer, &common.data, &ours, file.format(), &meter);
        let positions = with_threads(common.threads(), export)??;
        let sameness = Sameness::of(layer.family, &ours, &self.file)?;
        drop(meter);
        let is_taken = sameness.is_same();
        context.answer(&Imported {
            file: self.file.clone(),
            about: file.about().to_owned(),
            domain: layer.name().to_owned(),
            positions,
            same: sameness.differs_at.is_none(),
            differs_at: sameness.differs_at,
            apart: sameness.apart.map(|apart| apart.most),
            is_taken,
        })?;
        Ok(if is_taken { Status::Success } else { Status::Negative })
    }
}
