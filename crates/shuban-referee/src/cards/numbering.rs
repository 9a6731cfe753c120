//! The order of ranks of leads.

use std::collections::BTreeMap;

use crate::cards::letters::{Group, letters};
use crate::cards::rules::Rules;

/// The numbering of all leads from all deals in which no hand is empty.
pub(crate) struct Numbering {
    rules: Rules,
    letters: Vec<Group>,
    places: BTreeMap<Group, usize>,
    /// By what is left to write.
    counts: Vec<Counts>,
}

/// Numbers of words, and of their leads.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    words: u64,
    leads: u64,
}

/// The rest of a word, below its stronger letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest {
    cards: usize,
    /// Players without a card so far, bit i for player i.
    missing: usize,
    /// True if the letter above is a single card of the leader, with which another is one group.
    is_run: bool,
    has_eights: bool,
}

impl Numbering {
    /// Counts the words of up to this number of cards.
    pub(crate) fn new(rules: Rules, cards: usize) -> Self {
        let letters = letters(&rules, cards);
        let places = letters.iter().cloned().zip(0..).collect();
        let mut all = Numbering { rules, letters, places, counts: Vec::new() };
        // In the order of their places.
        for cards in 0..=cards {
            for missing in 0..1 << rules.players {
                for [is_run, has_eights] in
                    [[false, false], [false, true], [true, false], [true, true]]
                {
                    let rest = Rest { cards, missing, is_run, has_eights };
                    let counts = all.count(rest);
                    all.counts.push(counts);
                }
            }
        }
        all
    }

    fn whole(&self, cards: usize) -> Rest {
        let missing = (1 << self.rules.players) - 1;
        Rest { cards, missing, is_run: false, has_eights: false }
    }

    /// Returns the number of leads of all deals with this number of cards.
    pub(crate) fn leads(&self, cards: usize) -> u64 {
        self.counts(self.whole(cards)).leads
    }

    fn counts(&self, rest: Rest) -> Counts {
        let Rest { cards, missing, is_run, has_eights } = rest;
        let place = (cards << self.rules.players) + missing;
        self.counts[4 * place + 2 * usize::from(is_run) + usize::from(has_eights)]
    }

    fn count(&self, rest: Rest) -> Counts {
        if rest.cards == 0 {
            return Counts { words: u64::from(rest.missing == 0), leads: 0 };
        }
        let mut sum = Counts::default();
        for letter in &self.letters {
            let with = self.with(rest, letter, 0);
            sum.words += with.words;
            sum.leads += with.leads;
        }
        sum
    }

    /// Returns the counts of the words that go on with a letter, each with `above` leads of
    /// stronger ones.
    fn with(&self, rest: Rest, letter: &Group, above: u64) -> Counts {
        let Some(below) = self.below(rest, letter) else { return Counts::default() };
        let Counts { words, leads } = self.counts(below);
        Counts { words, leads: leads + words * (above + self.own_leads(rest, letter)) }
    }

    /// Returns what is left to write below a letter; `None` where it cannot stand.
    fn below(&self, rest: Rest, letter: &Group) -> Option<Rest> {
        // Only one strength is that of the eights.
        if letter.is_eights && rest.has_eights {
            return None;
        }
        Some(Rest {
            cards: rest.cards.checked_sub(letter.cards())?,
            missing: rest.missing & !letter.owners(),
            is_run: self.rules.merges() && letter.owners() == 1,
            has_eights: rest.has_eights || letter.is_eights,
        })
    }

    /// Returns the number of the leader's leads of a letter: a set of each size; of single cards
    /// one for each group.
    fn own_leads(&self, rest: Rest, letter: &Group) -> u64 {
        match letter.counts[0] {
            count if self.rules.sets => count.into(),
            0 => 0,
            _ => u64::from(!(rest.is_run && letter.owners() == 1)),
        }
    }

    /// Returns the deal of a lead, as a word with the weakest letter first, and the number of the
    /// lead among its own, from the weakest.
    pub(crate) fn lead(&self, cards: usize, mut rank: u64) -> Option<(Vec<Group>, u64)> {
        let (mut rest, mut above) = (self.whole(cards), 0);
        let mut word = Vec::new();
        while rest.cards > 0 {
            let letter = self.letters.iter().find(|letter| {
                let leads = self.with(rest, letter, above).leads;
                let is_it = rank < leads;
                rank -= if is_it { 0 } else { leads };
                is_it
            })?;
            above += self.own_leads(rest, letter);
            rest = self.below(rest, letter)?;
            word.push(letter.clone());
        }
        word.reverse();
        (rank < above).then_some((word, rank))
    }

    /// Returns the ranks of all leads of a deal, a word with the weakest letter first.
    pub(crate) fn ranks(&self, word: &[Group]) -> Option<std::ops::Range<u64>> {
        let cards = word.iter().map(Group::cards).sum();
        let (mut rest, mut above, mut first) = (self.whole(cards), 0, 0);
        for letter in word.iter().rev() {
            let place = *self.places.get(letter)?;
            let before = self.letters[..place].iter();
            first += before.map(|other| self.with(rest, other, above).leads).sum::<u64>();
            above += self.own_leads(rest, letter);
            rest = self.below(rest, letter)?;
        }
        (rest.missing == 0).then_some(first..first + above)
    }
}
