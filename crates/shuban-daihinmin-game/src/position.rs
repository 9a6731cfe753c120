//! One game, from the first lead to the last place.

use shuban_core::Seat;

use super::cards::Cards;
use super::legal::{Illegal, check};
use super::meld::Meld;
use super::rules::{ContestRules, PLAYERS, PlayerNumber};
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
    /// The match around the game, as far as the seat knows it.
    pub standing: Standing,
}

/// A seat's knowledge of the match around a game: classes and exchange. Nothing is known of a
/// position by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The class of each seat, 0 for last game's first; `None` where classes were reset.
    pub classes: Option<[u8; PLAYERS]>,
    /// The cards that the seat gave away.
    pub given: Cards,
    /// The cards that the seat was given, if it was one of those who give first. The others see
    /// their hands only when these cards are among them.
    pub received: Cards,
    /// The number of games after this one until classes are reset.
    pub games_left: u32,
    /// The player in each seat.
    pub players: [PlayerNumber; PLAYERS],
}

/// Nothing is known, and each seat is a player of its own.
impl Default for Standing {
    fn default() -> Self {
        Standing {
            classes: None,
            given: Cards::NONE,
            received: Cards::NONE,
            games_left: 0,
            players: [0, 1, 2, 3, 4],
        }
    }
}

impl Standing {
    /// The seat with which another one exchanges cards; `None` without classes, and for the middle.
    pub(crate) fn partner(&self, seat: Seat) -> Option<Seat> {
        let classes = self.classes?;
        let partner = PLAYERS as u8 - 1 - classes[seat];
        let partner = classes.iter().position(|&class| class == partner);
        partner.filter(|&partner| partner != seat)
    }
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
            standing: Standing::default(),
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
        if let Some(meld) = action {
            check(rules, self.hands[self.table.turn], &self.table, &meld)?;
        }
        self.lay(rules, action);
        Ok(())
    }

    /// Plays a legal action for the seat whose turn it is.
    pub(crate) fn lay(&mut self, rules: &ContestRules, action: Option<Meld>) {
        let hand = &mut self.hands[self.table.turn];
        *hand -= action.map_or(Cards::NONE, |meld| meld.cards());
        let out = hand.is_empty();
        self.table.play(rules, action, out);
    }
}
