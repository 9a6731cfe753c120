//! Comparison of the rules with the plain ones of [`reference`](crate::reference), on positions of
//! random games.

use shuban_core::{Game, Play, Random};

use crate::reference::{PlainRules, plain_moves};

/// Compares all moves, and the positions after them, on n positions of random games; each begins
/// with a text of `deal`. Returns the number of moves compared, or the first difference as text.
pub(crate) fn compare<G: Game<Chance = ()>>(
    game: &G,
    rules: PlainRules,
    pairs: u64,
    seed: u64,
    deal: impl Fn(&mut Random) -> String,
) -> Result<u64, String> {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut position: Option<G::Position> = None;
    let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
    for _ in 0..pairs {
        let now = match position.take() {
            Some(position) => position,
            None => game.parse(&deal(&mut random)).map_err(|error| error.to_string())?,
        };
        let text = game.format(&now);
        plays.clear();
        game.plays(&now, (), &mut plays);
        let fast: Vec<(String, String)> = (plays.iter())
            .map(|play| (game.format_move(&now, (), &play.action), game.format(&play.after)))
            .collect();
        let plain =
            plain_moves(rules, &text).ok_or_else(|| format!("`{text}` is not read plainly"))?;
        if fast != plain {
            return Err(format!("{text}: {fast:?}; plainly: {plain:?}"));
        }
        compared += fast.len() as u64;
        let next = plays.swap_remove(random.below(plays.len() as u64) as usize).after;
        position = Some(next).filter(|next| game.outcome(next).is_none());
    }
    Ok(compared)
}

/// One to five cards for each player; of up to a dozen strengths where cards may tie.
pub(crate) fn random_hands(random: &mut Random, players: usize, ties: bool) -> String {
    let mut rest: Vec<u64> = (1..=30).collect();
    let mut hand = || {
        let mut card = || match ties {
            true => 1 + random.below(12),
            false => rest.swap_remove(random.below(rest.len() as u64) as usize),
        };
        let first = card();
        let others = (0..4).map(|_| card()).take_while(|card| card % 4 > 0);
        others.chain([first]).map(|card| card.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand()).collect::<Vec<_>>().join("|")
}

/// Up to five cards for each player (three of many players) of four ranks, one of which is the
/// eights, if any.
pub(crate) fn random_sets(random: &mut Random, players: usize) -> String {
    let eights = random.below(5);
    // No rank has more than four cards.
    let mut left = [4u8; 4];
    let mut card = |random: &mut Random| loop {
        let rank = random.below(4);
        if left[rank as usize] > 0 {
            left[rank as usize] -= 1;
            let star = if rank == eights { "*" } else { "" };
            return format!("{}{star}", rank + 1);
        }
    };
    let most = if players < 4 { 5 } else { 3 };
    let mut hand = |random: &mut Random| {
        let count = 1 + random.below(most);
        (0..count).map(|_| card(random)).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand(random)).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::game::OpenDaihinmin;
    use crate::rules::CardRules;

    /// The hands of a text, as the words for their cards.
    fn hands(text: &str) -> Vec<Vec<&str>> {
        text.split('|').map(|hand| hand.split(',').collect()).collect()
    }

    #[test]
    fn random_hands_have_one_to_five_cards() {
        let mut random = Random::new(1);
        for players in 2..=5 {
            for ties in [false, true] {
                let (mut sizes, mut strengths) = (BTreeSet::new(), BTreeSet::new());
                let mut tied = 0;
                for _ in 0..300 {
                    let text = random_hands(&mut random, players, ties);
                    let hands = hands(&text);
                    assert_eq!(hands.len(), players);
                    sizes.extend(hands.iter().map(Vec::len));
                    let all: Vec<u64> =
                        hands.concat().iter().map(|card| card.parse().unwrap()).collect();
                    let different: BTreeSet<u64> = all.iter().copied().collect();
                    tied += all.len() - different.len();
                    strengths.extend(different);
                }
                assert_eq!(sizes, BTreeSet::from([1, 2, 3, 4, 5]));
                assert_eq!(strengths, (1..=if ties { 12 } else { 30 }).collect());
                assert_eq!(tied > 0, ties);
            }
        }
    }

    #[test]
    fn random_sets_are_dealt_from_four_cards_of_four_ranks() {
        let mut random = Random::new(2);
        for players in 2..=5 {
            let (mut sizes, mut eights) = (BTreeSet::new(), BTreeSet::new());
            for _ in 0..300 {
                let text = random_sets(&mut random, players);
                let hands = hands(&text);
                assert_eq!(hands.len(), players);
                sizes.extend(hands.iter().map(Vec::len));
                let all = hands.concat();
                for rank in ["1", "2", "3", "4"] {
                    let of = |name: &str| all.iter().filter(|card| **card == name).count();
                    let (plain, starred) = (of(rank), of(&format!("{rank}*")));
                    assert!(plain + starred <= 4 && plain.min(starred) == 0, "{text}");
                    eights.extend((starred > 0).then_some(rank));
                }
                let stars: BTreeSet<&&str> =
                    all.iter().filter(|card| card.ends_with('*')).collect();
                assert!(stars.len() <= 1, "{text}");
                eights.extend(stars.is_empty().then_some("none"));
                assert!(all.iter().all(|card| "1234".contains(card.trim_end_matches('*'))));
            }
            assert_eq!(sizes, (1..=if players < 4 { 5 } else { 3 }).collect());
            assert_eq!(eights, BTreeSet::from(["1", "2", "3", "4", "none"]));
        }
    }

    #[test]
    fn a_difference_of_rules_is_found_and_moves_are_counted() {
        let game = OpenDaihinmin::new(CardRules::tanhinmin(3).unwrap());
        let plain = PlainRules { sets: false, last_may_go_on: false, forced: false };
        let compared =
            |rules, pairs| compare(&game, rules, pairs, 3, |random| random_hands(random, 3, true));
        // The first player leads a card of its hand.
        let first = random_hands(&mut Random::new(3), 3, true);
        let mut leads = hands(&first)[0].clone();
        leads.sort_unstable();
        leads.dedup();
        assert_eq!(compared(plain, 1), Ok(leads.len() as u64));
        assert!(compared(plain, 200).unwrap() > 300);
        for other in [
            PlainRules { last_may_go_on: true, ..plain },
            PlainRules { forced: true, ..plain },
            PlainRules { sets: true, ..plain },
        ] {
            let difference = compared(other, 200).unwrap_err();
            assert!(difference.contains("; plainly: "), "{difference}");
        }
        let unread = compare(&game, plain, 1, 3, |_| "cards".to_owned()).unwrap_err();
        assert!(unread.contains("expected a strength"), "{unread}");
    }
}
