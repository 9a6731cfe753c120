//! Bounds of random sums against scores by plain search and winners by canonical values.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use shuban_amazons::sum::{Sum, SumBounds, SumRegion, SumScores, bounds, winner_of_score};
use shuban_amazons::{
    CanonicalSearch, CanonicalValue, Minimax, Pair, Placements, Position, Region, Side, Subgame,
};
use shuban_cgt::{FormId, Forms, Player};
use shuban_core::{Bound, Progress, Random};

use crate::error::Error;
use crate::solve::{CheckedSums, SumsOptions};

/// Sums that are checked in one go: each such chunk has a seed of its own, so that the sums do not depend on the
/// threads.
const CHUNK: u64 = 1_000;

/// What came out of some sums.
#[derive(Default)]
struct Tally {
    lower: u64,
    upper: u64,
    winners: u64,
    printed_beaten: u64,
    difference: Option<String>,
}

/// Checks sums of two to four regions. Each region is drawn by its size, its shape, its placement up to symmetry and
/// its colouring, every choice with equal chances.
pub(super) fn check_sums(options: SumsOptions, progress: &dyn Progress) -> Result<CheckedSums, Error> {
    let SumsOptions { sums, squares, seed } = options;
    let regions: Vec<Vec<Region>> = (1..=squares).map(Region::all).collect();
    progress.phase("scoring sums", sums);
    let done = AtomicU64::new(0);
    let chunks: Result<Vec<Tally>, Error> = (0..sums.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let count = CHUNK.min(sums - chunk * CHUNK);
            let random = Random::of_part(seed, chunk);
            let tally = check_chunk(&regions, random, count)?;
            progress.at(done.fetch_add(count, Ordering::Relaxed) + count, "");
            Ok(tally)
        })
        .collect();
    let chunks = chunks?;
    let total = |of: fn(&Tally) -> u64| chunks.iter().map(of).sum();
    let (lower, upper, winners) = (total(|t| t.lower), total(|t| t.upper), total(|t| t.winners));
    let printed_beaten = total(|t| t.printed_beaten);
    let difference = chunks.into_iter().find_map(|tally| tally.difference);
    Ok(CheckedSums {
        game: "amazons".to_owned(),
        passed: difference.is_none(),
        sums,
        squares,
        seed,
        lower,
        upper,
        winners,
        printed_beaten,
        difference,
    })
}

fn check_chunk(regions: &[Vec<Region>], mut random: Random, count: u64) -> Result<Tally, Error> {
    let forms = Arc::new(Forms::new());
    let mut values = Minimax::new(|_: &Subgame| Ok::<_, Infallible>(None));
    let mut canonical = CanonicalSearch::new(&forms, |_: &Subgame| Ok::<_, Infallible>(None));
    let (mut scores, mut regular) = (SumScores::plainly(u64::MAX), SumScores::new(u64::MAX));
    let mut tally = Tally::default();
    for _ in 0..count {
        let sum = random_sum(regions, &mut random).ok_or_else(undrawn)?;
        let side = Side::BOTH[random.below(2) as usize];
        let pairs: Vec<Pair> = sum.iter().map(|region| known(values.value(&region.subgame))).collect();
        let are_regular = sum.iter().all(|region| regular.is_regular(&region.subgame) == Some(true));
        let bounds = bounds(&pairs, side, are_regular);
        let terms: Vec<FormId> =
            (sum.iter()).map(|region| CanonicalValue::form(&known(canonical.sum(&region.subgame)))).collect();
        let winner = match forms.winner(&terms, side.into()) {
            Player::Left => Side::Black,
            Player::Right => Side::White,
        };
        let score = match scores.score(&sum, side) {
            Ok(Bound::Exact(score)) => score,
            // Without a limit the score is exact, and these regions are not too large.
            Ok(Bound::Within { .. }) | Err(_) => return Err(unscored(&sum, side)),
        };
        tally.add(&sum, side, bounds, score, winner);
    }
    Ok(tally)
}

/// What must not happen: every sum that is drawn counts as checked.
fn unscored(sum: &[SumRegion], side: Side) -> Error {
    Error::TooMuch(format!("{}: no plain search finds the score", text(sum, side)))
}

fn undrawn() -> Error {
    Error::TooMuch("a region of some size could not be drawn".to_owned())
}

fn text(sum: &[SumRegion], side: Side) -> Sum {
    Sum::new(sum.iter().filter_map(|region| Position::around(region.subgame, side).ok()), side)
}

impl Tally {
    fn add(&mut self, sum: &[SumRegion], side: Side, bounds: SumBounds, score: i32, winner: Side) {
        let SumBounds { lower, upper, printed_lower, printed_upper } = bounds;
        let is_beaten = |lower: Option<i32>, upper: Option<i32>| {
            u64::from(lower.is_some_and(|lower| lower > score))
                + u64::from(upper.is_some_and(|upper| upper < score))
        };
        self.lower += u64::from(lower.is_some());
        self.upper += u64::from(upper.is_some());
        self.winners += u64::from(bounds.winner(side).is_some());
        self.printed_beaten += is_beaten(printed_lower, printed_upper);
        let told = bounds.winner(side).unwrap_or(winner);
        if is_beaten(lower, upper) > 0 || told != winner || winner_of_score(score, side) != winner {
            self.difference.get_or_insert_with(|| {
                format!(
                    "{}: bounds {lower:?} and {upper:?}, score {score}, the last move {}'s by canonical values",
                    text(sum, side),
                    winner.name()
                )
            });
        }
    }
}

/// Regions of at least one square, as many as there are sizes.
fn random_sum(regions: &[Vec<Region>], random: &mut Random) -> Option<Vec<SumRegion>> {
    let region = |board, random: &mut Random| {
        let of_size = &regions[random.place(regions.len())];
        let region = of_size[random.place(of_size.len())];
        let placements = Placements::new(region);
        let placement = placements.unrank(random.below(placements.len()))?;
        let subgame = Subgame::placed(region, placement)?;
        Some(SumRegion { board, subgame: if random.below(2) == 0 { subgame } else { subgame.swapped() } })
    };
    let count = 2 + random.below(3) as usize;
    (0..count).map(|board| region(board, random)).collect()
}

/// A value that nothing can keep from being found.
fn known<T>(value: Result<T, Infallible>) -> T {
    let Ok(value) = value;
    value
}
