//! Decisions of players with the cube.

use shuban_gammon::Position;
use shuban_match::cube_player::modelled;
use shuban_match::match_play::{DoublingTurn, Stakes};

use crate::backgammon;

/// The least chances, in hundredths, at which the model doubles, and at which it passes.
fn points(stakes: &Stakes) -> [Option<u32>; 2] {
    let start = backgammon().start();
    let turn = DoublingTurn { position: Position::new(start, start), stakes };
    let decide = |chance: &u32| modelled(&turn, f64::from(*chance) / 100.0);
    [(0..100).find(|at| decide(at).doubles), (0..100).find(|at| !decide(at).takes)]
}

#[test]
fn the_model_has_the_points_that_are_known_of_it() {
    let stakes = Stakes {
        length: 0,
        score: [0, 0],
        cube: 1,
        owner: None,
        is_crawford: false,
        is_jacoby: false,
    };
    // Between a dead cube, passed from 3/4 on, and a live one, from 4/5 on: 11/14. It is doubled
    // from 11/16 on, where 2 (7p/3 - 4/3) is 26/9 (p - 1/2).
    let [first, pass] = points(&stakes);
    assert_eq!((first, pass), (Some(69), Some(79)));
    // An own cube is turned later.
    let own = Stakes { cube: 2, owner: Some(0), ..stakes.clone() };
    assert_eq!(points(&own), [Some(72), Some(79)]);
    // Where both need two points, the first double makes the game the match: at any advantage.
    let [double, pass] = points(&Stakes { length: 2, ..stakes.clone() });
    assert_eq!(double, Some(51));
    assert!(pass.is_some_and(|pass| (65..76).contains(&pass)), "{pass:?}");
    // After the Crawford game the player who trails doubles at once.
    let [double, _] = points(&Stakes { length: 5, score: [1, 4], ..stakes });
    assert_eq!(double, Some(1));
}
