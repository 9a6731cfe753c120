//! Places of a row's tables in its records.

use super::records::{Placing, RECORD};

/// Places of the tables for dice with `F` faces.
///
/// Of the dice of up to five faces all fit into one record; otherwise there is one record for each
/// three faces.
pub(super) struct Places<const F: usize>;

impl<const F: usize> Places<F> {
    /// Number of dice of a record.
    const DICE: usize = if F <= 5 { F } else { 3 };
    /// Records of a row.
    pub(super) const RECORDS: usize = F.div_ceil(Self::DICE);

    /// The record for a die.
    pub(super) const fn record(die: usize) -> usize {
        die / Self::DICE
    }

    /// The best after one die.
    pub(super) const fn one(die: usize) -> usize {
        1 + die
    }

    /// The best after two dice, in the record for the die; with up to six faces in all records.
    pub(super) const fn two(die: usize) -> usize {
        1 + F + if F <= 6 { die } else { die % Self::DICE }
    }

    /// The best after three dice, in the record for the die.
    pub(super) const fn three(die: usize) -> usize {
        if F <= 5 { 1 + 2 * F + die } else { 13 + die % Self::DICE }
    }

    /// By record and die: the part of the best plays that begin with the die which the record
    /// takes. They are a maximum of records, so that in the places of one, two and three dice there
    /// are two, three and four.
    pub(super) const TAKEN: [[Placing; F]; F] = {
        let mut taken = [[Placing::NOTHING; F]; F];
        let mut record = 0;
        while record < Self::RECORDS {
            let mut die = 0;
            while die < F {
                let mut placing = Placing::NOTHING.and(Self::one(die), 0);
                let own = Self::record(die) == record;
                if own || F <= 6 {
                    placing = placing.and(Self::two(die), Self::one(die));
                }
                if own {
                    placing = placing.and(Self::three(die), Self::two(die));
                }
                taken[record][die] = placing;
                die += 1;
            }
            record += 1;
        }
        taken
    };

    /// Three dice of six faces, in a row of a stage before read from three numbers further on.
    pub(super) const FURTHER: Placing = {
        let mut further = Placing::NOTHING;
        let mut to = 13;
        while to < RECORD {
            further = further.and(to, to);
            to += 1;
        }
        further
    };
}
