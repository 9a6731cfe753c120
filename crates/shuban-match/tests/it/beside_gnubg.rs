//! The same files read by GNU Backgammon, where it is installed.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use shuban_match::match_file::{MatchRecord, ReadOptions, read_matches};

use crate::written_by_others::text;

const GNUBG: &str = "/usr/games/gnubg";

/// The match that GNU Backgammon reads from a text, as it writes it in SGF.
fn by_gnubg(folder: &Path, text: &str) -> MatchRecord {
    let files = ["match.mat", "match.sgf"].map(|name| folder.join(name));
    std::fs::write(&files[0], text).unwrap();
    let [mat, sgf] = files.each_ref().map(|file| file.display());
    let mut program = Command::new(GNUBG);
    program.args(["-t", "-q"]).env("HOME", folder).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = program.stderr(Stdio::null()).spawn().unwrap();
    let commands = format!("import mat \"{mat}\"\nsave match \"{sgf}\"\n");
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let written = std::fs::read_to_string(&files[1]).unwrap();
    read_matches(&written, &ReadOptions::default()).unwrap().remove(0)
}

/// Compares winners and points; of a roll that is not played GNU Backgammon keeps nothing.
#[test]
fn winners_and_points_are_those_of_gnu_backgammon() {
    if !Path::new(GNUBG).exists() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "01-losses-in-cell.mat",
        "02-losses-own-row.mat",
        "04-number-alone.mat",
        "05-concedes.mat",
        "07-unknown-play.mat",
        "09-roll-then-resign.mat",
        "15-text-behind.mat",
    ] {
        let text = text(name);
        let told = |record: &MatchRecord| -> Vec<(usize, u32)> {
            record.games.iter().map(|game| (game.result.winner, game.result.points)).collect()
        };
        let ours = read_matches(&text, &ReadOptions::default()).unwrap().remove(0);
        assert_eq!(told(&by_gnubg(folder.path(), &text)), told(&ours), "{name}");
    }
}
