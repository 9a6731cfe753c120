//! `perft` and `check`.

use crate::common::{list, shuban};

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
