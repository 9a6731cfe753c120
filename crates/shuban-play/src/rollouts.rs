//! Judging by rollouts where databases have no values.

use std::sync::Arc;

use shuban_catalog::estimate::{RolloutOptions, RolloutSetting};
use shuban_catalog::{AnyAnswer, Catalog, DataShelf, Error};
use shuban_core::Interruptible;

use crate::dice::part_seed;
use crate::judge::Judge;
use crate::level::Resources;
use crate::turn::{Turn, event_of};
use crate::valuer::Valuer;

/// A source of values: a judge's, and where it has none, rollouts of the moves, on the current
/// rayon pool. Values from rollouts are estimates without proven bounds.
pub struct Rollouts<'c> {
    judge: Judge<'c>,
    catalog: &'c Catalog,
    shelf: Arc<DataShelf<'c>>,
    options: RolloutOptions,
    memory: u64,
}

impl<'c> Rollouts<'c> {
    /// Creates rollouts beside a game's judge; `memory` limits the results of the trials, in bytes.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no evaluation function or leaves nothing to chance.
    pub fn beside(
        judge: Judge<'c>,
        resources: &Resources<'c>,
        game: &str,
        options: RolloutOptions,
        memory: u64,
    ) -> Result<Self, Error> {
        let (catalog, shelf) = (resources.catalog, Arc::clone(&resources.shelf));
        catalog.check_rollouts(catalog.game(game)?)?;
        Ok(Rollouts { judge, catalog, shelf, options, memory })
    }

    /// Rolls out all moves of a turn.
    fn rolled_out(&self, turn: &Turn<'_>) -> Result<AnyAnswer, Error> {
        // Each turn has rolls of its own, so that the errors of several turns are independent; the
        // same turn has the same rolls.
        let text = format!("{} {}", turn.position().text, turn.chance().unwrap_or_default());
        let seed = text.bytes().fold(self.options.seed, |seed, byte| part_seed(seed, byte.into()));
        let progress = &Interruptible(turn.progress);
        let setting = RolloutSetting { shelf: &*self.shelf, memory: self.memory, progress };
        let options = RolloutOptions { seed, ..self.options };
        self.catalog.roll_out(&turn.question(), None, &options, &setting)
    }
}

impl Valuer for Rollouts<'_> {
    fn values(&self, turn: &Turn<'_>) -> Result<Option<AnyAnswer>, Error> {
        let known = Valuer::values(&self.judge, turn)?;
        let is_known = match &known {
            Some(answer) => event_of(answer, turn)?.plays.iter().all(|play| play.value.is_some()),
            None => false,
        };
        if is_known || turn.plays()?.len() <= 1 || turn.chance().is_none() {
            return Ok(known);
        }
        self.rolled_out(turn).map(Some)
    }
}
