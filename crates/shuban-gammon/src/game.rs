//! The family as a [`Game`].

use shuban_core::{Game, NotationError, Payoffs, Play, Roll, Seat, rolls};

use crate::moves::{Move, Turn, is_dead};
use crate::position::Position;
use crate::variant::Variant;
use crate::{move_notation, notation};

/// One variant of the backgammon family, without a cube. A win counts 1, however it was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gammon {
    /// Which one.
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

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self, position: &Position) -> Seat {
        position.seat()
    }

    /// Over when one side has borne off everything, and a draw when nobody can ever move.
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
            let turn = Turn::new(&self.variant, position);
            plays
                .extend(turn.plays(roll).into_iter().map(|(action, after)| Play { action, after }));
        }
    }

    /// Who of the two is about to roll does not matter.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use shuban_core::Random;

    use crate::twin::random_position;

    fn half_gammon() -> Gammon {
        Gammon::new(Variant::by_name("half-gammon").unwrap())
    }

    #[test]
    fn whoever_has_borne_off_everything_has_won() {
        let game = half_gammon();
        let of_mover =
            |text: &str| game.outcome(&game.parse(text).unwrap()).map(|payoffs| payoffs.of(0));
        assert_eq!(of_mover("|3"), Some(1));
        assert_eq!(of_mover("3|"), Some(-1));
        assert_eq!(of_mover("3|1"), None);
        assert_eq!(of_mover("1,1,1,1,1,1,1,bar|"), Some(-1));
        let position = game.parse("3|").unwrap();
        let payoffs = game.outcome(&Position { turn: 1, ..position }).unwrap();
        assert_eq!((payoffs.of(0), payoffs.of(1)), (1, -1), "seat 0 is the other one here");
    }

    #[test]
    fn dead_positions_are_draws_without_plays() {
        let game = half_gammon();
        let position = game.parse("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar").unwrap();
        assert_eq!(game.outcome(&position), Some(Payoffs::new(&[0, 0])));
        let mut plays = Vec::new();
        game.plays(&position, Roll::new(3, 3), &mut plays);
        assert_eq!(plays, []);
    }

    #[test]
    fn a_shut_out_player_passes() {
        let game = half_gammon();
        let position = game.parse("bar|1,1,2,2,3,3").unwrap();
        let mut plays = Vec::new();
        game.plays(&position, Roll::new(3, 3), &mut plays);
        assert_eq!(plays, [Play { action: Move::PASS, after: position.swapped() }]);
        assert_eq!(game.format_move(&position, Roll::new(3, 3), &plays[0].action), "no play");
    }

    proptest! {
        #[test]
        fn a_game_that_is_not_over_has_plays(which in 0..5usize, seed: u64) {
            let game = Gammon::new(Variant::by_name(Variant::names()[which]).unwrap());
            let position = random_position(&game.variant, &mut Random::new(seed));
            for (roll, _) in game.chances(&position) {
                let mut plays = Vec::new();
                game.plays(&position, roll, &mut plays);
                prop_assert_eq!(plays.is_empty(), game.outcome(&position).is_some());
                prop_assert!(plays.iter().all(|play| game.to_move(&play.after) == 1 - position.seat()));
            }
            let canonical = game.canonical(&position);
            prop_assert_eq!(canonical.turn, 0);
            prop_assert_eq!(game.canonical(&canonical), canonical);
            prop_assert_eq!(game.parse(&game.format(&position)), Ok(canonical));
        }
    }
}
