//! Tanhinmin and Daihinmin with open hands on the command line.

use crate::common::{shuban, with_input};
use serde_json::{Value as Json, json};

/// The paper's example: player 1 wins with 3, and with no other card.
const EXAMPLE: &str = "1,3,10|2|4,6,8|5,7,9";

fn built(domain: &str) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", domain, "--quiet"]).with_code(0);
    data
}

fn probe(data: &tempfile::TempDir, target: &str, position: &str) -> Json {
    shuban(data.path(), &["probe", target, position, "--json"]).with_code(0).json()
}

#[test]
fn a_deal_is_probed_lead_by_lead() {
    let data = built("tanhinmin/4p-10-distinct");
    let found = probe(&data, "tanhinmin", EXAMPLE);
    assert_eq!(
        (&found["domain"], &found["value"]),
        (&json!("tanhinmin/4p-10-distinct"), &json!([1]))
    );
    assert_eq!(found["leads"], json!({"1": [2], "3": [1], "10": [2, 4]}));
    assert_eq!((&found["player"], &found["wins"]), (&json!(1), &json!(true)));
    assert!(found.get("plays").is_none());
    for target in ["tanhinmin/4p", "tanhinmin/4p-distinct", "tanhinmin/4p-10-distinct"] {
        assert_eq!(probe(&data, target, EXAMPLE), found, "{target}");
    }
    let text = shuban(data.path(), &["probe", "tanhinmin", EXAMPLE]).with_code(0).out;
    for part in [
        "│ 1│ 3│10│",
        "player 1 wins, whatever the others do",
        "1  3     1       wins",
        "3  10    2 or 4",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    // A win that needs a pass.
    let passes = probe(&data, "tanhinmin", "1,6,7,10|2|5|3,4,8,9");
    assert_eq!((&passes["leads"]["6"], &passes["leads"]["7"]), (&json!([1]), &json!([1])));
}

#[test]
fn hands_are_reduced_and_the_answer_is_told_of_the_hands_as_they_are() {
    let data = built("tanhinmin/3p-10");
    let found = probe(&data, "tanhinmin", "10,30,50,50,50|20,40|20,20,60");
    assert_eq!(found["leads"], json!({"10": [1, 3], "30": [2, 3], "50": [1]}));
    assert_eq!(found["reduced"], "1,3,5,5,5|2,4|2,2,6");
    // Two adjacent strengths of one player are equivalent.
    let run = probe(&data, "tanhinmin", "4,5,9|7|6,8");
    assert_eq!((&run["reduced"], &run["leads"]["4"]), (&json!("1,1,5|3|2,4"), &run["leads"]["5"]));
    // A position within a trick, after a pass, and one in which the game is over.
    let trick = probe(&data, "tanhinmin", "1,10|4,6,8|5,7,9 on 3 passed 2");
    assert_eq!((&trick["player"], &trick["domain"]), (&json!(3), &json!("tanhinmin/3p-8")));
    let names: Vec<&String> = trick["plays"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["5", "7", "9", "pass"]);
    let solved =
        shuban(data.path(), &["solve", "tanhinmin", "1,10|4,6,8|5,7,9 on 3 passed 2", "--json"]);
    let solved = solved.with_code(0).json();
    assert_eq!((&solved["value"], &solved["plays"]), (&trick["value"], &trick["plays"]));
    let over = probe(&data, "tanhinmin", "#1|2,4|3,5 on 3");
    assert_eq!(
        (&over["domain"], &over["value"], &over["player"]),
        (&Json::Null, &json!([1]), &Json::Null)
    );
}

#[test]
fn the_smallest_database_that_holds_a_deal_answers() {
    let data = built("tanhinmin/3p-6");
    let deal = "1,6|2,4|3,5";
    assert_eq!(probe(&data, "tanhinmin", deal)["domain"], "tanhinmin/3p-6");
    shuban(data.path(), &["build", "tanhinmin/3p-6-distinct", "-q"]).with_code(0);
    let found = probe(&data, "tanhinmin", deal);
    assert_eq!(found["domain"], "tanhinmin/3p-6-distinct");
    // Positions with equal cards are only in the other database.
    assert_eq!(probe(&data, "tanhinmin", "1,6|2,4|3,4")["domain"], "tanhinmin/3p-6");
    let ties = shuban(data.path(), &["probe", "tanhinmin/3p-6-distinct", "1,6|2,4|3,4", "--json"]);
    let ties = ties.with_code(2);
    assert!(ties.err.contains("a second card of strength 4"), "{}", ties.err);
    // Variants of the rules have their own databases.
    let server = ["probe", "tanhinmin/3p/uecda", deal, "--no-search", "--json"];
    let server = shuban(data.path(), &server).with_code(3);
    assert_eq!(server.json()["error"].as_str().unwrap().matches("3p-6-distinct/uecda").count(), 2);
}

#[test]
fn bad_hands_are_refused_with_the_place_and_the_reason() {
    let data = built("tanhinmin/3p-5");
    for (target, position, kind, reason) in [
        (
            "tanhinmin",
            "",
            "bad-position",
            "the hands of 2 to 5 players, separated by `|`; there are 1",
        ),
        ("tanhinmin", "1|2|3|4|5|6", "bad-position", "there are 6"),
        ("tanhinmin", "1,3||2", "bad-position", "an empty hand"),
        ("tanhinmin", "|3|2", "bad-position", "an empty hand"),
        ("tanhinmin", "#2|3|2", "bad-position", "#1, #2, … once each"),
        (
            "tanhinmin/3p-distinct",
            "1,3|3|2",
            "bad-position",
            "a second card of strength 3; here all cards are different (at character 5",
        ),
        ("tanhinmin", "1,,3|2|4", "bad-position", "expected a strength, found `,`"),
        ("tanhinmin", "1,x|2|4", "bad-position", "found `x`"),
        ("tanhinmin", "1,100|2|4", "bad-position", "100 is not a strength from 1 to 99"),
        ("tanhinmin/3p", "1|2|3|4", "bad-position", "a hand too many"),
        ("tanhinmin/3p-5", "1,4|2|3", "position-elsewhere", "it is in tanhinmin/3p-4"),
        ("daihinmin-open", "1,1,1,1,1|2", "bad-position", "more than 4 cards of rank 1"),
    ] {
        let ran = shuban(data.path(), &["probe", target, position, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], kind, "{position}: {}", ran.err);
        assert!(ran.err.contains(reason), "{position}: {}", ran.err);
    }
    let twelve = "1,2,3,4,5|6,7,8,9|10,11,12,13,14,15,16";
    let many = shuban(data.path(), &["probe", "tanhinmin", twelve, "--no-search", "--json"]);
    let many = many.with_code(2);
    assert_eq!(many.json()["kind"], "position-elsewhere");
    assert!(many.err.contains("16 cards are in no database"), "{}", many.err);
    let hand = vec!["7"; 21].join(",");
    let full =
        shuban(data.path(), &["show", "tanhinmin", &format!("{hand}|1|2"), "--json"]).with_code(2);
    assert!(full.err.contains("more than 20 cards in a hand"), "{}", full.err);
    let rolled = ["probe", "tanhinmin", "1|2|3", "--roll", "3-1", "--json"];
    assert_eq!(shuban(data.path(), &rolled).with_code(2).json()["kind"], "bad-roll");
    for name in ["tanhinmin/3p-13", "tanhinmin/3p-2", "tanhinmin/4p-14-distinct"] {
        let ran = shuban(data.path(), &["build", name, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], "unknown-domain");
        assert!(ran.err.contains("its domains are tanhinmin/"), "{}", ran.err);
    }
    let unknown = shuban(data.path(), &["show", "tanhinmin/6p", "1|2", "--json"]).with_code(2);
    assert_eq!(unknown.json()["kind"], "unknown-game");
    // The name of a database, with or without a position, gives the game and the form of its
    // positions.
    for arguments in [&["show", "tanhinmin/3p-8"][..], &["show", "tanhinmin/3p-8", "1|2|3"]] {
        let database = shuban(data.path(), arguments).with_code(2);
        assert!(
            database.err.contains("the game `tanhinmin/3p`, such as `1,4,7,10|2,5,8|3,6,9`"),
            "{}",
            database.err
        );
    }
    let start = shuban(data.path(), &["show", "tanhinmin/3p", "--json"]).with_code(0).json();
    assert_eq!(start["position"], "1,4,7,10|2,5,8|3,6,9");
}

#[test]
fn positions_come_in_lines_too() {
    let data = built("tanhinmin/3p-5");
    let input = "1,4|2|3,5\n1,4|2\n1,4|0|3\n1|2,2|1,1\n";
    let ran =
        with_input(data.path(), &["probe", "tanhinmin", "-", "--json-lines", "--no-search"], input)
            .with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["position"], "1,4|2|3,5");
    assert_eq!((&lines[1]["line"], &lines[1]["kind"]), (&json!(2), &json!("not-built")));
    assert_eq!((&lines[2]["line"], &lines[2]["kind"]), (&json!(3), &json!("bad-position")));
    assert_eq!(lines[3]["value"], json!([1]));
}

#[test]
fn a_database_tells_its_counts_and_what_its_columns_take() {
    let data = built("tanhinmin/3p-8");
    let info = shuban(data.path(), &["info", "tanhinmin/3p-8", "--json"]).with_code(0).json();
    assert_eq!((&info["nontrivial"], &info["wins_nontrivial"]), (&json!(58_033), &json!(23_122)));
    let number = |name: &str| info[name].as_u64().unwrap();
    let rows: Vec<u64> = serde_json::from_value(info["lowest_lead"].clone()).unwrap();
    assert_eq!(rows.iter().sum::<u64>(), 23_122);
    let values = info["values"].as_object().unwrap();
    assert_eq!(values.len(), 7);
    assert_eq!(values.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), 58_033);
    assert_eq!(values["1"], 23_122);
    // With ties, empty hands are patterns as well, and an empty leader's counts as won.
    assert!(number("patterns") > number("deals") && number("deals") > number("nontrivial"));
    assert_eq!(number("wins") - number("deals_won"), 2_612);
    let columns = info["columns"].as_array().unwrap();
    assert_eq!((&columns[0]["name"], &columns[0]["bits"]), (&json!("wins"), &json!(1)));
    assert_eq!((&columns[1]["name"], &columns[1]["bits"]), (&json!("winners"), &json!(8)));
    for column in columns {
        let [stored, entropy] =
            ["stored_bits", "entropy"].map(|name| column[name].as_f64().unwrap());
        assert!(stored > 0.0 && entropy > 0.0 && entropy < 2.8, "{column}");
        assert_eq!(column["entries_measured"], info["positions"]);
    }
    let text = shuban(data.path(), &["info", "tanhinmin/3p-8"]).with_code(0).out;
    assert!(text.contains("  columns        wins: bits 1, stored bits 0."), "{text}");
    assert!(text.contains("1 23,122") && !text.contains(['{', '[', '"']), "{text}");
    assert!(!text.contains(", \n") && !text.ends_with(", "), "{text}");
    let distinct = tempfile::tempdir().unwrap();
    for (name, wins) in
        [("tanhinmin/4p-8-distinct", 6_647), ("tanhinmin/4p-8-distinct/print", 6_647)]
    {
        shuban(distinct.path(), &["build", name, "-q"]).with_code(0);
        let info = shuban(distinct.path(), &["info", name, "--json"]).with_code(0).json();
        assert_eq!((&info["patterns"], &info["nontrivial"]), (&info["deals"], &json!(26_376)));
        assert_eq!((&info["wins"], &info["wins_nontrivial"]), (&info["deals_won"], &json!(wins)));
    }
}

#[test]
fn databases_are_verified_listed_and_exported() {
    let data = built("tanhinmin/3p-6");
    let verify = |arguments: &[&str]| shuban(data.path(), arguments).with_code(0).json();
    let all = verify(&["verify", "tanhinmin/3p-6", "--all", "--json"]);
    assert_eq!(all["passed"], true);
    let sample = verify(&["verify", "tanhinmin/3p-6", "--sample", "50", "--json"]);
    assert_eq!(sample["positions"], 50);
    let list = shuban(data.path(), &["list"]).with_code(0).out;
    for part in [
        "  tanhinmin/3p-6 ",
        "tanhinmin/3p-N/print, tanhinmin/3p-N/uecda",
        "daihinmin-open/3p-N",
        "\n  tanhinmin ",
    ] {
        assert!(list.contains(part), "no `{part}` in {list}");
    }
    assert!(!list.contains("  tanhinmin/3p-6/print"), "{list}");
    let to = data.path().join("leads.csv");
    shuban(data.path(), &["export", "tanhinmin/3p-4", "--to", to.to_str().unwrap(), "-q"])
        .with_code(0);
    let text = std::fs::read_to_string(&to).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("part,rank,position,wins,winners"));
    for line in lines {
        let (before, cells) = line.rsplit_once("\",").unwrap_or((line, ""));
        let position =
            before.split('"').find(|cell| cell.contains('|') && cell.contains(" on ")).unwrap();
        let found = probe(&data, "tanhinmin/3p-4", position);
        let value: String =
            found["value"].as_array().unwrap().iter().map(Json::to_string).collect();
        assert!(line.contains(&value), "{line}: {cells}");
    }
}

#[test]
fn hands_are_shown_and_drawn_as_cards() {
    let data = tempfile::tempdir().unwrap();
    let shown = shuban(data.path(), &["show", "tanhinmin", EXAMPLE, "--json"]).with_code(0).json();
    let moves: Vec<&Json> =
        shown["moves"].as_array().unwrap().iter().map(|play| &play["move"]).collect();
    assert_eq!((&shown["game"], json!(moves)), (&json!("tanhinmin/4p"), json!(["1", "3", "10"])));
    let over =
        shuban(data.path(), &["show", "tanhinmin", "#1|2 on 1", "--json"]).with_code(0).json();
    assert_eq!((&over["outcome"], &over["moves"]), (&json!("lost"), &json!([])));
    for (game, position, cards) in
        [("tanhinmin", EXAMPLE, 10), ("daihinmin-open", "1,3*|2,4|3*,4 on 1x2", 6)]
    {
        let to = data.path().join("hands.svg");
        let drawn = ["draw", game, position, "--to", to.to_str().unwrap(), "--json"];
        assert_eq!(shuban(data.path(), &drawn).with_code(0).json()["position"], position);
        let svg = std::fs::read_to_string(&to).unwrap();
        assert_eq!(svg.matches("class=\"card\"").count(), cards);
    }
}

#[test]
#[cfg(feature = "png")]
fn hands_are_drawn_as_pixels() {
    let data = tempfile::tempdir().unwrap();
    let png = data.path().join("hands.png");
    shuban(data.path(), &["draw", "tanhinmin", EXAMPLE, "--to", png.to_str().unwrap(), "-q"])
        .with_code(0);
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn rules_are_held_against_plain_ones_and_moves_counted() {
    let data = tempfile::tempdir().unwrap();
    for game in [
        "tanhinmin",
        "tanhinmin/3p/uecda",
        "tanhinmin/4p-distinct",
        "daihinmin-open",
        "daihinmin-open/2p/uecda",
    ] {
        let check = ["check", game, "--pairs", "4000", "--json"];
        let checked = shuban(data.path(), &check).with_code(0).json();
        assert!(checked["plays"].as_u64().unwrap() > 4_000, "{game}");
    }
    let perft = ["perft", "tanhinmin/3p", "--plies", "2", "--json"];
    let counts = shuban(data.path(), &perft).with_code(0).json();
    // 1,4,7,10 against 2,5,8 and a pass: 3, 2, 1 and 0 cards are stronger.
    assert_eq!(counts["position"], "1,4,7,10|2,5,8|3,6,9");
    let sequences: Vec<&Json> =
        counts["plies"].as_array().unwrap().iter().map(|ply| &ply["sequences"]).collect();
    assert_eq!(sequences, [&json!(4), &json!(10)]);
}

#[test]
fn what_no_database_holds_is_solved_by_search() {
    let data = tempfile::tempdir().unwrap();
    let solve = |game: &str, position: &str| {
        shuban(data.path(), &["solve", game, position, "--json"]).with_code(0).json()
    };
    let solved = solve("tanhinmin", EXAMPLE);
    assert_eq!(solved["plays"], json!({"1": [2], "3": [1], "10": [2, 4]}));
    assert_eq!((&solved["value"], &solved["wins"]), (&json!([1]), &json!(true)));
    assert_eq!(solved["max_n"], json!([1, 0, 0, 0]));
    // Some tie may make player 1 take a chance later that it need not take.
    assert_eq!(solved["soft_max_n"], json!([[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0]]));
    assert!(solved["nodes"].as_u64().unwrap() > 10);
    // With points for second places the order of going out is backed up.
    let places = solve("tanhinmin/3p/2,1,0", "1|2,2|3,3");
    assert_eq!(places["soft_max_n"], json!([[2, 0, 1]]));
    let sets = solve("daihinmin-open", "1,1,3*|2,4|3*,4");
    assert!(!sets["value"].as_array().unwrap().is_empty());
    let text = shuban(data.path(), &["solve", "tanhinmin", EXAMPLE]).with_code(0).out;
    assert!(text.contains("max n       (1,0,0,0)") && text.contains("by search"), "{text}");
    for (arguments, kind, reason) in [
        (&["solve", "tanhinmin/3p/print", "1|2|3"][..], "no-solver", "not solved by search"),
        (
            &["solve", "tanhinmin", "1|2|3", "--to-move", "black"],
            "bad-position",
            "whose turn it is follows from the position",
        ),
        (&["solve", "tanhinmin", "1||3"], "bad-position", "an empty hand"),
    ] {
        let ran = shuban(data.path(), &[arguments, &["--json"]].concat()).with_code(2);
        assert_eq!(ran.json()["kind"], kind);
        assert!(ran.err.contains(reason), "{}", ran.err);
    }
    let large = "1,9,12,17,20|2,8,13,18|3,7,14,16,21|4,6,11,15,19";
    let ran = shuban(data.path(), &["solve", "tanhinmin", large, "--memory", "1M", "--json"])
        .with_code(3);
    assert_eq!(ran.json()["kind"], "memory");
}

#[test]
fn sets_are_built_probed_and_compared_with_single_cards() {
    let data = built("daihinmin-open/3p-6");
    let found = probe(&data, "daihinmin-open", "1,1,3*|2,4|3*");
    assert_eq!((&found["domain"], &found["value"]), (&json!("daihinmin-open/3p-6"), &json!([1])));
    let names: Vec<&String> = found["leads"].as_object().unwrap().keys().collect();
    assert_eq!(names, ["1", "1x2", "3*"]);
    let solved = shuban(data.path(), &["solve", "daihinmin-open", "1,1,3*|2,4|3*", "--json"]);
    assert_eq!(solved.with_code(0).json()["plays"], found["leads"]);
    let info = shuban(data.path(), &["info", "daihinmin-open/3p-6", "--json"]).with_code(0).json();
    let shapes = info["single_cards"].as_array().unwrap();
    let single = shapes.iter().find(|row| row["shape"] == "single cards").unwrap();
    assert_eq!(
        (&single["same_value"], &single["winning_leads_right"]),
        (&single["deals"], &single["wins"])
    );
    let all = shapes.iter().find(|row| row["shape"] == "all").unwrap();
    assert_eq!(all["deals"], info["nontrivial"]);
    assert!(all["same_value"].as_u64() < all["deals"].as_u64());
}
