//! Checkers on points.

use proptest::prelude::*;
use shuban_core::checkers::Checkers;

proptest! {
    #[test]
    fn everything_agrees_with_an_array(counts in prop::array::uniform31(0usize..=15)) {
        let mut checkers = Checkers::NONE;
        for (i, &count) in counts.iter().enumerate() {
            checkers = checkers.with(i + 1, count);
        }
        let mask = |least: usize| {
            counts
                .iter()
                .enumerate()
                .filter(|(_, c)| **c >= least)
                .fold(0u32, |m, (i, _)| m | 1 << (i + 1))
        };
        prop_assert_eq!(checkers.count(), counts.iter().sum::<usize>());
        prop_assert_eq!(checkers.occupied(), mask(1));
        prop_assert_eq!(checkers.blocks(), mask(2));
        prop_assert_eq!(checkers.highest(), counts.iter().rposition(|&c| c > 0).map(|i| i + 1));
        prop_assert_eq!(
            checkers.pips(),
            counts.iter().enumerate().map(|(i, c)| (i + 1) * c).sum::<usize>()
        );
        prop_assert_eq!(
            checkers.iter().collect::<Vec<_>>(),
            counts
                .iter()
                .enumerate()
                .filter(|(_, c)| **c > 0)
                .map(|(i, &c)| (i + 1, c))
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn an_integer_of_nibbles_has_the_checkers_of_its_places(nibbles in any::<u128>()) {
        let checkers = Checkers::from_nibbles(nibbles);
        for place in 1..32 {
            prop_assert_eq!(checkers.on(place), (nibbles >> (4 * place) & 15) as usize);
        }
        prop_assert_eq!(checkers.nibbles(), nibbles & !15);
    }
}

#[test]
fn checkers_are_told_by_place_and_number() {
    assert_eq!(format!("{:?}", Checkers::from_places([3, 7, 3])), "{3: 2, 7: 1}");
    assert_eq!(format!("{:?}", Checkers::NONE), "{}");
}
