//! Words in order, and their number: the closed form behind every table of Tanhinmin.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::pattern::{Alphabet, CardGroup, Letter, Word};

/// Counts and ranks of words of up to n cards.
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
/// If one group may be the eights, the set of missing players has one more bit, which is set if the
/// eights are there already.
#[derive(Clone, Debug)]
pub struct Numbering {
    alphabet: Alphabet,
    /// Number of words, by cards and missing players.
    words: Vec<u64>,
    /// By cards, missing players, and whether the letter above is a single card of player 0 with
    /// which another would be one group: number of leads of all those words together.
    leads: Vec<u64>,
    /// Listed when first asked for: ranks need it, counts do not.
    earlier: OnceLock<Earlier>,
}

/// By the keys of [`Numbering::words`] and [`Numbering::leads`], for each strongest letter: number
/// of words with an earlier one, and of their leads.
#[derive(Clone, Debug)]
struct Earlier {
    words: Vec<Vec<u64>>,
    leads: Vec<Vec<u64>>,
}

/// Facts that the deals with one strong end have in common; a whole deal, once no cards are left
/// below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrongEnd {
    /// The number of cards below it.
    pub(crate) left: usize,
    /// The players who hold none of it.
    pub(crate) missing: usize,
    /// True if its lowest letter is a single card of player 0 with which another would be one
    /// group.
    pub(crate) run: bool,
    /// The number of its leads.
    pub leads: usize,
    /// The number of the first of the deals.
    pub deal: u64,
    /// The number, among all leads, of the weakest lead of the first of the deals; the others
    /// follow.
    pub first_lead: u64,
}

impl Numbering {
    /// Counts the words of an alphabet.
    pub fn new(alphabet: Alphabet) -> Self {
        // Letters that differ only in how the other players share a group count alike.
        let mut kinds: BTreeMap<_, (Letter, u64)> = BTreeMap::new();
        for (letter, group) in (0..).zip(&alphabet.groups) {
            let CardGroup { cards, owners, eights, .. } = *group;
            let own = if alphabet.has_sets { group.counts[0] } else { owners & 1 };
            let kind = (cards, owners, eights, own, alphabet.is_run(letter, 0));
            kinds.entry(kind).or_insert((letter, 0)).1 += 1;
        }
        let kinds: Vec<(Letter, u64)> = kinds.into_values().collect();
        let cards = alphabet.cards();
        let earlier = OnceLock::new();
        let mut all = Numbering { alphabet, words: Vec::new(), leads: Vec::new(), earlier };
        for left in 0..=cards {
            for missing in 0..all.missing_sets() {
                let mut words = u64::from(left == 0 && all.is_deal(missing));
                let mut leads = [0; 2];
                for &(letter, letters) in &kinds {
                    if usize::from(all.alphabet.group(letter).cards) <= left {
                        words += letters * all.words_with(left, missing, letter);
                        for run in [false, true] {
                            leads[usize::from(run)] +=
                                letters * all.leads_below(left, missing, run, letter);
                        }
                    }
                }
                all.words.push(words);
                all.leads.extend(leads);
            }
        }
        all
    }

    fn earlier(&self) -> &Earlier {
        fn sums(counts: impl Iterator<Item = u64>) -> Vec<u64> {
            counts.scan(0, |sum, count| Some(std::mem::replace(sum, *sum + count))).collect()
        }
        self.earlier.get_or_init(|| {
            let mut earlier = Earlier { words: Vec::new(), leads: Vec::new() };
            for left in 0..=self.cards() {
                let letters = || 0..self.alphabet.up_to(left) as Letter;
                for missing in 0..self.missing_sets() {
                    let words = letters().map(|letter| self.words_with(left, missing, letter));
                    earlier.words.push(sums(words));
                    for run in [false, true] {
                        let leads =
                            letters().map(|letter| self.leads_below(left, missing, run, letter));
                        earlier.leads.push(sums(leads));
                    }
                }
            }
            earlier
        })
    }

    /// The number of words with this strongest letter.
    fn words_with(&self, left: usize, missing: usize, letter: Letter) -> u64 {
        let (rest, still) = self.after(left, missing, letter);
        if self.is_allowed(letter, missing) { self.words(rest, still) } else { 0 }
    }

    /// The number of leads of those words.
    fn leads_below(&self, left: usize, missing: usize, run: bool, letter: Letter) -> u64 {
        if !self.is_allowed(letter, missing) {
            return 0;
        }
        let (rest, still) = self.after(left, missing, letter);
        self.leads_with(letter, run) as u64 * self.words(rest, still)
            + self.leads_of(rest, still, self.alphabet.is_run(letter, 0))
    }

    /// The cards left and the players missing below a letter.
    ///
    /// # Panics
    /// If the letter has more cards than are left.
    #[inline]
    fn after(&self, left: usize, missing: usize, letter: Letter) -> (usize, usize) {
        let group = self.alphabet.group(letter);
        let eights = if group.eights { self.everybody() + 1 } else { 0 };
        (left - usize::from(group.cards), missing & !usize::from(group.owners) | eights)
    }

    /// Returns true if a letter may stand where these players are missing: only one group is the
    /// eights.
    #[inline]
    fn is_allowed(&self, letter: Letter, missing: usize) -> bool {
        !(self.alphabet.group(letter).eights && missing > self.everybody())
    }

    /// Returns true if no player is missing.
    fn is_deal(&self, missing: usize) -> bool {
        missing & self.everybody() == 0
    }

    /// The letters.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// The most cards of a word.
    pub fn cards(&self) -> usize {
        self.alphabet.cards()
    }

    /// The set of all players.
    pub fn everybody(&self) -> usize {
        (1 << self.alphabet.players) - 1
    }

    /// The number of sets of missing players, with the bit of the eights.
    #[inline]
    fn missing_sets(&self) -> usize {
        1 << (self.alphabet.players + usize::from(self.alphabet.has_sets))
    }

    #[inline]
    fn key(&self, cards: usize, missing: usize) -> usize {
        cards * self.missing_sets() + missing
    }

    /// Key of the counts of leads, from 0: by cards, missing players and run.
    #[inline]
    pub(crate) fn lead_key(&self, cards: usize, missing: usize, run: bool) -> usize {
        self.key(cards, missing) << 1 | usize::from(run)
    }

    /// The number of words of n cards in which the missing players all hold a card.
    ///
    /// # Panics
    /// Past `cards()`.
    #[inline]
    pub fn words(&self, cards: usize, missing: usize) -> u64 {
        self.words[self.key(cards, missing)]
    }

    /// The number of leads of those words together, below a letter that is (`run`) a single card of
    /// player 0.
    pub(crate) fn leads_of(&self, cards: usize, missing: usize, run: bool) -> u64 {
        self.leads[self.lead_key(cards, missing, run)]
    }

    /// The number of leads of all deals of n cards.
    ///
    /// # Panics
    /// Past `cards()`.
    pub fn leads(&self, cards: usize) -> u64 {
        self.leads_of(cards, self.everybody(), false)
    }

    /// Returns true if a letter is a lead, below one that is (`run`) a single card of player 0.
    #[inline]
    pub(crate) fn is_lead(&self, letter: Letter, run: bool) -> bool {
        self.alphabet.group(letter).has(0) && !(run && self.alphabet.is_run(letter, 0))
    }

    /// The number of leads of a letter.
    #[inline]
    pub(crate) fn leads_with(&self, letter: Letter, run: bool) -> usize {
        match self.alphabet.has_sets {
            true => usize::from(self.alphabet.group(letter).counts[0]),
            false => usize::from(self.is_lead(letter, run)),
        }
    }

    /// For each letter, the number of words of n cards, whichever players hold any, with an earlier
    /// strongest letter.
    pub(crate) fn words_before(&self, cards: usize) -> &[u64] {
        &self.earlier().words[self.key(cards, 0)]
    }

    /// All deals of n cards.
    pub(crate) fn whole(&self, cards: usize) -> StrongEnd {
        let missing = self.everybody();
        StrongEnd { left: cards, missing, run: false, leads: 0, deal: 0, first_lead: 0 }
    }

    /// By the next letter, the number of the deals with a strong end that come before those with
    /// the letter, and the number of leads of the letters below it that these deals have.
    pub(crate) fn before(&self, end: &StrongEnd) -> (&[u64], &[u64]) {
        let earlier = self.earlier();
        (
            &earlier.words[self.key(end.left, end.missing)],
            &earlier.leads[self.lead_key(end.left, end.missing, end.run)],
        )
    }

    /// The deals with one more letter; `before` is that of the strong end.
    #[inline]
    pub(crate) fn below(
        &self,
        end: &StrongEnd,
        (words, leads): (&[u64], &[u64]),
        letter: Letter,
    ) -> StrongEnd {
        let place = usize::from(letter);
        let (left, missing) = self.after(end.left, end.missing, letter);
        StrongEnd {
            left,
            missing,
            run: self.alphabet.is_run(letter, 0),
            leads: end.leads + self.leads_with(letter, end.run),
            deal: end.deal + words[place],
            first_lead: end.first_lead + end.leads as u64 * words[place] + leads[place],
        }
    }

    /// The strong ends with one more letter that deals have.
    #[inline]
    pub(crate) fn all_below(&self, end: StrongEnd) -> impl Iterator<Item = (Letter, StrongEnd)> {
        let before = self.before(&end);
        let letters = 0..self.alphabet.up_to(end.left) as Letter;
        letters.filter_map(move |letter| {
            let (left, missing) = self.after(end.left, end.missing, letter);
            let is_deal = self.words(left, missing) > 0 && self.is_allowed(letter, end.missing);
            is_deal.then(|| (letter, self.below(&end, before, letter)))
        })
    }

    /// The numbers of a deal of `cards` cards and of its leads; `None` for any other word.
    pub fn rank(&self, cards: usize, word: &Word) -> Option<StrongEnd> {
        let mut end = self.whole(cards);
        for &letter in word.letters().iter().rev() {
            if end.left > self.cards()
                || usize::from(letter) >= self.alphabet.up_to(end.left)
                || !self.is_allowed(letter, end.missing)
            {
                return None;
            }
            end = self.below(&end, self.before(&end), letter);
        }
        (end.left == 0 && self.is_deal(end.missing)).then_some(end)
    }

    /// The deal of `cards` cards that a lead belongs to, and its number among the deal's leads,
    /// from the weakest; `None` if there are fewer leads.
    pub fn unrank(&self, cards: usize, lead: u64) -> Option<(Word, usize)> {
        if cards > self.cards() || lead >= self.leads(cards) {
            return None;
        }
        let mut word = Word::default();
        let mut end = self.whole(cards);
        while end.left > 0 {
            let before = self.before(&end);
            let (words, leads) = before;
            let first =
                |place: usize| end.first_lead + end.leads as u64 * words[place] + leads[place];
            // The last letter that begins no later.
            let (mut low, mut high) = (0, words.len());
            while high - low > 1 {
                let middle = usize::midpoint(low, high);
                if first(middle) <= lead {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            word.push(low as Letter)?;
            end = self.below(&end, before, low as Letter);
        }
        Some((word.reversed(), (lead - end.first_lead) as usize))
    }
}
