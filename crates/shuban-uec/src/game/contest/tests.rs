use proptest::prelude::*;

use super::*;
use crate::game::{MatchRecord, melds};

/// Plays a match at random, and gives the records of its games.
fn played(rules: ContestRules, games: u32, seed: u64) -> (Contest, Vec<GameRecord>) {
    let mut contest = Contest::new(rules, games, seed);
    let mut random = Random::of_part(seed, 1);
    let mut found = Vec::new();
    let mut records = Vec::new();
    loop {
        match contest.awaits() {
            Awaited::Gift { player, count } => {
                let mut hand: Vec<Card> = contest.hand(player).iter().collect();
                random.shuffle(&mut hand);
                contest.give(Some(hand.into_iter().take(count).collect())).unwrap();
            }
            Awaited::Action { player } => {
                let view = contest.view(player);
                found.clear();
                melds(&rules, view.hand, &view.table, &mut found);
                let chosen = random.below(found.len() as u64 + 1) as usize;
                contest.play(found.get(chosen).copied()).unwrap();
            }
            Awaited::NextGame => {
                records.push(contest.record().clone());
                contest.next_game();
            }
            Awaited::Nothing => break,
        }
    }
    records.push(contest.record().clone());
    (contest, records)
}

#[test]
fn seats_and_classes_change_when_they_should() {
    let rules = ContestRules { reset_every: 7, ..ContestRules::default() };
    let (contest, records) = played(rules, 21, 5);
    assert_eq!((contest.games_played(), contest.awaits()), (21, Awaited::Nothing));
    for pair in records.windows(2) {
        if pair[0].seats != pair[1].seats {
            assert_eq!(pair[1].number % 3, 1);
        }
    }
    let orders: std::collections::HashSet<_> = records.iter().map(|record| record.seats).collect();
    assert!(orders.len() >= 5, "seven drawings of 120 orders");
    for record in &records {
        let reset = record.number % 7 == 1;
        assert_eq!(record.gifts.len(), if reset { 0 } else { 4 }, "game {}", record.number);
    }
    let total: u64 = contest.points().iter().sum();
    assert_eq!(total, 21 * 15);
}

#[test]
fn the_last_gives_the_strongest_and_the_first_what_he_likes() {
    let (_, records) = played(ContestRules::default(), 2, 9);
    let (ranking, game) = (records[0].ranking, &records[1]);
    let partners: Vec<(usize, usize, usize)> =
        game.gifts.iter().map(|gift| (gift.from, gift.to, gift.cards.len())).collect();
    assert_eq!(
        partners,
        [
            (ranking[4], ranking[0], 2),
            (ranking[3], ranking[1], 1),
            (ranking[0], ranking[4], 2),
            (ranking[1], ranking[3], 1),
        ]
    );
    assert_eq!(game.gifts[0].cards, game.dealt[ranking[4]].strongest(2));
    // The first has been dealt the first card, so one of the three hands of eleven.
    assert_eq!(game.dealt[ranking[0]].len(), 11);
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
    let Awaited::Gift { player, count: 2 } = second_game().awaits() else {
        panic!("the first gives two")
    };
    let hand = second_game().hand(player);
    let elsewhere = Cards::ALL - hand;
    for (cards, reason) in [
        (None, BadGift::Missing),
        (Some(hand.strongest(1)), BadGift::Count { given: 1, due: 2 }),
        (Some(Cards::NONE), BadGift::Count { given: 0, due: 2 }),
        (Some(elsewhere.strongest(2)), BadGift::NotHeld),
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
    assert_eq!(played(ContestRules::default(), 4, 11).1, played(ContestRules::default(), 4, 11).1);
    assert_ne!(played(ContestRules::default(), 1, 11).1, played(ContestRules::default(), 1, 12).1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_match_gives_a_record_that_reads_back(seed: u64, games in 1u32..5, reset in 0u32..4) {
        let rules = ContestRules { reset_every: reset, reseat_every: reset / 2, ..ContestRules::default() };
        let due = games;
        let (contest, games) = played(rules, games, seed);
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let record = MatchRecord { rules, seed, due, names, games };
        prop_assert_eq!(record.validate(), Ok(()));
        prop_assert_eq!(record.places(), contest.places());
        prop_assert_eq!(record.to_string().parse::<MatchRecord>(), Ok(record));
    }
}
