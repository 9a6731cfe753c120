//! Star1: windows pass through chance nodes.

use shuban_core::{Game, LeafOracle};

use super::depth::Depth;
use super::node::Searcher;
use super::window::Window;
use crate::expectimax::SearchError;

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Returns the mean over chance. The window of an event is what would put the mean outside of
    /// the window of the node if all later events were as bad, or as good, as can be.
    pub(super) fn star1(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let most = i64::from(self.options.most);
        self.mean_within(position, depth, window, |mean, weight| {
            mean.window_of(weight, [-most, most], window)
        })
    }
}
