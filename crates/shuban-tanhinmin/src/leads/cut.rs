//! The units that the deals of a layer are cut into.

use std::ops::Range;

use shuban_core::tabulate::Units;

use super::numbering::{Numbering, StrongEnd};
use super::pattern::Letter;

/// Most leads of a unit, about.
const UNIT: u64 = 1 << 16;

/// Deals with one strong end, which follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// Letters, the strongest first.
    pub(crate) letters: Vec<Letter>,
    /// The number of the first lead of the first of them.
    pub(crate) first_lead: u64,
    /// The number of their leads.
    pub(crate) leads: u64,
}

/// A layer's deals cut into units of consecutive ones.
pub(crate) struct Cut {
    pub(crate) prefixes: Vec<Prefix>,
    /// Range of prefixes of each unit.
    pub(crate) units: Vec<Range<usize>>,
    /// The most cards below a prefix.
    pub(crate) below: usize,
}

impl Cut {
    pub(crate) fn new(numbering: &Numbering, cards: usize) -> Self {
        let mut cut = Cut { prefixes: Vec::new(), units: Vec::new(), below: 0 };
        cut.descend(numbering, Vec::new(), numbering.whole(cards));
        let mut first = 0;
        let mut leads = 0;
        for (number, prefix) in cut.prefixes.iter().enumerate() {
            if leads > 0 && leads + prefix.leads > UNIT {
                cut.units.push(first..number);
                (first, leads) = (number, 0);
            }
            leads += prefix.leads;
        }
        if leads > 0 {
            cut.units.push(first..cut.prefixes.len());
        }
        cut
    }

    fn descend(&mut self, numbering: &Numbering, letters: Vec<Letter>, end: StrongEnd) {
        let StrongEnd { left, missing, run, first_lead, .. } = end;
        let leads = end.leads as u64 * numbering.words(left, missing)
            + numbering.leads_of(left, missing, run);
        if leads <= UNIT || left == 0 {
            self.below = self.below.max(left);
            self.prefixes.push(Prefix { letters, first_lead, leads });
            return;
        }
        for (letter, end) in numbering.all_below(end) {
            self.descend(numbering, [&letters[..], &[letter]].concat(), end);
        }
    }

    /// The units' ranges of leads.
    pub(crate) fn lengths(&self) -> Units {
        Units::of_lengths(
            self.units
                .iter()
                .map(|unit| self.prefixes[unit.clone()].iter().map(|prefix| prefix.leads).sum()),
        )
    }
}
