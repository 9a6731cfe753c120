//! The same cards played one by one.

use shuban_core::{Class, Winners};

use super::rules::OpenRules;
use crate::tanhinmin::{Alphabet, CardRules, LeadRecord, Leads, Word};

/// The values of Tanhinmin for deals of so many cards.
pub(super) struct SingleCards {
    leads: Leads,
    cards: usize,
    records: Vec<LeadRecord>,
}

impl SingleCards {
    /// Computes them; `None` if there is no such layer.
    pub(super) fn new(rules: &OpenRules, cards: usize) -> Option<Self> {
        let leads =
            Leads::new(CardRules::new(rules.players()).ok()?.with_clearing(rules.clearing()))
                .ok()?;
        let records = leads.records(leads.layer(cards)?).ok()?;
        Some(SingleCards { leads, cards, records })
    }

    /// Compares the values of a deal's leads with those of the same cards played one by one.
    pub(super) fn compare(
        &self,
        sets: &Alphabet,
        word: &Word,
        records: &[LeadRecord],
    ) -> LeadClass {
        let numbering = self.leads.numbering();
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
            is_run = is_alone && numbering.alphabet().merges();
            own += usize::from(group.counts[0]);
            // A word of as many cards, each of which is one letter at most.
            numbering.alphabet().push_group(&mut single, &group.counts).unwrap_or_default();
        }
        let ranked = numbering.rank(self.cards, &single);
        let first = ranked.map_or(0, |ranked| ranked.first_lead as usize);
        let of_single = &self.records[first..first + ranked.map_or(0, |ranked| ranked.leads)];
        let winning = of_single.iter().position(|record| record.wins());
        let advice = winning.map(|lead| leads.get(lead).is_some_and(|&lead| records[lead].wins()));
        let united = |records: &[LeadRecord]| {
            let values: Vec<Winners> = records.iter().map(|record| record.winners()).collect();
            Winners::united(0, &values)
        };
        let shape = match (has_sets, has_eights) {
            (false, false) => "single cards",
            (true, false) => "sets",
            (false, true) => "eights",
            (true, true) => "sets and eights",
        };
        LeadClass {
            has_more: own > 1,
            shape,
            value: united(records),
            single_card: united(of_single),
            advice,
        }
    }
}

/// What a deal counts as.
pub(super) struct LeadClass {
    pub(super) has_more: bool,
    pub(super) shape: &'static str,
    pub(super) value: Winners,
    pub(super) single_card: Winners,
    /// Whether the lowest lead that wins with single cards does win; `None` if none does.
    pub(super) advice: Option<bool>,
}

impl LeadClass {
    /// The classes of a lead of the deal: the `weakest`, or an `other`.
    pub(super) fn row(&self, lead: &str) -> [Class; 6] {
        let advice = self
            .advice
            .map_or(Class::Null, |right| Class::from(if right { "right" } else { "wrong" }));
        [
            Class::from(if self.has_more { "more cards" } else { "one card" }),
            Class::from(self.shape),
            Class::from(&*self.value.to_string()),
            Class::from(&*self.single_card.to_string()),
            advice,
            Class::from(lead),
        ]
    }
}
