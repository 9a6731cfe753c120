//! Reduced patterns as words: what is left of a deal when everything is dropped that makes no
//! difference.
//!
//! Only the order of strengths matters, so a deal is a sequence of groups of equal strength, the
//! weakest first: how many cards of it each player holds. Where adjacent strengths that one and the
//! same player alone holds make no difference ([`CardRules::merges`]), they are one group; a group
//! that two players share never merges.
//!
//! A **word** writes such a sequence down without any condition on neighbours: a group of one
//! player alone is that many single letters, and a shared group is one letter of its own. Alike
//! letters in a row are one group again, so that words and reduced patterns correspond one to one,
//! any two words can be put together, and the number of words is a plain recurrence. (Where groups
//! do not merge every group is one letter.)

use super::rules::{CardRules, MAX_PLAYERS};

/// The most cards of a reduced pattern.
pub const MAX_CARDS: usize = 16;

/// How many cards of one strength each player holds; players are counted from the one to lead.
pub type GroupCounts = [u8; MAX_PLAYERS];

/// A letter, by its place in the [`Alphabet`].
pub type Letter = u16;

/// A word, the weakest letter first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Word {
    len: u8,
    letters: [Letter; MAX_CARDS],
}

impl Word {
    /// Appends a stronger letter; `None` if the word is full.
    #[must_use = "a full word stays as it is"]
    pub fn push(&mut self, letter: Letter) -> Option<()> {
        *self.letters.get_mut(usize::from(self.len))? = letter;
        self.len += 1;
        Some(())
    }

    /// The letters, the weakest first.
    pub fn letters(&self) -> &[Letter] {
        &self.letters[..usize::from(self.len)]
    }

    /// The same letters the other way round.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.letters[..usize::from(self.len)].reverse();
        self
    }
}

impl std::fmt::Debug for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.letters()).finish()
    }
}

/// One letter: a card of one player, or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardGroup {
    /// How many cards each player holds.
    pub counts: GroupCounts,
    /// How many cards that are.
    pub cards: u8,
    /// Who holds any, bit i for player i.
    pub owners: u8,
    /// Whether these are the eights, where those are told apart.
    pub eights: bool,
}

impl CardGroup {
    fn new(counts: GroupCounts) -> Self {
        let owners = (0..MAX_PLAYERS)
            .filter(|&player| counts[player] > 0)
            .fold(0, |all, player| all | 1 << player);
        CardGroup { counts, cards: counts.iter().sum(), owners, eights: false }
    }

    /// Whether a player holds a card of it.
    pub fn has(&self, player: usize) -> bool {
        self.counts[player] > 0
    }
}

/// All letters for some rules and so many cards: by cards, and among as many by counts, the first
/// player's first. So the first letters are the single cards of players 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    players: usize,
    merges: bool,
    has_sets: bool,
    groups: Vec<CardGroup>,
    /// How many letters have at most so many cards, from 0.
    up_to: Vec<usize>,
}

impl Alphabet {
    /// The letters that a word of up to `cards` cards can have.
    pub fn new(rules: &CardRules, cards: usize) -> Self {
        let merges = rules.merges();
        let most = if rules.ties() { cards } else { 1 };
        Alphabet::of(rules.players(), cards, most, merges, |group, groups| {
            if !merges || group.cards == 1 || group.owners.count_ones() > 1 {
                groups.push(group);
            }
        })
    }

    /// The letters where sets are played: every rank has up to four cards, never merges, and may be
    /// the eights.
    pub fn with_sets(players: usize, cards: usize) -> Self {
        let letters = Alphabet::of(players, cards, 4, false, |group, groups| {
            groups.extend([group, CardGroup { eights: true, ..group }]);
        });
        Alphabet { has_sets: true, ..letters }
    }

    /// Letters of up to `most` cards each, as `add` gives them.
    fn of(
        players: usize,
        cards: usize,
        most: usize,
        merges: bool,
        add: impl Fn(CardGroup, &mut Vec<CardGroup>),
    ) -> Self {
        let mut groups: Vec<CardGroup> = Vec::new();
        let mut up_to = vec![0];
        for weight in 1..=cards {
            if weight <= most {
                let mut counts = [0; MAX_PLAYERS];
                all_counts(&mut counts[..players], weight as u8, &mut |counts| {
                    let mut all = [0; MAX_PLAYERS];
                    all[..players].copy_from_slice(counts);
                    add(CardGroup::new(all), &mut groups);
                });
            }
            up_to.push(groups.len());
        }
        Alphabet { players, merges, has_sets: false, groups, up_to }
    }

    /// Whether several cards may be played at once, and one group may be the eights.
    pub fn has_sets(&self) -> bool {
        self.has_sets
    }

    /// How many bits say who is missing, and whether there are eights already.
    pub(crate) fn state_bits(&self) -> usize {
        self.players + usize::from(self.has_sets)
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// Whether alike single letters in a row are one group.
    pub fn merges(&self) -> bool {
        self.merges
    }

    /// All letters.
    pub fn groups(&self) -> &[CardGroup] {
        &self.groups
    }

    /// The group of a letter.
    ///
    /// # Panics
    /// If there is no such letter.
    pub fn group(&self, letter: Letter) -> &CardGroup {
        &self.groups[usize::from(letter)]
    }

    /// How many letters have at most so many cards: these come first.
    pub fn up_to(&self, cards: usize) -> usize {
        self.up_to[cards.min(self.up_to.len() - 1)]
    }

    /// The letter of these counts, if it is one.
    pub fn letter(&self, counts: &GroupCounts) -> Option<Letter> {
        let cards: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if cards == 0 || cards >= self.up_to.len() {
            return None;
        }
        let same = &self.groups[self.up_to[cards - 1]..self.up_to[cards]];
        let place = same.partition_point(|group| group.counts > *counts);
        let is_one = same.get(place).is_some_and(|group| group.counts == *counts);
        is_one.then_some((self.up_to[cards - 1] + place) as Letter)
    }

    /// The letter of the eights with these counts, where eights are told apart.
    pub fn eights(&self, counts: &GroupCounts) -> Option<Letter> {
        // Each stands behind the letter of the same counts.
        self.letter(counts).filter(|_| self.has_sets).map(|letter| letter + 1)
    }

    /// Whether a letter stands for one card of player `player` alone that may be part of a longer
    /// run.
    pub fn is_run(&self, letter: Letter, player: usize) -> bool {
        self.merges && usize::from(letter) == player
    }

    /// Appends a group of equal strength to a word, as one letter or several; `None` if it is none
    /// of this alphabet, or the word is full.
    #[must_use = "a full word stays as it is"]
    pub fn push_group(&self, word: &mut Word, counts: &GroupCounts) -> Option<()> {
        let mut owners = (0..self.players).filter(|&player| counts[player] > 0);
        match (owners.next(), owners.next()) {
            (Some(player), None) if self.merges => {
                (0..counts[player]).try_for_each(|_| word.push(player as Letter))
            }
            _ => word.push(self.letter(counts)?),
        }
    }

    /// The groups of a word, the weakest first: alike single letters in a row are one where groups
    /// merge.
    pub fn groups_of(&self, word: &Word) -> Vec<GroupCounts> {
        let mut groups: Vec<GroupCounts> = Vec::new();
        let mut before = None;
        for &letter in word.letters() {
            let counts = self.group(letter).counts;
            match groups.last_mut() {
                Some(last)
                    if before == Some(letter)
                        && self.merges
                        && usize::from(letter) < self.players =>
                {
                    last[usize::from(letter)] += 1;
                }
                _ => groups.push(counts),
            }
            before = Some(letter);
        }
        groups
    }

    /// The letters of what is left of a group when a player has played a card of it, the weakest
    /// first.
    ///
    /// # Panics
    /// If the player holds no card of it: a mistake of the caller.
    pub fn without(&self, letter: Letter, player: usize) -> Word {
        let mut counts = self.group(letter).counts;
        counts[player] -= 1;
        let mut rest = Word::default();
        if counts != [0; MAX_PLAYERS] {
            self.push_group(&mut rest, &counts)
                .expect("a part of a group is made of letters, fewer than its cards");
        }
        rest
    }
}

/// Calls `each` with every way to split `cards` over players, the largest share of the first player
/// first.
fn all_counts(counts: &mut [u8], cards: u8, each: &mut dyn FnMut(&[u8])) {
    fn split(counts: &mut [u8], from: usize, left: u8, each: &mut dyn FnMut(&[u8])) {
        if from + 1 == counts.len() {
            counts[from] = left;
            each(counts);
            return;
        }
        for share in (0..=left).rev() {
            counts[from] = share;
            split(counts, from + 1, left - share, each);
        }
    }
    split(counts, 0, cards, each);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alphabet(players: usize, cards: usize) -> Alphabet {
        Alphabet::new(&CardRules::new(players).unwrap(), cards)
    }

    #[test]
    fn letters_are_single_cards_and_shared_groups() {
        let three = alphabet(3, 4);
        let per_weight = |cards| three.up_to(cards) - three.up_to(cards - 1);
        // C(w + 2, 2) splits, less the three of one player alone where there are several cards.
        assert_eq!([1, 2, 3, 4].map(per_weight), [3, 3, 7, 12]);
        for (number, group) in three.groups().iter().enumerate() {
            assert_eq!(three.letter(&group.counts), Some(number as Letter));
        }
        assert_eq!(three.letter(&[2, 0, 0, 0, 0]), None);
        assert_eq!(three.letter(&[0, 0, 0, 1, 0]), None);
        let apart = Alphabet::new(
            &CardRules::new(3).unwrap().with_clearing(super::super::rules::Clearing::Uecda),
            2,
        );
        assert_eq!(apart.up_to(2), 3 + 6);
        assert!(apart.letter(&[2, 0, 0, 0, 0]).is_some());
    }

    #[test]
    fn runs_are_one_group_and_shared_groups_never_merge() {
        let three = alphabet(3, 6);
        let mut word = Word::default();
        let groups = [[2, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 0, 0, 0], [0, 0, 1, 0, 0]];
        for group in &groups {
            three.push_group(&mut word, group).unwrap();
        }
        assert_eq!(three.groups_of(&word), groups);
        let shared = three.letter(&[1, 1, 0, 0, 0]).unwrap();
        assert_eq!(word.letters(), [0, 0, shared, shared, 2]);
        assert_eq!(three.without(shared, 0).letters(), [1]);
        let more = three.letter(&[2, 1, 0, 0, 0]).unwrap();
        assert_eq!(three.without(more, 1).letters(), [0, 0]);
        assert!(three.without(0, 0).letters().is_empty());
    }
}
