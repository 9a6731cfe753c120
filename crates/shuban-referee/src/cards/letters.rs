//! Deals as words.

use crate::cards::rules::Rules;

/// Cards of one strength: how many each player holds, counted from the leader.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Group {
    pub(crate) counts: Vec<u8>,
    pub(crate) is_eights: bool,
}

impl Group {
    pub(crate) fn cards(&self) -> usize {
        self.counts.iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns the players who hold any, bit i for player i.
    pub(crate) fn owners(&self) -> usize {
        let holds = |player: &usize| self.counts[*player] > 0;
        (0..self.counts.len()).filter(holds).fold(0, |all, player| all | 1 << player)
    }
}

/// Most cards of one strength where sets are played.
const MOST_OF_A_RANK: usize = 4;

/// Returns all letters of up to `cards` cards in order: by cards, then by counts, with more for the
/// leader first; where sets are played, each is followed by itself as the eights.
pub(crate) fn letters(rules: &Rules, cards: usize) -> Vec<Group> {
    let largest = match rules {
        Rules { ties: false, .. } => 1,
        Rules { sets: true, .. } => MOST_OF_A_RANK.min(cards),
        _ => cards,
    };
    let mut letters = Vec::new();
    for weight in 1..=largest {
        for counts in splits(weight, rules.players) {
            let group = Group { counts, is_eights: false };
            // A group of one player alone is written as single cards.
            if rules.merges() && weight > 1 && group.owners().is_power_of_two() {
                continue;
            }
            letters.push(group.clone());
            if rules.sets {
                letters.push(Group { is_eights: true, ..group });
            }
        }
    }
    letters
}

/// Returns the ways to split cards among players, more for the first ones first.
fn splits(cards: usize, players: usize) -> Vec<Vec<u8>> {
    if players == 1 {
        return vec![vec![cards as u8]];
    }
    let with = |first: usize| {
        let rest = splits(cards - first, players - 1).into_iter();
        rest.map(move |rest| [&[first as u8], &rest[..]].concat())
    };
    (0..=cards).rev().flat_map(with).collect()
}

/// Returns the groups of a deal as a word, the weakest letter first.
pub(crate) fn word(rules: &Rules, groups: &[Group]) -> Vec<Group> {
    let mut word = Vec::new();
    for group in groups {
        if rules.merges() && group.owners().is_power_of_two() {
            let counts = group.counts.iter().map(|&count| count.min(1)).collect();
            let single = Group { counts, is_eights: false };
            word.extend(std::iter::repeat_n(single, group.cards()));
        } else {
            word.push(group.clone());
        }
    }
    word
}
