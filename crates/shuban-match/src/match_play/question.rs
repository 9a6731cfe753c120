//! Questions about positions of matches and of games for money, and their answers.

use shuban_core::Fields;

/// A question about a position of a match, or of a game for money, as people ask it. Open parts may
/// come from the text of the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchQuestion<'q> {
    /// The position.
    pub position: &'q str,
    /// The roll, if all its moves are wanted. The position may say it too.
    pub roll: Option<&'q str>,
    /// The points that win the match.
    pub length: Option<u32>,
    /// The points of the player to move, and of the other one.
    pub score: Option<[u32; 2]>,
    /// The value of the cube.
    pub cube: Option<u32>,
    /// The owner of a cube that has been turned.
    pub owner: Option<CubeOwner>,
    /// True in the Crawford game.
    pub is_crawford: bool,
    /// The text of a file of match equities, in place of the game's own: at most
    /// [`MOST_EQUITIES`](MatchQuestion::MOST_EQUITIES) bytes.
    pub equities: Option<&'q str>,
    /// Rules of a game for money, which has no length, no score and no match equities.
    pub money: Option<MoneyRules>,
}

/// The rules of a game for money whose cube is turned up to some value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoneyRules {
    /// The highest value of the cube: 1 for a game without one.
    pub cube_limit: Option<u32>,
    /// True if gammons count only once the cube was turned.
    pub is_jacoby: bool,
    /// True if a player who takes may double back at once and keep the cube.
    pub has_beavers: bool,
}

impl MatchQuestion<'_> {
    /// The longest text of match equities that is read, in bytes.
    pub const MOST_EQUITIES: usize = 1 << 20;
}

/// The owner of the cube, seen from the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CubeOwner {
    /// The player to move.
    Mover,
    /// The other player.
    Opponent,
}

/// An answer about a position of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchAnswer {
    /// The position, as the game writes it.
    pub position: String,
    /// The answer's fields.
    pub facts: Fields,
    /// The roll whose moves were asked for, and these, best first.
    pub moves: Option<(String, Vec<MatchMove>)>,
}

/// A move of a roll: its notation, the position after it, and its value.
pub type MatchMove = (String, String, Fields);
