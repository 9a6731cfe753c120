//! Hands and rules that the tests share.

use shuban_core::Random;
use shuban_daihinmin_game::{Cards, ContestRules, Meld, PLAYERS};

pub(crate) fn cards(text: &str) -> Cards {
    text.parse().unwrap()
}

pub(crate) fn meld(text: &str) -> Meld {
    text.parse().unwrap()
}

/// Random hands with this many cards in all.
pub(crate) fn random_hands(random: &mut Random, count: usize) -> [Cards; PLAYERS] {
    let pack = Cards::ALL.shuffled(random);
    std::array::from_fn(|seat| pack[..count].iter().skip(seat).step_by(PLAYERS).copied().collect())
}

/// All rules that are off in the contest.
pub(crate) fn house_rules() -> ContestRules {
    ContestRules {
        five_skip: true,
        six_reverse: true,
        eleven_back: true,
        forbidden_finish: true,
        ..ContestRules::default()
    }
}
