//! Words in order, and how many there are: the closed form behind every table of Tanhinmin.

use super::pattern::{Alphabet, Letter, Word};
use super::rules::CardRules;

/// Counts and ranks of words of up to so many cards.
///
/// Words of `n` cards are ordered by their **strongest** letter first, so that words with the same
/// strong end stand together, in the order of their weak ends. With T(n) words of n cards and s(w)
/// letters of w cards,
///
/// T(0) = 1,  T(n) = Σ_w s(w) · T(n − w);
///
/// of three players with ties s(1) = 3, s(w) = C(w + 2, 2) − 3, and T(10) = 1,428,867. A word
/// counts as a deal if every player holds a card: so counts also know which players are still
/// **missing** (bit i for player i).
///
/// A **lead** is a group in which player 0 holds a card; where sets are played, as many leads as it
/// holds cards. Leads of a deal are numbered from the weakest.
///
/// Where one group may be the eights, the set of missing players has one bit more, which says that
/// the eights are there already.
#[derive(Clone, Debug)]
pub struct Numbering {
    alphabet: Alphabet,
    cards: usize,
    /// By cards and missing players: how many words.
    words: Vec<u64>,
    /// By cards, missing players, and whether the letter above is a single card of player 0 with
    /// which another would be one group: how many leads all those words have together.
    leads: Vec<u64>,
    /// By the same keys, where in `words_before` or `leads_before` the letters begin.
    starts: Vec<usize>,
    lead_starts: Vec<usize>,
    /// By strongest letter: how many words have an earlier one.
    words_before: Vec<u64>,
    /// How many leads those words have.
    leads_before: Vec<u64>,
}

/// A deal found by its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Its number among the deals.
    pub deal: u64,
    /// The number of its weakest lead among all leads; the others follow.
    pub first_lead: u64,
    /// How many leads it has.
    pub leads: usize,
}

impl Numbering {
    /// Counts words of up to `cards` cards. Takes time and memory for each letter, number of cards
    /// and set of missing players: some megabytes at most up to [`most_cards`](super::most_cards).
    pub fn new(rules: &CardRules, cards: usize) -> Self {
        Numbering::of(Alphabet::new(rules, cards), cards)
    }

    /// Counts words of up to `cards` cards made of these letters.
    pub fn of(alphabet: Alphabet, cards: usize) -> Self {
        let sets = 1 << alphabet.state_bits();
        let mut all = Numbering {
            cards,
            words: Vec::new(),
            leads: Vec::new(),
            starts: Vec::new(),
            lead_starts: Vec::new(),
            words_before: Vec::new(),
            leads_before: Vec::new(),
            alphabet,
        };
        for left in 0..=cards {
            for missing in 0..sets {
                let (words, leads) = all.count(left, missing);
                all.words.push(words);
                all.leads.extend(leads);
            }
        }
        all
    }

    /// Counts the words of so many cards by their strongest letter, from the counts of fewer cards.
    fn count(&mut self, left: usize, missing: usize) -> (u64, [u64; 2]) {
        self.starts.push(self.words_before.len());
        if left == 0 {
            self.lead_starts.extend([self.leads_before.len(); 2]);
            return (u64::from(self.is_deal(missing)), [0; 2]);
        }
        let letters = self.alphabet.up_to(left);
        let mut words = 0;
        for letter in 0..letters {
            self.words_before.push(words);
            words += self.words_after(left, missing, letter as Letter);
        }
        let leads = [false, true].map(|run| {
            self.lead_starts.push(self.leads_before.len());
            let mut leads = 0;
            for letter in 0..letters {
                self.leads_before.push(leads);
                let letter = letter as Letter;
                let (rest, still) = self.after(left, missing, letter);
                let below = self.leads_of(rest, still, self.alphabet.is_run(letter, 0));
                if self.is_allowed(letter, missing) {
                    leads += self.leads_with(letter, run) as u64 * self.words(rest, still) + below;
                }
            }
            leads
        });
        (words, leads)
    }

    /// The cards left and the players missing below a letter.
    ///
    /// # Panics
    /// If the letter has more cards than are left.
    pub fn after(&self, left: usize, missing: usize, letter: Letter) -> (usize, usize) {
        let group = self.alphabet.group(letter);
        let eights = if group.eights { self.everybody() + 1 } else { 0 };
        (left - usize::from(group.cards), missing & !usize::from(group.owners) | eights)
    }

    /// Whether a letter may stand where these players are missing: only one group is the eights.
    pub fn is_allowed(&self, letter: Letter, missing: usize) -> bool {
        !(self.alphabet.group(letter).eights && missing > self.everybody())
    }

    /// Whether nobody is missing.
    fn is_deal(&self, missing: usize) -> bool {
        missing & self.everybody() == 0
    }

    fn words_after(&self, left: usize, missing: usize, letter: Letter) -> u64 {
        let (rest, still) = self.after(left, missing, letter);
        if self.is_allowed(letter, missing) { self.words(rest, still) } else { 0 }
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// How many cards a word can have.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// The set of all players.
    pub fn everybody(&self) -> usize {
        (1 << self.alphabet.players()) - 1
    }

    /// How many words of so many cards there are in which the missing players all hold a card.
    ///
    /// # Panics
    /// Past `cards()`.
    pub fn words(&self, cards: usize, missing: usize) -> u64 {
        self.words[cards << self.alphabet.state_bits() | missing]
    }

    /// How many leads those words have together, below a letter that is (`run`) a single card of
    /// player 0.
    ///
    /// # Panics
    /// Past `cards()`.
    pub fn leads_of(&self, cards: usize, missing: usize, run: bool) -> u64 {
        self.leads[(cards << self.alphabet.state_bits() | missing) << 1 | usize::from(run)]
    }

    /// Whether a letter is a lead, below one that is (`run`) a single card of player 0.
    pub fn is_lead(&self, letter: Letter, run: bool) -> bool {
        self.alphabet.group(letter).has(0) && !(run && self.alphabet.is_run(letter, 0))
    }

    /// How many leads a letter is.
    pub fn leads_with(&self, letter: Letter, run: bool) -> usize {
        match self.alphabet.has_sets() {
            true => usize::from(self.alphabet.group(letter).counts[0]),
            false => usize::from(self.is_lead(letter, run)),
        }
    }

    /// How many of the words of so many cards, with these players missing, have an earlier
    /// strongest letter, in the order of letters.
    pub fn words_before(&self, cards: usize, missing: usize) -> &[u64] {
        let start = self.starts[cards << self.alphabet.state_bits() | missing];
        &self.words_before[start..start + self.alphabet.up_to(cards)]
    }

    /// How many leads those have.
    pub fn leads_before(&self, cards: usize, missing: usize, run: bool) -> &[u64] {
        let start = self.lead_starts
            [(cards << self.alphabet.state_bits() | missing) << 1 | usize::from(run)];
        &self.leads_before[start..start + self.alphabet.up_to(cards)]
    }

    /// The number of a word among those of as many cards; `None` if it has more than `cards()`.
    pub fn rank_word(&self, word: &Word) -> Option<u64> {
        let weight = |letter: &Letter| usize::from(self.alphabet.group(*letter).cards);
        let mut left: usize = word.letters().iter().map(weight).sum();
        if left > self.cards {
            return None;
        }
        let mut rank = 0;
        for letter in word.letters().iter().rev() {
            rank += self.words_before(left, 0)[usize::from(*letter)];
            left -= weight(letter);
        }
        Some(rank)
    }

    /// The number of a deal of `cards` cards and of its leads; `None` if the word is no such deal.
    pub fn rank(&self, cards: usize, word: &Word) -> Option<Ranked> {
        let mut ranked = Ranked { deal: 0, first_lead: 0, leads: 0 };
        let (mut left, mut missing, mut run) = (cards, self.everybody(), false);
        for &letter in word.letters().iter().rev() {
            let place = usize::from(letter);
            if left > self.cards
                || place >= self.alphabet.up_to(left)
                || !self.is_allowed(letter, missing)
            {
                return None;
            }
            let before = self.words_before(left, missing)[place];
            ranked.deal += before;
            ranked.first_lead +=
                ranked.leads as u64 * before + self.leads_before(left, missing, run)[place];
            ranked.leads += self.leads_with(letter, run);
            (left, missing) = self.after(left, missing, letter);
            run = self.alphabet.is_run(letter, 0);
        }
        (left == 0 && self.is_deal(missing)).then_some(ranked)
    }

    /// The deal of `cards` cards that a lead belongs to, and which of its leads it is, from the
    /// weakest; `None` if there are not so many leads.
    pub fn unrank(&self, cards: usize, lead: u64) -> Option<(Word, usize)> {
        if cards > self.cards || lead >= self.leads_of(cards, self.everybody(), false) {
            return None;
        }
        let mut word = Word::default();
        let (mut rest, mut above) = (lead, 0u64);
        let (mut left, mut missing, mut run) = (cards, self.everybody(), false);
        while left > 0 {
            let words = self.words_before(left, missing);
            let leads = self.leads_before(left, missing, run);
            let before = |place: usize| above * words[place] + leads[place];
            // The last letter that begins no later.
            let (mut low, mut high) = (0, words.len());
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if before(middle) <= rest {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            rest -= before(low);
            let letter = low as Letter;
            word.push(letter)?;
            above += self.leads_with(letter, run) as u64;
            (left, missing) = self.after(left, missing, letter);
            run = self.alphabet.is_run(letter, 0);
        }
        Some((word.reversed(), rest as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(players: usize) -> CardRules {
        CardRules::new(players).unwrap()
    }

    #[test]
    fn patterns_are_as_many_as_printed() {
        let three = Numbering::new(&rules(3), 10);
        assert_eq!(three.words(10, 0), 1_428_867, "empty hands included");
        assert_eq!(three.words(10, 0b111), 1_365_702, "no hand empty");
        // All but the leader's cards: the patterns of two players.
        assert_eq!(Numbering::new(&rules(2), 10).words(10, 0), 21_056);
        assert_eq!(1_365_702 + 21_056 + 42_109, 1_428_867);
        let four = Numbering::new(&rules(4).distinct(), 10);
        assert_eq!(four.words(10, 0b1111), 818_520, "4! S(10, 4)");
    }

    #[test]
    fn every_lead_has_its_number() {
        use super::super::rules::Clearing;
        for players in 2..=5 {
            for cards in 1..=players + 2 {
                for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
                    for rules in [rules(players), rules(players).distinct()] {
                        let numbering = Numbering::new(&rules.with_clearing(clearing), cards);
                        all_in_order(&numbering, cards);
                    }
                }
            }
        }
    }

    fn all_in_order(numbering: &Numbering, cards: usize) {
        let total = numbering.leads_of(cards, numbering.everybody(), false);
        let mut last: Option<(Ranked, usize)> = None;
        for lead in 0..total {
            let (word, which) = numbering.unrank(cards, lead).unwrap();
            let ranked = numbering.rank(cards, &word).unwrap();
            assert_eq!(ranked.first_lead + which as u64, lead);
            assert!(which < ranked.leads);
            // A deal's leads follow one another, and so do deals.
            match last {
                Some((before, other)) if before.deal == ranked.deal => assert_eq!(which, other + 1),
                Some((before, other)) => {
                    assert_eq!((before.deal + 1, before.leads, 0), (ranked.deal, other + 1, which));
                }
                None => assert_eq!((ranked.deal, which), (0, 0)),
            }
            last = Some((ranked, which));
        }
        assert_eq!(numbering.unrank(cards, total), None);
        let deals = last.map_or(0, |(ranked, _)| ranked.deal + 1);
        assert_eq!(deals, numbering.words(cards, numbering.everybody()));
    }

    #[test]
    fn words_that_are_no_deals_have_no_number() {
        let three = Numbering::new(&rules(3), 4);
        let word = |letters: &[Letter]| {
            let mut word = Word::default();
            letters.iter().for_each(|&letter| word.push(letter).unwrap());
            word
        };
        assert!(three.rank(3, &word(&[0, 1, 2])).is_some());
        assert_eq!(three.rank(4, &word(&[0, 1, 2])), None, "a card is missing");
        assert_eq!(three.rank(3, &word(&[0, 1, 1])), None, "a hand is empty");
        assert_eq!(three.rank(5, &word(&[0, 1, 2, 0, 0])), None, "too many cards");
        assert_eq!(three.rank(3, &word(&[0, 1, 2, 0])), None);
    }
}
