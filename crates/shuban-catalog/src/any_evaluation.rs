//! Estimates of positions, whatever the types of the game.

use shuban_core::{Evaluation, Medium, SearchSetting};
use shuban_search::{EstimateSetting, estimate_answer};

use crate::answer::{AnyAnswer, Detail};
use crate::any_game::AnyGame;
use crate::any_position::AnyPosition;
use crate::catalog::Catalog;
use crate::error::Error;
use crate::names::Games;

/// An evaluation function, whatever the types of its game.
pub(crate) trait AnyEvaluation: Send + Sync {
    /// Its game.
    fn game(&self) -> &dyn AnyGame;

    /// Estimates a position, or a throw in it.
    fn estimate(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAnswer, Error>;
}

impl<E: Evaluation> AnyEvaluation for E {
    fn game(&self) -> &dyn AnyGame {
        Evaluation::game(self)
    }

    fn estimate(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAnswer, Error> {
        use shuban_core::Present;
        let game = Evaluation::game(self);
        let inner = position.of(game)?;
        let chance = roll.map(|roll| game.parse_chance(inner, roll)).transpose();
        let chance = chance.map_err(Error::roll)?;
        let detail = match chance.and_then(|chance| game.chance_text(chance)) {
            Some(roll) => Detail::Roll(roll),
            None => Detail::Best,
        };
        let answer = estimate_answer(self, inner, chance, how, setting)?;
        Ok(AnyAnswer::new(game, position, answer, &detail))
    }
}

/// A position to estimate, as text.
#[derive(Clone, Copy, Debug)]
pub struct EstimateQuestion<'q> {
    /// The position.
    pub position: &'q str,
    /// The side to move by name, if it is another one than the position says.
    pub to_move: Option<&'q str>,
    /// What chance has brought, if only that is asked about. The position may say it too.
    pub roll: Option<&'q str>,
}

impl Catalog {
    /// Estimates a position by looking some plies ahead to an evaluation function, and draws it
    /// besides if a medium is given.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no evaluation function; bad text, a file that cannot be
    /// read, a limit that is too low, interruption.
    pub fn estimate(
        &self,
        games: Games<'_>,
        question: EstimateQuestion<'_>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
        medium: Option<Medium>,
    ) -> Result<AnyAnswer, Error> {
        let name = games.game_of(question.position)?.name();
        let evaluation = self.evaluations().find(|evaluation| evaluation.game().name() == name);
        let evaluation = evaluation.ok_or_else(|| self.no_evaluation(&name))?;
        let game = evaluation.game();
        let mut position = game.read(question.position)?;
        let roll = question.roll.map(str::to_owned).or_else(|| position.chance.clone());
        if let Some(side) = question.to_move {
            position = game.with_to_move(&position, side)?;
        }
        let answer = evaluation.estimate(&position, roll.as_deref(), how, setting)?;
        Ok(match medium {
            Some(medium) => answer.drawn(game.draw(&position, medium)?),
            None => answer,
        })
    }

    fn no_evaluation(&self, name: &str) -> Error {
        let games: Vec<String> =
            self.evaluations().map(|evaluation| evaluation.game().name()).collect();
        let of = if games.is_empty() {
            "no game has one here".to_owned()
        } else {
            format!("{} have one", games.join(", "))
        };
        let reason = format!("{name} has no evaluation function to look ahead to: {of}");
        Error::refused("no-evaluation", reason)
    }
}
