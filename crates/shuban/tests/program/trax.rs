//! TRAX on the command line: positions, counts, pictures.

use crate::common::{shuban, with_input};
use serde_json::{Value as Json, json};

fn show(game: &str, moves: &str) -> Json {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["show", game, moves, "--json"]).with_code(0).json()
}

/// Games that end in each of the possible ways.
const ENDINGS: [(&str, &str, usize, &str, &str); 7] = [
    ("trax/8", r"@0/ A0\ @1/", 4, "white", "loop"),
    ("trax/4", r"@0/ A2\ B2/", 4, "red", "loop"),
    ("trax/4", "@0+ A0+ A0+ A0+", 4, "white", "line"),
    ("trax/4", "@0/ A0+ B1+ C1+ @1+", 6, "red", "line"),
    ("trax/4", r"@0/ @1/ @1/ @1/ D2\ B0+ C4+", 16, "draw", "full"),
    (
        "trax/8",
        concat!(
            r"@0/ @1\ B2+ C2\ B0+ D2+ E3/ E1+ E0/ D5/ E0/ C7+ D7\ C8+ A6+ F3/ G4+ G5+ B8+ B2+ G6/ ",
            r"G7+ H3/ B1/ A1\ H4+ A2+ F2+ G8+ G1+ H2+ E8+ H5+ H6\ H8/ H1/",
        ),
        58,
        "red",
        "stuck",
    ),
    (
        "trax/8",
        concat!(
            r"@0/ A2/ @1\ B0/ B4/ A1\ @2/ D3\ E3+ C5\ A0+ F4+ C1/ C7\ @1\ A4+ B6/ @4/ F0/ H6+ H7/ ",
            r"C8/ B8/ A1/ H3/ H8/ G1/ D1+ H1/",
        ),
        58,
        "white",
        "stuck",
    ),
];

#[test]
fn a_position_is_shown_with_its_moves_and_how_it_has_ended() {
    let shown = show("trax/8", "@0/ A0b");
    let expected = json!(["@0/ A0\\", "white", 2, 16, "none", null]);
    assert_eq!(
        json!(
            ["position", "to_move", "tiles", "legal", "outcome", "reason"].map(|key| &shown[key])
        ),
        expected
    );
    assert_eq!(shown["moves"].as_array().unwrap().len(), 16);
    let first = [("@0/", "@0/"), ("@0+", "@0+")]
        .map(|(name, after)| json!({ "move": name, "after": after }));
    assert_eq!(show("trax/8", "start")["moves"], json!(first));
    for (game, moves, tiles, outcome, reason) in ENDINGS {
        let shown = show(game, moves);
        let found = json!(["tiles", "legal", "outcome", "reason"].map(|key| &shown[key]));
        assert_eq!(found, json!([tiles, 0, outcome, reason]), "{game} {moves}");
    }
    // Without victory lines the same game goes on.
    assert_eq!(show("trax/4-loops", "@0+ A0+ A0+ A0+")["outcome"], "none");
    let data = tempfile::tempdir().unwrap();
    let text = shuban(data.path(), &["show", "trax/8", "@0/ A0b @1s"]).with_code(0).out;
    assert!(text.contains("white has won (loop)") && text.contains("   * "), "{text}");
}

#[test]
fn a_stream_of_games_is_answered_line_by_line() {
    let games: String = ENDINGS
        .iter()
        .filter(|game| game.0 == "trax/8")
        .map(|game| format!("{}\n", game.1))
        .collect();
    let input = format!("{games}@0/ B9+\n\n{games}");
    let data = tempfile::tempdir().unwrap();
    let ran = with_input(data.path(), &["show", "trax/8", "-", "--json-lines"], input).with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let reasons: Vec<&Json> = lines.iter().map(|line| &line["reason"]).collect();
    let three = [json!("loop"), json!("stuck"), json!("stuck")];
    let expected: Vec<&Json> =
        three.iter().chain(&[Json::Null, Json::Null]).chain(&three).collect();
    assert_eq!(reasons, expected);
    assert_eq!((&lines[3]["line"], &lines[3]["kind"]), (&json!(4), &json!("bad-position")));
    assert_eq!(lines[4]["position"], "start");
}

#[test]
fn illegal_moves_name_the_rule_they_break() {
    let data = tempfile::tempdir().unwrap();
    for (moves, reason) in [
        ("@0b", "the first move is `@0/` or `@0+`"),
        ("@0/ A1+", "there is a tile already (at character 5"),
        ("@0/ C1+", "beside one that is there"),
        ("@0/ A2/ A3/ A4/", "more than 3 rows or columns"),
        ("@0/ A0b @1/ B1+", "the game is over (white wins, loop) (at character 13"),
        ("@0/ B", "no row after its column"),
        ("white:NW..NW", "do not hang together"),
    ] {
        let ran = shuban(data.path(), &["show", "trax/3", moves, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], "bad-position");
        assert!(ran.err.contains(reason), "{moves}: {}", ran.err);
    }
    let ran = shuban(data.path(), &["show", "trax/9", "start"]).with_code(2);
    assert!(ran.err.contains("there is no game `trax/9`"), "{}", ran.err);
}

#[test]
fn positions_are_counted_ply_by_ply() {
    let data = tempfile::tempdir().unwrap();
    let perft = |game: &str, plies: &str, flags: &[&str]| {
        let arguments: Vec<&str> =
            ["perft", game, "--plies", plies, "--json"].iter().chain(flags).copied().collect();
        shuban(data.path(), &arguments).with_code(0).json()["plies"].clone()
    };
    let ply = |plies: &Json, ply: usize| {
        let keys = ["ply", "positions", "white", "red", "both", "full", "stuck"];
        keys.map(|key| plies[ply - 1][key].as_u64().unwrap())
    };
    let distinct = perft("trax/3", "20", &["--distinct"]);
    assert_eq!(distinct.as_array().unwrap().len(), 9, "no game is longer");
    assert_eq!(ply(&distinct, 5), [5, 1_337, 106, 106, 21, 12, 0]);
    assert_eq!(ply(&distinct, 9), [9, 232, 46, 46, 24, 116, 0]);
    let sequences = perft("trax/8", "5", &[]);
    let positions: Vec<u64> = (1..=5).map(|number| ply(&sequences, number)[1]).collect();
    assert_eq!(positions, [2, 24, 432, 9_568, 246_888]);
    let tight = ["perft", "trax/6", "--plies", "9", "--memory", "100K", "--json"];
    assert_eq!(shuban(data.path(), &tight).with_code(3).json()["kind"], "memory");
}

#[test]
fn trax_without_a_board_is_shown_counted_and_drawn() {
    let data = tempfile::tempdir().unwrap();
    let row = format!("@0+{}", " @1+".repeat(6));
    let shown = show("trax", &row);
    assert_eq!(
        json!(["tiles", "outcome", "to_move"].map(|key| &shown[key])),
        json!([7, "none", "red"])
    );
    let line = show("trax", &format!("@0+{}", " A0+".repeat(7)));
    assert_eq!(
        json!(["legal", "outcome", "reason"].map(|key| &line[key])),
        json!([0, "white", "line"])
    );
    let counts =
        shuban(data.path(), &["perft", "trax", "--plies", "4", "--json"]).with_code(0).json();
    let positions: Vec<&Json> = (0..4).map(|ply| &counts["plies"][ply]["positions"]).collect();
    assert_eq!(json!(positions), json!([2, 24, 432, 9_568]));
    let to = data.path().join("row.svg");
    shuban(data.path(), &["draw", "trax", &row, "--to", to.to_str().unwrap()]).with_code(0);
    let svg = std::fs::read_to_string(&to).unwrap();
    // The supply below the board has six more.
    assert_eq!(
        (svg.matches("class=\"tile\"").count(), svg.matches("class=\"put\"").count()),
        (7 + 6, 1)
    );
    let refused = shuban(data.path(), &["show", "trax", "@0+ C5+", "--json"]).with_code(2);
    assert!(refused.err.contains("a tile must be put beside one"), "{}", refused.err);
    assert_eq!(
        shuban(data.path(), &["solve", "trax", "--json"]).with_code(2).json()["kind"],
        "no-solver"
    );
}

#[test]
fn a_picture_marks_the_last_turn() {
    let data = tempfile::tempdir().unwrap();
    let to = data.path().join("board.svg");
    let drawn = ["draw", "trax/8", "@0/ A0b @1/", "--to", to.to_str().unwrap(), "--json"];
    shuban(data.path(), &drawn).with_code(0);
    let svg = std::fs::read_to_string(&to).unwrap();
    assert_eq!(
        (svg.matches("class=\"put\"").count(), svg.matches("class=\"forced\"").count()),
        (1, 1)
    );
}

#[test]
fn fast_rules_and_plain_ones_are_compared() {
    let data = tempfile::tempdir().unwrap();
    let checked =
        shuban(data.path(), &["check", "trax/5", "--pairs", "300", "--json"]).with_code(0).json();
    assert!(checked["plays"].as_u64().unwrap() > 3_000, "{checked}");
}
