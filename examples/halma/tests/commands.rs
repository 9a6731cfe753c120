//! Every command, for this game; the values against a twin; and the counts.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};

use halma::game::{Halma, Position};
use halma::tables::Tables;
use serde_json::Value as Json;
use shuban_core::{Domain, Game, LayerId, PartId, Receding};

/// Runs the program.
fn halma(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halma"));
    command.arg("--data").arg(data).args(arguments).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, arguments: &[&str]) -> Json {
    let Output { status, stdout, stderr } = halma(data, &[arguments, &["--json"]].concat());
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

const START: &str = "1../.1../...22/.3../3.. 1";

#[test]
fn every_command_has_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let toured = json(data, &["quickstart"]);
    assert_eq!((&toured["passed"], &toured["probes"][0]["outcome"]), (&true.into(), &"win".into()));
    println!("{}", String::from_utf8_lossy(&halma(data, &["probe", "halma/closed", START]).stdout));
}
