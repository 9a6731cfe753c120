//! Equations of values, and JavaScript that recomputes them.

use std::path::Path;
use std::process::Command;

use axum::http::StatusCode;
use serde_json::{Value as Json, json};
use shuban_core::Random;
use shuban_server::Server;
use shuban_solve::BuildOptions;

use crate::common::{Service, build_with, catalog, encoded, text};

const LAYERS: [&str; 4] =
    ["hitting-race/1-1", "hitting-race/2-1", "hitting-race/2-2", "noughts-and-crosses/all"];

fn equation_path(domain: &str, position: &str) -> String {
    format!("/api/v1/domains/{domain}/equation?position={}", encoded(position))
}

fn random_position(service: &Service, layer: &str, positions: u64, seed: u64) -> String {
    let index = Random::of_part(1, seed).below(positions);
    let answer = service.get(&format!("/api/v1/domains/{layer}/positions/{index}")).json();
    answer["position"].as_str().unwrap().to_owned()
}

#[test]
fn an_equation_says_what_a_value_rests_on_and_where_that_was_read() {
    let service = Service::with(&[LAYERS[1]]);
    let path = equation_path(LAYERS[1], "3x2|2x1");
    let answer = service.get(&path);
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    let equation = answer.json();
    // By the game's name too.
    assert_eq!(service.get(&equation_path("hitting-race", "3x2|2x1")).json(), equation);
    assert_eq!((&equation["position"], &equation["one"]), (&"3x2|2x1".into(), &(1 << 30).into()));
    let names: Vec<_> = equation["numbers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| [&n["name"], &n["relation"]])
        .collect();
    assert_eq!(json!(names), json!([["lower", "<="], ["upper", ">="]]));
    let mean = &equation["numbers"][0]["expression"]["mean"];
    assert_eq!(mean.as_array().unwrap().len(), 3, "{mean}");
    assert_eq!(equation["numbers"][0]["expression"]["rounded"], "down");
    // Each stored value has its place, and each file its hash.
    let info = |layer: &str| service.get(&format!("/api/v1/domains/{layer}")).json();
    for stored in equation["stored"].as_array().unwrap().iter().chain([&equation["source"]]) {
        let layer = stored["domain"].as_str().unwrap();
        assert_eq!(equation["files"][layer], info(layer)["content_hash"]);
        assert!(stored["rank"].as_u64().is_some() && stored["block"] == 0, "{stored}");
        assert_eq!(stored["checksum"].as_str().unwrap().len(), 16);
    }
    // The numbers are those of the probe.
    let probe = service.get(&path.replace("equation", "probe")).json();
    let lower = equation["numbers"][0]["stored"].as_f64().unwrap() / f64::from(1 << 30);
    assert_eq!(probe["lower"].as_f64().unwrap(), lower);
    assert_eq!(probe["index"], equation["source"]["rank"]);
}

#[test]
fn a_question_without_an_equation_is_refused() {
    let service = Service::with(&[LAYERS[0]]);
    for (path, status, kind) in [
        (equation_path(LAYERS[0], "what"), StatusCode::BAD_REQUEST, "bad-position"),
        (equation_path(LAYERS[0], "3x2|2x1"), StatusCode::BAD_REQUEST, "position-elsewhere"),
        (equation_path(LAYERS[3], ".../.../..."), StatusCode::NOT_FOUND, "not-built"),
        (equation_path("chess", "e4"), StatusCode::NOT_FOUND, "unknown-game"),
        (format!("/api/v1/domains/{}/equation", LAYERS[0]), StatusCode::BAD_REQUEST, "usage"),
    ] {
        let answer = service.get(&path);
        assert_eq!((answer.status, &answer.json()["kind"]), (status, &json!(kind)), "{path}");
    }
}

#[test]
fn compact_layers_answer_and_have_no_equations_at_hand() {
    let (proven, data) = (Service::with(&[LAYERS[2]]), tempfile::tempdir().unwrap());
    let options = BuildOptions { threads: 1, compact: true, ..BuildOptions::new(data.path()) };
    build_with(LAYERS[2], &options);
    let compact = Service::of(Server::new(catalog(), data.path()), data);
    let probe = |service: &Service| {
        let path = format!("/api/v1/domains/{}/probe?position={}", LAYERS[2], encoded("6x2|4x2"));
        let answer = service.get(&path).json();
        (answer["lower"].as_f64().unwrap(), answer["upper"].as_f64().unwrap())
    };
    let (inner, outer) = (probe(&proven), probe(&compact));
    assert!(outer.0 < inner.0 && inner.1 < outer.1, "{inner:?}, {outer:?}");
    assert!(outer.1 - outer.0 <= 1.0 / f64::from(1 << 14), "{outer:?}");
    let refused = compact.get(&equation_path(LAYERS[2], "6x2|4x2"));
    assert_eq!(refused.status, StatusCode::NOT_FOUND, "{refused:?}");
    assert_eq!(refused.json()["kind"], json!("compact"));
    let page =
        text(&compact.get(&format!("/position?game=hitting-race&position={}", encoded("6x2|4x2"))));
    assert!(page.contains("hitting-race/2-2"), "{page}");
}

#[test]
fn a_game_that_is_over_is_worth_its_payoff() {
    let service = Service::with(&[]);
    let equation = service.get(&equation_path("noughts-and-crosses", "xxx/oo./...")).json();
    assert_eq!((&equation["source"], &equation["stored"]), (&Json::Null, &json!([])));
    let number = json!({ "name": "points", "relation": "=", "stored": -1, "computed": -1,
        "expression": { "constant": -1 } });
    assert_eq!(equation["numbers"], json!([number]));
}

#[test]
fn the_scripts_are_served() {
    let service = Service::with(&[]);
    for (path, function) in [("check.js", "bind"), ("equation.js", "check")] {
        let script = service.get(&format!("/static/{path}"));
        assert_eq!(script.status, StatusCode::OK);
        assert_eq!(script.header(axum::http::header::CONTENT_TYPE), "text/javascript");
        let text = String::from_utf8(script.body).unwrap();
        assert!(text.contains(&format!("export function {function}(")), "{path}");
    }
}

#[test]
fn javascript_computes_what_rust_does_and_refuses_what_was_changed() {
    let service = Service::with(&LAYERS[2..]);
    let positions = |layer: &str| -> u64 {
        let parts = service.get(&format!("/api/v1/domains/{layer}")).json()["parts"].clone();
        parts.as_array().unwrap().iter().map(|part| part["positions"].as_u64().unwrap()).sum()
    };
    let counts = LAYERS.map(|layer| (layer, positions(layer)));
    let mut lines = String::new();
    for seed in 0..1_000 {
        let (layer, positions) = counts[seed as usize % counts.len()];
        let position = random_position(&service, layer, positions, seed);
        let equation: Json = service.get(&equation_path(layer, &position)).json();
        lines += &format!("{equation}\n");
    }
    let file = service.folder.path().join("equations.jsonl");
    std::fs::write(&file, lines).unwrap();
    if let Some(said) = run_node(&file) {
        println!("{said}");
        assert!(said.starts_with("1000 equations; "), "{said}");
    }
}

/// Returns the report of `check.mjs` on the equations in a file; `None` without Node, unless
/// `SHUBAN_TEST_NODE` requires it.
fn run_node(equations: &Path) -> Option<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/check.mjs");
    let program = std::env::var_os("SHUBAN_TEST_NODE");
    let node = program.clone().unwrap_or_else(|| "node".into());
    let run = match Command::new(node).arg(script).arg(equations).output() {
        Err(_) if program.is_none() => return None,
        run => run.unwrap(),
    };
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(run.status.success(), "{}", said(&run.stderr));
    Some(said(&run.stdout))
}
