//! What the units of a layer share.

use std::sync::Arc;

use shuban_core::{Unanswered, Workers};

use super::super::cut::Cut;
use super::super::numbering::Numbering;
use super::super::pattern::{Alphabet, Letter};
use super::super::rules::CardRules;
use super::codes::Codes;
use super::levels::{Asked, Context, Level};
use super::trick::State;
use super::words::Words;

/// Tables of all that may follow a lead, and how the deals of a layer are cut into units.
pub struct LeadPlan {
    pub(super) rules: CardRules,
    pub(super) numbering: Arc<Numbering>,
    pub(super) words: Words,
    pub(super) codes: Codes,
    /// How many cards a deal has.
    pub(super) cards: usize,
    /// Two cards fewer: what follows when the card led is answered; nothing of a deal of one card.
    pub(super) answered: Option<Level>,
    /// One card fewer: the values if all others pass and the leader leads again.
    pub(super) passed: Vec<u8>,
    pub(super) cut: Arc<Cut>,
    /// By cards, missing players and run, as far as units need them.
    pub(super) spreads: Vec<Spread>,
}

impl LeadPlan {
    /// Computes all that may follow a lead from deals of `cards` cards.
    ///
    /// # Errors
    /// [`Unanswered`] if the work was called off.
    pub(super) fn new(
        rules: &CardRules,
        numbering: Arc<Numbering>,
        cut: Arc<Cut>,
        cards: usize,
        workers: &dyn Workers,
    ) -> Result<Self, Unanswered> {
        let words = Words::new(&numbering, cards, cards - 1);
        let codes = Codes::new(rules.players(), rules.passing());
        let context =
            Context { rules, alphabet: numbering.alphabet(), words: &words, codes: &codes };
        let mut before: Option<Level> = None;
        for (cards, asked) in asked(rules, cards).iter().enumerate() {
            before = Some(Level::new(&context, cards, asked, before.as_ref(), workers)?);
        }
        let mut leads = context.leads(cards - 1, &[0].into(), before.as_ref(), workers)?;
        let passed = std::mem::take(&mut leads[0]);
        let spreads = Spread::all(&numbering, cut.below);
        Ok(LeadPlan {
            rules: rules.clone(),
            numbering,
            words,
            codes,
            cards,
            answered: before,
            passed,
            cut,
            spreads,
        })
    }

    /// Bytes that the tables take while they are made, about, with so many threads.
    pub(super) fn bytes(
        rules: &CardRules,
        numbering: &Numbering,
        cards: usize,
        threads: usize,
    ) -> u64 {
        let count = |cards: usize| numbering.words(cards, 0);
        let level = |cards: usize, asked: &Asked| {
            let ends: u64 = (0..=cards).map(|end| count(end) * count(cards - end)).sum();
            ends * asked.states.len() as u64 + count(cards) * asked.leaders.len() as u64
        };
        let asked = asked(rules, cards);
        let levels: Vec<u64> =
            asked.iter().enumerate().map(|(cards, asked)| level(cards, asked)).collect();
        // Two levels at a time; and by thread the unions of what may be led with one card fewer.
        let two = levels.windows(2).map(|two| two[0] + two[1]).max().unwrap_or_default();
        let passed = count(cards - 1);
        let unions = 4 * threads as u64 * count(cards.saturating_sub(2));
        // Lists of words without some player, addresses by letter, and where units spread their
        // values.
        let lists = 4 * passed + (8 << 20);
        two.max(levels.last().unwrap_or(&0) + passed + unions) + lists
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        self.numbering.alphabet()
    }

    pub(super) fn spread(&self, cards: usize, missing: usize, run: bool) -> &Spread {
        &self.spreads[(cards << self.rules.players() | missing) << 1 | usize::from(run)]
    }
}

/// What of each level, from no cards on, a lead from a deal of `cards` cards depends on.
fn asked(rules: &CardRules, cards: usize) -> Vec<Asked> {
    let mut all = vec![Asked::default(); cards.saturating_sub(1)];
    let mut above = Asked { states: [State::led(0, rules.players())].into(), leaders: [0].into() };
    for asked in all.iter_mut().rev() {
        let answers =
            above.states.iter().flat_map(|state| state.turns(rules)).map(|turn| turn.after_card);
        let led = above.leaders.iter().map(|&leader| State::led(leader, rules.players()));
        asked.states = answers.chain(led).collect();
        asked.leaders = asked.states.iter().map(|state| state.last).collect();
        above = asked.clone();
    }
    all
}

/// Where the leads of deals with one strong end go: all words that may stand below it are valued
/// together, and those in which the missing players hold cards are deals.
pub(super) struct Spread {
    /// The ranks, among all words, of those that give a deal; `None` if all do.
    pub(super) words: Option<Vec<u32>>,
    /// How many leads these words have, each with all before it.
    pub(super) leads: Vec<u32>,
}

impl Spread {
    fn all(numbering: &Numbering, below: usize) -> Vec<Spread> {
        let mut all: Vec<Spread> = Vec::new();
        let everybody = numbering.everybody();
        let alphabet = numbering.alphabet();
        for cards in 0..=below {
            for missing in 0..=everybody {
                for run in [false, true] {
                    let mut words = Vec::new();
                    let mut leads = Vec::new();
                    let mut sum = 0;
                    if cards == 0 && missing == 0 {
                        (words, leads) = (vec![0], vec![0]);
                    }
                    for letter in 0..alphabet.up_to(cards) as Letter {
                        let group = alphabet.group(letter);
                        let left = cards - usize::from(group.cards);
                        let still = missing & !usize::from(group.owners);
                        let is_run = alphabet.is_run(letter, 0);
                        let rest =
                            &all[((left << alphabet.players()) | still) << 1 | usize::from(is_run)];
                        let own = u32::from(numbering.is_lead(letter, run));
                        let first = numbering.words_before(cards, 0)[usize::from(letter)] as u32;
                        let mut so_far = 0;
                        for (place, &with_before) in rest.leads.iter().enumerate() {
                            words.push(
                                first
                                    + rest
                                        .words
                                        .as_ref()
                                        .map_or(place as u32, |words| words[place]),
                            );
                            sum += with_before - so_far + own;
                            so_far = with_before;
                            leads.push(sum);
                        }
                    }
                    let is_all = words.len() as u64 == numbering.words(cards, 0);
                    all.push(Spread { words: (!is_all).then_some(words), leads });
                }
            }
        }
        all
    }
}
