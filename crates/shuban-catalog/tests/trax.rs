//! Databases of small TRAX boards, held against proof search.

use std::path::Path;

use serde_json::Value as Json;
use shuban_catalog::{
    Asked, BuildOptions, Error, ExportFormat, GameRoom, LedgerSetting, ProofSetting, Session, Silent,
    SolveSetting, Target, VerifyOptions, catalog,
};

fn build(name: &str, data: &Path) {
    let layer = catalog().layer(name).unwrap();
    let reports = layer.family.build(layer.layer, &BuildOptions::new(data), &Silent).unwrap();
    assert_eq!(reports[0].positions, layer.get().positions());
}

/// The value by proof search.
fn solved(game: &dyn GameRoom, position: &str) -> String {
    let proof = ProofSetting::default();
    let data = Path::new("nothing is read");
    let setting = SolveSetting { data, memory: 16 << 20, threads: 1, proof: &proof, progress: &Silent };
    let answer = game.solver(&setting).unwrap().solve(position, None).unwrap().json();
    answer["value"].as_str().unwrap().to_owned()
}

/// Holds a probe to proof search, and its value to those of its moves; gives it.
fn hold(session: &mut Session<'_>, game: &dyn GameRoom, position: &str) -> Json {
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
    build("trax/3", data.path());
    let layer = catalog().layer("trax/3").unwrap();
    let options = VerifyOptions { data: data.path().to_owned(), threads: 1, memory: 64 << 20, sample: None };
    let verified = layer.family.verify(layer.layer, &options, &Silent).unwrap();
    assert!(verified.failure.is_none() && verified.positions == 4_944);

    let to = data.path().join("three.csv");
    let rows = layer.family.export(layer.layer, data.path(), &to, ExportFormat::Csv, &Silent).unwrap();
    assert_eq!(rows, 4_944);
    let mut session = Session::new(catalog(), Target::Layer(layer), data.path());
    let table = std::fs::read_to_string(&to).unwrap();
    for line in table.lines().skip(1).step_by(3) {
        let cells: Vec<&str> = line.split(',').map(|cell| cell.trim_matches('"')).collect();
        let [part, rank, position, value] = cells[..] else { panic!("{line}") };
        let probe = hold(&mut session, layer.game, position);
        assert_eq!((probe["value"].as_str(), probe["index"].to_string().as_str()), (Some(value), rank));
        assert_eq!(part.split(' ').next().unwrap(), probe["tiles"].to_string());
    }
}

#[test]
fn a_sample_of_4x4_has_the_values_of_proof_search() {
    let data = tempfile::tempdir().unwrap();
    build("trax/4", data.path());
    let game = catalog().game("trax/4").unwrap();
    let mut session = Session::new(catalog(), Target::Game(game), data.path());
    let mut state = 1u64;
    for _ in 0..15 {
        let mut moves = String::new();
        loop {
            let probe = hold(&mut session, game, &moves);
            let choice = probe["moves"].as_array().unwrap();
            if choice.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let chosen = &choice[(state >> 33) as usize % choice.len()]["move"];
            moves = format!("{moves} {}", chosen.as_str().unwrap());
        }
    }
    assert_eq!(session.probe("start", None).unwrap().json()["value"], "draw");
}

#[test]
fn a_position_that_no_game_comes_to_is_said_to_be_none() {
    let data = tempfile::tempdir().unwrap();
    build("trax/2", data.path());
    let layer = catalog().layer("trax/2").unwrap();
    let mut session = Session::new(catalog(), Target::Layer(layer), data.path());
    assert_eq!(session.probe("start", None).unwrap().json()["value"], "first");
    // After one tile red is to move.
    let error = session.probe("white:NW", None).err().unwrap();
    assert!(matches!(error, Error::Elsewhere { .. }), "{error}");
    let error = session.probe("start", Some("3-1")).err().unwrap();
    assert!(error.to_string().contains("nothing is rolled in trax/2"), "{error}");
}

#[test]
fn a_search_without_an_answer_leaves_rows_in_the_ledger_that_are_leaves_of_the_next_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.json");
    let ledger = LedgerSetting { path: path.clone(), flags: String::new(), worth_keeping: 20 };
    let game = catalog().game("trax/5").unwrap();
    let search = |nodes, ledger: Option<LedgerSetting>| {
        let mut proof = ProofSetting { asked: Some(Asked::DrawOrBetter), ledger, ..ProofSetting::default() };
        proof.options.nodes = nodes;
        let data = Path::new("nothing is read");
        let setting = SolveSetting { data, memory: 16 << 20, threads: 1, proof: &proof, progress: &Silent };
        game.solver(&setting).unwrap().solve("start", None).unwrap().json()["questions"][0].clone()
    };
    let whole = search(None, None);
    let half = search(Some(whole["nodes"].as_u64().unwrap() / 2), Some(ledger.clone()));
    assert_eq!((&whole["result"], &half["result"]), (&"proven".into(), &"unknown".into()));
    let written: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let rows = written["rows"].as_array().unwrap();
    assert!(rows.len() > 3 && rows.iter().all(|row| row["within"] == "start"), "{written}");
    let rest = search(None, Some(ledger.clone()));
    assert_eq!((&rest["result"], &rest["leaves"]), (&"proven".into(), &rows.len().into()));
    // What is in a ledger is told with where it is from.
    let again = search(None, Some(ledger));
    assert_eq!(again["recorded"], "shuban solve trax/5 'start' --question draw-or-better --threads 1");
}
