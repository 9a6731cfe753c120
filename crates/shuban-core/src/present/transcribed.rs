//! Records of games.

use super::transcript::{Transcript, TranscriptError};

/// A game that reads records of games as people and other programs write them.
pub trait Transcribed {
    /// Reads the games of a text, in order; `None` if it is no record of this game.
    ///
    /// # Errors
    /// [`TranscriptError`] if it is one, and damaged.
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError>;

    /// Returns true if the game is asked for texts whose game nobody has named. Of several games that read the same texts
    /// one is enough, if it names the others where a text does.
    fn is_asked_unnamed(&self) -> bool {
        true
    }
}
