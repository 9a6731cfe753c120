//! Legality of melds.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_daihinmin_game::{
    Card, Cards, ContestRules, ContestTable, Illegal, Meld, MeldKind, Role, Suit, check, melds,
};

use crate::common::{cards, meld};
use crate::twin;

fn table(top: &str, locked: bool, revolution: bool) -> ContestTable {
    ContestTable {
        top: (!top.is_empty()).then(|| meld(top)),
        locked,
        revolution,
        ..ContestTable::new(0)
    }
}

/// The legal melds as text, joined by spaces.
fn listed(hand: &str, table: &ContestTable) -> String {
    let found = melds(&ContestRules::default(), cards(hand), table);
    found.iter().map(Meld::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_leader_may_lay_anything() {
    assert_eq!(listed("S3,H3,D7", &table("", false, false)), "S3 H3 D7 S3,H3");
    assert_eq!(
        listed("S3,S4,JK", &table("", false, false)),
        "S3 S4 JK S3,JK=H3 S3,JK=D3 S3,JK=C3 S4,JK=H4 S4,JK=D4 S4,JK=C4 JK=S-,S3,S4 S3,S4,JK=S5"
    );
}

#[test]
fn a_follower_lays_the_like_and_stronger() {
    assert_eq!(listed("S3,H5,D5,S9", &table("C4", false, false)), "H5 D5 S9");
    assert_eq!(listed("S3,H5,D5,S9", &table("C4", false, true)), "S3");
    assert_eq!(listed("S3,H5,D5,S9,JK", &table("S4", true, false)), "S9 JK");
    assert_eq!(listed("H5,D5,C5", &table("H4,D4", true, false)), "H5,D5");
    assert_eq!(listed("H5,JK", &table("H4,D4", true, false)), "H5,JK=D5");
    assert_eq!(listed("S6,S7,S8,H9,HT,HJ", &table("H3,H4,H5", false, false)), "S6,S7,S8 H9,HT,HJ");
    assert_eq!(listed("S6,S7,S8,H9,HT,HJ", &table("H3,H4,H5", true, false)), "H9,HT,HJ");
    // Five of a kind is not beaten by four and another card.
    assert_eq!(listed("S4,H4,D4,C4", &table("S3,H3,D3,C3,JK", false, false)), "");
}

#[test]
fn a_run_below_the_threes_is_beaten_by_nothing_in_a_revolution() {
    assert_eq!(listed("S3,S4,S5", &table("JK=H-,H3,H4", false, true)), "");
}

#[test]
fn only_the_spade_three_answers_a_lone_joker() {
    assert_eq!(listed("S3,H3,S2", &table("JK", false, false)), "S3");
    let rules = ContestRules { spade_three: false, ..ContestRules::default() };
    let three = Meld::single(Card::SPADE_THREE);
    let joker = table("JK", false, false);
    assert_eq!(check(&ContestRules::default(), cards("S3"), &joker, &three), Ok(()));
    assert_eq!(check(&rules, cards("S3"), &joker, &three), Err(Illegal::LoneJoker));
}

#[test]
fn what_is_illegal_is_told_why() {
    let rules = ContestRules::default();
    let told = |hand: &str, table: &ContestTable, laid: &str| {
        check(&rules, cards(hand), table, &meld(laid)).unwrap_err()
    };
    let locked = table("H4", true, false);
    assert_eq!(told("S3", &locked, "S5"), Illegal::NotHeld);
    assert_eq!(told("S3,H3", &locked, "H3"), Illegal::TooWeak);
    assert_eq!(told("S5,H5", &locked, "S5,H5"), Illegal::TooWeak);
    assert_eq!(told("S5", &locked, "S5"), Illegal::Locked);
    assert_eq!(told("S2", &table("JK", false, false), "S2"), Illegal::LoneJoker);
    let no_runs = ContestRules { runs: false, ..rules };
    let (run, empty) = (meld("S3,S4,S5"), table("", false, false));
    assert_eq!(check(&no_runs, run.cards(), &empty, &run), Err(Illegal::NoRuns));
}

/// Hands of up to ten cards that lie close together, so that sets and runs are common.
fn hands() -> impl Strategy<Value = Cards> {
    let pack: Vec<Card> = Cards::ALL.iter().collect();
    (proptest::sample::subsequence(pack, 0..=30), 1..=10usize, any::<bool>()).prop_map(
        |(some, count, joker)| {
            let close: Cards = some.into_iter().take(count).collect();
            if joker { close | Cards::JOKER } else { close }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    /// Legal melds on an empty table and on every meld that another hand could lay, locked or not,
    /// in a revolution or not.
    #[test]
    fn legal_melds_are_those_of_the_twin(hand in hands(), other in hands(), switches in 0u8..16) {
        let bit = |n: u8| switches >> n & 1 == 1;
        let rules = ContestRules {
            runs: !bit(0) || bit(3),
            spade_three: !bit(1) || bit(3),
            ..ContestRules::default()
        };
        let tops = melds(&rules, other, &table("", false, false));
        let every = tops.len().div_ceil(12).max(1);
        let tops = tops.into_iter().step_by(every).map(Some).chain([None]);
        for top in tops {
            let table = ContestTable {
                top,
                locked: bit(1) && top.is_some(),
                revolution: bit(2),
                ..ContestTable::new(0)
            };
            let found = melds(&rules, hand, &table);
            let set: BTreeSet<_> = found.iter().map(|meld| (meld.cards(), meld.role())).collect();
            prop_assert_eq!(set.len(), found.len(), "a meld twice among {:?}", found);
            prop_assert_eq!(
                set,
                twin::legal_melds(&rules, hand, &table),
                "{:?} upon {:?}",
                hand,
                top
            );
            for meld in &found {
                prop_assert_eq!(check(&rules, hand, &table, meld), Ok(()));
                prop_assert_eq!(Meld::lay(meld.cards().naturals(), role_of(meld)), Some(*meld));
                prop_assert_eq!(meld.to_string().parse::<Meld>().unwrap(), *meld);
            }
            // A meld that may only be led is refused.
            for meld in &melds(&rules, hand, &ContestTable::new(0)) {
                prop_assert_eq!(check(&rules, hand, &table, meld).is_ok(), found.contains(meld));
            }
        }
    }
}

fn role_of(meld: &Meld) -> Option<Role> {
    if meld.kind() == MeldKind::Joker { Some(Role::As(1, Suit::Heart)) } else { meld.role() }
}
