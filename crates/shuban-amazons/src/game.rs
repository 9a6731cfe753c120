//! The game for forward search and play.

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::notation;
use crate::position::Position;
use crate::read_position::parse_position;
use crate::subgame::{Army, Move};

/// Amazons on rectangular boards: a side that is to move and cannot loses. Seat 0 is Black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amazons;

impl Game for Amazons {
    type Position = Position;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        "amazons".to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move() as usize
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let side = position.to_move();
        (!position.subgame().can_move(side)).then(|| match side {
            Army::Black => Payoffs::new(&[-1, 1]),
            Army::White => Payoffs::new(&[1, -1]),
        })
    }

    fn chances(&self, _position: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, _chance: (), plays: &mut Vec<Play<Position, Move>>) {
        let each = |action| plays.push(Play { action, after: position.after(action) });
        position.subgame().for_each_move(position.to_move(), each);
    }

    /// Black to move, on the smallest board that holds all squares not burnt, and of its images
    /// under the symmetries the smallest.
    fn canonical(&self, position: &Position) -> Position {
        let black_moves =
            if position.to_move() == Army::White { position.swapped() } else { *position };
        let canonical = black_moves.subgame().canonical();
        Position::around(canonical, Army::Black).expect("it fits on the board that it comes from")
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        parse_position(text)
    }

    fn format(&self, position: &Position) -> String {
        notation::format_position(position)
    }

    fn format_move(&self, position: &Position, _chance: (), action: &Move) -> String {
        notation::format_move(position, action)
    }
}
