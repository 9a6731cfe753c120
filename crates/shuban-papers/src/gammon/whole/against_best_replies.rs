//! What a whole game is worth to a side that plays by an evaluation function, when the other side
//! knows how it plays and answers with what is best against that.

use rayon::prelude::*;
use shuban_catalog::Error;
use shuban_core::grouped;

use super::every_play::{CHANGE, EveryPlay, WON};
use super::judges::Judge;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// For each judge what its play loses in a game, on average over all positions of as many checkers
/// on both sides with either of them to roll, and at most; `values` are those of best play on both
/// sides for the side about to roll. All exact, but for the last digits of solving.
///
/// # Errors
/// If the work is called off.
pub(super) fn rows(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    judges: &[Judge],
    values: &[f64],
) -> Result<Vec<Finding>, Error> {
    let mut rows = Vec::new();
    for (who, judge) in judges {
        run.check()?;
        // To whoever has just played.
        let looks: Vec<f64> = (0..plays.len())
            .into_par_iter()
            .map(|number| {
                let after = plays.position(number);
                after.map_or(0.0, |after| -judge.expected_result(&after))
            })
            .collect();
        let chosen = plays.greatest(|after| if after == WON { 1.0 } else { looks[after as usize] });
        let own = |number: usize, worth: &dyn Fn(u32) -> f64| chosen.mean(number, worth);
        rows.extend(losses(run, plays, who, values, own)?);
    }
    let by_lot = |number: usize, worth: &dyn Fn(u32) -> f64| {
        let of_roll = |afters: &[u32]| {
            afters.iter().map(|&after| worth(after)).sum::<f64>() / afters.len() as f64
        };
        plays.rolls(number).map(|(_, chance, afters)| chance * of_roll(afters)).sum::<f64>()
    };
    rows.extend(losses(run, plays, "plays drawn by lot", values, by_lot)?);
    Ok(rows)
}

/// What is lost by one who takes the mean `own` of what the plays of a position lead to.
///
/// # Errors
/// If the work is called off.
pub(super) fn losses(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    who: &str,
    values: &[f64],
    own: impl Fn(usize, &dyn Fn(u32) -> f64) -> f64 + Sync,
) -> Result<Vec<Finding>, Error> {
    let worth = |after: u32, values: &[[f64; 2]], whose: usize| {
        if after == WON { 1.0 } else { -values[after as usize][whose] }
    };
    // To the side about to roll: the one that is judged, and the other.
    let solved = plays.solution(run, |number, values: &[[f64; 2]]| {
        let of_own = own(number, &|after| worth(after, values, 1));
        let best = |afters: &[u32]| {
            let all = afters.iter().map(|&after| worth(after, values, 0));
            all.fold(f64::NEG_INFINITY, f64::max)
        };
        let of_other = plays.rolls(number).map(|(_, chance, afters)| chance * best(afters)).sum();
        [of_own, of_other]
    })?;
    let rows = plays.even_layers().map(|layer| {
        let lost = layer.numbers.clone().map(|number| {
            let [own, other] = solved[number];
            [values[number] - own, other - values[number]]
        });
        let none = (0.0, 0.0_f64);
        let (sum, most) =
            lost.flatten().fold(none, |(sum, most), loss| (sum + loss, most.max(loss)));
        let cases = 2 * layer.numbers.len();
        let note = format!(
            "of the result of a game against best replies to it, on average over {} positions with \
             either side to roll; at most {most:.5}",
            grouped(layer.numbers.len() as u64)
        );
        let what = format!("{}: loss of a game, {who}", layer.name);
        // What solving leaves is no loss.
        let mean = sum / cases as f64;
        let mean = if mean.abs() <= CHANGE { 0.0 } else { mean };
        Finding::unprinted(what, significant(mean, 4)).noting(note)
    });
    Ok(rows.collect())
}
