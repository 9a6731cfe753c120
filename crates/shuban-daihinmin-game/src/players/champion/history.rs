//! The memory of a seat: the turns so far, and cards whose holders are known.

use shuban_core::Seat;

use crate::policy::{Acting, Odds, Policy};
use crate::{Cards, ContestRules, ContestTable, Meld, PLAYERS, SeatView};

/// A turn that was seen.
#[derive(Clone, Copy, Debug)]
pub struct SeenTurn {
    /// The table before it; the seat is the table's turn.
    pub table: ContestTable,
    /// The number of cards of each seat before it.
    pub counts: [u8; PLAYERS],
    /// The cards in all hands before it.
    pub held: Cards,
    /// The meld or the pass.
    pub action: Option<Meld>,
}

impl SeenTurn {
    /// Returns the probability that a policy gives what was done, if the seat held this hand before.
    pub(super) fn chance(
        &self,
        rules: &ContestRules,
        policy: &Policy,
        hand: Cards,
        odds: &mut Odds,
    ) -> f32 {
        let SeenTurn { table, counts, held, action } = self;
        let (seat, unseen, counts) = (table.turn, *held - hand, *counts);
        policy.odds(rules, &Acting { seat, hand, unseen, counts, table }, odds);
        odds.place(action.as_ref()).map_or(0.0, |place| odds.chances[place])
    }
}

/// The turns of a game, and what its beginning tells.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The turns in order.
    pub turns: Vec<SeenTurn>,
    /// The numbers of cards and the cards in all hands now.
    counts: [u8; PLAYERS],
    held: Cards,
    /// The cards that each seat has laid.
    pub laid: [Cards; PLAYERS],
    /// Cards that a seat held for certain when the game began.
    pub known: [Cards; PLAYERS],
}

impl History {
    /// Begins a game with the view before the first turn.
    pub fn begin(&mut self, rules: &ContestRules, view: &SeatView) {
        self.turns.clear();
        self.counts = view.counts;
        self.held = view.hand | view.unseen;
        self.laid = [Cards::NONE; PLAYERS];
        self.known = [Cards::NONE; PLAYERS];
        let first = Cards::only(rules.first);
        if first.is_subset(view.unseen - view.standing.given) && view.table.is_clear() {
            self.known[view.table.turn] |= first;
        }
        if let Some(partner) = view.standing.partner(view.seat) {
            // Each of a pair has what the other one gave away.
            self.known[partner] |= view.standing.given;
        }
    }

    /// Returns the cards of each seat when the game began, once it is over: what it laid, and what the
    /// last one still holds. `None` if more than one seat has cards, or if the game was not followed
    /// from its beginning.
    pub fn dealt(&self) -> Option<[Cards; PLAYERS]> {
        let mut dealt = self.laid;
        let mut left = (0..PLAYERS).filter(|&seat| self.counts[seat] > 0);
        let (last, more) = (left.next(), left.next());
        if let Some(seat) = last {
            dealt[seat] |= self.held;
        }
        let first = self.turns.first()?;
        let counts = dealt.map(|hand| hand.len() as u8);
        (more.is_none() && counts == first.counts).then_some(dealt)
    }

    /// Adds a turn.
    pub fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        let table = ContestTable { turn: seat, ..*table };
        let (counts, held) = (self.counts, self.held);
        self.turns.push(SeenTurn { table, counts, held, action: action.copied() });
        if let Some(meld) = action {
            self.counts[seat] = counts[seat].saturating_sub(meld.len() as u8);
            self.held -= meld.cards();
            self.laid[seat] |= meld.cards();
        }
    }
}
