//! A game, whatever its types, with all that the catalog offers of it.

use shuban_answer::AnyRules;
use shuban_core::present::Transcribed;
use shuban_core::present::transcript::Transcript;
use shuban_core::text::without_mark;
use shuban_core::{Present, Progress};
use shuban_search::{PerftOptions, perft};
use shuban_solve::PlayTiming;

use crate::check::{self, Checked};
use crate::error::Error;
use crate::perft::PerftCounts;

/// A game, whatever its types: its rules, and what counts, checks and times them.
pub trait AnyGame: AnyRules {
    /// Reads the records of games in a text; `None` if the text holds something else.
    ///
    /// # Errors
    /// [`Error::Refused`] if it is one, and damaged.
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, Error>;

    /// Returns true if the game is asked for texts whose game nobody has named.
    fn is_asked_unnamed(&self) -> bool;

    /// Counts move sequences from the start, ply by ply: see [`perft()`].
    ///
    /// # Errors
    /// [`Error`]: too many to count, too little memory, interrupted.
    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<PerftCounts, Error>;

    /// Compares the rules with a second implementation of them on random positions.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no second implementation of its rules;
    /// [`Error::Interrupted`].
    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error>;

    /// Measures the speed of generating plays, on positions of random games, for about `seconds`.
    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming;
}

impl<G: Present + 'static> AnyGame for G {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, Error> {
        let read = |reader: &dyn Transcribed| reader.transcripts(without_mark(text));
        let games = self.capabilities().transcripts.map(read).transpose();
        let games = games.map_err(|error| Error::refused("bad-game-file", error.to_string()))?;
        Ok(games.flatten())
    }

    fn is_asked_unnamed(&self) -> bool {
        self.capabilities().transcripts.is_some_and(Transcribed::is_asked_unnamed)
    }

    fn perft(&self, options: PerftOptions, progress: &dyn Progress) -> Result<PerftCounts, Error> {
        Ok(PerftCounts(perft(self, options, progress)?))
    }

    fn check(&self, pairs: u64, seed: u64, progress: &dyn Progress) -> Result<Checked, Error> {
        check::compare(self, pairs, seed, progress)
    }

    fn time_plays(&self, seconds: f64, seed: u64) -> PlayTiming {
        shuban_solve::time_plays(self, seconds, seed)
    }
}
