//! Values that answers to the two questions leave possible.

use shuban_core::Payoffs;
use shuban_solve::proof::{ProofStanding, ProofValue};

#[test]
fn two_answers_leave_one_value_and_one_leaves_two_or_one() {
    for (draws, wins, name) in [
        (None, None, None),
        (Some(true), None, Some("first-or-draw")),
        (Some(false), None, Some("second")),
        (None, Some(true), Some("first")),
        (None, Some(false), Some("second-or-draw")),
        (Some(true), Some(false), Some("draw")),
        (Some(true), Some(true), Some("first")),
        (Some(false), Some(false), Some("second")),
        (Some(false), Some(true), None),
    ] {
        let answers = [draws, wins];
        let standing = ProofStanding::of(|question| answers[question as usize]);
        assert_eq!(standing.name(), name, "{answers:?}");
        let value = standing.value().map(ProofValue::name);
        assert_eq!(value, name.filter(|name| !name.ends_with("-or-draw")), "{answers:?}");
        assert_eq!(standing.for_seat(1).for_seat(1), standing);
    }
    let second = ProofStanding::over(&Payoffs::new(&[-1, 1]));
    assert_eq!((second.name(), second.for_seat(1).least), (Some("second"), 1));
    let winners = [ProofValue::First, ProofValue::Draw, ProofValue::Second].map(ProofValue::winner);
    assert_eq!(winners, [Some(0), None, Some(1)]);
}
