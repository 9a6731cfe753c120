//! Sums of regions: bounds, winner, score and best moves.

mod by_forms;
mod solved;

use std::sync::Arc;
use std::time::Instant;

use shuban_cgt::sums::{Beginning, Budget, ScorePair};
use shuban_cgt::{Effort, Forms};
use shuban_core::shelf::{OracleError, StoredValues, stored_values};
use shuban_core::solver::{SearchFailure, SearchSetting, Solve};
use shuban_core::{Answer, Fields, PositionSolver, Progress};

use crate::canonical::{CanonicalRegions, CanonicalSearch, CanonicalValue};
use crate::domain::{MAX_SIZE, Regions};
use crate::explain::minimax;
use crate::subgame::{Army, Subgame};
use crate::sum::{
    BoardSum, ScoreBounds, SumBounds, SumMove, SumRegion, SumScores, Sums, TooLarge, bounds,
    bounds_ahead, proven_beginning, winner_of_score,
};
use by_forms::ByForms;
use solved::{Guarantee, PROOF, SolvedRegion, SolvedSum, Winner};

/// Bytes of the memory allowed for each canonical value that is computed.
const BYTES_A_FORM: u64 = 800;

/// Bytes of the memory allowed for each move that a short search examines.
const BYTES_A_MOVE_IN_SHORT: u64 = 50_000;

/// Number of first turns whose orders are all examined before a search.
const TURNS: u32 = 1;

/// Solver of sums of boards by the stored values of their regions, and by search.
pub struct SumSolver {
    forms: Arc<Forms>,
}

impl SumSolver {
    /// Creates a solver; `forms` is the store of all canonical values that are looked up.
    pub fn new(forms: Arc<Forms>) -> Self {
        SumSolver { forms }
    }
}

impl PositionSolver for SumSolver {
    type Game = Sums;

    fn game(&self) -> &Sums {
        &Sums
    }

    fn begin<'a>(&'a self, setting: SearchSetting<'a>) -> Solve<'a, Sums> {
        let mut scores = SumScores::new(0);
        scores.search.budget.memory = setting.memory;
        let mut search = SumSearch {
            forms: &self.forms,
            pairs: stored_values::<Regions>(setting.shelf, Regions::NAME),
            canonical: stored_values::<CanonicalRegions>(setting.shelf, CanonicalRegions::NAME),
            scores,
            memory: setting.memory,
            work: setting.nodes.unwrap_or(u64::MAX),
            until: None,
            progress: setting.progress,
        };
        Box::new(move |sum| {
            search.until = setting.time.and_then(|time| Instant::now().checked_add(time));
            search.answer(sum)
        })
    }
}

/// Solves one sum after the other.
struct SumSearch<'a> {
    forms: &'a Arc<Forms>,
    pairs: Box<StoredValues<'a, Regions>>,
    canonical: Box<StoredValues<'a, CanonicalRegions>>,
    scores: SumScores<'a>,
    /// Memory limit, in bytes.
    memory: u64,
    /// Most moves examined for one sum.
    work: u64,
    /// Deadline for the sum that is being solved.
    until: Option<Instant>,
    /// Progress, which may call it off.
    progress: &'a dyn Progress,
}

impl<'a> SumSearch<'a> {
    fn answer(&mut self, sum: &BoardSum) -> Result<Answer<Sums, Fields>, SearchFailure> {
        // The slow search without proven bounds that one position needed is not used for the
        // others.
        let search = &self.scores.search;
        if search.bytes() > self.memory / 2 || !search.are_one_sided_numbers() {
            self.scores.forget();
        }
        self.scores.search.budget.effort = self.effort(self.work);
        let mut solved = self.solved(sum).map_err(|failure| match failure {
            SearchFailure::TooMuch(reason) if sum.boards().len() == 1 => {
                SearchFailure::TooMuch(format!("{reason}; {PROOF}"))
            }
            other => other,
        })?;
        self.add_canonical_values(&mut solved.regions);
        let mut answer = Answer::by_rules(&Sums, sum).from("search");
        for event in &mut answer.events {
            // Stable: best moves first.
            event.plays.sort_by_key(|valued| !solved.best.contains(&valued.play.action));
        }
        answer.value = Some(solved.value());
        Ok(answer.with(solved.extras(sum)))
    }

    /// An effort of `work` until the deadline.
    fn effort(&self, work: u64) -> Effort<'a> {
        Effort::of(work).until(self.until).unless_interrupted(self.progress)
    }

    /// Canonical values, computed in a part of the memory.
    fn by_forms(&self, part: u64) -> ByForms<'_> {
        let effort = self.effort((self.memory / BYTES_A_FORM / part).max(1));
        ByForms { forms: self.forms, stored: &*self.canonical, effort }
    }

    fn solved(&mut self, sum: &BoardSum) -> Result<SolvedSum, SearchFailure> {
        let to_move = sum.to_move();
        // A sum before this one may have been given up.
        self.scores.favoured = None;
        let regions = self.regions(sum)?;
        let parts: Vec<SumRegion> = regions.iter().map(|region| region.region).collect();
        if regions.iter().any(|solved| solved.region.is_large()) {
            return self.bounded(regions, &parts, to_move);
        }
        let bounds = self.bounds(&regions, to_move);

        let mut known = bounds.proven;
        let mut winner: Winner = known.winner(to_move).map(|winner| (winner, "bounds"));
        if winner.is_none() && regions.iter().all(|region| region.canonical.is_some()) {
            winner = self.by_forms(4).winner(&parts, to_move)?;
        }
        let mut score = known.score().map(|score| (score, "bounds"));
        if score.is_none() {
            known = known.and(self.first_turns(&regions, &parts, to_move)?);
            score = known.score().map(|score| (score, "first turns"));
            winner = winner.or_else(|| Some((known.winner(to_move)?, "first turns")));
        }
        if winner.is_none() {
            winner = self.searched_winner(&parts, to_move)?;
        }
        let mut score_bounds = None;
        if score.is_none() {
            let found: ScoreBounds = self.scores.score(&parts, to_move).map_err(too_large)?.into();
            winner = winner.or_else(|| Some((found.winner(to_move)?, "search")));
            known = known.and(found);
            if let Some((winner, _)) = winner {
                known = known.and(ScoreBounds::of_winner(winner, to_move));
            }
            score = known.score().map(|score| (score, "search"));
            score_bounds = known.lower.zip(known.upper).filter(|_| score.is_none());
        }
        let winner =
            winner.or_else(|| score.map(|(score, how)| (winner_of_score(score, to_move), how)));
        let (best, best_for) = self.best(&parts, to_move, score.map(|(score, _)| score), winner)?;
        let guarantees = [
            self.guarantee(&regions, to_move, Army::Black, bounds.proven.lower)?,
            self.guarantee(&regions, to_move, Army::White, bounds.proven.upper)?,
        ];
        Ok(SolvedSum {
            to_move,
            regions,
            bounds,
            guarantees,
            winner,
            score,
            score_bounds,
            best,
            best_for,
        })
    }

    /// Bounds of a sum with regions that are too large to be searched: territories, or it is
    /// refused.
    fn bounded(
        &mut self,
        regions: Vec<SolvedRegion>,
        parts: &[SumRegion],
        to_move: Army,
    ) -> Result<SolvedSum, SearchFailure> {
        let [mut lower, mut upper] = [None; 2];
        for (favoured, share) in [(Army::White, 2), (Army::Black, 1)] {
            self.scores.favoured = Some(favoured);
            let work = self.scores.search.budget.effort.work / share;
            let found = self.within(work, self.memory, |scores| scores.score(parts, to_move))?;
            let found = ScoreBounds::from(found);
            match favoured {
                Army::White => lower = found.lower,
                Army::Black => upper = found.upper,
            }
        }
        let known = ScoreBounds { lower, upper };
        let winner: Winner = known.winner(to_move).map(|winner| (winner, "territory"));
        let score = known.score().map(|score| (score, "territory"));
        self.scores.favoured = Some(to_move.opponent());
        let (best, best_for) = self.best(parts, to_move, None, winner)?;
        Ok(SolvedSum {
            to_move,
            regions,
            bounds: SumBounds::default(),
            guarantees: [None, None],
            winner,
            score,
            score_bounds: lower.zip(upper).filter(|_| score.is_none()),
            best,
            best_for,
        })
    }

    fn regions(&mut self, sum: &BoardSum) -> Result<Vec<SolvedRegion>, SearchFailure> {
        let solved = |region: SumRegion| {
            if region.is_large() {
                return Ok(SolvedRegion { region, value: None, is_stored: false, canonical: None });
            }
            let stored = Regions::value_of(&region.subgame, &*self.pairs)?;
            let value = if stored.is_some() { stored } else { self.value(&region.subgame)? };
            let canonical = Regions::value_of(&region.subgame, &*self.canonical)?;
            Ok(SolvedRegion { region, value, is_stored: stored.is_some(), canonical })
        };
        sum.regions().into_iter().map(solved).collect()
    }

    /// Searches the canonical values of small regions that are not stored, with what the answer has left of its
    /// limits, as forms of a store of their own: what is told of one sum takes no room of the next.
    fn add_canonical_values(&self, regions: &mut [SolvedRegion]) {
        let left = self.scores.search.budget.effort.work;
        let mut effort = self.effort((self.memory / BYTES_A_FORM / 64).min(left));
        let forms = Arc::new(Forms::default());
        let unless_too_long = |_: &Subgame| effort.spend(1).map(|()| None).ok_or(());
        let mut search = CanonicalSearch::new(&forms, unless_too_long);
        for solved in regions.iter_mut().filter(|solved| solved.canonical.is_none()) {
            let region = &solved.region.subgame;
            if region.squares().len() <= MAX_SIZE {
                let form = search.sum(region).ok();
                solved.canonical = form.map(|form| CanonicalValue::new(&forms, form));
            }
        }
    }

    /// The value of a region that is not stored; `None` if that takes too much work.
    fn value(&mut self, region: &Subgame) -> Result<Option<ScorePair>, SearchFailure> {
        if region.squares().len() <= MAX_SIZE {
            return Ok(Some(minimax(&*self.pairs).value(region)?));
        }
        // A part only, so that something is left for the sum.
        self.within(self.work / 8, self.memory / 8, |scores| scores.pair(region))
    }

    /// Bounds from the values of the regions alone: empty if one is not known.
    fn bounds(&mut self, regions: &[SolvedRegion], to_move: Army) -> SumBounds {
        match regions.iter().map(|region| region.value).collect::<Option<Vec<ScorePair>>>() {
            None => SumBounds::default(),
            Some(pairs) => bounds(&pairs, to_move, self.are_regular(regions)),
        }
    }

    /// The first moves of a side that keep the bound proven by the values of the regions.
    fn guarantee(
        &mut self,
        regions: &[SolvedRegion],
        to_move: Army,
        side: Army,
        bound: Option<i32>,
    ) -> Result<Option<Guarantee>, SearchFailure> {
        let Some(bound) = bound else { return Ok(None) };
        let values = regions.iter().map(|region| region.value.unwrap_or_default());
        let known = proven_beginning(values, side, to_move);
        let candidates: Vec<usize> = match known.map(|(_, beginning)| beginning) {
            Some(Beginning::In(number)) => vec![number],
            // In a region where only this side can move.
            Some(Beginning::SpareMove) => {
                let is_spare = |number: &usize| {
                    let value = regions[*number].value.unwrap_or_default();
                    value.first(side).is_some() && value.first(side.opponent()).is_none()
                };
                (0..regions.len()).filter(is_spare).collect()
            }
            Some(Beginning::Waits) | None => Vec::new(),
        };
        for number in candidates {
            let begin = self.begins(&regions[number], side)?;
            if !begin.is_empty() {
                return Ok(Some(Guarantee { side, bound, region: Some(number), begin }));
            }
        }
        Ok(Some(Guarantee { side, bound, region: None, begin: Vec::new() }))
    }

    /// A side's best moves in a region alone; where the other side is stuck, those that keep it so.
    fn begins(&mut self, region: &SolvedRegion, side: Army) -> Result<Vec<SumMove>, SearchFailure> {
        let SolvedRegion { region, value, .. } = region;
        let other = side.opponent();
        let is_stuck = !region.subgame.can_move(other);
        let Some(value) = value.and_then(|value| value.first(side)) else { return Ok(Vec::new()) };
        let best = self.scores.moves_that_keep(&[*region], side, value).map_err(too_large)?;
        let mut best = best.unwrap_or_default();
        best.retain(|one| !is_stuck || !region.subgame.after(side, one.action).can_move(other));
        Ok(best)
    }

    fn are_regular(&mut self, regions: &[SolvedRegion]) -> bool {
        regions.iter().all(|region| self.scores.is_regular(&region.region.subgame) == Some(true))
    }

    /// Bounds from the values for every order of the first turns, where the regions are stored, so
    /// that look-ups suffice.
    fn first_turns(
        &mut self,
        regions: &[SolvedRegion],
        parts: &[SumRegion],
        to_move: Army,
    ) -> Result<ScoreBounds, OracleError> {
        if !regions.iter().all(|region| region.is_stored) || !self.are_regular(regions) {
            return Ok(ScoreBounds::default());
        }
        let mut minimax = minimax(&*self.pairs);
        bounds_ahead(parts, to_move, TURNS, |subgame| minimax.value(subgame))
    }

    /// The player who makes the last move, by a short search for the score, by canonical values
    /// that are not stored, or by a long search.
    fn searched_winner(
        &mut self,
        parts: &[SumRegion],
        to_move: Army,
    ) -> Result<Winner, SearchFailure> {
        let short = self.memory / BYTES_A_MOVE_IN_SHORT;
        if let Some(winner) =
            self.within(short, self.memory, |scores| scores.winner(parts, to_move))?
        {
            return Ok(Some((winner, "search")));
        }
        if parts.iter().all(|region| region.subgame.squares().len() <= MAX_SIZE)
            && let Some(winner) = self.by_forms(64).winner(parts, to_move)?
        {
            return Ok(Some(winner));
        }
        let found =
            self.within(self.work / 2, self.memory, |scores| scores.winner(parts, to_move))?;
        Ok(found.map(|winner| (winner, "search")))
    }

    /// Asks the search with a part of the moves and bytes that are allowed.
    fn within<T>(
        &mut self,
        moves: u64,
        bytes: u64,
        ask: impl FnOnce(&mut SumScores<'a>) -> Result<T, TooLarge>,
    ) -> Result<T, SearchFailure> {
        let Budget { effort: Effort { work: left, .. }, memory, .. } = self.scores.search.budget;
        let allowed = moves.min(left);
        self.scores.search.budget.effort = self.effort(allowed);
        self.scores.search.budget.memory = bytes;
        let answer = ask(&mut self.scores);
        let budget = &self.scores.search.budget;
        let used = allowed - budget.effort.work;
        self.scores.search.budget.effort = self.effort(left - used);
        self.scores.search.budget.memory = memory;
        answer.map_err(too_large)
    }

    /// All best moves, and what they keep: the score, or if that is not known the last move.
    fn best(
        &mut self,
        parts: &[SumRegion],
        to_move: Army,
        score: Option<i32>,
        winner: Winner,
    ) -> Result<(Vec<SumMove>, Option<&'static str>), SearchFailure> {
        let wins = winner.is_some_and(|(winner, _)| winner == to_move);
        let least = if to_move == Army::Black { 1 } else { -1 };
        let mut keep =
            |score| self.scores.moves_that_keep(parts, to_move, score).map_err(too_large);
        let (found, keeps) = match score {
            Some(score) => (keep(score)?, "score"),
            None if !wins => (None, "winner"),
            None if parts.iter().any(SumRegion::is_large) => (keep(least)?, "winner"),
            None => match keep(least)? {
                None => (self.by_forms(64).winning_moves(parts, to_move)?, "winner"),
                found => (found, "winner"),
            },
        };
        let keeps = found.is_some().then_some(keeps);
        Ok((found.unwrap_or_default(), keeps))
    }
}

fn too_large(error: TooLarge) -> SearchFailure {
    SearchFailure::TooMuch(error.to_string())
}
