//! A game as seen by a client.

use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{
    Cards, ContestRules, ContestTable, Meld, PLAYERS, PlayerNumber, SeatView, Standing,
};

use super::TableState;

/// A client's knowledge of the game in play. The server's messages leave out much of the past, so
/// it follows every turn by the rules; where a message says otherwise, the message is right.
pub struct Following {
    /// The rules of the match.
    pub rules: ContestRules,
    /// Seats in the order of turns; `None` before the first turn of a game.
    table: Option<ContestTable>,
    /// State that the server sent last.
    state: TableState,
    unseen: Cards,
    /// The meld that the server showed on the table last.
    lying: Option<Meld>,
    /// The hand before the exchange.
    dealt: Cards,
    /// The match around the game in play.
    standing: Standing,
    /// The number of games begun.
    games: u32,
}

impl Following {
    /// Follows a match from its beginning.
    pub fn new(rules: ContestRules) -> Self {
        let state = TableState::default();
        let (unseen, dealt) = (Cards::NONE, Cards::NONE);
        let standing = Standing::default();
        Following { rules, table: None, state, unseen, lying: None, dealt, standing, games: 0 }
    }

    /// Takes the hand before a game: before the exchange for those who give first, and with what
    /// they were given for the others.
    pub fn dealt(&mut self, hand: Cards, state: &TableState) {
        self.state = *state;
        self.dealt = hand;
        self.games = self.games.saturating_add(1);
    }

    /// Forgets the last game.
    pub fn reset(&mut self) {
        (self.table, self.lying) = (None, None);
    }

    /// Begins a turn with the state that the server sent. Returns the player's view, and true if
    /// this is the first turn of the game.
    pub fn turn(&mut self, me: PlayerNumber, hand: Cards, state: &TableState) -> (SeatView, bool) {
        self.state = *state;
        let seat = state.seat_of(me);
        let turn = if state.my_turn { seat } else { state.seat_of(state.turn) };
        let first = self.table.is_none();
        if first {
            self.unseen = Cards::ALL;
            self.standing = self.standing(hand);
        }
        self.unseen -= hand;
        let table = self.table.get_or_insert_with(|| ContestTable::new(turn));
        table.revolution = state.revolution;
        table.back = state.back;
        if state.empty && table.top.is_some() {
            // Cleared for a reason that was not seen.
            (table.top, table.last, table.passed) = (None, turn, [false; PLAYERS]);
        } else if !state.empty && self.lying.is_some() {
            // Not cleared although the rules would do so.
            table.top = self.lying;
        }
        table.locked = state.locked && table.top.is_some();
        table.turn = turn;
        let counts = state.seats.map(|player| state.counts[player]);
        let view = SeatView {
            seat,
            hand,
            unseen: self.unseen,
            counts,
            table: *table,
            standing: self.standing,
        };
        (view, first)
    }

    /// Returns what is known of the match, by this hand and the one before the exchange.
    pub fn standing(&self, hand: Cards) -> Standing {
        let TableState { classes, seats: players, .. } = self.state;
        let games_left = self.rules.games_left(self.games);
        if classes == [0; PLAYERS] {
            return Standing { games_left, players, ..Standing::default() };
        }
        let (given, received) = (self.dealt - hand, hand - self.dealt);
        let classes = Some(players.map(|player| classes[player]));
        Standing { classes, given, received, games_left, players }
    }

    /// Ends the turn with the meld that lies on the table then, and reports it to the player.
    pub fn ends(&mut self, lies: Option<Meld>, player: &mut dyn ContestPlayer) {
        self.lying = lies;
        let Some(table) = &mut self.table else { return };
        let mover = self.state.turn;
        let seat = self.state.seat_of(mover);
        // A server may go on after the game is over by what the client saw: nothing to follow.
        if table.places[seat].is_some() || table.players_in().count() <= 1 {
            return;
        }
        let before = ContestTable { turn: seat, ..*table };
        let action = lies.filter(|meld| before.top != Some(*meld));
        self.unseen -= action.map_or(Cards::NONE, |meld| meld.cards());
        let laid = action.map_or(0, |meld| meld.len());
        let out = usize::from(self.state.counts[mover]) <= laid;
        *table = before;
        table.play(&self.rules, action, out);
        player.see(&before, seat, action.as_ref());
    }
}
