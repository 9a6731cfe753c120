//! Value of each term: errors of the evaluation function against certified values with and without
//! it, and the loss of play by it.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::dice::rolls;
use shuban_core::text::grouped;
use shuban_core::{Domain, Evaluation};
use shuban_gammon::evaluation::{SideView, TermEvaluation, Terms, shots};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant};

use super::layers::CertifiedLayers;
use super::numbers::{greatest, mean};
use super::term_sets::{ALL, LADDER, WITHOUT, evaluations};
use super::valuer::PositionValuer;
use crate::finding::{Finding, significant};

/// Number of positions judged at a time. The sums do not depend on the threads.
const CHUNK: usize = 4_096;

/// Number of turn bonuses that are tried, in hundredths of a roll.
const HUNDREDTHS: u32 = 100;

/// Errors and losses of a set of terms over some positions.
#[derive(Clone, Copy, Default)]
pub(in crate::gammon) struct Score {
    pub(in crate::gammon) error: f64,
    pub(in crate::gammon) squares: f64,
    /// Loss of the plays of all rolls, each by its chance.
    pub(in crate::gammon) loss: f64,
}

pub(super) fn rows(layers: &CertifiedLayers<'_>, name: &str) -> Result<Vec<Finding>, Error> {
    let variant = &layers.domain.game().variant;
    let positions = layers.positions();
    let all: Vec<(&str, Terms)> = LADDER.into_iter().chain(WITHOUT).collect();
    let evaluations = evaluations(variant, all.iter().map(|one| one.1));
    let judges: Vec<&dyn PositionValuer> =
        evaluations.iter().map(|one| one as &dyn PositionValuer).collect();
    let value = |position: &Position| Ok(layers.value(position));
    let (scores, by_chance) = scores(variant, &value, &positions, &judges)?;
    let count = positions.len() as f64;
    let mut rows = Vec::new();
    for ((set, _), score) in all.iter().zip(scores) {
        let error = significant(score.error / count, 4);
        rows.push(Finding::unprinted(format!("error, {set}"), error).noting(format!(
            "mean over all {} positions of {name} and the layers that it needs; root mean square \
             {:.4}",
            grouped(positions.len() as u64),
            (score.squares / count).sqrt(),
        )));
        let loss = significant(score.loss / count, 4);
        rows.push(Finding::unprinted(format!("loss of a roll, {set}"), loss).noting(
            "expected result lost by the play that looks best, on average over all positions and \
             rolls",
        ));
    }
    rows.push(
        Finding::unprinted(
            "loss of a roll, a play drawn by lot",
            significant(by_chance / count, 4),
        )
        .noting("all positions that a roll can lead to equally likely"),
    );
    rows.extend(turn_bonus(variant, &positions));
    Ok(rows)
}

/// Returns the score of each evaluation function, and the loss of random plays, over positions with
/// their values; `worth` gives those of the positions that rolls lead to.
///
/// # Errors
/// Those of `worth`.
pub(in crate::gammon) fn scores(
    variant: &Variant,
    worth: &(dyn Fn(&Position) -> Result<Option<f64>, Error> + Sync),
    positions: &[(Position, f64)],
    evaluations: &[&dyn PositionValuer],
) -> Result<(Vec<Score>, f64), Error> {
    let of_chunk = |chunk: &[(Position, f64)]| {
        let mut scores = vec![Score::default(); evaluations.len()];
        let mut by_chance = 0.0;
        let mut scratch = PlayScratch::default();
        let mut afters = Vec::new();
        for (position, value) in chunk {
            for (score, evaluation) in scores.iter_mut().zip(evaluations) {
                let error = evaluation.expected_result(position) - value;
                score.error += error.abs();
                score.squares += error * error;
            }
            let turn = MoveGenerator::new(variant, position);
            let throws = f64::from(variant.faces()).powi(2);
            for (roll, weight) in rolls(variant.faces()) {
                afters.clear();
                turn.for_each_after(roll, &mut scratch, |after| afters.push(after));
                let chance = f64::from(weight) / throws;
                let value = |after: &Position| Ok(-worth(after)?.unwrap_or(f64::NAN));
                let values: Vec<f64> = afters.iter().map(value).collect::<Result<_, Error>>()?;
                let Some((_, best)) = greatest(values.iter().copied()) else { continue };
                by_chance += chance * mean(values.iter().map(|value| best - value));
                for (score, evaluation) in scores.iter_mut().zip(evaluations) {
                    let looks = |after: &Position| looks(*evaluation, after);
                    if let Some((chosen, _)) = greatest(afters.iter().map(looks)) {
                        score.loss += chance * (best - values[chosen]);
                    }
                }
            }
        }
        Ok((scores, by_chance))
    };
    let chunks: Vec<_> = positions.par_chunks(CHUNK).map(of_chunk).collect::<Result<_, Error>>()?;
    let none = (vec![Score::default(); evaluations.len()], 0.0);
    Ok(chunks.into_iter().fold(none, |(sums, sum), (scores, by_chance)| {
        let added = sums.iter().zip(scores).map(|(sum, score)| Score {
            error: sum.error + score.error,
            squares: sum.squares + score.squares,
            loss: sum.loss + score.loss,
        });
        (added.collect(), sum + by_chance)
    }))
}

/// Returns the estimated value of a position to the player who has just moved.
pub(in crate::gammon) fn looks(evaluation: &dyn PositionValuer, after: &Position) -> f64 {
    if after.opponent.is_empty() { 1.0 } else { -evaluation.expected_result(after) }
}

/// Finds the turn bonus that comes closest to certified values: with contact, and without.
fn turn_bonus(variant: &Variant, positions: &[(Position, f64)]) -> Vec<Finding> {
    let (contact, race): (Vec<_>, Vec<_>) =
        positions.iter().partition(|(position, _)| position.is_contact(variant));
    let best = |positions: &[&(Position, f64)]| {
        let error = |hundredths: u32| {
            let terms = Terms { turn: f64::from(hundredths) / 100.0, ..Terms::ALL };
            let evaluation = TermEvaluation::with(variant.clone(), terms);
            let of = |(position, value): &&(Position, f64)| {
                (evaluation.expected_result(position) - value).abs()
            };
            mean(positions.iter().map(of))
        };
        let errors: Vec<f64> = (0..=HUNDREDTHS).into_par_iter().map(error).collect();
        let found = greatest(errors.iter().map(|error| -error));
        let bonus = found.map_or(f64::NAN, |(hundredths, _)| hundredths as f64 / 100.0);
        (bonus, -found.map_or(f64::NAN, |(_, error)| error), errors[HUNDREDTHS as usize / 2])
    };
    let row = |what: &str, positions: &[&(Position, f64)]| {
        let (bonus, error, by_half) = best(positions);
        let row = Finding::unprinted(format!("the turn, {what}: rolls"), bonus);
        row.noting(format!(
            "of 0, 0.01 … 1 the nearest to certified values, with {ALL}, over {} positions: mean \
             error {error:.4}, with half a roll {by_half:.4}",
            grouped(positions.len() as u64),
        ))
    };
    let with_contact = row("with contact", &contact);
    let is_less = with_contact.result.as_f64().is_some_and(|bonus| bonus < 0.5);
    vec![with_contact.agreeing("rather less than 1/2", is_less), row("without contact", &race)]
}

/// Computes the chance of a hit, where some roll hits.
pub(super) fn chance_of_a_hit(
    variant: &Variant,
    layers: &CertifiedLayers<'_>,
    seen: &[Position],
) -> Vec<Finding> {
    let evaluation = TermEvaluation::new(variant.clone());
    let few: Vec<Position> = layers.positions().into_iter().map(|(position, _)| position).collect();
    let mut rows = Vec::new();
    for (what, positions, is_asked) in
        [("in games from the start", seen, true), ("few checkers", &few, false)]
    {
        let chances = positions.par_chunks(CHUNK).map(|chunk| {
            let chances = chunk.iter().filter_map(|position| {
                let found = shots(&SideView::of_mover(variant, position));
                (found.most > 0).then(|| (found.chance, hits_played(&evaluation, position)))
            });
            chances.collect::<Vec<_>>()
        });
        let chances: Vec<(f64, f64)> = chances.collect::<Vec<_>>().concat();
        let counted = significant(mean(chances.iter().map(|chance| chance.0)), 3);
        let played = significant(mean(chances.iter().map(|chance| chance.1)), 3);
        let note = format!(
            "on average over {} of {} positions, in which some roll hits",
            grouped(chances.len() as u64),
            grouped(positions.len() as u64),
        );
        let as_played = format!("chance of a hit, {what}: played");
        let is_within = (0.25..=0.5).contains(&played);
        let as_played = match is_asked {
            true => Finding::settled(as_played, "1/2 to 1/4?", played, is_within),
            false => Finding::unprinted(as_played, played),
        };
        rows.extend([
            as_played.noting(format!("{note}; the play that looks best hits")),
            Finding::unprinted(format!("chance of a hit, {what}: possible"), counted)
                .noting(format!("{note}; as the term counts it")),
        ]);
    }
    rows
}

/// Returns the chance of a roll after which the play that looks best hits.
fn hits_played(evaluation: &TermEvaluation, position: &Position) -> f64 {
    let variant = &evaluation.game().variant;
    let (turn, bar) = (MoveGenerator::new(variant, position), variant.bar());
    let mut scratch = PlayScratch::default();
    let (mut hitting, mut afters) = (0, Vec::new());
    for (roll, weight) in rolls(variant.faces()) {
        afters.clear();
        turn.for_each_after(roll, &mut scratch, |after| afters.push(after));
        let best = greatest(afters.iter().map(|after| looks(evaluation, after)));
        let is_hit =
            best.is_some_and(|(best, _)| afters[best].mover.on(bar) > position.opponent.on(bar));
        hitting += if is_hit { weight } else { 0 };
    }
    f64::from(hitting) / f64::from(variant.faces()).powi(2)
}
