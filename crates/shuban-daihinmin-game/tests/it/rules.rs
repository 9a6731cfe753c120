//! Points and classes over many games.

use shuban_daihinmin_game::{ContestRules, PLAYERS};

#[test]
fn points_are_those_of_the_places_as_often_as_they_were_reached() {
    let contest = ContestRules::default();
    for place in 0..PLAYERS {
        let mut places = [0; PLAYERS];
        places[place] = 3;
        assert_eq!(contest.points_of(&places), 3 * (5 - place as u64));
    }
    assert_eq!(contest.points_of(&[7, 0, 1, 2, 4]), 35 + 3 + 4 + 4);
    let large = ContestRules { points: [u16::MAX, 0, 0, 0, 9], ..contest };
    let most = u64::from(u32::MAX);
    assert_eq!(large.points_of(&[u32::MAX; PLAYERS]), most * 65_535 + most * 9);
}

#[test]
fn classes_last_until_they_are_reset() {
    let rules = ContestRules { reset_every: 3, ..ContestRules::default() };
    let left: Vec<u32> = (1..=7).map(|number| rules.games_left(number)).collect();
    assert_eq!(left, [2, 1, 0, 2, 1, 0, 2]);
    assert_eq!(rules.games_left(0), 2);
    let never = ContestRules { reset_every: 0, ..rules };
    assert_eq!(never.games_left(5), u32::MAX);
}
