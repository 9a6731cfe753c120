//! Tables as files: the fields of the values are their columns.

#[cfg(feature = "parquet")]
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
#[cfg(feature = "parquet")]
use std::path::PathBuf;
#[cfg(feature = "parquet")]
use std::sync::Arc;

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

#[cfg(feature = "parquet")]
fn dataset(layer: PlacedLayer<'_>, data: &Path, to: &Path) -> u64 {
    let to = shuban_store::LocalFolder::new(Arc::new(shuban_store::Disk::default()), to);
    layer.family.export_dataset(layer.layer, data, &to, &Silent).unwrap()
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

/// Returns the rows of the files of a dataset, in the order of their names, by column.
#[cfg(feature = "parquet")]
fn rows_of_dataset(folder: &Path) -> Vec<BTreeMap<String, String>> {
    use parquet::file::reader::SerializedFileReader;
    use parquet::record::Field;

    let text = |field: &Field| match field {
        Field::Str(text) => text.clone(),
        Field::Null => String::new(),
        field => field.to_string(),
    };
    let mut rows = Vec::new();
    for file in files_below(folder) {
        let reader = SerializedFileReader::new(std::fs::File::open(&file).unwrap()).unwrap();
        for row in reader {
            let columns = row.unwrap().into_columns();
            rows.push(columns.iter().map(|(name, field)| (name.clone(), text(field))).collect());
        }
    }
    rows
}

#[cfg(feature = "parquet")]
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    entries.into_iter().flat_map(below).collect()
}

/// Returns true if the numbers of a row are those of the position in text.
#[cfg(feature = "parquet")]
fn is_position(row: &BTreeMap<String, String>, text: &str) -> bool {
    let number = |name: &str| row[name].parse::<usize>().unwrap();
    if let Some(own) = row.get("position") {
        return own == text;
    }
    if row.contains_key("mover_bar") {
        let side = |side: &str| {
            let points = (1..=12).map(|point| point.to_string()).chain(["bar".to_owned()]);
            let places = points.flat_map(|place| {
                std::iter::repeat_n(place.clone(), number(&format!("{side}_{place}")))
            });
            places.collect::<Vec<_>>().join(",")
        };
        return format!("{}|{}", side("mover"), side("opponent")) == text;
    }
    if row.contains_key("led") {
        let cards = (1..).take_while(|card| row.contains_key(&format!("rank_{card}")));
        let cards: Vec<[usize; 2]> = cards
            .map(|card| ["rank", "holder"].map(|name| number(&format!("{name}_{card}"))))
            .collect();
        let (hands, led) = text.split_once(" on ").unwrap();
        return led == row["led"]
            && hands.split('|').zip(1..).all(|(hand, player)| {
                let own = cards.iter().rev().filter(|[_, holder]| *holder == player);
                let own: Vec<String> = own.map(|[rank, _]| rank.to_string()).collect();
                number(&format!("hand_{player}")) == own.len()
                    && hand == if own.is_empty() { "#1".to_owned() } else { own.join(",") }
            });
    }
    let board: Vec<&str> = text.split('/').collect();
    let squares = (1..).take_while(|number| row.contains_key(&format!("square_{number}")));
    let squares = squares
        .map(|square| ["row", "column", "square"].map(|name| number(&format!("{name}_{square}"))));
    let squares: Vec<[usize; 3]> = squares.collect();
    let unburnt = board.iter().flat_map(|row| row.chars()).filter(|c| *c != '#').count();
    squares.len() == unburnt
        && squares
            .iter()
            .all(|&[row, column, on]| board[row - 1].as_bytes()[column - 1] == b".XO"[on])
}

#[cfg(feature = "parquet")]
#[test]
fn a_dataset_has_every_position_as_numbers_with_its_value() {
    let data = tempfile::tempdir().unwrap();
    for name in LAYERS.into_iter().chain([CARDS, "half-gammon/contact-2-1"]) {
        let layer = build(data.path(), name);
        let text = data.path().join("table.csv");
        let folder = data.path().join(name.replace('/', "-"));
        let rows = export(layer, data.path(), &text, ExportFormat::Csv);
        assert_eq!(dataset(layer, data.path(), &folder), rows);
        let (table, found) = (csv(&text), rows_of_dataset(&folder));
        assert_eq!(found.len(), table.len() - 1, "{name}");
        // Folders are in the order of names, parts in that of the layer.
        let mut expected: Vec<&Vec<String>> = table[1..].iter().collect();
        expected.sort_by_key(|row| (row[0].clone(), row[1].parse::<u64>().unwrap()));
        for (row, expected) in found.iter().zip(expected) {
            assert!(is_position(row, &expected[2]), "{name}: {row:?} and {expected:?}");
            assert_eq!(row["rank"], expected[1]);
            for (column, cell) in table[0].iter().zip(expected).skip(3) {
                let same = row[column] == *cell
                    || row[column].parse::<f64>().ok() == cell.parse::<f64>().ok();
                assert!(same, "{name}, {column}: {row:?} and {expected:?}");
            }
        }
    }
    assert!(ExportFormat::of_file(Path::new("x"), &[]).is_err());
}

/// Files that hold the values of the layer are left; those that are missing or hold others are written.
#[cfg(feature = "parquet")]
#[test]
fn a_dataset_that_is_not_whole_is_completed() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("set");
    let layers =
        ["half-gammon/contact-2-1", "half-gammon/contact-1-1"].map(|name| build(data.path(), name));
    let write = |layer| dataset(layer, data.path(), &folder);
    layers.into_iter().for_each(|layer| assert!(write(layer) > 0));
    let files = files_below(&folder);
    let bytes = || files.iter().map(|file| std::fs::read(file).unwrap()).collect::<Vec<_>>();
    let whole = bytes();
    // One of each layer, and both parts of the first.
    assert_eq!(files.len(), 3);
    assert!(
        files[1].to_str().unwrap().contains("layer=half-gammon%2Fcontact-2-1/part=1%20v%202/0"),
        "{files:?}"
    );
    std::fs::remove_file(&files[1]).unwrap();
    std::fs::copy(&files[0], &files[2]).unwrap();
    let kept = std::fs::metadata(&files[0]).unwrap().modified().unwrap();
    layers.into_iter().for_each(|layer| assert!(write(layer) > 0));
    assert!(bytes() == whole);
    assert_eq!(std::fs::metadata(&files[0]).unwrap().modified().unwrap(), kept);
    std::fs::write(&files[0], "no table").unwrap();
    write(layers[1]);
    assert!(bytes() == whole);
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
