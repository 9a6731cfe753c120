//! Rollouts: a position of a game of chance for two, played on many times and averaged.
//!
//! In every trial both sides make the play whose position is worth most, by databases or,
//! elsewhere, by an evaluation function. A trial ends by the rules, in a database, whose value
//! counts, or after a number of turns with the estimate. The mean over trials is the value of *this
//! way to play*: an estimate of the value of the position, and never proven.
//!
//! Two things make the mean more precise, and neither moves it:
//!
//! * **Luck.** From the result of a trial the luck of its rolls is taken off: what the best play of
//!   the roll is estimated at, less the mean of that over all rolls. Its mean is 0 whatever the
//!   estimates are worth; the better they are, the less is left to chance (`trial.rs`).
//! * **Strata.** The first roll comes as often as it is probable, and so does the second where
//!   there are enough trials (`strata.rs`).
//!
//! All moves of a roll are played on with the same rolls, so that their differences are known
//! better than their means (`sample.rs`). A trial depends on the seed and its number alone, and the
//! results are integers: threads make no difference.

mod answer;
mod options;
mod sample;
mod strata;
mod trial;

use rayon::prelude::*;
use shuban_core::shelf::Shelf;
use shuban_core::solver::SearchFailure;
use shuban_core::{Evaluation, Game, ONE, Progress, Seat};

pub use answer::rollout_answer;
pub use options::{LuckMeasure, MOST_TURNS, RolloutOptions};
use sample::Sample;
pub use sample::SampleMean;
use strata::Strata;
use trial::{Trial, Trials};

/// Resources of a rollout. It runs on the current rayon pool.
#[derive(Clone, Copy)]
pub struct RolloutSetting<'a> {
    /// The built databases.
    pub shelf: &'a dyn Shelf,
    /// Approximate memory for the results of the trials, in bytes.
    pub memory: u64,
    /// Receiver of progress reports, which may cancel the rollout.
    pub progress: &'a dyn Progress,
}

/// Counts of trials by the way they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TrialEnds {
    /// The game was over.
    pub by_the_rules: u64,
    /// A database held the position.
    pub in_a_database: u64,
    /// The limit of turns was reached.
    pub truncated: u64,
}

/// Result of rolling out some positions, each with the same rolls.
#[derive(Clone, Debug, PartialEq)]
pub struct Rollout {
    sample: Sample,
    /// Ends of the trials of all positions.
    pub ends: TrialEnds,
    /// Number of turns of all trials.
    pub turns: u64,
}

impl Rollout {
    /// Returns the number of trials of each position.
    pub fn trials(&self) -> u64 {
        self.sample.trials()
    }

    /// Returns the number of stratified rolls of each trial.
    pub fn stratified_rolls(&self) -> u32 {
        self.sample.strata().depth()
    }

    /// Returns the mean of a position, by its index among those that were rolled out.
    pub fn mean(&self, place: usize) -> SampleMean {
        self.sample.mean_of(|results| results[place])
    }

    /// Returns the mean of one position's value less another's.
    pub fn difference(&self, place: usize, other: usize) -> SampleMean {
        self.sample.mean_of(|results| results[place] - results[other])
    }
}

/// Trials before the first check of the error, and the share by which they grow until the next.
const FIRST_LOOK: u64 = 128;
const GROWTH: u64 = 4;

/// Rolls out positions of a game for two, each for the player in `seat`.
///
/// # Errors
/// [`SearchFailure`]: a game that is not for two and zero-sum or whose chances do not add up, a
/// table that cannot be read, too little memory, interruption.
pub fn rollout<E: Evaluation>(
    evaluation: &E,
    positions: &[<E::Game as Game>::Position],
    seat: Seat,
    options: &RolloutOptions,
    setting: &RolloutSetting<'_>,
) -> Result<Rollout, SearchFailure> {
    let game = evaluation.game();
    let refused = |reason: &str| SearchFailure::TooMuch(format!("{}: {reason}", game.name()));
    if game.seats() != 2 {
        return Err(refused("it is not a game for two"));
    }
    let first = positions.iter().find(|position| game.outcome(position).is_none());
    let weights: Vec<u32> = first.map_or(vec![1], |position| {
        game.chances(position).into_iter().map(|(_, weight)| weight).collect()
    });
    let asked = options.trials.max(2);
    let strata = Strata::new(&weights, if options.is_stratified { asked } else { 0 })
        .ok_or_else(|| refused("chance has too many outcomes to roll out, or none"))?;
    let most = strata.whole(asked);
    let columns = positions.len();
    let room = setting.memory / size_of::<Trial>() as u64;
    if most.saturating_mul(columns as u64) > room {
        let reason = format!("the results of {most} trials do not fit into the memory");
        return Err(SearchFailure::Memory(reason.into()));
    }
    let context = Trials { evaluation, options, strata: &strata, seat };
    setting.progress.phase("trials", most);
    let unit = strata.total() as f64 * f64::from(ONE);
    let mut found = Rollout {
        sample: Sample::new(columns, strata.clone(), unit),
        ends: TrialEnds::default(),
        turns: 0,
    };
    let mut done = 0;
    while done < most && columns > 0 {
        let next = match options.error {
            None => most,
            Some(_) => strata.whole((done + done / GROWTH).max(FIRST_LOOK)).max(2 * strata.block()),
        };
        let next = next.min(most);
        let places = (done * columns as u64..next * columns as u64).into_par_iter();
        let played: Result<Vec<Trial>, SearchFailure> = places
            .map_init(
                || context.player(evaluation.known(setting.shelf)),
                |player, place| {
                    let (trial, column) =
                        (place / columns as u64, (place % columns as u64) as usize);
                    if setting.progress.interrupted() {
                        return Err(SearchFailure::Interrupted);
                    }
                    player.play(&positions[column], trial)
                },
            )
            .collect();
        for trial in played? {
            found.add(&trial);
        }
        done = next;
        setting.progress.at(done, "");
        let is_enough =
            |error: f64| (0..columns).all(|column| found.mean(column).standard_error <= error);
        if options.error.is_some_and(is_enough) {
            break;
        }
    }
    Ok(found)
}

impl Rollout {
    fn add(&mut self, trial: &Trial) {
        self.sample.push(trial.result);
        self.turns += u64::from(trial.turns);
        self.ends.add(trial.end);
    }
}

impl TrialEnds {
    fn add(&mut self, end: trial::TrialEnd) {
        *match end {
            trial::TrialEnd::ByTheRules => &mut self.by_the_rules,
            trial::TrialEnd::InADatabase => &mut self.in_a_database,
            trial::TrialEnd::Truncated => &mut self.truncated,
        } += 1;
    }
}
