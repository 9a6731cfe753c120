//! Regions of Amazons on the command line: what their databases hold, and what is searched instead.

use serde_json::{Value as Json, json};

use crate::amazons::{moves, probe};
use crate::common::{answer_members, members, shuban, with_input};

fn texts(list: &Json) -> Vec<&str> {
    let list = list.as_array().unwrap_or_else(|| panic!("no array: {list}"));
    list.iter().map(|text| text.as_str().unwrap()).collect()
}

/// Returns true if a text has this line, whatever the spaces between words.
fn told(text: &str, line: &str) -> bool {
    text.lines().any(|one| one.split_whitespace().eq(line.split(' ')))
}

fn built(size: usize) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    shuban(data.path(), &["build", &format!("amazons/{size}"), "--quiet"]).with_code(0);
    data
}

#[test]
fn a_region_is_probed_with_the_best_moves_of_both_sides() {
    let data = built(5);
    let found = probe(&data, "amazons", "X../.#O");
    let own = "a b moves part index best_black best_white";
    assert_eq!(members(&found), answer_members(own));
    // The best moves come first, each with the value after it, or all are equally good.
    let best = json!({ "move": "a2-b2/c2", "after": ".X#/.#O white", "a": 2, "b": null });
    assert_eq!((moves(&found).len(), &found["moves"][0]), (7, &best));
    assert_eq!((&found["a"], &found["b"]), (&3.into(), &(-3).into()));
    assert_eq!(
        (texts(&found["best_black"]), texts(&found["best_white"])),
        (vec!["a2-b2/c2"], vec!["c1-b2/a1"])
    );
    assert_eq!((&found["domain"], &found["source"]), (&"amazons/5".into(), &"amazons/5".into()));
    assert_eq!(found["outcome"], "N");
    assert_eq!(found, probe(&data, "amazons/5", "X../.#O"));
    let text = shuban(data.path(), &["probe", "amazons", "X../.#O"]).with_code(0).out;
    for part in
        ["2  X . .", "Black makes 3 moves more", "best black  a2-b2/c2", "(2|null)", "amazons/5  X"]
    {
        assert!(text.contains(part), "no `{part}` in {text}");
    }
}

#[test]
fn moves_are_those_of_the_board_as_it_lies() {
    let data = built(5);
    let upright = probe(&data, "amazons", "X../.#O");
    // Rotated by half a turn, with the colours exchanged: (a|b) becomes (-b|-a).
    let turned = probe(&data, "amazons", "X#./..O");
    assert_eq!((&turned["a"], &turned["b"]), (&3.into(), &(-3).into()));
    assert_eq!(texts(&turned["best_black"]), ["a2-b1/c2"]);
    assert_eq!(texts(&turned["best_white"]), ["c1-b1/a1"]);
    // Both sides are answered, whoever is to move; burnt squares around a region do not matter.
    for other in ["X../.#O white", "#####/#X..#/#.#O#", "X..##/.#O##/####."] {
        let other = probe(&data, "amazons", other);
        assert_eq!(
            (&other["a"], &other["b"], &other["index"]),
            (&upright["a"], &upright["b"], &upright["index"])
        );
        assert_eq!(other["best_black"].as_array().unwrap().len(), 1);
    }
    // With more white amazons the position with exchanged colours answers.
    let (heavy, light) = (probe(&data, "amazons", "XO./.#O"), probe(&data, "amazons", "OX./.#X"));
    let negated = |value: &Json| -value.as_i64().unwrap();
    assert_eq!(
        (heavy["a"].as_i64().unwrap(), heavy["b"].as_i64().unwrap()),
        (negated(&light["b"]), negated(&light["a"]))
    );
    assert_eq!((&heavy["best_black"], &heavy["index"]), (&light["best_white"], &light["index"]));
    let stuck = probe(&data, "amazons", "XO..");
    assert!(stuck["a"].is_null() && texts(&stuck["best_black"]).is_empty());
    assert_eq!((&stuck["b"], &stuck["outcome"]), (&(-2).into(), &"R".into()));
}

#[test]
fn what_is_not_built_is_searched_and_says_so() {
    let (nothing, data) = (tempfile::tempdir().unwrap(), built(5));
    for position in ["X../.#O", "OO./.#X/#.#", "X.../..O.", "XOX./..O.", "X..", "..", "X...O/....."]
    {
        let searched = probe(&nothing, "amazons", position);
        // A region without amazons is over: the rules know its value.
        let source = if position == ".." { "rules" } else { "search" };
        assert_eq!((&searched["source"], &searched["domain"]), (&source.into(), &Json::Null));
        let mut found = probe(&data, "amazons", position);
        let is_stored = found["domain"].is_string();
        found["source"] = searched["source"].clone();
        found["domain"] = Json::Null;
        // A search has no part of a file.
        let part = found.as_object_mut().unwrap().shift_remove("part");
        assert_eq!(part, is_stored.then(|| "regions".into()));
        assert_eq!(found, searched, "{position}");
    }
    let text = shuban(nothing.path(), &["probe", "amazons/5", "X../.#O"]).with_code(0).out;
    assert!(text.contains("by search"), "{text}");
    assert!(std::fs::read_dir(nothing.path()).unwrap().next().is_none(), "nothing was written");
}

#[test]
fn positions_come_in_lines_too() {
    let data = built(4);
    let input = "X..O\nX.?\nX..../.....\nX./.O white\n";
    let ran =
        with_input(data.path(), &["probe", "amazons", "-", "--json-lines"], input).with_code(2);
    let lines: Vec<Json> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["source"], &lines[0]["a"]), (&"amazons/4".into(), &2.into()));
    assert_eq!((&lines[1]["line"], &lines[1]["kind"]), (&2.into(), &"bad-position".into()));
    assert_eq!(
        (&lines[2]["source"], &lines[2]["a"], &lines[2]["b"]),
        (&"search".into(), &9.into(), &Json::Null)
    );
    assert_eq!(lines[3]["position"], "X./.O white");
    let shown =
        with_input(data.path(), &["show", "amazons", "-", "--json-lines"], "X.O\n").with_code(0);
    let shown: Json = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(shown["moves"], json!([{ "move": "a1-b1/a1", "after": "#XO white" }]));
}

#[test]
fn what_is_no_single_region_of_ten_squares_is_refused_with_what_is_possible() {
    let data = tempfile::tempdir().unwrap();
    for (target, position, reason) in [
        ("amazons", "X.#.O/..#.X", "falls apart into 2 regions"),
        (
            "amazons",
            "X..../.O.../....#",
            "its region has 14 squares, and databases hold regions of up to 10",
        ),
        ("amazons/4", "X....", "it is in amazons/5"),
        ("amazons/4", "X..../.O.../.....", "regions of up to 10"),
    ] {
        let ran = shuban(data.path(), &["probe", target, position, "--no-search", "--json"]);
        let ran = ran.with_code(2);
        assert_eq!(ran.json()["kind"], "position-elsewhere");
        assert!(ran.err.contains(reason), "{position}: {}", ran.err);
    }
    // Without any square the rules give the whole answer: the player to move cannot.
    let over = probe(&data, "amazons", "##");
    assert_eq!((&over["outcome"], &over["over"]["winner"]), (&"lost".into(), &1.into()));
    assert!(over["domain"].is_null() && over.get("a").is_none());
    for (name, first, last) in [
        ("amazons/11", "`amazons/1`", "`amazons/10`"),
        ("amazons/0", "`amazons/1`", "`amazons/10`"),
        ("amazons/10/canonical", "`amazons/1/canonical`", "`amazons/9/canonical`"),
    ] {
        let ran = shuban(data.path(), &["build", name, "--json"]).with_code(2);
        assert_eq!(ran.json()["kind"], "unknown-domain");
        assert!(ran.err.contains(&format!("from {first} to {last}")), "{}", ran.err);
    }
}

#[test]
fn a_database_is_built_verified_described_and_exported() {
    let data = built(5);
    let verified =
        shuban(data.path(), &["verify", "amazons/5", "--all", "--json"]).with_code(0).json();
    assert_eq!((&verified["passed"], &verified["positions"]), (&true.into(), &12_869.into()));
    let sample = shuban(data.path(), &["verify", "amazons/5", "--sample", "100", "--json"])
        .with_code(0)
        .json();
    assert_eq!(sample["positions"], 100);
    let info = shuban(data.path(), &["info", "amazons/5", "--json"]).with_code(0).json();
    assert_eq!((&info["positions"], &info["game"]), (&12_016.into(), &"amazons".into()));
    let list = shuban(data.path(), &["list"]).with_code(0).out;
    assert!(list.contains("amazons/N") && list.contains("  amazons/5"), "{list}");

    let to = data.path().join("values.csv");
    shuban(data.path(), &["export", "amazons/3", "--to", to.to_str().unwrap(), "-q"]).with_code(0);
    let text = std::fs::read_to_string(&to).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (62, "part,rank,position,a,b"));
    for line in &lines[1..] {
        let cells: Vec<&str> = line.split(',').collect();
        let found = probe(&data, "amazons/3", cells[2].trim_matches('"'));
        assert_eq!(found["index"].to_string(), cells[1]);
        let numbers = [&found["a"], &found["b"]].map(ToString::to_string);
        // A missing number is an empty field.
        assert_eq!(numbers.map(|number| number.replace("null", "")), cells[3..]);
    }
}

#[test]
fn the_published_record_is_an_export_of_its_own() {
    let data = built(4);
    let to = data.path().join("four.okada");
    let export = ["export", "amazons/4", "--to", to.to_str().unwrap(), "--json"];
    assert_eq!(shuban(data.path(), &export).with_code(0).json()["positions"], 782);
    assert_eq!(to.metadata().unwrap().len(), 782 * 11);
    let five = ["export", "amazons/5", "--to", "five.okada", "--json"];
    assert_eq!(shuban(data.path(), &five).with_code(3).json()["kind"], "not-built");
    let unknown = shuban(data.path(), &["export", "amazons/4", "--to", "four.xls"]).with_code(2);
    assert!(unknown.err.contains(".csv, .okada, .umb or .parquet"), "{}", unknown.err);
    shuban(data.path(), &["export", "half-gammon/contact-1-1", "--to", "one.okada"]).with_code(2);
}

#[test]
fn a_file_of_records_is_read_again() {
    let data = built(4);
    let to = data.path().join("four.okada");
    shuban(data.path(), &["export", "amazons/4", "--to", to.to_str().unwrap()]).with_code(0);
    let import = ["import", to.to_str().unwrap(), "--json"];
    assert_eq!(shuban(data.path(), &import).with_code(0).json()["same"], true);
    // A move makes the region smaller: the file has no value for it.
    for region in ["X../#.#", "..O/#.#", "#.#/..X"] {
        let ours = probe(&data, "amazons/4", region);
        let read = shuban(data.path(), &["probe", to.to_str().unwrap(), region, "--json"]);
        let read = read.with_code(0).json();
        assert_eq!([&read["a"], &read["b"]], [&ours["a"], &ours["b"]], "{region}");
    }
    let whole = std::fs::read(&to).unwrap();
    let records: Vec<&[u8]> = whole.chunks(11).collect();
    std::fs::write(&to, records.iter().rev().copied().collect::<Vec<_>>().concat()).unwrap();
    let read = shuban(data.path(), &import).with_code(0).json();
    assert_eq!((&read["same"], &read["taken"]), (&Json::from(false), &Json::from(true)));
    assert_eq!((&read["deviation"], &read["left_out"]), (&Json::from(0.0), &"best moves".into()));
    let read = shuban(data.path(), &import[..2]).with_code(0);
    assert!(read.out.contains("every value the same; best moves are not compared"), "{}", read.out);
    // A file that is cut off.
    std::fs::write(&to, &whole[..782 * 11 - 1]).unwrap();
    let read = shuban(data.path(), &import).with_code(2);
    assert!(read.err.contains("the file has 8601 bytes"), "{}", read.err);
}

#[test]
fn canonical_values_are_built_with_the_pairs_and_told_by_a_probe() {
    let data = tempfile::tempdir().unwrap();
    let built = shuban(data.path(), &["build", "amazons/4/canonical", "--json"]).with_code(0);
    assert!(built.err.contains("8 layers to build"), "{}", built.err);
    let layers: Vec<String> = (built.json()["layers"].as_array().unwrap().iter())
        .map(|layer| layer["domain"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!((layers[3].as_str(), layers[7].as_str()), ("amazons/4", "amazons/4/canonical"));
    shuban(data.path(), &["verify", "amazons/4/canonical", "--all", "-q"]).with_code(0);

    // (1|-1), and either move leaves nothing: star, in which a move is worth only being the last.
    let found = probe(&data, "amazons", "X.O");
    assert_eq!((&found["a"], &found["b"]), (&1.into(), &(-1).into()));
    assert_eq!((&found["canonical"], &found["outcome"]), (&"*".into(), &"N".into()));
    assert_eq!((found["mean"].as_f64(), found["temperature"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!((found["left_stop"].as_f64(), found["right_stop"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!(found["birthday"], 1);
    assert_eq!(found["thermograph"]["left"].as_array().unwrap().len(), 2);
    // The layer of canonical values agrees, and orders moves by them.
    let canonical = probe(&data, "amazons/3/canonical", "X.O");
    assert_eq!(
        (&found["domain"], &canonical["domain"]),
        (&"amazons/3".into(), &"amazons/3/canonical".into())
    );
    for (name, member) in found.as_object().unwrap() {
        if !["domain", "source", "moves"].contains(&name.as_str()) {
            assert_eq!(member, &canonical[name], "{name}");
        }
    }
    assert_eq!(
        (&found["moves"][0]["a"], &canonical["moves"][0]["canonical"]),
        (&Json::Null, &"0".into())
    );
    // Two spare moves of White.
    let two = probe(&data, "amazons", "O../###");
    assert_eq!((&two["canonical"], two["mean"].as_f64()), (&"-2".into(), Some(-2.0)));
    let text = shuban(data.path(), &["probe", "amazons", "X.O"]).with_code(0).out;
    assert!(
        told(&text, "canonical *") && told(&text, "mean 0") && told(&text, "temperature 0"),
        "{text}"
    );

    // A size that is not built has no canonical value.
    let five = probe(&data, "amazons", "X.O..");
    assert!(five.get("canonical").is_none() && five["source"] == "search");
    let missing =
        shuban(data.path(), &["probe", "amazons/5/canonical", "X.O..", "--json"]).with_code(3);
    assert_eq!(missing.json()["kind"], "not-built");
    let to = data.path().join("canonical.csv");
    shuban(data.path(), &["export", "amazons/3/canonical", "--to", to.to_str().unwrap(), "-q"])
        .with_code(0);
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(text.starts_with(
        "part,rank,position,canonical,outcome,left_stop,right_stop,mean,temperature,birthday\n"
    ));
    assert!(text.contains(",\"*\",\"N\",0,0,0,0,1\n"), "{text}");
}
