//! Rows 5 and 6 of a table: the state of the game.

use shuban_core::Seat;
use shuban_daihinmin_game::{PLAYERS, PlayerNumber};

use super::{Grid, WireError};

/// State that the server sends with the cards. Players go by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct TableState {
    /// True if this is the hand before a game.
    pub exchange: bool,
    /// The number of cards to give away.
    pub give: usize,
    /// True if it is the receiver's turn.
    pub my_turn: bool,
    /// Player to move; not sent before a game.
    pub turn: PlayerNumber,
    /// True if the table is empty.
    pub empty: bool,
    /// True if jacks have reversed the strengths.
    pub back: bool,
    /// True if there is a revolution.
    pub revolution: bool,
    /// True if the suits are locked.
    pub locked: bool,
    /// The number of cards of each player.
    pub counts: [u8; PLAYERS],
    /// The class of each player, 0 for last game's first; all 0 if classes were reset.
    pub classes: [u8; PLAYERS],
    /// The players in the order of turns.
    pub seats: [PlayerNumber; PLAYERS],
}

/// Number sent for the turn before a game.
const NOBODY: i32 = 6;

impl TableState {
    /// Returns the seat of a player.
    pub fn seat_of(&self, player: PlayerNumber) -> Seat {
        self.seats.iter().position(|&other| other == player).unwrap_or(0)
    }

    /// Writes the rows.
    pub fn write(&self, grid: &mut Grid) {
        let row = [
            i32::from(self.exchange),
            self.give as i32,
            i32::from(self.my_turn),
            if self.exchange { NOBODY } else { self.turn as i32 },
            i32::from(self.empty),
            i32::from(self.back),
            i32::from(self.revolution),
            i32::from(self.locked),
        ];
        grid.0[5][..row.len()].copy_from_slice(&row);
        for player in 0..PLAYERS {
            grid.0[6][player] = self.counts[player].into();
            grid.0[6][player + 5] = self.classes[player].into();
            grid.0[6][player + 10] = self.seats[player] as i32;
        }
    }

    /// Returns true if a table with these rows asks its receiver for an answer.
    pub fn asks(grid: &Grid) -> bool {
        grid.0[5][1] > 0 || grid.0[5][2] != 0
    }

    /// Reads the rows. Any number but 0 sets a flag.
    ///
    /// # Errors
    /// [`WireError`] for a number out of range, or seats that are not the five players.
    pub fn read(grid: &Grid) -> Result<Self, WireError> {
        let [flags, players] = [grid.0[5], grid.0[6]];
        let flag = |column: usize| flags[column] != 0;
        let number = |what, value: i32, most: i32| match value {
            0.. if value <= most => Ok(value as usize),
            _ => Err(WireError::number(what, value)),
        };
        let exchange = flag(0);
        let turn = if exchange { 0 } else { number("whose turn it is", flags[3], 4)? };
        let seats: [i32; PLAYERS] = std::array::from_fn(|seat| players[seat + 10]);
        if !(0..PLAYERS as i32).all(|player| seats.contains(&player)) {
            let reason = format!("the seats {seats:?} are not the five players in some order");
            return Err(WireError(reason));
        }
        let (mut counts, mut classes) = ([0; PLAYERS], [0; PLAYERS]);
        for player in 0..PLAYERS {
            counts[player] = number("a number of cards", players[player], 53)? as u8;
            classes[player] = number("a class", players[player + 5], 4)? as u8;
        }
        Ok(TableState {
            exchange,
            give: number("the number of cards to give", flags[1], 53)?,
            my_turn: flag(2),
            turn,
            empty: flag(4),
            back: flag(5),
            revolution: flag(6),
            locked: flag(7),
            counts,
            classes,
            seats: seats.map(|player| player as PlayerNumber),
        })
    }
}
