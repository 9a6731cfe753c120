//! Fields of many values as columns.

use shuban_core::field_columns::{FieldColumns, FieldData};
use shuban_core::{Datum, Field};

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
