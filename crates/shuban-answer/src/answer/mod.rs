//! An answer for people and programs, whatever the game.

mod json;
mod text;

use shuban_core::dice::Roll;
use shuban_core::present::{MoveDrawing, MovePart};
use shuban_core::{Answer, ChanceEvent, Fields, Present, Seat, ValuedPlay};

use crate::any_position::AnyPosition;
use crate::any_turn::has_chance;
use crate::game_end::GameEnd;
use crate::proof::{AskedQuestion, LedgerRow, ProofStanding};
pub use json::{add_fields, datum_json};
pub use text::table;

/// The moves that an answer lists where chance speaks first.
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
    /// Number among the plays of the event, in the order of the rules.
    pub number: usize,
    /// The move in standard notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// Value to the player who makes it, if known.
    pub value: Option<Fields>,
    /// The parts of the drawing that a person touches to make it, in order.
    pub touched: Vec<String>,
    /// The ways to make it by hand: see [`MoveDrawing::ways`].
    pub ways: Vec<Vec<MovePart>>,
    /// Number of different better values: see [`ValuedPlay`].
    pub rank: usize,
    /// Record of the position after it, if a ledger was asked.
    pub recorded: Option<ProofStanding>,
}

impl AnyPlay {
    /// Converts a play of `G`.
    pub fn new<G: Present + 'static>(
        game: &G,
        (before, position): (&AnyPosition, &G::Position),
        chance: G::Chance,
        valued: ValuedPlay<G, Fields>,
    ) -> Self {
        let ValuedPlay { play, number, value, rank } = valued;
        let drawing = game.capabilities().moves;
        let touched = |own: &dyn MoveDrawing<G>| own.touched(position, chance, &play.action);
        let ways = |own: &dyn MoveDrawing<G>| own.ways(position, chance, &play.action);
        AnyPlay {
            number,
            action: game.format_move(position, chance, &play.action),
            touched: drawing.map_or_else(Vec::new, touched),
            ways: drawing.map_or_else(Vec::new, ways),
            after: AnyPosition::after(game, before, play),
            value,
            rank,
            recorded: None,
        }
    }
}

/// A chance outcome, and the plays after it.
pub struct AnyEvent {
    /// Outcome as text; `None` where chance plays no part.
    pub chance: Option<String>,
    /// The dice, if the event is a roll of two dice of one kind.
    pub dice: Option<Roll>,
    /// Its probability.
    pub probability: f64,
    /// Value to the player to move, if known.
    pub value: Option<Fields>,
    /// The plays, best first if values are known; only the first if the event's moves were not
    /// asked for.
    pub plays: Vec<AnyPlay>,
}

/// Ledger records of a position, as reliable as the searches that made them.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Bounds on its value that follow.
    pub standing: ProofStanding,
    /// The rows about the position or an image of it.
    pub rows: Vec<LedgerRow>,
}

/// Answer about a position, the same type for all games.
pub struct AnyAnswer {
    /// The game's name.
    pub game: String,
    /// Layer that answers, if one does.
    pub domain: Option<String>,
    /// The position.
    pub position: AnyPosition,
    /// Player to move.
    pub seat: Seat,
    /// Name of that player.
    pub seat_name: String,
    /// End of the game, if it is over.
    pub over: Option<GameEnd>,
    /// Source of the answer: a layer, `search`, `rules`.
    pub source: Option<String>,
    /// Value for the player to move, if known.
    pub value: Option<Fields>,
    /// True if chance speaks first in this game.
    pub has_chance: bool,
    /// Chance events; one without a name where chance plays no part.
    pub events: Vec<AnyEvent>,
    /// Roll whose moves were asked for.
    pub roll: Option<String>,
    /// Further facts of this game alone.
    pub facts: Fields,
    /// Independent parts of the position, as texts; empty if it does not fall apart.
    pub parts: Vec<String>,
    /// Drawing of the position for a terminal, if it is to be shown.
    pub drawing: Option<String>,
    /// Ledger records of the position, if a ledger was asked.
    pub recorded: Option<Recorded>,
    /// Questions that a proof search was asked; none if another source answers.
    pub asked: Vec<AskedQuestion>,
}

impl AnyAnswer {
    /// Creates an answer of the types of `G` about a position as it was read.
    pub fn new<G: Present + 'static>(
        game: &G,
        position: &AnyPosition,
        answer: Answer<G, Fields>,
        detail: &Detail,
    ) -> Self {
        let over = answer.over.map(|payoffs| GameEnd::new(game, &answer.position, payoffs));
        let parts =
            game.capabilities().sums.map_or_else(Vec::new, |sums| sums.parts(&answer.position));
        let has_chance = has_chance(game, answer.events.first().map(|event| event.chance));
        let event = |event: ChanceEvent<G, Fields>| {
            let ChanceEvent { chance, probability, value, plays } = event;
            let name = game.chance_text(chance);
            let is_whole = match (detail, &name) {
                (_, None) | (Detail::All, _) => true,
                (Detail::Best, _) => false,
                (Detail::Roll(roll), Some(name)) => name == roll,
            };
            let most = if is_whole { plays.len() } else { 1 };
            let play = |valued| AnyPlay::new(game, (position, &answer.position), chance, valued);
            let plays = plays.into_iter().take(most).map(play).collect();
            AnyEvent { chance: name, dice: game.dice(chance), probability, value, plays }
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
            parts: parts.iter().map(|part| game.format(part)).collect(),
            drawing: None,
            recorded: None,
            asked: Vec::new(),
        }
    }

    /// Sets the layer that answers.
    #[must_use]
    pub fn of_layer(self, name: &str) -> Self {
        let name = Some(name.to_owned());
        AnyAnswer { domain: name.clone(), source: name, ..self }
    }

    /// Adds a drawing of the position.
    #[must_use]
    pub fn drawn(self, drawing: String) -> Self {
        AnyAnswer { drawing: Some(drawing), ..self }
    }

    /// Returns true if all moves of an event are listed.
    fn is_whole(&self, event: &AnyEvent) -> bool {
        self.value.is_none() || self.roll.is_some() && self.roll == event.chance
    }
}
