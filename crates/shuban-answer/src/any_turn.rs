//! A turn of some game before a play is chosen: values, of which texts are made on demand.

use shuban_core::{Present, Seat};

use crate::any_position::AnyPosition;
use crate::game_end::GameEnd;

/// A move as two numbers: a chance event, and one of its plays, both in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Act {
    /// Number of the chance event, 0 where chance plays no part.
    pub event: usize,
    /// Number of the play among those of the event.
    pub play: usize,
}

/// A chance event of a turn, without its plays.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyChance {
    /// The event as the game writes it; none where chance plays no part.
    pub text: Option<String>,
    /// Its probability.
    pub probability: f64,
}

/// A position, the player to move, and the chance events, without their plays: these are generated
/// one event at a time, when somebody asks for them.
#[derive(Clone)]
pub struct AnyTurn {
    /// The position.
    pub position: AnyPosition,
    /// The player to move.
    pub seat: Seat,
    /// The name of that seat.
    pub seat_name: String,
    /// The end of the game, if it is over.
    pub over: Option<GameEnd>,
    /// True if chance speaks first in this game.
    pub has_chance: bool,
    /// The chance events, in the order of the rules; empty if the game is over.
    pub chances: Vec<AnyChance>,
}

impl AnyTurn {
    /// Describes a turn of a game.
    pub fn new<G: Present + 'static>(
        game: &G,
        position: &AnyPosition,
        inner: &G::Position,
    ) -> Self {
        let over = game.outcome(inner).map(|payoffs| GameEnd::new(game, inner, payoffs));
        let chances = if over.is_some() { Vec::new() } else { game.chances(inner) };
        let has_chance = has_chance(game, chances.first().map(|(chance, _)| *chance));
        let total: u32 = chances.iter().map(|(_, weight)| weight).sum();
        let chances: Vec<AnyChance> = (chances.into_iter())
            .map(|(chance, weight)| AnyChance {
                text: game.chance_text(chance),
                probability: f64::from(weight) / f64::from(total),
            })
            .collect();
        let seat = game.to_move(inner);
        let (position, seat_name) = (position.clone(), game.seat_name(seat));
        AnyTurn { position, seat, seat_name, over, has_chance, chances }
    }

    /// Returns the number of the event with this text, or of the only one where chance plays no
    /// part.
    pub fn event(&self, chance: Option<&str>) -> Option<usize> {
        self.chances.iter().position(|event| event.text.as_deref() == chance)
    }
}

/// Returns true if chance speaks first in a game, by the first event of a turn if there is one.
pub(crate) fn has_chance<G: Present>(game: &G, first: Option<G::Chance>) -> bool {
    let of_start = || game.chances(&game.start()).first().map(|(chance, _)| *chance);
    first.or_else(of_start).is_some_and(|chance| game.chance_text(chance).is_some())
}
