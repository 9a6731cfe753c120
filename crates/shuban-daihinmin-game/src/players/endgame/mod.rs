//! The player of Nishino and Nishino (2010), section 3.3: rules, and near the end databases.

mod deals;
mod limits;
mod sets;
mod tables;
mod vote;

use std::sync::Arc;

pub use deals::UnseenDeals;
pub use limits::EndgameLimits;
pub use sets::SetTables;
pub use tables::{LeadTables, WinBits};
pub use vote::{Poll, SetVotes, Votes};

use super::control::certain_win;
use super::{Base, ContestPlayer, split};
use crate::{Cards, Meld, SeatView, melds};

/// Plays like [`Base`] until at most as many cards are left as the [limits](EndgameLimits) allow.
/// Then it asks endgame databases of single cards: it deals the unseen cards to the others, whose
/// counts are public, reduces each deal, looks its winning leads up and maps them back to cards of
/// the hand, one vote each; it lays the card with the most votes. Players who are out are ignored:
/// to be first of those who are left is worth as much in every group.
///
/// The paper leaves some points open:
///
/// * The player asks when it leads and when a single card lies on the table. A card laid on another
///   while all may still answer is like a lead, and if some have passed it can only be better. So
///   the votes for leads are used for all cards that may be laid. ([`EndgameLimits::following`]
///   turns this off.)
/// * The databases have no sets, runs and eights. So the player first looks for a win that is
///   certain without any database: melds that cannot be answered, one after the other, and one
///   more. ([`EndgameLimits::certain`] turns this off.)
/// * Of several cards with as many votes it lays the weakest; without any vote it plays like
///   [`Base`].
/// * In a revolution the strengths are reversed, and the joker is the strongest card.
#[derive(Clone)]
pub struct Endgame {
    /// Player for decisions without databases.
    pub base: Base,
    /// Vote by databases.
    pub poll: Poll,
    /// Databases with sets, asked instead of those of single cards where they are large enough. The
    /// paper has none; it wishes for them.
    pub sets: Option<Arc<SetTables>>,
}

impl ContestPlayer for Endgame {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.decide(view).0
    }
}

/// Reason for a decision of [`Endgame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The limits do not allow the databases to be asked: like [`Base`].
    Outside,
    /// A win that is certain without any database begins so.
    Certain,
    /// The votes.
    Votes,
    /// No votes: like [`Base`].
    NoVotes,
}

impl Endgame {
    /// Plays in its turn, and returns the reason too.
    pub fn decide(&mut self, view: &SeatView) -> (Option<Meld>, Reason) {
        if !self.poll.limits.hold(view) {
            return (self.base.play(view), Reason::Outside);
        }
        let rules = &self.base.rules;
        let legal = melds(rules, view.hand, &view.table);
        if self.poll.limits.certain {
            let certain = certain_win(rules, view, &split(rules, view.hand), &legal);
            if certain.is_some() {
                return (certain, Reason::Certain);
            }
        }
        if view.table.top.is_some() && !self.poll.limits.following {
            return (self.base.play(view), Reason::Outside);
        }
        match self.most_votes(view, &legal) {
            Some(meld) => (Some(meld), Reason::Votes),
            None => (self.base.play(view), Reason::NoVotes),
        }
    }

    /// The meld with the most votes of those that may be laid: a single card, or, where databases
    /// with sets are asked, a set.
    fn most_votes(&mut self, view: &SeatView, legal: &[Meld]) -> Option<Meld> {
        if let Some(sets) = &self.sets
            && let Some(votes) = self.poll.set_votes(view, sets)
        {
            let most = legal.iter().map(|meld| votes.of(meld)).max().filter(|&most| most > 0)?;
            return legal.iter().find(|meld| votes.of(meld) == most).copied();
        }
        let singles = || legal.iter().filter(|meld| meld.len() == 1);
        singles().next()?;
        let votes = self.poll.votes(view)?;
        let most = singles().map(|meld| votes.of(meld.lowest())).max().filter(|&most| most > 0)?;
        singles().find(|meld| votes.of(meld.lowest()) == most).copied()
    }
}
