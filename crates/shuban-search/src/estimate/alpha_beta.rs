//! Alpha-beta among the plays of a throw alone.

use shuban_core::{Game, Oracle};

use super::node::{Depth, Searcher};
use super::window::{MeanInProgress, Window};
use crate::expectimax::SearchError;

impl<G: Game, O: Oracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// The mean of events that are each searched in full, as far as the window wants it.
    pub(super) fn mean_of_full_events(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let most = i64::from(self.options.most);
        let (events, total) = self.events(position)?;
        let mut mean = MeanInProgress::new(total, most);
        for (chance, weight) in events {
            let value = self.best_within(position, chance, depth, self.full_window())?;
            mean.add(weight, [-most, most], value);
            if let Some(bound) = mean.outside(window) {
                return Ok(bound);
            }
        }
        Ok(mean.least())
    }
}
