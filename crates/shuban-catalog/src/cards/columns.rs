//! What is said of a layer: how many deals of each kind it has, and what each column of its table takes.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use shuban_core::{Datum, Explain};
use shuban_solve::{OpenLayer, StoredHistogram};
use shuban_store::ColumnCost;

use crate::error::Error;

/// Records that are looked at, at most, evenly from the whole table.
const MOST: u64 = 4_000_000;

/// What the domain says of the layer's histogram; and the columns with their widths, the bits that a record
/// takes in them as stored (each column compressed by itself, as the blocks of the file are), and the entropy of
/// their values taken alone.
pub(super) fn facts<D: Explain>(
    domain: &D,
    layer: &OpenLayer<'_, D>,
) -> Result<BTreeMap<String, Json>, Error> {
    let column = |cost: ColumnCost| {
        json!({
            "name": cost.name,
            "bits": cost.bits,
            "stored_bits": rounded(cost.stored_bits),
            "entropy": cost.entropy.map(rounded),
            "entries_measured": cost.entries,
        })
    };
    let table = layer.records(0).table();
    let columns: Vec<Json> = table.column_costs(MOST)?.into_iter().map(column).collect();
    let mut facts = BTreeMap::from([("columns".to_owned(), Json::from(columns))]);
    if let Some(stored) = StoredHistogram::of(layer.database())? {
        let own = domain.facts(layer.layer(), &stored.histogram);
        facts.extend(own.into_iter().map(|field| (field.name.to_owned(), datum_json(&field.datum))));
    }
    Ok(facts)
}

fn datum_json(datum: &Datum) -> Json {
    match datum {
        Datum::Null => Json::Null,
        Datum::Bool(yes) => json!(yes),
        Datum::Integer(number) => json!(number),
        Datum::Number(number) => json!(number),
        Datum::Text(text) => json!(text),
        Datum::List(all) => all.iter().map(datum_json).collect(),
        Datum::Object(members) => {
            members.iter().map(|(name, datum)| (name.clone(), datum_json(datum))).collect()
        }
    }
}

/// To four places.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
