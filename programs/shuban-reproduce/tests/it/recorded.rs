//! Records of the published tables, for the explorer.

use serde_json::Value as Json;
use shuban_catalog::Printable;
use shuban_core::Silent;
use shuban_reproduce::{Findings, PAPERS, PaperList, ReproduceOptions};

/// Records of all tables, as `scripts/record-reproductions.sh` writes them.
const KEPT: &str = include_str!("../../../../crates/shuban/reproduced.json");

fn kept() -> Vec<Json> {
    serde_json::from_str(KEPT).unwrap()
}

#[test]
fn every_table_is_kept_as_it_is_listed_and_passed() {
    let list = PaperList::all().json();
    let listed = list["reproductions"].as_array().unwrap();
    assert_eq!(kept().len(), listed.len());
    for (document, listed) in kept().iter().zip(listed) {
        for (member, value) in listed.as_object().unwrap() {
            assert_eq!(&document[member], value, "{}", listed["id"]);
        }
        assert_eq!(document["passed"], true, "{}", listed["id"]);
        let rows = document["rows"].as_array().unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|row| row["verdict"] != "differs"));
    }
}

#[test]
fn what_is_kept_of_quick_tables_is_what_they_come_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_owned();
    let options = ReproduceOptions { full: false, folder, threads: 2, memory: 1 << 30 };
    for (paper, kept) in PAPERS.iter().zip(kept()).filter(|(paper, _)| paper.seconds <= 1) {
        let found = Findings::default();
        let document = paper.run(&options, &found, &Silent).unwrap().json();
        let is_timed = |row: &Json| row["what"].as_str().unwrap().contains(": ns a");
        let told = |document: &Json| -> Vec<[Json; 4]> {
            let rows = document["rows"].as_array().unwrap().iter();
            let members = ["what", "print", "result", "verdict"];
            let rows = rows.filter(|row| !is_timed(row));
            rows.map(|row| members.map(|member| row[member].clone())).collect()
        };
        assert_eq!(told(&document), told(&kept), "{}", paper.id);
    }
}

/// Returns the kept rows of a table that takes long to recompute: `shuban reproduce` does, and these tests hold
/// what the documents say against them.
fn kept_rows(id: &str) -> Vec<Json> {
    let of_table = kept().into_iter().find(|document| document["id"] == id).unwrap();
    of_table["rows"].as_array().unwrap().clone()
}

fn row<'r>(rows: &'r [Json], what: &str) -> &'r Json {
    rows.iter().find(|row| row["what"] == what).unwrap_or_else(|| panic!("no row {what}"))
}

const AGREES: &str = "agrees";

#[test]
fn all_terms_come_closer_to_certified_values_and_win_more_games_than_pips_and_turn() {
    let rows = kept_rows("half-gammon/evaluation");
    let result = |what: &str| row(&rows, what)["result"].as_f64().unwrap();
    let of = |what: &str, set: &str| result(&format!("{what}, {set}"));
    for what in ["error", "loss of a roll"] {
        let all = of(what, "all terms");
        for fewer in ["pips alone", "pips and turn", "the page's terms, hits 1/2"] {
            assert!(all < of(what, fewer), "{what}: {fewer}");
        }
        assert!(
            of("loss of a roll", "pips and turn") < of("loss of a roll", "a play drawn by lot")
        );
        // Each term that is added brings it closer.
        let ladder = ["", ", bar", ", bar, blocks", ", bar, blocks, hits 1/2"];
        let ladder = ladder.map(|terms| of(what, &format!("pips and turn, spread{terms}")));
        assert!(ladder[0] > ladder[1] && ladder[1] > ladder[3] && ladder[3] > all, "{ladder:?}");
    }
    for game in ["half-gammon", "backgammon"] {
        let row = row(&rows, &format!("{game}, all terms against pips and turn: a game"));
        assert!(row["ci95"][0].as_f64().unwrap() > 0.5, "{row}");
    }
    assert!(result("the turn, with contact: rolls") < 0.5);
    assert_eq!(row(&rows, "cases of the table")["verdict"], AGREES);
    let races = ["0.5", "1"].map(|lead| {
        let claim = format!("a lead of {lead} rolls: the chance that it is reversed");
        row(&rows, &claim)["verdict"].clone()
    });
    assert_eq!(races, [AGREES, AGREES]);
}

#[test]
fn the_network_comes_closer_to_certified_values_and_wins_more_games_than_the_terms() {
    let rows = kept_rows("half-gammon/network");
    let result = |what: &str| row(&rows, what)["result"].as_f64().unwrap();
    for positions in ["which it was told", "which it was not told"] {
        let of = |what: &str, by: &str| result(&format!("{positions}: {what}, {by}"));
        assert!(of("error", "the network") < 0.6 * of("error", "all terms"), "{positions}");
        let [network, terms] = ["the network", "all terms"].map(|by| of("loss of a roll", by));
        assert!(network < 0.8 * terms, "{positions}: {network} {terms}");
    }
    let games = row(&rows, "the network against all terms: a game");
    assert!(games["ci95"][0].as_f64().unwrap() > 0.25, "{games}");
}

#[test]
fn sums_that_fit_the_text_of_figure_4_are_found_among_all_regions() {
    let rows = kept_rows("amazons/figure-4");
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
fn gnubg_is_off_by_what_is_known() {
    let rows = kept_rows("gnubg/hypergammon");
    let off: Vec<f64> = (rows.iter())
        .filter(|row| row["what"].as_str().unwrap().starts_with("by how much"))
        .map(|row| (row["result"].as_f64().unwrap() * 1e4).round())
        .collect();
    assert_eq!(off, [98.0, 127.0, 213.0, 138.0]);
}

#[test]
fn random_games_of_one_reading_have_the_printed_lengths_and_plays() {
    let rows = kept_rows("half-gammon/random-play");
    for what in ["turns a game", "turns without contact", "plays a turn"] {
        let row = row(&rows, &format!("no rules about dice: {what}"));
        assert_eq!(row["verdict"], "statistical", "{row}");
    }
    let result = |what: &str| row(&rows, what)["result"].as_f64().unwrap();
    let sequences = "no rules about dice, sequences: plays a turn";
    assert!(result(sequences) > 3.0 * result("no rules about dice: plays a turn"));
}
