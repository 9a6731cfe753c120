//! A game as a client sees it go by.

use super::TableState;
use crate::game::{
    Cards, ContestRules, ContestTable, Meld, PLAYERS, PlayerNumber, SeatView, Seats,
};
use crate::players::Player;

/// What a client knows of the game that is played. The server's messages tell little of what was;
/// so it follows every turn by the rules, and where a message says otherwise the message is right.
pub(super) struct Following {
    rules: ContestRules,
    /// Seats in the order of turns; `None` before the first turn of a game.
    table: Option<ContestTable>,
    seats: [PlayerNumber; PLAYERS],
    counts: [u8; PLAYERS],
    unseen: Cards,
    /// What the server showed on the table last.
    lying: Option<Meld>,
}

impl Following {
    pub(super) fn new(rules: ContestRules) -> Self {
        let (seats, counts) = ([0, 1, 2, 3, 4], [0; PLAYERS]);
        Following { rules, table: None, seats, counts, unseen: Cards::NONE, lying: None }
    }

    /// The rules.
    pub(super) fn rules(&self) -> &ContestRules {
        &self.rules
    }

    /// Forgets the game that was.
    pub(super) fn reset(&mut self) {
        (self.table, self.lying) = (None, None);
    }

    /// A turn begins, and the server tells how the game stands. What the player then knows; whether
    /// this is the first turn of the game.
    pub(super) fn turn(
        &mut self,
        me: PlayerNumber,
        hand: Cards,
        state: &TableState,
    ) -> (SeatView, bool) {
        self.seats = state.seats;
        let seat_of = |player: PlayerNumber| {
            state.seats.iter().position(|&other| other == player).unwrap_or(0)
        };
        let seat = seat_of(me);
        let turn = if state.my_turn { seat } else { seat_of(state.turn) };
        let first = self.table.is_none();
        if first {
            self.unseen = Cards::ALL - hand;
        }
        self.unseen -= hand;
        self.counts = state.seats.map(|player| state.counts[player]);
        let table = self.table.get_or_insert_with(|| ContestTable::new(turn));
        table.revolution = state.revolution;
        table.back = state.back;
        if state.empty && table.top.is_some() {
            // Cleared for a reason that was not seen.
            (table.top, table.last, table.passed) = (None, turn, Seats::NONE);
        } else if !state.empty && self.lying.is_some() {
            // Not cleared where the rules would have it.
            table.top = self.lying;
        }
        table.locked = state.locked && table.top.is_some();
        table.turn = turn;
        let view = SeatView { seat, hand, unseen: self.unseen, counts: self.counts, table: *table };
        (view, first)
    }

    /// A turn ends with a meld on the table, or with what lay there before. The player is told what
    /// happened.
    pub(super) fn ends(&mut self, mover: PlayerNumber, lies: Option<Meld>, mind: &mut dyn Player) {
        self.lying = lies;
        let Some(table) = &mut self.table else { return };
        let seat = self.seats.iter().position(|&player| player == mover).unwrap_or(0);
        // A server may go on where the game is over by what was seen of it: there is nothing to
        // follow then.
        if table.places[seat].is_some() || table.players_in().len() <= 1 {
            return;
        }
        let before = *table;
        let action = lies.filter(|meld| before.top != Some(*meld));
        let count = &mut self.counts[seat];
        if let Some(meld) = &action {
            *count = count.saturating_sub(meld.len() as u8);
            self.unseen -= meld.cards();
        }
        table.turn = seat;
        table.play(&self.rules, action, *count == 0);
        mind.see(&ContestTable { turn: seat, ..before }, seat, action.as_ref());
    }
}
