//! What plays by evaluation functions lose, over random positions of all that is built.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::{Domain, Game, Interval, Random, grouped};
use shuban_gammon::evaluation::{NetworkEvaluation, TermEvaluation, Terms};
use shuban_gammon::{Contact, Position};
use shuban_solve::OpenLayer;

use crate::finding::{Finding, significant};
use crate::gammon::evaluation::{LADDER, PositionValuer, scores};
use crate::paper::Recomputation;

/// The page's own terms among those that are tried there.
const OF_THE_PAGE: usize = 2;

/// Draws the positions.
const SEED: u64 = 20;

/// What is lost a roll by those who play what looks best to them, over random positions of some
/// layers, of which every position of every layer is equally likely.
///
/// # Errors
/// If a layer cannot be read.
pub(super) fn rows(
    run: &Recomputation<'_>,
    domain: &Contact,
    layers: &[OpenLayer<'_, Contact>],
) -> Result<Vec<Finding>, Error> {
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

    let value = |position: &Position| -> Option<f64> {
        if position.opponent.is_empty() {
            return Some(-1.0);
        }
        let layer = domain.locate(position)?.layer;
        let open = layers.iter().find(|open| open.layer() == layer)?;
        open.value(position).ok()?.map(|value: Interval| value.midpoint())
    };
    let of_terms = |terms: Terms| TermEvaluation::with(variant.clone(), terms);
    let (page, all) = (of_terms(LADDER[OF_THE_PAGE].1), of_terms(Terms::ALL));
    let network = NetworkEvaluation::new(variant.clone());
    let mut judges: Vec<(&str, &dyn PositionValuer)> =
        vec![("the page's evaluation function", &page), ("all terms of ours", &all)];
    if let Some(network) = &network {
        judges.push(("the network", network));
    }
    let evaluations: Vec<&dyn PositionValuer> = judges.iter().map(|judge| judge.1).collect();
    let (scores, by_lot) = scores(variant, &value, &drawn, &evaluations);
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
