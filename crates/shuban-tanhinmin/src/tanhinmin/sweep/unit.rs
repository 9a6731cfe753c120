//! The values of a unit: of all leads from some consecutive deals.

use shuban_core::Winners;

use super::super::cut::Prefix;
use super::super::domain::LeadRecord;
use super::super::pattern::Letter;
use super::plan::LeadPlan;
use super::trick::{BATCH, Batch, State, unwind};
use super::walk::Walk;

/// Working memory of one thread.
pub struct LeadScratch {
    batch: Batch,
    sets: Vec<u8>,
}

impl LeadScratch {
    pub(super) fn new() -> Self {
        LeadScratch { batch: Batch::new(), sets: vec![0; BATCH] }
    }
}

/// Deals with one strong end: how many cards are below it, who holds none of it, its leads and
/// where theirs begin.
#[derive(Clone, Copy)]
struct Deals {
    left: usize,
    missing: usize,
    /// Whether the lowest letter is a single card of the leader.
    run: bool,
    above: usize,
    /// Among the unit's leads.
    first_lead: usize,
}

/// The computation of a unit.
pub(super) struct Work<'a> {
    plan: &'a LeadPlan,
    /// The turns after a lead, with the values after each answer.
    turns: Vec<(usize, &'a [u8])>,
    walk: Walk<'a>,
    scratch: &'a mut LeadScratch,
    records: &'a mut [LeadRecord],
}

/// A lead of the letter that comes below the walk's strong end.
#[derive(Clone, Copy)]
struct Lead {
    /// By how much the ranks of words after the lead are larger than the ranks of the words below
    /// the deal's strong end.
    offset: usize,
    /// Whether the leader holds a card besides, but for those words.
    has_more: bool,
    /// How many leads the deal's strong end has below this one.
    below: usize,
}

impl<'a> Work<'a> {
    /// `records` gets the values of the unit's leads, in their order.
    pub(super) fn new(
        plan: &'a LeadPlan,
        scratch: &'a mut LeadScratch,
        records: &'a mut [LeadRecord],
    ) -> Self {
        let turns = State::led(0, plan.rules.players()).turns(&plan.rules);
        let table = |state| plan.answered.as_ref().map_or(&[][..], |level| level.table(state));
        let turns = turns.iter().map(|turn| (turn.mover, table(turn.after_card))).collect();
        let walk = Walk::new(plan.alphabet(), &plan.words, plan.cards - 1);
        Work { plan, turns, walk, scratch, records }
    }

    /// Runs a unit.
    pub(super) fn run(&mut self, unit: usize) {
        let first = self.plan.cut.leads(unit).start;
        for prefix in &self.plan.cut.prefixes[self.plan.cut.units[unit].clone()] {
            self.prefix(prefix, (prefix.first_lead - first) as usize);
        }
    }

    /// All deals of a prefix: first its own leads, then those below it.
    fn prefix(&mut self, prefix: &Prefix, first_lead: usize) {
        let mut deals = Deals {
            left: self.plan.cards,
            missing: self.plan.numbering.everybody(),
            run: false,
            above: 0,
            first_lead,
        };
        for &letter in &prefix.letters {
            deals = self.below(deals, letter, first_lead);
        }
        for (place, &letter) in prefix.letters.iter().enumerate() {
            let run = place > 0 && self.plan.alphabet().is_run(prefix.letters[place - 1], 0);
            if self.plan.numbering.is_lead(letter, run) {
                self.lead(deals, self.lead_above(letter, &prefix.letters[place + 1..]));
            }
            self.push(letter);
        }
        if self.walk.left() + 1 == deals.left {
            self.words_below(deals);
        }
        while self.walk.lowest().is_some() {
            self.walk.pop();
        }
    }

    /// A lead with further letters of the strong end below it.
    fn lead_above(&self, letter: Letter, below: &[Letter]) -> Lead {
        let (alphabet, numbering) = (self.plan.alphabet(), &self.plan.numbering);
        let mut left = self.walk.left();
        let mut offset = self.walk.rank() + self.plan.words.without(left, letter, 0);
        left = left + 1 - usize::from(alphabet.group(letter).cards);
        let mut lead = Lead { offset: 0, has_more: self.keeps(letter), below: 0 };
        let mut run = alphabet.is_run(letter, 0);
        for &letter in below {
            offset += self.plan.words.before(left, letter);
            left -= usize::from(alphabet.group(letter).cards);
            lead.has_more |= alphabet.group(letter).has(0);
            lead.below += usize::from(numbering.is_lead(letter, run));
            run = alphabet.is_run(letter, 0);
        }
        Lead { offset, ..lead }
    }

    /// Whether the leader holds a card of the walk's strong end, or a second one of this letter.
    fn keeps(&self, letter: Letter) -> bool {
        self.walk.has(0) || self.plan.alphabet().group(letter).counts[0] > 1
    }

    /// Puts a letter down for what can be answered.
    fn push(&mut self, letter: Letter) {
        // With fewer cards below nothing can be led.
        if usize::from(self.plan.alphabet().group(letter).cards) <= self.walk.left() {
            let cards = self.plan.cards - 1 - self.walk.left();
            let start = self.plan.answered.as_ref().map_or(0, |level| level.start(cards));
            self.walk.push(self.walk.next(cards, start), letter);
        }
    }

    /// The deals with one more letter.
    fn below(&self, deals: Deals, letter: Letter, first_lead: usize) -> Deals {
        let numbering = &self.plan.numbering;
        let group = self.plan.alphabet().group(letter);
        Deals {
            left: deals.left - usize::from(group.cards),
            missing: deals.missing & !usize::from(group.owners),
            run: self.plan.alphabet().is_run(letter, 0),
            above: deals.above + usize::from(numbering.is_lead(letter, deals.run)),
            first_lead,
        }
    }

    /// All leads of the words below the walk's strong end.
    fn words_below(&mut self, deals: Deals) {
        let plan = self.plan;
        let (alphabet, numbering) = (plan.alphabet(), &plan.numbering);
        let words = numbering.words_before(deals.left, deals.missing);
        let leads = numbering.leads_before(deals.left, deals.missing, deals.run);
        let next = plan.answered.as_ref().map(|level| {
            let cards = plan.cards - deals.left;
            self.walk.next(cards, level.start(cards))
        });
        for letter in 0..alphabet.up_to(deals.left) as Letter {
            let place = usize::from(letter);
            let first_lead =
                deals.first_lead + deals.above * words[place] as usize + leads[place] as usize;
            let below = self.below(deals, letter, first_lead);
            if numbering.words(below.left, below.missing) == 0 {
                continue;
            }
            if numbering.is_lead(letter, deals.run) {
                let offset = self.walk.rank() + plan.words.without(self.walk.left(), letter, 0);
                self.lead(below, Lead { offset, has_more: self.keeps(letter), below: 0 });
            }
            if let (1.., Some(next)) = (below.left, next) {
                self.walk.push(next, letter);
                self.words_below(below);
                self.walk.pop();
            }
        }
    }

    /// The values of one lead from all deals with one strong end, whose part above the card led is
    /// the walk's.
    fn lead(&mut self, deals: Deals, lead: Lead) {
        let plan = self.plan;
        let spread = plan.spread(deals.left, deals.missing, deals.run);
        let count = plan.words.count(deals.left);
        let absent = if lead.has_more { &[] } else { plan.words.absent(deals.left, 0) };
        let mut absent = absent.iter().peekable();
        let first_lead = deals.first_lead + lead.below;
        let mut place = 0;
        for first in (0..count).step_by(BATCH) {
            let len = BATCH.min(count - first);
            let rank = lead.offset + first;
            let sets = &mut self.scratch.sets[..len];
            sets.copy_from_slice(&plan.passed[rank..rank + len]);
            unwind(
                &plan.codes,
                &self.walk,
                &self.turns,
                rank,
                sets,
                &mut self.scratch.batch,
                |_, _| {},
            );
            // It was the last card.
            while let Some(word) = absent.next_if(|&&word| (word as usize) < first + len) {
                sets[*word as usize - first] = 1;
            }
            match &spread.words {
                None => {
                    for (i, (&set, &leads)) in sets.iter().zip(&spread.leads[first..]).enumerate() {
                        self.records[first_lead + deals.above * (first + i) + leads as usize] =
                            record(set);
                    }
                }
                Some(words) => {
                    while let Some(&word) =
                        words.get(place).filter(|&&word| (word as usize) < first + len)
                    {
                        let to = first_lead + deals.above * place + spread.leads[place] as usize;
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
