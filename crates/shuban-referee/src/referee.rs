//! A check of one file.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use shuban_store::FileSystem;

use crate::error::{Error, Fault, Stop};
use crate::families;
use crate::files::Files;
use crate::histogram;
use crate::layer::{Layer, Part};
use crate::progress::{Phase, Report};
use crate::sample::Extent;
use crate::target::Target;

/// Report of a check.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The layer.
    pub domain: String,
    /// Its file.
    pub file: PathBuf,
    /// True if nothing wrong was found.
    pub passed: bool,
    /// Number of positions whose value was held against the rules.
    pub positions: u64,
    /// Number of positions of the layer.
    pub of: u64,
    /// True if these were a sample, and not all.
    pub sampled: bool,
    /// The condition that these satisfy.
    pub condition: String,
    /// The condition that the layer as a whole satisfies, if all positions were checked and there
    /// is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// The widest interval of the positions checked; `None` if values are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// The seconds that it took.
    pub seconds: f64,
    /// The first fault found; of several positions the one of the lowest rank.
    #[serde(flatten)]
    pub fault: Option<Fault>,
}

/// Checks a layer's file by the referee's own rules: every checksum and the content hash, the parts
/// and their numbers of positions, the layers that it names, and the stored values of positions
/// against those of the positions that play leads to. A file of another layer than that of the
/// target is at fault.
///
/// Layers that it needs are looked for in the data folder that the file lies in, else in `data`.
///
/// # Errors
/// [`Error`] if the check could not be done, first of all [`Error::Unknown`]. What is wrong with the
/// file is a [`Fault`].
pub fn check(
    disk: &dyn FileSystem,
    target: &Target,
    data: &Path,
    extent: Extent,
    report: Report<'_>,
) -> Result<Checked, Error> {
    let started = Instant::now();
    let mut checked = Checked {
        domain: target.domain.clone().unwrap_or_default(),
        file: target.path.clone(),
        passed: true,
        positions: 0,
        of: 0,
        sampled: false,
        condition: String::new(),
        whole: None,
        width: None,
        seconds: 0.0,
        fault: None,
    };
    match judge(&mut checked, disk, (target, data), extent, report) {
        Ok(()) => {}
        Err(Stop::Fault(fault)) => {
            checked.passed = false;
            checked.fault = Some(*fault);
        }
        Err(Stop::Error(error)) => return Err(error),
    }
    checked.seconds = started.elapsed().as_secs_f64();
    Ok(checked)
}

fn judge(
    checked: &mut Checked,
    disk: &dyn FileSystem,
    (target, data): (&Target, &Path),
    extent: Extent,
    report: Report<'_>,
) -> Result<(), Stop> {
    let files = Files::open(disk, target, data, report)?;
    checked.domain = files.domain().to_owned();
    let layer = families::open(&files)?;
    // Every byte, whatever is sampled.
    let mut goes_on = true;
    files.own.check(&mut |done, total| goes_on &= report("checksums", done, total))?;
    if !goes_on {
        return Err(Error::Interrupted.into());
    }
    let parts = layer.parts();
    has_parts(&files, &parts)?;
    checked.of = parts.iter().map(|part| part.positions).sum();
    checked.positions = extent.of(checked.of);
    checked.sampled = checked.positions < checked.of;
    checked.condition = layer.condition();
    let widths = positions(&*layer, &parts, extent, report)?;
    checked.width = widths.iter().copied().flatten().reduce(f64::max);
    are_stated(&files, &widths, checked.sampled)?;
    if !checked.sampled {
        let rules = layer.check_whole(report)?;
        let counted = histogram::check(&files, &*layer, &parts, report)?;
        let both: Vec<String> = rules.into_iter().chain(counted).collect();
        checked.whole = (!both.is_empty()).then(|| both.join("; "));
    }
    Ok(())
}

/// Checks that the file's parts are those that the rules give.
fn has_parts(files: &Files, parts: &[Part]) -> Result<(), Stop> {
    let stated = &files.manifest().account.parts;
    let stated = stated.iter().map(|part| (part.name.as_str(), part.positions));
    if stated.clone().eq(parts.iter().map(|part| (part.name.as_str(), part.positions))) {
        return Ok(());
    }
    let stated: Vec<_> = stated.collect();
    Err(files.refused(format!("its parts are {stated:?}, and those of the rules {parts:?}")))
}

/// Checks positions, and returns the widest interval of each part.
fn positions(
    layer: &dyn Layer,
    parts: &[Part],
    extent: Extent,
    report: Report<'_>,
) -> Result<Vec<Option<f64>>, Stop> {
    let all = parts.iter().map(|part| part.positions).sum();
    let (total, done) = (extent.of(all), AtomicU64::new(0));
    let phase = Phase::begin(report, "positions", total)?;
    let widths = Mutex::new(vec![None; parts.len()]);
    let check = |mut rank: u64| {
        let mut part = 0;
        while rank >= parts[part].positions {
            rank -= parts[part].positions;
            part += 1;
        }
        phase.at(done.fetch_add(1, Ordering::Relaxed) + 1)?;
        if let Some(width) = layer.check(part, rank)? {
            let mut widths = widths.lock().unwrap_or_else(PoisonError::into_inner);
            widths[part] = Some(widths[part].map_or(width, |widest: f64| widest.max(width)));
        }
        Ok(())
    };
    // Of several faults the one of the lowest rank, whatever thread finds one first.
    match extent.numbers(all).find_map_first(|number| check(number).err()) {
        Some(stop) => Err(stop),
        None => Ok(widths.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Checks that the widths that a file states are those that were found.
fn are_stated(files: &Files, widths: &[Option<f64>], sampled: bool) -> Result<(), Stop> {
    for (part, found) in files.manifest().account.parts.iter().zip(widths) {
        let stated = part.facts.get("width_reached").and_then(Value::as_f64);
        let (Some(stated), Some(found)) = (stated, *found) else { continue };
        if found > stated || (!sampled && found < stated) {
            let name = &part.name;
            return Err(files.refused(format!(
                "`width_reached` of {name} is {stated}, and an interval there is {found} wide"
            )));
        }
    }
    Ok(())
}
