//! Texts of positions that tell of a match, or of a game for money.

use shuban_gammon::{Offer, format_position, parse_state};

use crate::match_play::most_reachable;
use crate::variants::variant_named;

/// Bound of the positions that can be reached from a race, beyond which solving is not tried: it
/// would take more than some seconds. Contact takes more passes.
const MOST_REACHABLE: u64 = 4_800_000;

/// A position in a text that tells more than its checkers: a score, or a cube that was turned or is
/// offered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPosition {
    /// True if it is of a match; else of a game for money.
    pub is_of_match: bool,
    /// True if it may be solved: not too many positions can be reached from it.
    pub may_be_solved: bool,
    /// The position without that.
    pub position: String,
    /// The roll, if the text has one.
    pub roll: Option<String>,
}

impl ToldPosition {
    /// Reads a position of a game. Returns `None` if it tells of no match, of no offered double and of
    /// no cube that was turned, or cannot be answered so: the game is not played for matches, a beaver
    /// or a resignation is offered, or the text is not a position.
    pub fn read(game: &str, text: &str) -> Option<Self> {
        let variant = variant_named(game)?;
        let state = parse_state(&variant, text).ok()?;
        let is_offered = state.offer == Some(Offer::Double);
        if state.offer.is_some() && !is_offered {
            return None;
        }
        let is_of_match = state.score.length > 0;
        let is_contact = state.position.is_contact(&variant);
        let most = if is_contact { MOST_REACHABLE / 4 } else { MOST_REACHABLE };
        (is_of_match || is_offered || state.cube.exponent > 0).then(|| ToldPosition {
            is_of_match,
            may_be_solved: most_reachable(&variant, &state.position) <= most,
            position: format_position(&variant, &state.position),
            roll: state.roll.map(|roll| roll.to_string()),
        })
    }
}
