//! Estimates of positions by evaluation functions.

use shuban_answer::{AnyAnswer, AnyRules};
use shuban_core::solver::SearchSetting;
use shuban_search::{EstimateSetting, RolloutOptions, RolloutSetting};

use crate::any_evaluation::AnyEvaluation;
use crate::any_game::AnyGame;
use crate::catalog::Catalog;
use crate::chain::Question;
use crate::error::Error;

impl Catalog {
    /// Estimates a position by looking some plies ahead to the evaluation function of this name, or
    /// to the game's first.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no such evaluation function; a file that cannot be read, a
    /// limit that is too low, interruption.
    pub fn estimate(
        &self,
        question: &Question<'_>,
        evaluation: Option<&str>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAnswer, Error> {
        let evaluation = self.evaluation_of(&question.game.name(), evaluation)?;
        evaluation.estimate(&question.position, question.roll(), how, setting)
    }

    /// Rolls out a position, or all moves of a throw in it: plays it on many times by the evaluation
    /// function of this name, or the game's first, and by what is built, on the current rayon pool.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no such evaluation function or leaves nothing to chance; a
    /// file that cannot be read, too little memory, interruption.
    pub fn roll_out(
        &self,
        question: &Question<'_>,
        evaluation: Option<&str>,
        options: &RolloutOptions,
        setting: &RolloutSetting<'_>,
    ) -> Result<AnyAnswer, Error> {
        self.check_rollouts(question.game)?;
        let evaluation = self.evaluation_of(&question.game.name(), evaluation)?;
        evaluation.roll_out(&question.position, question.roll(), options, setting)
    }

    /// Checks that a game has an evaluation function.
    ///
    /// # Errors
    /// [`Error::Refused`], with the games that have one, if it has none.
    pub fn check_evaluation(&self, game: &str) -> Result<(), Error> {
        self.evaluation_of(game, None).map(|_| ())
    }

    /// Checks that positions of a game can be rolled out: it has an evaluation function, and chance
    /// plays a part. Without chance every trial would be the same game.
    ///
    /// # Errors
    /// [`Error::Refused`] if not.
    pub fn check_rollouts(&self, game: &dyn AnyGame) -> Result<(), Error> {
        let name = game.name();
        self.check_evaluation(&name)?;
        match game.turn(&game.start())?.has_chance {
            true => Ok(()),
            false => {
                let reason =
                    format!("{name} leaves nothing to chance: there is nothing to roll out");
                Err(Error::refused("no-chance", reason))
            }
        }
    }

    /// Iterates over the games that have an evaluation function, in the order of joining.
    pub fn evaluated_games(&self) -> impl Iterator<Item = &dyn AnyGame> {
        // Once each, however many functions a game has.
        let games = || self.evaluations().map(AnyEvaluation::game);
        games().enumerate().filter_map(move |(number, game)| {
            games().take(number).all(|earlier| earlier.name() != game.name()).then_some(game)
        })
    }

    /// Returns the evaluation function of a game that has this name, or its first.
    fn evaluation_of(&self, game: &str, name: Option<&str>) -> Result<&dyn AnyEvaluation, Error> {
        let of_game = || self.evaluations().filter(|one| one.game().name() == game);
        let first = of_game().next().ok_or_else(|| self.no_evaluation(game))?;
        let Some(name) = name else { return Ok(first) };
        of_game().find(|one| one.name() == name).ok_or_else(|| {
            let names: Vec<&str> = of_game().map(AnyEvaluation::name).collect();
            let names = names.join(", ");
            let reason = format!("{game} has no evaluation function {name}; it has {names}");
            Error::refused("no-evaluation", reason)
        })
    }

    fn no_evaluation(&self, name: &str) -> Error {
        let games: Vec<String> = self.evaluated_games().map(AnyRules::name).collect();
        let of = if games.is_empty() {
            "no game has one here".to_owned()
        } else {
            format!("{} have one", games.join(", "))
        };
        let reason = format!("{name} has no evaluation function to look ahead to: {of}");
        Error::refused("no-evaluation", reason)
    }
}
