//! How many deals of each kind there are.

use shuban_core::{Class, Histogram, Unit, Winners};

use super::super::domain::{LeadRecord, Leads};
use super::super::numbering::Numbering;
use super::super::pattern::{Letter, MAX_CARDS};
use super::super::rules::{CardRules, MAX_PLAYERS};

const SETS: usize = 1 << MAX_PLAYERS;

/// What a deal counts as: whether its leader holds one card or more, its value, and the strength of
/// the lowest lead that wins, 0 for none.
type LeadClass = (usize, usize, usize);

/// Counts the deals of a unit, and their leads.
pub(super) fn count(
    domain: &Leads,
    unit: &Unit,
    records: &[LeadRecord],
    histogram: &mut Histogram,
) {
    let cut = domain.cut(unit.part.layer);
    let mut deals = Deals {
        rules: domain.rules(),
        numbering: domain.numbering(),
        records,
        strengths: 0,
        lead_strengths: [0; MAX_CARDS],
        leads: 0,
        leader_cards: 0,
        counts: vec![[[[0; 2]; MAX_CARDS + 1]; SETS]; 2],
    };
    for prefix in &cut.prefixes[cut.units[unit.number].clone()] {
        let (cards, everybody) = (domain.cards(unit.part.layer), domain.numbering().everybody());
        deals.descend(&prefix.letters, cards, everybody, None);
    }
    for (leader, of_leader) in deals.counts.iter().enumerate() {
        for (set, of_set) in of_leader.iter().enumerate() {
            for (lowest, [weakest, others]) in of_set.iter().enumerate() {
                histogram.add(class((leader, set, lowest), "weakest"), *weakest);
                histogram.add(class((leader, set, lowest), "other"), *others);
            }
        }
    }
}

fn class((leader, set, lowest): LeadClass, lead: &str) -> [Class; 4] {
    let leader = if leader == 0 { "one card" } else { "more cards" };
    let value = Winners::from_bits(set as u8).to_string();
    let lowest = (lowest > 0).then_some(lowest as i64);
    [Class::from(leader), Class::from(&*value), Class::from(lowest), Class::from(lead)]
}

/// A walk through deals in their order, from the strongest letter down.
struct Deals<'a> {
    rules: &'a CardRules,
    numbering: &'a Numbering,
    /// Those of the deals that are still to come.
    records: &'a [LeadRecord],
    /// How many strengths there are so far.
    strengths: usize,
    /// By lead, from the strongest: how many strengths there were with it; of a run with its
    /// weakest card.
    lead_strengths: [usize; MAX_CARDS],
    leads: usize,
    leader_cards: usize,
    /// By kind: deals, and their leads but one.
    counts: Vec<[[[u64; 2]; MAX_CARDS + 1]; SETS]>,
}

impl Deals<'_> {
    /// All deals below a strong end whose weakest letter is `above`, or those of them that go on
    /// with `prefix`.
    fn descend(&mut self, prefix: &[Letter], left: usize, missing: usize, above: Option<Letter>) {
        if left == 0 {
            self.deal();
            return;
        }
        let alphabet = self.numbering.alphabet();
        let letters = match prefix.first() {
            Some(&letter) => letter..letter + 1,
            None => 0..alphabet.up_to(left) as Letter,
        };
        for letter in letters {
            let group = alphabet.group(letter);
            let (rest, still) =
                (left - usize::from(group.cards), missing & !usize::from(group.owners));
            if self.numbering.words(rest, still) == 0 {
                continue;
            }
            let (strengths, leads) = (self.strengths, self.leads);
            let is_single = usize::from(letter) < alphabet.players();
            let goes_on = alphabet.merges() && is_single && above == Some(letter);
            self.strengths += usize::from(!goes_on || !self.rules.ties());
            self.leads += usize::from(self.numbering.is_lead(letter, goes_on));
            let run = self.lead_strengths[leads.max(1) - 1];
            if group.has(0) {
                self.lead_strengths[self.leads - 1] = self.strengths;
            }
            self.leader_cards += usize::from(group.counts[0]);
            self.descend(prefix.get(1..).unwrap_or_default(), rest, still, Some(letter));
            self.leader_cards -= usize::from(group.counts[0]);
            (self.strengths, self.leads) = (strengths, leads);
            self.lead_strengths[leads.max(1) - 1] = run;
        }
    }

    fn deal(&mut self) {
        let (records, rest) = self.records.split_at(self.leads);
        self.records = rest;
        let mut best = (usize::MAX, Winners::NOBODY);
        for record in records {
            let tier = record.winners().tier(0);
            if tier < best.0 {
                best = (tier, record.winners());
            } else if tier == best.0 {
                best.1 = best.1.union(record.winners());
            }
        }
        // Records begin with the weakest lead.
        let wins = records.iter().position(|record| record.wins());
        let lowest = wins
            .map_or(0, |place| self.strengths + 1 - self.lead_strengths[self.leads - 1 - place]);
        let set = usize::from(best.1.bits()) % SETS;
        let counts = &mut self.counts[usize::from(self.leader_cards > 1)][set][lowest];
        counts[0] += 1;
        counts[1] += self.leads as u64 - 1;
    }
}
