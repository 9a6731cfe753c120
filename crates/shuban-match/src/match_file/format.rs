//! Reading match files of any format.

use shuban_core::echo::echo;
use shuban_gammon::Variant;

use super::error::{MatchFileError, MatchFileProblem, Place};
use super::{MatchRecord, mat, sgf, xg};
use crate::variants::variants;

/// The first bytes of the files of eXtreme Gammon.
const XG_MAGIC: &[u8] = b"RGMH";

/// Answers to what a file may leave open.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions<'a> {
    /// The name of the game, where the file does not give it.
    pub game: Option<&'a str>,
    /// True if a match was played without the Crawford rule, whatever its file says.
    pub no_crawford: bool,
}

/// Reads all matches of a file of any format. Names in text may be in another encoding than UTF-8.
///
/// # Errors
/// As of [`read_matches`].
pub fn read_file(
    bytes: &[u8],
    options: &ReadOptions<'_>,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    match bytes.starts_with(XG_MAGIC) {
        true => xg::read(bytes, variant_of(options)?.as_ref(), options.no_crawford),
        false => read_matches(&String::from_utf8_lossy(bytes), options),
    }
}

/// Reads all matches of a text, which is SGF if it begins with `(`, and else text in two columns.
///
/// # Errors
/// [`MatchFileError`] with the line: the text does not follow the format, there is no game that
/// fits the rules, or the game has no such files.
pub fn read_matches(
    text: &str,
    options: &ReadOptions<'_>,
) -> Result<Vec<MatchRecord>, MatchFileError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        let problem = MatchFileProblem::Syntax("the file is empty".to_owned());
        return Err(MatchFileError { place: Place::Line(1), problem });
    }
    let variant = variant_of(options)?;
    let read = match text.trim_start().starts_with('(') {
        true => sgf::read,
        false => mat::read,
    };
    read(text, variant.as_ref(), options.no_crawford)
}

/// Returns the variant that was asked for.
fn variant_of(options: &ReadOptions<'_>) -> Result<Option<Variant>, MatchFileError> {
    let named = options.game.map(|name| {
        variants().find(|variant| variant.name() == name).ok_or_else(|| {
            let reason = format!("this is no record of {}", echo(name, 0));
            let problem = MatchFileProblem::Variant(reason);
            MatchFileError { place: Place::Line(1), problem }
        })
    });
    named.transpose()
}
