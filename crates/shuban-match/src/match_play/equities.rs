//! The match equities of a question.

use super::cube_model::CubeModel;
use super::equity_table::MatchEquityTable;
use super::error::MatchFailure;

/// Returns the match equities in the text of a file, or those of the usual model where none is given.
///
/// # Errors
/// [`MatchFailure::Refused`] if the text is not such a file.
pub(super) fn match_equities(file: Option<&str>) -> Result<MatchEquityTable, MatchFailure> {
    match file {
        Some(text) => MatchEquityTable::read(text).map_err(MatchFailure::refused),
        None => Ok(CubeModel::USUAL.table()),
    }
}
