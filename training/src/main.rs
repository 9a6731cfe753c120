//! Trains the network that estimates positions of a variant of backgammon, and writes its weights.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use shuban_gammon::Variant;
use shuban_train::{TrainError, TrainOptions, train};

/// Train a network by self-play, with databases as truth at the end
#[derive(Parser)]
#[command(name = "shuban-train")]
struct Arguments {
    /// The game
    #[arg(default_value = "half-gammon")]
    game: String,

    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    to: PathBuf,

    /// Steps of learning, each from one turn of all games
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().steps)]
    steps: u64,

    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().seed)]
    seed: u64,

    /// Games that are played at once
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().games)]
    games: usize,

    /// Hidden units: 32, 64 or 128
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().units)]
    units: usize,

    /// Turns in games to one position of any kind
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().turns)]
    turns: usize,

    /// Checkers a side, at most, in the databases that are taken as truth
    #[arg(long, value_name = "N", default_value_t = TrainOptions::default().checkers)]
    checkers: usize,

    /// Learning rate at the beginning
    #[arg(long, value_name = "RATE", default_value_t = TrainOptions::default().rate)]
    rate: f64,
}

/// Number of steps between two reports of the error.
const TOLD: u64 = 1_000;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn std::error::Error>> {
    let Arguments { game, to, steps, seed, games, units, turns, checkers, rate } = arguments;
    let variant = Variant::by_name(game).ok_or_else(|| TrainError::Game(game.clone()))?;
    let options = TrainOptions {
        steps: *steps,
        seed: *seed,
        games: *games,
        units: *units,
        turns: *turns,
        checkers: *checkers,
        rate: *rate,
    };
    let started = Instant::now();
    let mut sum = 0.0;
    let network = train(&variant, &options, |step, loss| {
        sum += f64::from(loss);
        if (step + 1) % TOLD == 0 {
            let error = (sum / TOLD as f64).sqrt();
            sum = 0.0;
            println!(
                "step {}: off by {error:.4}, {:.0} s",
                step + 1,
                started.elapsed().as_secs_f64()
            );
        }
    })?;
    std::fs::write(to, network.to_file(&variant))?;
    Ok(())
}
