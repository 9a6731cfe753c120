//! Tables that the units of a layer share.

use std::sync::Arc;

use shuban_core::tabulate::Workers;
use shuban_core::{LayerId, Unanswered};

use super::codes::Codes;
use super::levels::{Asked, Context, Level};
use super::trick::TrickState;
use super::words::Words;
use crate::leads::LeadDomain;
use crate::leads::{Cut, Numbering, StrongEnd};
use crate::rules::CardRules;

/// Tables of all moments after a lead, and the division of a layer's deals into units.
pub struct LevelPlan {
    pub(super) context: Context,
    /// The number of cards of a deal.
    pub(super) cards: usize,
    /// Two cards fewer: values when the card led is answered; `None` for a deal of one card.
    pub(super) answered: Option<Level>,
    /// One card fewer: the values if all others pass and the leader leads again.
    pub(super) passed: Vec<u8>,
    pub(super) cut: Arc<Cut>,
    /// Spreads by [`Numbering::lead_key`], as far as units need them.
    pub(super) spreads: Vec<Spread>,
}

impl LevelPlan {
    /// Computes the tables of all moments after a lead from deals of a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if the work was called off.
    pub(super) fn new(
        domain: &LeadDomain,
        layer: LayerId,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let (rules, cards) = (*domain.rules(), domain.cards(layer));
        let words = Words::new(domain.numbering(), cards);
        let context = Context { rules, words, codes: Codes::new(rules.players(), rules.passing) };
        let mut before: Option<Level> = None;
        for (cards, asked) in asked(&rules, cards).iter().enumerate() {
            before = Some(Level::new(&context, cards, asked, before.as_ref(), workers)?);
        }
        let mut leads = context.leads(cards - 1, &[0].into(), before.as_ref(), workers)?;
        let cut = Arc::clone(domain.cut(layer));
        Ok(LevelPlan {
            cards,
            answered: before,
            passed: leads.swap_remove(0),
            spreads: Spread::all(domain.numbering(), cut.below),
            cut,
            context,
        })
    }

    /// Bytes that the tables take while they are made, about, with n threads.
    pub(super) fn bytes(domain: &LeadDomain, layer: LayerId, threads: usize) -> u64 {
        let cards = domain.cards(layer);
        let count = |cards: usize| domain.numbering().words(cards, 0);
        let level = |(cards, asked): (usize, &Asked)| {
            let ends: u64 = (0..=cards).map(|end| count(end) * count(cards - end)).sum();
            ends * asked.states.len() as u64 + count(cards) * asked.leaders.len() as u64
        };
        let levels: Vec<u64> = asked(domain.rules(), cards).iter().enumerate().map(level).collect();
        // Two levels at a time; and by thread the unions of the leads with one card fewer.
        let two = levels.windows(2).map(|two| two[0] + two[1]).max().unwrap_or_default();
        let passed = count(cards - 1);
        let unions = 4 * threads as u64 * count(cards.saturating_sub(2));
        // Lists of words without some player, addresses by letter, and the places where units
        // spread their values.
        let lists = 4 * passed + (8 << 20);
        two.max(levels.last().unwrap_or(&0) + passed + unions) + lists
    }
}

/// The part of each level, from no cards on, that a lead from a deal of `cards` cards depends on.
fn asked(rules: &CardRules, cards: usize) -> Vec<Asked> {
    let led = |leader: &usize| TrickState::led(*leader, rules.players());
    let mut all = vec![Asked::default(); cards.saturating_sub(1)];
    let mut above = Asked { states: [led(&0)].into(), leaders: [0].into() };
    for asked in all.iter_mut().rev() {
        let answers =
            above.states.iter().flat_map(|state| state.turns(rules)).map(|turn| turn.after_card);
        asked.states = answers.chain(above.leaders.iter().map(led)).collect();
        asked.leaders = asked.states.iter().map(|state| state.last).collect();
        above = asked.clone();
    }
    all
}

/// The places of the leads of deals with one strong end: all words that may stand below it are
/// valued together, and those in which the missing players hold cards are deals.
pub(super) struct Spread {
    /// The ranks, among all words, of those that give a deal; `None` if all do.
    pub(super) words: Option<Vec<u32>>,
    /// The number of leads of these words, each with all before it.
    pub(super) leads: Vec<u32>,
}

impl Spread {
    fn all(numbering: &Numbering, below: usize) -> Vec<Spread> {
        let mut all: Vec<Spread> = Vec::new();
        for left in 0..=below {
            for missing in 0..=numbering.everybody() {
                for run in [false, true] {
                    let end = StrongEnd { left, missing, run, ..numbering.whole(left) };
                    all.push(Spread::new(numbering, end, &all));
                }
            }
        }
        all
    }

    /// The words below a strong end without leads, from those below longer ones.
    fn new(numbering: &Numbering, end: StrongEnd, smaller: &[Spread]) -> Self {
        let (mut words, mut leads) = (Vec::new(), Vec::new());
        if end.left == 0 && end.missing == 0 {
            (words, leads) = (vec![0], vec![0]);
        }
        for (letter, below) in numbering.all_below(end) {
            let rest = &smaller[numbering.lead_key(below.left, below.missing, below.run)];
            let first = numbering.words_before(end.left)[usize::from(letter)] as u32;
            match &rest.words {
                Some(rest) => words.extend(rest.iter().map(|word| first + word)),
                None => words.extend((first..).take(rest.leads.len())),
            }
            let (first_lead, own) = (below.first_lead as u32, below.leads as u32);
            leads.extend(
                (1..).zip(&rest.leads).map(|(deals, leads)| first_lead + own * deals + leads),
            );
        }
        let is_all = words.len() as u64 == numbering.words(end.left, 0);
        Spread { words: (!is_all).then_some(words), leads }
    }
}
