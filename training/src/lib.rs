//! Trains the network of `shuban_gammon::evaluation::NetworkEvaluation` by self-play, with databases
//! as truth at the end.
//!
//! Many games go on at once, and random positions are drawn besides. In each position the network
//! looks one roll ahead, and learns the result: the mean over all rolls of the value after the best
//! play. Values in a database are taken from there.

#[cfg(feature = "learn")]
mod learner;
mod self_play;
mod truth;

#[cfg(feature = "learn")]
pub use learner::Learner;
pub use self_play::{Lesson, SelfPlay};
pub use truth::Truth;

#[cfg(feature = "learn")]
use shuban_gammon::Variant;
use shuban_gammon::evaluation::NetworkError;
#[cfg(feature = "learn")]
use shuban_gammon::evaluation::{Network, NetworkEvaluation};

/// Error of training a network.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// No network is known of this game.
    #[error("unknown game {0}")]
    Game(String),
    /// A folder for databases could not be made.
    #[error("no folder for databases: {0}")]
    Folder(std::io::Error),
    /// A database could not be built.
    #[error(transparent)]
    Solve(#[from] shuban_solve::Error),
    /// The learning library failed.
    #[cfg(feature = "learn")]
    #[error(transparent)]
    Learn(#[from] candle_core::Error),
    /// The learned weights are no network: they contain values that are no numbers.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// Options of training.
#[derive(Clone, Copy, Debug)]
pub struct TrainOptions {
    /// Number of turns played of all games, with a step of learning after each.
    pub steps: u64,
    /// Number of simultaneous games.
    pub games: usize,
    /// Number of hidden units.
    pub units: usize,
    /// Number of turns in games to one position of any kind.
    pub turns: usize,
    /// Maximum number of checkers a side in the databases that are taken as truth.
    pub checkers: usize,
    /// The learning rate at the beginning; it falls to a hundredth.
    pub rate: f64,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl Default for TrainOptions {
    fn default() -> Self {
        TrainOptions {
            steps: 120_000,
            games: 256,
            units: 32,
            turns: 1,
            checkers: 3,
            rate: 2e-3,
            seed: 1,
        }
    }
}

/// Trains a network. `each` is called after each step with its number and the mean square error.
///
/// # Errors
/// [`TrainError`].
#[cfg(feature = "learn")]
pub fn train(
    variant: &Variant,
    options: &TrainOptions,
    mut each: impl FnMut(u64, f32),
) -> Result<Network, TrainError> {
    let truth = Truth::new(variant, options.checkers)?;
    let mut play = SelfPlay::new(variant.clone(), options);
    let mut learner = Learner::new(variant, options.units, options.seed)?;
    for step in 0..options.steps {
        let file = learner.network()?.to_file(variant);
        let evaluation = NetworkEvaluation::read(variant.clone(), &file)?;
        let lessons = play.turn(&evaluation, &truth);
        let done = step as f64 / options.steps as f64;
        let rate = options.rate * 0.01f64.powf(done);
        each(step, learner.learn(&lessons, rate)?);
    }
    // Weights that cannot be read again, such as values that are no numbers, are no network.
    let file = learner.network()?.to_file(variant);
    Ok(Network::read(variant, &file)?)
}
