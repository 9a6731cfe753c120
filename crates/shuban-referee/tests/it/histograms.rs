//! Numbers of positions by class.

use serde_json::Value;
use shuban_referee::Extent;
use shuban_store_testing::{OpenedSection, OpenedUp};

use crate::common::Data;

/// A layer of each form of histogram.
const LAYERS: [&str; 10] = [
    "amazons/4",
    "amazons/4/canonical",
    "tanhinmin/3p-6",
    "tanhinmin/3p-5/print",
    "tanhinmin/3p-5/uecda",
    "tanhinmin/4p-7-distinct",
    "tanhinmin/3p-5-distinct/uecda",
    "daihinmin-open/3p-5",
    "daihinmin-open/2p-6",
    "daihinmin-open/2p-5/uecda",
];

/// Returns the entries of a file's histogram.
fn entries(file: &mut OpenedUp) -> &mut Vec<Vec<u8>> {
    match file.section("histogram") {
        OpenedSection::Stream(section) => &mut section.entries,
        OpenedSection::Table(..) => panic!("a table"),
    }
}

/// Adds to the count of an entry.
fn add(entry: &mut Vec<u8>, more: i64) {
    let mut row: Vec<Value> = serde_json::from_slice(entry).unwrap();
    let count = row.last_mut().unwrap();
    *count = (count.as_i64().unwrap() + more).into();
    *entry = Value::from(row).to_string().into_bytes();
}

#[test]
fn all_classes_are_counted_again() {
    for layer in LAYERS {
        let whole = Data::with(&[layer]).passes(layer).whole.unwrap();
        assert!(whole.ends_with("classes were counted again"), "{layer}: {whole}");
    }
}

#[test]
fn the_first_class_with_another_count_is_named() {
    let data = Data::with(&LAYERS);
    for layer in LAYERS {
        let mut told = String::new();
        let fault = data.forged(layer, |file| {
            let entries = entries(file);
            let last = entries.len() - 1;
            told = String::from_utf8(entries[last - 1].clone()).unwrap();
            // The sum of all counts stays the same.
            add(&mut entries[last - 1], 1);
            add(&mut entries[last], -1);
        });
        assert_eq!(fault.section, "histogram", "{layer}: {fault:?}");
        assert!(fault.reason.ends_with(&format!("counted {told}")), "{layer}: {fault:?}");
    }
}

#[test]
fn a_missing_class_another_order_and_no_json_are_found() {
    let data = Data::with(&["amazons/4"]);
    type Edit = fn(&mut Vec<Vec<u8>>);
    let edits: [(&str, Edit); 6] = [
        ("entry 0", |entries| entries[0] = b"[\"black\",\"white\",\"a\",\"c\"]".to_vec()),
        ("entry 3", |entries| entries.swap(3, 4)),
        ("entry 5", |entries| drop(entries.remove(5))),
        ("entry 2: stored no JSON", |entries| entries[2].push(b']')),
        ("counted nothing", |entries| entries.push(b"[4,4,1,1,1]".to_vec())),
        ("stored nothing", |entries| drop(entries.pop())),
    ];
    for (told, edit) in edits {
        let fault = data.forged("amazons/4", |file| edit(entries(file)));
        assert_eq!(fault.section, "histogram", "{fault:?}");
        assert!(fault.reason.contains(told), "{told}: {fault:?}");
    }
    // A sample says nothing of all positions.
    data.rewrite("amazons/4", |file| add(&mut entries(file)[1], 1));
    assert!(data.check("amazons/4", Extent::Sample(100)).unwrap().passed);
}
