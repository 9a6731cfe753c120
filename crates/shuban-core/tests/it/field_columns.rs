//! Fields of many values as columns.

use shuban_core::field_columns::{FieldColumns, FieldData};
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
