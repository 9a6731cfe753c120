//! `shuban-check FILE...`: accepts proofs of limited TRAX and of boards of Amazons, or reports their first error.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use shuban_check::{AnyProof, Checked, Readings};

const USAGE: &str = "\
usage: shuban-check FILE...

Checks proofs of limited TRAX and of boards of Amazons, one after the other: every reply is followed, by
rules of its own. What is accepted goes to standard output, what is refused to standard error.

Runs on all cores (RAYON_NUM_THREADS sets another number, up to 256). The proofs of 8x8 take 8 and 24 minutes on
two, and 1.4 and 3.7 GB of memory.

  -h, --help     this text
  -V, --version  the version

Exits with 0 if all are accepted, with 1 if one is refused or cannot be read, with 2 if it is not
asked to check anything.";

/// Most threads that are started: each takes time and memory, and beyond the cores none helps.
const MOST_THREADS: usize = 256;

/// Starts as many threads as there are cores, or as the user sets.
fn start_threads() {
    let wanted = std::env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    if wanted.is_some_and(|wanted: usize| wanted > MOST_THREADS) {
        // Fails only if threads were started before.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(MOST_THREADS).build_global();
    }
}

fn main() -> ExitCode {
    start_threads();
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let is = |flag: &str| arguments.iter().any(|argument| argument.as_os_str() == flag);
    if is("-h") || is("--help") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    if is("-V") || is("--version") {
        println!("shuban-check {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let is_flag = |argument: &&PathBuf| argument.as_os_str().as_encoded_bytes().starts_with(b"-");
    let unknown = arguments.iter().find(is_flag);
    if let Some(flag) = unknown {
        eprintln!("there is no option `{}`", printable(&flag.display().to_string()));
    }
    if arguments.is_empty() || unknown.is_some() {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let mut ended = ExitCode::SUCCESS;
    for file in &arguments {
        match accepted(file) {
            Ok(accepted) => println!("{accepted}"),
            Err(refusal) => {
                let (file, refusal) = (file.display().to_string(), refusal.to_string());
                // Some reasons begin with the name.
                let reason = refusal.strip_prefix(&format!("{file}: ")).unwrap_or(&refusal);
                eprintln!("{}: refused: {}", printable(&file), printable(reason));
                ended = ExitCode::from(1);
            }
        }
    }
    ended
}

/// Returns a text without characters that control a terminal: a file may hold any.
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
    let proof = AnyProof::open(file)?;
    // The largest take half an hour.
    let (name, claim) = (file.display().to_string(), proof.claim());
    eprintln!("checking {}: {}", printable(&name), printable(&claim));
    let Checked { nodes, replies, closed, leaves, readings } = proof.check()?;
    let mut followed = format!(
        "{nodes} positions with a move and {leaves} left to plain search, {replies} replies"
    );
    // In Amazons no rule can be read in two ways, and what is won is left to plain search.
    if let AnyProof::Trax(_) = proof {
        followed += &format!(", {closed} of them won at once\n{}", rests_on(readings));
    }
    let claimed = printable(proof.claimed());
    let found =
        if claimed.is_empty() { String::new() } else { format!("\nclaimed: found by {claimed}") };
    Ok(format!("{}\naccepted: {followed}{found}", proof.claim()))
}

/// Returns the readings of the rules that a proof rests on.
fn rests_on(readings: Readings) -> String {
    let Readings { void, both, stuck } = readings;
    format!(
        "rests on: {void} replies that three ends make illegal after a loop or line, {both} wins \
         that only turns with a loop or line of both colours bring, {stuck} positions without a reply"
    )
}
