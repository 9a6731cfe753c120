//! The cubes that can occur in a game.

use shuban_core::Seat;
use shuban_gammon::Won;
use shuban_gammon::money::{POINT, PointInterval, Points};
use shuban_match::match_play::kinds::{CubeKind, cube_kinds, of_other};
use shuban_match::match_play::{CubeModel, MatchSituation, MoneySituation, PlayedForMatch};

fn of_match(needs: [u32; 2], crawford: bool) -> Vec<CubeKind> {
    let situation = &MatchSituation::new(needs, crawford);
    cube_kinds(&PlayedForMatch { situation, table: &CubeModel::USUAL.table() }).unwrap()
}

fn cubes(needs: [u32; 2], crawford: bool) -> Vec<(u32, Option<Seat>)> {
    of_match(needs, crawford).iter().map(|kind| (kind.cube.value(), kind.cube.owner)).collect()
}

#[test]
fn cubes_go_up_until_nobody_has_a_use_for_them() {
    assert_eq!(cubes([1, 1], false), [(1, None)]);
    assert_eq!(cubes([1, 4], true), [(1, None)]);
    // Only the one who is behind doubles, and then the other one has no use for the cube.
    assert_eq!(cubes([1, 4], false), [(1, None), (2, Some(0))]);
    assert_eq!(cubes([2, 2], false), [(1, None), (2, Some(1)), (2, Some(0))]);
    assert_eq!(cubes([25, 25], false).len(), 11);
}

#[test]
fn chances_after_a_game_are_rounded_outward() {
    let kinds = of_match([3, 2], false);
    let half = PointInterval::exactly(Points(POINT / 2));
    assert_eq!(kinds[0].after_win(0, Won::Single), half);
    assert_eq!(kinds[0].after_win(1, Won::Gammon), PointInterval::points(1));
    let after = kinds[0].after_win(0, Won::Gammon);
    assert_eq!(after.width(), 1);
    assert_eq!(of_other(of_other(after)), after);
}

#[test]
fn for_money_the_cube_goes_up_to_its_limit() {
    let kinds = |limit| cube_kinds(&MoneySituation::new(limit)).unwrap();
    let number = |limit| kinds(limit).len();
    assert_eq!([0, 1, 6].map(number), [1, 3, 13]);
    // A point of a doubled cube is two; a half stands for 0.
    let number = |quarters| PointInterval::exactly(Points(POINT / 4 * quarters));
    let doubled = |quarters| kinds(1)[0].of_doubled(number(quarters));
    assert_eq!([2, 3, 4].map(doubled), [2, 4, 6].map(number));
    assert_eq!(of_match([5, 5], false)[0].of_doubled(number(3)), number(3));
}
