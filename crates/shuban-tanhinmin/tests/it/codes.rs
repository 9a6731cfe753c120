//! The union of value sets by the sweep's codes.

use proptest::prelude::*;
use shuban_core::Winners;
use shuban_tanhinmin::{Codes, MAX_PLAYERS, Passing};

proptest! {
    #[test]
    fn codes_unite_as_the_rule_says(
        players in 2..=MAX_PLAYERS,
        sets in prop::collection::vec(1..32u8, 1..6),
        mover in 0..MAX_PLAYERS,
    ) {
        let sets: Vec<u8> = sets.iter().map(|set| (set & ((1 << players) - 1)).max(1)).collect();
        let mover = mover % players;
        let codes = Codes::new(players, Passing::Voluntary);
        let mut acc = [0];
        sets.iter().for_each(|&set| codes.join(mover, &mut acc, &[set]));
        let mut united = [0];
        Codes::decode(&acc, &mut united);
        let winners: Vec<Winners> = sets.iter().map(|&set| Winners::from_bits(set)).collect();
        prop_assert_eq!(united[0], Winners::united(mover, &winners).bits());
    }
}
