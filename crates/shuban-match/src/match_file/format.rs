//! The formats of match files by their extensions.

use shuban_core::echo::echo;
use shuban_gammon::Variant;

use super::{MatchFileError, MatchFileProblem, MatchRecord, read_mat, read_sgf};

/// A format of match files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFormat {
    /// Text in two columns.
    Mat,
    /// SGF files.
    Sgf,
}

impl MatchFormat {
    /// All formats.
    pub const ALL: [MatchFormat; 2] = [MatchFormat::Mat, MatchFormat::Sgf];

    /// Returns the extension of such files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            MatchFormat::Mat => "mat",
            MatchFormat::Sgf => "sgf",
        }
    }

    /// Describes the format in a line.
    pub fn about(self) -> &'static str {
        match self {
            MatchFormat::Mat => {
                "matches of the backgammon family as text, as Jellyfish and GNU Backgammon write \
                 them"
            }
            MatchFormat::Sgf => "matches of the backgammon family in SGF (GM[6])",
        }
    }

    /// Reads a match. `game` is the name of the game where the file does not give it.
    ///
    /// # Errors
    /// [`MatchFileError`] with the line: the text does not follow the format, its contents break
    /// the rules, or the game has no such files.
    pub fn read(self, text: &str, game: Option<&str>) -> Result<MatchRecord, MatchFileError> {
        let variant = match game.map(|name| (name, Variant::by_name(name))) {
            Some((name, None)) => {
                let reason = format!("no such files are read of {}", echo(name, 0));
                let problem = MatchFileProblem::Variant(reason);
                return Err(MatchFileError { line: 1, problem });
            }
            Some((_, variant)) => variant,
            None => None,
        };
        match self {
            MatchFormat::Mat => read_mat(text, variant.as_ref()),
            MatchFormat::Sgf => read_sgf(text, variant.as_ref()),
        }
    }
}
