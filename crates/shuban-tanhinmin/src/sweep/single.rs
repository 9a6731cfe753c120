//! The same cards played one by one.

use shuban_core::{Class, Histogram, Unit};

use crate::leads::{Alphabet, LeadDomain, LeadRecord, Word};
use crate::rules::{CardRules, Deck};

/// Counts the deals of a unit with sets, and their leads, beside the values of single cards; does
/// nothing if these have no such layer.
pub(super) fn count(
    domain: &LeadDomain,
    unit: &Unit,
    records: &[LeadRecord],
    histogram: &mut Histogram,
) {
    let (numbering, cards) = (domain.numbering(), domain.cards(unit.part.layer));
    let single =
        domain.single[unit.part.layer.0].get_or_init(|| SingleCards::new(domain.rules(), cards));
    let Some(single) = single else { return };
    let mut rest = records;
    let mut rank = unit.ranks.start;
    while let Some((word, _)) = numbering.unrank(cards, rank).filter(|_| !rest.is_empty()) {
        let Some(deal) = numbering.rank(cards, &word) else { return };
        let (sets, others) = rest.split_at(deal.leads);
        let class = single.class(numbering.alphabet(), &word, sets);
        for (lead, leads) in [("weakest", 1), ("other", deal.leads as u64 - 1)] {
            histogram.add([&class[..], &[Class::from(lead)]].concat(), leads);
        }
        rank += deal.leads as u64;
        rest = others;
    }
}

/// The values of Tanhinmin for deals of n cards.
pub(crate) struct SingleCards {
    leads: LeadDomain,
    cards: usize,
    records: Vec<LeadRecord>,
}

impl SingleCards {
    /// Computes them; `None` if they have no such layer.
    fn new(rules: &CardRules, cards: usize) -> Option<Self> {
        let leads = LeadDomain::new(rules.with_deck(Deck::Ties)).ok()?;
        let records = leads.records(leads.layer(cards)?).ok()?;
        Some(SingleCards { leads, cards, records })
    }

    /// The class of a deal whose leads have these values, beside those of the same cards played one
    /// by one.
    fn class(&self, sets: &Alphabet, word: &Word, records: &[LeadRecord]) -> [Class; 5] {
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
