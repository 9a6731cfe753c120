//! Databases of small TRAX boards, compared with proof search.

use crate::common::{build, catalog, csv, of_layer, session};
use serde_json::Value as Json;
use shuban_catalog::{ExportFormat, Printable, Session, Solving};
use shuban_core::Silent;
use shuban_core::shelf::EmptyShelf;
use shuban_core::solver::SearchSetting;
use shuban_solve::VerifyOptions;

/// Returns the value by proof search.
fn solved(game: &str, position: &str) -> String {
    let (shelf, progress) = (&EmptyShelf, &Silent);
    let setting =
        SearchSetting { shelf, memory: 16 << 20, threads: 1, nodes: None, time: None, progress };
    let games = catalog().games_named(game).unwrap();
    assert!(catalog().is_proven(games));
    let mut solving = Solving::begin(catalog(), games, None, setting).unwrap();
    let answer = solving.solve(&solving.question(position, None).unwrap()).unwrap().json();
    answer["value"].as_str().unwrap().to_owned()
}

/// Compares a probe with proof search, and its value with those of its moves; returns it.
fn hold(session: &Session<'_>, game: &str, position: &str) -> Json {
    let probe = session.probe(position, None).unwrap().json();
    assert_eq!(probe["value"], solved(game, position), "{position}");
    let moves = probe["moves"].as_array().unwrap();
    if let Some(best) = moves.first() {
        assert_eq!(probe["value"], best["value"], "{position}: the best move keeps the value");
    }
    assert_eq!(moves.is_empty(), probe["outcome"] != "none", "{position}");
    probe
}

#[test]
fn every_position_of_3x3_is_built_verified_and_has_the_value_of_proof_search() {
    let data = tempfile::tempdir().unwrap();
    let layer = build(data.path(), "trax/3");
    let options = VerifyOptions { threads: 1, memory: 64 << 20, ..VerifyOptions::new(data.path()) };
    let verified = layer.family.verify(layer.layer, None, &options, &Silent).unwrap();
    assert!(verified.failure.is_none() && verified.positions == 4_944);

    let to = data.path().join("three.csv");
    let rows =
        layer.family.export(layer.layer, data.path(), &to, ExportFormat::Csv, &Silent).unwrap();
    assert_eq!(rows, 4_944);
    let session = of_layer(data.path(), layer);
    for row in csv(&to).into_iter().skip(1).step_by(3) {
        let [part, rank, position, value] = &row[..] else { panic!("{row:?}") };
        let probe = hold(&session, "trax/3", position);
        assert_eq!(
            (probe["value"].as_str(), probe["index"].to_string()),
            (Some(&**value), rank.clone())
        );
        assert_eq!(part.split(' ').next().unwrap(), probe["tiles"].to_string());
    }
}

#[test]
fn a_sample_of_4x4_has_the_values_of_proof_search() {
    let data = tempfile::tempdir().unwrap();
    build(data.path(), "trax/4");
    let session = session(data.path(), "trax/4");
    let mut state = 1u64;
    for _ in 0..15 {
        let mut moves = String::new();
        loop {
            let probe = hold(&session, "trax/4", &moves);
            let choice = probe["moves"].as_array().unwrap();
            if choice.is_empty() {
                break;
            }
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let chosen = &choice[(state >> 33) as usize % choice.len()]["move"];
            moves = format!("{moves} {}", chosen.as_str().unwrap());
        }
    }
    assert_eq!(session.probe("start", None).unwrap().json()["value"], "draw");
}

#[test]
fn a_position_that_no_game_comes_to_is_said_to_be_none() {
    let data = tempfile::tempdir().unwrap();
    let session = of_layer(data.path(), build(data.path(), "trax/2"));
    assert_eq!(session.probe("start", None).unwrap().json()["value"], "first");
    // After one tile, red is to move.
    let error = session.probe("white:NW", None).err().unwrap();
    assert_eq!(error.kind(), "position-elsewhere", "{error}");
    let error = session.probe("start", Some("3-1")).err().unwrap();
    assert!(error.to_string().contains("nothing is rolled in trax/2"), "{error}");
}
