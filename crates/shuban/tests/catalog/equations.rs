//! Equations of real games: computed by Rust and by JavaScript, and refused where a number was
//! changed.

use std::process::Command;

use shuban_core::Random;

use crate::common::{build, of_layer, session};

/// Layers of each kind of values, with the number of their positions that are examined.
const LAYERS: [(&str, u64); 7] = [
    ("half-gammon/contact-2-1", 150),
    ("half-gammon/bearoff2", 100),
    ("mini-gammon/bearoff", 50),
    ("amazons/6", 200),
    ("trax/3", 200),
    ("tanhinmin/3p-4", 150),
    ("tanhinmin/4p-7-distinct", 150),
];

#[test]
fn javascript_computes_what_rust_does_and_refuses_what_was_changed() {
    let data = tempfile::tempdir().unwrap();
    let mut lines = String::new();
    for (name, count) in LAYERS {
        let layer = build(data.path(), name);
        let positions = layer.family.layers()[layer.layer.0].positions();
        let session = of_layer(data.path(), layer);
        for seed in 0..count {
            let number = Random::of_part(1, seed).below(positions);
            let (family, id) = session.layer().unwrap();
            let position = family.position(id, number).unwrap().unwrap();
            let equation = session.equation(&position.text).unwrap();
            assert!(equation.holds(), "{name}: {}", position.text);
            lines += &format!("{}\n", serde_json::to_string(&equation).unwrap());
        }
    }
    let file = data.path().join("equations.jsonl");
    std::fs::write(&file, lines).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../shuban-server/tests/check.mjs");
    let program = std::env::var_os("SHUBAN_TEST_NODE");
    let node = program.clone().unwrap_or_else(|| "node".into());
    let run = match Command::new(node).arg(script).arg(&file).output() {
        // If it is required, its absence is a failure.
        Err(_) if program.is_none() => return,
        run => run.unwrap(),
    };
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    println!("{said}");
    assert!(said.starts_with("1000 equations; "), "{said}");
}

#[test]
fn a_position_that_no_table_holds_rests_on_those_that_it_leads_to() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "amazons/4");
    let session = session(data.path(), "amazons/4");
    // White has more amazons: the tables have the position with exchanged colours.
    let equation = session.equation("WW/B.").unwrap();
    assert!(equation.source.is_none() && equation.holds(), "{equation:?}");
    assert!(!equation.stored.is_empty());
}

#[test]
fn values_that_are_no_numbers_have_no_equation() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "amazons/3/canonical");
    let error = of_layer(data.path(), layer).equation("BW.").unwrap_err();
    assert_eq!(error.kind(), "no-equation", "{error}");
}
