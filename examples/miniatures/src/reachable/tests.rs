//! The laws, the twin, and every value.

use crate::spine::spine;
use shuban_solve::Retrograde;

use super::*;

/// Plain negamax on a list of squares, with no symmetry and no masks.
fn twin(squares: &mut [char; 9], side: char) -> Result3 {
    let other = if side == 'x' { 'o' } else { 'x' };
    let lines =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    if lines.iter().any(|line| line.iter().all(|&square| squares[square] == other)) {
        return Result3::Loss;
    }
    let mut best = None;
    for square in 0..9 {
        if squares[square] == '.' {
            squares[square] = side;
            best = best.max(Some(twin(squares, other).for_the_other()));
            squares[square] = '.';
        }
    }
    best.unwrap_or(Result3::Draw)
}

#[test]
fn the_rules_keep_the_laws() {
    let game = NoughtsAndCrosses;
    let boards = shuban_conformance::reachable(&game, &[Board::EMPTY], usize::MAX);
    // 5,478 boards are known to be reachable, 765 up to symmetry.
    assert_eq!(boards.len(), 5_478);
    assert_eq!(
        boards.iter().map(|board| game.canonical(board)).collect::<BTreeSet<_>>().len(),
        765
    );
    shuban_conformance::game(&game, &boards).unwrap();
    shuban_conformance::board(&game, boards.iter().step_by(20)).unwrap();
    assert_eq!(game.parse("x../.q./...").unwrap_err().at, 5);
    assert_eq!(game.format(&game.parse("x../.o./...").unwrap()), "x../.o./...");
}

#[test]
fn what_is_said_of_values_keeps_the_laws() {
    shuban_conformance::explain(&Boards::default(), LayerId(0), 700).unwrap();
}

#[test]
fn every_reachable_position_has_the_value_of_plain_search() {
    let boards = Boards::default();
    let solved = spine(&boards, &Retrograde(&boards));
    // 138 of the 765 are over. A pass settles the boards with one stone less than the last.
    let report = solved.report(LayerId(0));
    assert_eq!((report.positions, &report.facts["passes"]), (627, &9.into()));
    assert_eq!(solved.value(&Board::EMPTY), Result3::Draw);
    shuban_conformance::brute_force(
        &boards,
        LayerId(0),
        |part, rank| solved.at(part, rank),
        |board| {
            let mut squares = ['.'; 9];
            let text = boards.game.format(board).replace('/', "");
            squares.iter_mut().zip(text.chars()).for_each(|(square, stone)| *square = stone);
            twin(&mut squares, if board.seat() == 0 { 'x' } else { 'o' })
        },
    )
    .unwrap();
}

#[test]
fn a_key_that_is_no_position_is_refused_by_name() {
    let keys = |entries| [Section { name: "keys".into(), entries }];
    let refused = |entries| Reachable::open(&keys(entries)).err().unwrap().to_string();
    assert!(refused(vec![vec![0, 0, 0], vec![0, 0, 0]]).contains("entry 1 is not above"));
    assert!(refused(vec![vec![0, 2, 1]]).contains("entry 0 is no canonical board"));
    assert!(Reachable::open(&[]).err().unwrap().to_string().contains("needs section `keys`"));
}
