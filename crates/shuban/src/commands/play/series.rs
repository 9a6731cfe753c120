//! A series of games: rules beyond those of a single one.

use serde_json::{Value as Json, json};
use shuban_core::Seat;
use shuban_play::{Level, Line, Resources};

use crate::context::Context;
use crate::failure::Failure;

/// An event that is told: as JSON, and in words.
pub struct Told {
    /// The event.
    pub event: Json,
    /// The text.
    pub text: String,
}

impl Told {
    /// Creates a refusal, with the name of its kind.
    pub fn refusal(kind: &str, reason: &str) -> Self {
        let event = json!({
            "event": "refused", "error": reason, "kind": kind, "legal": [], "legal_count": 0,
        });
        Told { event, text: reason.to_owned() }
    }
}

/// The moment between turns at which a series acts.
pub struct Moment<'m> {
    /// The running command.
    pub context: &'m Context<'m>,
    /// The game so far.
    pub line: &'m Line<'static>,
    /// Seat of the human player.
    pub you: Seat,
    /// Names of the seats.
    pub seats: &'m [String],
    /// Level of all others.
    pub level: Level,
    /// True if the dice of this turn are known.
    pub is_rolled: bool,
    /// Files and limits.
    pub resources: &'m Resources<'static>,
}

/// Reaction of a series.
#[derive(Default)]
pub struct Reaction {
    /// Events to be told.
    pub told: Vec<Told>,
    /// Seat that gives the game up, and how, in a word: `resigns`.
    pub conceded: Option<(Seat, &'static str)>,
}

impl From<Told> for Reaction {
    fn from(told: Told) -> Self {
        Reaction { told: vec![told], conceded: None }
    }
}

/// Rules around the games of a sitting: words between the turns, and the games that follow.
pub trait Series {
    /// Returns the words beyond the common ones, with their effects.
    fn words(&self) -> &'static [(&'static str, &'static str)];

    /// Describes what is played for, as a member `stakes` of positions and in a line.
    fn stakes(&self, moment: &Moment<'_>) -> Option<Told>;

    /// Returns true if the human player has an offer to answer.
    fn asks(&self) -> bool;

    /// Takes a line of the human player, before anything else does; `None` if it is not for the
    /// series.
    ///
    /// # Errors
    /// [`Failure`] if a file cannot be read, or the work is interrupted.
    fn word(&mut self, line: &str, moment: &Moment<'_>) -> Result<Option<Reaction>, Failure>;

    /// Acts before another player rolls.
    ///
    /// # Errors
    /// As of [`word`](Series::word).
    fn before_roll(&mut self, moment: &Moment<'_>) -> Result<Reaction, Failure>;

    /// Takes back all that happened after a number of moves.
    fn take_back(&mut self, moves: usize);

    /// Ends a game; returns what is told of it, and true if another one follows.
    ///
    /// # Errors
    /// As of [`word`](Series::word).
    fn ended(
        &mut self,
        conceded: Option<Seat>,
        moment: &Moment<'_>,
    ) -> Result<(Told, bool), Failure>;
}
