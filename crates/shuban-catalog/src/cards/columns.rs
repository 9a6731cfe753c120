//! What each column of a table takes.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use shuban_store::{ColumnCost, Table};

use crate::error::Error;

/// Records that are looked at, at most, evenly from the whole table.
const MOST: u64 = 4_000_000;

/// The columns with their widths, the bits that a record takes in them as stored (each column compressed by
/// itself, as the blocks of the file are), and the entropy of their values taken alone.
pub(super) fn facts(table: &Table) -> Result<BTreeMap<String, Json>, Error> {
    let column = |cost: ColumnCost| {
        json!({
            "name": cost.name,
            "bits": cost.bits,
            "stored_bits": rounded(cost.stored_bits),
            "entropy": cost.entropy.map(rounded),
            "entries_measured": cost.entries,
        })
    };
    let columns: Vec<Json> = table.column_costs(MOST)?.into_iter().map(column).collect();
    Ok([("columns".to_owned(), Json::from(columns))].into())
}

/// To four places.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
