//! Hands as melds.

use proptest::prelude::*;
use shuban_daihinmin_game::players::split;
use shuban_daihinmin_game::{Card, Cards, ContestRules, Meld};

fn texts(rules: &ContestRules, hand: &str) -> String {
    let melds = split(rules, hand.parse().unwrap());
    melds.iter().map(Meld::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn sets_and_runs_are_cut_so_that_few_melds_are_left() {
    let rules = ContestRules::default();
    assert_eq!(texts(&rules, ""), "");
    assert_eq!(texts(&rules, "S3,H3,D3,S5"), "S3,H3,D3 S5");
    assert_eq!(texts(&rules, "S3,H3,S4,H4,S5,H5"), "S3,S4,S5 H3,H4,H5");
    assert_eq!(texts(&rules, "S3,D3,S4,D4,S5,D5"), "S3,S4,S5 D3,D4,D5");
    assert_eq!(texts(&rules, "S3,S4,S5,H3"), "H3 S3,S4,S5");
    assert_eq!(texts(&rules, "S3,S4,S5,S6,S7,S8,S9"), "S3,S4,S5,S6,S7,S8,S9");
    // Cards of one suit below and beside a run count for themselves.
    assert_eq!(texts(&rules, "C3,S4,S5,C5,S6"), "C3 S4,S5,S6 C5");
    let no_runs = ContestRules { runs: false, ..rules };
    assert_eq!(texts(&no_runs, "S3,S4,S5,JK"), "S3 S4 S5 JK");
}

proptest! {
    #[test]
    fn the_melds_are_the_hand(cards in proptest::sample::subsequence(
        Cards::ALL.iter().collect::<Vec<Card>>(), 0..16,
    )) {
        let hand: Cards = cards.into_iter().collect();
        let found = split(&ContestRules::default(), hand);
        let union: Cards = found.iter().map(Meld::cards).collect();
        prop_assert_eq!(union, hand);
        prop_assert_eq!(found.iter().map(Meld::len).sum::<usize>(), hand.len());
        // No worse than no run at all.
        let strengths =
            (1..=13).filter(|&strength| !hand.suits_at(strength).is_empty()).count();
        prop_assert!(found.len() <= strengths + usize::from(hand.has_joker()));
    }
}
