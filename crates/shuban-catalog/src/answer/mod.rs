//! An answer as people and programs get it, whatever the game.

mod json;
mod text;

use shuban_core::{Answer, ChanceEvent, Fields, Present, Seat, ValuedPlay};
use shuban_solve::proof::{LedgerRow, ProofStanding};

use crate::any_position::AnyPosition;
use crate::any_turn::has_chance;
use crate::game_end::GameEnd;
pub use json::add_fields;
pub(crate) use json::datum_json;
pub use text::table;

/// Which moves an answer lists where chance speaks first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The best move of every roll.
    Best,
    /// The best move of every roll, and all moves of one.
    Roll(String),
    /// All moves of every roll.
    All,
}

/// A play, with its value where it is known.
#[derive(Clone)]
pub struct AnyPlay {
    /// Its place among the plays of the event, in the order of the rules.
    pub number: usize,
    /// The move in standard notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// What it is worth to the player who makes it, where that is known.
    pub value: Option<Fields>,
    /// The parts of the drawing that a person touches to make it, in order.
    pub touched: Vec<String>,
    /// How many different worths are better: see [`ValuedPlay`].
    pub rank: usize,
    /// What is recorded of the position after it: see [`AnyLedger`](crate::AnyLedger).
    pub recorded: Option<ProofStanding>,
}

impl AnyPlay {
    /// Writes a play down.
    pub(crate) fn new<G: Present + 'static>(
        game: &G,
        position: &G::Position,
        chance: G::Chance,
        valued: ValuedPlay<G, Fields>,
    ) -> Self {
        let ValuedPlay { play, number, value, rank } = valued;
        AnyPlay {
            number,
            action: game.format_move(position, chance, &play.action),
            touched: game.touched(position, chance, &play.action),
            after: AnyPosition::new(game, play.after),
            value,
            rank,
            recorded: None,
        }
    }
}

/// What chance may bring, and what can be played then.
pub struct AnyEvent {
    /// What chance brings, as text; none where it plays no part.
    pub chance: Option<String>,
    /// How probable it is.
    pub probability: f64,
    /// What it is worth to the player to move, where that is known.
    pub value: Option<Fields>,
    /// The plays, best first where values are known; of an event whose moves were not asked for,
    /// the first.
    pub plays: Vec<AnyPlay>,
}

/// What a ledger says of a position: as true as the searches whose answers it keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// What follows for its value.
    pub standing: ProofStanding,
    /// The rows about the position or an image of it.
    pub rows: Vec<LedgerRow>,
}

/// What is known of a position: the one answer of all games.
pub struct AnyAnswer {
    /// The game's name.
    pub game: String,
    /// The layer that answers, if one does.
    pub domain: Option<String>,
    /// The position.
    pub position: AnyPosition,
    /// Whose turn it is.
    pub seat: Seat,
    /// The same in words.
    pub seat_name: String,
    /// How the game has ended, if it has.
    pub over: Option<GameEnd>,
    /// Who says so: a layer, `search`, `rules`.
    pub source: Option<String>,
    /// The value, for the player to move, where it is known.
    pub value: Option<Fields>,
    /// Whether chance speaks first in this game.
    pub has_chance: bool,
    /// What chance may bring; one event without a name where it plays no part.
    pub events: Vec<AnyEvent>,
    /// The roll whose moves were asked for.
    pub roll: Option<String>,
    /// What this game alone has to say.
    pub facts: Fields,
    /// The independent parts into which the position falls apart, as texts; empty where it is one
    /// piece.
    pub parts: Vec<String>,
    /// The position drawn for a terminal, where it is to be shown.
    pub drawing: Option<String>,
    /// What a ledger says of it, where one was asked: see [`AnyLedger`](crate::AnyLedger).
    pub recorded: Option<Recorded>,
}

impl AnyAnswer {
    /// An answer in words, about a position as it was read.
    pub(crate) fn new<G: Present + 'static>(
        game: &G,
        position: &AnyPosition,
        answer: Answer<G, Fields>,
        detail: &Detail,
    ) -> Self {
        let over = answer.over.map(|payoffs| GameEnd::new(game, &answer.position, payoffs));
        let has_chance = match answer.events.first() {
            Some(event) => game.chance_text(event.chance).is_some(),
            None => has_chance(game),
        };
        let event = |event: ChanceEvent<G, Fields>| {
            let ChanceEvent { chance, probability, value, plays } = event;
            let name = game.chance_text(chance);
            let is_whole = match (detail, &name) {
                (_, None) | (Detail::All, _) => true,
                (Detail::Best, _) => false,
                (Detail::Roll(roll), Some(name)) => name == roll,
            };
            let most = if is_whole { plays.len() } else { 1 };
            let play = |valued| AnyPlay::new(game, &answer.position, chance, valued);
            let plays = plays.into_iter().take(most).map(play).collect();
            AnyEvent { chance: name, probability, value, plays }
        };
        AnyAnswer {
            game: shuban_core::Game::name(game),
            domain: None,
            position: position.clone(),
            seat: answer.seat,
            seat_name: game.seat_name(answer.seat),
            over,
            source: answer.source,
            value: answer.value,
            has_chance,
            events: answer.events.into_iter().map(event).collect(),
            roll: if let Detail::Roll(roll) = detail { Some(roll.clone()) } else { None },
            facts: game
                .facts(&answer.position)
                .replaced_by(position.state.clone())
                .and(answer.extras),
            parts: game.parts(&answer.position).iter().map(|part| game.format(part)).collect(),
            drawing: None,
            recorded: None,
        }
    }

    /// The answer of a layer.
    pub(crate) fn of_layer(self, name: &str) -> Self {
        let name = Some(name.to_owned());
        AnyAnswer { domain: name.clone(), source: name, ..self }
    }

    /// With the position drawn.
    #[must_use]
    pub fn drawn(self, drawing: String) -> Self {
        AnyAnswer { drawing: Some(drawing), ..self }
    }

    /// Whether all moves of an event are listed.
    fn is_whole(&self, event: &AnyEvent) -> bool {
        self.value.is_none() || self.roll.is_some() && self.roll == event.chance
    }
}
