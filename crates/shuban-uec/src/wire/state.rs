//! Rows 5 and 6 of a table: how the game stands.

use super::{Grid, WireError};
use crate::game::{PLAYERS, PlayerNumber};

/// What the server tells beside the cards. Players are told by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableState {
    /// Whether this is the hand before a game.
    pub exchange: bool,
    /// How many cards are to be given away.
    pub give: usize,
    /// Whether it is the receiver's turn.
    pub my_turn: bool,
    /// Whose turn it is; not told before a game.
    pub turn: PlayerNumber,
    /// Whether the table is empty.
    pub empty: bool,
    /// Whether jacks have turned round the strengths.
    pub back: bool,
    /// Whether there is a revolution.
    pub revolution: bool,
    /// Whether the suits are locked.
    pub locked: bool,
    /// How many cards each player has.
    pub counts: [u8; PLAYERS],
    /// The class of each player, 0 for last game's first; all 0 where classes are forgotten.
    pub classes: [u8; PLAYERS],
    /// The players in the order of turns.
    pub seats: [PlayerNumber; PLAYERS],
}

/// The server tells this for the turn before a game.
const NOBODY: i32 = 6;

impl TableState {
    /// Writes the rows.
    pub fn write(&self, grid: &mut Grid) {
        let turn = if self.exchange { NOBODY } else { self.turn as i32 };
        let row = [
            i32::from(self.exchange),
            self.give as i32,
            i32::from(self.my_turn),
            turn,
            i32::from(self.empty),
            i32::from(self.back),
            i32::from(self.revolution),
            i32::from(self.locked),
        ];
        row.into_iter().enumerate().for_each(|(column, value)| grid.set(5, column, value));
        for player in 0..PLAYERS {
            grid.set(6, player, self.counts[player].into());
            grid.set(6, player + 5, self.classes[player].into());
            grid.set(6, player + 10, self.seats[player] as i32);
        }
    }

    /// Reads the rows. Flags are what is not 0.
    ///
    /// # Errors
    /// [`WireError::Number`] or [`WireError::Seats`].
    pub fn read(grid: &Grid) -> Result<Self, WireError> {
        let flag = |column: usize| grid.get(5, column) != 0;
        let number = |what, value: i32, most: i32| match value {
            0.. if value <= most => Ok(value),
            _ => Err(WireError::Number { what, value }),
        };
        let exchange = flag(0);
        let turn = if exchange { 0 } else { number("whose turn it is", grid.get(5, 3), 4)? };
        let told: [i32; PLAYERS] = std::array::from_fn(|seat| grid.get(6, seat + 10));
        if !(0..PLAYERS as i32).all(|player| told.contains(&player)) {
            return Err(WireError::Seats(told));
        }
        let mut counts = [0; PLAYERS];
        let mut classes = [0; PLAYERS];
        for player in 0..PLAYERS {
            counts[player] = number("a number of cards", grid.get(6, player), 53)? as u8;
            classes[player] = number("a class", grid.get(6, player + 5), 4)? as u8;
        }
        Ok(TableState {
            exchange,
            give: number("the number of cards to give", grid.get(5, 1), 53)? as usize,
            my_turn: flag(2),
            turn: turn as PlayerNumber,
            empty: flag(4),
            back: flag(5),
            revolution: flag(6),
            locked: flag(7),
            counts,
            classes,
            seats: told.map(|player| player as PlayerNumber),
        })
    }
}
