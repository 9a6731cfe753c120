//! Bounds of random sums against scores by plain search and winners by canonical values.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shuban_cgt::sums::ScorePair;
use shuban_cgt::{FormId, Forms};
use shuban_core::solver::{CheckReport, SearchFailure, SumGame, SumsOptions};
use shuban_core::tabulate::Workers;
use shuban_core::{Bound, Datum, Field, Fields, Progress, Random, Unanswered};

use crate::canonical::CanonicalSearch;
use crate::game::Amazons;
use crate::minimax::Minimax;
use crate::placement::Placements;
use crate::position::Position;
use crate::region::Region;
use crate::subgame::{Army, Subgame};
use crate::sum::{BoardSum, ScoreBounds, SumBounds, SumRegion, SumScores, bounds, winner_of_score};
use crate::workers::collected;

/// Sums that are checked in one go: each chunk has a seed of its own, so that the sums do not
/// depend on the threads.
const CHUNK: u64 = 1_000;

/// The results for some sums.
#[derive(Default)]
struct CheckedSums {
    lower: u64,
    upper: u64,
    winners: u64,
    printed_beaten: u64,
    difference: Option<String>,
}

impl SumGame for Amazons {
    /// Sums of two to four regions. Each region is drawn by its size, its shape, its placement up
    /// to symmetry and its colouring, every choice with equal chances.
    fn check_sums(
        &self,
        options: SumsOptions,
        workers: &dyn Workers,
        progress: &dyn Progress,
    ) -> Result<CheckReport, SearchFailure> {
        let SumsOptions { sums, squares, seed } = options;
        let regions: Vec<Vec<Region>> = (1..=squares).map(Region::all).collect();
        progress.phase("scoring sums", sums);
        let done = AtomicU64::new(0);
        let work = |chunk: usize| {
            if progress.interrupted() {
                return Err(Unanswered::default());
            }
            let number = chunk as u64;
            let count = CHUNK.min(sums - number * CHUNK);
            let checked = check_chunk(&regions, Random::of_part(seed, number), count);
            progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
            Ok(checked)
        };
        let chunks = collected(workers, sums.div_ceil(CHUNK) as usize, work);
        let mut all = CheckedSums::default();
        for chunk in chunks.map_err(|_| SearchFailure::Interrupted)? {
            all.join(chunk?);
        }
        Ok(all.report(options))
    }
}

impl CheckedSums {
    fn join(&mut self, other: CheckedSums) {
        self.lower += other.lower;
        self.upper += other.upper;
        self.winners += other.winners;
        self.printed_beaten += other.printed_beaten;
        self.difference = self.difference.take().or(other.difference);
    }

    fn report(self, SumsOptions { sums, squares, seed }: SumsOptions) -> CheckReport {
        let CheckedSums { lower, upper, winners, printed_beaten, difference } = self;
        let text = difference.clone().unwrap_or_else(|| {
            format!(
                "{sums} random sums of two to four regions of up to {squares} squares (seed \
                 {seed}): none of {lower} lower and {upper} upper bounds is beaten by the score, \
                 and the {winners} winners that they tell are those by canonical values; of the \
                 bounds as published {printed_beaten} are beaten"
            )
        });
        let numbers: [(&'static str, Datum); 7] = [
            ("sums", sums.into()),
            ("squares", squares.into()),
            ("seed", seed.into()),
            ("lower", lower.into()),
            ("upper", upper.into()),
            ("winners", winners.into()),
            ("printed_beaten", printed_beaten.into()),
        ];
        let fields: Fields =
            numbers.into_iter().map(|(name, number)| Field::new(name, number)).collect();
        let passed = difference.is_none();
        let fields = fields.with(Field::new("difference", difference));
        CheckReport { passed, fields, text }
    }

    fn add(&mut self, sum: &[SumRegion], side: Army, bounds: SumBounds, score: i32, winner: Army) {
        let SumBounds { proven, printed } = bounds;
        let beaten = |ScoreBounds { lower, upper }: ScoreBounds| {
            u64::from(lower.is_some_and(|lower| lower > score))
                + u64::from(upper.is_some_and(|upper| upper < score))
        };
        let told = proven.winner(side);
        self.lower += u64::from(proven.lower.is_some());
        self.upper += u64::from(proven.upper.is_some());
        self.winners += u64::from(told.is_some());
        self.printed_beaten += beaten(printed);
        let are_right = !proven.is_wrong(score)
            && told.is_none_or(|told| told == winner)
            && winner_of_score(score, side) == winner;
        if !are_right {
            self.difference.get_or_insert_with(|| {
                let ScoreBounds { lower, upper } = proven;
                format!(
                    "{}: bounds {lower:?} and {upper:?}, score {score}, the last move {}'s by \
                     canonical values",
                    text(sum, side),
                    winner.name()
                )
            });
        }
    }
}

fn check_chunk(
    regions: &[Vec<Region>],
    mut random: Random,
    count: u64,
) -> Result<CheckedSums, SearchFailure> {
    let forms = Arc::new(Forms::new());
    let mut values = Minimax::new(|_: &Subgame| Ok::<_, Infallible>(None));
    let mut canonical = CanonicalSearch::new(&forms, |_: &Subgame| Ok::<_, Infallible>(None));
    let (mut scores, mut regular) = (SumScores::plainly(u64::MAX), SumScores::new(u64::MAX));
    let mut checked = CheckedSums::default();
    for _ in 0..count {
        let undrawn =
            || SearchFailure::TooMuch("a region of some size could not be drawn".to_owned());
        let sum = random_sum(regions, &mut random).ok_or_else(undrawn)?;
        let side = Army::BOTH[random.place(2)];
        let pairs: Vec<ScorePair> =
            sum.iter().map(|region| known(values.value(&region.subgame))).collect();
        let are_regular =
            sum.iter().all(|region| regular.is_regular(&region.subgame) == Some(true));
        let bounds = bounds(&pairs, side, are_regular);
        let terms: Vec<FormId> =
            (sum.iter()).map(|region| known(canonical.sum(&region.subgame))).collect();
        let winner = forms.winner(&terms, side.into()).into();
        let Ok(Bound::Exact(score)) = scores.score(&sum, side) else {
            // Without a limit the score is exact, and these regions are not too large.
            let reason = format!("{}: no plain search finds the score", text(&sum, side));
            return Err(SearchFailure::TooMuch(reason));
        };
        checked.add(&sum, side, bounds, score, winner);
    }
    Ok(checked)
}

fn text(sum: &[SumRegion], side: Army) -> BoardSum {
    BoardSum::new(sum.iter().filter_map(|region| Position::around(region.subgame, side)), side)
}

/// Regions of at least one square, as many as there are sizes.
fn random_sum(regions: &[Vec<Region>], random: &mut Random) -> Option<Vec<SumRegion>> {
    let region = |board, random: &mut Random| {
        let of_size = &regions[random.place(regions.len())];
        let region = of_size[random.place(of_size.len())];
        let placements = Placements::new(region);
        let placement = placements.unrank(random.below(placements.len()))?;
        let subgame = Subgame::placed(region, placement)?;
        Some(SumRegion {
            board,
            subgame: if random.below(2) == 0 { subgame } else { subgame.swapped() },
        })
    };
    let count = 2 + random.place(3);
    (0..count).map(|board| region(board, random)).collect()
}

/// A value that is found without asking anything that can fail.
fn known<T>(value: Result<T, Infallible>) -> T {
    let Ok(value) = value;
    value
}
