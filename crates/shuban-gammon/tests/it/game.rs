//! The rules as a game.

use proptest::prelude::*;
use shuban_core::dice::Roll;
use shuban_core::{Game, Payoffs, Play};
use shuban_gammon::{Gammon, Move, Position};

use crate::{half_gammon, position_of};

#[test]
fn whoever_has_borne_off_everything_has_won() {
    let game = Gammon::new(half_gammon());
    let of_mover =
        |text: &str| game.outcome(&game.parse(text).unwrap()).map(|payoffs| payoffs.of(0));
    assert_eq!(of_mover("|3"), Some(1));
    assert_eq!(of_mover("3|"), Some(-1));
    assert_eq!(of_mover("3|1"), None);
    assert_eq!(of_mover("1,1,1,1,1,1,1,bar|"), Some(-1));
    let position = game.parse("3|").unwrap();
    let payoffs = game.outcome(&Position { turn: 1, ..position }).unwrap();
    assert_eq!((payoffs.of(0), payoffs.of(1)), (1, -1), "seat 0 is the other one here");
    // One side has no checkers left, so there is no contact, not even with a checker on the bar.
    let on_bar = game.parse("|3,bar").unwrap();
    assert!(!on_bar.is_contact(&half_gammon()) && !on_bar.swapped().is_contact(&half_gammon()));
}

#[test]
fn dead_positions_are_draws_without_plays() {
    let game = Gammon::new(half_gammon());
    let position = game.parse("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar").unwrap();
    assert_eq!(game.outcome(&position), Some(Payoffs::new(&[0, 0])));
    let mut plays = Vec::new();
    game.plays(&position, Roll::new(3, 3), &mut plays);
    assert_eq!(plays, []);
}

#[test]
fn a_shut_out_player_passes() {
    let game = Gammon::new(half_gammon());
    let position = game.parse("bar|1,1,2,2,3,3").unwrap();
    let mut plays = Vec::new();
    game.plays(&position, Roll::new(3, 3), &mut plays);
    assert_eq!(plays, [Play { action: Move::PASS, after: position.swapped() }]);
    assert_eq!(game.format_move(&position, Roll::new(3, 3), &plays[0].action), "no play");
}

proptest! {
    /// Contact and rearmost checkers as a person sees them on the board, place by place.
    #[test]
    fn contact_races_and_rearmost_checkers_are_what_the_places_show(
        (variant, position, _) in position_of(&["backgammon", "half-gammon", "mini-gammon"]),
    ) {
        let Position { mover, opponent, .. } = position;
        let places = || (1..=variant.bar()).rev();
        let last = |side: shuban_core::checkers::Checkers| places().find(|&place| side.on(place) > 0);
        prop_assert_eq!(position.rearmost(), [mover, opponent].map(|side| last(side).unwrap_or(0)));
        let outside = places().filter(|&place| place > variant.home());
        prop_assert_eq!(
            position.may_bear_off(&variant),
            outside.map(|place| mover.on(place)).sum::<usize>() == 0
        );
        // Some checker of the mover has one of the opponent's still in front of it.
        let is_in_front = |own: usize| (1..=variant.bar()).any(|place| {
            opponent.on(place) > 0 && own + place > variant.bar()
        });
        let meets = places().any(|own| mover.on(own) > 0 && is_in_front(own));
        prop_assert_eq!(position.is_contact(&variant), meets);
    }
}
