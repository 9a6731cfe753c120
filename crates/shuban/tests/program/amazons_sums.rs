//! Sums of regions of Amazons on the command line.

use crate::common::{answer_members, members, shuban, with_input};
use serde_json::Value as Json;

/// A counterexample to the published rule: (-4|-6) + (6|null) + (-3|-3) + (4|-4).
const COUNTEREXAMPLE: &str = "B###/.###/#W##/##../#.##/.###/#.## + .#.##/#.###/##.##/#.#BW/##.## + \
                              .####/#.###/.#.##/###W#/##.#./###B# + .###/#B#./#.../#W##/##.#";

/// An endgame on 10 by 10.
const BOARD: &str = "..#X###.#./.O##..#.#./####..####/#..#.O#..O/X..####.#./##########/\
                     .#X..#O..#/..##.####./..#..#X.#./#########.";

fn solve(data: &tempfile::TempDir, arguments: &[&str]) -> Json {
    let all: Vec<&str> =
        ["solve", "amazons"].into_iter().chain(arguments.iter().copied()).collect();
    shuban(data.path(), &[&all[..], &["--json"]].concat()).with_code(0).json()
}

fn nothing() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn pairs(solved: &Json) -> Vec<(Option<i64>, Option<i64>)> {
    let regions = solved["regions"].as_array().unwrap();
    regions.iter().map(|region| (region["a"].as_i64(), region["b"].as_i64())).collect()
}

#[test]
fn a_sum_is_solved_with_nothing_built() {
    let data = nothing();
    let solved = solve(&data, &["X../.#O + ..O/X.."]);
    let own = "score winner moves to_move regions lower upper printed_lower printed_upper worth \
               guarantee_black guarantee_white best urgent how how_score best_for";
    assert_eq!(members(&solved), answer_members(own));
    let region = &solved["regions"][0];
    assert_eq!(
        (&region["text"], &region["a"], &region["b"], &region["source"]),
        (&"X../.#O".into(), &3.into(), &(-3).into(), &"search".into())
    );
    // Temperatures 2 and 1: the first is the hotter region.
    assert_eq!((&region["canonical"], &region["mean"]), (&"{2|-2}".into(), &0.0.into()));
    assert_eq!(
        (&solved["urgent"]["region"], &solved["urgent"]["temperature"]),
        (&1.into(), &2.0.into())
    );
    // Territories are never urgent, however large: neither do they hide which region is.
    for (sum, region, text) in [
        ("X......... + X../.#O", 2.into(), "region 2, for either side: a move there is worth 2"),
        ("X.O", Json::Null, "no region is hot: at stake is who makes the last move"),
    ] {
        assert_eq!(solve(&data, &[sum])["urgent"]["region"], region, "{sum}");
        let told = shuban(data.path(), &["solve", "amazons", sum]).with_code(0).out;
        assert!(told.contains(text), "{told}");
    }
    assert_eq!((&solved["to_move"], &solved["winner"]), (&"black".into(), &"black".into()));
    assert!(std::fs::read_dir(data.path()).unwrap().next().is_none(), "nothing was written");
    // The colours exchanged, and the other side to move: the same game from the other side.
    let exchanged = solve(&data, &["O../.#X + ..X/O..", "--to-move", "white"]);
    assert_eq!((&exchanged["to_move"], &exchanged["winner"]), (&"white".into(), &"white".into()));
    assert_eq!(exchanged["score"].as_i64(), solved["score"].as_i64().map(|score| -score));
    assert_eq!(exchanged["best"], solved["best"]);
    // The side to move is the one named last.
    let named = solve(&data, &["O../.#X + ..X/O.. white"]);
    assert_eq!(named, exchanged);
    let black = solve(&data, &["X../.#O + ..O/X.. white", "--to-move", "black"]);
    assert_eq!(black, solved);
}

#[test]
fn the_published_rule_is_wrong_about_a_sum_and_the_answer_is_not() {
    let solved = solve(&nothing(), &[COUNTEREXAMPLE]);
    assert_eq!(
        pairs(&solved),
        [(Some(-4), Some(-6)), (Some(6), None), (Some(-3), Some(-3)), (Some(4), Some(-4))]
    );
    assert_eq!((&solved["printed_lower"], &solved["lower"]), (&1.into(), &Json::Null));
    assert_eq!((&solved["score"], &solved["winner"]), (&(-1).into(), &"white".into()));
    assert_eq!((&solved["how_score"], &solved["best_for"]), (&"search".into(), &"score".into()));
    let text = shuban(nothing().path(), &["solve", "amazons", COUNTEREXAMPLE]).with_code(0).out;
    for part in [
        "(-4|-6)",
        "printed lower  +1 by the published rule, which is not always true",
        "white makes the last move",
    ] {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
    assert!(text.lines().all(|line| !line.starts_with("lower")), "no bound is claimed: {text}");
}

#[test]
fn values_alone_tell_some_scores() {
    let solved = solve(&nothing(), &["X. + X. + ..O"]);
    assert_eq!(
        (&solved["lower"], &solved["upper"], &solved["score"]),
        (&0.into(), &0.into(), &0.into())
    );
    assert_eq!((&solved["winner"], &solved["how"]), (&"white".into(), &"bounds".into()));
    assert_eq!((&solved["how_score"], &solved["best_for"]), (&"bounds".into(), &"score".into()));
    assert_eq!(solved["best"], serde_json::json!(["1:a1-b1/a1", "2:a1-b1/a1"]));
    let over = solve(&nothing(), &["XO + #. + ##"]);
    assert_eq!(
        (&over["score"], &over["winner"], &over["best"]),
        (&0.into(), &"white".into(), &Json::Array(vec![]))
    );
}

#[test]
fn what_guarantees_a_bound_is_told() {
    let sum = "X../.#O + X.. + .O/..";
    let solved = solve(&nothing(), &[sum]);
    assert_eq!(pairs(&solved), [(Some(3), Some(-3)), (Some(2), None), (None, Some(-3))]);
    assert_eq!(solved["lower"], Json::Null);
    assert_eq!(solved["guarantee_black"], Json::Null);

    // Black begins where it is worth most; moving second, White only answers.
    let solved = solve(&nothing(), &["X../.#O + X.."]);
    let expected = serde_json::json!({"bound": 5, "region": 1, "begin": ["1:a2-b2/c2"]});
    assert_eq!((&solved["lower"], &solved["guarantee_black"]), (&5.into(), &expected));
    let text = shuban(nothing().path(), &["solve", "amazons", "X../.#O + X.."]).with_code(0).out;
    let line = "guarantee black  +5 or more: begin in region 1 with 1:a2-b2/c2, then answer where \
                White has moved";
    assert!(text.contains(line), "{text}");
    let white = solve(&nothing(), &["X../.#O + ..O"]);
    let waits = serde_json::json!({"bound": 1, "region": null, "begin": []});
    assert_eq!((&white["upper"], &white["guarantee_white"]), (&1.into(), &waits));
    let text = shuban(nothing().path(), &["solve", "amazons", "X../.#O + ..O"]).with_code(0).out;
    assert!(text.contains("guarantee white  +1 or less: answer where Black has moved"), "{text}");

    // With only spare moves, one of them is made.
    let alone = solve(&nothing(), &["X.. white", "--to-move", "black"]);
    assert_eq!(alone["guarantee_black"]["region"], 1);
    assert_eq!(alone["guarantee_black"]["begin"][0], "a1-b1/a1");
}

#[test]
fn a_whole_board_is_divided_by_itself() {
    let data = nothing();
    let solved = solve(&data, &[BOARD]);
    let regions = solved["regions"].as_array().unwrap();
    assert!(regions.len() > 5 && regions.iter().all(|region| region.get("board").is_none()));
    // The same regions as separate boards: the same, except for the names of squares.
    let texts: Vec<&str> = regions.iter().map(|region| region["text"].as_str().unwrap()).collect();
    let apart = solve(&data, &[&texts.join(" + ")]);
    for key in ["lower", "upper", "winner", "score", "how", "how_score"] {
        assert_eq!(apart[key], solved[key], "{key}");
    }
    let best = |solved: &Json| solved["best"].as_array().unwrap().len();
    assert!(best(&solved) > 0 && best(&apart) == best(&solved));
    assert_eq!(apart["regions"][1]["board"], 2);
}

#[test]
fn canonical_values_decide_where_they_are_built() {
    let data = nothing();
    shuban(data.path(), &["build", "amazons/4/canonical", "-q"]).with_code(0);
    // Three stars, and a switch of temperature 1 with a star: the first player wins both.
    for (sum, winner, how) in [
        ("X.O + X.O + X.O", "black", "canonical values"),
        ("X.O + X.O", "white", "canonical values"),
        ("X..O + X.O", "black", "thermographs"),
    ] {
        let solved = solve(&data, &[sum]);
        assert_eq!(solved["winner"], winner, "{sum}: {solved}");
        assert!(solved["regions"][0]["canonical"].is_string());
        if solved["how"] != "bounds" {
            assert_eq!(solved["how"], how, "{sum}: {solved}");
        }
        // With fewer databases the result is the same.
        let without = solve(&nothing(), &[sum]);
        for key in ["lower", "upper", "winner", "score", "best"] {
            assert_eq!(without[key], solved[key], "{sum}: {key}");
        }
        // A canonical value that is searched is the one that is stored.
        for (searched, stored) in
            without["regions"].as_array().unwrap().iter().zip(solved["regions"].as_array().unwrap())
        {
            for key in ["canonical", "mean", "temperature", "thermograph"] {
                assert_eq!(searched[key], stored[key], "{sum}: {key}");
            }
        }
        assert_eq!(
            solved["regions"][0]["source"],
            format!("amazons/{}", solved["regions"][0]["squares"])
        );
    }
}

#[test]
fn values_that_are_stored_tell_more_with_every_order_of_the_first_turns() {
    let data = nothing();
    shuban(data.path(), &["build", "amazons/5", "-q"]).with_code(0);
    let sum = "###X/##.#/#O##/#O##/.### + ###X/##O#/#.##/X###";
    let (solved, without) = (solve(&data, &[sum]), solve(&nothing(), &[sum]));
    assert_eq!(
        (&solved["how"], &solved["how_score"]),
        (&"first turns".into(), &"first turns".into())
    );
    assert_eq!((&without["how"], &without["how_score"]), (&"search".into(), &"search".into()));
    for key in ["lower", "upper", "winner", "score", "best", "best_for"] {
        assert_eq!(without[key], solved[key], "{key}");
    }
}

#[test]
fn of_regions_that_are_not_regular_no_bounds_are_claimed() {
    // (4|null) + (null|-4): the printed rule gives 0, the score is -1.
    let solved = solve(&nothing(), &[".#./#X#/O#./X##/#../.## + O/./././."]);
    assert_eq!(pairs(&solved), [(Some(4), None), (None, Some(-4))]);
    assert_eq!((&solved["lower"], &solved["upper"]), (&Json::Null, &Json::Null));
    assert_eq!((&solved["printed_lower"], &solved["printed_upper"]), (&0.into(), &0.into()));
    assert_eq!(
        (&solved["score"], &solved["winner"], &solved["how"]),
        (&(-1).into(), &"white".into(), &"search".into())
    );
}

#[test]
fn what_takes_too_much_is_left_unknown_and_bounded() {
    let data = nothing();
    let large = "X..../...../....O/.....";
    let asked = ["solve", "amazons", large, "--memory", "64K"];
    let solved = shuban(data.path(), &[&asked[..], &["--json"]].concat()).with_code(1).json();
    assert_eq!(
        (&solved["score"], &solved["regions"][0]["source"]),
        (&Json::Null, &"unknown".into())
    );
    assert_eq!((&solved["lower"], &solved["upper"]), (&Json::Null, &Json::Null));
    let bounds: Vec<i64> = solved["score_bounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bound| bound.as_i64().unwrap())
        .collect();
    assert!(-18 <= bounds[0] && bounds[0] < bounds[1] && bounds[1] <= 18, "{bounds:?}");
    let text = shuban(data.path(), &asked).with_code(1).out;
    assert!(text.contains("`solve` with higher limits of memory (--memory)"), "{text}");
}

#[test]
fn what_is_given_up_is_bounded_by_all_that_is_known() {
    let data = nothing();
    // With few nodes, the search finds nothing of the score. (The winner is by canonical values.)
    let sum = "X..../....O + X..O";
    let solved = solve(&data, &[sum, "--nodes", "300"]);
    let exact = solve(&data, &[sum])["score"].as_i64().unwrap();
    assert_eq!((&solved["score"], &solved["winner"]), (&Json::Null, &"black".into()));
    let bound = |number: usize| solved["score_bounds"][number].as_i64().unwrap();
    assert!(
        (1..=exact).contains(&bound(0)) && (exact..11).contains(&bound(1)),
        "{exact}: {solved}"
    );
    let text = shuban(data.path(), &["solve", "amazons", sum, "--nodes", "300"]).with_code(0).out;
    assert!(text.contains("--nodes"), "{text}");
    let asked = ["solve", "amazons", sum, "--tail", "6", "--json"];
    let refused = shuban(data.path(), &asked).with_code(2).json();
    assert_eq!(refused["kind"], "bad-position", "proof search is asked about one board");
}

#[test]
fn a_sum_is_sent_to_solve_by_what_takes_single_positions() {
    let data = nothing();
    let sum = "X.O + X.O";
    for command in [
        &["show", "amazons", sum][..],
        &["probe", "amazons", sum],
        &["draw", "amazons", sum, "--to", "sum.svg"],
    ] {
        let ran = shuban(data.path(), command).with_code(2);
        assert!(ran.err.contains("`solve amazons` takes sums"), "{command:?}: {}", ran.err);
    }
}

#[test]
fn sums_come_in_lines_too() {
    let data = nothing();
    let input = "X.O + X.O\nX.O +\nX.. white\n";
    let ran =
        with_input(data.path(), &["solve", "amazons", "-", "--json-lines"], input).with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["winner"], &lines[1]["line"]), (&"white".into(), &2.into()));
    assert_eq!((&lines[2]["score"], &lines[2]["winner"]), (&2.into(), &"black".into()));
    for line in ["X.O + X.O", "X.. white"] {
        let alone = solve(&data, &[line]);
        assert!(lines.contains(&alone), "{line}");
    }
}

#[test]
fn bad_sums_are_refused_with_the_place_and_what_is_possible() {
    let data = nothing();
    for (sum, kind, reason) in [
        (
            "X.O + X../.#",
            "bad-position",
            "row 2 from the top has 2 squares, the first has 3 (at character 13",
        ),
        ("X.O + Xa", "bad-position", "`a` is no square"),
        ("X.O +", "bad-position", "joins the rows, as in `X../.#O white` (at character 6"),
        ("X.O + + X.O", "bad-position", "a row has no squares: `.` is empty"),
        ("X.O white + X.O", "bad-position", "who is to move is said once, after the last board"),
        ("X.O + XXX/XX.", "bad-position", "black has more than 4 amazons"),
        ("X.O + X..........", "bad-position", "at most 10 rows of 10 squares"),
        (
            "X......../........./........./........O",
            "too-much",
            "a region of 36 squares is too large",
        ),
    ] {
        let ran = shuban(data.path(), &["solve", "amazons", sum, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], kind, "{sum}");
        assert!(ran.err.contains(reason), "{sum}: {}", ran.err);
    }
    let large =
        shuban(data.path(), &["solve", "amazons", "X......../........./........./........O"]);
    let alone = ["solve", "amazons", "X........./........../........../.........."];
    let text = shuban(data.path(), &alone).with_code(0).out;
    assert!(text.contains("       40  black alone: 39\n"), "{text}");
    let large = large.with_code(2).err;
    assert!(large.contains("up to 32 squares") && large.contains("--question win"), "{large}");
    let side = shuban(data.path(), &["solve", "amazons", "X.O", "--to-move", "red"]).with_code(2);
    assert!(side.err.contains("black, white"), "{}", side.err);
    let other =
        shuban(data.path(), &["solve", "bearoff/half-gammon", "1,1", "--json"]).with_code(2);
    assert_eq!(other.json()["kind"], "no-solver");
}

#[test]
fn bounds_of_random_sums_are_checked_by_a_command() {
    let data = nothing();
    let check = ["check", "amazons", "--sums", "3000", "--squares", "4", "--json"];
    let checked = shuban(data.path(), &check).with_code(0).json();
    assert_eq!((&checked["passed"], &checked["sums"]), (&true.into(), &3_000.into()));
    assert!(
        checked["lower"].as_u64().unwrap() > 1_000 && checked["winners"].as_u64().unwrap() > 1_000
    );
    let one_thread =
        shuban(data.path(), &[&check[..], &["--threads", "1"]].concat()).with_code(0).json();
    assert_eq!(one_thread, checked);
    let none =
        shuban(data.path(), &["check", "half-gammon", "--sums", "10", "--json"]).with_code(2);
    assert_eq!(none.json()["kind"], "no-sums");
}
