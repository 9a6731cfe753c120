//! The program from the command line.

#[path = "../../../../crates/shuban/tests/support/mod.rs"]
mod support;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

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
    for played in ["monte_carlo", "playouts"] {
        assert!(number(&measured[played]["games_per_second"]) > 0.0);
    }
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

/// A folder with a copy of the program, and beside it this script as the program `shuban`.
fn beside(script: Option<&str>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("shuban-bench");
    if std::fs::hard_link(PROGRAM, &program).is_err() {
        std::fs::copy(PROGRAM, &program).unwrap();
    }
    if let Some(script) = script {
        let file = folder.path().join("shuban");
        std::fs::write(&file, script).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    (folder, program)
}

/// A script that writes down what it is asked, and reports a build: of 1 s by two threads, 1.5 s by two
/// processes, else 2 s.
const REPORTS: &str = r#"#!/bin/sh
echo "$@" >> "$0.asked"
case "$*" in
*'--threads 2'*) seconds=1 ;;
*'--processes 2'*) seconds=1.5 ;;
*) seconds=2 ;;
esac
echo "{\"seconds\": $seconds, \"content_hash\": \"HASH\"}"
"#;

#[test]
fn bench_of_processes_compares_them_with_threads() {
    let data = tempfile::tempdir().unwrap();
    let ledger = include_str!("../../../../docs/ledgers/half-gammon.json");
    let ledger: Json = serde_json::from_str(ledger).unwrap();
    let (folder, program) = beside(Some(&REPORTS.replace("HASH", hash_in(&ledger))));
    let run =
        |arguments: &[&str]| run_with_input(program.to_str().unwrap(), data.path(), arguments, "");
    let measured = run(&["cluster", "--json", "-q", "--memory", "1G"]).with_code(0).json();
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0);
    let layer = &measured["layer"];
    assert_eq!(
        (&layer["domain"], &layer["positions"], &layer["two_processes_by_two_threads"]),
        (&"half-gammon/contact-4-3".into(), &812_916.into(), &1.5.into())
    );
    let rates: Vec<f64> = list(&layer["builds"])
        .iter()
        .map(|build| number(&build["positions_per_second"]) / number(&layer["sweeps"]) / 812_916.0)
        .collect();
    assert_eq!(rates, [0.5, 1.0, 1.0 / 1.5, 0.5]);
    let asked = std::fs::read_to_string(folder.path().join("shuban.asked")).unwrap();
    let asked: Vec<&str> = asked.lines().collect();
    // Each way twice.
    assert_eq!((asked.len(), &asked[..4]), (8, &asked[4..]));
    for (line, end) in asked.iter().zip([
        "--memory 1073741824 --threads 1",
        "--memory 1073741824 --threads 2",
        "--memory 536870912 --threads 1 --processes 2",
        "--memory 268435456 --threads 1 --processes 4",
    ]) {
        assert!(line.starts_with("build half-gammon/contact-4-3 --rebuild"), "{line}");
        assert!(line.ends_with(end), "{line}");
    }
    let exchange = list(&measured["exchange"]);
    let ways: Vec<(&Json, &Json)> =
        exchange.iter().map(|way| (&way["sockets"], &way["both_ways"])).collect();
    let (unix, tcp) = ("unix".into(), "tcp".into());
    let (one, both) = (false.into(), true.into());
    assert_eq!(ways, [(&unix, &one), (&unix, &both), (&tcp, &one), (&tcp, &both)]);
    for way in exchange {
        assert!(number(&way["gigabytes_per_second"]) > 0.0);
        assert!(number(&way["cpu_seconds_per_gigabyte"]) > 0.0);
    }
    let barriers = list(&measured["barriers"]);
    let members: Vec<f64> = barriers.iter().map(|barrier| number(&barrier["members"])).collect();
    assert_eq!(members, [2.0, 4.0, 8.0]);
    assert!(barriers.iter().all(|barrier| number(&barrier["microseconds"]) > 0.0));
}

/// Returns the content hash of the layer that is measured.
fn hash_in(ledger: &Json) -> &str {
    let layers = list(&ledger["layers"]);
    let layer = layers.iter().find(|layer| layer["domain"] == "half-gammon/contact-4-3").unwrap();
    layer["content_hash"].as_str().unwrap()
}

#[test]
fn bench_of_processes_ends_if_there_is_no_program_or_its_values_differ() {
    let data = tempfile::tempdir().unwrap();
    for (script, reason) in [
        (None, "`shuban` is neither beside this program nor on the path"),
        (Some(REPORTS), "half-gammon/contact-4-3 by 1 process: content hash HASH, where it is"),
    ] {
        let (folder, program) = beside(script);
        let mut command = assert_cmd::Command::new(program);
        command.env("SHUBAN_DATA", data.path());
        // The script needs a shell, which is named by its path.
        let output = command.args(["cluster", "-q"]).env("PATH", folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(reason), "{said}");
    }
    bench(data.path(), &["cluster", "--positions", "5"]).with_code(2);
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
