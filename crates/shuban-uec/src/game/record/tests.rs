use proptest::prelude::*;

use super::*;

/// A short game of a seed, players who lay single cards and pass.
fn record() -> MatchRecord {
    use crate::game::{Awaited, Contest, melds};
    let rules = ContestRules::default();
    let mut contest = Contest::new(rules, 2, 4);
    let mut games = Vec::new();
    loop {
        match contest.awaits() {
            Awaited::Gift { player, count } => {
                let hand = contest.hand(player);
                contest.give(Some(hand.iter().take(count).collect())).unwrap();
            }
            Awaited::Action { player } => {
                let view = contest.view(player);
                let mut found = Vec::new();
                melds(&rules, view.hand, &view.table, &mut found);
                contest.play(found.last().copied()).unwrap();
            }
            Awaited::NextGame => {
                games.push(contest.record().clone());
                contest.next_game();
            }
            Awaited::Nothing => break,
        }
    }
    games.push(contest.record().clone());
    MatchRecord {
        rules,
        seed: 4,
        due: 2,
        names: ["a", "b", "c", "d", "e"].map(str::to_owned),
        games,
    }
}

/// What reading says of the text with one part replaced.
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
    let ranking = first.ranking.map(|player| player.to_string()).join(" ");
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
        ("seats ", "seats 0 ", "five players"),
        ("hand 0 ", "hand 1 ", "next player"),
        (hand(0).as_str(), "hand 0 S3,S3\n", "twice"),
        (hand(0).as_str(), "hand 0 S3\n", "pack of 53"),
        (hand(0).as_str(), "", "next player"),
        ("lead ", "lead 9", "leads"),
        ("lead ", "", "`"),
        (" .", " S3,S4", "neither"),
        (" .", "", "line"),
        (format!("ranking {ranking}").as_str(), "ranking 0 0 1 2 3", "five players"),
        ("gift ", "gift 5>0 S3\ngift ", "gift"),
        ("gift ", "gift 1>0 S3\ngift ", "gifts, 4 are due"),
    ] {
        let error = refused(&text, part, by);
        assert!(error.contains(reason), "{part} → {by}: {error}");
    }
    let mut other = first.ranking;
    other.swap(0, 1);
    let error = refused(
        &text,
        &format!("ranking {ranking}"),
        &format!("ranking {}", other.map(|p| p.to_string()).join(" ")),
    );
    assert!(error.contains("came to place"), "{error}");
    let error = text.split("ranking").next().unwrap().parse::<MatchRecord>().unwrap_err();
    assert!(error.to_string().contains("the text ends"), "{error}");
    // Cut off between two games.
    let error = text.split("\ngame 2").next().unwrap().parse::<MatchRecord>().unwrap_err();
    assert!(error.to_string().contains("ends after 1 of 2 games"), "{error}");
}

#[test]
fn what_a_text_cannot_say_is_found_by_validation_too() {
    let good = record();
    assert_eq!(good.validate(), Ok(()));
    let damaged = |damage: &dyn Fn(&mut MatchRecord)| {
        let mut record = good.clone();
        damage(&mut record);
        record.validate().unwrap_err()
    };
    assert!(damaged(&|record| record.games[1].number = 3).contains("has number 3"));
    assert!(damaged(&|record| record.games[0].seats = [0; 5]).contains("not the five players"));
    assert!(damaged(&|record| record.games[1].gifts[0].from = 7).contains("nobody"));
    assert!(
        damaged(&|record| {
            record.games[1].gifts.pop();
        })
        .contains("are due")
    );
    assert!(
        damaged(&|record| {
            record.games[0].actions.pop();
        })
        .contains("not over")
    );
    assert!(damaged(&|record| record.games[0].actions.push(None)).contains("over"));
    assert!(damaged(&|record| record.games[0].dealt.swap(0, 1)).contains("game 1"));
    assert!(damaged(&|record| record.due += 1).contains("ends after 2 of 3 games"));
}

#[test]
fn names_cannot_break_lines() {
    let mut record = record();
    record.names[0] = "a|b\ngame 1".to_owned();
    assert_eq!(record.to_string().parse::<MatchRecord>().unwrap().names[0], "a_b_game 1");
}

proptest! {
    /// Records with a piece cut out, doubled or replaced are refused or mean something valid.
    #[test]
    fn no_text_makes_reading_panic(at in 0.0..1.0, len in 0usize..30, by in "[SHDCJK2-9=,. >\\na-z0]{0,8}") {
        let text: Vec<char> = record().to_string().chars().collect();
        let at = (at * text.len() as f64) as usize;
        let end = (at + len).min(text.len());
        let damaged: String = text[..at].iter().copied().chain(by.chars()).chain(text[end..].iter().copied()).collect();
        if let Ok(read) = damaged.parse::<MatchRecord>() {
            prop_assert_eq!(read.validate(), Ok(()));
        }
    }
}
