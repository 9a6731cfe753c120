//! Records of an earlier build, layer by layer.

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use shuban_catalog::Error;
use shuban_core::{Interval, ONE};
use shuban_gammon::Contact;
use shuban_solve::{LayerReport, OpenLayer};

/// Record of all layers, for comparison with a new build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ledger {
    /// Description of the record.
    pub(super) recorded: String,
    /// Command of the build.
    pub(super) command: String,
    /// Machine on which the seconds were measured.
    pub(super) machine: String,
    pub(super) layers: Vec<LayerRow>,
}

/// A layer of a ledger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct LayerRow {
    pub(super) domain: String,
    pub(super) positions: u64,
    /// Length of its file.
    pub(super) bytes: u64,
    /// Number of passes over all positions.
    pub(super) sweeps: u64,
    /// Largest width of its intervals.
    pub(super) width_reached: f64,
    /// Mean width of its intervals.
    pub(super) width_mean: f64,
    /// Time to build it, if recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    pub(super) content_hash: String,
    /// Number of positions with a value, the middle of their interval, in each sixteenth of a point
    /// from −1 up.
    pub(super) histogram: Vec<u64>,
}

/// Number of classes of a histogram.
const CLASSES: usize = 32;

/// Statistics of the values of a layer.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counted {
    histogram: [u64; CLASSES],
    widths: u64,
}

impl Counted {
    fn count(&mut self, value: Interval) {
        let middle = i64::from(value.lower) + i64::from(value.upper);
        let class = (middle + 2 * i64::from(ONE)) * CLASSES as i64 / (4 * i64::from(ONE));
        self.histogram[class.clamp(0, CLASSES as i64 - 1) as usize] += 1;
        self.widths += value.width() as u64;
    }
}

impl LayerRow {
    /// Combines a layer's build report and the statistics of its values: reads the whole file.
    ///
    /// # Errors
    /// If the file is damaged.
    pub(super) fn of(report: &LayerReport, open: &OpenLayer<'_, Contact>) -> Result<Self, Error> {
        let mut counted = Counted::default();
        for part in 0..open.indexes().len() {
            let table = open.records(part);
            let count = &mut |piece: &[Interval]| {
                piece.iter().for_each(|&value| counted.count(value));
            };
            table.for_each_piece(0..table.len(), count).map_err(shuban_solve::Error::from)?;
        }
        let parts = open.database().manifest().account.parts.iter();
        let reached = parts.filter_map(|part| part.facts.get("width_reached")?.as_f64());
        let LayerReport { positions, bytes, built, seconds, .. } = *report;
        Ok(LayerRow {
            domain: report.name.clone(),
            positions,
            bytes,
            sweeps: report.facts.get("sweeps").and_then(Json::as_u64).unwrap_or(0),
            width_reached: reached.fold(0.0, f64::max),
            width_mean: counted.widths as f64 / positions.max(1) as f64 / f64::from(ONE),
            seconds: built.then_some((seconds * 100.0).round() / 100.0),
            content_hash: report.content_hash.clone(),
            histogram: counted.histogram.to_vec(),
        })
    }

    /// Returns true if another row has the same values.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        let seconds = None;
        LayerRow { seconds, ..self.clone() } == LayerRow { seconds, ..other.clone() }
    }
}

impl Ledger {
    /// Returns the row of a layer.
    pub(super) fn layer(&self, domain: &str) -> Option<&LayerRow> {
        self.layers.iter().find(|row| row.domain == domain)
    }

    /// Formats the record as it is committed: a layer a line.
    ///
    /// # Errors
    /// Never fails for numbers and texts.
    pub(super) fn text(&self) -> serde_json::Result<String> {
        let Ledger { recorded, command, machine, layers } = self;
        let rows: Vec<String> =
            layers.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
        let head = json!({ "recorded": recorded, "command": command, "machine": machine });
        let head = head.to_string();
        let (open, rows) = (head.trim_end_matches('}'), rows.join(",\n"));
        Ok(format!("{open}, \"layers\": [\n{rows}\n]}}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_from_least_to_most() {
        let mut counted = Counted::default();
        for value in [-ONE, 0, 1 - ONE / 16, -ONE / 16 - 1, ONE - 1, ONE] {
            counted.count(Interval::exactly(value));
        }
        counted.count(Interval { lower: -ONE, upper: ONE });
        let mut expected = [0; CLASSES];
        (expected[0], expected[14], expected[15], expected[16], expected[31]) = (1, 1, 1, 2, 2);
        assert_eq!(counted.histogram, expected);
        assert_eq!(counted.widths, 2 * ONE as u64);
    }

    #[test]
    fn a_ledger_is_read_as_it_is_written() {
        let row = LayerRow {
            domain: "half-gammon/contact-1-1".to_owned(),
            positions: 157,
            bytes: 2_700,
            sweeps: 20,
            width_reached: 1e-7,
            width_mean: 1e-9,
            seconds: Some(0.5),
            content_hash: "ab".to_owned(),
            histogram: vec![0, 157],
        };
        let other = LayerRow { seconds: None, ..row.clone() };
        assert!(row.agrees_with(&other));
        assert!(!row.agrees_with(&LayerRow { positions: 158, ..other.clone() }));
        let ledger = Ledger {
            recorded: "a \"game\"".to_owned(),
            command: "build".to_owned(),
            machine: "one".to_owned(),
            layers: vec![row, other],
        };
        assert_eq!(serde_json::from_str::<Ledger>(&ledger.text().unwrap()).unwrap(), ledger);
    }
}
