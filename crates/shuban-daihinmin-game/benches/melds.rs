//! Lists of legal melds, hands as disjoint melds, and whole games. Items are hands or games.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::Random;
use shuban_daihinmin_game::players::{Base, ContestPlayer, split};
use shuban_daihinmin_game::{
    Cards, ContestPosition, ContestRules, ContestTable, Meld, MeldKind, PLAYERS, can_play, melds,
    melds_into,
};

fn main() {
    divan::main();
}

/// Numbers of cards of a hand.
const SIZES: [usize; 3] = [4, 8, 11];

/// Hands of this many cards, of which every fifth has the joker.
fn hands(size: usize) -> Vec<Cards> {
    let mut random = Random::new(1);
    let dealt = (0..200).flat_map(|_| {
        let pack = Cards::ALL.shuffled(&mut random);
        let hands = pack.chunks_exact(size).take(PLAYERS);
        hands.map(|cards| cards.iter().copied().collect()).collect::<Vec<Cards>>()
    });
    dealt.collect()
}

/// Melds that are followed most, as the kind and the number of cards.
const TOPS: [(MeldKind, usize); 4] =
    [(MeldKind::Single, 1), (MeldKind::Set, 2), (MeldKind::Set, 3), (MeldKind::Run, 3)];

/// Hands of eight cards, each upon one of the weakest melds of another hand that has any of a kind
/// and size.
fn followed((kind, size): (MeldKind, usize)) -> Vec<(Cards, ContestTable)> {
    let rules = ContestRules::default();
    let hands = hands(8);
    let led = hands.iter().map(|&hand| melds(&rules, hand, &ContestTable::new(0)));
    let tops = led.flat_map(|led| {
        let alike = |meld: &Meld| meld.kind() == kind && meld.len() == size;
        led.into_iter().filter(alike).take(2)
    });
    let table = |top| ContestTable { top: Some(top), ..ContestTable::new(0) };
    hands.iter().rev().copied().cycle().take(1_000).zip(tops.map(table)).collect()
}

#[divan::bench(args = SIZES)]
fn leads(bencher: Bencher<'_, '_>, size: usize) {
    let (rules, table, hands) = (ContestRules::default(), ContestTable::new(0), hands(size));
    let mut found = Vec::new();
    bencher.counter(ItemsCount::new(hands.len())).bench_local(|| {
        for &hand in &hands {
            melds_into(&rules, hand, &table, &mut found);
            black_box(&found);
        }
    });
}

#[divan::bench(args = TOPS)]
fn follows(bencher: Bencher<'_, '_>, top: (MeldKind, usize)) {
    let (rules, positions) = (ContestRules::default(), followed(top));
    let mut found = Vec::new();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (hand, table) in &positions {
            melds_into(&rules, *hand, table, &mut found);
            black_box(&found);
        }
    });
}

#[divan::bench(args = TOPS)]
fn can_follow(bencher: Bencher<'_, '_>, top: (MeldKind, usize)) {
    let (rules, positions) = (ContestRules::default(), followed(top));
    let count = || positions.iter().filter(|(hand, table)| can_play(&rules, *hand, table)).count();
    bencher.counter(ItemsCount::new(positions.len())).bench_local(count);
}

#[divan::bench(args = SIZES)]
fn splits(bencher: Bencher<'_, '_>, size: usize) {
    let (rules, hands) = (ContestRules::default(), hands(size));
    bencher
        .counter(ItemsCount::new(hands.len()))
        .bench_local(|| hands.iter().map(|&hand| split(&rules, hand).len()).sum::<usize>());
}

/// Whole games of five players by the rules of `base`, without exchange.
#[divan::bench]
fn games(bencher: Bencher<'_, '_>) {
    let rules = ContestRules::default();
    let mut random = Random::new(3);
    let deals: Vec<[Cards; PLAYERS]> = (0..100)
        .map(|_| {
            let pack = Cards::ALL.shuffled(&mut random);
            std::array::from_fn(|seat| pack.iter().skip(seat).step_by(PLAYERS).copied().collect())
        })
        .collect();
    bencher
        .counter(ItemsCount::new(deals.len()))
        .bench_local(|| deals.iter().map(|&hands| actions(&rules, hands)).sum::<usize>());
}

/// Plays a game, and returns the number of its actions.
fn actions(rules: &ContestRules, hands: [Cards; PLAYERS]) -> usize {
    let mut base = Base { rules: *rules };
    let mut position = ContestPosition::new(rules, hands);
    let mut count = 0;
    while !position.is_over(rules) {
        let view = position.view(position.table.turn);
        let action = base.play(&view);
        position.play(rules, action).expect("base plays by the rules");
        count += 1;
    }
    count
}
