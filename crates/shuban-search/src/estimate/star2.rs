//! Star2: one play of each throw is probed first.

use shuban_core::{Game, LeafOracle};

use super::depth::Depth;
use super::node::Searcher;
use super::window::{MeanInProgress, Window};
use crate::expectimax::SearchError;

impl<G: Game, O: LeafOracle<G::Position, Value = i32>> Searcher<'_, G, O> {
    /// Returns the mean over chance. A throw is worth at least one of its plays, so a look at the
    /// most promising play of each may already put the mean above the window; what it does not
    /// settle goes to Star1, with these bounds for the throws to come.
    pub(super) fn star2(
        &mut self,
        position: &G::Position,
        depth: Depth,
        window: Window,
    ) -> Result<i64, SearchError<O::Error>> {
        let most = i64::from(self.options.most);
        let (events, total) = self.events(position)?;
        let turn = self.game.to_move(position);
        let mut mean = MeanInProgress::new(total, most);
        let mut probed = Vec::with_capacity(events.len());
        let mut bound = None;
        for (chance, weight) in events {
            let mut plays = self.plays(position, chance)?;
            self.order(turn, &mut plays, depth.below())?;
            self.counts.probes += 1;
            // A probe fails high where it settles the node by itself.
            let beta = mean.window_of(weight, [-most, most], window).beta;
            let asked = Window { beta, ..self.full_window() };
            let value = self.play_value(turn, &plays[0].after, depth.below(), asked)?;
            mean.raise(weight, -most, value);
            bound = Some(mean.least()).filter(|least| *least >= window.beta);
            probed.push((plays, weight, value));
            if bound.is_some() {
                break;
            }
        }
        for (plays, weight, least) in probed {
            if bound.is_none() {
                let range = [least, most];
                let asked = mean.window_of(weight, range, window);
                let value = self.best_of_plays(turn, &plays, depth, asked)?;
                mean.add(weight, range, value);
                bound = mean.outside(window);
            }
            self.done_with(plays);
        }
        Ok(bound.unwrap_or_else(|| mean.least()))
    }
}
