//! Bounds of sums of regions from the values of the regions.

use shuban_solve::cgt::Player;
use shuban_solve::sums::{self, Ahead};

use super::scores::SumScores;
use crate::pair::Pair;
use crate::subgame::{Side, Subgame};

/// In regions of so many squares, every position in which just one side can move is a number. Among those of
/// nine squares ten are not.
pub const ALWAYS_NUMBERS: usize = 8;

/// What the values of regions say of their sum: how many more moves Black makes than White, at least and at
/// most, where they say something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Not more than the score: proven.
    pub lower: Option<i32>,
    /// Not less than the score: proven.
    pub upper: Option<i32>,
    /// What the printed rule takes for a lower bound; it is wrong for some sums.
    pub printed_lower: Option<i32>,
    /// What the printed rule takes for an upper bound; it is wrong for some sums.
    pub printed_upper: Option<i32>,
}

/// Bounds from the values of regions with a side to move. With `are_regular`, all regions are known to be
/// regular (see [`SumScores::is_regular`]); else nothing is proven.
pub fn bounds(pairs: &[Pair], to_move: Side, are_regular: bool) -> Bounds {
    let pairs: Vec<sums::Pair> = pairs.iter().map(|&pair| pair.into()).collect();
    let player = Player::from(to_move);
    let proven = |bound: Option<i32>| bound.filter(|_| are_regular);
    Bounds {
        lower: proven(sums::lower_bound(&pairs, player)),
        upper: proven(sums::upper_bound(&pairs, player)),
        printed_lower: sums::printed_lower_bound(&pairs, player),
        printed_upper: sums::printed_upper_bound(&pairs, player),
    }
}

/// A subgame with the values for every order of its first turns, so many of them; `value` gives those of
/// subgames.
///
/// # Errors
/// As soon as `value` fails, with its error.
pub fn ahead<E>(
    subgame: &Subgame,
    turns: u32,
    value: &mut impl FnMut(&Subgame) -> Result<Pair, E>,
) -> Result<Ahead, E> {
    let pair = value(subgame)?.into();
    if turns == 0 {
        return Ok(Ahead::unknown(pair));
    }
    let mut after = |side| -> Result<Vec<Ahead>, E> {
        let moves = subgame.moves(side).into_iter();
        moves.map(|action| ahead(&subgame.after(side, action), turns - 1, value)).collect()
    };
    Ok(Ahead::new(pair, after(Side::Black)?, after(Side::White)?))
}

impl SumScores {
    /// Whether the bounds of sums of such a region are proven: every position that can arise in it in which
    /// just one side can move is worth as many spare moves as its value says. `None` if it takes too much work
    /// to know.
    ///
    /// So it is in all regions of up to [`ALWAYS_NUMBERS`] squares, and where a side has no amazon or both have
    /// one; other regions are searched.
    pub fn is_regular(&self, subgame: &Subgame) -> Option<bool> {
        let is_surely = |region: Subgame| {
            let counts = (region.black().len(), region.white().len());
            region.squares().len() <= ALWAYS_NUMBERS || counts.0 == 0 || counts.1 == 0 || counts == (1, 1)
        };
        if subgame.regions().all(is_surely) {
            return Some(true);
        }
        let mut alone = SumScores::new(self.work());
        alone.pair(subgame).ok()??;
        Some(alone.are_one_sided_numbers())
    }
}

impl From<Pair> for sums::Pair {
    fn from(pair: Pair) -> Self {
        sums::Pair { a: pair.a.map(Into::into), b: pair.b.map(Into::into) }
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Player::Left,
            Side::White => Player::Right,
        }
    }
}
