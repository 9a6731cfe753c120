//! The number of deals of each kind.

use shuban_core::tabulate::Unit;
use shuban_core::{Class, Histogram, Winners};

use crate::leads::LeadDomain;
use crate::leads::{LeadRecord, Letter, MAX_CARDS, MAX_PLAYERS, Numbering, StrongEnd};
use crate::rules::CardRules;

const SETS: usize = 1 << MAX_PLAYERS;

/// Counts the deals of a unit, and their leads.
pub(super) fn count(
    domain: &LeadDomain,
    unit: &Unit,
    records: &[LeadRecord],
    histogram: &mut Histogram,
) {
    let (rules, numbering) = (domain.rules(), domain.numbering());
    let mut census = DealCensus {
        rules,
        numbering,
        records,
        lead_strengths: [0; MAX_CARDS],
        counts: vec![Default::default(); 2],
    };
    let cut = domain.cut(unit.part.layer);
    let whole = DealSoFar {
        end: numbering.whole(domain.cards(unit.part.layer)),
        lowest: None,
        strengths: 0,
        leader_cards: 0,
    };
    for prefix in &cut.prefixes[cut.units[unit.number].clone()] {
        census.descend(&prefix.letters, whole);
    }
    for (counts, leader) in census.counts.iter().zip(["one card", "more cards"]) {
        for (set, of_set) in (0..).zip(counts) {
            for (lowest, of_lowest) in (0i64..).zip(of_set) {
                for (count, lead) in of_lowest.iter().zip(["weakest", "other"]) {
                    let value = Winners::from_bits(set).to_string();
                    let lowest = Class::from((lowest > 0).then_some(lowest));
                    let class = [leader.into(), Class::from(&*value), lowest, lead.into()];
                    histogram.add(class, *count);
                }
            }
        }
    }
}

/// A walk through deals in their order, from the strongest letter down.
struct DealCensus<'a> {
    rules: &'a CardRules,
    numbering: &'a Numbering,
    /// Records of the deals that are still to come.
    records: &'a [LeadRecord],
    /// By lead of the deal that the walk is at, from the strongest: number of strengths with it;
    /// for a run with its weakest card.
    lead_strengths: [u8; MAX_CARDS],
    /// By whether the leader holds more than one card, the value, and the strength of the lowest
    /// lead that wins (0 for none): deals, and their leads but one.
    counts: Vec<[[[u64; 2]; MAX_CARDS + 1]; SETS]>,
}

/// The strong end of a deal.
#[derive(Clone, Copy)]
struct DealSoFar {
    end: StrongEnd,
    lowest: Option<Letter>,
    /// The number of its strengths.
    strengths: u8,
    leader_cards: u8,
}

impl DealCensus<'_> {
    /// All deals with a strong end, or those of them that go on with `prefix`.
    fn descend(&mut self, prefix: &[Letter], deal: DealSoFar) {
        if deal.end.left == 0 {
            self.add(&deal);
            return;
        }
        let numbering = self.numbering;
        let alphabet = numbering.alphabet();
        let next = prefix.first().map(|&letter| {
            (letter, numbering.below(&deal.end, numbering.before(&deal.end), letter))
        });
        let all = next.is_none().then(|| numbering.all_below(deal.end)).into_iter().flatten();
        for (letter, end) in next.into_iter().chain(all) {
            let group = alphabet.group(letter);
            let is_single = usize::from(letter) < alphabet.players;
            let goes_on = alphabet.merges && is_single && deal.lowest == Some(letter);
            let strengths = deal.strengths + u8::from(!goes_on || !self.rules.allows_ties());
            let leader_cards = deal.leader_cards + group.counts[0];
            let below = DealSoFar { end, lowest: Some(letter), strengths, leader_cards };
            // A run that goes on has the lead of the letter above it, which other letters need too.
            let lead = end.leads.max(1) - 1;
            let above = self.lead_strengths[lead];
            if group.has(0) {
                self.lead_strengths[lead] = strengths;
            }
            self.descend(prefix.get(1..).unwrap_or_default(), below);
            self.lead_strengths[lead] = above;
        }
    }

    fn add(&mut self, deal: &DealSoFar) {
        let leads = deal.end.leads;
        let (records, rest) = self.records.split_at(leads);
        self.records = rest;
        // Records begin with the weakest lead.
        let wins = records.iter().position(|record| record.wins());
        let lowest =
            wins.map_or(0, |place| deal.strengths + 1 - self.lead_strengths[leads - 1 - place]);
        let set = usize::from(LeadRecord::united(records).bits()) % SETS;
        let counts = &mut self.counts[usize::from(deal.leader_cards > 1)][set][usize::from(lowest)];
        counts[0] += 1;
        counts[1] += leads as u64 - 1;
    }
}
