//! Matches: games of which several are played for points; and single games for money with a cube.

use crate::doubling::{DoublingOptions, DoublingTurn, ValuedDoubling};
use crate::fields::Fields;
use crate::game::NotationError;
use crate::progress::Progress;
use crate::shelf::{OracleError, Shelf};

/// A question about a position of a match, or of a game for money, as people ask it. What it leaves
/// open, the text of the position may tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchQuestion<'q> {
    /// The position.
    pub position: &'q str,
    /// What chance has brought, if all moves of that are wanted. The position may say it too.
    pub roll: Option<&'q str>,
    /// The points that win the match.
    pub length: Option<u32>,
    /// The points of the player to move, and of the other one.
    pub score: Option<[u32; 2]>,
    /// What the cube shows.
    pub cube: Option<u32>,
    /// Who owns a cube that has been turned.
    pub owner: Option<CubeOwner>,
    /// Whether this is the Crawford game.
    pub is_crawford: bool,
    /// The text of a file of match equities, in place of the game's own: at most
    /// [`MOST_EQUITIES`](MatchQuestion::MOST_EQUITIES) bytes.
    pub equities: Option<&'q str>,
    /// For a game for money, which has no length, no score and no match equities: its rules.
    pub money: Option<MoneyRules>,
}

/// The rules of a game for money whose cube is turned up to some value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoneyRules {
    /// The highest value of the cube: 1 for a game without one.
    pub cube_limit: Option<u32>,
    /// Whether gammons count only once the cube was turned.
    pub is_jacoby: bool,
}

impl MatchQuestion<'_> {
    /// The longest text of match equities that is read, in bytes.
    pub const MOST_EQUITIES: usize = 1 << 20;
}

/// Who owns the cube, seen from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeOwner {
    /// The player to move.
    Mover,
    /// The other player.
    Opponent,
}

/// What is known of a position of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchAnswer {
    /// The position, as the game writes it.
    pub position: String,
    /// What there is to say of it.
    pub facts: Fields,
    /// The roll whose moves were asked for, and these, best first.
    pub moves: Option<(String, Vec<MatchMove>)>,
}

/// A move of a roll: its notation, the position after it, and what it is worth.
pub type MatchMove = (String, String, Fields);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum MatchFailure {
    /// The text is no position.
    #[error(transparent)]
    Position(NotationError),
    /// The text is no roll.
    #[error(transparent)]
    Roll(NotationError),
    /// There is no such match, or the question contradicts itself.
    #[error("{0}")]
    Refused(String),
    /// It is more than can be solved.
    #[error("{0}")]
    TooMuch(String),
    /// A table cannot be read.
    #[error(transparent)]
    Table(OracleError),
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
}

/// A game of which several make a match, and which knows the chance to win that.
pub trait MatchPlay: Send + Sync {
    /// The name of its game.
    fn game_name(&self) -> String;

    /// Answers a question.
    ///
    /// # Errors
    /// [`MatchFailure`].
    fn answer(
        &self,
        question: &MatchQuestion<'_>,
        progress: &dyn Progress,
    ) -> Result<MatchAnswer, MatchFailure>;

    /// What a double comes to in turns of one game, in the order in which they were played, as far
    /// as it is known: from tables on the shelf, or by solving what can be reached.
    ///
    /// # Errors
    /// [`MatchFailure`] if a position or the match equities cannot be read, a table is damaged, or
    /// the work was called off. A turn of which nothing is known is no error: it has `None`.
    fn doublings(
        &self,
        turns: &[DoublingTurn<'_>],
        _options: &DoublingOptions<'_>,
        _shelf: &dyn Shelf,
        _progress: &dyn Progress,
    ) -> Result<Vec<Option<ValuedDoubling>>, MatchFailure> {
        Ok(vec![None; turns.len()])
    }
}
