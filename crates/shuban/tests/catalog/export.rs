//! Tables as files: the fields of the values are their columns.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{build, csv, of_layer};
use shuban_catalog::names::PlacedLayer;
use shuban_catalog::{ExportFormat, Printable};
use shuban_core::{Datum, Fields, Silent};

/// A layer of each kind, each with at most some thousand positions.
const LAYERS: [&str; 5] = [
    "half-gammon/contact-1-1",
    "half-gammon/bearoff",
    "amazons/3",
    "amazons/3/canonical",
    "trax/2",
];

/// A layer whose answers number players as in the text, but its table from the leader.
const CARDS: &str = "tanhinmin/3p-4";

fn export(layer: PlacedLayer<'_>, data: &Path, to: &Path, format: ExportFormat) -> u64 {
    layer.family.export(layer.layer, data, to, format, &Silent).unwrap()
}

/// Formats a datum as a cell.
fn cell(datum: &Datum) -> String {
    match datum {
        Datum::Null | Datum::Integer(None) => String::new(),
        other => other.to_string(),
    }
}

#[test]
fn columns_are_the_fields_of_the_values() {
    let data = tempfile::tempdir().unwrap();
    for name in LAYERS {
        let layer = build(data.path(), name);
        let to = data.path().join("table.csv");
        let rows = export(layer, data.path(), &to, ExportFormat::Csv);
        let table = csv(&to);
        let positions = layer.family.layers()[layer.layer.0].positions();
        assert_eq!((table.len() as u64 - 1, rows), (positions, positions), "{name}");
        let (columns, session) = (&table[0], of_layer(data.path(), layer));
        assert_eq!(columns[..3], ["part", "rank", "position"]);
        let mut probed = 0;
        for row in table[1..].iter().step_by(7) {
            assert_eq!(row.len(), columns.len(), "{name}: {row:?}");
            let written = layer.game.read(&row[2]).unwrap();
            let answer = session.probe(&row[2], None).unwrap();
            let value: &Fields = answer.value.as_ref().unwrap();
            let names: Vec<&str> = value.iter().map(|field| field.name).collect();
            assert_eq!(columns[3..], names, "{name}");
            // Both are for the player to move; a game with more players may rotate seats.
            if answer.seat == 0
                && layer.family.layer_for(&written).unwrap() == Ok(Some(layer.layer))
            {
                let cells: Vec<String> = value.iter().map(|field| cell(&field.datum)).collect();
                assert_eq!(row[3..], cells, "{name}: {}", row[2]);
                probed += 1;
            }
        }
        assert!(probed > 0, "{name}");
    }
}

#[test]
fn tables_of_cards_tell_whether_the_leader_wins_and_who_may() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), CARDS);
    let to = data.path().join("table.csv");
    export(layer, data.path(), &to, ExportFormat::Csv);
    let (table, session) = (csv(&to), of_layer(data.path(), layer));
    assert_eq!(table[0], ["part", "rank", "position", "wins", "winners"]);
    let players = |text: &str| text.chars().filter_map(|c| c.to_digit(10)).collect::<BTreeSet<_>>();
    let mut sets = Vec::new();
    for row in &table[1..] {
        let value = session.probe(&row[2], None).unwrap().json()["value"].to_string();
        sets.push((players(&row[4]), players(&value)));
        assert_eq!(row[3] == "1", players(&row[4]) == BTreeSet::from([1]), "{row:?}");
    }
    // The same sets, with players numbered from another one.
    let turned = |set: &BTreeSet<u32>, by: u32| -> BTreeSet<u32> {
        set.iter().map(|player| (player - 1 + by) % 3 + 1).collect()
    };
    let turns: Vec<u32> = (0..3)
        .filter(|&by| sets.iter().all(|(stored, told)| turned(stored, by) == *told))
        .collect();
    assert_eq!(turns.len(), 1, "{sets:?}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_reads_back_as_the_same_table() {
    use parquet::file::reader::SerializedFileReader;
    use parquet::record::Field;

    let data = tempfile::tempdir().unwrap();
    for name in LAYERS.into_iter().chain([CARDS]) {
        let layer = build(data.path(), name);
        let [text, binary] = ["table.csv", "table.parquet"].map(|file| data.path().join(file));
        let rows = export(layer, data.path(), &text, ExportFormat::Csv);
        assert_eq!(export(layer, data.path(), &binary, ExportFormat::Parquet), rows);
        let table = csv(&text);
        let reader = SerializedFileReader::new(std::fs::File::open(&binary).unwrap()).unwrap();
        let mut number = 0;
        for row in reader {
            number += 1;
            let expected = &table[number];
            for ((column, field), (name, cell)) in
                row.unwrap().into_columns().into_iter().zip(table[0].iter().zip(expected))
            {
                assert_eq!(&column, name);
                let is_same = match &field {
                    Field::Str(text) => text == cell,
                    Field::Long(number) => number.to_string() == *cell,
                    Field::ULong(number) => number.to_string() == *cell,
                    Field::Double(number) => cell.parse() == Ok(*number),
                    Field::Null => cell.is_empty(),
                    _ => false,
                };
                assert!(is_same, "{column}: {field:?} and {cell}");
            }
        }
        assert_eq!(number as u64, rows, "{name}");
    }
}

#[cfg(not(feature = "parquet"))]
#[test]
fn without_the_feature_parquet_is_left_out() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "trax/2");
    let to = data.path().join("table.parquet");
    let refused =
        layer.family.export(layer.layer, data.path(), &to, ExportFormat::Parquet, &Silent);
    assert_eq!(refused.err().unwrap().kind(), "left-out");
    assert!(!to.exists());
}
