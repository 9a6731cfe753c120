//! An open question of the paper: use of values of single cards where pairs, eights and revolutions
//! are played.

use std::path::Path;
use std::sync::Arc;

use shuban_catalog::Error;
use shuban_solve::{BuildOptions, StoredHistogram};
use shuban_store::{Database, Disk, FileSystem, layer_path};
use shuban_tanhinmin::{ShapeCounts, Shapes};

use crate::finding::Finding;
use crate::paper::{Recomputation, build};

/// Compared layers, and others with more time.
const LAYERS: [&str; 3] = ["daihinmin-open/2p-8", "daihinmin-open/2p-10", "daihinmin-open/3p-8"];
const MORE: [&str; 3] = ["daihinmin-open/4p-8", "daihinmin-open/3p-9", "daihinmin-open/4p-9"];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let folder =
        tempfile::tempdir().map_err(|source| Error::Io { path: std::env::temp_dir(), source })?;
    let options = BuildOptions { data: folder.path().to_owned(), ..run.build_options() };
    let mut rows = Vec::new();
    let more = MORE.iter().filter(|_| run.options.full);
    for name in LAYERS.iter().chain(more) {
        build(name, &options, run.progress)?;
        rows.extend(layer_rows(name, folder.path())?);
    }
    Ok(rows)
}

/// Returns the shares of a layer's non-trivial deals, by features that Tanhinmin does not have.
fn layer_rows(name: &str, data: &Path) -> Result<Vec<Finding>, Error> {
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let database = Database::open_as(&*files, &layer_path(data, name)?, name)?;
    let shapes = StoredHistogram::of(&database)?
        .and_then(|stored| Shapes::of(&stored.columns, &stored.histogram))
        .ok_or(shuban_solve::Error::Stuck)?;
    let cards = name.rsplit('/').next().unwrap_or_default();
    let mut rows = Vec::new();
    for (shape, counts) in &shapes.rows {
        let ShapeCounts { deals, claimed, claimed_right, .. } = *counts;
        let of = |what: &str| format!("{cards}, {shape}: {what}");
        // Where nothing but single cards can be played, both games are one.
        let share = |what: &str, part: u64, whole: u64| match shape.as_str() {
            "single cards" => Finding::twice(of(what), part, whole),
            _ => Finding::unprinted(of(what), percent(part, whole))
                .noting(format!("{part} of {whole}")),
        };
        rows.push(Finding::unprinted(of("deals whose leader has two cards or more"), deals));
        rows.push(share("same value", counts.same_value, deals));
        rows.push(share("won in both games or in neither", counts.same_verdict, deals));
        rows.push(share("wins that single cards claim, and are", claimed_right, claimed));
        rows.push(share("winning leads of single cards that do win", counts.lead_right, claimed));
        rows.push(share("wins that single cards find", claimed_right, counts.won));
    }
    Ok(rows)
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / whole.max(1) as f64)
}
