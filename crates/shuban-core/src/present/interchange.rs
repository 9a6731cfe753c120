//! Texts of other programs.

use super::written::WrittenIn;
use crate::fields::Fields;
use crate::game::{Game, NotationError};

/// A game that exchanges positions with other programs, whose texts may contain more than those of
/// the game: things that values here do not depend on, such as a score.
pub trait Interchange<G: Game> {
    /// Reads a text as [`Present::read`](crate::Present::read) does, with what else it contains, as
    /// facts. These replace those of the same name in [`Present::facts`](crate::Present::facts).
    /// For drawing and converting alone.
    ///
    /// # Errors
    /// [`NotationError`] with the place and the reason.
    fn read_state(&self, text: &str) -> Result<(WrittenIn<G>, Fields), NotationError>;

    /// Returns a text, as read by [`read_state`](Interchange::read_state), as another program's
    /// board, in lines that read as the same again; `None` if the position has no such form.
    fn text_board(&self, text: &str) -> Option<String>;
}
