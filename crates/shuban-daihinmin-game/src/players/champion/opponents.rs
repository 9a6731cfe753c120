//! The policies by which the others are taken to play.

use std::sync::Arc;

use super::History;
use crate::policy::{Odds, Policy};
use crate::{Cards, ContestRules, PLAYERS, PlayerNumber, SeatView};

/// The least probability of a play: a kind that foretells badly once may still be the right one.
const LEAST: f32 = 0.01;

/// Kinds of players, each with its policy, and how well each of them explains what a player did in
/// the games that are over. When a game is over all hands are known: a player held what it laid, and
/// the last one what is left.
#[derive(Clone, Debug)]
pub struct Opponents {
    kinds: Vec<Arc<Policy>>,
    /// The logarithm of the likelihood of each player's plays, by kind.
    likelihood: Vec<[f32; PLAYERS]>,
    odds: Odds,
}

impl Opponents {
    /// Creates players of these kinds, the first kind as far as is known.
    pub fn new(kinds: Vec<Arc<Policy>>) -> Self {
        let likelihood = vec![[0.0; PLAYERS]; kinds.len()];
        Opponents { kinds, likelihood, odds: Odds::default() }
    }

    /// Returns the kind that explains a player's plays best, the first of several.
    pub fn kind(&self, player: PlayerNumber) -> usize {
        let mut best = 0;
        for (kind, likelihood) in self.likelihood.iter().enumerate() {
            if likelihood[player] > self.likelihood[best][player] {
                best = kind;
            }
        }
        best
    }

    /// Returns the policy of each seat, where these players sit.
    pub fn policies(&self, players: [PlayerNumber; PLAYERS]) -> [Arc<Policy>; PLAYERS] {
        players.map(|player| Arc::clone(&self.kinds[self.kind(player)]))
    }

    /// Learns from a game that is over, seen from this view at its beginning. Nothing is learnt from
    /// one that passes ended, or that was not followed from its beginning.
    pub fn learn(&mut self, rules: &ContestRules, view: &SeatView, history: &History) {
        let Some(mut hands) = history.dealt() else { return };
        for turn in &history.turns {
            let seat = turn.table.turn;
            if seat != view.seat {
                let player = view.standing.players[seat];
                for (policy, likelihood) in self.kinds.iter().zip(&mut self.likelihood) {
                    let chance = turn.chance(rules, policy, hands[seat], &mut self.odds);
                    likelihood[player] += libm::logf(chance.max(LEAST));
                }
            }
            hands[seat] -= turn.action.map_or(Cards::NONE, |meld| meld.cards());
        }
    }
}
