//! What everybody sees of a game.

use shuban_core::Seat;

use super::meld::{Meld, MeldKind};
use super::rules::PLAYERS;

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seats(u8);

impl Seats {
    /// No seat.
    pub const NONE: Seats = Seats(0);

    /// Whether a seat is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// Puts a seat into the set.
    #[inline]
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat;
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are in the other set.
    #[inline]
    pub const fn is_subset(self, other: Seats) -> bool {
        self.0 & !other.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..PLAYERS).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Seats::NONE;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

/// The public state of a game: what lies on the table, who may still play on it, who is out. Seats
/// are numbered in the order of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ContestTable {
    /// Whose turn it is.
    pub turn: Seat,
    /// The last meld laid since the table was cleared.
    pub top: Option<Meld>,
    /// Whether its suits are locked.
    pub locked: bool,
    /// Who has passed since the table was cleared.
    pub passed: Seats,
    /// Who leads when the table is cleared: whoever laid the last meld, or led since.
    pub last: Seat,
    /// Whether there was a revolution (an odd number of them).
    pub revolution: bool,
    /// Whether jacks have turned round the strengths until the table is cleared.
    pub back: bool,
    /// Whether sixes have turned round the order of turns.
    pub backwards: bool,
    /// The place of each seat that is out, from 0.
    pub places: [Option<u8>; PLAYERS],
    /// How many passes there were in a row, an illegal meld counted as a pass.
    pub passes: u8,
}

impl ContestTable {
    /// The table before the first meld.
    pub fn new(leader: Seat) -> Self {
        ContestTable {
            turn: leader,
            top: None,
            locked: false,
            passed: Seats::NONE,
            last: leader,
            revolution: false,
            back: false,
            backwards: false,
            places: [None; PLAYERS],
            passes: 0,
        }
    }

    /// Whether low cards are strong.
    #[inline]
    pub const fn reversed(&self) -> bool {
        self.revolution != self.back
    }

    /// Whether a lone joker lies on the table.
    pub fn lone_joker(&self) -> bool {
        self.top.is_some_and(|top| top.kind() == MeldKind::Joker)
    }

    /// Who is still in.
    pub fn players_in(&self) -> Seats {
        (0..PLAYERS).filter(|&seat| self.places[seat].is_none()).collect()
    }

    /// The seat whose turn is after this one's, whoever has it.
    #[inline]
    pub const fn next_seat(&self, seat: Seat) -> Seat {
        (seat + if self.backwards { PLAYERS - 1 } else { 1 }) % PLAYERS
    }
}
