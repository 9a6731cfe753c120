//! One game, from the first lead to the last place.

use shuban_core::Seat;

use super::cards::Cards;
use super::legal::{Illegal, check};
use super::meld::Meld;
use super::rules::{ContestRules, PLAYERS};
use super::table::ContestTable;

/// A game in play: the hands, which only their owners see, and the table, which all players see.
/// Seats are numbered in the order of turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContestPosition {
    /// The cards of each seat.
    pub hands: [Cards; PLAYERS],
    /// Public state.
    pub table: ContestTable,
}

/// A seat's knowledge of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatView {
    /// The seat whose view this is.
    pub seat: Seat,
    /// Its cards.
    pub hand: Cards,
    /// The cards in the other hands together. These may be more than the other hands hold if the
    /// game was not followed from the beginning.
    pub unseen: Cards,
    /// The number of cards of each seat, including this one.
    pub counts: [u8; PLAYERS],
    /// Public state.
    pub table: ContestTable,
}

impl SeatView {
    /// The number of cards in all hands.
    pub fn cards_in_play(&self) -> usize {
        self.table.players_in().map(|seat| usize::from(self.counts[seat])).sum()
    }
}

impl ContestPosition {
    /// A game after the exchange, before the first lead. If the card that decides who leads is in
    /// no hand, seat 0 leads.
    pub fn new(rules: &ContestRules, hands: [Cards; PLAYERS]) -> Self {
        let leader = hands.iter().position(|hand| hand.contains(rules.first)).unwrap_or(0);
        ContestPosition { hands, table: ContestTable::new(leader) }
    }

    /// Returns true if too many passes in a row ended the game before all had their places.
    pub fn is_stuck(&self, rules: &ContestRules) -> bool {
        self.table.passes >= rules.most_passes && !self.is_placed()
    }

    /// Returns true if all have their places.
    pub fn is_placed(&self) -> bool {
        self.table.places.iter().all(Option::is_some)
    }

    /// Returns true if the game is over.
    pub fn is_over(&self, rules: &ContestRules) -> bool {
        self.is_placed() || self.is_stuck(rules)
    }

    /// The view of a seat.
    pub fn view(&self, seat: Seat) -> SeatView {
        let all: Cards = self.hands.into_iter().collect();
        SeatView {
            seat,
            hand: self.hands[seat],
            unseen: all - self.hands[seat],
            counts: self.hands.map(|hand| hand.len() as u8),
            table: self.table,
        }
    }

    /// Plays for the seat whose turn it is: a meld, or a pass.
    ///
    /// # Errors
    /// [`Illegal`] if it may not be played; the position is unchanged then.
    pub fn play(&mut self, rules: &ContestRules, action: Option<Meld>) -> Result<(), Illegal> {
        if self.is_over(rules) {
            return Err(Illegal::Over);
        }
        let turn = self.table.turn;
        if let Some(meld) = action {
            check(rules, self.hands[turn], &self.table, &meld)?;
            self.hands[turn] -= meld.cards();
        }
        let out = self.hands[turn].is_empty();
        self.table.play(rules, action, out);
        Ok(())
    }
}
