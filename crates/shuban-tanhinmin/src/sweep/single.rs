//! The same cards played one by one.

use std::sync::Arc;

use shuban_core::tabulate::Unit;
use shuban_core::{Class, Histogram};

use crate::leads::{LeadDomain, LeadRecord, SingleCards};
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
    let single = domain.single[unit.part.layer.0].get_or_init(|| computed(domain.rules(), cards));
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

/// Computes the values of the same cards played one by one; none if they have no such layer.
fn computed(rules: &CardRules, cards: usize) -> Option<SingleCards> {
    let leads = LeadDomain::new(rules.with_deck(Deck::Ties)).ok()?;
    let records = leads.records(leads.layer(cards)?).ok()?;
    Some(SingleCards { numbering: Arc::clone(leads.numbering()), cards, records })
}
