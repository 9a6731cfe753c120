//! The values of a unit: of all leads from some consecutive deals.

use shuban_core::Winners;

use super::plan::LevelPlan;
use super::trick::{BATCH, LeadScratch, TrickState, unwind};
use super::walk::Walk;
use crate::leads::{LeadRecord, Letter, Numbering, Prefix, StrongEnd};

/// The computation of a unit.
pub(super) struct UnitSweep<'a> {
    plan: &'a LevelPlan,
    numbering: &'a Numbering,
    /// The turns after a lead, with the values after each answer.
    turns: Vec<(usize, &'a [u8])>,
    walk: Walk<'a>,
    scratch: &'a mut LeadScratch,
    /// The number of the unit's first lead.
    first_lead: u64,
    /// The values of its leads, in their order.
    records: &'a mut [LeadRecord],
}

/// A lead of the letter that comes below the walk's strong end.
#[derive(Clone, Copy)]
struct LeadBelow {
    /// Difference of the ranks of words after the lead from the ranks of the words below the deal's
    /// strong end.
    offset: usize,
    /// True if the leader holds another card, those words aside.
    has_more: bool,
    /// The number of leads that the deal's strong end has below this one.
    below: usize,
}

impl<'a> UnitSweep<'a> {
    /// Creates the sweep of the unit with the lead `first_lead` first.
    pub(super) fn new(
        plan: &'a LevelPlan,
        first_lead: u64,
        scratch: &'a mut LeadScratch,
        records: &'a mut [LeadRecord],
    ) -> Self {
        let context = &plan.context;
        let turns = TrickState::led(0, context.rules.players()).turns(&context.rules);
        let table = |state| plan.answered.as_ref().map_or(&[][..], |level| level.table(state));
        let turns = turns.iter().map(|turn| (turn.mover, table(turn.after_card))).collect();
        let walk = Walk::new(&context.words, plan.cards - 1);
        let numbering = &context.words.numbering;
        UnitSweep { plan, numbering, turns, walk, scratch, first_lead, records }
    }

    /// Computes all deals of a prefix: first its own leads, then those below it.
    pub(super) fn prefix(&mut self, prefix: &Prefix) {
        let numbering = self.numbering;
        let mut end = numbering.whole(self.plan.cards);
        for &letter in &prefix.letters {
            end = numbering.below(&end, numbering.before(&end), letter);
        }
        let mut run = false;
        for (place, &letter) in prefix.letters.iter().enumerate() {
            if numbering.is_lead(letter, run) {
                self.lead(end, self.lead_above(letter, &prefix.letters[place + 1..]));
            }
            run = numbering.alphabet().is_run(letter, 0);
            self.push(letter);
        }
        if self.walk.left + 1 == end.left {
            self.words_below(end);
        }
        while self.walk.lowest().is_some() {
            self.walk.pop();
        }
    }

    /// A lead with further letters of the strong end below it.
    fn lead_above(&self, letter: Letter, below: &[Letter]) -> LeadBelow {
        let (alphabet, words) = (self.numbering.alphabet(), &self.plan.context.words);
        let mut left = self.walk.left;
        let mut lead = self.lead_of(letter);
        left = left + 1 - usize::from(alphabet.group(letter).cards);
        lead.offset += words.first_with(left, below.iter());
        let mut run = alphabet.is_run(letter, 0);
        for &letter in below {
            lead.has_more |= alphabet.group(letter).has(0);
            lead.below += usize::from(self.numbering.is_lead(letter, run));
            run = alphabet.is_run(letter, 0);
        }
        lead
    }

    /// A lead with no further letter of the strong end below it.
    fn lead_of(&self, letter: Letter) -> LeadBelow {
        let words = &self.plan.context.words;
        let offset = self.walk.rank + words.without(self.walk.left, letter, 0);
        // A card of the walk's strong end, or a second one of this letter.
        let has_more = self.walk.has(0) || words.alphabet().group(letter).counts[0] > 1;
        LeadBelow { offset, has_more, below: 0 }
    }

    /// The place where the values after an answer begin, for letters below the walk's strong end,
    /// which is one of deals with n cards left.
    fn base(&self, left: usize) -> usize {
        let cards = self.plan.cards - left;
        let start = self.plan.answered.as_ref().map_or(0, |level| level.start(cards));
        self.walk.base(cards, start)
    }

    /// Adds a letter to the walks whose end can be answered.
    fn push(&mut self, letter: Letter) {
        // With fewer cards below, no lead is possible.
        if usize::from(self.numbering.alphabet().group(letter).cards) <= self.walk.left {
            self.walk.push(self.base(self.walk.left + 1), letter);
        }
    }

    /// All leads of the words below the walk's strong end.
    fn words_below(&mut self, end: StrongEnd) {
        let base = self.plan.answered.as_ref().map(|_| self.base(end.left));
        for (letter, below) in self.numbering.all_below(end) {
            if self.numbering.is_lead(letter, end.run) {
                self.lead(below, self.lead_of(letter));
            }
            if let (1.., Some(base)) = (below.left, base) {
                self.walk.push(base, letter);
                self.words_below(below);
                self.walk.pop();
            }
        }
    }

    /// The values of one lead from all deals with one strong end, whose part above the card led is
    /// the walk's.
    fn lead(&mut self, deals: StrongEnd, lead: LeadBelow) {
        let (plan, words) = (self.plan, &self.plan.context.words);
        let spread = &plan.spreads[self.numbering.lead_key(deals.left, deals.missing, deals.run)];
        let count = words.count(deals.left);
        let absent = if lead.has_more { &[] } else { words.absent(deals.left, 0) };
        let mut absent = absent.iter().peekable();
        let first_lead = (deals.first_lead - self.first_lead) as usize + lead.below;
        let mut place = 0;
        for first in (0..count).step_by(BATCH) {
            let len = BATCH.min(count - first);
            let rank = lead.offset + first;
            let trick = (&self.turns[..], &plan.passed[..]);
            unwind(&plan.context.codes, &self.walk, trick, rank, len, self.scratch, |_, _| {});
            let sets = &mut self.scratch.sets[..len];
            // It was the last card.
            while let Some(word) = absent.next_if(|&&word| (word as usize) < first + len) {
                sets[*word as usize - first] = 1;
            }
            match &spread.words {
                None => {
                    for (i, (&set, &leads)) in sets.iter().zip(&spread.leads[first..]).enumerate() {
                        self.records[first_lead + deals.leads * (first + i) + leads as usize] =
                            record(set);
                    }
                }
                Some(words) => {
                    while let Some(&word) =
                        words.get(place).filter(|&&word| (word as usize) < first + len)
                    {
                        let to = first_lead + deals.leads * place + spread.leads[place] as usize;
                        self.records[to] = record(sets[word as usize - first]);
                        place += 1;
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn record(set: u8) -> LeadRecord {
    LeadRecord::of(Winners::from_bits(set))
}
