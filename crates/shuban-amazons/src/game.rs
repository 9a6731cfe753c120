//! The game as forward search and play see it.

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::notation;
use crate::position::Position;
use crate::subgame::{Move, Side};

/// Amazons on rectangular boards: who is to move and cannot, loses. Seat 0 is Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amazons;

impl Game for Amazons {
    type Position = Position;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        "amazons".to_owned()
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move() as usize
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let side = position.to_move();
        (!position.subgame().can_move(side)).then(|| match side {
            Side::Black => Payoffs::new(&[-1, 1]),
            Side::White => Payoffs::new(&[1, -1]),
        })
    }

    fn chances(&self, _position: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, _chance: (), plays: &mut Vec<Play<Position, Move>>) {
        let each = |action| plays.push(Play { action, after: position.after(action) });
        position.subgame().for_each_move(position.to_move(), each);
    }

    /// Black to move, on the smallest board that holds what is not burnt, and of its images under
    /// the symmetries the smallest.
    fn canonical(&self, position: &Position) -> Position {
        let black_moves =
            if position.to_move() == Side::White { position.swapped() } else { *position };
        let canonical = black_moves.subgame().canonical();
        Position::around(canonical, Side::Black).expect("it fits on the board that it comes from")
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(text)
    }

    fn format(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn format_move(&self, position: &Position, _chance: (), action: &Move) -> String {
        notation::format_move(position, action)
    }
}

#[cfg(test)]
mod tests {
    use shuban_core::conformance;

    use super::*;
    use crate::symmetry::Symmetry;

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
            first.iter().map(|play| play.after.subgame().moves(Side::White).len()).sum();
        assert_eq!(second, 4_307_152);
    }

    #[test]
    fn amazons_keeps_the_laws_of_games() {
        let starts = [
            "X..O",
            "X../.#O",
            "X...O/#.#../O...X",
            "#",
            "XXXX/OOOO/....",
            "X.#O./##.#./..#.X white",
        ]
        .map(|text| Amazons.parse(text).unwrap());
        let mut positions = conformance::reachable(&Amazons, &starts, 1_500);
        positions.push(Position::start());
        conformance::game(&Amazons, &positions).unwrap();
    }

    #[test]
    fn symmetric_positions_have_one_canonical_form() {
        let position = Amazons.parse("X..#./#O.../..#.X").unwrap();
        let canonical = Amazons.canonical(&position);
        for symmetry in Symmetry::ALL {
            let image = Position::around(position.subgame().image(symmetry), Side::Black).unwrap();
            assert_eq!(Amazons.canonical(&image), canonical);
            assert_eq!(Amazons.canonical(&image.swapped()), canonical);
        }
    }
}
