//! Values of many positions of a layer or a game.

use crate::common::{build, catalog, probe, session};
use shuban_catalog::Printable;
use shuban_catalog::many::Asked;
use shuban_core::field_columns::FieldData;

const LAYER: &str = "half-gammon/contact-2-1";

#[test]
fn many_positions_of_a_game_are_answered_as_each_alone() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), LAYER);
    let texts = ["2,3|5", "?", "1|1", "1,2,3|1,2,3", "3|", "\u{feff}5|2,3"];
    let found = session(data.path(), "half-gammon").look_up(&texts.map(Asked::Text)).unwrap();
    let failed: Vec<_> =
        found.failed.iter().map(|(number, error)| (*number, error.kind())).collect();
    assert_eq!(failed, [(1, "bad-position"), (3, "not-built")]);
    let columns = found.values.into_columns();
    assert_eq!(
        columns.iter().map(|column| column.name).collect::<Vec<_>>(),
        ["value", "lower", "upper"]
    );
    for column in columns {
        let FieldData::Numbers(values) = column.data else { panic!("{}", column.name) };
        for (number, (text, value)) in texts.iter().zip(values).enumerate() {
            if failed.iter().any(|(other, _)| *other == number) {
                assert!(value.is_nan(), "{text}");
            } else {
                let told = &probe(data.path(), "half-gammon", text, None).json()[column.name];
                assert_eq!(told.as_f64(), Some(value), "{text}");
            }
        }
    }
}

#[test]
fn columns_are_there_without_values_and_positions_may_stand_for_texts() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), LAYER);
    let [game, other] = ["half-gammon", "trax/3"].map(|name| catalog().game(name).unwrap());
    let position = game.read("2,3|5").unwrap();
    for target in [LAYER, "half-gammon"] {
        let session = session(data.path(), target);
        let columns = session.look_up(&[]).unwrap().values.into_columns();
        assert_eq!(columns.len(), 3);
        assert!(columns.iter().all(|column| column.data == FieldData::Numbers(Vec::new())));
        let foreign = other.start();
        let asked = [Asked::Position(game, &position), Asked::Position(other, &foreign)];
        let found = session.look_up(&asked).unwrap();
        let [(1, error)] = &found.failed[..] else { panic!("{}", found.failed.len()) };
        assert_eq!(error.kind(), "foreign-position", "{target}");
        let by_text = session.look_up(&[Asked::Text("2,3|5")]).unwrap().values.into_columns();
        let FieldData::Numbers(values) = &found.values.into_columns()[0].data else { panic!() };
        assert_eq!(by_text[0].data, FieldData::Numbers(vec![values[0]]));
    }
}
