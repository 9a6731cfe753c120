//! The fast rules of play against the plain ones.

use shuban_core::dice::{Roll, rolls};
use shuban_core::{Random, TwoSided};
use shuban_gammon::twin::{compare, compare_random, random_position};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant};

use crate::half_gammon;

#[test]
fn random_plays_of_the_named_variants_agree() {
    for name in Variant::names() {
        let variant = Variant::by_name(name).unwrap();
        let seen = compare_random(&variant, 100_000, 1)
            .unwrap_or_else(|mismatch| panic!("{name}: {mismatch}"));
        assert!(seen > 100_000, "{name}: only {seen} after-positions");
    }
}

#[test]
fn random_plays_of_odd_variants_agree() {
    type Numbers<'a> = (usize, u8, usize, &'a [(usize, usize)]);
    let all: [Numbers<'_>; 9] = [
        (12, 6, 3, &[(12, 2), (7, 3), (3, 3)]), // dice beyond the home
        (12, 2, 5, &[(12, 2), (7, 3), (3, 3)]), // a home beyond the dice
        (12, 9, 6, &[(6, 15)]),
        (30, 9, 15, &[(30, 5), (14, 5), (6, 5)]),
        (30, 1, 1, &[(30, 15)]),
        (7, 3, 3, &[(5, 4)]), // an odd number of points
        (4, 6, 2, &[(4, 4)]),
        (3, 2, 1, &[(3, 3)]),
        (2, 9, 1, &[(2, 2)]),
    ];
    for (points, faces, home, start) in all {
        let variant = Variant::new("odd", points, faces, home, start).unwrap();
        compare_random(&variant, 20_000, 2)
            .unwrap_or_else(|mismatch| panic!("{variant:?}: {mismatch}"));
    }
}

#[test]
fn all_plays_of_small_layers_agree() {
    let half_gammon: [(usize, usize); 6] = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)];
    let backgammon: [(usize, usize); 3] = [(1, 1), (1, 2), (2, 1)];
    for (name, layers) in [("half-gammon", &half_gammon[..]), ("backgammon", &backgammon[..])] {
        let variant = Variant::by_name(name).unwrap();
        let mut scratch = PlayScratch::default();
        for &(a, b) in layers {
            let index = TwoSided::new(variant.points(), a, b).unwrap();
            for rank in 0..index.len() {
                let (mover, opponent) = index.unrank(rank).unwrap();
                for (roll, _) in rolls(variant.faces()) {
                    compare(&variant, &Position::new(mover, opponent), roll, &mut scratch).unwrap();
                }
            }
        }
    }
}

#[test]
fn random_positions_are_of_all_kinds() {
    let variant = half_gammon();
    let mut random = Random::new(3);
    let (mut bars, mut both_bars, mut bearing_off, mut hits, mut passes) = (0, 0, 0, 0, 0);
    for _ in 0..5_000 {
        let position = random_position(&variant, &mut random);
        let turn = MoveGenerator::new(&variant, &position);
        let plays = turn.plays(Roll::new(3, 1));
        bars += usize::from(position.mover.on(13) > 0);
        both_bars += usize::from(position.mover.on(13) > 0 && position.opponent.on(13) > 0);
        bearing_off +=
            usize::from(plays.iter().any(|(play, _)| play.steps().iter().any(|step| step.to == 0)));
        hits += usize::from(plays.iter().any(|(play, _)| play.steps().iter().any(|step| step.hit)));
        passes += usize::from(plays[0].0.is_pass());
    }
    for kind in [bars, both_bars, bearing_off, hits, passes] {
        assert!(kind >= 50, "{bars} {both_bars} {bearing_off} {hits} {passes}");
    }
}
