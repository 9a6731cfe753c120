//! Moves and regions, the game, and the plain twin of the rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_amazons::{
    Amazons, Army, Move, Placement, Position, Region, Square, Squares, Subgame, Symmetry,
    format_position, parse_position, twin,
};
use shuban_core::present::{MoveDrawing, Summable};
use shuban_core::solver::{SumGame, SumsOptions};
use shuban_core::tabulate::OneThread;
use shuban_core::{Datum, Game, Medium, Play, Present, Silent};

use crate::common::any_subgame;

fn square(row: usize, column: usize) -> Square {
    Square::new(row, column).unwrap()
}

#[test]
fn an_arrow_flies_through_the_square_just_left() {
    let line = Squares::rectangle(1, 4);
    let subgame = Subgame::new(line, square(0, 2).into(), square(0, 3).into()).unwrap();
    let moves = subgame.moves(Army::Black);
    let there = |to: usize, shot: usize| Move {
        from: square(0, 2),
        to: square(0, to),
        shot: square(0, shot),
    };
    assert_eq!(moves, [there(0, 1), there(0, 2), there(1, 0), there(1, 2)]);
    assert!(!subgame.can_move(Army::White));
    assert_eq!(subgame.moves(Army::White), []);
    let after = subgame.after(Army::Black, there(0, 2));
    assert_eq!(after.regions().count(), 2);
    assert_eq!(after.without_empty_regions(), after);
}

#[test]
fn what_is_no_subgame_is_refused() {
    let (board, one) = (Squares::rectangle(2, 2), Squares::rectangle(1, 1));
    assert_eq!(Subgame::new(board, one, one), None);
    assert_eq!(Subgame::new(board - one, one, Squares::EMPTY), None);
    let region = Region::all(3)[0];
    assert_eq!(Subgame::placed(region, Placement { black: 1, white: 1 }), None);
    assert_eq!(Subgame::placed(region, Placement { black: 8, white: 0 }), None);
}

proptest! {
    #[test]
    fn moves_are_legal_and_distinct(subgame in any_subgame(5, 5)) {
        for side in Army::BOTH {
            let moves = subgame.moves(side);
            prop_assert_eq!(moves.is_empty(), !subgame.can_move(side));
            prop_assert!(moves.iter().all(|&action| subgame.is_legal(side, action)));
            let squares = || Squares::rectangle(5, 5).iter();
            let all = squares().flat_map(|from| {
                squares().flat_map(move |to| squares().map(move |shot| Move { from, to, shot }))
            });
            prop_assert_eq!(
                all.filter(|&action| subgame.is_legal(side, action)).count(),
                moves.len()
            );
            let after: BTreeSet<Subgame> =
                moves.iter().map(|&action| subgame.after(side, action)).collect();
            prop_assert_eq!(after.len(), moves.len());
            for after in after {
                prop_assert!(Subgame::new(after.squares(), after.black(), after.white()).is_some());
                prop_assert_eq!(after.amazons(side).len(), subgame.amazons(side).len());
                prop_assert_eq!(after.squares().len() + 1, subgame.squares().len());
            }
        }
    }

    #[test]
    fn moves_stay_inside_their_region(subgame in any_subgame(6, 6)) {
        for side in Army::BOTH {
            let mut by_region: Vec<Move> =
                subgame.regions().flat_map(|region| region.moves(side)).collect();
            by_region.sort_unstable();
            let mut all = subgame.moves(side);
            all.sort_unstable();
            prop_assert_eq!(&by_region, &all);
            let mut inhabited = subgame.without_empty_regions().moves(side);
            inhabited.sort_unstable();
            prop_assert_eq!(inhabited, all);
        }
    }

    #[test]
    fn images_are_the_same_game(subgame in any_subgame(4, 4)) {
        let canonical = subgame.canonical();
        prop_assert_eq!(canonical.canonical(), canonical);
        for symmetry in Symmetry::ALL {
            let image = subgame.image(symmetry);
            prop_assert_eq!(image.canonical(), canonical);
            prop_assert_eq!(image.regions().count(), subgame.regions().count());
            for side in Army::BOTH {
                prop_assert_eq!(image.moves(side).len(), subgame.moves(side).len());
            }
            prop_assert_eq!(
                image.region().map(|found| found.0),
                subgame.region().map(|found| found.0)
            );
        }
        if let Some((region, placement)) = subgame.region() {
            let placed = Subgame::placed(region, placement).unwrap();
            prop_assert_eq!(placed.canonical(), canonical);
            prop_assert_eq!(placed.region(), Some((region, placement)));
        }
    }
}

fn plays(position: &Position) -> Vec<Play<Position, Move>> {
    let mut plays = Vec::new();
    Amazons.plays(position, (), &mut plays);
    plays
}

#[test]
fn the_start_has_the_known_numbers_of_moves() {
    let first = plays(&Position::start());
    assert_eq!(first.len(), 2_176);
    let second: usize =
        first.iter().map(|play| play.after.subgame().moves(Army::Black).len()).sum();
    assert_eq!(second, 4_307_152);
}

#[test]
fn amazons_keeps_the_laws_of_games() {
    let starts =
        ["X..O", "X../.#O", "X...O/#.#../O...X", "#", "XXXX/OOOO/....", "X.#O./##.#./..#.X white"]
            .map(|text| Amazons.parse(text).unwrap());
    let mut positions = shuban_conformance::reachable(&Amazons, &starts, 1_500);
    positions.push(Position::start());
    shuban_conformance::game(&Amazons, &positions).unwrap();
}

#[test]
fn boards_keep_the_laws_of_drawings() {
    let starts = ["X..O", "X...O/#.#../O...X", "#", "X.#O./##.#./..#.X white"]
        .map(|text| Amazons.parse(text).unwrap());
    let mut positions = shuban_conformance::reachable(&Amazons, &starts, 20);
    positions.push(Position::start());
    shuban_conformance::board(&Amazons, &positions).unwrap();
    let position = Amazons.parse("X../.O.").unwrap();
    let play = Amazons.parse_move(&position, (), "a2-b2/a2").unwrap();
    let moves: &dyn MoveDrawing<Amazons> = &Amazons;
    assert_eq!(moves.touched(&position, (), &play.action), ["a2", "b2", "a2"]);
    let text = Medium::Terminal { colour: false };
    let steps = moves.steps(&position, (), &play.action, text);
    assert_eq!(steps.len(), 2);
    assert!(steps[0].starts_with("  2  . X .\n") && steps[0].ends_with("black shoots"));
    assert!(steps[1].starts_with("  2  # X .\n"), "{}", steps[1]);
}

#[test]
fn moves_are_read_sides_named_and_rules_compared() {
    let position = parse_position("X.O/..#").unwrap();
    let play = Amazons.parse_move(&position, (), " a2-b1/a1 ").unwrap();
    assert_eq!(format_position(&play.after), "..O/#X# white");
    assert!(Amazons.parse_move(&position, (), "a2-c1/a1").is_err());
    let sums: &dyn Summable<Amazons> = &Amazons;
    let white = sums.with_to_move(&position, "white").unwrap();
    assert_eq!((white.to_move(), Amazons.seat_name(1).as_str()), (Army::White, "white"));
    assert!(sums.with_to_move(&position, "red").unwrap_err().reason.contains("black, white"));
    assert!(matches!(Amazons.compare_with_plain(50, 1), Some(Ok(1_000..))));
}

proptest! {
    #[test]
    fn both_implementations_have_the_same_moves(subgame in any_subgame(7, 7)) {
        for side in Army::BOTH {
            let mut fast = subgame.moves(side);
            fast.sort_unstable();
            prop_assert_eq!(&fast, &twin::moves(&subgame, side));
            for action in fast {
                prop_assert_eq!(
                    twin::squares(&subgame.after(side, action)),
                    twin::after(&subgame, action)
                );
            }
        }
    }
}

#[test]
fn bounds_of_random_sums_hold() {
    let options = SumsOptions { sums: 1_500, squares: 4, seed: 1 };
    let report = Amazons.check_sums(options, &OneThread, &Silent).unwrap();
    assert!(report.passed, "{}", report.text);
    assert!(matches!(report.fields.get("winners"), Some(Datum::Integer(Some(1_000..)))));
}
