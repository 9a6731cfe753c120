//! `perft` and `bench`.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::Value as Json;

use crate::common::{command, list, number, shuban, small};

#[test]
fn perft_counts_sequences_and_positions() {
    let data = tempfile::tempdir().unwrap();
    let counts = shuban(data.path(), &["perft", "half-gammon", "--plies", "3", "--json"])
        .with_code(0)
        .json();
    let sequences: Vec<u64> =
        list(&counts["plies"]).iter().map(|ply| ply["sequences"].as_u64().unwrap()).collect();
    assert_eq!(sequences, [20, 741, 26_102]);
    assert!(counts["plies"][0].get("distinct").is_none());
    let distinct =
        ["perft", "half-gammon", "--plies", "3", "--distinct", "--json", "--threads", "3"];
    let counts = shuban(data.path(), &distinct).with_code(0).json();
    assert_eq!(counts["plies"][2]["sequences"], 26_102);
    assert_eq!(counts["plies"][2]["distinct"], 18_944);
    let small = ["perft", "half-gammon", "--plies", "6", "--distinct", "--memory", "1M", "--json"];
    assert_eq!(shuban(data.path(), &small).with_code(3).json()["kind"], "memory");
}

#[test]
fn the_fast_rules_are_compared_with_the_plain_ones() {
    let data = tempfile::tempdir().unwrap();
    let check = |threads| {
        let arguments = [
            "check",
            "mini-gammon",
            "--pairs",
            "30000",
            "--seed",
            "7",
            "--json",
            "--threads",
            threads,
        ];
        shuban(data.path(), &arguments).with_code(0).json()
    };
    let one = check("1");
    assert_eq!(
        (&one["passed"], &one["pairs"], &one["seed"]),
        (&true.into(), &30_000.into(), &7.into())
    );
    assert!(one["plays"].as_u64().unwrap() > 30_000);
    assert_eq!(one, check("2"));
}

#[test]
fn bench_of_another_program_tells_why_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let ran = shuban(folder.path(), &["bench", "nothing"]).with_code(2);
    assert!(ran.err.contains("there is no `nothing` to measure; there are gnubg"), "{}", ran.err);
    // One that is there, but fails.
    let program = folder.path().join("makebearoff");
    std::fs::write(&program, "#!/bin/sh\nexit 7\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = assert_cmd::Command::from_std(command(&folder.path().join("data")));
    let output = command.args(["bench", "gnubg"]).env("PATH", folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("`makebearoff` ended with exit status: 7"), "{said}");
}

#[test]
fn bench_leaves_the_data_folder_alone() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    let bench = shuban(&data, &["bench", "--json"]).with_code(0).json();
    assert!(!data.exists());
    assert_eq!(bench["builds"][0]["domain"], "backgammon/contact-2-1");
    for figure in ["sweeps", "seconds", "positions_per_second_per_sweep"] {
        assert!(number(&bench["builds"][0][figure]) > 0.0);
    }
    let storage: Vec<&Json> =
        list(&bench["probes"]).iter().map(|probe| &probe["storage"]).collect();
    // The first family is stored in every way, each other in the usual one.
    assert_eq!(storage[..4], ["zstd 3", "zstd 3", "raw", "zstd 3"]);
    assert_eq!(storage.len(), list(&bench["builds"]).len() + 2);
    let families = ["half-gammon/contact-", "amazons/", "tanhinmin/3p-", "trax/"];
    for family in families {
        let is_of = |probe: &Json| probe["domain"].as_str().unwrap().starts_with(family);
        assert!(list(&bench["probes"]).iter().any(is_of), "{family}");
    }
    assert!(number(&bench["probes"][0]["nanoseconds"]) > 0.0);
    assert!(number(&bench["plays"][0]["plays"]) > 0.0);
    assert_eq!(bench["monte_carlo"]["domain"], "backgammon/contact-1-1");
    assert!(number(&bench["monte_carlo"]["games_per_second"]) > 0.0);
    let retrograde = &bench["retrograde"];
    assert_eq!(
        (&retrograde["domain"], &retrograde["positions"]),
        (&"backgammon/contact-2-2".into(), &90_901.into())
    );
    assert!(number(&retrograde["valued"]) > 0.0);
}

#[test]
fn bench_of_probes_looks_up_what_is_built() {
    let data = small();
    let of_layer = ["bench", "probe", "--domain", "half-gammon/contact-1-1"];
    let plain = shuban(data.path(), &of_layer).with_code(0);
    assert!(plain.out.contains("200,000 random positions"), "{}", plain.out);
    let asked = [&of_layer[..], &["--positions", "500", "--json"]].concat();
    let found = shuban(data.path(), &asked).with_code(0).json();
    assert_eq!(found["probes"], 500);
    assert!(number(&found["nanoseconds"]) > 0.0 && number(&found["first_nanoseconds"]) > 0.0);
    for wrong in [&["bench", "probe"][..], &[&of_layer[..], &["--trials", "9"]].concat()] {
        let refused = shuban(data.path(), wrong).with_code(2);
        assert!(refused.err.contains("takes --domain"), "{}", refused.err);
    }
    let absent = ["bench", "probe", "--domain", "half-gammon/contact-4-4"];
    shuban(data.path(), &absent).with_code(3);
}

#[test]
fn bench_of_sweeps_builds_nothing() {
    let parent = tempfile::tempdir().unwrap();
    let data = parent.path().join("data");
    let bench = shuban(&data, &["bench", "sweep", "--json", "--threads", "2"]).with_code(0).json();
    assert!(!data.exists());
    assert!(!bench["processor"].as_str().unwrap().is_empty());
    assert!(bench["instructions"].is_string());
    let threads = |list: &Json| -> Vec<u64> {
        list.as_array().unwrap().iter().map(|of| of["threads"].as_u64().unwrap()).collect()
    };
    assert_eq!(threads(&bench["copying"]), [1, 2]);
    assert!(number(&bench["copying"][0]["bytes_per_second"]) > 0.0);
    let layers = list(&bench["layers"]);
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
    let refused = shuban(&data, &["bench", "sweep", "--memory", "1M", "--json"]).with_code(3);
    assert_eq!(refused.json()["kind"], "memory");
}

#[test]
fn flags_of_one_measurement_are_refused_by_the_others() {
    let data = tempfile::tempdir().unwrap();
    let refused = shuban(data.path(), &["bench", "gnubg", "--trials", "100"]).with_code(2);
    assert!(
        refused.err.contains("are for `rollout-calibration` and `probe` alone"),
        "{}",
        refused.err
    );
    shuban(data.path(), &["bench", "--seed", "2"]).with_code(2);
}
