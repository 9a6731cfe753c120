//! Records as text.

use proptest::prelude::*;
use shuban_core::echo::is_unsafe;
use shuban_daihinmin::matches::check_records;
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin_game::ContestRules;

use crate::common::random_match;

fn record() -> MatchRecord {
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    MatchRecord { names, ..random_match(ContestRules::default(), 2, 4) }
}

/// Returns the error of a text with one part replaced.
fn refused(text: &str, part: &str, by: &str) -> String {
    assert!(text.contains(part), "{part} is not in {text}");
    let damaged = text.replacen(part, by, 1);
    damaged.parse::<MatchRecord>().expect_err(&damaged).to_string()
}

#[test]
fn damaged_records_are_refused_with_the_line() {
    let record = record();
    let text = record.to_string();
    let first = &record.games[0];
    let hand = |player: usize| format!("hand {player} {}\n", first.dealt[player]);
    let order = |players: [usize; 5]| players.map(|player| player.to_string()).join(" ");
    let ranking = format!("ranking {}", order(first.ranking));
    let mut other = first.ranking;
    other.swap(0, 1);
    let swapped = format!("ranking {}", order(other));
    let up_to_ranking = text.split("ranking").next().unwrap();
    let first_game = text.split("\ngame 2").next().unwrap();
    for (part, by, reason) in [
        ("record 1", "record 2", "line 1: "),
        ("rules default", "rules jokers=2", "line 2: not a setting"),
        ("seed 4", "seed four", "line 3: `four` where a number"),
        ("games 2", "games many", "line 4: `many` where a number"),
        ("games 2\n", "", "where games should be"),
        ("games 2", "games 1", "ends after 2 of 1 games"),
        ("games 2", "games 3", "ends after 2 of 3 games"),
        ("players a|b|c|d|e", "players a|b", "five names"),
        ("game 1", "game 2", "game 1 should be"),
        ("game 2", "game 3", "game 2 should be"),
        ("seats ", "seats 0 ", "five players"),
        ("seats ", "seats x ", "five players"),
        ("hand 0 ", "hand 1 ", "next player"),
        (hand(0).as_str(), "hand 0 S3,S3\n", "twice"),
        (hand(0).as_str(), "hand 0 S3\n", "pack of 53"),
        (hand(0).as_str(), "", "next player"),
        ("lead ", "lead 9", "leads"),
        ("lead ", "", "`"),
        (" .", " S3,S4", "neither"),
        (" .", "", "line"),
        (ranking.as_str(), "ranking 0 0 1 2 3", "five players"),
        (ranking.as_str(), swapped.as_str(), "came to place"),
        ("gift ", "gift 5>0 S3\ngift ", "gift"),
        ("gift ", "gift 1>0 S3\ngift ", "gifts, 4 are due"),
        (text.as_str(), up_to_ranking, "the text ends"),
        (text.as_str(), first_game, "ends after 1 of 2 games"),
    ] {
        let error = refused(&text, part, by);
        assert!(error.contains(reason), "{part} → {by}: {error}");
    }
}

#[test]
fn a_record_that_is_no_match_is_refused_when_it_is_read() {
    let damaged = |damage: &dyn Fn(&mut MatchRecord)| {
        let mut record = record();
        damage(&mut record);
        record.to_string().parse::<MatchRecord>().unwrap_err().to_string()
    };
    let cut = damaged(&|record| {
        record.games[0].actions.pop();
    });
    assert!(cut.contains("before the table was cleared") || cut.contains("not over"), "{cut}");
    assert!(damaged(&|record| record.games[0].actions.push(None)).contains("over"));
    assert!(damaged(&|record| record.games[0].dealt.swap(0, 1)).contains("line"));
    assert!(damaged(&|record| record.games[1].gifts[0].to ^= 1).contains("gift 0"));
}

#[test]
fn names_cannot_break_lines() {
    let mut record = record();
    record.names[0] = "a|b\ngame 1".to_owned();
    assert_eq!(record.to_string().parse::<MatchRecord>().unwrap().names[0], "a_b_game 1");
}

#[test]
fn a_terminal_does_not_obey_what_a_record_says() {
    let (text, folder) = (record().to_string(), tempfile::tempdir().unwrap());
    let (sound, damaged) = (folder.path().join("sound"), folder.path().join("damaged"));
    let sound_text = text.replacen("players a|b", "players \u{1b}[31ma |\u{202e}b\u{7}", 1);
    let read: MatchRecord = sound_text.parse().unwrap();
    assert_eq!(read.names[..2], ["_[31ma", "_b_"]);
    assert_eq!(read.to_string().parse(), Ok(read));
    std::fs::write(&sound, sound_text).unwrap();
    std::fs::write(&damaged, text.replacen("ranking", "\u{1b}]0;title\u{7}", 1)).unwrap();
    let checked = check_records(&[sound, damaged]).unwrap();
    assert!(checked.records[0].fault.is_none() && checked.records[1].fault.is_some());
    let told = checked.to_string();
    assert!(!told.lines().any(|line| line.chars().any(is_unsafe)), "{told:?}");
}

proptest! {
    /// Records with a piece cut out, doubled or replaced are refused or mean something valid.
    #[test]
    fn no_text_makes_reading_panic(
        at in 0.0..1.0,
        len in 0usize..30,
        by in "[SHDCJK2-9=,. >\\na-z0]{0,8}",
    ) {
        let text: Vec<char> = record().to_string().chars().collect();
        let at = (at * text.len() as f64) as usize;
        let end = (at + len).min(text.len());
        let damaged: String = text[..at]
            .iter()
            .copied()
            .chain(by.chars())
            .chain(text[end..].iter().copied())
            .collect();
        if let Ok(read) = damaged.parse::<MatchRecord>() {
            prop_assert_eq!(read.to_string().parse(), Ok(read));
        }
    }
}
