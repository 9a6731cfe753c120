//! Match equities of a model.

use shuban_match::match_play::CubeModel;

/// The most points that a player needs in a computed table.
const LENGTH: u32 = 25;

#[test]
fn both_players_have_one_chance_together_and_more_points_are_worse() {
    for model in [CubeModel::USUAL, CubeModel::new(0.0, 0.0).unwrap()] {
        let table = model.table();
        for own in 1..=LENGTH {
            assert_eq!(table.chance(own, 0, false), Some(0.0));
            assert_eq!(table.chance(0, own, true), Some(1.0));
            for opponent in 1..=LENGTH {
                for after in [false, true] {
                    let chance = |own, opponent| table.chance(own, opponent, after).unwrap();
                    let here = chance(own, opponent);
                    assert!((here + chance(opponent, own) - 1.0).abs() < 1e-12);
                    assert!(own != opponent || (here - 0.5).abs() < 1e-12);
                    assert!(own == LENGTH || chance(own + 1, opponent) <= here + 1e-12);
                    assert!((0.0..=1.0).contains(&here));
                }
            }
        }
        assert_eq!(table.chance(LENGTH + 1, 1, false), None);
        assert_eq!(table.chance(0, 0, false), None);
    }
}

#[test]
fn the_last_games_are_as_by_hand() {
    let table = CubeModel::USUAL.table();
    let is = |own, opponent, after, expected: f64| {
        let chance = table.chance(own, opponent, after).unwrap();
        assert!((chance - expected).abs() < 1e-12, "{own} {opponent}: {chance}");
    };
    let large = 0.27;
    // Crawford: a gammon wins the match, and a single game makes it even.
    is(2, 1, false, 0.5 * (large + 0.5 * (1.0 - large)));
    // After it, a doubled game is for the match, passed or taken.
    is(2, 1, true, 0.5);
    is(3, 1, true, 0.5 * (large + 0.5 * (1.0 - large)));
    // A pass leaves three points to win, and so does a doubled single game.
    is(4, 1, true, 0.5 * (large + 0.5 * (1.0 - large)));
    is(1, 1, true, 0.5);
}

#[test]
fn without_gammons_two_points_against_three_are_as_by_hand() {
    let table = CubeModel::new(0.0, 0.0).unwrap().table();
    let chance = |own, opponent| table.chance(own, opponent, false).unwrap();
    // Crawford against three: a win leads to two against one after it, which is even.
    assert!((chance(3, 1) - 0.25).abs() < 1e-12);
    // For three points against two. A cube of 2 wins the match for the opponent, who has no use
    // for it: the player has 3/4 of p with it, and cashes to two against two, which is 1/2, at
    // p = 2/3. The opponent cashes to the Crawford game, which is 1/4, where the player has as
    // much with a cube of 2 to turn: at p = 1/4, as that cube is p to him up to where it is
    // turned. The game begins between the two.
    let expected = 0.25 + (0.5 - 0.25) * (0.5 - 0.25) / (2.0 / 3.0 - 0.25);
    assert!((chance(3, 2) - expected).abs() < 1e-12, "{}", chance(3, 2));
}

#[test]
fn it_is_close_to_published_tables() {
    // K. Woolsey's and H. Heinrich's table, to whole percents.
    let table = CubeModel::USUAL.table();
    for (own, opponent, published) in [
        (1, 2, 0.70),
        (1, 3, 0.75),
        (2, 3, 0.60),
        (2, 4, 0.68),
        (2, 5, 0.75),
        (3, 5, 0.66),
        (4, 5, 0.58),
        (4, 6, 0.64),
        (5, 7, 0.63),
    ] {
        let chance = table.chance(own, opponent, false).unwrap();
        assert!((chance - published).abs() <= 0.02, "{own} {opponent}: {chance}");
    }
}

#[test]
fn shares_that_are_none_are_refused() {
    for (gammons, backgammons) in [(-0.1, 0.0), (0.0, -0.1), (0.9, 0.1), (f64::NAN, 0.0)] {
        let error = CubeModel::new(gammons, backgammons).unwrap_err();
        assert!(error.to_string().contains("no shares"), "{error}");
    }
}
