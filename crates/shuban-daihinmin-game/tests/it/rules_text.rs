//! Rules as text.

use proptest::prelude::*;
use shuban_daihinmin_game::{Card, ContestRules, TableClearing};

#[test]
fn rules_are_written_as_what_differs() {
    assert_eq!(ContestRules::default().to_string(), "default");
    let rules: ContestRules = "five-skip=on  clearing=others points=4,3,2,1,0".parse().unwrap();
    assert_eq!(rules.to_string(), "five-skip=on clearing=others points=4,3,2,1,0");
    assert_eq!("".parse(), Ok(ContestRules::default()));
    for (text, at) in
        [("runs", 0), ("runs=on jokers=2", 8), ("exchange=11,0", 0), ("most-passes=0", 0)]
    {
        assert_eq!(text.parse::<ContestRules>().unwrap_err().at, at, "{text}");
    }
}

proptest! {
    #[test]
    fn rules_round_trip(
        switches in 0u16..2048,
        numbers: [u16; 5],
        most in 1u8..,
        card in 0usize..53,
    ) {
        let bit = |n: u8| switches >> n & 1 == 1;
        let rules = ContestRules {
            runs: bit(0),
            revolution: bit(1),
            revolution_set: numbers[0] as u8,
            revolution_run: numbers[1] as u8,
            eight_cut: bit(2),
            suit_lock: bit(3),
            spade_three: bit(4),
            five_skip: bit(5),
            six_reverse: bit(6),
            eleven_back: bit(7),
            forbidden_finish: bit(8),
            clearing: if bit(9) {
                TableClearing::AllPassed
            } else {
                TableClearing::OthersPassed
            },
            first: shuban_daihinmin_game::Cards::ALL.iter().nth(card).unwrap_or(Card::JOKER),
            most_passes: most,
            exchange: [most % 11, most % 7],
            reset_every: numbers[2].into(),
            reseat_every: numbers[3].into(),
            points: numbers,
        };
        prop_assert_eq!(rules.to_string().parse(), Ok(rules));
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[a-z=0-9, -]{0,40}|\\PC{0,20}") {
        let _ = text.parse::<ContestRules>();
    }
}
