//! The stored record of a lead.

use shuban_core::{Codec, Column, Record, Seat, Winners};

/// The stored part of a lead: whether it wins, which is all that a player needs, and the set of
/// possible winners.
///
/// The first takes one bit. The second has seven values for three players and fifteen for four; it
/// stands in a byte, which compresses to about a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadRecord {
    wins: bool,
    winners: Winners,
}

impl LeadRecord {
    /// The leader's seat, from which all are counted.
    const LEADER: Seat = 0;

    /// The record of a value.
    pub fn of(winners: Winners) -> Self {
        LeadRecord { wins: winners == Winners::only(LeadRecord::LEADER), winners }
    }

    /// The value of a deal for its leader, from those of its leads.
    pub(crate) fn united(leads: &[LeadRecord]) -> Winners {
        let tier = |lead: &LeadRecord| lead.winners.tier(LeadRecord::LEADER);
        let best = leads.iter().map(tier).min();
        let liked = leads.iter().filter(|lead| Some(tier(lead)) == best);
        liked.fold(Winners::NOBODY, |all, lead| all.union(lead.winners))
    }

    /// Returns true if the leader can force to win.
    pub fn wins(self) -> bool {
        self.wins
    }

    /// The set of players that may win.
    pub fn winners(self) -> Winners {
        self.winners
    }
}

impl Record for LeadRecord {
    fn columns() -> &'static [Column] {
        &[
            Column { name: "wins", bits: 1, codec: Codec::Unsigned },
            Column { name: "winners", bits: 8, codec: Codec::Unsigned },
        ]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.wins.into();
        raw[1] = self.winners.bits().into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        LeadRecord { wins: raw[0] != 0, winners: Winners::from_bits(raw[1] as u8) }
    }
}
