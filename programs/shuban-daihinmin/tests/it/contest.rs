//! Matches: seats, classes, exchange.

use std::collections::HashSet;

use proptest::prelude::*;
use shuban_daihinmin::contest::{Awaited, Contest};
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin_game::{Cards, ContestRules, Illegal, Meld};

use crate::common::random_match;

#[test]
fn seats_and_classes_change_when_they_should() {
    let rules = ContestRules { reset_every: 7, ..ContestRules::default() };
    let record = random_match(rules, 21, 5);
    for pair in record.games.windows(2) {
        assert!(pair[0].seats == pair[1].seats || pair[1].number % 3 == 1);
    }
    let orders: HashSet<_> = record.games.iter().map(|game| game.seats).collect();
    assert!(orders.len() >= 5, "seven draws of 120 orders");
    for game in &record.games {
        let reset = game.number % 7 == 1;
        assert_eq!(game.gifts.len(), if reset { 0 } else { 4 }, "game {}", game.number);
    }
    assert_eq!(record.points().iter().sum::<u64>(), 21 * 15);
}

#[test]
fn the_last_gives_the_strongest_and_the_first_any_cards() {
    let record = random_match(ContestRules::default(), 2, 9);
    let (ranking, game) = (record.games[0].ranking, &record.games[1]);
    let partners: Vec<(usize, usize, usize)> =
        game.gifts.iter().map(|gift| (gift.from, gift.to, gift.cards.len())).collect();
    let [first, second, _, fourth, last] = ranking;
    assert_eq!(
        partners,
        [(last, first, 2), (fourth, second, 1), (first, last, 2), (second, fourth, 1)]
    );
    assert_eq!(game.gifts[0].cards, game.dealt[last].strongest(2));
    // The first was dealt the first card, so he has one of the three hands of eleven.
    assert_eq!(game.dealt[first].len(), 11);
}

#[test]
fn bad_gifts_are_replaced_by_the_strongest_cards() {
    let second_game = || {
        let mut contest = Contest::new(ContestRules::default(), 2, 3);
        while contest.awaits() != Awaited::NextGame {
            contest.play(None).unwrap();
        }
        contest.next_game();
        contest
    };
    let Awaited::Gift { player, count: due @ 2 } = second_game().awaits() else {
        panic!("the first gives two")
    };
    let hand = second_game().hand(player);
    let elsewhere = Cards::ALL - hand;
    for (cards, reason) in [
        (hand.strongest(1), Illegal::Count { given: 1, due }),
        (Cards::NONE, Illegal::Count { given: 0, due }),
        (elsewhere.strongest(2), Illegal::NotHeld),
    ] {
        let mut contest = second_game();
        assert_eq!(contest.give(cards), Err(reason));
        assert_eq!(contest.record().gifts[2].cards, hand.strongest(2));
    }
}

#[test]
fn an_illegal_meld_is_a_pass() {
    let mut contest = Contest::new(ContestRules::default(), 1, 3);
    let Awaited::Action { player } = contest.awaits() else {
        panic!("no exchange in the first game")
    };
    let elsewhere = Cards::ALL - contest.hand(player);
    let meld = Meld::single(elsewhere.first().unwrap());
    assert_eq!(contest.play(Some(meld)), Err(Illegal::NotHeld));
    assert_eq!(contest.record().actions, [None]);
    assert_ne!(contest.awaits(), Awaited::Action { player });
}

#[test]
fn the_same_seed_is_the_same_match() {
    let of = |seed| random_match(ContestRules::default(), 4, seed);
    assert_eq!(of(11), of(11));
    assert_ne!(of(11).games, of(12).games);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_match_gives_a_record_that_reads_back(seed: u64, games in 1u32..5, reset in 0u32..4) {
        let rules =
            ContestRules { reset_every: reset, reseat_every: reset / 2, ..ContestRules::default() };
        let record = random_match(rules, games, seed);
        prop_assert_eq!(record.to_string().parse::<MatchRecord>(), Ok(record));
    }
}
