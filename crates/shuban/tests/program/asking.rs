//! One answer for all games: the same members, in the same order, from every source.

use crate::common::{shuban, with_input};
use serde_json::{Value as Json, json};

/// First members of every answer.
const LEADING: [&str; 7] = ["game", "domain", "position", "seat", "over", "outcome", "source"];

fn names(object: &Json) -> Vec<&str> {
    object
        .as_object()
        .unwrap_or_else(|| panic!("no object: {object}"))
        .keys()
        .map(String::as_str)
        .collect()
}

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().unwrap_or_else(|| panic!("no array: {value}"))
}

/// Checks the common members of all answers; returns the names of the members between the leading
/// ones and the moves.
fn fields(answer: &Json) -> Vec<&str> {
    let all = names(answer);
    assert_eq!(all[..LEADING.len()], LEADING, "{answer}");
    let rest = &all[LEADING.len()..];
    let place = rest.iter().position(|name| ["moves", "rolls"].contains(name));
    let place = place.unwrap_or_else(|| panic!("neither moves nor rolls: {answer}"));
    if !answer["over"].is_null() {
        assert_eq!(names(&answer["over"]), ["winner", "payoffs", "reason"]);
        assert!(answer["outcome"].is_string());
        assert!(list(&answer[rest[place]]).is_empty());
    }
    let fields = rest[..place].to_vec();
    let check = |object: &Json, first: &[&str]| {
        assert_eq!(names(object)[..first.len()], *first, "{object}");
        for field in &fields {
            assert!(object.get(field).is_some(), "no `{field}` in {object}");
        }
    };
    match rest[place] {
        "moves" => list(&answer["moves"]).iter().for_each(|play| check(play, &["move", "after"])),
        _ => {
            for roll in list(&answer["rolls"]) {
                check(roll, &["dice", "probability", "best", "after"]);
                let plays = roll.get("moves").map(list).into_iter().flatten();
                plays.for_each(|play| check(play, &["move", "after"]));
            }
        }
    }
    fields
}

#[test]
fn every_game_is_shown_in_the_same_shape() {
    let data = tempfile::tempdir().unwrap();
    let all = shuban(data.path(), &["list", "--json"]).with_code(0).json();
    let games: Vec<&str> =
        list(&all["games"]).iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert!(games.len() > 30, "{games:?}");
    for game in games {
        let shown = shuban(data.path(), &["show", game, "--json"]).with_code(0).json();
        assert!(fields(&shown).is_empty(), "values by the rules alone: {shown}");
        assert!(shown["over"].is_null() && shown["domain"].is_null() && shown["source"].is_null());
        // White begins in Amazons, and has the second seat.
        assert_eq!(shown["seat"], usize::from(game == "amazons"), "{game}");
        let members = shown["game"].as_str().unwrap();
        assert!(members == game || members.starts_with(&format!("{game}/")), "{game}: {members}");
        let has_dice = shown.get("rolls").is_some();
        let plays = if has_dice { &shown["rolls"][0]["moves"] } else { &shown["moves"] };
        assert!(!list(plays).is_empty(), "{game}");
        if has_dice {
            let rolls = list(&shown["rolls"]).iter();
            let sum: f64 = rolls.map(|roll| roll["probability"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{game}: {sum}");
        }
    }
}

#[test]
fn every_database_and_every_search_answers_in_the_same_shape() {
    let data = tempfile::tempdir().unwrap();
    for (domain, game, position, expected) in [
        ("half-gammon/contact-1-1", "half-gammon", "12|12", &["value", "lower", "upper"][..]),
        ("half-gammon/bearoff2", "half-gammon", "1,2|1,2", &["value", "lower", "upper"]),
        (
            "half-gammon/bearoff",
            "bearoff/half-gammon",
            "1,2",
            &["expected_rolls", "lower", "upper", "distribution"],
        ),
        ("amazons/3", "amazons", "X.O", &["a", "b"]),
        ("tanhinmin/3p-5", "tanhinmin", "1,4|2|3,5", &["value", "wins"]),
        ("daihinmin-open/2p-4", "daihinmin-open", "1,1|2,3*", &["value", "wins"]),
        ("trax/2", "trax/2", "@0/", &["value"]),
    ] {
        shuban(data.path(), &["build", domain, "-q"]).with_code(0);
        let found = shuban(data.path(), &["probe", game, position, "--json"]).with_code(0).json();
        assert_eq!((&found["domain"], &found["source"]), (&domain.into(), &domain.into()));
        assert_eq!(fields(&found), expected, "{domain}");
    }
    for (game, position, expected) in [
        ("tanhinmin", "1,4|2|3,5", &["value", "wins"][..]),
        ("daihinmin-open", "1,1|2,3*", &["value", "wins"]),
    ] {
        let solved = shuban(data.path(), &["solve", game, position, "--json"]).with_code(0).json();
        assert_eq!((&solved["domain"], &solved["source"]), (&Json::Null, &"search".into()));
        assert_eq!(fields(&solved), expected, "{game}");
    }
    // These searches give values of the position alone.
    for (game, position) in [("amazons", "X.O + X..O"), ("trax/3", "@0/")] {
        let solved = shuban(data.path(), &["solve", game, position, "--json"]).with_code(0).json();
        assert_eq!(names(&solved)[..LEADING.len()], LEADING);
        assert_eq!(names(&solved["moves"][0])[..2], ["move", "after"]);
        assert_eq!(solved["source"], "search");
    }
}

#[test]
fn finished_games_say_who_has_won_and_why() {
    let data = tempfile::tempdir().unwrap();
    for (game, position, winner, outcome, reason) in [
        ("half-gammon", "|1", json!(0), "won", Json::Null),
        ("half-gammon", "1|", json!(1), "lost", Json::Null),
        ("bearoff/half-gammon", "off", Json::Null, "finished", Json::Null),
        ("amazons", "XO#..", json!(1), "lost", Json::Null),
        ("tanhinmin", "#1|2 on 1", json!(0), "lost", Json::Null),
        ("trax/8", r"@0/ A0\ @1/", json!(0), "white", json!("loop")),
        ("trax/4", r"@0/ @1/ @1/ @1/ D2\ B0+ C4+", Json::Null, "draw", json!("full")),
    ] {
        let shown = shuban(data.path(), &["show", game, position, "--json"]).with_code(0).json();
        assert!(fields(&shown).is_empty());
        let over = &shown["over"];
        assert_eq!(
            (&over["winner"], shown["outcome"].as_str(), &over["reason"]),
            (&winner, Some(outcome), &reason),
            "{game} {position}"
        );
    }
}

#[test]
fn lists_are_of_what_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", "trax/2", "-q"]).with_code(0);
    let of = |filter: &str| shuban(data.path(), &["list", filter, "--json"]).with_code(0).json();
    let of_games = |listed: &Json| -> Vec<String> {
        list(&listed["games"])
            .iter()
            .map(|game| game["game"].as_str().unwrap().to_owned())
            .collect()
    };
    let of_layers = |listed: &Json| -> Vec<String> {
        let layers = list(&listed["families"]).iter().flat_map(|family| list(&family["layers"]));
        layers.map(|layer| layer["domain"].as_str().unwrap().to_owned()).collect()
    };
    let amazons = of("amazons");
    assert_eq!(of_games(&amazons)[..2], ["amazons", "amazons/4x4"]);
    assert!(of_games(&amazons).iter().all(|game| game.starts_with("amazons")));
    assert!(of_layers(&amazons).iter().all(|layer| layer.starts_with("amazons/")));
    // One layer, with its state.
    let one = of("trax/2");
    assert_eq!(of_games(&one), ["trax/2", "trax/2-loops"]);
    assert_eq!(of_layers(&one)[0], "trax/2");
    assert_eq!(one["families"][0]["layers"][0]["state"], "built");
    // By the layer's name in another game.
    let twin = of_layers(&of("hypergammon/contact-2"));
    assert_eq!(twin, ["backgammon/contact-2-1", "backgammon/contact-2-2"]);
    // The members of a group and their variants are listed only if asked for.
    let text =
        |filter: &[&str]| shuban(data.path(), &[&["list"], filter].concat()).with_code(0).out;
    assert!(!text(&[]).contains("\n  tanhinmin/3p  ") && text(&[]).contains("\n  tanhinmin  "));
    assert!(!text(&[]).contains("\n  tanhinmin/3p/uecda  "));
    assert!(text(&["tanhinmin/3p"]).contains("\n  tanhinmin/3p/uecda  "));
    let none = of("nothing of this name");
    assert!(of_games(&none).is_empty() && list(&none["families"]).is_empty());
    assert!(text(&["nothing of this name"]).contains("no game, family or layer"));
}

#[test]
fn flags_that_a_game_cannot_use_are_refused_by_name() {
    let data = tempfile::tempdir().unwrap();
    for (game, position) in
        [("tanhinmin", "1|2|3"), ("tanhinmin/3p", "1|2|3"), ("half-gammon", "start")]
    {
        for (flag, value) in [("--question", "win"), ("--ledger", "l.json"), ("--lookahead", "1")] {
            let asked = ["solve", game, position, flag, value, "--json"];
            let ran = shuban(data.path(), &asked).with_code(2);
            assert_eq!(ran.json()["kind"], "usage");
            assert!(ran.err.contains(flag) && ran.err.contains(game), "{}", ran.err);
        }
    }
    assert_eq!(std::fs::read_dir(data.path()).unwrap().count(), 0, "nothing was written");
    // Every search obeys its limits.
    let hands = "1,9,12,17,20|2,8,13,18|3,7,14,16,21|4,6,11,15,19";
    let ran =
        shuban(data.path(), &["solve", "tanhinmin", hands, "--nodes", "10", "--json"]).with_code(3);
    assert_eq!(ran.json()["kind"], "limit");
}

#[test]
fn a_line_tells_which_game_of_a_group_it_is_of() {
    let data = tempfile::tempdir().unwrap();
    for domain in ["tanhinmin/2p-4", "tanhinmin/3p-5"] {
        shuban(data.path(), &["build", domain, "-q"]).with_code(0);
    }
    let input = "1,4|2,3\n1,4|2|3,5\n1|2|3|4|5|6\n1,3||2\n#1|2 on 1\n";
    for command in ["show", "probe", "solve"] {
        let arguments = [command, "tanhinmin", "-", "--json-lines"];
        let ran = with_input(data.path(), &arguments, input).with_code(2);
        let lines: Vec<Json> =
            ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 5, "{command}");
        let games: Vec<&Json> = [0, 1, 4].iter().map(|&line| &lines[line]["game"]).collect();
        assert_eq!(games, ["tanhinmin/2p", "tanhinmin/3p", "tanhinmin/2p"], "{command}");
        for line in [0, 1, 4] {
            fields(&lines[line]);
        }
        assert_eq!((&lines[2]["line"], &lines[2]["kind"]), (&3.into(), &"bad-position".into()));
        assert!(
            lines[2]["error"]
                .as_str()
                .unwrap()
                .contains("the hands of 2 to 5 players, separated by `|`; there are 6")
        );
        // The reason is that of the position's own game.
        assert!(lines[3]["error"].as_str().unwrap().contains("an empty hand"), "{}", lines[3]);
        assert_eq!(lines[4]["over"]["winner"], 0);
        if command == "probe" {
            let domains: Vec<&Json> = lines[..2].iter().map(|line| &line["domain"]).collect();
            assert_eq!(domains, ["tanhinmin/2p-4", "tanhinmin/3p-5"]);
        }
    }
}
