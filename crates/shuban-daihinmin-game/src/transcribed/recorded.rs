//! A game of a record, before it is played.

use std::array;

use shuban_core::Game;
use shuban_core::present::transcript::{StatedResult, TranscribedMove, Transcript};
use shuban_tanhinmin::PASS;

use crate::cards::Cards;
use crate::daihinmin::Daihinmin;
use crate::meld::Meld;
use crate::position::ContestPosition;
use crate::rules::{PLAYERS, PlayerNumber};

/// Most actions of a text that are kept: they take more memory than text.
pub(super) const MOST_ACTIONS: usize = 1 << 20;

/// A game of a record; players go by their numbers in the match.
#[derive(Default)]
pub(super) struct RecordedGame {
    pub(super) line: usize,
    /// The players' names by number.
    pub(super) names: [String; PLAYERS],
    /// The players in the order of turns.
    pub(super) seats: Option<[PlayerNumber; PLAYERS]>,
    /// Hands after the exchange, by number.
    pub(super) hands: [Cards; PLAYERS],
    pub(super) actions: Vec<TranscribedMove>,
    /// The player in the first place.
    pub(super) winner: Option<PlayerNumber>,
    /// Line and reason, if the record cannot be followed from there on.
    pub(super) flaw: Option<(usize, String)>,
}

impl RecordedGame {
    /// Keeps the first reason why the record cannot be followed.
    pub(super) fn spoil(&mut self, line: usize, reason: impl Into<String>) {
        self.flaw.get_or_insert_with(|| (line, reason.into()));
    }

    pub(super) fn act(&mut self, line: usize, leader: Option<PlayerNumber>, action: Option<Meld>) {
        let seat = leader.and_then(|player| self.seats?.iter().position(|&at| at == player));
        let text = action.map_or_else(|| PASS.to_owned(), |meld| meld.to_string());
        self.actions.push(TranscribedMove { line, seat, text });
    }

    pub(super) fn transcript(mut self, game: &Daihinmin) -> Transcript {
        let Some(seats) = self.seats else {
            self.spoil(self.line, "the order of the players is missing");
            return Transcript { line: self.line, flaw: self.flaw, ..Transcript::default() };
        };
        let start = ContestPosition::new(&game.rules, seats.map(|player| self.hands[player]));
        let seat_of = |player| seats.iter().position(|&at| at == player);
        Transcript {
            game: None,
            line: self.line,
            players: seats.map(|player| std::mem::take(&mut self.names[player])).into(),
            start: Some(game.format(&start)),
            moves: self.actions,
            result: self.winner.and_then(seat_of).map(StatedResult::Won),
            flaw: self.flaw,
            sound: None,
        }
    }
}

/// Reads the five players in some order.
pub(super) fn order<'t>(
    mut words: impl Iterator<Item = &'t str>,
) -> Option<[PlayerNumber; PLAYERS]> {
    let mut order = [PLAYERS; PLAYERS];
    for place in 0..PLAYERS {
        let player = words.next()?.parse().ok()?;
        if player >= PLAYERS || order.contains(&player) {
            return None;
        }
        order[place] = player;
    }
    words.next().is_none().then_some(order)
}

/// Returns the place of each player in an order, or the player of each place.
pub(super) fn inverse(order: [usize; PLAYERS]) -> [usize; PLAYERS] {
    array::from_fn(|one| order.iter().position(|&other| other == one).unwrap_or(one))
}
