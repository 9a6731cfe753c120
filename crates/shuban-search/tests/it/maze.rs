//! A game made up at random, for proof search.

use shuban_core::provable::{FirstNumbers, Question};
use shuban_core::{Game, NotationError, Payoffs, Play, Provable, Random, Seat};
use shuban_search::proof::ProofOptions;

/// A game of at most `plies` plies on `width` places a ply: from each some moves lead to places of
/// the next ply, or of the one after it, so that positions are reached in many ways. Some places
/// end the game before. A player may be to move twice.
pub(crate) struct Maze {
    pub(crate) seed: u64,
    pub(crate) plies: u32,
    pub(crate) width: u64,
}

/// Ply, place, whose turn it is.
pub(crate) type Place = (u32, u64, Seat);

impl Maze {
    /// Returns a number that looks random.
    fn number(&self, place: Place, salt: u64) -> u64 {
        let (ply, at, seat) = place;
        let words = [u64::from(ply), at, seat as u64, salt];
        words.iter().fold(self.seed, |mixed, &word| Random::of_part(mixed, word).bits())
    }
}

impl Game for Maze {
    type Position = Place;
    type Chance = ();
    type Move = u64;

    fn name(&self) -> String {
        "maze".into()
    }

    fn to_move(&self, place: &Place) -> Seat {
        place.2
    }

    fn outcome(&self, &place: &Place) -> Option<Payoffs> {
        let ends = place.0 >= self.plies || place.0 > 2 && self.number(place, 1).is_multiple_of(32);
        let points = (self.number(place, 2) % 3) as i16 - 1;
        ends.then(|| Payoffs::new(&[points, -points]))
    }

    fn chances(&self, _: &Place) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, &place: &Place, (): (), plays: &mut Vec<Play<Place, u64>>) {
        if self.outcome(&place).is_some() {
            return;
        }
        let mut seen = Vec::new();
        for action in 0..2 + self.number(place, 3) % 5 {
            let number = self.number(place, 4 + action);
            let ply = place.0 + 1 + (number % 5 / 4) as u32;
            let seat = if number.is_multiple_of(11) { place.2 } else { 1 - place.2 };
            let after = (ply, (number >> 8) % self.width, seat);
            if !seen.contains(&after) {
                seen.push(after);
                plays.push(Play { action, after });
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Place, NotationError> {
        Err(NotationError::new(text, 0, "not read here"))
    }

    fn format(&self, place: &Place) -> String {
        format!("{place:?}")
    }

    fn format_move(&self, _: &Place, (): (), action: &u64) -> String {
        action.to_string()
    }
}

impl Provable for Maze {
    type Scratch = ();

    fn first_numbers(&self, place: &Place) -> FirstNumbers {
        let number = 1 + self.plies_left(place) / 2;
        FirstNumbers { phi: number, delta: number }
    }

    fn plies_left(&self, place: &Place) -> u32 {
        self.plies.saturating_sub(place.0)
    }
}

pub(crate) const ROOT: Place = (0, 0, 0);

pub(crate) fn question(seat: Seat, at_least: i16) -> Question {
    Question { seat, at_least }
}

/// Returns a maze that takes a while.
pub(crate) fn large() -> Maze {
    Maze { seed: 34, plies: 16, width: 300 }
}

/// Returns options without looking ahead, so that there are many nodes.
pub(crate) fn slow() -> ProofOptions {
    ProofOptions { lookahead: 0, tail: Some(0), memory: 4 << 20, ..ProofOptions::default() }
}
