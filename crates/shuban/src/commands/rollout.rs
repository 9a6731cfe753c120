//! `rollout GAME POSITION`

use clap::Args;
use shuban_catalog::chain::Question;
use shuban_catalog::estimate::{LuckMeasure, RolloutOptions, RolloutSetting};
use shuban_catalog::{DataShelf, with_threads};

use crate::commands::lines::{self, Lines};
use crate::context::Context;
use crate::failure::{Failure, Status};
use crate::interrupt::Parting;
use crate::units::position_text;

/// Estimate a position by rollouts: play it on many times, and tell the mean with its error
///
/// Both sides make the play whose position is worth most, by the databases that are built or, where
/// none holds it, by the game's evaluation function. A trial ends by the rules, or with the value
/// of the first position that a database holds. The mean is an estimate, with a standard error and
/// a 95 % interval for what this way to play comes to; it is never proven.
///
/// Of a roll, all moves are compared by trials with the same rolls, best first.
///
/// The luck of the rolls is taken off each result, and the first rolls come exactly as often as
/// they are probable: both make the error smaller, and neither moves the mean. The same seed gives
/// the same answer for any number of threads.
#[derive(Args, Debug)]
pub(crate) struct RollOut {
    /// The game
    game: String,
    /// The position, as `show GAME` writes it; `-` reads positions from standard input
    #[arg(allow_hyphen_values = true, value_parser = position_text)]
    position: String,
    /// Compare all moves of this roll [default: the roll in the position, if it has one]
    #[arg(long, value_name = "ROLL")]
    roll: Option<String>,
    /// The side to move, if it is not the one in the position
    #[arg(long, value_name = "SIDE")]
    to_move: Option<String>,
    /// The evaluation function by name, where the game has several [default: the first]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// Trials of the position, or of each move, at most; a few more, so that all first rolls come
    /// as often as they are probable
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2_592,
        value_parser = clap::value_parser!(u64).range(16..=100_000_000)
    )]
    trials: u64,
    /// Stop as soon as no standard error is larger than this; a win counts 1. An interval that is
    /// looked at again and again holds the mean a little less often than it says
    #[arg(long, value_name = "E", value_parser = error)]
    error: Option<f64>,
    /// Seed of the rolls
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Cut a trial off after N turns, with the estimate of the position [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000))]
    turns: Option<u32>,
    /// Take no luck off: several times as fast, and better where the evaluation function is far off
    #[arg(long)]
    no_luck: bool,
    /// Take no luck off, and leave the first rolls to chance too
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    lines: Lines,
}

impl RollOut {
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Status, Failure> {
        let (catalog, common) = (context.catalog, context.common);
        let games = catalog.games_named(&self.game)?;
        let is_lines = self.lines.are_asked(&self.position)?;
        context.if_interrupted(|| Parting::word("the rollout was not finished"));
        let meter = context.meter();
        let shelf = DataShelf::new(catalog, common.data());
        let (memory, progress) = (common.memory(), &meter);
        let setting = RolloutSetting { shelf: &shelf, memory, progress };
        let options = self.options();
        let (to_move, roll) = (self.to_move.as_deref(), self.roll.as_deref());
        let answer = |question: &Question<'_>| {
            let evaluation = self.evaluation.as_deref();
            with_threads(common.threads(), || {
                catalog.roll_out(question, evaluation, &options, &setting)
            })?
        };
        if is_lines {
            return lines::answer(context, |position| {
                answer(&games.question(position, to_move, roll)?)
            });
        }
        let question = games.question(&self.position, to_move, roll)?;
        let rolled_out = question.drawn(answer(&question)?, context.medium())?;
        drop(meter);
        context.answer(&rolled_out)
    }

    fn options(&self) -> RolloutOptions {
        let RollOut { trials, error, seed, turns, no_luck, plain, .. } = *self;
        RolloutOptions {
            trials,
            error,
            seed,
            turns,
            luck: if plain || no_luck { LuckMeasure::None } else { LuckMeasure::Estimate },
            is_stratified: !plain,
            ends_in_databases: true,
        }
    }
}

fn error(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(error) if f64::is_finite(error) && error > 0.0 => Ok(error),
        Ok(_) => Err("must be larger than 0".to_owned()),
        Err(_) => Err("not a number".to_owned()),
    }
}
