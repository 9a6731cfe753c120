//! Losses of plays by evaluation functions, over random positions of all built layers.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::text::grouped;
use shuban_core::{Domain, Game, Random};
use shuban_gammon::Position;

use super::judges::Judge;
use super::stored::StoredValues;
use crate::finding::{Finding, significant};
use crate::gammon::evaluation::{PositionValuer, scores};
use crate::paper::Recomputation;

/// Seed of the positions.
const SEED: u64 = 20;

/// Returns the loss a roll of players that make the play that looks best to them, over random
/// positions of some layers, of which every position of every layer is equally likely.
///
/// # Errors
/// If a layer cannot be read.
pub(super) fn rows(
    run: &Recomputation<'_>,
    stored: StoredValues<'_>,
    judges: &[Judge],
) -> Result<Vec<Finding>, Error> {
    let StoredValues { domain, layers } = stored;
    let count = run.size(10_000, 100_000);
    let variant = &domain.game().variant;
    let positions: Vec<u64> = layers.iter().map(|open| open.database().positions()).collect();
    let total: u64 = positions.iter().sum();
    let drawn = |number: u64| -> Result<Option<(Position, f64)>, shuban_solve::Error> {
        let mut number = Random::of_part(SEED, number).below(total);
        for (open, &positions) in layers.iter().zip(&positions) {
            if number >= positions {
                number -= positions;
                continue;
            }
            let position = open.position(number)?;
            let position = position.filter(|position| domain.game().outcome(position).is_none());
            let Some(position) = position else { return Ok(None) };
            let value = open.value(&position)?;
            return Ok(value.map(|value| (position, value.midpoint())));
        }
        Ok(None)
    };
    let drawn: Vec<(Position, f64)> = ((0..count).into_par_iter().map(drawn))
        .filter_map(Result::transpose)
        .collect::<Result<_, _>>()?;
    run.check()?;

    let value = |position: &Position| stored.value(position);
    let evaluations: Vec<&dyn PositionValuer> = judges.iter().map(|judge| &*judge.1).collect();
    let (scores, by_lot) = scores(variant, &value, &drawn, &evaluations)?;
    let all = drawn.len() as f64;
    let note = format!(
        "expected result lost by a play, on average over all rolls of {} random positions",
        grouped(drawn.len() as u64)
    );
    let row = |who: &str, loss: f64| {
        let loss = significant(loss / all, 4);
        Finding::unprinted(format!("loss of a roll, {who}"), loss).noting(note.clone())
    };
    let mut rows = Vec::new();
    for ((who, _), score) in judges.iter().zip(scores) {
        rows.push(row(who, score.loss));
        let error = significant(score.error / all, 4);
        rows.push(Finding::unprinted(format!("error, {who}"), error));
    }
    rows.push(row("a play drawn by lot", by_lot));
    Ok(rows)
}
