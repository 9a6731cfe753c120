//! Every command, for this game; the values against a twin; and the counts.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

/// Runs the program.
fn run(data: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_halma"));
    command.arg("--data").arg(data).args(arguments).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, arguments: &[&str]) -> Json {
    let Output { status, stdout, stderr } = run(data, &[arguments, &["--json"]].concat());
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

/// The position and outcome of each row of a layer, which is built and exported.
fn rows(data: &Path, layer: &str) -> Vec<(String, String)> {
    json(data, &["build", layer]);
    let csv = data.join("layer.csv");
    json(data, &["export", layer, "--to", csv.to_str().unwrap()]);
    let text = std::fs::read_to_string(csv).unwrap();
    assert!(text.starts_with("part,rank,position,outcome,plies\n"));
    let cells = |line: &str| {
        let mut cells = line.split(',').skip(2).map(|cell| cell.trim_matches('"').to_owned());
        (cells.next().unwrap(), cells.next().unwrap())
    };
    text.lines().skip(1).map(cells).collect()
}

#[test]
fn every_command_has_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let toured = json(data, &["quickstart"]);
    let probed = &toured["probes"][0];
    assert_eq!((&toured["passed"], &probed["outcome"]), (&true.into(), &"win".into()));
    let built = ["1", "3"].map(|threads| {
        json(data, &["build", "halma/closed/2", "--rebuild", "--threads", threads])["content_hash"]
            .clone()
    });
    assert_eq!(built[0], built[1]);
    let verified = json(data, &["verify", "halma/closed/2"]);
    let rests_on = &verified["layers"][0]["rests_on"];
    assert_eq!((&verified["passed"], rests_on), (&true.into(), &"values recede".into()));
    assert_eq!(json(data, &["info", "halma/closed/2"])["positions"], 3 * 71_420);
    assert_eq!(json(data, &["list"])["families"][0]["layers"][1]["positions"], 3 * 2_399_354);
    assert_eq!(json(data, &["show", "halma/open"])["moves"].as_array().map(Vec::len), Some(8));
    // Player 1 begins and is first against both; if it is second or third, one of them is.
    for (turn, outcome, plies) in [("1", "win", 7), ("3", "win", 7), ("2", "win", 5)] {
        let start = format!("1../.1../...22/.3../3.. {turn}");
        let probed = json(data, &["probe", "halma/closed", &start]);
        assert_eq!((&probed["outcome"], &probed["plies"]), (&outcome.into(), &plies.into()));
    }
}

/// Counts for each player to move: player 1 is certain to be first; the others are certain that one
/// of them is; neither.
#[test]
fn some_positions_are_won_by_one_against_two() {
    let folder = tempfile::tempdir().unwrap();
    for (layer, counts) in [
        ("halma/open/1", [[1_606, 3_340, 0], [365, 4_581, 0], [773, 4_173, 0]]),
        ("halma/closed/1", [[946, 1_278, 0], [321, 1_903, 0], [541, 1_683, 0]]),
        ("halma/closed/2", [[23_973, 47_436, 11], [8_821, 62_590, 9], [14_203, 57_210, 7]]),
    ] {
        let mut found = [[0; 3]; 3];
        for (position, outcome) in rows(folder.path(), layer) {
            // Players 2 and 3 win where player 1 loses.
            let turn = position.as_bytes()[position.len() - 1] - b'1';
            let kinds = if turn == 0 { ["win", "loss", "draw"] } else { ["loss", "win", "draw"] };
            let kind = kinds.iter().position(|&kind| kind == outcome).unwrap();
            found[usize::from(turn)][kind] += 1;
        }
        assert_eq!(found, counts, "{layer}");
    }
}

/// Steps right and down from the centre, along the board's axes.
type Cell = (i32, i32);

fn board() -> Vec<Cell> {
    let all = (-2_i32..=2).flat_map(|down| (-2..=2).map(move |right| (right, down)));
    all.filter(|(right, down)| (right + down).abs() <= 2).collect()
}

/// The distance of a cell from another.
fn distance(one: Cell, other: Cell) -> i32 {
    let (right, down) = (one.0 - other.0, one.1 - other.1);
    right.abs().max(down.abs()).max((right + down).abs())
}

/// The positions after each move of a player who has one piece, as the others have.
fn moves(pieces: [Cell; 3], turn: usize, closed: bool) -> Vec<[Cell; 3]> {
    const CORNERS: [Cell; 6] = [(0, -2), (2, -2), (2, 0), (0, 2), (-2, 2), (-2, 0)];
    let is_free = |cell: Cell| board().contains(&cell) && !pieces.contains(&cell);
    let mut reached = vec![pieces[turn]];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        for over in [1, 2].map(|others| pieces[(turn + others) % 3]) {
            let behind = (2 * over.0 - at.0, 2 * over.1 - at.1);
            if distance(at, over) == 1 && is_free(behind) && !reached.contains(&behind) {
                reached.push(behind);
            }
        }
        next += 1;
    }
    let steps = board().into_iter().filter(|&to| distance(pieces[turn], to) == 1 && is_free(to));
    reached.extend(steps);
    let own = [CORNERS[2 * turn], CORNERS[(2 * turn + 3) % 6]];
    let stops = |to: &Cell| !closed || !CORNERS.contains(to) || own.contains(to);
    let after = |to| [0, 1, 2].map(|player| if player == turn { to } else { pieces[player] });
    let found: Vec<_> = reached.into_iter().skip(1).filter(stops).map(after).collect();
    if found.is_empty() { vec![pieces] } else { found }
}

/// The side that wins each position with one piece a player, by passes until nothing changes.
#[test]
fn who_is_first_is_what_a_twin_finds() {
    const TARGETS: [Cell; 3] = [(0, 2), (-2, 0), (2, -2)];
    let folder = tempfile::tempdir().unwrap();
    for closed in [false, true] {
        let layer = if closed { "halma/closed/1" } else { "halma/open/1" };
        let rows = rows(folder.path(), layer).into_iter().map(|(position, outcome)| {
            let (cells, turn) = position.split_once(' ').unwrap();
            let cells = cells.replace('/', "");
            let piece = |sign: &str| board()[cells.find(sign).unwrap()];
            ((["1", "2", "3"].map(piece), turn.parse::<usize>().unwrap() - 1), outcome)
        });
        let rows: BTreeMap<_, _> = rows.collect();
        let after: Vec<_> = (rows.keys())
            .map(|&(pieces, turn)| ((pieces, turn), moves(pieces, turn, closed)))
            .collect();
        let mut wins = BTreeMap::new();
        let mut before = 1;
        while wins.len() != before {
            before = wins.len();
            for ((pieces, turn), after) in &after {
                let winner = |pieces: &[Cell; 3]| match pieces[*turn] == TARGETS[*turn] {
                    true => Some(*turn == 0),
                    false => wins.get(&(*pieces, (turn + 1) % 3)).copied(),
                };
                let own = *turn == 0;
                let winners: Vec<Option<bool>> = after.iter().map(winner).collect();
                if winners.contains(&Some(own)) {
                    wins.insert((*pieces, *turn), own);
                } else if winners.iter().all(|winner| *winner == Some(!own)) {
                    wins.insert((*pieces, *turn), !own);
                }
            }
        }
        for (&(pieces, turn), outcome) in &rows {
            let own = wins.get(&(pieces, turn)).map(|&alone| alone == (turn == 0));
            let expected = own.map_or("draw", |own| if own { "win" } else { "loss" });
            assert_eq!(outcome, expected, "{pieces:?}, {turn}");
        }
    }
}
