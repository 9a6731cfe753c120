//! Numbers that the text gives for figure 4, and its claim about best moves.

use shuban_amazons::sum::{SumMove, SumRegion};
use shuban_amazons::{Army, Minimax, ScorePair, Subgame};
use shuban_catalog::Error;

use super::unsearched;

/// Values that the text of the publication gives.
pub(super) const VALUES: [ScorePair; 2] =
    [ScorePair { a: Some(4), b: Some(0) }, ScorePair { a: Some(1), b: Some(-4) }];
pub(super) const BOUND: i32 = 1;
pub(super) const SCORE: i32 = 4;

/// Squares of each region, and amazons of each side in it.
pub(super) const SQUARES: usize = 8;
pub(super) const AMAZONS: usize = 2;

/// Returns the number of these moves of Black's that are best ones in their own region.
pub(super) fn best_alone(
    regions: &[SumRegion],
    values: &[ScorePair],
    moves: &[SumMove],
) -> Result<usize, Error> {
    let mut best = 0;
    for SumMove { board, action } in moves {
        let place =
            regions.iter().position(|region| region.board == *board).ok_or_else(unsearched)?;
        let nothing = |_: &Subgame| Ok::<_, std::convert::Infallible>(None);
        let Ok(alone) = Minimax::new(nothing).move_values(&regions[place].subgame, Army::Black);
        let is_best = |&(one, worth): &(_, i32)| one == *action && Some(worth) == values[place].a;
        best += usize::from(alone.iter().any(is_best));
    }
    Ok(best)
}
