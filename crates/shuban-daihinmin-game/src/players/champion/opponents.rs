//! The policies by which the others are taken to play.

use std::sync::Arc;

use super::History;
use crate::policy::{Acting, Odds, Policy};
use crate::{Cards, ContestRules, PLAYERS, PlayerNumber, SeatView};

/// The least probability of a play: a kind that foretells badly once may still be the right one.
const LEAST: f32 = 0.01;

/// Kinds of players, each with its policy, and how well each of them explains what a player did in the
/// games that are over. When a game is over all hands are known: a player held what it laid, and the
/// last one what is left.
#[derive(Clone, Debug)]
pub struct Opponents {
    kinds: Vec<Arc<Policy>>,
    /// The logarithm of the likelihood of each player's plays, by kind.
    likelihood: Vec<[f32; PLAYERS]>,
    odds: Odds,
}

impl Opponents {
    /// Creates players that play by this policy as far as is known.
    pub fn new(policy: Arc<Policy>) -> Self {
        let (kinds, likelihood) = (vec![policy], vec![[0.0; PLAYERS]]);
        Opponents { kinds, likelihood, odds: Odds::default() }
    }

    /// Adds kinds of players.
    #[must_use]
    pub fn with(mut self, policies: &[Arc<Policy>]) -> Self {
        self.kinds.extend_from_slice(policies);
        self.likelihood.resize(self.kinds.len(), [0.0; PLAYERS]);
        self
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

    /// Learns from a game that is over. Nothing is learnt from one that passes ended, or that was not
    /// followed from its beginning.
    pub fn learn(&mut self, rules: &ContestRules, view: &SeatView, history: &History) {
        let Some(mut hands) = history.dealt() else { return };
        for turn in &history.turns {
            let seat = turn.table.turn;
            let hand = hands[seat];
            if seat != view.seat {
                let unseen = turn.held - hand;
                let acting = Acting { seat, hand, unseen, counts: turn.counts, table: &turn.table };
                let player = view.standing.players[seat];
                for (policy, likelihood) in self.kinds.iter().zip(&mut self.likelihood) {
                    policy.odds(rules, &acting, &mut self.odds);
                    let place = self.odds.place(turn.action.as_ref());
                    let chance = place.map_or(0.0, |place| self.odds.chances[place]);
                    likelihood[player] += libm::logf(chance.max(LEAST));
                }
            }
            hands[seat] -= turn.action.map_or(Cards::NONE, |meld| meld.cards());
        }
    }
}
