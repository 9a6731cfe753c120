//! Values of deals whose cards are played one by one, to compare sets with.

use std::sync::Arc;

use shuban_core::Class;

use super::numbering::Numbering;
use super::pattern::{Alphabet, Word};
use super::record::LeadRecord;

/// Values of Tanhinmin for deals of n cards.
pub(crate) struct SingleCards {
    pub(crate) numbering: Arc<Numbering>,
    pub(crate) cards: usize,
    pub(crate) records: Vec<LeadRecord>,
}

impl SingleCards {
    /// The class of a deal whose leads have these values, beside those of the same cards played one
    /// by one.
    pub(crate) fn class(&self, sets: &Alphabet, word: &Word, records: &[LeadRecord]) -> [Class; 5] {
        let numbering = &self.numbering;
        let mut single = Word::default();
        // By single-card lead: the number of the lead, among those of sets, of one card of its
        // weakest rank.
        let mut leads = Vec::new();
        let mut own = 0;
        let (mut has_sets, mut has_eights, mut is_run) = (false, false, false);
        for &letter in word.letters() {
            let group = sets.group(letter);
            has_sets |= group.counts.iter().any(|&count| count > 1);
            has_eights |= group.eights;
            let is_alone = group.owners == 1;
            if group.has(0) && !(is_run && is_alone) {
                leads.push(own);
            }
            is_run = is_alone && numbering.alphabet().merges;
            own += usize::from(group.counts[0]);
            // A word of as many cards, each of which is one letter at most.
            numbering.alphabet().push_group(&mut single, &group.counts).unwrap_or_default();
        }
        let deal = numbering.rank(self.cards, &single);
        let of_single =
            deal.map_or(&[][..], |deal| &self.records[deal.first_lead as usize..][..deal.leads]);
        let lowest = of_single.iter().position(|record| record.wins());
        let advice = lowest.map(|lead| leads.get(lead).is_some_and(|&lead| records[lead].wins()));
        let shape = match (has_sets, has_eights) {
            (false, false) => "single cards",
            (true, false) => "sets",
            (false, true) => "eights",
            (true, true) => "sets and eights",
        };
        let value = |records: &[LeadRecord]| Class::from(&*LeadRecord::united(records).to_string());
        [
            Class::from(if own > 1 { "more cards" } else { "one card" }),
            Class::from(shape),
            value(records),
            value(of_single),
            // Verdict on the lowest lead that wins with single cards, if any.
            advice.map_or(Class::Null, |right| Class::from(if right { "right" } else { "wrong" })),
        ]
    }
}
