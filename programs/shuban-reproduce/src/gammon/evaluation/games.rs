//! Games from the start between evaluation functions that look one roll ahead, which test more than
//! layers of few checkers.

use rayon::prelude::*;
use shuban_core::confidence::interval_of_mean;
use shuban_core::dice::Roll;
use shuban_core::{Game, Random};
use shuban_gammon::evaluation::{TermEvaluation, Terms};
use shuban_gammon::{Gammon, MoveGenerator, PlayScratch, Position, Variant};

use super::numbers::greatest;
use super::term_sets::{ALL, LADDER, WITHOUT, evaluations};
use super::terms::looks;
use super::valuer::PositionValuer;
use crate::finding::{Finding, significant};

/// Number of games of half-gammon; each opens once for either player.
pub(super) const GAMES: u64 = 20_000;
/// Number of games of which all positions are kept.
const KEPT: u64 = 500;
const SEED: u64 = 1;
/// Maximum number of turns; longer games count as draws: dead positions and those nearly so.
const LONGEST: usize = 2_000;

/// Plays all terms against each set of fewer.
pub(super) fn rows(variant: &Variant, games: u64) -> Vec<Finding> {
    let all = TermEvaluation::new(variant.clone());
    let others = LADDER.into_iter().chain(WITHOUT).filter(|(set, _)| *set != ALL);
    let others: Vec<(&str, Terms)> = others.collect();
    let evaluations = evaluations(variant, others.iter().map(|one| one.1));
    let against = |((set, _), other): (&(&str, Terms), &TermEvaluation)| {
        let what = format!("{}, {ALL} against {set}: a game", variant.name());
        against(variant, what, [&all, other], games)
    };
    others.iter().zip(&evaluations).map(against).collect()
}

/// Plays games between two players; the result is the first one's.
pub(super) fn against(
    variant: &Variant,
    what: String,
    [one, other]: [&dyn PositionValuer; 2],
    games: u64,
) -> Finding {
    let results: Vec<f64> = (0..games)
        .into_par_iter()
        .map(|number| {
            let mut random = Random::of_part(SEED, number / 2);
            let first = number % 2 == 0;
            let players = if first { [one, other] } else { [other, one] };
            let result = play(variant, players, &mut random, |_| ());
            if first { result } else { -result }
        })
        .collect();
    // Two games of the same dice are one pair, so that pairs are independent.
    let pairs: Vec<f64> =
        results.chunks(2).map(|pair| pair.iter().sum::<f64>() / pair.len() as f64).collect();
    let count = pairs.len() as f64;
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let interval = interval_of_mean(mean, (variance / count).sqrt());
    let row = Finding::unprinted(what, significant(mean, 3));
    Finding { ci95: Some(interval.map(|end| significant(end, 3))), ..row }.noting(format!(
        "wins less losses, {games} games from the start, half of them opened by either, each \
         play the one that looks best"
    ))
}

/// Returns all positions of some games that are played by all terms.
pub(super) fn positions(variant: &Variant) -> Vec<Position> {
    let all = TermEvaluation::new(variant.clone());
    let mut seen = Vec::new();
    for number in 0..KEPT {
        let mut random = Random::of_part(SEED, number);
        play(variant, [&all, &all], &mut random, |position| seen.push(*position));
    }
    seen
}

/// Returns the result of a game for the player of seat 0, who begins.
fn play(
    variant: &Variant,
    players: [&dyn PositionValuer; 2],
    random: &mut Random,
    mut see: impl FnMut(&Position),
) -> f64 {
    let game = Gammon::new(variant.clone());
    let mut position = Position::new(variant.start(), variant.start());
    let (mut scratch, mut afters) = (PlayScratch::default(), Vec::new());
    for _ in 0..LONGEST {
        if let Some(payoffs) = game.outcome(&position) {
            return f64::from(payoffs.of(0));
        }
        see(&position);
        let [one, other] = [(); 2].map(|()| random.throw(variant.faces().into()) as u8 + 1);
        afters.clear();
        let turn = MoveGenerator::new(variant, &position);
        turn.for_each_after(Roll::new(one, other), &mut scratch, |after| afters.push(after));
        let player = players[position.seat()];
        let Some((best, _)) = greatest(afters.iter().map(|after| looks(player, after))) else {
            break;
        };
        position = afters[best];
    }
    0.0
}
