//! The family as a [`Game`].

use shuban_core::{Checkers, Game, NotationError, Payoffs, Play, Roll, Seat, rolls};

use crate::moves::{Move, Turn, is_dead};
use crate::position::Position;
use crate::variant::Variant;
use crate::{move_notation, notation};

/// What a won game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Payoff {
    /// 1, however it was won.
    #[default]
    Win,
    /// 1; 2 for a gammon; 3 for a backgammon.
    Money,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Victory {
    /// The loser has borne off a checker.
    Single,
    /// The loser has borne off none.
    Gammon,
    /// Besides, the loser has a checker on the bar or in the winner's home.
    Backgammon,
}

/// One variant of the backgammon family, without a cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gammon {
    /// Which one.
    pub variant: Variant,
    /// What its games are worth.
    pub payoff: Payoff,
}

impl Gammon {
    /// The variant with every win worth 1.
    pub fn new(variant: Variant) -> Self {
        Gammon { variant, payoff: Payoff::Win }
    }

    /// The variant with gammons and backgammons worth 2 and 3.
    pub fn money(variant: Variant) -> Self {
        Gammon { variant, payoff: Payoff::Money }
    }

    /// How a game was won against these checkers, which are left.
    pub fn victory(&self, loser: Checkers) -> Victory {
        let in_winners_home =
            loser.highest().is_some_and(|place| place > self.variant.points() - self.variant.home());
        match loser.count() == self.variant.checkers() {
            true if in_winners_home => Victory::Backgammon,
            true => Victory::Gammon,
            false => Victory::Single,
        }
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
        let (winner, loser) = if position.mover.is_empty() {
            (position.seat(), position.opponent)
        } else if position.opponent.is_empty() {
            (1 - position.seat(), position.mover)
        } else {
            return is_dead(&self.variant, position).then(|| Payoffs::new(&[0, 0]));
        };
        let points = match self.payoff {
            Payoff::Win => 1,
            Payoff::Money => self.victory(loser) as i16 + 1,
        };
        let first = if winner == 0 { points } else { -points };
        Some(Payoffs::new(&[first, -first]))
    }

    fn chances(&self, _position: &Position) -> Vec<(Roll, u32)> {
        rolls(self.variant.faces())
    }

    fn plays(&self, position: &Position, roll: Roll, plays: &mut Vec<Play<Position, Move>>) {
        if self.outcome(position).is_none() {
            let turn = Turn::new(&self.variant, position);
            plays.extend(turn.plays(roll).into_iter().map(|(action, after)| Play { action, after }));
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

    fn half_gammon(payoff: Payoff) -> Gammon {
        Gammon { variant: Variant::by_name("half-gammon").unwrap(), payoff }
    }

    #[test]
    fn whoever_has_borne_off_everything_has_won() {
        let game = half_gammon(Payoff::Win);
        let of_mover = |text: &str| game.outcome(&game.parse(text).unwrap()).map(|payoffs| payoffs.of(0));
        assert_eq!(of_mover("|3"), Some(1));
        assert_eq!(of_mover("3|"), Some(-1));
        assert_eq!(of_mover("3|1"), None);
        assert_eq!(of_mover("1,1,1,1,1,1,1,bar|"), Some(-1));
        let position = game.parse("3|").unwrap();
        let payoffs = game.outcome(&Position { turn: 1, ..position }).unwrap();
        assert_eq!((payoffs.of(0), payoffs.of(1)), (1, -1), "seat 0 is the other one here");
    }

    #[test]
    fn gammons_and_backgammons_count_for_money() {
        let game = half_gammon(Payoff::Money);
        let of_mover = |text: &str| game.outcome(&game.parse(text).unwrap()).map(|payoffs| payoffs.of(0));
        assert_eq!(of_mover("|1,1,1,1,1,1,12"), Some(1), "one is borne off");
        assert_eq!(of_mover("|1,1,1,1,1,1,1,9"), Some(2), "none is borne off");
        assert_eq!(of_mover("|1,1,1,1,1,1,1,10"), Some(3), "in the winner's home");
        assert_eq!(of_mover("|1,1,1,1,1,1,1,bar"), Some(3), "on the bar");
        assert_eq!(of_mover("1,1,1,1,1,1,1,bar|"), Some(-3));
    }

    #[test]
    fn dead_positions_are_draws_without_plays() {
        for game in [half_gammon(Payoff::Win), half_gammon(Payoff::Money)] {
            let position = game.parse("1,1,2,2,3,3,bar|1,1,2,2,3,3,bar").unwrap();
            assert_eq!(game.outcome(&position), Some(Payoffs::new(&[0, 0])));
            let mut plays = Vec::new();
            game.plays(&position, Roll::new(3, 3), &mut plays);
            assert_eq!(plays, []);
        }
    }

    #[test]
    fn a_shut_out_player_passes() {
        let game = half_gammon(Payoff::Win);
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
