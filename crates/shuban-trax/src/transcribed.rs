//! Records of games: lists of moves, as archives and programs have them.

use shuban_core::present::Transcribed;
use shuban_core::present::transcript::{MoveList, Transcript, TranscriptError};

use crate::notation::read_move;
use crate::plain::PlainTrax;
use crate::rules::Trax;

/// Names of seats in headers.
const SEATS: &[&[&str]] = &[&["white", "player 1"], &["red", "black", "player 2"]];

/// Reads the games of a list. A line such as `Loop Trax` or `8x8 Trax` says which game it is.
fn read(text: &str) -> Option<Vec<Transcript>> {
    let is_first =
        |word: &str| read_move(word).is_ok_and(|(row, column, _)| (row, column) == (-1, -1));
    let list = MoveList {
        is_move: &|word| read_move(word).is_ok(),
        is_begun: &|_| false,
        is_first: &is_first,
        seats: SEATS,
        first: 0,
        game: &game_of,
    };
    let games = list.read(text);
    let begins = |game: &Transcript| game.moves.first().is_some_and(|first| is_first(&first.text));
    games.iter().any(begins).then_some(games)
}

/// Returns the game that a line of an archive, or the name of the game itself, stands for.
fn game_of(line: &str) -> Option<String> {
    let letters = |c: char| c.is_ascii_alphanumeric().then(|| c.to_ascii_lowercase());
    // No name is longer.
    let name: String = line.chars().take(20).filter_map(letters).collect();
    Some(match &*name {
        "trax" => "trax".to_owned(),
        "looptrax" | "traxloops" => "trax-loops".to_owned(),
        // It need not be one that is known.
        _ if line.starts_with("trax/") && !line.contains(char::is_whitespace) => line.to_owned(),
        name => {
            let size = name.strip_suffix("trax")?;
            let (rows, columns) = size.split_once('x').filter(|(rows, columns)| rows == columns)?;
            let size: u8 = rows.parse().ok().filter(|_| columns.len() == 1)?;
            format!("trax/{size}")
        }
    })
}

impl Transcribed for Trax {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        Ok(read(text))
    }
}

impl Transcribed for PlainTrax {
    fn transcripts(&self, text: &str) -> Result<Option<Vec<Transcript>>, TranscriptError> {
        Ok(read(text))
    }
}
