//! Lists of melds against a plain generator, in the same order.

use std::ops::{Range, RangeInclusive};

use shuban_core::Random;
use shuban_daihinmin_game::{
    Card, Cards, ContestRules, ContestTable, Meld, MeldKind, PLAYERS, Role, Strength, Suit, Suits,
    can_play, melds, melds_into,
};

/// The number of positions to compare, in place of the moderate default.
const POSITIONS: &str = "SHUBAN_TEST_POSITIONS";

#[test]
fn melds_are_those_of_the_plain_generator_in_its_order() {
    let positions = std::env::var(POSITIONS).map_or(20_000, |text| text.parse().unwrap());
    let mut random = Random::new(1);
    let mut found = Vec::new();
    for _ in 0..positions {
        let (rules, hand, table) = position(&mut random);
        let expected = plain_melds(&rules, hand, &table);
        melds_into(&rules, hand, &table, &mut found);
        assert_eq!(found, expected, "{hand} upon {table:?} by {rules}");
        assert_eq!(can_play(&rules, hand, &table), !expected.is_empty(), "{hand} upon {table:?}");
    }
    let (rules, table) = (ContestRules::default(), ContestTable::new(0));
    assert_eq!(melds(&rules, Cards::ALL, &table), plain_melds(&rules, Cards::ALL, &table));
}

/// A hand of up to 15 cards, and a table on which another hand has laid any of its melds.
fn position(random: &mut Random) -> (ContestRules, Cards, ContestTable) {
    let rules = ContestRules {
        runs: random.below(8) > 0,
        spade_three: random.below(8) > 0,
        ..ContestRules::default()
    };
    let hand = hand(random);
    let other = hand_of(random, 15, 5) | Cards::JOKER;
    let led = plain_melds(&ContestRules::default(), other, &ContestTable::new(0));
    // All kinds and sizes are as common.
    let shapes = [(MeldKind::Single, 1), (MeldKind::Joker, 1)]
        .into_iter()
        .chain((2..=5).map(|size| (MeldKind::Set, size)))
        .chain((3..=6).map(|size| (MeldKind::Run, size)));
    let shapes: Vec<_> = shapes.collect();
    let (kind, size) = shapes[random.place(shapes.len())];
    let alike: Vec<&Meld> =
        led.iter().filter(|meld| meld.kind() == kind && meld.len() == size).collect();
    let top = alike.get(random.place(alike.len() + 1)).map(|&&meld| meld);
    let table = ContestTable {
        top,
        locked: top.is_some() && random.below(2) > 0,
        revolution: random.below(2) > 0,
        back: random.below(4) == 0,
        ..ContestTable::new(random.place(PLAYERS))
    };
    (rules, hand, table)
}

/// A hand from the whole pack, or from some strengths next to each other, so that sets and runs are
/// common; with the joker as often as not.
fn hand(random: &mut Random) -> Cards {
    let (count, strengths) = (1 + random.place(15), [13, 7, 4][random.place(3)]);
    let hand = hand_of(random, count, strengths);
    if random.below(2) > 0 { hand | Cards::JOKER } else { hand }
}

/// Cards of this many strengths next to each other.
fn hand_of(random: &mut Random, count: usize, strengths: usize) -> Cards {
    let lowest = 1 + random.place(14 - strengths);
    let near = |card: &Card| (lowest..lowest + strengths).contains(&card.strength().into());
    let pack = Cards::ALL.naturals().shuffled(random);
    pack.into_iter().filter(near).take(count).collect()
}

/// The legal melds by trying every strength, size and subset of suits in turn.
fn plain_melds(rules: &ContestRules, hand: Cards, table: &ContestTable) -> Vec<Meld> {
    let mut found = Vec::new();
    let Some(top) = table.top else {
        (1..=13).for_each(|strength| singles(hand, strength, Suits::ALL, &mut found));
        if hand.has_joker() {
            found.push(Meld::LONE_JOKER);
        }
        for strength in 1..=13 {
            for size in 2..=5 {
                sets(hand, strength, size, None, &mut found);
            }
        }
        if rules.runs {
            Suit::ALL.into_iter().for_each(|suit| runs(hand, suit, 3..=14, 0..15, &mut found));
        }
        return found;
    };
    // Strengths all of whose cards beat the top.
    let stronger = if table.reversed() { 0..top.lowest() } else { top.highest() + 1..15 };
    let lock = table.locked.then(|| top.suits());
    let suits = lock.unwrap_or(Suits::ALL);
    match top.kind() {
        MeldKind::Joker => {
            if rules.spade_three && hand.contains(Card::SPADE_THREE) {
                found.push(Meld::single(Card::SPADE_THREE));
            }
        }
        MeldKind::Single => {
            stronger.for_each(|strength| singles(hand, strength, suits, &mut found));
            if hand.has_joker() {
                found.push(Meld::LONE_JOKER);
            }
        }
        MeldKind::Set => {
            stronger.for_each(|strength| sets(hand, strength, top.len(), lock, &mut found));
        }
        MeldKind::Run if rules.runs => {
            let size = top.len() as u8;
            for suit in suits.iter() {
                runs(hand, suit, size..=size, stronger.clone(), &mut found);
            }
        }
        MeldKind::Run => {}
    }
    found
}

fn singles(hand: Cards, strength: Strength, suits: Suits, found: &mut Vec<Meld>) {
    for suit in hand.suits_at(strength).iter().filter(|&suit| suits.contains(suit)) {
        found.push(Meld::single(Card::new(strength, suit)));
    }
}

/// The sets of one strength and size, of exactly these suits if they are locked.
fn sets(hand: Cards, strength: Strength, size: usize, lock: Option<Suits>, found: &mut Vec<Meld>) {
    let held = hand.suits_at(strength);
    let fits = |suits: Suits| lock.is_none_or(|lock| suits == lock);
    for naturals in held.subsets() {
        let cards = Cards::of(strength, naturals);
        if naturals.len() == size && fits(naturals) {
            found.extend(Meld::lay(cards, None));
        }
        if hand.has_joker() && naturals.len() + 1 == size {
            for suit in naturals.others().iter().filter(|&suit| fits(naturals.with(suit))) {
                found.extend(Meld::lay(cards, Some(Role::As(strength, suit))));
            }
            if naturals == Suits::ALL && fits(naturals) {
                found.extend(Meld::lay(cards, Some(Role::Fifth)));
            }
        }
    }
}

/// The runs of one suit and of these sizes that lie within these strengths.
fn runs(
    hand: Cards,
    suit: Suit,
    sizes: RangeInclusive<u8>,
    within: Range<Strength>,
    found: &mut Vec<Meld>,
) {
    let of_suit = Suits::only(suit);
    for lowest in within.clone() {
        for size in sizes.clone().take_while(|size| lowest + size <= within.end) {
            let strengths = lowest..lowest + size;
            let all: Cards =
                strengths.clone().map(|strength| Cards::of(strength, of_suit)).collect();
            let held = hand & all;
            if held.len() == usize::from(size) {
                found.extend(Meld::lay(held, None));
            }
            for strength in strengths.filter(|_| hand.has_joker()) {
                let naturals = held - Cards::of(strength, of_suit);
                if naturals.len() + 1 == usize::from(size) {
                    found.extend(Meld::lay(naturals, Some(Role::As(strength, suit))));
                }
            }
        }
    }
}
