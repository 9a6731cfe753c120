//! Records of games.

use super::transcript::{Transcript, TranscriptError};

/// A game that reads records of games as people and other programs write them.
pub trait Transcribed {
    /// Reads the games of a text, in order; `None` if it is no record of this game.
    ///
    /// # Errors
    /// [`TranscriptError`] if it is one, and damaged.
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError>;

    /// Returns true if texts are read whose game nobody has named; else another game, which names this one where they do,
    /// is asked in its place.
    fn is_asked_unnamed(&self) -> bool {
        true
    }
}
