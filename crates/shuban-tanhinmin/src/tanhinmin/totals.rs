//! How many leads there are, without the tables that number them.

use super::rules::{CardRules, MAX_PLAYERS};

const SETS: usize = 1 << MAX_PLAYERS;

/// Letters that count alike: of so many cards, with these owners.
struct LetterKind {
    cards: usize,
    owners: usize,
    letters: u64,
    /// Whether it is a single card of player 0 that another one would be one group with.
    is_run: bool,
}

/// How many leads all deals of each number of cards up to `cards` have together, no hand being
/// empty: what [`Numbering`](super::Numbering) counts letter by letter, in a small part of its
/// time.
pub(super) fn leads(rules: &CardRules, cards: usize) -> Vec<u64> {
    let players = rules.players();
    let kinds = kinds(rules, cards);
    // By cards and players still missing: words, and their leads below any letter, or below a run
    // of player 0.
    let mut words = vec![[0u64; SETS]; cards + 1];
    let mut leads = vec![[[0u64; 2]; SETS]; cards + 1];
    words[0][0] = 1;
    for left in 1..=cards {
        for missing in 0..1 << players {
            for kind in kinds.iter().filter(|kind| kind.cards <= left) {
                let (rest, still) = (left - kind.cards, missing & !kind.owners);
                let below = kind.letters * words[rest][still];
                words[left][missing] += below;
                for run in [false, true] {
                    let is_lead = kind.owners & 1 == 1 && !(run && kind.is_run);
                    let more = kind.letters * leads[rest][still][usize::from(kind.is_run)];
                    leads[left][missing][usize::from(run)] +=
                        if is_lead { below + more } else { more };
                }
            }
        }
    }
    leads.iter().map(|leads| leads[(1 << players) - 1][0]).collect()
}

fn kinds(rules: &CardRules, cards: usize) -> Vec<LetterKind> {
    let most = if rules.ties() { cards } else { 1 };
    let all = (1..=most)
        .flat_map(|cards| (1..1usize << rules.players()).map(move |owners| (cards, owners)));
    all.filter_map(|(cards, owners)| {
        let alone = owners.count_ones() == 1;
        let merges = rules.merges() && alone;
        if merges && cards > 1 {
            return None;
        }
        // Cards are split so that every owner has one.
        let letters = binomial(cards - 1, owners.count_ones() as usize - 1);
        Some(LetterKind { cards, owners, letters, is_run: merges && owners == 1 })
    })
    .collect()
}

fn binomial(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tanhinmin::{Clearing, Numbering};

    #[test]
    fn leads_are_as_many_as_are_numbered() {
        for players in 2..=MAX_PLAYERS {
            for clearing in [Clearing::Tanhinmin, Clearing::Uecda] {
                let rules = CardRules::new(players).unwrap().with_clearing(clearing);
                for rules in [rules.clone(), rules.distinct()] {
                    let most = players + 3;
                    let numbering = Numbering::new(&rules, most);
                    let numbered = |cards| numbering.leads_of(cards, numbering.everybody(), false);
                    assert_eq!(
                        leads(&rules, most),
                        (0..=most).map(numbered).collect::<Vec<_>>(),
                        "{rules}"
                    );
                }
            }
        }
        assert_eq!(leads(&CardRules::new(3).unwrap(), 12)[12], 81_893_174);
    }
}
