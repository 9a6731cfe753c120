//! Records of matches: those of the program `shuban-daihinmin`, and those in braces that programs
//! of the UEC contest exchange.

mod braced;
mod recorded;
mod tricks;
pub mod words;

use shuban_core::present::Transcribed;
use shuban_core::present::transcript::{Transcript, TranscriptError};

use crate::daihinmin::Daihinmin;

impl Transcribed for Daihinmin {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        let games = tricks::read(self, text).or_else(|| braced::read(text));
        Ok(games.map(|games| games.into_iter().map(|game| game.transcript(self)).collect()))
    }
}
