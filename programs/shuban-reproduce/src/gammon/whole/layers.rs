//! All layers, compared with the record of an earlier build.

use std::path::Path;
use std::sync::Arc;

use shuban_catalog::Error;
use shuban_core::text::grouped;
use shuban_gammon::Contact;
use shuban_solve::{BuildOptions, OpenLayer, layer_named, machine};
use shuban_store::{Disk, FileSystem};

use super::ledger::{LayerRow, Ledger};
use super::start;
use crate::finding::Finding;
use crate::paper::{Recomputation, build};

/// A game with the record of an earlier build, layer by layer.
pub(super) struct Whole {
    /// Record: the name of a file in `docs/ledgers`, and its content.
    ledger: (&'static str, &'static str),
    /// The layer that is built, with all that it needs; the second one with `--full`.
    built: [&'static str; 2],
    /// Command that builds all layers.
    command: &'static str,
}

/// Half-gammon where every win counts the same.
pub(super) const WINS: Whole = Whole {
    ledger: ("half-gammon.json", include_str!("../../../../../docs/ledgers/half-gammon.json")),
    built: ["half-gammon/contact-5-5", "half-gammon/contact-8-8"],
    command: "half-gammon/whole",
};

/// Half-gammon with gammons and backgammons, without a cube.
pub(super) const MONEY: Whole = Whole {
    ledger: (
        "half-gammon-money.json",
        include_str!("../../../../../docs/ledgers/half-gammon-money.json"),
    ),
    built: ["half-gammon/money-5-5", "half-gammon/money-8-8"],
    command: "half-gammon/whole-money",
};

/// Folder of the whole game beside figures: it is kept, so that a killed run can resume.
const FOLDER: &str = "half-gammon";

impl Whole {
    /// Builds the missing layers, compares each with the record, and calls `more` with all of them.
    /// Rows are kept as they come; none are returned.
    pub(super) fn held_against_ledger(
        &self,
        run: &Recomputation<'_>,
        domain: &Contact,
        more: impl FnOnce(&[OpenLayer<'_, Contact>]) -> Result<(), Error>,
    ) -> Result<Vec<Finding>, Error> {
        if run.options.full {
            self.built_in(&run.options.folder.join(FOLDER), run, domain, more)?;
        } else {
            let io = |source| Error::Io { path: std::env::temp_dir(), source };
            let folder = tempfile::tempdir().map_err(io)?;
            self.built_in(folder.path(), run, domain, more)?;
        }
        Ok(Vec::new())
    }

    fn built_in(
        &self,
        data: &Path,
        run: &Recomputation<'_>,
        domain: &Contact,
        more: impl FnOnce(&[OpenLayer<'_, Contact>]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let unreadable =
            |error: serde_json::Error| Error::Recompute(format!("its ledger: {error}"));
        let (file, recorded) = self.ledger;
        let recorded: Ledger = serde_json::from_str(recorded).map_err(unreadable)?;
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let [few, all] = self.built;
        let last = layer_named(domain, run.size(few, all))?;
        let options = BuildOptions { data: data.to_owned(), ..run.build_options() };
        let reports = build(run.size(few, all), &options, run.progress)?;

        let (mut opened, mut layers) = (Vec::new(), Vec::new());
        run.progress.phase("values of layers", reports.len() as u64);
        for report in &reports {
            run.check()?;
            run.progress.at(layers.len() as u64, &report.name);
            let layer = layer_named(domain, &report.name)?;
            let open = OpenLayer::open(&files, data, domain, layer)?;
            if open.is_compact() {
                let domain = report.name.clone();
                return Err(shuban_solve::Error::Compact { domain }.into());
            }
            let row = LayerRow::of(report, &open)?;
            run.keep(finding(&row, recorded.layer(&report.name), file));
            layers.push(row);
            opened.push(open);
        }
        let command = format!("shuban build {}", run.size(few, self.command));
        let found = Ledger { command, machine: machine::processor(), layers, ..recorded };
        run.write(file, &found.text().map_err(unreadable)?)?;
        if run.options.full {
            let open = opened.iter().find(|open| open.layer() == last);
            let rows = open.map(|open| start::rows(domain, open)).transpose()?;
            rows.into_iter().flatten().for_each(|row| run.keep(row));
        }
        more(&opened)
    }
}

/// Compares a layer with its recorded row.
fn finding(row: &LayerRow, recorded: Option<&LayerRow>, ledger: &str) -> Finding {
    let LayerRow { domain, positions, sweeps, width_reached, content_hash, .. } = row;
    let short: String = content_hash.chars().take(16).collect();
    let held = if recorded.is_some() { "held against" } else { "not yet recorded in" };
    let note = format!(
        "the beginning of its content hash; {} positions, {sweeps} passes, intervals of at most \
         {width_reached:.2e}; {held} docs/ledgers/{ledger}",
        grouped(*positions)
    );
    Finding::unprinted(domain, short)
        .noting(note)
        .differing_if(recorded.is_some_and(|recorded| !row.agrees_with(recorded)))
}
