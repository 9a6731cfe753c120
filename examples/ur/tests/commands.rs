//! Commands on these games, their rules on positions that tell, and small layers built and checked.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;
use shuban_core::{Domain, Game, LayerId};
use ur::endings::Endings;
use ur::game::{Position, Ur};
use ur::places::Squares;
use ur::rules::{BLITZ, FINKEL, MASTERS, Rules};

/// Runs the program.
fn ur(data: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ur"));
    command.arg("--data").arg(data).args(line.split(' ')).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, line: &str) -> Json {
    let Output { status, stdout, stderr } = ur(data, &format!("{line} --json"));
    assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

/// The positions after each move of a roll, by the text of the move; `same` marks another roll.
fn after(rules: &'static Rules, position: &str, roll: u8) -> BTreeMap<String, String> {
    let game = Ur::new(rules);
    let position = game.parse(position).unwrap();
    let mut plays = Vec::new();
    game.plays(&position, roll, &mut plays);
    let text = |after: &Position| {
        let again = if after.seat == position.seat { " again" } else { "" };
        game.format(after) + again
    };
    let named = plays
        .iter()
        .map(|play| (game.format_move(&position, roll, &play.action), text(&play.after)));
    named.collect()
}

fn moves<const N: usize>(all: [(&str, &str); N]) -> BTreeMap<String, String> {
    all.map(|(name, after)| (name.to_owned(), after.to_owned())).into()
}

#[test]
fn a_rosette_gives_another_roll_and_finkel_captures_nowhere_on_it() {
    assert_eq!(after(&FINKEL, "-|-", 0), moves([("pass", "-|-")]));
    assert_eq!(after(&FINKEL, "-|-", 4), moves([("0/4", "4|- again")]));
    // The other stands on the rosette in the middle: by Finkel's rules it is safe there.
    assert_eq!(after(&FINKEL, "6|8", 2), moves([("0/2", "8|2,6")]));
    assert_eq!(after(&MASTERS, "6|8", 2), moves([("0/2", "8|2,6"), ("6/8", "8|- again")]));
    // Off the rosettes a capture ends the turn, but not in Blitz.
    assert_eq!(after(&FINKEL, "6|7", 1), moves([("0/1", "7|1,6"), ("6/7", "-|7")]));
    assert_eq!(after(&BLITZ, "6|7", 1), moves([("0/1", "7|1,6"), ("6/7", "7|- again")]));
}

#[test]
fn the_last_roll_must_be_exact_and_a_side_that_cannot_move_passes() {
    assert_eq!(after(&FINKEL, "13+6|-", 2), moves([("13/home", "-|-+7")]));
    assert_eq!(after(&FINKEL, "13+6|-", 3), moves([("pass", "-|13+6")]));
    assert_eq!(after(&FINKEL, "13+6|-", 1), moves([("13/14", "14+6|- again")]));
}

#[test]
fn paths_of_masters_meet_where_one_side_comes_back() {
    // The first square off the middle row is for the other side the last of all.
    let met = (0..16).map(|step| MASTERS.meeting(step)).collect::<Vec<_>>();
    assert_eq!(met[..4], [None; 4]);
    assert_eq!(met[4..11], [4, 5, 6, 7, 8, 9, 10].map(Some));
    assert_eq!(met[11..], [15, 14, 13, 12, 11].map(Some));
    assert_eq!(after(&BLITZ, "11|16", 1), moves([("0/1", "16|1,11"), ("11/12", "12|- again")]));
    assert_eq!(FINKEL.shared().count_ones(), 8);
}

#[test]
fn there_are_as_many_positions_as_published() {
    for (rules, published) in
        [(&FINKEL, 137_892_016), (&BLITZ, 41_254_034), (&MASTERS, 500_981_472_u64)]
    {
        let endings = Endings::new(rules);
        let open: u64 = endings.layers().iter().map(|layer| layer.positions()).sum();
        // The published ones include games that the side before has won.
        let squares = Squares::of(rules);
        let won = |home| squares.positions(home, rules.pieces);
        assert_eq!(open + (0..rules.pieces).map(won).sum::<u64>(), published);
    }
}

#[test]
fn rules_and_tables_keep_the_laws() {
    for rules in [&FINKEL, &BLITZ, &MASTERS] {
        let (game, endings) = (Ur::new(rules), Endings::new(rules));
        let starts = ["-|-", "4,8|5,7+1", "1,2,3|9+2"].map(|text| game.parse(text).unwrap());
        let reached = shuban_conformance::reachable(&game, &starts, 3_000);
        shuban_conformance::game(&game, &reached).unwrap();
        for layer in (0..4).map(LayerId) {
            shuban_conformance::layer(&endings, layer, 200).unwrap();
            shuban_conformance::explain(&endings, layer, 50).unwrap();
        }
        for text in ["17|-", "1,1|-", "5|5", "-+8|-", "-+7|-", "1", "1,2,3,4,5,6,7,8|-", "x|-"] {
            assert!(game.parse(text).is_err(), "{text}");
        }
    }
}

#[test]
fn every_command_has_the_games_and_files_are_the_same_for_any_threads() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    assert_eq!(json(data, "quickstart")["passed"], true);
    for layer in ["ur/finkel/5-5", "ur/blitz/3-3", "ur/masters/6-5"] {
        let hashes = [1, 3].map(|threads| {
            json(data, &format!("build {layer} --rebuild --threads {threads}"));
            json(data, &format!("info {layer}"))["content_hash"].clone()
        });
        assert_eq!(hashes[0], hashes[1]);
        let verified = json(data, &format!("verify {layer} --rules"));
        assert_eq!(verified["passed"], true);
    }
    assert_eq!(json(data, "info ur/finkel/5-5")["start"], Json::Null);
    // A piece that comes home with any 2; the other one needs a 1.
    let probed = json(data, "probe ur/finkel 13+6|14+6");
    let [lower, upper] = ["lower", "upper"].map(|bound| probed[bound].as_f64().unwrap());
    let chance = from_13_against_14();
    assert!(lower <= 2.0 * chance - 1.0 && 2.0 * chance - 1.0 <= upper, "{lower} {upper} {chance}");
    // RoyalUr's map of the game with two pieces a side has chances in units of 1/65535.
    for (position, published) in
        [("-+5|-+5", 33_985.0), ("-+6|-+6", 34_737.0), ("-+6|-+5", 50_985.0)]
    {
        let value = json(data, &format!("probe ur/finkel {position}"))["value"].as_f64().unwrap();
        let units = (value + 1.0) / 2.0 * 65_535.0;
        assert!((units - published).abs() < 1.0, "{position}: {units}");
    }
    let matched = json(data, "match ur/finkel perfect random --games 20 --position 13+6|14+6");
    assert_eq!(matched["pairings"][0]["players"][0]["moves"]["random"], 0);
}

/// The chance to win of the side to roll that needs a 2, its piece being on 13 of 14 steps, against
/// one that needs a 1. A 1 leads to the rosette, and to another roll; other rolls are lost.
fn from_13_against_14() -> f64 {
    let [one, two] = [4.0 / 16.0, 6.0 / 16.0];
    // Both on 14: one + (1 - one) (1 - even) = even.
    let even = 1.0 / (2.0 - one);
    // The other side wins by a 1, or else we roll again: a = two + one even + (1 - one - two) a (1 - one).
    (two + one * even) / (1.0 - (1.0 - one - two) * (1.0 - one))
}
