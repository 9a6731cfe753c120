//! The proofs that the project keeps, in the folder of a server.

use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use serde_json::{Value as Json, json};
use shuban_server::{Limits, Server};

use crate::common::{Service, encoded, provable};

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs").join(name)
}

/// Creates a service with these proofs.
fn service(proofs: &[&str], limits: Limits) -> Service {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("proofs")).unwrap();
    for name in proofs {
        std::fs::copy(kept(name), folder.path().join("proofs").join(name)).unwrap();
    }
    Service::of(Server::limited(provable(), folder.path(), limits), folder)
}

#[test]
fn proofs_that_are_kept_are_listed_and_walked() {
    let all = ["trax-3-win.shuban", "trax-4-draw-or-better.shuban", "trax-5-win.shuban"];
    let service = service(&all, Limits::default());
    let listed = service.get("/api/v1/proofs").json();
    assert_eq!(listed["proofs"].as_array().unwrap().len(), all.len());
    for proof in listed["proofs"].as_array().unwrap() {
        assert!(proof.get("error").is_none(), "{proof}");
    }
    for file in all {
        // Along the proof's own answers, and else the first move.
        let (mut line, mut listed) = (Vec::<String>::new(), 0);
        loop {
            let moves = encoded(&line.join(";"));
            let answered = service.get(&format!("/api/v1/proofs/{file}?line={moves}"));
            assert_eq!(answered.status, StatusCode::OK, "{file}: {answered:?}");
            let step = answered.json();
            let status = step["status"].as_str().unwrap();
            assert!(status != "missing" && step["holds"] != json!(false), "{file}: {step}");
            listed += usize::from(status == "listed");
            let moves = step["moves"].as_array().unwrap();
            let answers = |one: &&Json| one["status"] == "listed" || one["status"] == "replies";
            let Some(next) = moves.iter().find(answers) else { break };
            line.push(next["move"].as_str().unwrap().to_owned());
        }
        assert!(listed > 0, "{file}: {line:?}");
    }
}

#[test]
fn a_proof_beyond_the_memory_of_indexes_is_described_and_not_walked() {
    let file = "trax-6-win.shuban";
    let service = service(&[file], Limits { index_memory: 200_000, ..Limits::default() });
    let listed = service.get("/api/v1/proofs").json();
    assert_eq!(listed["proofs"][0]["positions"], 45_619, "{listed}");
    let refused = service.get(&format!("/api/v1/proofs/{file}"));
    assert_eq!(refused.status, StatusCode::INSUFFICIENT_STORAGE, "{refused:?}");
}
