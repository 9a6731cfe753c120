//! Fields of many values as columns.

use shuban_core::field_columns::{FieldColumns, FieldData, PositionColumns};
use shuban_core::{Datum, Field, Fields};

fn columns(data: impl IntoIterator<Item = Datum>) -> FieldColumns {
    let mut columns = FieldColumns::default();
    data.into_iter()
        .for_each(|datum| columns.push(&[Field::new("a", datum)].into_iter().collect()));
    columns
}

fn data(columns: FieldColumns) -> FieldData {
    columns.into_columns().remove(0).data
}

#[test]
fn what_is_missing_first_has_the_kind_of_what_comes_later() {
    let number = data(columns([Datum::Null, Datum::Null, Datum::from(5i64)]));
    assert_eq!(number, FieldData::Integers(vec![None, None, Some(5)]));
    assert_eq!(data(columns([Datum::Null])), FieldData::Nothing(1));
}

#[test]
fn no_text_is_kept_twice_in_parts_either() {
    let mut all = columns(["N", "P", "N"].map(Datum::from));
    all.append(columns(["R", "P"].map(Datum::from)));
    let FieldData::Texts { distinct, places } = data(all) else { panic!() };
    assert_eq!(distinct, ["N", "P", "R"]);
    assert_eq!(places, [0, 1, 0, 2, 1].map(Some));
}

#[test]
fn nothing_is_lost_where_kinds_differ() {
    let mut all = columns([Datum::from(true)]);
    all.append(columns([Datum::from("a"), Datum::Null]));
    let all = data(all);
    assert_eq!(all, FieldData::Mixed(vec![true.into(), "a".into(), Datum::Null]));
}

#[test]
fn members_of_objects_are_columns_if_asked() {
    let equity = |owned: f64, centred: Option<i64>| {
        Datum::object([
            ("owned", owned.into()),
            ("cube", Datum::object([("centred", centred.into())])),
        ])
    };
    let mut columns = FieldColumns::default();
    for (owned, centred) in [(0.5, Some(3)), (0.25, None)] {
        let value = Fields::new()
            .with(Field::new("left", "out"))
            .with(Field::new("equity", equity(owned, centred)))
            .with(Field::new("bounds", Datum::list([0.0, owned])));
        columns.push_at(&value, &[1, 2]);
    }
    let bounds = [0.5, 0.25].map(|owned| Datum::list([0.0, owned])).into();
    let expected = [
        ("equity_owned", FieldData::Numbers(vec![0.5, 0.25])),
        ("equity_cube_centred", FieldData::Integers(vec![Some(3), None])),
        ("bounds", FieldData::Mixed(bounds)),
    ];
    assert_eq!(columns.into_flat_columns(), expected.map(|(name, data)| (name.to_owned(), data)));
}

#[test]
fn tables_are_joined_in_their_order() {
    let joined = FieldColumns::joined(vec![
        columns([Datum::from(1i64)]),
        columns([2i64, 3].map(Datum::from)),
    ]);
    assert_eq!(data(joined), FieldData::Integers([1, 2, 3].map(Some).into()));
    // Of columns that some have, the others have nothing.
    let mut other = FieldColumns::default();
    other.push(&Fields::new().with(Field::new("b", 7i64)));
    let joined = FieldColumns::joined(vec![columns([Datum::from(1i64)]), other]).into_columns();
    let found: Vec<(&str, FieldData)> =
        joined.into_iter().map(|column| (column.name, column.data)).collect();
    let integers = |all: [Option<i64>; 2]| FieldData::Integers(all.into());
    assert_eq!(found, [("a", integers([Some(1), None])), ("b", integers([None, Some(7)]))]);
    assert_eq!(FieldColumns::joined(Vec::new()), FieldColumns::default());
}

#[test]
fn positions_are_joined_with_their_numbers_texts_and_values() {
    let piece = |number: i16| PositionColumns {
        numbers: vec![("rank".to_owned(), vec![number, number + 1])],
        texts: Some(("position", vec![number.to_string()])),
        values: columns([Datum::from(i64::from(number))]),
    };
    let joined = PositionColumns::joined(vec![piece(1), piece(5)]);
    assert_eq!(joined.numbers, [("rank".to_owned(), vec![1, 2, 5, 6])]);
    assert_eq!(joined.texts, Some(("position", vec!["1".to_owned(), "5".to_owned()])));
    assert_eq!(data(joined.values), FieldData::Integers([1, 5].map(Some).into()));
    assert_eq!(PositionColumns::joined(Vec::new()), PositionColumns::default());
}

#[test]
fn a_missing_value_is_a_row() {
    let mut all = columns([Datum::from(1i64)]);
    all.push_missing();
    let found = data(all);
    assert!(!found.is_empty());
    assert_eq!(found, FieldData::Integers(vec![Some(1), None]));
    assert!(FieldData::Nothing(0).is_empty());
}
