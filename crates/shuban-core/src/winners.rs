//! Sets of players.

use std::fmt;

use crate::fields::{Datum, Field, Fields};
use crate::game::{MAX_SEATS, Payoffs, Seat};

/// A set of seats that may win, bit i for seat i.
///
/// ```
/// use shuban_core::Winners;
///
/// let set = Winners::of([0, 2]);
/// assert_eq!(set.to_string(), "13"); // players are counted from 1 where people read
/// assert_eq!(set.rotated(1, 3), Winners::of([1, 2])); // seat 1 is counted as the first
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Winners(u8);

const _: () = assert!(MAX_SEATS <= u8::BITS as usize);

impl Winners {
    /// The empty set: the value of no position.
    pub const NOBODY: Winners = Winners(0);

    /// Returns one seat alone.
    pub const fn only(seat: Seat) -> Self {
        Winners(1 << seat)
    }

    /// Returns the set of these seats.
    pub fn of(seats: impl IntoIterator<Item = Seat>) -> Self {
        seats.into_iter().fold(Winners::NOBODY, |all, seat| all.union(Winners::only(seat)))
    }

    /// Returns the seats with the largest payoff of a finished game: one, but for a draw.
    pub fn leading(payoffs: &Payoffs, seats: usize) -> Self {
        let seats = 0..seats.min(MAX_SEATS);
        let most = seats.clone().map(|seat| payoffs.of(seat)).max();
        Winners::of(seats.filter(|&seat| Some(payoffs.of(seat)) == most))
    }

    /// Returns the tier of the set for a seat, smaller being better: its size if it contains the
    /// seat, else more than there are players.
    pub const fn tier(self, mover: Seat) -> usize {
        if self.contains(mover) { self.len() } else { MAX_SEATS + 1 }
    }

    /// Returns the singleton value of a position from those of its plays: the union of all sets
    /// that its mover likes best (Nishino and Nishino, 2010, section 2.5 and Table 1).
    ///
    /// The player to move prefers to win alone, then any set of two with itself, and so on to the
    /// set of all; then the sets without itself, which are all alike. Of three players c is to
    /// move, so c > {ac, bc} > abc > {a, b, ab}. A union may be larger than its tier (ac and bc
    /// give abc), which is why all plays must be united at once.
    pub fn united(mover: Seat, plays: &[Winners]) -> Self {
        let best = plays.iter().map(|set| set.tier(mover)).min();
        let liked = plays.iter().filter(|set| Some(set.tier(mover)) == best);
        liked.fold(Winners::NOBODY, |all, &set| all.union(set))
    }

    /// Returns the set of a bit mask.
    pub const fn from_bits(bits: u8) -> Self {
        Winners(bits)
    }

    /// Returns the bit mask of the set.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns true if a seat is in it.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat & 1 == 1
    }

    /// Returns the number of seats in it.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns all seats that are in one or the other.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Winners(self.0 | other.0)
    }

    /// Returns the set with the `seats` seats counted from `first`, which becomes seat 0.
    #[must_use]
    pub const fn rotated(self, first: Seat, seats: usize) -> Self {
        let first = first % seats;
        let all = (1u16 << seats) - 1;
        let bits = self.0 as u16;
        Winners(((bits >> first | bits << (seats - first)) & all) as u8)
    }

    /// Returns fields for answers: the possible winners, counted from 1, and whether the player of
    /// a seat is the only one.
    pub fn fields_for(self, seat: Seat) -> Fields {
        let players: Vec<usize> = self.iter().map(|seat| seat + 1).collect();
        let words = players.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ");
        let wins = self == Winners::only(seat);
        let long = match wins {
            true => format!("{words}: player {words} wins, whatever the others do"),
            false => words.clone(),
        };
        let value = Field::new("value", Datum::list(players)).short(words).long(long);
        let wins = Field::silent("wins", wins).short(if wins { "wins" } else { "" });
        [value, wins].into_iter().collect()
    }

    /// Returns the seats in it, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..MAX_SEATS).filter(move |&seat| self.contains(seat))
    }
}

/// The players counted from 1, without separators: `13`.
impl fmt::Display for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|seat| write!(f, "{}", seat + 1))
    }
}

/// The displayed form, in braces.
impl fmt::Debug for Winners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
