//! Half-gammon, all of it: what is built, held against what was once built.

mod ledger;
mod play;

use std::path::Path;
use std::sync::Arc;

use shuban_catalog::Error;
use shuban_core::{Domain, Game, Interval, ONE, Play, grouped};
use shuban_gammon::{Contact, Position};
use shuban_solve::{BuildOptions, CertifyBySweep, OpenLayer, build, layer_named, machine};
use shuban_store::{Disk, FileSystem};

use self::ledger::{LayerRow, Ledger};
use super::variant;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// What was built once, by the program as it is recorded.
const RECORDED: &str = include_str!("../../../../../docs/ledgers/half-gammon.json");

/// The layer that is built with all that it needs.
const BUILT: &str = "half-gammon/contact-5-5";

/// That of the whole game.
const WHOLE: &str = "half-gammon/contact-8-8";

/// The folder of the whole game beside figures: it is kept, so that a run that was killed goes on.
const FOLDER: &str = "half-gammon";

/// Where what was built is written, in the form in which it is recorded.
const WRITTEN: &str = "half-gammon.json";

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    if run.options.full {
        return held_against_ledger(run, WHOLE, &run.options.folder.join(FOLDER));
    }
    let io = |source| Error::Io { path: std::env::temp_dir(), source };
    let folder = tempfile::tempdir().map_err(io)?;
    held_against_ledger(run, BUILT, folder.path())
}

/// Builds a layer and all that it needs, as far as they are not there, and compares each.
fn held_against_ledger(
    run: &Recomputation<'_>,
    name: &str,
    data: &Path,
) -> Result<Vec<Finding>, Error> {
    let unreadable = |error: serde_json::Error| Error::Recompute(format!("its ledger: {error}"));
    let recorded: Ledger = serde_json::from_str(RECORDED).map_err(unreadable)?;
    let domain = Contact::new(variant("half-gammon")?);
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let last = layer_named(&domain, name)?;
    let options = BuildOptions { data: data.to_owned(), ..run.build_options() };
    let reports = build(&files, &domain, &CertifyBySweep, last, &options, run.progress)?;

    let (mut opened, mut layers) = (Vec::new(), Vec::new());
    run.progress.phase("values of layers", reports.len() as u64);
    for report in &reports {
        run.check()?;
        run.progress.at(layers.len() as u64, &report.name);
        let layer = layer_named(&domain, &report.name)?;
        let open = OpenLayer::open(&files, data, &domain, layer)?;
        let row = LayerRow::of(report, &open)?;
        run.keep(finding(&row, recorded.layer(&report.name)));
        layers.push(row);
        opened.push(open);
    }
    let machine = machine::processor();
    let command = if name == WHOLE { "half-gammon/whole" } else { name };
    let found = Ledger { command: format!("shuban build {command}"), machine, layers, ..recorded };
    run.write(WRITTEN, &found.text().map_err(unreadable)?)?;
    if let Some(open) = opened.iter().find(|open| open.layer() == last && name == WHOLE) {
        run.progress.phase("the start", 0);
        start(&domain, open)?.into_iter().for_each(|row| run.keep(row));
    }
    run.progress.phase("plays", 0);
    play::rows(run, &domain, &opened)
}

/// Whether a layer has come to what is recorded of it.
fn finding(row: &LayerRow, recorded: Option<&LayerRow>) -> Finding {
    let LayerRow { domain, positions, sweeps, width_reached, content_hash, .. } = row;
    let short: String = content_hash.chars().take(16).collect();
    let note = format!(
        "the beginning of its content hash; {} positions, {sweeps} passes, intervals of at most \
         {width_reached:.2e}; held against docs/ledgers/half-gammon.json",
        grouped(*positions)
    );
    Finding::unprinted(domain, short)
        .noting(note)
        .differing_if(!recorded.is_some_and(|recorded| row.agrees_with(recorded)))
}

/// What the start is worth to the side about to roll, by either rule for the first roll.
fn start(domain: &Contact, open: &OpenLayer<'_, Contact>) -> Result<Vec<Finding>, Error> {
    let side = domain.game().variant.start();
    let start = Position::new(side, side);
    let value = |position: &Position| -> Result<Interval, Error> {
        let none = || Error::Recompute("the start is in no layer".to_owned());
        open.value(position)?.ok_or_else(none)
    };
    let all = value(&start)?;
    // Each side rolls one die. The higher one begins and plays both dice; equal dice are rolled again.
    let mut best = Vec::new();
    let mut plays: Vec<Play<Position, _>> = Vec::new();
    for (roll, _) in domain.game().chances(&start) {
        if roll.is_double() {
            continue;
        }
        plays.clear();
        domain.game().plays(&start, roll, &mut plays);
        let mut of_roll: Option<Interval> = None;
        for play in &plays {
            let after = value(&play.after)?;
            let after = Interval { lower: -after.upper, upper: -after.lower };
            of_roll = Some(of_roll.map_or(after, |best| Interval {
                lower: best.lower.max(after.lower),
                upper: best.upper.max(after.upper),
            }));
        }
        best.extend(of_roll);
    }
    let points = |units: f64| units / f64::from(ONE);
    let mean = |of: fn(&Interval) -> i32| {
        points(best.iter().map(|value| f64::from(of(value))).sum::<f64>() / best.len() as f64)
    };
    let (lower, upper) = (mean(|value| value.lower), mean(|value| value.upper));
    let row = |what: &str, (lower, upper): (f64, f64)| {
        let note = format!("proven between {lower:.10} and {upper:.10}");
        Finding::unprinted(what, f64::midpoint(lower, upper)).noting(note)
    };
    Ok(vec![
        row(
            "the start, for the side about to roll",
            (points(all.lower.into()), points(all.upper.into())),
        ),
        row("the same, if the first roll is no double", (lower, upper)),
    ])
}
