//! The numbers of positions of each class that a file states, counted again.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::classes::{Classes, Entry};
use crate::error::{Fault, Stop};
use crate::files::Files;
use crate::layer::{Layer, Part};
use crate::progress::{Phase, Report};

/// The name of the section.
const HISTOGRAM: &str = "histogram";

/// Counts the positions of a layer by class, and compares with the file's histogram. Returns what
/// was found right, as part of a sentence; `None` if the file has no histogram.
pub(crate) fn check(
    files: &Files,
    layer: &dyn Layer,
    parts: &[Part],
    report: Report<'_>,
) -> Result<Option<String>, Stop> {
    if files.manifest().section(HISTOGRAM).is_none() {
        return Ok(None);
    }
    let wrong = |reason: String| Fault::of_section(files.own.path(), HISTOGRAM, reason);
    let (Some(classes), [part]) = (layer.classes(report)?, parts) else {
        return Err(wrong("its family has none".to_owned()).into());
    };
    let counted = count(&classes, part.positions, report)?;
    let mut expected = vec![json!(classes.columns)];
    for (class, count) in &counted {
        let entries = class.iter().map(Entry::json).chain([json!(count)]);
        expected.push(entries.collect());
    }
    let stored = files.own.section(HISTOGRAM)?.entries;
    let text = |row: Option<&Value>| row.map_or("nothing".to_owned(), Value::to_string);
    for row in 0..expected.len().max(stored.len()) {
        let (expected, stored) = (expected.get(row), stored.get(row));
        let read = stored.and_then(|entry| serde_json::from_slice::<Value>(entry).ok());
        if expected.is_none() || read.as_ref() != expected {
            let stored = match (stored, &read) {
                (Some(_), None) => "no JSON".to_owned(),
                _ => text(read.as_ref()),
            };
            let reason = format!("entry {row}: stored {stored}, counted {}", text(expected));
            return Err(wrong(reason).into());
        }
    }
    Ok(Some(format!("positions of {} classes were counted again", counted.len())))
}

type Counts = BTreeMap<Vec<Entry>, u64>;

/// Counts the positions of each class.
fn count(classes: &Classes<'_>, positions: u64, report: Report<'_>) -> Result<Counts, Stop> {
    let phase = Phase::begin(report, "classes", positions)?;
    let done = AtomicU64::new(0);
    let counted = (0..positions).into_par_iter().try_fold(Counts::new, |mut counts, rank| {
        phase.at(done.fetch_add(1, Ordering::Relaxed) + 1)?;
        *counts.entry((classes.of)(rank)?).or_default() += 1;
        Ok(counts)
    });
    counted.try_reduce(Counts::new, |mut counts, others| {
        for (class, count) in others {
            *counts.entry(class).or_default() += count;
        }
        Ok(counts)
    })
}
