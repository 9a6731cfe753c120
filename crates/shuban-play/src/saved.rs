//! A game in a file.

use std::path::Path;

use serde::{Deserialize, Serialize};
use shuban_catalog::{AnyGame, Catalog, Error};
use shuban_core::Seat;
use shuban_core::echo::echo;
use shuban_store::read_text;

use crate::dice::Dice;
use crate::line::Line;

/// Version of the format.
const FORMAT: u32 = 1;

/// Limit on the size of a file.
const MOST_BYTES: u64 = 4 << 20;

/// Limit on the number of moves in a file.
const MOST_MOVES: usize = 10_000;

/// A game as a file stores it. Its content is not trusted: [`replay`](Saved::replay) makes every
/// move again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    format: u32,
    /// The game's name.
    pub game: String,
    /// Start position.
    pub start: String,
    /// Seed of the dice and of the players.
    pub seed: u64,
    /// Names of the players, by seat.
    pub players: Vec<String>,
    /// Seat that has resigned.
    #[serde(default)]
    pub resigned: Option<Seat>,
    moves: Vec<SavedMove>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMove {
    seat: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    roll: Option<String>,
    #[serde(rename = "move")]
    action: String,
    after: String,
}

impl Saved {
    /// Creates a saved game, with the names of its players and the seed of its dice.
    pub fn new(line: &Line<'_>, seed: u64, players: Vec<String>, resigned: Option<Seat>) -> Self {
        let moves = line.moves().iter().map(|made| SavedMove {
            seat: made.seat,
            roll: made.chance.clone(),
            action: made.action.clone(),
            after: made.after.text.clone(),
        });
        Saved {
            format: FORMAT,
            game: line.game().name(),
            start: line.start().to_owned(),
            seed,
            players,
            resigned,
            moves: moves.collect(),
        }
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the file's text.
    ///
    /// # Errors
    /// [`Error`] if the game is longer than a file may be.
    pub fn to_json(&self) -> Result<String, Error> {
        let count = self.moves.len();
        if count > MOST_MOVES {
            return Err(refused(format!(
                "a saved game has at most {MOST_MOVES} moves, not {count}"
            )));
        }
        let text =
            serde_json::to_string_pretty(self).map_err(|error| refused(error.to_string()))?;
        Ok(text + "\n")
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// [`Error`] with the place, if it is not a saved game.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let saved: Saved = serde_json::from_str(text)
            .map_err(|error| refused(format!("not a saved game: {error}")))?;
        if saved.format != FORMAT {
            let format = saved.format;
            return Err(refused(format!("format {format}: this program reads format {FORMAT}")));
        }
        match saved.moves.len() {
            count if count > MOST_MOVES => {
                Err(refused(format!("{count} moves: a saved game has at most {MOST_MOVES}")))
            }
            _ => Ok(saved),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error`] if it cannot be read, is no regular file, is too large, or is not a saved game.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let text = read_text(path, MOST_BYTES);
        Saved::from_json(&text.map_err(|source| Error::Io { path: path.to_owned(), source })?)
    }

    /// Creates the game before its first move. Where chance decides who begins, the first move
    /// gives its decision; without moves, the seed does.
    fn begun<'c>(&self, game: &'c dyn AnyGame) -> Result<Line<'c>, Error> {
        let Some(first) = self.moves.first() else {
            return Line::opened(game, &self.start, &Dice::of_game(self.seed));
        };
        let openings = game.openings(&game.read(&self.start)?)?;
        let opening = openings
            .iter()
            .find(|opening| opening.seat == first.seat && opening.position.chance == first.roll);
        match opening {
            Some(opening) => Line::by_opening(game, &self.start, &opening.position),
            None => Line::new(game, &self.start),
        }
    }

    /// Replays the game by the rules.
    ///
    /// # Errors
    /// [`Error`]: there is no such game or position, or a move is illegal, not that seat's, or does
    /// not lead where the file says; with its number.
    pub fn replay<'c>(&self, catalog: &'c Catalog) -> Result<Line<'c>, Error> {
        let game = catalog.game(&self.game)?;
        let mut line = self.begun(game)?;
        for (number, saved) in (1..).zip(&self.moves) {
            let SavedMove { seat, roll, action, after } = saved;
            let wrong =
                |reason: String| refused(format!("move {number}, `{}`: {reason}", echo(action, 0)));
            if line.over().is_some() {
                return Err(wrong("the game is over before it".to_owned()));
            }
            let turn = line.now().seat;
            if turn != *seat {
                return Err(wrong(format!("it is the turn of seat {turn}, not {seat}")));
            }
            if line.told_chance().is_some_and(|told| roll.as_deref() != Some(told)) {
                return Err(wrong("the roll is not that of the position".to_owned()));
            }
            let made = line.play(roll.as_deref(), action).map_err(|error| match error {
                Error::Interrupted => error,
                error => wrong(error.to_string()),
            })?;
            if made.after.text != *after {
                let (found, after) = (echo(&made.after.text, 0), echo(after, 0));
                return Err(wrong(format!("it leads to `{found}`, not to `{after}`")));
            }
        }
        let seats = game.seat_names().len();
        if self.players.len() != seats {
            let players = self.players.len();
            return Err(refused(format!("{players} players, and the game has {seats} seats")));
        }
        if let Some(resigned) = self.resigned.filter(|&seat| seat >= seats) {
            return Err(refused(format!("seat {resigned} resigned, and there are {seats}")));
        }
        Ok(line)
    }
}

fn refused(message: String) -> Error {
    Error::Refused { kind: "bad-game-file", message }
}
