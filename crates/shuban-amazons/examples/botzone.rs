//! Plays the search against a program that speaks Botzone's simple protocol, in which a process is started for each
//! move and told all moves before it:
//!
//! ```text
//! cargo run --release -p shuban-amazons --example botzone -- 8x8 GAMES LIMIT PROGRAM [SEED]
//! ```
//!
//! LIMIT is of our search, as in `tune`; the program limits itself. Games begin with four moves at random among the
//! twenty best, each opening with both colours. A program that fails, or plays against the rules, has lost, and the
//! reason is printed.

mod searching;

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use searching::{Limit, chosen, opening, share, start};
use shuban_amazons::play::SearchOptions;
use shuban_amazons::{Army, Move, Position, Square};
use shuban_core::Random;

/// Most bytes of an answer.
const LONGEST: u64 = 1 << 16;

fn main() {
    const USAGE: &str = "8x8 GAMES LIMIT PROGRAM [SEED]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, games, limit, program, rest @ ..] = &arguments[..] else { panic!("needs {USAGE}") };
    let (start, limit) = (start(size), Limit::read(limit));
    let games: u32 = games.parse().expect(USAGE);
    let seed = rest.first().map_or(1, |seed| seed.parse().expect(USAGE));
    let (mut won, mut spent, mut moves) = ([0, 0], [Duration::ZERO; 2], [0u32; 2]);
    for game in 0..games {
        let ours = Army::BOTH[game as usize % 2];
        let mut played = opening(&start, &mut Random::of_part(seed, u64::from(game / 2)));
        let mut position = played.iter().fold(start, |board, &action| board.after(action));
        let mut failure = None;
        while failure.is_none() && position.subgame().can_move(position.to_move()) {
            let player = usize::from(position.to_move() != ours);
            let began = Instant::now();
            let action = match player {
                0 => Ok(chosen(&position, &SearchOptions::default(), limit)),
                _ => asked(program, &position, &played),
            };
            spent[player] += began.elapsed();
            moves[player] += 1;
            match action {
                Ok(action) => {
                    played.push(action);
                    position = position.after(action);
                }
                Err(reason) => failure = Some(reason),
            }
        }
        let is_lost = failure.is_none() && position.to_move() == ours;
        won[usize::from(is_lost)] += 1;
        let [own, theirs] = [0, 1]
            .map(|player| 1e3 * spent[player].as_secs_f64() / f64::from(moves[player].max(1)));
        println!(
            "{won:?} {}; {own:.0} and {theirs:.0} ms a move{}",
            share(won[0], game + 1),
            failure.map_or_else(String::new, |reason| format!("; the program failed: {reason}")),
        );
    }
}

/// Asks the program for its move.
fn asked(program: &str, position: &Position, played: &[Move]) -> Result<Move, String> {
    let height = position.height();
    let mut lines: Vec<String> = played.iter().map(|action| numbers(height, action)).collect();
    // The first request of the player who begins is empty.
    if lines.len().is_multiple_of(2) {
        lines.insert(0, "-1 -1 -1 -1 -1 -1".to_owned());
    }
    let request = format!("{}\n{}\n", lines.len().div_ceil(2), lines.join("\n"));
    let (input, output) = (Stdio::piped(), Stdio::piped());
    let spawned = Command::new(program).stdin(input).stdout(output).stderr(Stdio::null()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("{program} cannot be started: {error}"));
    if let Some(mut input) = child.stdin.take() {
        // A program that does not read it is known by its answer.
        let _ = input.write_all(request.as_bytes());
    }
    let mut text = Vec::new();
    let output = child.stdout.take().map(BufReader::new);
    let output = output.map(|output| output.take(LONGEST).read_until(b'\n', &mut text));
    // Many bots of Botzone go on once they have answered.
    let _ = child.kill();
    child.wait().map_err(|error| error.to_string())?;
    output.transpose().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&text);
    let line = text.trim_end();
    let action = read(height, line)
        .filter(|&action| position.subgame().is_legal(position.to_move(), action));
    action.ok_or_else(|| format!("it answered `{}`", line.escape_debug()))
}

/// Writes a move as columns and ranks from 0.
fn numbers(height: usize, action: &Move) -> String {
    let mut line = String::new();
    for square in [action.from, action.to, action.shot] {
        // Writing to a string does not fail.
        let _ = write!(line, "{} {} ", square.column(), height - 1 - square.row());
    }
    line.trim_end().to_owned()
}

fn read(height: usize, line: &str) -> Option<Move> {
    let numbers: Option<Vec<usize>> =
        line.split_whitespace().map(|word| word.parse().ok()).collect();
    let square =
        |column: usize, rank: usize| Square::new(height.checked_sub(rank)?.checked_sub(1)?, column);
    let [from_column, from, to_column, to, shot_column, shot] = numbers?[..] else { return None };
    Some(Move {
        from: square(from_column, from)?,
        to: square(to_column, to)?,
        shot: square(shot_column, shot)?,
    })
}
