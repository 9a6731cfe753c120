//! Positions as rows of numbers: the squares of a region and what is on them.

use shuban_core::Game;
use shuban_core::present::AsNumbers;

use crate::game::Amazons;
use crate::position::Position;
use crate::squares::Square;
use crate::subgame::Move;

impl<G: Game<Position = Position, Chance = (), Move = Move>> AsNumbers<G> for Amazons {
    /// Of each square that is not burnt, from left to right and from the top: its row and its column, from
    /// 1, and what is on it: 0 for nothing, 1 for a black amazon, 2 for a white one.
    fn names(&self, like: &Position) -> Vec<String> {
        let of_square = |number| ["row", "column", "square"].map(|name| format!("{name}_{number}"));
        (1..=like.subgame().squares().len()).flat_map(of_square).collect()
    }

    fn numbers(&self, position: &Position, numbers: &mut Vec<i16>) {
        let subgame = position.subgame();
        let on = |square: Square| match () {
            () if subgame.black().contains(square) => 1,
            () if subgame.white().contains(square) => 2,
            () => 0,
        };
        for square in subgame.squares() {
            numbers.extend([1 + square.row() as i16, 1 + square.column() as i16, on(square)]);
        }
    }
}
