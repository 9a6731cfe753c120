//! Reproductions through the library.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value as Json;
use shuban_catalog::{Error, Printable};
use shuban_core::{Progress, Silent};
use shuban_reproduce::{Findings, ReproduceOptions, paper};

/// Cancels the run when a phase of this name begins.
struct UntilPhase(&'static str, AtomicBool);

impl Progress for UntilPhase {
    fn phase(&self, what: &str, _total: u64) {
        self.1.fetch_or(what.contains(self.0), Ordering::Relaxed);
    }

    fn interrupted(&self) -> bool {
        self.1.load(Ordering::Relaxed)
    }
}

#[test]
fn rows_before_an_interruption_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let options = ReproduceOptions {
        full: false,
        folder: folder.path().to_owned(),
        threads: 2,
        memory: 1 << 30,
    };
    for (id, phase) in [("trax/tables-4-5", "4×4"), ("amazons/table-3", "3 squares, one by one")] {
        let found = Findings::default();
        let until = UntilPhase(phase, AtomicBool::new(false));
        let ended = paper(id).unwrap().run(&options, &found, &until);
        assert!(matches!(ended, Err(Error::Interrupted)), "{id}");
        assert!(found.reproduced(id).rows() > 1, "{id}");
    }
}

/// Runs a reproduction that must pass; returns its rows and files.
fn run(id: &str, folder: &Path) -> (Vec<Json>, Vec<PathBuf>) {
    let options =
        ReproduceOptions { full: false, folder: folder.to_owned(), threads: 2, memory: 1 << 30 };
    let found = paper(id).unwrap().run(&options, &Findings::default(), &Silent).unwrap();
    let json = found.json();
    assert!(found.passed && json["passed"] == true, "{json}");
    let files = json["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap().into());
    (json["rows"].as_array().unwrap().clone(), files.collect())
}

/// Returns short names of the verdicts.
fn verdicts(rows: &[Json]) -> Vec<&str> {
    rows.iter().map(|row| row["verdict"].as_str().unwrap()).collect()
}

fn row<'r>(rows: &'r [Json], what: &str) -> &'r Json {
    rows.iter().find(|row| row["what"] == what).unwrap_or_else(|| panic!("no row {what}"))
}

fn note(row: &Json) -> &str {
    row["note"].as_str().unwrap()
}

const AGREES: &str = "agrees";
const UNPRINTED: &str = "unprinted";
const WRONG: &str = "print-wrong";
const UNDECIDED: &str = "undecided";

#[test]
fn bearing_off_agrees_but_for_what_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, files) = run("half-gammon/bearoff", folder.path());
    let mut expected = vec![AGREES, AGREES, "not-reproducible"];
    expected.extend([AGREES; 10]);
    expected.extend([WRONG, AGREES, AGREES, WRONG, AGREES, WRONG, UNPRINTED, UNPRINTED, AGREES]);
    assert_eq!(verdicts(&rows), expected);

    let most = row(&rows, "G 0 0 8, expected rolls");
    assert_eq!(most["print"], 5.356_76);
    assert!((most["result"].as_f64().unwrap() - 5.254_468_720_2).abs() < 1e-10);
    assert!(note(most).contains("5.3567641772"));
    let result = |what: &str| &row(&rows, what)["result"];
    assert_eq!(
        result("equal pips, no empty point: at least as quick"),
        "142 of 328 pairs against it"
    );
    assert_eq!(
        result("equal pips, fewer checkers: at least as quick"),
        "31 of 550 pairs against it"
    );
    assert_eq!(result("fewer pips: quicker"), "705 of 12,686 pairs against it");
    let best = row(&rows, "the fewest expected rolls: the best play");
    assert_eq!(best["result"], "wrong in 2,071 of 92,988 choices");
    assert!(note(best).contains("1,1,1,2,2,2,3|1,1,1,2 with 1-1: 2/off 1/off(2)"), "{best}");
    let cost = row(&rows, "the most it costs, equity");
    assert_eq!((cost["result"].as_f64(), note(cost)), (Some(14.0 / 81.0), "exactly 14/81"));

    let lines: Vec<(String, usize)> = (files.iter())
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(file).unwrap().lines().count() - 1)
        })
        .collect();
    let expected =
        [("no-gaps", 142), ("fewer-checkers", 31), ("fewer-pips", 705), ("fewest-rolls", 2_071)];
    assert_eq!(lines, expected.map(|(name, lines)| (format!("half-gammon-{name}.csv"), lines)));
    let pips = std::fs::read_to_string(folder.path().join("half-gammon-fewer-pips.csv")).unwrap();
    assert!(
        pips.lines()
            .any(|line| line.starts_with("G 8 0 0,8,8,3.185") && line.contains(",G 0 0 3,9,3,"))
    );
    let wrong =
        std::fs::read_to_string(folder.path().join("half-gammon-fewest-rolls.csv")).unwrap();
    assert!(wrong.lines().nth(1).unwrap().ends_with(",14/81"));
}

#[test]
fn races_agree_once_two_rows_are_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let (rows, files) = run("half-gammon/races", folder.path());
    assert!(files.is_empty());
    let equities = [AGREES, UNPRINTED, WRONG, UNPRINTED, WRONG, UNPRINTED, AGREES, UNPRINTED];
    let searched = [&[UNPRINTED; 28][..], &[AGREES], &[UNPRINTED; 5], &[UNDECIDED]].concat();
    assert_eq!(verdicts(&rows), [&equities[..], &[AGREES; 4], &searched].concat());
    for k in 1..=4 {
        let nodes = |form: &str| {
            let row = row(&rows, &format!("k = {k}, nodes, {form}"));
            let nodes = &row["result"];
            nodes.as_f64().unwrap_or_else(|| nodes.as_str().unwrap().parse().unwrap())
        };
        assert!(nodes("all read") > nodes("hash table"));
        assert!(nodes("hash table") <= nodes("hash table and alpha-beta"));
        let kept = |what: &str| nodes(&format!("hash table of {what} alone and alpha-beta"));
        assert!(nodes("hash table and alpha-beta") <= kept("values"));
        assert!(kept("values") < kept("bounds") && kept("bounds") <= nodes("all read"));
    }
    let slower = row(&rows, "alpha-beta is slower than the hash table alone");
    assert_eq!(slower["result"], "so with a hash table of bounds alone and alpha-beta");
    for (k, fraction, visited) in [
        (1, "5/9", 3),
        (2, "2453/6561", 42),
        (3, "215885/531441", 496),
        (4, "1188753737/3486784401", 1_615),
    ] {
        assert_eq!(row(&rows, &format!("k = {k}, equity as a fraction"))["result"], fraction);
        let row = row(&rows, &format!("k = {k}, positions visited"));
        assert!(row["result"] == visited && note(row).contains(" ms; "), "{row}");
    }
    let second = row(&rows, "k = 2, equity");
    assert!(second["print"] == 0.406_226 && note(second).contains("k = 3"), "{second}");
}

#[test]
fn the_tree_of_the_half_gammon_page_has_its_leaves_and_all_forms_agree() {
    let (rows, _) = run("half-gammon/search", Path::new("none"));
    assert_eq!(verdicts(&rows).into_iter().filter(|verdict| *verdict == AGREES).count(), 5);
    assert_eq!(row(&rows, "leaves, plies: 3, by the rules of the game")["result"], 5_422);
    let all = row(&rows, "positions in which all forms give the same value and plays");
    assert_eq!(all["result"], 100);
    let nodes = |form: &str| row(&rows, &format!("nodes, {form}"))["result"].as_u64().unwrap();
    assert!(nodes("star2") < nodes("star1") && nodes("star1") < nodes("hashed"));
    assert!(nodes("hashed") < nodes("expectimax"));
}

#[test]
fn rollouts_of_races_shrink_to_what_playing_as_if_alone_loses() {
    let (rows, _) = run("half-gammon/monte-carlo", Path::new("none"));
    let result = |what: &str| row(&rows, what)["result"].as_f64().unwrap();
    let error = |games: u32| result(&format!("races, {games} rollouts a position: mean error"));
    assert!(error(10) > 3.0 * error(100) && error(100) > 3.0 * error(1_000));
    assert!(result("races, endless rollouts: mean error") < 0.2 * error(1_000));
    for (k, equity) in [(1, 0.555_556), (2, 0.373_876), (3, 0.406_226), (4, 0.340_931)] {
        let row = row(&rows, &format!("k = {k}, equity by rollouts"));
        assert_eq!(row["verdict"], "statistical", "{row}");
        assert!((row["result"].as_f64().unwrap() - equity).abs() < 0.02, "{row}");
    }
}

#[test]
fn random_games_of_one_reading_have_the_printed_lengths_and_plays() {
    let (rows, _) = run("half-gammon/random-play", Path::new("none"));
    for what in ["turns a game", "turns without contact", "plays a turn"] {
        let row = row(&rows, &format!("no rules about dice: {what}"));
        assert_eq!(row["verdict"], "statistical", "{row}");
    }
    let result = |what: &str| row(&rows, what)["result"].as_f64().unwrap();
    let sequences = "no rules about dice, sequences: plays a turn";
    assert!(result(sequences) > 3.0 * result("no rules about dice: plays a turn"));
}

#[test]
fn every_cell_of_tables_1_and_2_comes_out_of_the_general_rule() {
    let (rows, _) = run("amazons/tables-1-2", Path::new("none"));
    let count = |verdict| verdicts(&rows).into_iter().filter(|one| *one == verdict).count();
    assert_eq!((count(AGREES), count(UNPRINTED)), (2 * 81, 2));
}

#[test]
fn sums_that_fit_the_text_of_figure_4_are_found_among_all_regions() {
    let (rows, _) = run("amazons/figure-4", Path::new("none"));
    for (place, fitting) in
        [("(4|0) that fit the text, left", 353_150), ("(1|-4) that fit the text, right", 27_905)]
    {
        let row = row(&rows, &format!("all regions with the value {place}"));
        assert_eq!(row["result"], fitting, "{row}");
    }
    let fit = "of them, a best move goes to c and shoots elsewhere: sums that fit the text";
    assert!(row(&rows, fit)["result"].as_u64().unwrap() > 0);
    let one = row(&rows, "lower bound of one that fits");
    assert_eq!((&one["verdict"], &one["result"]), (&AGREES.into(), &1.into()), "{one}");
}

#[test]
fn the_printed_rule_is_refuted_in_four_regions_and_in_nine_squares_and_perhaps_if_or_is_meant() {
    let (rows, _) = run("amazons/unsound", Path::new("none"));
    let count = |verdict| verdicts(&rows).into_iter().filter(|one| *one == verdict).count();
    assert_eq!((count(WRONG), count("undecided")), (4, 1));
}
