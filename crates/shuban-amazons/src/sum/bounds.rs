//! Bounds of sums of regions from the values of the regions.

use shuban_cgt::Player;
use shuban_cgt::sums::{self, Ahead};

use super::scores::SumScores;
use super::text::SumRegion;
use crate::pair::Pair;
use crate::subgame::{Side, Subgame};

/// In regions of so many squares, every position in which just one side can move is a number. Among
/// those of nine squares ten are not.
pub const ALWAYS_NUMBERS: usize = 8;

/// What the values of regions say of their sum: how many more moves Black makes than White, at
/// least and at most, where they say something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SumBounds {
    /// Not more than the score: proven.
    pub lower: Option<i32>,
    /// Not less than the score: proven.
    pub upper: Option<i32>,
    /// What the printed rule takes for a lower bound; it is wrong for some sums.
    pub printed_lower: Option<i32>,
    /// What the printed rule takes for an upper bound; it is wrong for some sums.
    pub printed_upper: Option<i32>,
}

impl SumBounds {
    /// Who makes the last move, if the proven bounds tell.
    pub fn winner(&self, to_move: Side) -> Option<Side> {
        winner_of_scores(self.lower, self.upper, to_move)
    }

    /// The score, if the proven bounds tell.
    pub fn score(&self) -> Option<i32> {
        self.lower.filter(|_| self.lower == self.upper)
    }
}

/// Who makes the last move of a sum with a side to move, if the score is so much.
pub fn winner_of_score(score: i32, to_move: Side) -> Side {
    // The sign tells, and at 0 who moves first loses.
    if score > 0 || score == 0 && to_move == Side::White { Side::Black } else { Side::White }
}

/// The same for all scores from a lower bound to an upper one, if they agree.
pub fn winner_of_scores(lower: Option<i32>, upper: Option<i32>, to_move: Side) -> Option<Side> {
    let by =
        |bound: Option<i32>, side| bound.filter(|&bound| winner_of_score(bound, to_move) == side);
    let black = by(lower, Side::Black).map(|_| Side::Black);
    black.or_else(|| by(upper, Side::White).map(|_| Side::White))
}

/// What follows for the score from who makes the last move: a lower or an upper bound.
pub fn scores_of_winner(winner: Side, to_move: Side) -> (Option<i32>, Option<i32>) {
    let least = if to_move == Side::Black { 1 } else { 0 };
    match winner {
        Side::Black => (Some(least), None),
        Side::White => (None, Some(least - 1)),
    }
}

/// Bounds from the values of regions with a side to move. With `are_regular`, all regions are known
/// to be regular (see [`SumScores::is_regular`]); else nothing is proven.
pub fn bounds(pairs: &[Pair], to_move: Side, are_regular: bool) -> SumBounds {
    let pairs: Vec<sums::ComponentPair> = pairs.iter().map(|&pair| pair.into()).collect();
    let player = Player::from(to_move);
    let proven = |bound: Option<i32>| bound.filter(|_| are_regular);
    SumBounds {
        lower: proven(sums::lower_bound(&pairs, player)),
        upper: proven(sums::upper_bound(&pairs, player)),
        printed_lower: sums::printed_lower_bound(&pairs, player),
        printed_upper: sums::printed_upper_bound(&pairs, player),
    }
}

/// A subgame with the values for every order of its first turns, so many of them; `value` gives
/// those of subgames.
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

/// Bounds of a sum from the values of its regions for every order of so many first turns; `value`
/// gives the values of regions, and of what is left of one after moves. Proven if all regions are
/// regular (see [`SumScores::is_regular`]). With no turns they are those of [`bounds`].
///
/// Takes time like the number of sequences of so many moves; after two turns, of which the values
/// of one region for one player moving twice running are a part, hundreds of values of each region
/// are asked.
///
/// # Errors
/// As soon as `value` fails, with its error.
///
/// ```
/// use shuban_amazons::sum::{Sum, bounds_ahead};
/// use shuban_amazons::value_by_search;
///
/// // (4|0) + (1|-4), Black to move: the values alone prove 1, the score is 4.
/// let sum = Sum::parse("#W#/BW#/#../#B#/#.#/#.# + BW###/##.##/#.##W/##..#/#B###").unwrap();
/// let value = |region: &_| Ok::<_, std::convert::Infallible>(value_by_search(region));
/// let ahead = |turns| bounds_ahead(&sum.regions(), sum.to_move(), turns, value).unwrap();
/// assert_eq!(ahead(0), (Some(1), None));
/// assert_eq!(ahead(1), (Some(1), None));
/// assert_eq!(ahead(2), (Some(4), None));
/// ```
pub fn bounds_ahead<E>(
    regions: &[SumRegion],
    to_move: Side,
    turns: u32,
    mut value: impl FnMut(&Subgame) -> Result<Pair, E>,
) -> Result<(Option<i32>, Option<i32>), E> {
    let known = regions.iter().map(|region| ahead(&region.subgame, turns, &mut value));
    let known: Vec<Ahead> = known.collect::<Result<_, E>>()?;
    let player = to_move.into();
    Ok((
        sums::lower_bound_ahead(&known, player, turns),
        sums::upper_bound_ahead(&known, player, turns),
    ))
}

impl SumScores {
    /// Whether the bounds of sums of such a region are proven: every position that can arise in it
    /// in which just one side can move is worth as many spare moves as its value says. `None` if it
    /// takes too much work to know.
    ///
    /// So it is in all regions of up to [`ALWAYS_NUMBERS`] squares, and where a side has no amazon
    /// or both have one; other regions are searched.
    pub fn is_regular(&mut self, subgame: &Subgame) -> Option<bool> {
        let is_surely = |region: Subgame| {
            let counts = (region.black().len(), region.white().len());
            region.squares().len() <= ALWAYS_NUMBERS
                || counts.0 == 0
                || counts.1 == 0
                || counts == (1, 1)
        };
        if subgame.regions().all(is_surely) {
            return Some(true);
        }
        // It is if no other one met either; if one is not, it may be another one.
        self.pair(subgame).ok()??;
        if self.are_one_sided_numbers() {
            return Some(true);
        }
        let mut alone = SumScores::new(0);
        alone.allow(self.effort_left());
        alone.allow_memory(self.memory_left());
        let pair = alone.pair(subgame);
        self.allow(alone.effort_left());
        pair.ok()??;
        Some(alone.are_one_sided_numbers())
    }
}

impl From<Pair> for sums::ComponentPair {
    fn from(pair: Pair) -> Self {
        sums::ComponentPair { a: pair.a.map(Into::into), b: pair.b.map(Into::into) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_winners_follow_from_each_other() {
        for to_move in Side::BOTH {
            for score in -3..=3 {
                let winner = winner_of_score(score, to_move);
                let (lower, upper) = scores_of_winner(winner, to_move);
                assert!(
                    lower.is_none_or(|lower| lower <= score)
                        && upper.is_none_or(|upper| upper >= score)
                );
                assert_eq!(winner_of_scores(lower, upper, to_move), Some(winner));
            }
        }
    }
}
