//! Records in the format of the contest's programs, both ways.

use proptest::prelude::*;
use shuban_core::present::Transcribed;
use shuban_core::{Game, Random};
use shuban_daihinmin::Error;
use shuban_daihinmin::matches::{RecordFormat, convert};
use shuban_daihinmin::players::PlayerKind;
use shuban_daihinmin::record::{MatchRecord, NoContestLog};
use shuban_daihinmin_game::{ContestPosition, ContestRules, Daihinmin};

use crate::common::{house_rules, match_of, random_match, setup};

fn contest_record(games: u32, seed: u64) -> MatchRecord {
    random_match(ContestRules::default(), games, seed)
}

/// Returns line and reason.
fn refused(text: &str) -> (usize, String) {
    let error = MatchRecord::from_contest_log(text).unwrap_err();
    (error.line, error.reason)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_record_comes_back_from_the_other_format(seed: u64, games in 1u32..8) {
        let record = contest_record(games, seed);
        let text = record.contest_log().unwrap();
        let again = MatchRecord::from_contest_log(&text);
        prop_assert_eq!(again.as_ref(), Ok(&record));
        prop_assert_eq!(again.unwrap().contest_log(), Ok(text));
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(seed in 0u64..10, at in 0usize..6_000, other in any::<char>()) {
        let text = contest_record(3, seed).contest_log().unwrap();
        let changed: String =
            text.chars().enumerate().map(|(i, c)| if i == at { other } else { c }).collect();
        let cut: String = text.chars().take(at).collect();
        let lines = text.lines().count();
        let without = text.lines().enumerate().filter(|(line, _)| line % lines != at % lines);
        let without: String = without.map(|(_, line)| format!("{line}\n")).collect();
        for text in [changed, cut, without] {
            if let Ok(read) = MatchRecord::from_contest_log(&text) {
                prop_assert_eq!(read.to_string().parse(), Ok(read));
            }
        }
    }
}

#[test]
fn classes_are_reset_in_both_formats() {
    let record = match_of([PlayerKind::Base; 5], &setup(ContestRules::default(), 5), 203);
    let text = record.contest_log().unwrap();
    assert!(text.matches("class 0 1 2 3 4 \n").count() >= 3, "games 1, 101 and 201");
    assert_eq!(MatchRecord::from_contest_log(&text), Ok(record));
}

#[test]
fn what_is_written_is_a_record_to_analyse() {
    let record = contest_record(4, 9);
    let game = Daihinmin::new(record.rules);
    let read = game.transcripts(&record.contest_log().unwrap()).unwrap().unwrap();
    assert_eq!(read.len(), record.games.len());
    for (read, game_record) in read.iter().zip(&record.games) {
        assert_eq!(read.flaw, None);
        let start = ContestPosition::new(&record.rules, game_record.hands());
        assert_eq!(read.start, Some(game.format(&start)));
        assert_eq!(read.moves.len(), game_record.actions.len());
    }
}

#[test]
fn other_rules_and_names_that_are_no_words_have_no_form_there() {
    let record = random_match(house_rules(), 1, 1);
    assert_eq!(record.contest_log(), Err(NoContestLog::Rules));
    for name in ["two words", ""] {
        let mut record = contest_record(1, 1);
        record.names[2] = name.to_owned();
        assert_eq!(record.contest_log(), Err(NoContestLog::Name(name.to_owned())));
    }
}

#[test]
fn what_breaks_format_or_rules_is_refused_with_its_line() {
    let record = contest_record(2, 3);
    let text = record.contest_log().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let line_of = |key: &str, nth: usize| {
        let mut of_key = (1..).zip(&lines).filter(|(_, line)| line.starts_with(key));
        of_key.nth(nth).unwrap().0
    };
    let with = |line: usize, other: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = other;
        lines.join("\n")
    };
    let without = |line: usize| with(line, "");
    let (dealt, changed, original) =
        (line_of("dealt", 1), line_of("changed", 1), line_of("original", 1));
    let (play, result) = (line_of("play", 2), line_of("result", 1));
    for (text, line, reason) in [
        (with(dealt, "dealt { s3 } { s3 s3 }"), dealt, "`dealt` should have five hands"),
        (with(changed, "changed { } { } { } { } { }"), original, "gift 0 should be 2 cards"),
        (without(changed), original, "`changed` is missing before `original`"),
        (
            with(original, lines[dealt - 1].replacen("dealt", "original", 1).as_str()),
            original,
            "should have {",
        ),
        (with(play, "play zz[7]"), play, "`zz[7]` is no play"),
        (with(play, "play jk[7] d-3[8]"), play, "plays "),
        (without(play), result, "the game is not over"),
        (without(result), result + 1, "the result of the game is missing"),
        (with(result, "result 0 1 2 3 3"), result, "five different numbers"),
        (without(line_of("*/", 0)), line_of("/*", 1), "the game before does not end with `*/`"),
        (without(line_of("player", 0)), lines.len(), "the names of the players are missing"),
        (with(line_of("player", 0), "player one"), line_of("player", 0), "five names"),
        (format!("{text}player a b c d e"), lines.len() + 1, "a second match"),
        (format!("{text}hello"), lines.len() + 1, "`hello` outside of a game"),
        (lines[..result].join("\n"), result, "the game does not end with `*/`"),
    ] {
        let (found, said) = refused(&text);
        assert!(found == line && said.contains(reason), "{found}: {said} for {line}: {reason}");
    }
    assert!(refused("").1.contains("names"));
}

#[test]
fn files_are_converted_to_the_other_format() {
    let folder = tempfile::tempdir().unwrap();
    let [ours, theirs, back] = ["ours", "theirs", "back"].map(|name| folder.path().join(name));
    let mut record = contest_record(3, Random::new(1).bits());
    std::fs::write(&ours, record.to_string()).unwrap();
    let converted = convert(&ours, None, Some(&theirs)).unwrap();
    assert_eq!((converted.from, converted.to), (RecordFormat::Ours, RecordFormat::Contest));
    let converted = convert(&theirs, None, Some(&back)).unwrap();
    assert_eq!((converted.to, converted.games), (RecordFormat::Ours, 3));
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&ours).unwrap());
    let shown = convert(&theirs, Some(RecordFormat::Contest), None).unwrap();
    assert_eq!(shown.text, Some(std::fs::read_to_string(&theirs).unwrap()));
    // The line is that of our record.
    record.names[0] = "two words".to_owned();
    std::fs::write(&ours, format!("# a remark\n{record}")).unwrap();
    let error = convert(&ours, None, None).unwrap_err();
    let Error::Record { source, .. } = &error else { panic!("{error}") };
    assert_eq!(source.to_string(), "line 6: the name `two words` is not a word");
    assert!(matches!(convert(&folder.path().join("none"), None, None), Err(Error::Io { .. })));
}
