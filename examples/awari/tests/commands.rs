//! Every command, on this game; its values against a twin; and its counts against the literature.

use std::path::Path;
use std::process::{Command, Output};

use awari::game::{Awari, Position};
use awari::tables::Endgames;
use serde_json::Value as Json;
use shuban_core::{Domain, Game, LayerId, PartId};

/// Runs the program.
fn awari(data: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_awari"));
    command.arg("--data").arg(data).args(line.split(' ')).output().unwrap()
}

/// The one JSON document that a command prints.
fn json(data: &Path, line: &str) -> Json {
    let Output { status, stdout, stderr } = awari(data, &format!("{line} --json"));
    assert!(status.success(), "{line}: {}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).unwrap()
}

#[test]
fn every_command_has_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let toured = json(data, "quickstart");
    assert_eq!(toured["passed"], true);
    assert_eq!(json(data, "list")["families"][0]["layers"][8]["built"], true);
    assert_eq!(json(data, "build awari/8 --rebuild")["positions"], 75_582);
    let verified = json(data, "verify awari/8");
    assert_eq!(
        (&verified["passed"], &verified["layers"][0]["rests_on"]),
        (&true.into(), &"values recede".into())
    );
    assert_eq!(json(data, "info awari/8")["positions"], 75_582);
    assert_eq!(json(data, "show awari")["moves"].as_array().map(Vec::len), Some(6));
    assert_eq!(json(data, "perft awari --plies 3")["plies"][2]["sequences"], 190);
    // Three stones are captured immediately, and the last one cannot be won.
    let probed = json(data, "probe awari 0,0,0,0,0,1|2,0,0,0,0,1");
    assert_eq!(probed["moves"][0]["move"], "f");
    assert_eq!(json(data, "probe awari 0,0,0,0,0,0|0,0,3,0,0,0")["over"]["winner"], 1);
    let picture = data.join("start.svg");
    json(data, &format!("draw awari 4,4,4,4,4,4|4,4,4,4,4,4 --to {}", picture.display()));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    for (line, reason) in [
        ("show awari 1,2,3|4,5,6", "expected six pits"),
        ("show awari 1,2,3,4,5,x|0,0,0,0,0,0", "at character 11"),
        ("show awari 40,4,4,4,4,4|4,4,4,4,4,4", "too many stones"),
        ("show awari 4,4,4,4,4,4|4,4,4,4,4", "at character 22"),
        ("show awari 4,4,4,4,4,4|", "too few pits"),
        ("export awari/8 --to model.umb", "payoffs at the end of play alone"),
    ] {
        let refused = awari(data, line);
        let told = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(reason), "{line}: {told}");
    }
}

#[test]
fn processes_share_positions_and_come_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let alone = json(data, "build awari/10");
    let shared = json(data, "build awari/10 --rebuild --processes 3 --threads 1 --memory 256M");
    assert_eq!(shared["content_hash"], alone["content_hash"]);
    assert_eq!(json(data, "verify awari/10")["passed"], true);
}

/// A position has at most one board in Romein and Bal's count if the opponent, who has just emptied
/// a pit, has an empty pit; besides, there is the start. 47 stones never occur: one cannot be
/// captured.
#[test]
fn as_many_positions_can_occur_as_romein_and_bal_count() {
    let domain = Endgames::default();
    let boards = |stones: usize| domain.layers()[stones].positions();
    let with_an_empty_pit =
        |stones: usize| boards(stones) - stones.checked_sub(6).map_or(0, boards);
    let all: u64 = (0..=48).filter(|&stones| stones != 47).map(with_an_empty_pit).sum();
    assert_eq!(all + 1, 889_063_398_406);
}

/// Scores that each side can force, for all boards of up to `most` stones, without distances.
fn twin(most: usize) -> Vec<Vec<i16>> {
    let mut scores: Vec<Vec<i16>> = Vec::new();
    for stones in 0..=most {
        let index = Endgames::default().index(PartId { layer: LayerId(stones), part: 0 }).unwrap();
        let boards: Vec<Position> =
            (0..index.len()).map(|rank| index.unrank(rank).unwrap()).collect();
        // Each play: to a board of as many stones, or its worth.
        let plays: Vec<Vec<Result<usize, i16>>> = (boards.iter())
            .map(|board| {
                let mut plays = Vec::new();
                Awari.plays(board, (), &mut plays);
                let worth = |after: &Position| match usize::from(after.stones()) {
                    left if left == stones => Ok(index.rank(after).unwrap() as usize),
                    left => {
                        let earlier = PartId { layer: LayerId(left), part: 0 };
                        let rank = Endgames::default().index(earlier).unwrap().rank(after);
                        Err((stones - left) as i16 - scores[left][rank.unwrap() as usize])
                    }
                };
                plays.iter().map(|play| worth(&play.after)).collect()
            })
            .collect();
        let mut found = vec![0i16; boards.len()];
        for least in 1..=stones as i16 {
            // True where the mover can force this many points, and where the opponent can.
            let (mut gains, mut loses) = (vec![false; boards.len()], vec![false; boards.len()]);
            let mut changed = true;
            while changed {
                changed = false;
                for (number, board) in boards.iter().enumerate() {
                    let over = Awari.outcome(board).map(|over| over.of(0));
                    let gain = over.map_or_else(
                        || {
                            let is_gain = |play: &Result<usize, i16>| {
                                play.map_or_else(|worth| worth >= least, |after| loses[after])
                            };
                            plays[number].iter().any(is_gain)
                        },
                        |payoff| payoff >= least,
                    );
                    let loss = over.map_or_else(
                        || {
                            let is_loss = |play: &Result<usize, i16>| {
                                play.map_or_else(|worth| worth <= -least, |after| gains[after])
                            };
                            plays[number].iter().all(is_loss)
                        },
                        |payoff| payoff <= -least,
                    );
                    changed |= gain != gains[number] || loss != loses[number];
                    (gains[number], loses[number]) = (gain, loss);
                }
            }
            for number in 0..boards.len() {
                if gains[number] {
                    found[number] = least;
                } else if loses[number] {
                    found[number] = -least;
                }
            }
        }
        scores.push(found);
    }
    scores
}

#[test]
fn every_score_is_what_a_twin_finds_without_distances() {
    let folder = tempfile::tempdir().unwrap();
    json(folder.path(), "build awari/6");
    for (stones, scores) in twin(6).iter().enumerate() {
        // One stone is never captured, and no later layer needs it.
        if stones == 5 {
            json(folder.path(), "build awari/5");
        }
        let csv = folder.path().join(format!("{stones}.csv"));
        json(folder.path(), &format!("build awari/{stones}"));
        json(folder.path(), &format!("export awari/{stones} --to {}", csv.display()));
        let rows = std::fs::read_to_string(csv).unwrap();
        let mut lines = rows.lines();
        let column = lines.next().unwrap().split(',').position(|name| name == "score").unwrap();
        // The position is written in quotes, and has commas: columns count from the right.
        let from_right = rows.lines().next().unwrap().split(',').count() - column;
        let exported: Vec<i16> = lines
            .map(|line| line.rsplit(',').nth(from_right - 1).unwrap().parse().unwrap())
            .collect();
        assert_eq!(&exported, scores, "{stones} stones");
    }
}
