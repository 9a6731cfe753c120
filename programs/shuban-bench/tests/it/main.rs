//! The program from the command line.

#[path = "../../../../crates/shuban/tests/support/mod.rs"]
mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value as Json;
use shuban_core::Silent;
use shuban_solve::BuildOptions;

#[cfg(target_os = "linux")]
use crate::support::running::{interrupted, word};
use crate::support::{Ran, run_with_input};

const PROGRAM: &str = env!("CARGO_BIN_EXE_shuban-bench");

/// Runs the program with this data folder.
fn bench(data: &Path, arguments: &[&str]) -> Ran {
    run_with_input(PROGRAM, data, arguments, "")
}

/// Creates a data folder with `half-gammon/contact-2-1` and the layers that it needs.
fn small() -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: 2, ..BuildOptions::new(data.path()) };
    let catalog = shuban_games::catalog();
    catalog.layer("half-gammon/contact-2-1").unwrap().build(&options, &Silent).unwrap();
    data
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

#[test]
fn bench_of_another_program_tells_why_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let ran = bench(folder.path(), &["nothing"]).with_code(2);
    assert!(ran.err.contains("there is no `nothing` to measure; there are gnubg"), "{}", ran.err);
    // One that is there, but fails.
    let program = folder.path().join("makebearoff");
    std::fs::write(&program, "#!/bin/sh\nexit 7\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = assert_cmd::Command::new(PROGRAM);
    command.env("SHUBAN_DATA", folder.path().join("data"));
    let output = command.args(["gnubg"]).env("PATH", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`makebearoff` ended with exit status: 7"), "{said}");
}

#[test]
fn bench_leaves_the_data_folder_alone() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    let measured = bench(&data, &["--seconds", "0.02", "--json"]).with_code(0).json();
    assert!(!data.exists());
    assert_eq!(measured["builds"][0]["domain"], "backgammon/contact-1-1");
    for figure in ["sweeps", "seconds", "positions_per_second_per_sweep"] {
        assert!(number(&measured["builds"][0][figure]) > 0.0);
    }
    let storage: Vec<&Json> =
        list(&measured["probes"]).iter().map(|probe| &probe["storage"]).collect();
    // The first family is stored in every way, each other in the usual one.
    assert_eq!(storage[..4], ["zstd 3", "zstd 3", "raw", "zstd 3"]);
    assert_eq!(storage.len(), list(&measured["builds"]).len() + 2);
    let families = ["half-gammon/contact-", "amazons/", "tanhinmin/3p-", "trax/"];
    for family in families {
        let is_of = |probe: &Json| probe["domain"].as_str().unwrap().starts_with(family);
        assert!(list(&measured["probes"]).iter().any(is_of), "{family}");
    }
    assert!(number(&measured["probes"][0]["nanoseconds"]) > 0.0);
    assert!(number(&measured["plays"][0]["plays"]) > 0.0);
    assert_eq!(measured["monte_carlo"]["domain"], "backgammon/contact-1-1");
    assert!(number(&measured["monte_carlo"]["games_per_second"]) > 0.0);
    let retrograde = &measured["retrograde"];
    assert_eq!(
        (&retrograde["domain"], &retrograde["positions"]),
        (&"backgammon/contact-2-2".into(), &90_901.into())
    );
    assert!(number(&retrograde["valued"]) > 0.0);
}

#[test]
fn bench_of_probes_looks_up_what_is_built() {
    let data = small();
    let of_layer = ["probe", "--domain", "half-gammon/contact-1-1"];
    let plain = bench(data.path(), &of_layer).with_code(0);
    assert!(plain.out.contains("200,000 random positions"), "{}", plain.out);
    let asked = [&of_layer[..], &["--positions", "500", "--json"]].concat();
    let found = bench(data.path(), &asked).with_code(0).json();
    assert_eq!(found["probes"], 500);
    assert!(number(&found["nanoseconds"]) > 0.0 && number(&found["first_nanoseconds"]) > 0.0);
    for wrong in [&["probe"][..], &[&of_layer[..], &["--trials", "9"]].concat()] {
        let refused = bench(data.path(), wrong).with_code(2);
        assert!(refused.err.contains("takes --domain"), "{}", refused.err);
    }
    let absent = ["probe", "--domain", "half-gammon/contact-4-4"];
    bench(data.path(), &absent).with_code(3);
}

#[test]
fn bench_of_sweeps_builds_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    let measured = bench(&data, &["sweep", "--json", "--threads", "2"]).with_code(0).json();
    assert!(!data.exists());
    assert!(!measured["processor"].as_str().unwrap().is_empty());
    assert!(measured["instructions"].is_string());
    let threads = |list: &Json| -> Vec<u64> {
        list.as_array().unwrap().iter().map(|of| of["threads"].as_u64().unwrap()).collect()
    };
    assert_eq!(threads(&measured["copying"]), [1, 2]);
    assert!(number(&measured["copying"][0]["bytes_per_second"]) > 0.0);
    let layers = list(&measured["layers"]);
    assert_eq!(
        (layers.len(), &layers[0]["domain"], &layers[0]["positions"]),
        (6, &"half-gammon/contact-4-4".into(), &1_337_961.into())
    );
    for layer in layers {
        assert_eq!(threads(&layer["rates"]), [1, 2]);
        // Values alone, read and written, and something for hits.
        assert!(number(&layer["bytes_per_position"]) > 8.0);
        for rate in list(&layer["rates"]) {
            let (rate, of_copying) = (&rate["positions_per_second"], &rate["of_copying"]);
            assert!(number(rate) > 0.0 && number(of_copying) > 0.0);
        }
    }
    let refused = bench(&data, &["sweep", "--memory", "1M", "--json"]).with_code(3);
    assert_eq!(refused.json()["kind"], "memory");
}

#[test]
fn flags_of_one_measurement_are_refused_by_the_others() {
    let data = tempfile::tempdir().unwrap();
    let refused = bench(data.path(), &["gnubg", "--trials", "100"]).with_code(2);
    assert!(
        refused.err.contains("are for `rollout-calibration` and `probe` alone"),
        "{}",
        refused.err
    );
    bench(data.path(), &["--seed", "2"]).with_code(2);
}

#[test]
fn intervals_hold_the_proven_value_as_often_as_they_say() {
    let data = small();
    let calibrate = |data: &Path, more: &[&str]| {
        let arguments = ["rollout-calibration", "--json", "-q", "--positions", "200"];
        let domain = ["--domain", "half-gammon/contact-2-1", "--trials", "324"];
        bench(data, &[&arguments[..], &domain, more].concat()).with_code(0).json()
    };
    let found = calibrate(data.path(), &[]);
    let all = found["rollouts"].as_array().unwrap();
    assert_eq!((&found["positions"], all.len()), (&200.into(), 4));
    let number = |place: usize, name: &str| all[place][name].as_f64().unwrap();
    for (place, one) in all.iter().enumerate() {
        assert_eq!(one["is_calibrated"], true, "{found:#}");
        let square = number(place, "errors_by_standard_errors");
        assert!((0.85..1.15).contains(&square), "{found:#}");
    }
    let names: Vec<&Json> = all.iter().map(|one| &one["reduction"]).collect();
    assert_eq!(names, ["plain", "luck", "strata", "luck and strata"]);
    let error = |place| number(place, "mean_standard_error");
    assert!(error(1) < error(0) && error(2) < error(0) && error(3) < error(1), "{found:#}");
    assert!(all[0].get("trials_per_second").is_some());
    // If no layer is built there, one is built elsewhere, with the same result.
    let empty = tempfile::tempdir().unwrap();
    let mut other = calibrate(empty.path(), &["--threads", "1"]);
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0);
    for (one, other) in all.iter().zip(other["rollouts"].as_array_mut().unwrap()) {
        other["trials_per_second"] = one["trials_per_second"].clone();
        assert_eq!(one, other);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interruption_is_told() {
    let data = tempfile::tempdir().unwrap();
    let ran = interrupted(PROGRAM, data.path(), &["--full"], 30, "-INT").with_code(3);
    assert!(word(&ran).contains("not everything was measured"), "{}", ran.err);
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
}
