//! What a search has settled near its root while the root itself is open.

use std::time::Duration;

use rustc_hash::FxHashSet;
use shuban_core::Provable;

use super::keeper::Spent;
use super::search::Shared;
use super::table::KNOWN;

/// A position near the root that is settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledPosition<P> {
    /// The position.
    pub position: P,
    /// The answer there.
    pub answer: bool,
    /// How many nodes were visited below it.
    pub nodes: u64,
}

/// Reports, while a search goes on and when it stops, which positions near the root are settled: a
/// few rows that are worth keeping where the table is too large to be kept.
pub struct Early<'e, P> {
    /// At most this many plies from the root.
    pub plies: u32,
    /// At least this many nodes: what took fewer is found again soon.
    pub least_nodes: u64,
    /// How often.
    pub every: Duration,
    /// Gets all that is settled so far, except behind a position that is settled itself; and what
    /// was spent on the whole search.
    pub tell: &'e dyn Fn(&[SettledPosition<P>], Spent),
}

/// The settled positions that are at most `plies` plies from the root, ply by ply.
pub(crate) fn found<G: Provable>(
    shared: &Shared<'_, G>,
    root: &G::Position,
    plies: u32,
    least_nodes: u64,
) -> Vec<SettledPosition<G::Position>> {
    let game = shared.game;
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut layer = vec![root.clone()];
    for ply in 0..=plies {
        let mut next = Vec::new();
        for position in layer {
            let key = shared.key(&position);
            if game.outcome(&position).is_some() || !seen.insert(key) {
                continue;
            }
            match shared.table.get(key) {
                Some(entry) if entry.numbers.is_settled() => {
                    let aim = game.to_move(&position) == shared.question.seat;
                    let (answer, nodes) = ((entry.numbers.phi == 0) == aim, u64::from(entry.work));
                    if ply > 0 && nodes >= least_nodes && entry.work != KNOWN {
                        found.push(SettledPosition { position, answer, nodes });
                    }
                }
                _ if ply < plies => {
                    let mut plays = Vec::new();
                    game.plays(&position, (), &mut plays);
                    next.extend(plays.into_iter().map(|play| play.after));
                }
                _ => (),
            }
        }
        layer = next;
    }
    found
}
