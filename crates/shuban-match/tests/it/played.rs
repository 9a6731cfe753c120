//! Matches that were played: the turns in which a player may double, and the stakes.

use shuban_core::Seat;
use shuban_match::match_file::{MatchRecord, read_mat, read_sgf, write_mat, write_sgf};
use shuban_match::{DoublingOutcome, PlayedMatch};

const BEGUN: &str = "
 Game 1
 Anna : 0                       Ben : 0
  1) 31: 8/5 6/5                 65: 24/18 18/13
";
const TAKEN: &str = "\
  2)  Doubles => 2               Takes
  3) 21: 13/11 6/5               21: 13/11 6/5
      Wins 2 points
";
const DROPPED: &str = "\
  2)  Doubles => 2               Drops
      Wins 1 point
";

fn record(length: u32, end: &str) -> MatchRecord {
    read_mat(&format!(" {length} point match\n{BEGUN}{end}"), None).unwrap()
}

/// The number of moves before each turn, its seat, the cube with its owner, and the outcome.
fn turns(record: &MatchRecord) -> Vec<(usize, Seat, u32, Option<Seat>, DoublingOutcome)> {
    let played = PlayedMatch::of(record);
    let all = played.games[0].doublings.iter();
    all.map(|turn| {
        (turn.ply, turn.position.seat(), turn.stakes.cube, turn.stakes.owner, turn.outcome)
    })
    .collect()
}

#[test]
fn turns_in_which_a_player_may_double_are_listed() {
    use DoublingOutcome::{NoDouble, Passed, Taken};
    let (first, dropped) = ((1, 1, 1, None, NoDouble), (2, 0, 1, None, Passed));
    let taken = [first, (2, 0, 1, None, Taken), (3, 1, 2, Some(1), NoDouble)];
    assert_eq!(turns(&record(0, TAKEN)), taken);
    assert_eq!(turns(&record(7, TAKEN)), taken);
    // A player who has taken has no use for a cube of 2 in a match to 2.
    assert_eq!(
        turns(&record(2, TAKEN.replace("points", "points and the match").as_str())),
        taken[..2]
    );
    assert_eq!(turns(&record(3, DROPPED)), [first, dropped]);
    // Neither player has a use for the cube, and it is turned all the same.
    let last = record(1, &DROPPED.replace("point", "point and the match"));
    assert_eq!(turns(&last), [dropped]);
}

#[test]
fn without_a_cube_nobody_may_double() {
    let record = MatchRecord { has_cube: false, ..record(0, "      Wins 1 point\n") };
    let sgf = write_sgf(&record).unwrap();
    assert_eq!(read_sgf(&sgf, None), Ok(record.clone()));
    assert_eq!(read_mat(&write_mat(&record), None), Ok(record.clone()));
    assert_eq!(turns(&record), []);
    let doubled = sgf.replace(")\n", ";W[double];B[take])\n");
    let error = read_sgf(&doubled, None).unwrap_err();
    assert!(error.to_string().contains("without a cube"), "{error}");
}

#[test]
fn stakes_are_those_of_the_game() {
    let text = format!("; [Jacoby \"On\"]\n 0 point match\n{BEGUN}{TAKEN}");
    let record = read_mat(&text, None).unwrap();
    let played = PlayedMatch::of(&record);
    let stakes = &played.games[0].doublings[0].stakes;
    assert!(stakes.is_jacoby && !stakes.is_crawford && stakes.length == 0);
    assert!(played.note.contains("in points for each point"));
}
