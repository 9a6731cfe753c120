//! Times the question of who makes the last move, on boards that are given or drawn at random:
//!
//! ```text
//! cargo run --release -p shuban-amazons --example boards -- scattered|openings COUNT SECONDS [SEED]
//! cargo run --release -p shuban-amazons --example boards -- given COUNT SECONDS < FILE
//! ```
//!
//! Given boards are lines of a file, such as `hard-boards.txt` beside this one.
//! Scattered boards have 4 to 6 columns and rows, 6 to 16 empty squares and one to four amazons a side, anywhere. Openings begin
//! at the starts of 4×6, 5×5, 6×4, 5×6 and 6×5, from where each side makes a few of the moves whose first numbers are best.
//! No search takes more than SECONDS of a clock; the times that are printed are those of the processor.

use std::io;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use shuban_amazons::{Army, Boards, Position, Square, Squares, Subgame, format_position};
use shuban_core::provable::Question;
use shuban_core::{Game, Present, Provable, Random, Silent};
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};

/// Columns and rows of starts, and plies from there.
const OPENINGS: [(usize, usize, usize); 6] =
    [(4, 6, 2), (5, 5, 2), (6, 4, 2), (6, 4, 3), (5, 6, 6), (6, 5, 7)];
/// The number of best moves that a move of an opening is drawn from.
const DRAWN_FROM: usize = 12;

fn main() {
    const USAGE: &str = "scattered|openings|given COUNT SECONDS [SEED]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (draw, numbers): (fn(u64, &mut Random) -> Option<Position>, _) = match &arguments[..] {
        [kind, numbers @ ..] if kind == "scattered" => (scattered, numbers),
        [kind, numbers @ ..] if kind == "openings" => (opening, numbers),
        [kind, numbers @ ..] if kind == "given" => (given, numbers),
        _ => panic!("needs {USAGE}"),
    };
    let numbers: Vec<u64> = numbers.iter().map(|text| text.parse().expect(USAGE)).collect();
    let [count, seconds, ref seed @ ..] = numbers[..] else { panic!("needs {USAGE}") };
    let mut random = Random::new(seed.first().copied().unwrap_or(1));
    let options =
        ProofOptions { time: Some(Duration::from_secs(seconds)), ..ProofOptions::default() };
    let mut times = Vec::new();
    let (mut open, mut logarithms) = (0, 0.0);
    for number in 0..count {
        let board = std::iter::repeat_with(|| draw(number, &mut random)).flatten().next();
        let board = board.expect("draws are repeated until there is one");
        let begin = cpu_time();
        let question = Question { seat: 0, at_least: 1 };
        let proved = prove(&Boards::any(), &board, question, &options, None, &Silent)
            .expect("the memory for a table");
        let time = (cpu_time() - begin).as_secs_f64();
        let winner = match proved.outcome {
            ProofOutcome::Proven => "white",
            ProofOutcome::Disproven => "black",
            ProofOutcome::Unknown { .. } => "open",
        };
        open += u32::from(winner == "open");
        times.push(time);
        logarithms += (proved.nodes.max(1) as f64).ln();
        println!("{}: {winner}, {} nodes, {time:.3} s", format_position(&board), proved.nodes);
    }
    times.sort_unstable_by(f64::total_cmp);
    let least = |share: f64| times.get((times.len() as f64 * share) as usize).copied();
    let [half, most] = [0.5, 0.9].map(|share| least(share).unwrap_or(0.0));
    let sum: f64 = times.iter().sum();
    let mean = (logarithms / count.max(1) as f64).exp();
    println!(
        "half took {half:.3} s, nine in ten {most:.3} s, all {sum:.1} s; {mean:.0} nodes (geometric mean); \
         {open} are open"
    );
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the board that the next line of the standard input has.
fn given(_number: u64, _random: &mut Random) -> Option<Position> {
    let mut line = String::new();
    let length = io::stdin().read_line(&mut line).expect("text");
    assert!(length > 0, "fewer boards than COUNT");
    Some(Boards::any().parse(line.trim()).unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// Returns a board with amazons and burnt squares anywhere; `None` if fewer squares are left than it needs.
fn scattered(_number: u64, random: &mut Random) -> Option<Position> {
    let [height, width] = [(); 2].map(|()| 4 + random.place(3));
    let [black, white] = [(); 2].map(|()| 1 + random.place(4));
    let empty = 6 + random.place(11);
    let mut squares: Vec<Square> = Squares::rectangle(height, width).iter().collect();
    random.shuffle(&mut squares);
    let set = |from: usize, count: usize| -> Option<Squares> {
        Some(squares.get(from..from + count)?.iter().copied().collect())
    };
    let all = set(0, black + white + empty)?;
    let game = Subgame::new(all, set(0, black)?, set(black, white)?)?;
    Position::new(height, width, game, Army::BOTH[random.place(2)])
}

/// Returns a board some plies after the start; the sizes take turns. `None` if the game ends sooner.
fn opening(number: u64, random: &mut Random) -> Option<Position> {
    let (width, height, plies) = OPENINGS[number as usize % OPENINGS.len()];
    let game = Boards::new(width, height)?;
    (0..plies).try_fold(game.start(), |position, _| {
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        // The mover wants what the other cannot prevent.
        plays.sort_by_cached_key(|play| game.first_numbers(&play.after).delta);
        plays.truncate(DRAWN_FROM);
        Some(plays.get(random.place(plays.len().max(1)))?.after)
    })
}
