//! How the deals of a layer are cut into units.

use std::ops::Range;

use super::numbering::Numbering;
use super::pattern::Letter;

/// About how many leads a unit has at most.
const UNIT: u64 = 1 << 16;

/// Deals with one strong end, which follow one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Prefix {
    /// The strongest first.
    pub(super) letters: Vec<Letter>,
    /// The number of the first lead of the first of them.
    pub(super) first_lead: u64,
    /// How many leads they have.
    pub(super) leads: u64,
}

/// A layer's deals cut into units of consecutive ones.
pub(crate) struct Cut {
    pub(super) prefixes: Vec<Prefix>,
    /// By unit, which prefixes.
    pub(super) units: Vec<Range<usize>>,
    /// How many cards are at most below a prefix.
    pub(super) below: usize,
}

impl Cut {
    pub(crate) fn new(numbering: &Numbering, cards: usize) -> Self {
        let mut cut = Cut { prefixes: Vec::new(), units: Vec::new(), below: 0 };
        let whole = Prefix { letters: Vec::new(), first_lead: 0, leads: 0 };
        cut.descend(numbering, whole, cards, numbering.everybody(), 0);
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

    fn descend(
        &mut self,
        numbering: &Numbering,
        mut prefix: Prefix,
        left: usize,
        missing: usize,
        above: u64,
    ) {
        let alphabet = numbering.alphabet();
        let run = prefix.letters.last().is_some_and(|&letter| alphabet.is_run(letter, 0));
        prefix.leads =
            above * numbering.words(left, missing) + numbering.leads_of(left, missing, run);
        if prefix.leads == 0 {
            return;
        }
        if prefix.leads <= UNIT || left == 0 {
            self.below = self.below.max(left);
            self.prefixes.push(prefix);
            return;
        }
        let words = numbering.words_before(left, missing);
        let leads = numbering.leads_before(left, missing, run);
        for letter in 0..alphabet.up_to(left) {
            let first_lead = prefix.first_lead + above * words[letter] + leads[letter];
            let letters = [&prefix.letters[..], &[letter as Letter]].concat();
            let letter = letter as Letter;
            if !numbering.is_allowed(letter, missing) {
                continue;
            }
            let (rest, still) = numbering.after(left, missing, letter);
            let below = above + numbering.leads_with(letter, run) as u64;
            self.descend(numbering, Prefix { letters, first_lead, leads: 0 }, rest, still, below);
        }
    }

    /// How many units there are.
    pub(crate) fn units(&self) -> usize {
        self.units.len()
    }

    /// The leads of a unit.
    pub(crate) fn leads(&self, unit: usize) -> Range<u64> {
        let prefixes = &self.prefixes[self.units[unit].clone()];
        let first = prefixes.first().map_or(0, |prefix| prefix.first_lead);
        first..prefixes.last().map_or(first, |prefix| prefix.first_lead + prefix.leads)
    }
}
