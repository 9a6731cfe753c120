//! Reading match files of either format.

use shuban_core::echo::echo;

use super::error::{MatchFileError, MatchFileProblem};
use super::{MatchRecord, mat, sgf};
use crate::variants::variants;

/// The first bytes of the files of eXtreme Gammon.
const XG_MAGIC: &str = "RGMH";

/// Answers to what a file may leave open.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// The name of the game, where the file does not give it.
    pub game: Option<&'a str>,
    /// True if a match was played without the Crawford rule, whatever its file says.
    pub no_crawford: bool,
}

/// Reads all matches of a file, which is SGF if it begins with `(`, and else text in two columns.
///
/// # Errors
/// [`MatchFileError`] with the line: the text does not follow the format, there is no game that
/// fits the rules, or the game has no such files.
pub fn read_matches(
    text: &str,
    options: &ReadOptions<'_>,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    if text.starts_with(XG_MAGIC) {
        let what = "a file of eXtreme Gammon, which exports matches as text,".to_owned();
        return Err(MatchFileError { line: 1, problem: MatchFileProblem::Unsupported(what) });
    }
    let variant = options.game.map(|name| {
        variants().find(|variant| variant.name() == name).ok_or_else(|| {
            let reason = format!("no such files are read of {}", echo(name, 0));
            MatchFileError { line: 1, problem: MatchFileProblem::Variant(reason) }
        })
    });
    let variant = variant.transpose()?;
    let read = match text.trim_start_matches('\u{feff}').trim_start().starts_with('(') {
        true => sgf::read,
        false => mat::read,
    };
    read(text, variant.as_ref(), options.no_crawford)
}
