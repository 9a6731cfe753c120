//! The player of Nishino and Nishino (2010), section 3.3: rules, and near the end databases.

mod deals;
mod leads;
mod solver;
mod tables;
#[cfg(test)]
mod tests;
mod vote;

use std::sync::Arc;
use std::time::Duration;

pub use leads::WinningLeads;
pub use solver::LeadSolver;
pub use tables::{LeadTables, WinBits};
pub use vote::{Poll, Votes};

pub(super) use deals::cards_in_play;

use super::control::certain_win;
use super::{Base, Player, split};
use crate::game::{Cards, ContestRules, Meld, SeatView, melds};
use shuban_core::Random;

/// When the databases are asked, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameLimits {
    /// From so many cards on, in all hands together.
    pub cards: usize,
    /// With so many players still in, at least and at most.
    pub players: (usize, usize),
    /// So many deals of the unseen cards are looked at: all of them, where there are no more; else
    /// as many drawn at random.
    pub samples: u64,
    /// No more deals are looked at after this time. What is played then depends on the machine.
    pub time: Option<Duration>,
    /// Whether wins that are certain without a database go first.
    pub certain: bool,
}

impl EndgameLimits {
    /// Whether the databases are asked.
    fn hold(&self, view: &SeatView) -> bool {
        let (fewest, most) = self.players;
        cards_in_play(view) <= self.cards
            && (fewest..=most).contains(&view.table.players_in().len())
    }
}

/// Ten cards, two to four players, as the paper has them.
impl std::default::Default for EndgameLimits {
    fn default() -> Self {
        EndgameLimits { cards: 10, players: (2, 4), samples: 10_000, time: None, certain: true }
    }
}

/// Plays like [`Base`], but near the end, when the cards are as few as the [limits](EndgameLimits) say, it
/// asks endgame databases of single cards: the unseen cards are dealt to the others, whose counts
/// are public; the deal is reduced, its winning leads looked up and mapped back to cards of the
/// hand, one vote each; it lays the card with the most votes. Whoever is out plays no part: to be
/// first of those who are left is worth the same in every group.
///
/// What the paper leaves open, or cannot know:
///
/// * It asks when it leads and when a single card lies on the table. A card laid upon another by
///   somebody whom all may still answer is just as a lead; who has passed can only make it better.
///   So the votes for the cards that may be laid say what they say for leads.
/// * The databases know no sets, runs and eights. So it first looks for a win that is certain
///   without any database: melds that nobody can answer one after the other, and one more.
///   ([`EndgameLimits::certain`] turns this off.)
/// * Of several cards with as many votes it lays the weakest; without any vote it plays like
///   [`Base`].
/// * In a revolution the strengths are reversed, and the joker is the strongest card.
#[derive(Clone)]
pub struct Endgame {
    base: Base,
    poll: Poll,
    legal: Vec<Meld>,
}

impl Endgame {
    /// A player by these rules that asks this database.
    pub fn new(
        rules: ContestRules,
        leads: Arc<dyn WinningLeads>,
        limits: EndgameLimits,
        random: Random,
    ) -> Self {
        Endgame {
            base: Base::new(rules),
            poll: Poll::new(leads, limits, random),
            legal: Vec::new(),
        }
    }
}

impl Player for Endgame {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        if !self.poll.limits().hold(view) {
            return self.base.play(view);
        }
        let rules = self.base.rules();
        self.legal.clear();
        melds(rules, view.hand, &view.table, &mut self.legal);
        if self.poll.limits().certain {
            let certain = certain_win(rules, view, &split(rules, view.hand), &self.legal);
            if certain.is_some() {
                return certain;
            }
        }
        self.most_votes(view).or_else(|| self.base.play(view))
    }
}

impl Endgame {
    /// The single card with the most votes of those that may be laid.
    fn most_votes(&mut self, view: &SeatView) -> Option<Meld> {
        // Of each strength the first suit that may be laid.
        self.legal.retain(|meld| meld.len() == 1);
        self.legal.dedup_by_key(|meld| meld.lowest());
        if self.legal.is_empty() {
            return None;
        }
        let votes = self.poll.votes(view)?;
        let most =
            self.legal.iter().map(|meld| votes.of(meld.lowest())).max().filter(|&most| most > 0)?;
        self.legal.iter().find(|meld| votes.of(meld.lowest()) == most).copied()
    }
}
