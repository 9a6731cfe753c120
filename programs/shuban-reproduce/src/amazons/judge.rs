//! Bounds and exact results of drawn sums, Black to move.

use rayon::prelude::*;
use shuban_amazons::sum::{ScoreBounds, SumRegion, bounds, bounds_ahead, winner_of_score};
use shuban_amazons::{Army, ScorePair};
use shuban_catalog::Error;

use super::draw::Draw;
use super::exact::Exact;
use super::print::{PrintedCount, counts};
use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::share::CaseShare;

/// Sums judged between two checks of the clock.
const AT_ONCE: usize = 128;

/// Sums of regions with these numbers of amazons a side; in every second one the colours are
/// exchanged if the numbers differ.
pub(super) struct Kind {
    pub(super) squares: usize,
    pub(super) amazons: (u32, u32),
    pub(super) regions: usize,
    pub(super) seed: u64,
}

impl Kind {
    /// Draws sums.
    pub(super) fn draw(&self, count: u64) -> Vec<Vec<SumRegion>> {
        let mut draw = Draw::new(self.squares, self.seed);
        let (black, white) = self.amazons;
        let mut region = |board: usize| {
            let drawn = draw.region(black, white);
            let subgame = if black != white && board % 2 == 1 { drawn.swapped() } else { drawn };
            SumRegion { board, subgame }
        };
        (0..count).map(|_| (0..self.regions).map(&mut region).collect()).collect()
    }
}

/// A sum with its bounds and results.
pub(super) struct Judged {
    /// Values of its regions.
    pub(super) values: Vec<ScorePair>,
    /// Bounds by the printed rule.
    pub(super) printed: ScoreBounds,
    /// Bounds by the proven rule.
    pub(super) proven: ScoreBounds,
    /// Bounds by the proven rule, from the values after every first move, which show the result if
    /// the side that made it moves again.
    pub(super) twice: ScoreBounds,
    /// Exact score, if requested.
    pub(super) score: Option<i32>,
    /// Side that makes the last move.
    pub(super) winner: Army,
}

/// Judges sums, in their order: the exact winner always, the exact score on demand.
pub(super) fn judge(
    sums: &[Vec<SumRegion>],
    with_scores: bool,
    run: &Recomputation<'_>,
) -> Result<Vec<Judged>, Error> {
    run.progress.phase("drawn sums, exactly", sums.len() as u64);
    let mut judged = Vec::with_capacity(sums.len());
    for some in sums.chunks(AT_ONCE) {
        run.check()?;
        let some: Result<Vec<Judged>, Error> =
            some.par_iter().map(|sum| one(sum, with_scores)).collect();
        judged.extend(some?);
        run.progress.at(judged.len() as u64, "");
    }
    Ok(judged)
}

/// Returns the share of sums of a kind.
pub(super) fn share(judged: &[Judged], is_one: impl Fn(&Judged) -> bool) -> CaseShare {
    let cases = judged.iter().filter(|sum| is_one(sum)).count();
    CaseShare { cases: cases as u64, of: judged.len() as u64 }
}

/// Pairs the printed counts of a table for regions of a size with the counts among these sums.
pub(super) fn counted(
    table: usize,
    squares: usize,
    judged: &[Judged],
    what: impl Fn(&PrintedCount) -> String,
    is_one: impl Fn(&PrintedCount, &Judged) -> bool,
) -> Vec<Finding> {
    let row = |print: PrintedCount| {
        let result = share(judged, |sum| is_one(&print, sum));
        Finding::sampled(format!("table {table}: {}", what(&print)), print.share(), result)
    };
    counts(table, squares).into_iter().map(row).collect()
}

fn one(sum: &[SumRegion], with_score: bool) -> Result<Judged, Error> {
    let mut exact = Exact::new();
    let values = exact.values(sum)?;
    let ahead = bounds_ahead(sum, Army::Black, 1, |subgame| exact.value(subgame))?;
    // The rule is proven if all one-sided positions met are numbers.
    let are_regular = exact.0.search.are_one_sided_numbers();
    let known = bounds(&values, Army::Black, are_regular);
    let twice = if are_regular { ahead } else { ScoreBounds::default() };
    let score = if with_score { Some(exact.score(sum)?) } else { None };
    let winner = match score {
        Some(score) => winner_of_score(score, Army::Black),
        None => exact.winner(sum)?,
    };
    Ok(Judged { values, printed: known.printed, proven: known.proven, twice, score, winner })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Kind = Kind { squares: 5, amazons: (2, 1), regions: 3, seed: 1 };

    #[test]
    fn sums_are_drawn_alike_every_time_with_colours_exchanged_in_every_second_region() {
        let sums = SMALL.draw(20);
        assert_eq!(sums, SMALL.draw(20));
        for sum in &sums {
            let amazons = sum
                .iter()
                .map(|region| (region.subgame.black().len(), region.subgame.white().len()));
            assert_eq!(amazons.collect::<Vec<_>>(), [(2, 1), (1, 2), (2, 1)]);
        }
        assert_ne!(sums[0], sums[1]);
    }

    #[test]
    fn proven_bounds_are_never_wrong_and_one_more_turn_never_knows_less() {
        let sums = SMALL.draw(150);
        let judged = judge(&sums, true, &Recomputation::quick()).unwrap();
        let winners = judge(&sums, false, &Recomputation::quick()).unwrap();
        for (sum, winner) in judged.iter().zip(&winners) {
            let score = sum.score.unwrap();
            assert!(!sum.proven.is_wrong(score) && !sum.twice.is_wrong(score));
            assert!(
                sum.proven
                    .winner(Army::Black)
                    .is_none_or(|told| sum.twice.winner(Army::Black) == Some(told))
            );
            assert_eq!((sum.winner, winner.score), (winner.winner, None));
            assert_eq!(sum.winner == Army::Black, score > 0);
        }
        assert!(judged.iter().any(|sum| sum.proven.is_nothing() && !sum.twice.is_nothing()));
    }

    #[test]
    fn bounds_tell_the_winner_if_they_have_the_sign() {
        let known = |lower, upper| ScoreBounds { lower, upper };
        assert_eq!(known(Some(1), None).winner(Army::Black), Some(Army::Black));
        assert_eq!(known(Some(0), Some(3)).winner(Army::Black), None);
        // With as many moves as White, Black is the first who cannot move.
        assert_eq!(known(None, Some(0)).winner(Army::Black), Some(Army::White));
        assert!(known(Some(2), None).is_wrong(1) && known(None, Some(0)).is_wrong(1));
        assert!(known(None, None).is_nothing() && !known(Some(1), Some(1)).is_wrong(1));
    }
}
