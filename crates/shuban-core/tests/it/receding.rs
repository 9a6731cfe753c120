//! Values that recede.

use proptest::prelude::*;
use shuban_core::{Receding, Record};

#[test]
fn wins_are_better_the_sooner_and_losses_the_later() {
    let worst_first = [
        Receding::within(-2, 9),
        Receding::within(-1, 1),
        Receding::within(-1, 2),
        Receding::endless(0),
        Receding::within(1, 8),
        Receding::within(1, 0),
        Receding::within(2, Receding::MAX_PLIES),
    ];
    assert!(worst_first.is_sorted_by_key(|value| value.merit(0)));
    assert_eq!(Receding::within(1, 3).plies(), Some(3));
    assert_eq!(Receding::within(1, u16::MAX).plies(), Some(Receding::MAX_PLIES));
    assert_eq!(Receding::endless(1).plies(), None);
    assert!(Receding::within(-1, 3).merit(-2) > Receding::within(-1, 4).merit(-2));
}

#[test]
fn scores_at_the_ends_of_their_range_are_compared_and_counted_from_any_worth() {
    let (low, high) = (Receding::within(-20_000, 1), Receding::within(20_000, 1));
    for endless in [i16::MIN, -20_000, 0, 20_000, i16::MAX] {
        assert!(high.merit(endless) > low.merit(endless));
    }
    // A win where the worth of endless play is least.
    assert!(high.merit(-20_000) > Receding::within(20_000, 2).merit(-20_000));
    let most = Receding::MAX_SCORE;
    assert_eq!(Receding::within(most, 3).beyond(-most), Some(Receding::within(2 * most, 3)));
    assert_eq!(Receding::endless(-most).beyond(most), Some(Receding::endless(-2 * most)));
    assert_eq!(Receding::within(most + 1, 3).beyond(0), None);
    assert_eq!(Receding::within(i16::MIN, 3).beyond(0), None);
    assert_eq!(Receding::endless(0).beyond(-most - 1), None);
}

proptest! {
    #[test]
    fn what_is_stored_is_read_back(
        score: i16,
        plies in proptest::option::of(0..=Receding::MAX_PLIES),
    ) {
        let value = plies.map_or(Receding::endless(score), |plies| Receding::within(score, plies));
        let mut raw = [0; 2];
        value.to_columns(&mut raw);
        prop_assert_eq!(Receding::from_columns(&raw), value);
    }
}

#[test]
fn one_ply_is_not_plies() {
    for (plies, text) in [(1, "1 ply"), (2, "2 plies")] {
        let fields = Receding::within(1, plies).outcome_fields();
        let short = fields.iter().find(|field| field.name == "plies").unwrap().short_text();
        assert_eq!(short.as_deref(), Some(text));
    }
}

#[test]
fn a_score_has_a_sign_unless_it_is_nothing() {
    for (value, short, long) in [
        (Receding::within(3, 2), "+3", "+3, certain in 2 plies"),
        (Receding::within(-3, 1), "-3", "-3, certain in 1 ply"),
        (Receding::within(0, 5), "0", "0, certain in 5 plies"),
        (Receding::endless(0), "0", "0, what endless play is worth"),
    ] {
        let fields = value.score_fields();
        let score = fields.iter().find(|field| field.name == "score").unwrap();
        assert_eq!(score.short_text().as_deref(), Some(short));
        assert_eq!(score.long_text().as_deref(), Some(long));
    }
}

#[test]
fn a_win_is_as_far_from_a_draw_as_a_loss() {
    for (score, number, share) in [(-7, -1.0, 0.0), (0, 0.0, 0.5), (2, 1.0, 1.0)] {
        let rating = Receding::within(score, 1).outcome_fields().rating().unwrap();
        assert_eq!((rating.number, rating.share()), (number, share));
        assert_eq!(rating.range, [-1.0, 1.0]);
    }
}
