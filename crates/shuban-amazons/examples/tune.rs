//! Plays two sets of constants of the search against each other:
//!
//! ```text
//! cargo run --release -p shuban-amazons --example tune -- WIDTHxHEIGHT GAMES LIMIT FIRST SECOND [SEED]
//! ```
//!
//! LIMIT is a number of evaluated boards a move (with 0 the best move by the evaluation is made), or milliseconds
//! (`300ms`); two of them, as `20000/0`, are those of the two players. FIRST and SECOND are lists such as
//! `exploration=0.5,queens=400:1024`, or `-` for the usual constants. Games begin with four moves at random among
//! the twenty best, each opening with both colours.

mod searching;

use std::time::{Duration, Instant};

use searching::{Limit, chosen, opening, share};
use shuban_amazons::play::{Fading, SearchOptions};
use shuban_core::Random;

fn main() {
    const USAGE: &str = "WIDTHxHEIGHT GAMES LIMIT FIRST SECOND [SEED]";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [size, games, limit, first, second, rest @ ..] = &arguments[..] else {
        panic!("needs {USAGE}")
    };
    let start = searching::start(size);
    let (one, other) = limit.split_once('/').unwrap_or((limit, limit));
    let limits = [one, other].map(Limit::read);
    let players = [options(first), options(second)];
    let seed = rest.first().map_or(1, |seed| seed.parse().expect(USAGE));
    let games: u32 = games.parse().expect(USAGE);
    let (mut won, mut spent, mut moves) = ([0u32; 2], [Duration::ZERO; 2], [0u32; 2]);
    for game in 0..games {
        let mut random = Random::of_part(seed, u64::from(game / 2));
        let mut position = start;
        for action in opening(&start, &mut random) {
            position = position.after(action);
        }
        let swap = game as usize % 2;
        while position.subgame().can_move(position.to_move()) {
            let player = position.to_move() as usize ^ swap;
            let began = Instant::now();
            let action = chosen(&position, &players[player], limits[player]);
            spent[player] += began.elapsed();
            moves[player] += 1;
            position = position.after(action);
        }
        won[position.to_move().opponent() as usize ^ swap] += 1;
        if game + 1 == games || game % 10 == 9 {
            println!(
                "{won:?} {}; {:.0} and {:.0} ms a move, {:.1} moves a game",
                share(won[0], game + 1),
                1e3 * spent[0].as_secs_f64() / f64::from(moves[0].max(1)),
                1e3 * spent[1].as_secs_f64() / f64::from(moves[1].max(1)),
                f64::from(moves[0] + moves[1]) / f64::from(game + 1),
            );
        }
    }
}

/// Reads constants.
fn options(text: &str) -> SearchOptions {
    let mut options = SearchOptions::default();
    for assignment in text.split(',').filter(|text| *text != "-") {
        let (name, value) = assignment.split_once('=').expect("constants are NAME=VALUE");
        let number = || value.parse::<f32>().expect("a number");
        let whole = || value.parse::<i32>().expect("a whole number");
        let pair = || {
            let (early, late) = value.split_once(':').expect("EARLY:LATE");
            [early, late].map(|text| text.parse::<i64>().expect("a whole number"))
        };
        let fading = || Fading { early: pair()[0] as i32, late: pair()[1] as i32 };
        let weights = &mut options.weights;
        match name {
            "queens" => weights.queens = fading(),
            "kings" => weights.kings = fading(),
            "near_queens" => weights.near_queens = fading(),
            "near_kings" => weights.near_kings = fading(),
            "room" => weights.room = fading(),
            "tie" => weights.tie = fading(),
            "turn" => weights.turn = fading(),
            "early" => weights.early = whole(),
            "enough_room" => weights.enough_room = whole(),
            "halfway" => options.halfway = number(),
            "exploration" => options.exploration = number(),
            "gap" => options.gap = number(),
            "most" => options.most = pair().map(|number| number as usize),
            "destinations" => options.destinations = pair().map(|number| number as usize),
            _ => panic!("no constant {name}"),
        }
    }
    options
}
