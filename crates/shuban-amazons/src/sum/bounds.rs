//! Bounds of sums of regions from the values of the regions.

use shuban_cgt::Player;
use shuban_cgt::sums::{self, Ahead, ScorePair};
use shuban_core::Bound;

use super::scores::SumScores;
use super::text::SumRegion;
use crate::subgame::{Army, Subgame};

/// In regions of up to this size, every position in which just one side can move is a number. Ten
/// regions of nine squares have exceptions.
pub const ALWAYS_NUMBERS: usize = 8;

/// Known bounds of a score: the least and the greatest number of moves that Black makes more than
/// White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreBounds {
    /// Not more than the score.
    pub lower: Option<i32>,
    /// Not less than the score.
    pub upper: Option<i32>,
}

impl ScoreBounds {
    /// Bounds that follow from the winner, who makes the last move.
    pub fn of_winner(winner: Army, to_move: Army) -> Self {
        let least = if to_move == Army::Black { 1 } else { 0 };
        match winner {
            Army::Black => ScoreBounds { lower: Some(least), upper: None },
            Army::White => ScoreBounds { lower: None, upper: Some(least - 1) },
        }
    }

    /// The intersection with further bounds.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        ScoreBounds {
            lower: self.lower.max(other.lower),
            upper: self.upper.into_iter().chain(other.upper).min(),
        }
    }

    /// The score, if the bounds determine it.
    pub fn score(self) -> Option<i32> {
        self.lower.filter(|_| self.lower == self.upper)
    }

    /// The player who makes the last move, if that is the same for all scores within them.
    pub fn winner(self, to_move: Army) -> Option<Army> {
        let by = |bound: Option<i32>, side| {
            bound.map(|bound| winner_of_score(bound, to_move)).filter(|winner| *winner == side)
        };
        by(self.lower, Army::Black).or(by(self.upper, Army::White))
    }

    /// Returns true if neither bound is known.
    pub fn is_nothing(self) -> bool {
        self.lower.is_none() && self.upper.is_none()
    }

    /// Returns true if a score is outside of them.
    pub fn is_wrong(self, score: i32) -> bool {
        self.lower.is_some_and(|lower| lower > score)
            || self.upper.is_some_and(|upper| upper < score)
    }
}

impl From<Bound<i32>> for ScoreBounds {
    fn from(bound: Bound<i32>) -> Self {
        let (lower, upper) = match bound {
            Bound::Exact(score) => (score, score),
            Bound::Within { lower, upper } => (lower, upper),
        };
        ScoreBounds { lower: Some(lower), upper: Some(upper) }
    }
}

/// Bounds of the score of a sum, from the values of its regions alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SumBounds {
    /// Bounds by the proven rule.
    pub proven: ScoreBounds,
    /// Bounds by the printed rule, which is wrong for some sums.
    pub printed: ScoreBounds,
}

/// The player who makes the last move of a sum with a side to move and this score.
pub fn winner_of_score(score: i32, to_move: Army) -> Army {
    // The sign decides; at 0 the side that moves first loses.
    if score > 0 || score == 0 && to_move == Army::White { Army::Black } else { Army::White }
}

/// Bounds from the values of regions with a side to move. With `are_regular`, all regions are known
/// to be regular (see [`SumScores::is_regular`]); without it no bound is proven.
pub fn bounds(pairs: &[ScorePair], to_move: Army, are_regular: bool) -> SumBounds {
    let player = Player::from(to_move);
    let proven = ScoreBounds {
        lower: sums::lower_bound(pairs, player),
        upper: sums::upper_bound(pairs, player),
    };
    SumBounds {
        proven: if are_regular { proven } else { ScoreBounds::default() },
        printed: ScoreBounds {
            lower: sums::printed_lower_bound(pairs, player),
            upper: sums::printed_upper_bound(pairs, player),
        },
    }
}

/// A subgame with the values for every order of its first `turns` turns; `value` gives
/// those of subgames.
///
/// # Errors
/// As soon as `value` fails, with its error.
pub fn ahead<E>(
    subgame: &Subgame,
    turns: u32,
    value: &mut impl FnMut(&Subgame) -> Result<ScorePair, E>,
) -> Result<Ahead, E> {
    let pair = value(subgame)?;
    if turns == 0 {
        return Ok(Ahead::unknown(pair));
    }
    let mut after = |side| -> Result<Vec<Ahead>, E> {
        let moves = subgame.moves(side).into_iter();
        moves.map(|action| ahead(&subgame.after(side, action), turns - 1, value)).collect()
    };
    Ok(Ahead::new(pair, after(Army::Black)?, after(Army::White)?))
}

/// Bounds of a sum from the values of its regions for every order of the first turns; `value` gives
/// the values of regions, and of what is left of one after moves. Proven if all regions are regular
/// (see [`SumScores::is_regular`]). With no turns they are those of [`bounds`].
///
/// Takes time in proportion to the number of sequences of moves: for two turns, `value` is asked
/// hundreds of times for each region.
///
/// # Errors
/// As soon as `value` fails, with its error.
///
/// ```
/// use shuban_amazons::sum::{BoardSum, bounds_ahead};
/// use shuban_amazons::value_by_search;
///
/// // (4|0) + (1|-4), Black to move: the values alone prove 1, the score is 4.
/// let sum = BoardSum::parse("#W#/BW#/#../#B#/#.#/#.# + BW###/##.##/#.##W/##..#/#B###").unwrap();
/// let value = |region: &_| Ok::<_, std::convert::Infallible>(value_by_search(region));
/// let ahead = |turns| bounds_ahead(&sum.regions(), sum.to_move(), turns, value).unwrap();
/// let lower = [0, 1, 2].map(|turns| ahead(turns).lower);
/// assert_eq!(lower, [Some(1), Some(1), Some(4)]);
/// ```
pub fn bounds_ahead<E>(
    regions: &[SumRegion],
    to_move: Army,
    turns: u32,
    mut value: impl FnMut(&Subgame) -> Result<ScorePair, E>,
) -> Result<ScoreBounds, E> {
    let known = regions.iter().map(|region| ahead(&region.subgame, turns, &mut value));
    let known: Vec<Ahead> = known.collect::<Result<_, E>>()?;
    let player = to_move.into();
    Ok(ScoreBounds {
        lower: sums::lower_bound_ahead(&known, player, turns),
        upper: sums::upper_bound_ahead(&known, player, turns),
    })
}

impl SumScores<'_> {
    /// Returns true if the bounds of sums of such a region are proven: every position that can
    /// arise in it in which just one side can move is worth as many spare moves as its value says.
    /// `None` if that takes too much work to decide.
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
        // It is if all positions met so far are; if one is not, it may be another region's.
        self.pair(subgame).ok()??;
        if self.search.are_one_sided_numbers() {
            return Some(true);
        }
        let mut alone = SumScores::new(0);
        alone.search.budget.effort = self.search.budget.effort;
        alone.search.budget.memory = self.search.memory_left();
        let pair = alone.pair(subgame);
        self.search.budget.effort = alone.search.budget.effort;
        pair.ok()??;
        Some(alone.search.are_one_sided_numbers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_winners_follow_from_each_other() {
        for to_move in Army::BOTH {
            for score in -3..=3 {
                let winner = winner_of_score(score, to_move);
                let bounds = ScoreBounds::of_winner(winner, to_move);
                assert!(!bounds.is_wrong(score));
                assert_eq!(bounds.winner(to_move), Some(winner));
                let exact = ScoreBounds::from(Bound::Exact(score));
                assert_eq!((exact.score(), exact.winner(to_move)), (Some(score), Some(winner)));
                assert_eq!(bounds.and(exact), exact);
            }
        }
    }
}
