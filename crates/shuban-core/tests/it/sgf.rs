//! Trees of SGF.

use shuban_core::present::transcript::sgf::{MOST_PARTS, MainLine, parse_collection};

#[test]
fn the_main_line_is_read_and_variations_are_left_out() {
    let games = parse_collection("(;A[1]\n(;B[x\\]y]C[2][3](;D[4])(;E[5]))(;F[6](;G[7])))(;H[8])");
    let names = |game: &MainLine| -> Vec<String> {
        game.iter().flatten().map(|property| property.name.clone()).collect()
    };
    let games = games.unwrap();
    assert_eq!(games.iter().map(names).collect::<Vec<_>>(), [vec!["A", "B", "C", "D"], vec!["H"]]);
    assert_eq!((&*games[0][1][0].values[0], games[0][1][0].line), ("x]y", 2));
    assert_eq!(games[0][1][1].values, ["2", "3"]);
    // What follows a tree within a variation belongs to the variation still.
    let games = parse_collection("(;A[1](;B[2])(;F[3](;G[4]);H[5]))").unwrap();
    assert_eq!(games.iter().map(names).collect::<Vec<_>>(), [["A", "B"]]);
}

#[test]
fn nodes_without_properties_are_left_out() {
    let text = format!("(;{};A[1];;B[2]C[3];)", ";".repeat(1 << 20));
    let games = parse_collection(&text).unwrap();
    assert_eq!(games[0].iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
    assert!(games[0].capacity() < 100);
}

#[test]
fn lines_broken_for_their_length_are_joined_and_trees_may_be_deep() {
    let value = |text: &str| parse_collection(text).unwrap()[0][0][0].values[0].clone();
    assert_eq!(value("(;C[a\\\nb\\\r\nc\\\rd\\\\e\nf])"), "abcd\\e\nf");
    let deep = format!("{};A[1]{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(value(&deep), "1");
    let properties = format!("(;{})", "B[]".repeat(MOST_PARTS - 1));
    assert_eq!(parse_collection(&properties).unwrap()[0][0].len(), MOST_PARTS - 1);
}

#[test]
fn what_is_no_tree_is_refused_with_the_line() {
    for (text, line, reason) in [
        ("", 1, "no game"),
        ("hello", 1, "no game"),
        ("(;A[1]\n", 2, "the file ends"),
        ("(;A[1\n\n", 3, "the file ends"),
        ("(;\nA)", 2, "no value"),
        ("(A[1])", 1, "before the first"),
        ("(;A[1]))", 1, "no tree is open"),
        ("(;A[1]\n7)", 2, "unexpected `7`"),
        (&"(".repeat(20_000), 1, "too many trees"),
        (&format!("(;A[1]\n{}", "B[]".repeat(MOST_PARTS)), 2, "at most 1048576"),
        (&"()".repeat(MOST_PARTS + 1), 1, "at most 1048576"),
    ] {
        let error = parse_collection(text).unwrap_err();
        assert!(error.line == line && error.to_string().contains(reason), "{text}: {error}");
    }
}

#[test]
fn white_space_may_stand_before_each_value() {
    let games = parse_collection("(;A [1]\n [2]B\t[3])").unwrap();
    let properties: Vec<_> =
        games[0][0].iter().map(|found| (&*found.name, &found.values)).collect();
    let values = [vec!["1".to_owned(), "2".to_owned()], vec!["3".to_owned()]];
    assert_eq!(properties, [("A", &values[0]), ("B", &values[1])]);
}
