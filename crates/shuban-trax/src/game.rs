//! Limited TRAX as a [`Game`].

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::notation::{format_move, format_position, read};
use crate::rules::{Lines, Move, Position, Trax};
use crate::tile::Colour;

impl Trax {
    /// The representative of all positions that are this one up to rotation and reflection, with
    /// the same player to move. Positions are shifted to the corner already.
    #[inline]
    pub fn canonical(&self, position: &Position) -> Position {
        Position { board: position.board.canonical(), ..*position }
    }
}

/// Seat 0 is white. A win is worth 1, a draw 0.
impl Game for Trax {
    type Position = Position;
    type Chance = ();
    type Move = Move;

    fn name(&self) -> String {
        match self.lines() {
            Lines::Full => format!("trax/{}", self.size()),
            Lines::None => format!("trax/{}-loops", self.size()),
        }
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.to_move.seat()
    }

    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let winner = match self.settled_outcome(position) {
            Some(winner) => winner,
            None if self.can_move(position) => return None,
            None => Some(position.to_move.other()),
        };
        Some(Colour::payoffs(winner))
    }

    fn chances(&self, _position: &Position) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, position: &Position, (): (), plays: &mut Vec<Play<Position, Move>>) {
        plays
            .extend(self.turns(position).into_iter().map(|(action, after)| Play { action, after }));
    }

    fn canonical(&self, position: &Position) -> Position {
        Trax::canonical(self, position)
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        read(self, text).map(|written| written.position)
    }

    fn format(&self, position: &Position) -> String {
        format_position(self, position)
    }

    fn format_move(&self, _position: &Position, (): (), action: &Move) -> String {
        format_move(action)
    }
}
