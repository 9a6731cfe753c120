//! A line of play, as in an address.

use percent_encoding::percent_decode_str;

use crate::problem::Problem;

/// Limit on the moves of a line.
pub(crate) const LONGEST: usize = 200;

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) chance: Option<String>,
    pub(crate) action: String,
}

/// Reads the moves, separated by semicolons, each behind its roll and a colon where there are dice.
pub(crate) fn steps_of(line: &str) -> Vec<Step> {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let step = |text: &str| match text.split_once(':') {
        Some((chance, action)) => Step { chance: Some(decoded(chance)), action: decoded(action) },
        None => Step { chance: None, action: decoded(text) },
    };
    line.split(';').filter(|text| !text.is_empty()).map(step).collect()
}

/// Reads the moves of a line without chance from its address.
///
/// # Errors
/// [`Problem`] if there are too many.
pub(crate) fn moves_of(line: &str) -> Result<Vec<String>, Problem> {
    let steps = steps_of(line);
    check_length(&steps)?;
    Ok(steps.into_iter().map(|step| step.action).collect())
}

/// Refuses a line with more than [`LONGEST`] moves.
///
/// # Errors
/// [`Problem`] if it has too many moves.
pub(crate) fn check_length(steps: &[Step]) -> Result<(), Problem> {
    if steps.len() <= LONGEST {
        return Ok(());
    }
    Err(Problem::bad_request(format!("a line has at most {LONGEST} moves")))
}
