//! Winners of sums, compared with the canonical form of the sum and with plain play.

use proptest::prelude::*;
use shuban_cgt::{Effort, FormId, Forms, NumberUpStar, Player};

use crate::tree::{Tree, trees};

const BOTH: [Player; 2] = [Player::Left, Player::Right];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_winner_is_that_of_the_whole_sum(games in prop::collection::vec(trees(4), 1..6)) {
        let forms = Forms::new();
        let terms: Vec<FormId> = games.iter().map(|game| game.form(&forms)).collect();
        let outcome = forms.outcome(forms.total(terms.iter().copied()));
        for begins in BOTH {
            prop_assert_eq!(forms.winner(&terms, begins), outcome.winner(begins));
            let decided = forms.winner_by_thermographs(&terms, begins);
            prop_assert!(decided.is_none_or(|winner| winner == outcome.winner(begins)));
            for work in [0, 1, 3, 10] {
                let found = forms.winner_within(&terms, begins, Effort::of(work));
                prop_assert!(found.is_none_or(|winner| winner == outcome.winner(begins)));
            }
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_winner_is_that_of_play(games in prop::collection::vec(trees(2), 1..4)) {
        let forms = Forms::new();
        let terms: Vec<FormId> = games.iter().map(|game| game.form(&forms)).collect();
        let outcome = games.iter().fold(Tree::default(), |sum, game| sum.sum(game)).outcome();
        for begins in BOTH {
            prop_assert_eq!(forms.winner(&terms, begins), outcome.winner(begins));
        }
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// Sums that are close: each game beside one that is nearly its negative.
    #[test]
    fn close_sums_are_decided_too(
        games in prop::collection::vec(trees(3), 1..4),
        ups in -2i32..3,
        nimber in 0u32..4,
    ) {
        let forms = Forms::new();
        let star = NumberUpStar { ups, nimber, ..NumberUpStar::default() };
        let mut terms = vec![forms.number_up_star(star)];
        for game in &games {
            let form = game.form(&forms);
            terms.push(form);
            // Its negative in another form, or a little off: an option of it is left out.
            let negative = forms.negative(form);
            let (left, right) = (forms.left(negative), forms.right(negative));
            terms.push(forms.form(left.split_last().map_or(left, |(_, most)| most), right));
        }
        let outcome = forms.outcome(forms.total(terms.iter().copied()));
        for begins in BOTH {
            prop_assert_eq!(forms.winner(&terms, begins), outcome.winner(begins));
        }
    }

    #[test]
    fn simple_sums_have_the_options_of_their_forms(
        ups in -3i32..4,
        nimber in 0u32..5,
        halves in -3i32..4,
    ) {
        let forms = Forms::new();
        let number = shuban_cgt::Dyadic::from(halves).half();
        let form = forms.number_up_star(NumberUpStar { number, ups, nimber });
        // Beside games that cool down to a close fight: the result depends on every option.
        let tiny = forms.parse("{0|{0|-3}}").unwrap();
        let hot = forms.parse("{3|{2|-2}}").unwrap();
        let minus = forms.number(-number - number);
        for terms in [[form, tiny, minus], [form, hot, minus], [form, forms.negative(tiny), form]] {
            let outcome = forms.outcome(forms.total(terms));
            for begins in BOTH {
                prop_assert_eq!(forms.winner(&terms, begins), outcome.winner(begins));
            }
        }
    }
}

#[test]
fn too_little_work_gives_no_winner() {
    let forms = Forms::new();
    // Infinitesimals, which are invisible to thermographs.
    let tiny = forms.parse("{0|{0|-3}}").unwrap();
    let terms =
        [tiny, tiny, forms.number_up_star(NumberUpStar { ups: -1, ..NumberUpStar::default() })];
    let winner = forms.winner(&terms, Player::Left);
    let needed = (0..)
        .find(|&work| forms.winner_within(&terms, Player::Left, Effort::of(work)).is_some())
        .unwrap();
    assert!(needed > 0);
    assert_eq!(forms.winner_within(&terms, Player::Left, Effort::of(needed)), Some(winner));
    assert_eq!(forms.winner_within(&terms, Player::Left, Effort::of(needed - 1)), None);
}

#[test]
fn many_hot_games_are_decided_at_once() {
    let forms = Forms::new();
    let read = |text: &str| forms.parse(text).unwrap();
    // ±1 … ±32: the side that begins takes the largest, the other the next, and so on.
    let switches: Vec<FormId> = (1..=32).map(|x| read(&format!("+-{x}"))).collect();
    for begins in BOTH {
        assert_eq!(forms.winner(&switches, begins), begins);
    }
    // 32 - 31 + 30 - … = 16: less than 15 + 16.
    let mut terms = switches;
    for (number, winner) in [(-15, Player::Left), (-16, Player::Right), (-17, Player::Right)] {
        terms.push(forms.number(number.into()));
        assert_eq!(forms.winner(&terms, Player::Left), winner, "{number}");
        terms.pop();
    }
}
