//! Sums of regions: bounds, winner, score and best moves.

use std::sync::Arc;

use shuban_amazons::sum::{
    Sum, SumBounds, SumMove, SumRegion, SumScores, TooLarge, bounds, bounds_ahead, scores_of_winner,
    winner_of_score, winner_of_scores,
};
use shuban_amazons::{Amazons, MAX_SIZE, Pair, Position, Side, Subgame};
use shuban_cgt::Effort;
use shuban_core::{Bound, Game};
use shuban_store::{Disk, FileSystem};

use super::canonical::CanonicalProbe;
use super::forms::ByForms;
use super::solved::{SolvedRegion, SolvedSum};
use super::tables::RegionTables;
use crate::error::Error;
use crate::report::Answer;
use crate::solve::{PositionSolver, SolveSetting};

/// Of the memory it may use, a canonical value is worked out for so many bytes.
const BYTES_A_FORM: u64 = 800;

/// For so many bytes, one move is looked at in a short search.
const BYTES_A_MOVE_IN_SHORT: u64 = 50_000;

/// Turns of which every order is looked at before a search.
const TURNS: u32 = 1;

/// Solves sums, one after the other, from whatever is built and by search.
pub(super) struct SumSolver {
    tables: RegionTables,
    scores: SumScores,
    /// Bytes that may be kept.
    memory: u64,
    /// Moves that may be looked at for one sum.
    work: u64,
}

/// A region of the sum, with what is known of it.
struct Region {
    region: SumRegion,
    value: Option<Pair>,
    solved: SolvedRegion,
}

/// What is known of a score: bounds, as far as there are any.
#[derive(Clone, Copy)]
struct Known {
    lower: Option<i32>,
    upper: Option<i32>,
}

impl Known {
    /// With further bounds.
    fn and(self, (lower, upper): (Option<i32>, Option<i32>)) -> Self {
        Known {
            lower: self.lower.max(lower),
            upper: self.upper.zip(upper).map(|(one, other)| one.min(other)).or(self.upper).or(upper),
        }
    }

    fn score(self) -> Option<i32> {
        self.lower.filter(|_| self.lower == self.upper)
    }

    fn winner(self, to_move: Side) -> Option<Side> {
        winner_of_scores(self.lower, self.upper, to_move)
    }
}

/// Who makes the last move, and what told.
type Winner = Option<(Side, &'static str)>;

impl SumSolver {
    pub(super) fn new(setting: &SolveSetting<'_>) -> Self {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let work = setting.proof.options.nodes.unwrap_or(u64::MAX);
        let mut scores = SumScores::new(work);
        scores.allow_memory(setting.memory);
        SumSolver { tables: RegionTables::new(&files, setting.data), scores, memory: setting.memory, work }
    }

    /// Canonical values, worked out for a part of the memory.
    fn forms(&self, part: u64) -> ByForms<'_> {
        ByForms::new(&self.tables, (self.memory / BYTES_A_FORM / part).max(1))
    }

    fn sum(&mut self, sum: &Sum) -> Result<SolvedSum, Error> {
        let to_move = sum.to_move();
        let regions = self.regions(sum)?;
        let parts: Vec<SumRegion> = regions.iter().map(|region| region.region).collect();
        let bounds = self.bounds(&regions, to_move)?;

        let mut winner: Winner = bounds.winner(to_move).map(|winner| (winner, "bounds"));
        if winner.is_none() && regions.iter().all(|region| region.solved.canonical.is_some()) {
            winner = self.forms(4).winner(&parts, to_move)?;
        }
        let mut known = Known { lower: bounds.lower, upper: bounds.upper };
        let mut score = known.score().map(|score| (score, "bounds"));
        if score.is_none() {
            known = known.and(self.first_turns(&regions, to_move)?);
            score = known.score().map(|score| (score, "first turns"));
            winner = winner.or_else(|| Some((known.winner(to_move)?, "first turns")));
        }
        if winner.is_none() {
            winner = self.searched_winner(&parts, to_move)?;
        }
        let mut score_bounds = None;
        if score.is_none() {
            let (lower, upper) = match self.scores.score(&parts, to_move).map_err(too_large)? {
                Bound::Exact(exact) => (exact, exact),
                Bound::Within { lower, upper } => (lower, upper),
            };
            winner =
                winner.or_else(|| Some((winner_of_scores(Some(lower), Some(upper), to_move)?, "search")));
            known = known.and((Some(lower), Some(upper)));
            if let Some((winner, _)) = winner {
                known = known.and(scores_of_winner(winner, to_move));
            }
            score = known.score().map(|score| (score, "search"));
            score_bounds = known.lower.zip(known.upper).filter(|_| score.is_none());
        }
        let winner = winner.or_else(|| score.map(|(score, how)| (winner_of_score(score, to_move), how)));
        let (best, best_for) = self.best(&parts, to_move, score.map(|(score, _)| score), winner)?;
        Ok(SolvedSum {
            position: sum.to_string(),
            to_move: to_move.name(),
            regions: regions.into_iter().map(|region| region.solved).collect(),
            lower: bounds.lower,
            upper: bounds.upper,
            printed_lower: bounds.printed_lower,
            printed_upper: bounds.printed_upper,
            winner: winner.map(|(winner, _)| winner.name()),
            score: score.map(|(score, _)| score),
            score_bounds,
            best: best.iter().map(|action| sum.format_move(action)).collect(),
            how: winner.map(|(_, how)| how),
            how_score: score.map(|(_, how)| how),
            best_for,
            boards: sum.boards().to_vec(),
        })
    }

    fn regions(&mut self, sum: &Sum) -> Result<Vec<Region>, Error> {
        let several = sum.boards().len() > 1;
        let region = |region: SumRegion| {
            let (value, source) = self.value(&region.subgame)?;
            let canonical = self.tables.stored_canonical(&region.subgame)?;
            let cut_out = Position::around(region.subgame, Side::Black);
            let solved = SolvedRegion {
                text: cut_out.map_or_else(|_| String::new(), |position| Amazons.format(&position)),
                board: several.then_some(region.board + 1),
                squares: region.subgame.squares().len(),
                a: value.and_then(|value| value.a),
                b: value.and_then(|value| value.b),
                source,
                canonical: canonical.as_ref().map(CanonicalProbe::of),
            };
            Ok(Region { region, value, solved })
        };
        sum.regions().into_iter().map(region).collect()
    }

    /// The value of a region: stored, or found; `None` if that takes too much work.
    fn value(&mut self, region: &Subgame) -> Result<(Option<Pair>, String), Error> {
        let size = region.squares().len();
        if let Some(stored) = self.tables.stored(region)? {
            return Ok((Some(stored), RegionTables::name(size)));
        }
        let found = if size <= MAX_SIZE {
            Some(self.tables.minimax().value(region)?)
        } else {
            // Not all, so that something is left for the sum.
            self.within(self.work / 8, self.memory / 8, |scores| scores.pair(region))?
        };
        Ok((found, found.map_or("unknown", |_| "search").to_owned()))
    }

    /// What the values of the regions alone say: nothing if one is not known.
    fn bounds(&mut self, regions: &[Region], to_move: Side) -> Result<SumBounds, Error> {
        let Some(pairs) = regions.iter().map(|region| region.value).collect::<Option<Vec<Pair>>>() else {
            return Ok(SumBounds::default());
        };
        let are_regular = self.are_regular(regions)?;
        Ok(bounds(&pairs, to_move, are_regular))
    }

    fn are_regular(&mut self, regions: &[Region]) -> Result<bool, Error> {
        Ok(regions.iter().all(|region| self.scores.is_regular(&region.region.subgame) == Some(true)))
    }

    /// Bounds from the values for every order of the first turns, where the regions are stored, so that
    /// look-ups tell them.
    fn first_turns(
        &mut self,
        regions: &[Region],
        to_move: Side,
    ) -> Result<(Option<i32>, Option<i32>), Error> {
        for region in regions {
            if self.tables.pairs(region.solved.squares)?.is_none() {
                return Ok((None, None));
            }
        }
        if !self.are_regular(regions)? {
            return Ok((None, None));
        }
        let parts: Vec<SumRegion> = regions.iter().map(|region| region.region).collect();
        let mut minimax = self.tables.minimax();
        bounds_ahead(&parts, to_move, TURNS, |subgame| minimax.value(subgame))
    }

    /// Who makes the last move, by a short search for the score, by canonical values that are not stored, or
    /// by a long search.
    fn searched_winner(&mut self, parts: &[SumRegion], to_move: Side) -> Result<Winner, Error> {
        let short = self.memory / BYTES_A_MOVE_IN_SHORT;
        if let Some(winner) = self.within(short, self.memory, |scores| scores.winner(parts, to_move))? {
            return Ok(Some((winner, "search")));
        }
        if parts.iter().all(|region| region.subgame.squares().len() <= MAX_SIZE)
            && let Some(winner) = self.forms(64).winner(parts, to_move)?
        {
            return Ok(Some(winner));
        }
        let found = self.within(self.work / 2, self.memory, |scores| scores.winner(parts, to_move))?;
        Ok(found.map(|winner| (winner, "search")))
    }

    /// Asks the search with so many moves and bytes, of what is allowed.
    fn within<T>(
        &mut self,
        moves: u64,
        bytes: u64,
        ask: impl FnOnce(&mut SumScores) -> Result<T, TooLarge>,
    ) -> Result<T, Error> {
        let left = self.scores.effort_left().work;
        let allowed = moves.min(left);
        self.scores.allow(Effort::of(allowed));
        self.scores.allow_memory(bytes);
        let answer = ask(&mut self.scores);
        self.scores.allow(Effort::of(left - (allowed - self.scores.effort_left().work)));
        self.scores.allow_memory(self.memory);
        answer.map_err(too_large)
    }

    /// All best moves, and what they keep: the score, or if that is not known the last move.
    fn best(
        &mut self,
        parts: &[SumRegion],
        to_move: Side,
        score: Option<i32>,
        winner: Winner,
    ) -> Result<(Vec<SumMove>, Option<&'static str>), Error> {
        let wins = winner.is_some_and(|(winner, _)| winner == to_move);
        let (found, keeps) = match score {
            Some(score) => (self.scores.moves_that_keep(parts, to_move, score).map_err(too_large)?, "score"),
            None if !wins => (None, "winner"),
            None => {
                let least = if to_move == Side::Black { 1 } else { -1 };
                let found = self.scores.moves_that_keep(parts, to_move, least).map_err(too_large)?;
                match found {
                    None => (self.forms(64).winning_moves(parts, to_move)?, "winner"),
                    found => (found, "winner"),
                }
            }
        };
        let keeps = found.is_some().then_some(keeps);
        Ok((found.unwrap_or_default(), keeps))
    }
}

impl PositionSolver for SumSolver {
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        let sum = Sum::parse(position).map_err(Error::position)?;
        let named = to_move.and_then(|name| Side::BOTH.into_iter().find(|side| side.name() == name));
        let sum = named.map_or(sum.clone(), |side| sum.with_to_move(side));
        // What one position needed, the slow way that takes nothing for proven, is not done to the others.
        if self.scores.bytes() > self.memory / 2 || !self.scores.are_one_sided_numbers() {
            self.scores.forget();
        }
        self.scores.allow(Effort::of(self.work));
        Ok(Box::new(self.sum(&sum)?))
    }
}

fn too_large(error: TooLarge) -> Error {
    Error::TooMuch(error.to_string())
}
