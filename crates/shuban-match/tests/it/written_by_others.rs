//! Match files as programs and sites write them, the heads of whole kinds, in `tests/data`.

use std::path::Path;

use shuban_gammon::Won;
use shuban_match::PlayedMatch;
use shuban_match::match_file::{
    Act, Ending, GameRecord, MatchFileError, MatchRecord, ReadOptions, read_matches,
};

const NO_OPTIONS: ReadOptions<'_> = ReadOptions { game: None, no_crawford: false };

pub(crate) fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn all(name: &str) -> Vec<MatchRecord> {
    read_matches(&text(name), &NO_OPTIONS).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn only(name: &str) -> MatchRecord {
    let mut all = all(name);
    assert_eq!(all.len(), 1, "{name}");
    all.remove(0)
}

/// The winner, the points and the number of rolls.
fn told(game: &GameRecord) -> (usize, u32, usize) {
    let rolls =
        game.events.iter().filter(|event| matches!(event.act, Act::Play(..) | Act::Roll(_)));
    (game.result.winner, game.result.points, rolls.count())
}

fn notes(notes: &[MatchFileError]) -> Vec<String> {
    notes.iter().map(ToString::to_string).collect()
}

/// GNU Backgammon 1.07 reads the same winners and points, but for 03 (no result), 14 (3 points),
/// and the points that are cut (11 and 12).
#[test]
fn ends_of_games_are_read_in_all_forms() {
    let single = Ending::Resigned(Won::Single);
    for (name, game, ending) in [
        ("01-losses-in-cell.mat", (0, 1, 3), single),
        ("02-losses-own-row.mat", (1, 1, 4), single),
        ("03-losses-with-number.mat", (1, 1, 3), single),
        ("04-number-alone.mat", (0, 1, 4), single),
        ("05-concedes.mat", (0, 1, 3), single),
        ("06-concedes-with-dice.mat", (0, 1, 4), single),
        ("07-unknown-play.mat", (0, 1, 4), single),
        ("08-unknown-roll.mat", (0, 1, 3), single),
        ("09-roll-then-resign.mat", (0, 1, 4), single),
        ("10-roll-then-resign.sgf", (0, 1, 3), single),
        ("11-resign-cut-to-needed.mat", (0, 5, 3), Ending::Resigned(Won::Backgammon)),
        ("12-cut-to-match-length.mat", (1, 3, 22), Ending::BorneOff(Won::Single)),
        ("15-text-behind.mat", (0, 1, 4), single),
        ("16-accepts.mat", (0, 2, 2), single),
        ("18-forfeit.mat", (0, 5, 0), Ending::Forfeited),
        ("25-one-checker.mat", (0, 2, 5), Ending::BorneOff(Won::Gammon)),
    ] {
        let record = only(name);
        assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [game], "{name}");
        assert_eq!(record.games[0].result.ending, ending, "{name}");
        assert!(record.left_out.is_empty() && record.warnings.is_empty(), "{name}");
    }
    assert_eq!(only("25-one-checker.mat").variant.name(), "hypergammon-1");
}

/// Backgammon Galaxy's `Losses` at the left may be of either player.
#[test]
fn a_loss_alone_in_a_row_without_number_does_not_tell_the_loser() {
    let text = text("19-unfinished-last-game.mat");
    for (indent, winner) in [(6, 0), (34, 1)] {
        let text = format!("{text} Losses 1 point\n\n{:indent$}Wins 1 point\n", "");
        let record = read_matches(&text, &NO_OPTIONS).unwrap().remove(0);
        assert_eq!(told(&record.games[1]), (winner, 1, 2));
    }
    let record = read_matches(&format!("{text} Losses 1 point\n"), &NO_OPTIONS).unwrap().remove(0);
    assert_eq!(record.left_out.len(), 1);
}

/// The row within the right column tells the loser by its own columns, and alone nothing.
#[test]
fn a_row_within_a_column_alone_does_not_tell_the_loser() {
    let whole = text("03-losses-with-number.mat");
    let alone = whole.split_once("Losses 1 point").unwrap().0.to_owned() + "Losses 1 point\n";
    assert!(read_matches(&alone, &NO_OPTIONS).unwrap_err().to_string().contains("the file ends"));
    for (indent, game) in [(6, (0, 1, 3)), (34, (1, 1, 3))] {
        let text = format!("{alone}{:indent$}Wins 1 point\n", "");
        let record = read_matches(&text, &NO_OPTIONS).unwrap().remove(0);
        assert_eq!(told(&record.games[0]), game);
    }
}

#[test]
fn points_that_cannot_be_are_refused() {
    let error = read_matches(&text("14-points-4016.mat"), &NO_OPTIONS).unwrap_err();
    assert_eq!(error.place.number(), 7);
    assert!(error.to_string().contains("4016 points are won"), "{error}");
}

#[test]
fn plays_and_answers_are_read_in_other_spellings() {
    let record = only("24-other-spellings.mat");
    assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [(0, 1, 4), (0, 1, 3)]);
    assert!(record.games.iter().all(|game| game.result.ending == Ending::Dropped));
    assert!(record.warnings.is_empty() && record.left_out.is_empty());
}

#[test]
fn rows_that_are_missing_are_told() {
    let record = only("13-numbers-jump.mat");
    assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [(0, 1, 4)]);
    assert_eq!(notes(&record.warnings), ["line 6: line 2) is missing before this"]);
}

#[test]
fn games_that_do_not_fit_are_left_out_and_the_others_read() {
    let record = only("19-unfinished-last-game.mat");
    assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [(0, 1, 2)]);
    assert_eq!((record.left_out[0].number, record.left_out[0].score), (2, Some([1, 0])));
    assert!(record.left_out[0].error.to_string().starts_with("line 10: the file ends"));

    let text = text("20-second-game-illegal.mat");
    let third = "\n Game 3\n Ann : 2     Bob : 0\n  1) 31: 8/5 6/5\n      Wins 2 points\n";
    let record = read_matches(&format!("{text}{third}"), &NO_OPTIONS).unwrap().remove(0);
    assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [(0, 1, 2), (0, 2, 1)]);
    assert_eq!(record.games.iter().map(|game| game.number).collect::<Vec<_>>(), [1, 3]);
    let played = PlayedMatch::of(&record);
    let note = "game 2 is left out: line 10: not a legal play of 3-1 in";
    assert!(played.left_out[0].to_string().starts_with(note), "{}", played.left_out[0]);
    assert_eq!(played.games[1].number, 3);
}

#[test]
fn names_that_change_are_told_and_other_players_left_out() {
    let record = only("21-name-changes.mat");
    assert_eq!(record.games.len(), 3);
    let told = [
        "line 9: `ann` plays here, and `Ann` in the first game",
        "line 14: `X22` plays here, and `Ann` in the first game",
    ];
    assert_eq!(notes(&record.warnings), told);
    assert_eq!(record.left_out[0].number, 4);
    assert!(record.left_out[0].error.to_string().contains("`Carl` plays here"));
}

#[test]
fn a_match_without_the_crawford_rule_is_read_on_request() {
    let name = "17-no-crawford-tag.mat";
    let record = only(name);
    assert_eq!((record.games.len(), record.left_out[0].number), (1, 2));
    assert!(record.left_out[0].error.to_string().contains("it is the Crawford game"));
    let options = ReadOptions { no_crawford: true, ..NO_OPTIONS };
    let record = read_matches(&text(name), &options).unwrap().remove(0);
    assert_eq!(record.games.iter().map(told).collect::<Vec<_>>(), [(0, 2, 2), (0, 2, 2)]);
    assert!(!record.crawford && !record.games[1].is_crawford);
}

#[test]
fn several_matches_in_a_file_are_read() {
    let found = all("26-two-matches.sgf");
    let games = found.iter().map(|record| record.games.iter().map(told).collect::<Vec<_>>());
    assert_eq!(games.collect::<Vec<_>>(), [[(0, 1, 2)], [(1, 2, 2)]]);
    assert_eq!(found.iter().map(|record| record.length).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(found[1].left_out.len(), 1);
    let two = text("04-number-alone.mat") + "\n; [Crawford \"Off\"]\n" + &text("05-concedes.mat");
    let found = read_matches(&two, &NO_OPTIONS).unwrap();
    assert_eq!(found.iter().map(|record| record.crawford).collect::<Vec<_>>(), [true, false]);
}

/// The game after one that is left out is the Crawford game if that one began before.
#[test]
fn the_crawford_game_is_known_behind_a_game_left_out() {
    let game = |number: u32, score: &str, rows: &str| {
        let [one, other] = [&score[..1], &score[2..]];
        format!(" Game {number}\n Ann : {one}     Bob : {other}\n  1) 31: 8/5 6/5\n{rows}\n")
    };
    let wins = "      Wins 1 point\n";
    let read = |games: &[String]| {
        read_matches(&format!(" 3 point match\n{}", games.concat()), &NO_OPTIONS).unwrap().remove(0)
    };
    let first = game(1, "0:0", wins);
    let record = read(&[first.clone(), game(2, "1:0", ""), game(3, "2:0", wins)]);
    assert_eq!((record.games[1].number, record.games[1].is_crawford), (3, true));
    let record = read(&[first.clone(), game(2, "2:0", ""), game(3, "2:1", wins)]);
    assert_eq!((record.games[1].number, record.games[1].is_crawford), (3, false));
    // Without game 2, and with neither game 2 nor 3.
    for (number, is_crawford) in [(3, true), (4, false)] {
        let record = read(&[first.clone(), game(number, "2:0", wins)]);
        assert_eq!(record.games[1].is_crawford, is_crawford, "{number}");
        assert_eq!(notes(&record.warnings), ["line 8: game 2 is missing before this"]);
    }
}

#[test]
fn what_follows_a_double_is_never_ignored() {
    for (row, reason) in [
        ("  2)  Doubles => 2                Hesitates\n", "unexpected `Hesitates` behind `2`"),
        ("  2)  Doubles hopefully\n", "unexpected `hopefully` behind `Doubles`"),
        ("  2)  Doubles => 2                Takes it\n", "unexpected `it` behind `Takes`"),
        ("      Wins 1 point                Wins 1 point\n", "do not agree"),
        ("      Wins 1 point                Losses 2 points\n", "do not agree"),
        ("  2)  Concedes\n      Wins 1 point\n", "the other player won"),
        ("  2) 42: ????                    51: 13/8 6/5\n", "a roll that was not played"),
        ("  1) 42: 8/4 6/4\n", "line 1) after line 1)"),
    ] {
        let text = text("19-unfinished-last-game.mat");
        let error = read_matches(&format!("{text}{row}"), &NO_OPTIONS).unwrap().remove(0);
        let error = error.left_out[0].error.to_string();
        assert!(error.contains(reason), "{row}: {error}");
    }
}
