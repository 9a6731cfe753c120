//! Changes of the table by plays.

use proptest::prelude::*;
use shuban_core::Random;
use shuban_daihinmin_game::{
    Card, Cards, ContestPosition, ContestRules, Illegal, Meld, PLAYERS, TableClearing, melds,
};

use crate::common::{cards, random_hands};
use crate::twin::PlainGame;

/// A game of these hands after these actions (`.` is a pass), seat 0 first.
fn played_by(rules: &ContestRules, hands: [&str; PLAYERS], actions: &str) -> ContestPosition {
    let rules = ContestRules { first: Card::JOKER, ..*rules };
    let mut position = ContestPosition::new(&rules, hands.map(cards));
    (position.table.turn, position.table.last) = (0, 0);
    for action in actions.split_whitespace() {
        let meld = (action != ".").then(|| action.parse().unwrap());
        position.play(&rules, meld).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
    position
}

fn played(hands: [&str; PLAYERS], actions: &str) -> ContestPosition {
    played_by(&ContestRules::default(), hands, actions)
}

const MANY: [&str; PLAYERS] =
    ["S3,S8,SJ,SK", "H4,H9,HQ,HA", "D5,DT,DK,D2", "C6,CT,CJ,JK", "C7,S9,CQ,CA"];

#[test]
fn the_diamond_three_leads() {
    let rules = ContestRules::default();
    let hands = ["S3", "H3", "C3", "D3", "S4"].map(cards);
    assert_eq!(ContestPosition::new(&rules, hands).table.turn, 3);
    assert_eq!(ContestPosition::new(&rules, [Cards::NONE; PLAYERS]).table.turn, 0);
}

#[test]
fn the_table_is_cleared_when_the_last_player_has_passed_too() {
    let position = played(MANY, "S3 . . . .");
    assert_eq!((position.table.turn, position.table.top.is_some()), (0, true));
    let go_on = played(MANY, "S3 . . . . SJ");
    assert_eq!((go_on.table.turn, go_on.table.locked), (0, true), "the others have passed");
    let cleared = played(MANY, "S3 . . . . .");
    assert_eq!((cleared.table.turn, cleared.table.top), (0, None));
    assert!(cleared.table.is_clear() && !played(MANY, "S3").table.is_clear());
    // A pass before any meld, and a meld before any pass.
    assert!(played(MANY, "").table.is_clear() && !played(MANY, ".").table.is_clear());

    let others = ContestRules { clearing: TableClearing::OthersPassed, ..ContestRules::default() };
    let cleared = played_by(&others, MANY, "S3 . . . .");
    assert_eq!((cleared.table.turn, cleared.table.top), (0, None));
}

#[test]
fn who_has_passed_is_out_until_the_table_is_cleared() {
    let position = played(MANY, "S3 H4 . C6 S9 SJ");
    assert_eq!(position.table.turn, 1);
    assert_eq!(played(MANY, "S3 H4 . C6 S9 SJ .").table.turn, 3, "seat 2 has passed");
}

#[test]
fn an_eight_clears_the_table() {
    let position = played(MANY, "S8");
    assert_eq!((position.table.turn, position.table.top), (0, None));
    let off = ContestRules { eight_cut: false, ..ContestRules::default() };
    assert_eq!(played_by(&off, MANY, "S8").table.turn, 1);
}

#[test]
fn the_spade_three_clears_the_table_of_the_joker() {
    let hands = ["S3,S4,H4", "JK,H3", "D3", "C3", "C4"];
    let position = played(hands, "S4 JK . . . S3");
    assert_eq!((position.table.turn, position.table.top), (0, None));
}

#[test]
fn a_lone_joker_unlocks() {
    let hands = ["S3,S4,S7,S9", "S5,SJ,H3", "D3,D4", "JK,S6", "C4,C5"];
    let locked = played(hands, "S3 S5 .");
    assert!(locked.table.locked);
    let position = played(hands, "S3 S5 . JK");
    assert!(!position.table.locked);
}

#[test]
fn whoever_goes_out_leaves_the_lead_to_the_next() {
    let hands = ["S3", "H4,H5", "D5,D6", "C6,C7", "C9,CT"];
    let position = played(hands, "S3 . . . .");
    assert_eq!(position.table.places[0], Some(0));
    assert_eq!((position.table.turn, position.table.top), (1, None));
    // The new leader counts as the last player: he leads again when all have passed.
    assert_eq!(played(hands, "S3 . . . . . . . .").table.turn, 1);
}

#[test]
fn the_last_place_is_given_without_play() {
    let hands = ["S3", "H4", "D5", "C6", "C7,C9"];
    let position = played(hands, "S3 H4 D5 C6");
    assert_eq!(position.table.places, [Some(0), Some(1), Some(2), Some(3), Some(4)]);
    assert!(
        position.is_over(&ContestRules::default()) && !position.is_stuck(&ContestRules::default())
    );
    let mut over = position.clone();
    assert_eq!(over.play(&ContestRules::default(), None), Err(Illegal::Over));
    assert_eq!(over, position);
    // A client of a server that goes on all the same reaches an end, too.
    for action in [None, Some(Meld::LONE_JOKER)] {
        let mut table = position.table;
        for out in [false, true] {
            table.play(&ContestRules::default(), action, out);
            assert_eq!(table.places, position.table.places);
        }
    }
}

#[test]
fn revolutions_reverse_the_strengths() {
    let hands = ["S3,H3,D3,C3,S4,H4,D4,C4,S9", "S5,S6,S7,ST", "H9", "C6", "C7"];
    assert!(played(hands, "S3,H3,D3,C3").table.revolution);
    assert!(!played(hands, "S3,H3,D3,C3 . . . . . S4,H4,D4,C4").table.revolution, "twice is none");
    let runs = ["S3,S4,S5,S6,JK,H4", "C5", "H3", "C6", "C7"];
    assert!(played(runs, "S3,S4,S5,S6,JK=S7").table.revolution);
    assert!(!played(runs, "S3,S4,S5,S6").table.revolution);
    let off = ContestRules { revolution: false, ..ContestRules::default() };
    assert!(!played_by(&off, runs, "S3,S4,S5,S6,JK=S7").table.revolution);
}

#[test]
fn twenty_passes_end_the_game() {
    let passes = ". ".repeat(20);
    let rules = ContestRules::default();
    assert!(!played(MANY, &passes[..38]).is_over(&rules));
    let stuck = played(MANY, &passes);
    assert!(stuck.is_stuck(&rules) && stuck.is_over(&rules) && !stuck.is_placed());
}

#[test]
fn house_rules_are_off_by_default() {
    let hands = ["S5,S6,SJ", "H6,H7", "D3,D4", "C6,CT", "C7,C9"];
    let turn = |rules: ContestRules, actions: &str| played_by(&rules, hands, actions).table.turn;
    let default = ContestRules::default();
    assert_eq!(turn(default, "S5"), 1);
    assert_eq!(turn(ContestRules { five_skip: true, ..default }, "S5"), 2);
    assert_eq!(turn(ContestRules { six_reverse: true, ..default }, "S6"), 4);
    let back = ContestRules { eleven_back: true, ..default };
    assert!(played_by(&back, hands, "SJ").table.reversed());
    assert!(played_by(&back, hands, "SJ . D4").table.reversed());
    assert!(!played_by(&back, hands, "SJ . . . . .").table.reversed());
    // Two jacks cancel each other, and of three revolutions one is left.
    let runs = ["H7,H8,H9,HT,HJ,C3", "SQ,SK,SA,S2,JK,C4", "D7,D8,D9,DT,DJ,C5", "C6,C7", "C8,C9"];
    let uncut = ContestRules { eight_cut: false, ..back };
    let actions = "H7,H8,H9,HT,HJ SQ,SK,SA,S2,JK=S+ D7,D8,D9,DT,DJ";
    let table = played_by(&uncut, runs, actions).table;
    assert_eq!((table.back, table.revolution), (false, true));
    let forbidden = ContestRules { forbidden_finish: true, ..default };
    let eights = ["S8", "H8", "D4", "C6,CT", "C7,C9"];
    let position = played_by(&forbidden, eights, "S8 H8 D4");
    assert_eq!(position.table.places, [Some(4), Some(3), Some(0), None, None]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_go_as_those_of_the_twin(seed: u64, switches in 0u8..64, cards in 5usize..=53) {
        let bit = |n: u8| switches >> n & 1 == 1;
        let rules = ContestRules {
            five_skip: bit(0),
            six_reverse: bit(1),
            eleven_back: bit(2),
            forbidden_finish: bit(3),
            clearing: if bit(4) { TableClearing::OthersPassed } else { TableClearing::AllPassed },
            revolution_set: if bit(5) { 2 } else { 4 },
            ..ContestRules::default()
        };
        let mut random = Random::new(seed);
        let mut position = ContestPosition::new(&rules, random_hands(&mut random, cards));
        let mut twin = PlainGame::new(&rules, position.hands.map(Cards::len), position.table.turn);
        while !position.is_over(&rules) {
            prop_assert!(!twin.over);
            let table = position.table;
            prop_assert_eq!(
                (twin.turn, twin.top, twin.locked),
                (table.turn, table.top, table.locked)
            );
            prop_assert_eq!((twin.revolution, twin.back), (table.revolution, table.back));
            prop_assert_eq!(twin.counts, position.hands.map(Cards::len));
            let view = position.view(table.turn);
            prop_assert!(!view.hand.is_empty() && !table.passed[table.turn]);
            prop_assert_eq!(view.unseen.len() + view.hand.len(), twin.counts.iter().sum::<usize>());
            let found = melds(&rules, view.hand, &table);
            let action = match random.below(4) {
                0 => None,
                _ => found.get(random.place(found.len())).copied(),
            };
            prop_assert_eq!(position.play(&rules, action), Ok(()));
            twin.follow(action);
        }
        prop_assert!(twin.over);
        let places = position.table.places;
        for (place, &seat) in twin.places.0.iter().enumerate() {
            prop_assert_eq!(places[seat], Some(place as u8));
        }
        for (place, &seat) in twin.places.1.iter().enumerate() {
            prop_assert_eq!(places[seat], Some(4 - place as u8));
        }
        prop_assert_eq!(places.iter().flatten().count(), twin.places.0.len() + twin.places.1.len());
        prop_assert_eq!(
            position.is_stuck(&rules),
            twin.places.0.len() + twin.places.1.len() < PLAYERS
        );
    }
}
