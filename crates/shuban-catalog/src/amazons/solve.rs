//! Sums of regions: bounds, winner, score and best moves.

use std::sync::Arc;

use shuban_amazons::sum::{Sum, SumMove, SumRegion, SumScores};
use shuban_amazons::{Amazons, CanonicalValue, MAX_SIZE, Pair, Position, Side, Subgame};
use shuban_core::{Answer as Bounded, Game};
use shuban_solve::cgt::{FormId, Forms, Player};
use shuban_solve::sums::{self, lower_bound, printed_lower_bound, printed_upper_bound, upper_bound};
use shuban_store::{Disk, FileSystem};

use super::canonical::CanonicalProbe;
use super::solved::{SolvedRegion, SolvedSum};
use super::tables::RegionTables;
use crate::error::Error;
use crate::report::Answer;
use crate::solve::{PositionSolver, SolveSetting};

/// Bytes that the search keeps for a position of a region or a sum, about.
const BYTES_A_POSITION: u64 = 200;

/// Solves sums, one after the other, from whatever is built and by search.
pub(super) struct SumSolver {
    tables: RegionTables,
    scores: SumScores,
    /// Positions that may be kept from one sum to the next.
    most_kept: u64,
}

impl SumSolver {
    pub(super) fn new(setting: &SolveSetting<'_>) -> Self {
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let work = (setting.memory / BYTES_A_POSITION / 2).max(1);
        SumSolver {
            tables: RegionTables::new(&files, setting.data),
            scores: SumScores::new(work),
            most_kept: work,
        }
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
            self.scores.pair(region).map_err(|error| Error::TooMuch(error.to_string()))?
        };
        Ok((found, found.map_or("unknown", |_| "search").to_owned()))
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
            Ok(Region { region, value, canonical, solved })
        };
        sum.regions().into_iter().map(region).collect()
    }

    fn sum(&mut self, sum: &Sum) -> Result<SolvedSum, Error> {
        let to_move = sum.to_move();
        let regions = self.regions(sum)?;
        let bounds = Bounds::of(&regions, to_move);
        let mut solved = SolvedSum {
            position: sum.to_string(),
            to_move: to_move.name(),
            lower: bounds.lower,
            upper: bounds.upper,
            printed_lower: bounds.printed_lower,
            printed_upper: bounds.printed_upper,
            winner: None,
            score: None,
            score_bounds: None,
            best: Vec::new(),
            how: None,
            how_score: None,
            best_for: None,
            boards: sum.boards().to_vec(),
            regions: Vec::new(),
        };
        let canonical: Option<Vec<&CanonicalValue>> =
            regions.iter().map(|region| region.canonical.as_ref()).collect();
        let decided = bounds.winner(to_move).map(|winner| (winner, "bounds"));
        let decided = decided.or_else(|| canonical.and_then(|values| by_forms(&values, to_move)));

        let parts: Vec<SumRegion> = regions.iter().map(|region| region.region).collect();
        let too_large = |error: shuban_amazons::sum::TooLarge| Error::TooMuch(error.to_string());
        let score = match (bounds.lower, bounds.upper) {
            (Some(lower), Some(upper)) if lower == upper => (Bounded::Exact(lower), "bounds"),
            _ => (self.scores.score(&parts, to_move).map_err(too_large)?, "search"),
        };
        match score {
            (Bounded::Exact(score), how) => {
                solved.score = Some(score);
                solved.how_score = Some(how);
                let best = self.scores.moves_that_keep(&parts, to_move, score).map_err(too_large)?;
                if let Some(best) = best {
                    solved.best = best.iter().map(|action| sum.format_move(action)).collect();
                    solved.best_for = Some("score");
                }
            }
            (Bounded::Within { lower, upper }, _) => solved.score_bounds = Some((lower, upper)),
        }
        let decided = match (decided, solved.score) {
            (Some(decided), _) => Some(decided),
            (None, Some(score)) => Some((winner_by_score(score, to_move), "search")),
            (None, None) => {
                let winner = self.scores.winner(&parts, to_move).map_err(too_large)?;
                winner.map(|winner| (winner, "search"))
            }
        };
        if let Some((winner, how)) = decided {
            solved.winner = Some(winner.name());
            solved.how = Some(how);
            if solved.best_for.is_none() && winner == to_move {
                let best = self.winning_moves(&regions, to_move)?;
                solved.best = best.iter().map(|action| sum.format_move(action)).collect();
                solved.best_for = (!best.is_empty()).then_some("winner");
            }
        }
        solved.regions = regions.into_iter().map(|region| region.solved).collect();
        Ok(solved)
    }

    /// The moves that win, by canonical values; none if one is not known.
    fn winning_moves(&self, regions: &[Region], to_move: Side) -> Result<Vec<SumMove>, Error> {
        let mut winning = Vec::new();
        let values: Option<Vec<&CanonicalValue>> =
            regions.iter().map(|region| region.canonical.as_ref()).collect();
        let Some(values) = values else { return Ok(winning) };
        for (number, region) in regions.iter().enumerate() {
            let SumRegion { board, subgame } = region.region;
            for action in subgame.moves(to_move) {
                let after = subgame.after(to_move, action).without_empty_regions();
                let pieces: Option<Vec<CanonicalValue>> = (after.regions())
                    .map(|piece| self.tables.stored_canonical(&piece))
                    .collect::<Result<_, Error>>()?;
                let Some(pieces) = pieces else { return Ok(Vec::new()) };
                let others = values.iter().enumerate().filter(|&(other, _)| other != number);
                let all: Vec<&CanonicalValue> = others.map(|(_, &value)| value).chain(&pieces).collect();
                if by_forms(&all, to_move.opponent()).is_some_and(|(winner, _)| winner == to_move) {
                    winning.push(SumMove { board, action });
                }
            }
        }
        Ok(winning)
    }
}

impl PositionSolver for SumSolver {
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        let sum = Sum::parse(position).map_err(Error::position)?;
        let named = to_move.and_then(|name| Side::BOTH.into_iter().find(|side| side.name() == name));
        let sum = named.map_or(sum.clone(), |side| sum.with_to_move(side));
        if self.scores.kept() as u64 > self.most_kept {
            self.scores.forget();
        }
        Ok(Box::new(self.sum(&sum)?))
    }
}

/// A region of the sum, with what is known of it.
struct Region {
    region: SumRegion,
    value: Option<Pair>,
    canonical: Option<CanonicalValue>,
    solved: SolvedRegion,
}

/// What the values of the regions alone say of the sum.
#[derive(Default)]
struct Bounds {
    lower: Option<i32>,
    upper: Option<i32>,
    printed_lower: Option<i32>,
    printed_upper: Option<i32>,
}

impl Bounds {
    /// Nothing, if a value is not known, or a region is larger than those of which one-sided positions are
    /// known to be numbers, on which the rule rests.
    fn of(regions: &[Region], to_move: Side) -> Self {
        let bounded = |region: &Region| {
            let pair = region.value.filter(|_| region.solved.squares <= MAX_SIZE)?;
            Some(solve_pair(pair))
        };
        let Some(pairs) = regions.iter().map(bounded).collect::<Option<Vec<sums::Pair>>>() else {
            return Bounds::default();
        };
        let player = player(to_move);
        Bounds {
            lower: lower_bound(&pairs, player),
            upper: upper_bound(&pairs, player),
            printed_lower: printed_lower_bound(&pairs, player),
            printed_upper: printed_upper_bound(&pairs, player),
        }
    }

    /// Who makes the last move, if the bounds tell.
    fn winner(&self, to_move: Side) -> Option<Side> {
        let [least, most] = [self.lower, self.upper].map(|bound| Some(winner_by_score(bound?, to_move)));
        // Scores from the lower bound up make Black the winner if that one does.
        let black = least.filter(|&winner| winner == Side::Black);
        black.or(most.filter(|&winner| winner == Side::White))
    }
}

/// Who makes the last move if the score is so much: a side that moves first wins if it makes more moves.
pub(super) fn winner_by_score(score: i32, to_move: Side) -> Side {
    match to_move {
        Side::Black if score > 0 => Side::Black,
        Side::White if score >= 0 => Side::Black,
        _ => Side::White,
    }
}

/// Who makes the last move of a sum of games, by thermographs if they tell.
fn by_forms(values: &[&CanonicalValue], to_move: Side) -> Option<(Side, &'static str)> {
    let empty = Arc::new(Forms::new());
    let forms = values.first().map_or(&empty, |value| value.forms());
    let terms: Vec<FormId> = values.iter().map(|value| value.form()).collect();
    let side = |player| if player == Player::Left { Side::Black } else { Side::White };
    let begins = player(to_move);
    Some(match forms.winner_by_thermographs(&terms, begins) {
        Some(winner) => (side(winner), "thermographs"),
        None => (side(forms.winner(&terms, begins)), "canonical values"),
    })
}

/// The player of combinatorial games that a side is.
pub(super) fn player(side: Side) -> Player {
    match side {
        Side::Black => Player::Left,
        Side::White => Player::Right,
    }
}

/// A value as the rules for sums take it.
pub(super) fn solve_pair(pair: Pair) -> sums::Pair {
    sums::Pair { a: pair.a.map(i32::from), b: pair.b.map(i32::from) }
}
