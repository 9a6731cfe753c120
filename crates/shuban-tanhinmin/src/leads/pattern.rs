//! Reduced patterns as words: a deal without all that makes no difference.
//!
//! Only the order of strengths matters, so a deal is a sequence of groups of equal strength, the
//! weakest first: the number of cards of it in each hand. Where adjacent strengths that one and the
//! same player alone holds make no difference (the groups **merge**), they are one group; a group
//! that two players share never merges.
//!
//! A **word** writes such a sequence down without any condition on neighbours: a group of one
//! player alone is that many single letters, and a shared group is one letter of its own. Alike
//! letters in a row are one group again, so that words and reduced patterns correspond one to one,
//! any two words can be put together, and the number of words is a plain recurrence. (Where groups
//! do not merge every group is one letter.)

/// The most players.
pub const MAX_PLAYERS: usize = 5;

/// The most cards of a reduced pattern.
pub const MAX_CARDS: usize = 16;

/// The number of cards of one strength in each hand; players are counted from the one to lead.
pub type GroupCounts = [u8; MAX_PLAYERS];

/// A letter, by its place in the [`Alphabet`].
pub type Letter = u16;

/// A word, the weakest letter first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
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

/// One letter: a card of one player, or a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardGroup {
    /// The number of cards in each hand.
    pub counts: GroupCounts,
    /// The number of cards of the group.
    pub cards: u8,
    /// The players who hold any, bit i for player i.
    pub owners: u8,
    /// True if these are the eights, where they are distinguished.
    pub eights: bool,
}

impl CardGroup {
    fn new(counts: GroupCounts) -> Self {
        let owners = (0..MAX_PLAYERS)
            .filter(|&player| counts[player] > 0)
            .fold(0, |all, player| all | 1 << player);
        CardGroup { counts, cards: counts.iter().sum(), owners, eights: false }
    }

    /// Returns true if a player holds a card of it.
    pub fn has(&self, player: usize) -> bool {
        self.counts[player] > 0
    }
}

/// All letters for up to n cards: by cards, and among as many by counts, the first player's
/// first. So the first letters are the single cards of players 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The number of players.
    pub players: usize,
    /// True if equal single letters in a row are one group.
    pub merges: bool,
    /// True if several cards may be played at once, and one group may be the eights.
    pub has_sets: bool,
    /// Groups by letter.
    pub groups: Vec<CardGroup>,
    /// The number of letters with at most n cards, from 0.
    up_to: Vec<usize>,
}

impl Alphabet {
    /// The letters of words of up to `cards` cards played one by one: groups of up to `largest`
    /// cards, which may merge.
    pub fn single(players: usize, cards: usize, largest: usize, merges: bool) -> Self {
        Alphabet::new(players, cards, largest, merges, false)
    }

    /// The letters where sets are played: every rank has up to four cards, never merges, and may be
    /// the eights.
    pub fn with_sets(players: usize, cards: usize) -> Self {
        Alphabet::new(players, cards, 4, false, true)
    }

    fn new(players: usize, cards: usize, largest: usize, merges: bool, has_sets: bool) -> Self {
        let mut groups: Vec<CardGroup> = Vec::new();
        let mut up_to = vec![0];
        for weight in 1..=cards {
            let splits = if weight <= largest { splits(weight as u8, 0, players) } else { vec![] };
            for group in splits.into_iter().map(CardGroup::new) {
                if merges && weight > 1 && group.owners.count_ones() == 1 {
                    continue;
                }
                groups.push(group);
                groups.extend(has_sets.then_some(CardGroup { eights: true, ..group }));
            }
            up_to.push(groups.len());
        }
        Alphabet { players, merges, has_sets, groups, up_to }
    }

    /// The most cards of a word.
    pub fn cards(&self) -> usize {
        self.up_to.len() - 1
    }

    /// The group of a letter.
    ///
    /// # Panics
    /// If the letter does not exist.
    pub fn group(&self, letter: Letter) -> &CardGroup {
        &self.groups[usize::from(letter)]
    }

    /// The number of letters with at most n cards: these come first.
    pub fn up_to(&self, cards: usize) -> usize {
        self.up_to[cards.min(self.cards())]
    }

    /// The letter of these counts, if they have one.
    pub fn letter(&self, counts: &GroupCounts) -> Option<Letter> {
        let cards: usize = counts.iter().map(|&count| usize::from(count)).sum();
        if cards == 0 || cards > self.cards() {
            return None;
        }
        let same = &self.groups[self.up_to[cards - 1]..self.up_to[cards]];
        let place = same.partition_point(|group| group.counts > *counts);
        let is_one = same.get(place).is_some_and(|group| group.counts == *counts);
        is_one.then_some((self.up_to[cards - 1] + place) as Letter)
    }

    /// The letter of the eights with these counts, where eights are distinguished.
    pub fn eights(&self, counts: &GroupCounts) -> Option<Letter> {
        // Each comes after the letter of the same counts.
        self.letter(counts).filter(|_| self.has_sets).map(|letter| letter + 1)
    }

    /// Returns true if a letter stands for one card of player `player` alone that may be part of a
    /// longer run.
    pub fn is_run(&self, letter: Letter, player: usize) -> bool {
        self.merges && usize::from(letter) == player
    }

    /// Appends a group of equal strength to a word, as one letter or several; `None` if it is not
    /// in this alphabet, or the word is full.
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

    /// The letters of the rest of a group when a player has played a card of it, the weakest first.
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

/// All ways to split `cards` over the players from `first` on, the largest share of the first one
/// first.
fn splits(cards: u8, first: usize, players: usize) -> Vec<GroupCounts> {
    if first == players {
        return if cards == 0 { vec![[0; MAX_PLAYERS]] } else { Vec::new() };
    }
    let of_share = |share: u8| {
        let rests = splits(cards - share, first + 1, players);
        rests.into_iter().map(move |mut counts| {
            counts[first] = share;
            counts
        })
    };
    (0..=cards).rev().flat_map(of_share).collect()
}
