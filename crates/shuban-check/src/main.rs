//! `shuban-check FILE`: accepts a proof of limited TRAX, or says what is wrong with it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use shuban_check::{Checked, Proof, Readings, check};

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let file = match files.as_slice() {
        [file] if !file.as_os_str().as_encoded_bytes().starts_with(b"-") => file,
        _ => {
            eprintln!("usage: shuban-check FILE");
            return ExitCode::from(2);
        }
    };
    match accepted(file) {
        Ok(accepted) => {
            println!("{accepted}");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            let (file, refusal) = (file.display().to_string(), refusal.to_string());
            eprintln!("{}: refused: {}", printable(&file), printable(&refusal));
            ExitCode::from(1)
        }
    }
}

/// A text without the characters that a terminal obeys: a file may hold any.
fn printable(text: &str) -> String {
    let is_unsafe = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    text.chars().fold(String::new(), |mut printable, c| {
        match is_unsafe(c) {
            true => printable.extend(c.escape_default()),
            false => printable.push(c),
        }
        printable
    })
}

fn accepted(file: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let proof = Proof::open(file)?;
    let Checked { nodes, replies, closed, leaves, readings } = check(&proof)?;
    let followed = match readings {
        None => format!(
            "{nodes} positions, {replies} replies, {closed} of them decided by plain search"
        ),
        Some(readings) => format!(
            "{nodes} positions with a move and {leaves} left to plain search, {replies} replies, \
             {closed} of them won at once\n{}",
            rests_on(readings)
        ),
    };
    let claimed = printable(&proof.claimed);
    let found =
        if claimed.is_empty() { String::new() } else { format!("\nclaimed: found by {claimed}") };
    Ok(format!("{}\naccepted: {followed}{found}", proof.claim()))
}

/// What a proof rests on, for those who read the rules otherwise.
fn rests_on(readings: Readings) -> String {
    let Readings { void, both, stuck } = readings;
    format!(
        "rests on: {void} replies that three ends make illegal after a loop or line, {both} wins \
         that only turns with a loop or line of both colours bring, {stuck} positions without a reply"
    )
}
