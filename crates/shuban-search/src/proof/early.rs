//! What a search has settled on its way while its root is open.

use std::time::Duration;

use rustc_hash::FxHashSet;
use shuban_core::Provable;

use super::keeper::Spent;
use super::search::Shared;
use super::table::KNOWN;

/// A position that is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPosition<P> {
    /// The position.
    pub position: P,
    /// The answer there.
    pub answer: bool,
    /// How many nodes were visited below it.
    pub nodes: u64,
}

/// Reports, while a search goes on and when it stops, which positions took much work and are
/// settled: a few rows that are worth keeping where the table is too large to be kept. What was done
/// below open positions is lost with the table all the same.
pub struct Early<'e, P> {
    /// At least this many nodes: what took fewer is found again soon.
    pub least_nodes: u64,
    /// How often.
    pub every: Duration,
    /// Gets all that is settled so far, except behind a position that is settled itself; and what
    /// was spent on the whole search.
    pub tell: &'e dyn Fn(&[SettledPosition<P>], Spent),
}

/// The settled positions of at least `least_nodes` nodes that come after the root by way of open
/// ones of as many, ply by ply.
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
