//! Limits of the endgame player.

use std::time::Duration;

use crate::SeatView;

/// Limits of the use of the databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameLimits {
    /// Most cards in all hands together.
    pub cards: usize,
    /// Fewest cards.
    pub fewest_cards: usize,
    /// Fewest and most players still in.
    pub players: (usize, usize),
    /// Most deals of the unseen cards that are examined. If there are more, this many are drawn at
    /// random.
    pub samples: u64,
    /// Time limit for examining deals. The play then depends on the machine.
    pub time: Option<Duration>,
    /// True if wins that are certain without a database go first.
    pub certain: bool,
    /// True if the databases are asked when a card lies, too, and not only for a lead.
    pub following: bool,
}

impl EndgameLimits {
    /// Returns true if the databases are asked.
    pub(crate) fn hold(&self, view: &SeatView) -> bool {
        let (fewest, most) = self.players;
        (self.fewest_cards..=self.cards).contains(&view.cards_in_play())
            && (fewest..=most).contains(&view.table.players_in().count())
    }
}

/// Ten cards, two to four players, as in the paper.
impl Default for EndgameLimits {
    fn default() -> Self {
        EndgameLimits {
            cards: 10,
            fewest_cards: 0,
            players: (2, 4),
            samples: 10_000,
            time: None,
            certain: true,
            following: true,
        }
    }
}
