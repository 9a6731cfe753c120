//! Damaged files: read or refused with the line, and never a game that is not written there.

use std::path::Path;

use shuban_match::match_file::{
    GameRecord, MatchRecord, ReadOptions, read_matches, write_mat, write_sgf,
};

use crate::any_input::read_again;

/// The text of every file of `tests/data`.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    files.map(|path| (path.display().to_string(), read(&path))).collect()
}

/// Reads a text: an error names a line of it.
fn games(name: &str, text: &str) -> Vec<GameRecord> {
    // The end of a file may be a line of its own.
    let lines = text.lines().count() + 1;
    let errors = |record: &MatchRecord| -> Vec<usize> {
        let left_out = record.left_out.iter().map(|game| game.error.place.number());
        left_out.chain(record.warnings.iter().map(|warning| warning.place.number())).collect()
    };
    match read_matches(text, &ReadOptions::default()) {
        Ok(records) => {
            let said = records.iter().flat_map(errors);
            said.for_each(|line| assert!((1..=lines).contains(&line), "{name}, line {line}"));
            records.into_iter().flat_map(|record| record.games).collect()
        }
        Err(error) => {
            assert!(
                (1..=lines).contains(&error.place.number()) && !error.to_string().is_empty(),
                "{error}"
            );
            Vec::new()
        }
    }
}

/// The end of a file that was cut may be missing, and nothing else changes.
#[test]
fn files_cut_at_any_byte_have_the_games_before() {
    for (name, text) in files() {
        let whole = games(&name, &text);
        for end in 0..text.len() {
            let cut = games(&name, &text[..end]);
            assert_eq!(cut[..], whole[..cut.len()], "{name}, cut at {end}: {}", &text[..end]);
        }
    }
}

/// A game that is read from a changed file has what the file says: the winner, the points and every
/// play come from a line of it, and its own text reads as the same.
#[test]
fn lines_repeated_exchanged_or_left_out_are_read_as_they_stand_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for (name, text) in files() {
        let lines: Vec<&str> = text.lines().collect();
        for at in 0..lines.len() {
            let mut repeated = lines.clone();
            repeated.insert(at, lines[at]);
            let mut exchanged = lines.clone();
            exchanged.swap(at, (at + 1) % lines.len());
            let mut without = lines.clone();
            without.remove(at);
            for changed in [repeated, exchanged, without] {
                let changed = changed.join("\n") + "\n";
                let found = games(&name, &changed);
                read += found.len();
                refused += usize::from(found.is_empty());
                let plays = found.iter().map(|game| game.events.len());
                let written = |name: &str| changed.matches(name).count();
                // Dice, the cube, and words of giving up in place of a play.
                let most = written(": ") + written(":\n") + written("[") + written("ou") + 2;
                assert!(plays.sum::<usize>() <= 2 * most, "{name}: {changed}");
                read_again(&changed);
            }
        }
    }
    assert!(read > 100 && refused > 50, "{read} and {refused}");
}

/// No row of a game may be repeated, exchanged with the next, or left out without a word, but for the
/// last one: without it the game was given up there.
#[test]
fn rows_of_plays_are_not_repeated_exchanged_or_missed_unseen() {
    let text = include_str!("../../../../examples/hypergammon.mat");
    let whole = read_matches(text, &ReadOptions::default()).unwrap().remove(0);
    assert!(write_sgf(&whole).is_some() && write_mat(&whole).len() > 1000);
    let lines: Vec<&str> = text.lines().collect();
    let is_row = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let rows = (0..lines.len()).filter(|&at| is_row(lines[at]) && is_row(lines[at + 1]));
    let rows = rows.filter(|&at| lines[at].contains(") "));
    for at in rows {
        let mut repeated = lines.clone();
        repeated.insert(at, lines[at]);
        let mut exchanged = lines.clone();
        exchanged.swap(at, at + 1);
        let mut without = lines.clone();
        without.remove(at);
        for changed in [repeated, exchanged, without] {
            let changed = changed.join("\n");
            let read = read_matches(&changed, &ReadOptions::default()).unwrap().remove(0);
            let is_told = !read.left_out.is_empty() || !read.warnings.is_empty();
            assert!(is_told || read.games == whole.games, "line {}: {changed}", at + 1);
            let known = read.games.iter().filter(|game| whole.games.contains(game)).count();
            assert!(known + 1 >= whole.games.len(), "line {}", at + 1);
        }
    }
}
