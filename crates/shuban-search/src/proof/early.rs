//! Positions that a search has settled while its root is open.

use std::time::Duration;

use rustc_hash::FxHashSet;
use shuban_core::Provable;

use super::keeper::Spent;
use super::search::Shared;
use super::table::KNOWN;

/// A settled position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPosition<P> {
    /// The position.
    pub position: P,
    /// Answer there.
    pub answer: bool,
    /// Number of nodes visited below it.
    pub nodes: u64,
}

/// Reporter, while a search goes on and when it stops, of settled positions that took much work: a
/// few rows that are worth keeping where the table is too large to be kept. Work below open
/// positions is lost with the table all the same.
pub struct Early<'e, P> {
    /// Minimum number of nodes: cheaper answers are found again soon.
    pub least_nodes: u64,
    /// Interval between two reports.
    pub every: Duration,
    /// Receives all that is settled so far, except below a position that is settled itself, and the
    /// cost of the whole search.
    pub tell: &'e dyn Fn(&[SettledPosition<P>], Spent),
}

/// Returns the settled positions of at least `least_nodes` nodes that are reached from the root
/// through open ones of as many, ply by ply.
pub(crate) fn found<G: Provable>(
    shared: &Shared<'_, G>,
    root: &G::Position,
    least_nodes: u64,
) -> Vec<SettledPosition<G::Position>> {
    let game = shared.game;
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut layer = vec![root.clone()];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for position in layer {
            let key = shared.key(&position);
            if game.outcome(&position).is_some() || !seen.insert(key) {
                continue;
            }
            let Some(entry) = shared.table.get(key) else { continue };
            let nodes = u64::from(entry.work);
            if nodes < least_nodes || entry.work == KNOWN {
                continue;
            }
            if entry.numbers.is_settled() {
                let aim = game.to_move(&position) == shared.question.seat;
                if position != *root {
                    let answer = (entry.numbers.phi == 0) == aim;
                    found.push(SettledPosition { position, answer, nodes });
                }
            } else {
                let mut plays = Vec::new();
                game.plays(&position, (), &mut plays);
                next.extend(plays.into_iter().map(|play| play.after));
            }
        }
        layer = next;
    }
    found
}
