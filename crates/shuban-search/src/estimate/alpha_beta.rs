//! Alpha-beta among the plays of a throw alone.

use shuban_core::{Game, LeafOracle};

use super::depth::Depth;
use super::node::Searcher;
use super::window::Window;
use crate::expectimax::SearchError;

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Returns the mean of events that are each searched in full, as far as the window wants it.
    pub(super) fn mean_of_full_events(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let full = self.full_window();
        self.mean_within(position, depth, window, |_, _| full)
    }
}
