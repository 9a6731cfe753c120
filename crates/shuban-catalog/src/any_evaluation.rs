//! Estimates of positions, whatever the types of the game.

use shuban_answer::{AnyAnswer, AnyPosition, Detail};
use shuban_core::solver::{SearchFailure, SearchSetting};
use shuban_core::{Answer, Evaluation, Fields, Game, Present};
use shuban_search::{
    EstimateSetting, RolloutOptions, RolloutSetting, estimate_answer, rollout_answer,
};

use crate::any_game::AnyGame;
use crate::error::Error;

/// An evaluation function, whatever the types of its game.
pub(crate) trait AnyEvaluation: Send + Sync {
    /// Returns its game.
    fn game(&self) -> &dyn AnyGame;

    /// Returns the name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Estimates a position, or a throw in it.
    fn estimate(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAnswer, Error>;

    /// Rolls out a position, or all moves of a throw in it.
    fn roll_out(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        options: &RolloutOptions,
        setting: &RolloutSetting<'_>,
    ) -> Result<AnyAnswer, Error>;
}

impl<E: Evaluation> AnyEvaluation for E {
    fn game(&self) -> &dyn AnyGame {
        Evaluation::game(self)
    }

    fn name(&self) -> &'static str {
        Evaluation::name(self)
    }

    fn estimate(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        how: EstimateSetting,
        setting: &SearchSetting<'_>,
    ) -> Result<AnyAnswer, Error> {
        answered(Evaluation::game(self), position, roll, |inner, chance| {
            estimate_answer(self, inner, chance, how, setting)
        })
    }

    fn roll_out(
        &self,
        position: &AnyPosition,
        roll: Option<&str>,
        options: &RolloutOptions,
        setting: &RolloutSetting<'_>,
    ) -> Result<AnyAnswer, Error> {
        answered(Evaluation::game(self), position, roll, |inner, chance| {
            rollout_answer(self, inner, chance, options, setting)
        })
    }
}

/// Answers about a position, or a throw in it, in terms of `G`.
fn answered<G: Present + 'static>(
    game: &G,
    position: &AnyPosition,
    roll: Option<&str>,
    answer: impl FnOnce(
        &G::Position,
        Option<<G as Game>::Chance>,
    ) -> Result<Answer<G, Fields>, SearchFailure>,
) -> Result<AnyAnswer, Error> {
    let inner = position.of(game)?;
    let chance = roll.map(|roll| game.parse_chance(inner, roll)).transpose();
    let chance = chance.map_err(Error::roll)?;
    let detail = match chance.and_then(|chance| game.chance_text(chance)) {
        Some(roll) => Detail::Roll(roll),
        None => Detail::Best,
    };
    Ok(AnyAnswer::new(game, position, answer(inner, chance)?, &detail))
}
