//! The family as a [`Game`].

use shuban_core::dice::{Roll, rolls};
use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::moves::{Move, MoveGenerator, is_dead};
use crate::position::Position;
use crate::variant::Variant;
use crate::{move_notation, notation};

/// One variant of the backgammon family, without a cube. A win counts 1, single or gammon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gammon {
    /// The variant.
    pub variant: Variant,
}

impl Gammon {
    /// The game of a variant.
    pub fn new(variant: Variant) -> Self {
        Gammon { variant }
    }
}

impl Game for Gammon {
    type Position = Position;
    type Chance = Roll;
    type Move = Move;

    fn name(&self) -> String {
        self.variant.name().to_owned()
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat()
    }

    /// Over when one side has borne off everything, and a draw when neither side can ever move.
    fn outcome(&self, position: &Position) -> Option<Payoffs> {
        let won = match (position.mover.is_empty(), position.opponent.is_empty()) {
            (true, _) => 1,
            (false, true) => -1,
            _ => return is_dead(&self.variant, position).then(|| Payoffs::new(&[0, 0])),
        };
        let first = if position.turn == 0 { won } else { -won };
        Some(Payoffs::new(&[first, -first]))
    }

    fn chances(&self, _position: &Position) -> Vec<(Roll, u32)> {
        rolls(self.variant.faces())
    }

    fn plays(&self, position: &Position, roll: Roll, plays: &mut Vec<Play<Position, Move>>) {
        if self.outcome(position).is_none() {
            let turn = MoveGenerator::new(&self.variant, position);
            plays
                .extend(turn.plays(roll).into_iter().map(|(action, after)| Play { action, after }));
        }
    }

    /// The seat about to roll does not matter.
    fn canonical(&self, position: &Position) -> Position {
        Position { turn: 0, ..*position }
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        notation::parse_position(&self.variant, text)
    }

    fn format(&self, position: &Position) -> String {
        notation::format_position(&self.variant, position)
    }

    fn format_move(&self, _position: &Position, _roll: Roll, action: &Move) -> String {
        move_notation::format_move(&self.variant, action)
    }
}
