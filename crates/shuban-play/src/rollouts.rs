//! Judging by rollouts where databases know nothing.

use std::sync::Arc;

use shuban_catalog::{AnyAnswer, Catalog, DataShelf, Error, RolloutOptions, RolloutSetting};
use shuban_core::Interruptible;

use crate::analysis::Valuer;
use crate::dice::part_seed;
use crate::judge::Judge;
use crate::level::Resources;
use crate::turn::{Turn, event_of};

/// Knows what a judge knows; where that knows nothing, the moves are rolled out, on the current
/// rayon pool. Such values are estimates: they have no proven bounds.
pub struct Rollouts<'c> {
    judge: Judge<'c>,
    catalog: &'c Catalog,
    shelf: Arc<DataShelf<'c>>,
    options: RolloutOptions,
    memory: u64,
}

impl<'c> Rollouts<'c> {
    /// Rollouts beside a judge of a game, with so much memory for the results of the trials.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no evaluation function.
    pub fn beside(
        judge: Judge<'c>,
        resources: &Resources<'c>,
        game: &str,
        options: RolloutOptions,
        memory: u64,
    ) -> Result<Self, Error> {
        let (catalog, shelf) = (resources.catalog, Arc::clone(&resources.shelf));
        catalog.check_evaluation(game)?;
        Ok(Rollouts { judge, catalog, shelf, options, memory })
    }

    /// Rolls out all moves of a turn.
    fn rolled_out(&self, turn: &Turn<'_>) -> Result<AnyAnswer, Error> {
        // Each turn has rolls of its own, so that the errors of several have nothing to do with
        // each other; the same turn has the same ones.
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
