//! Values, scores and winners of sums, by search to the end.

use shuban_amazons::sum::{SumMove, SumRegion, SumScores};
use shuban_amazons::{Army, ScorePair, Subgame};
use shuban_catalog::Error;
use shuban_core::Bound;

use super::unsearched;

/// Scores of sums with Black to move, as everywhere in the publication. Without a limit only sums
/// that are too large remain unknown, and no sum of the publication's sizes is.
pub(super) struct Exact(pub(super) SumScores<'static>);

impl Exact {
    pub(super) fn new() -> Self {
        Exact(SumScores::new(u64::MAX))
    }

    /// Creates a plain search, which rests on none of the theorems that bounds use.
    pub(super) fn plainly() -> Self {
        Exact(SumScores::plainly(u64::MAX))
    }

    pub(super) fn value(&mut self, subgame: &Subgame) -> Result<ScorePair, Error> {
        self.0.pair(subgame).ok().flatten().ok_or_else(unsearched)
    }

    pub(super) fn values(&mut self, regions: &[SumRegion]) -> Result<Vec<ScorePair>, Error> {
        regions.iter().map(|region| self.value(&region.subgame)).collect()
    }

    pub(super) fn score(&mut self, regions: &[SumRegion]) -> Result<i32, Error> {
        match self.0.score(regions, Army::Black) {
            Ok(Bound::Exact(score)) => Ok(score),
            _ => Err(unsearched()),
        }
    }

    pub(super) fn winner(&mut self, regions: &[SumRegion]) -> Result<Army, Error> {
        self.0.winner(regions, Army::Black).ok().flatten().ok_or_else(unsearched)
    }

    /// Returns all moves that keep a score.
    pub(super) fn moves_that_keep(
        &mut self,
        regions: &[SumRegion],
        score: i32,
    ) -> Result<Vec<SumMove>, Error> {
        self.0.moves_that_keep(regions, Army::Black, score).ok().flatten().ok_or_else(unsearched)
    }

    /// Returns true if bounds of sums of these regions are proven.
    pub(super) fn are_regular(&mut self, regions: &[SumRegion]) -> bool {
        regions.iter().all(|region| self.0.is_regular(&region.subgame) == Some(true))
    }
}
