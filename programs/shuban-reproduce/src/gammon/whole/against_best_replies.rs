//! Values of a whole game for a side whose play is fixed, when the other side knows that play and
//! replies with the best play against it.

use shuban_catalog::Error;
use shuban_core::text::grouped;
use shuban_gammon::Contact;

use super::every_play::EveryPlay;
use super::judges::Judge;
use super::numbering::{NumberedLayer, Numbering, WON};
use super::replied::Replied;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// Largest error of solving; smaller numbers are no loss.
const LEFT: f64 = 1e-7;

/// Returns the loss of a judge's play in a game, on average over all positions of as many checkers
/// on both sides with either of them to roll, and at most; `values` are those of best play on both
/// sides for the side about to roll. By sweeps, to some 10⁻⁷.
///
/// # Errors
/// If the run is interrupted, or a layer is missing.
pub(super) fn of_judge(
    run: &Recomputation<'_>,
    domain: &Contact,
    numbering: &Numbering<'_>,
    (who, judge): &Judge,
    values: &[f64],
) -> Result<Vec<Finding>, Error> {
    let worth = |after: &_| -judge.expected_result(after);
    let replied = Replied::to_the_greatest(run, domain, numbering, worth, values)?;
    let solved = |number| [replied.fixed(number), replied.other(number)];
    Ok(numbering.even_layers().map(|layer| row(layer, who, values, solved)).collect())
}

/// Returns the loss of random play likewise, from every play.
///
/// # Errors
/// If the run is interrupted.
pub(super) fn of_lot(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    values: &[f64],
) -> Result<Vec<Finding>, Error> {
    let by_lot = |number: usize, worth: &dyn Fn(u32) -> f64| {
        let of_roll = |afters: &[u32]| {
            afters.iter().map(|&after| worth(after)).sum::<f64>() / afters.len() as f64
        };
        plays.rolls(number).map(|(_, chance, afters)| chance * of_roll(afters)).sum::<f64>()
    };
    losses(run, plays, "plays drawn by lot", values, by_lot)
}

/// Returns the loss of a player who takes the mean `own` of the values of a position's plays.
///
/// # Errors
/// If the run is interrupted.
pub(super) fn losses(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    who: &str,
    values: &[f64],
    own: impl Fn(usize, &dyn Fn(u32) -> f64) -> f64 + Sync,
) -> Result<Vec<Finding>, Error> {
    let solved = solved(run, plays, own)?;
    let solved = |number: usize| solved[number];
    let layers = plays.numbering().even_layers();
    Ok(layers.map(|layer| row(layer, who, values, solved)).collect())
}

/// Returns the values of positions to the side about to roll: if it takes that mean, and if it is
/// the side that replies with the best play against that.
///
/// # Errors
/// If the run is interrupted.
pub(super) fn solved(
    run: &Recomputation<'_>,
    plays: &EveryPlay<'_>,
    own: impl Fn(usize, &dyn Fn(u32) -> f64) -> f64 + Sync,
) -> Result<Vec<[f64; 2]>, Error> {
    let worth = |after: u32, values: &[[f64; 2]], whose: usize| {
        if after == WON { 1.0 } else { -values[after as usize][whose] }
    };
    plays.solution(run, |number, values: &[[f64; 2]]| {
        let of_own = own(number, &|after| worth(after, values, 1));
        let best = |afters: &[u32]| {
            let all = afters.iter().map(|&after| worth(after, values, 0));
            all.fold(f64::NEG_INFINITY, f64::max)
        };
        let of_other = plays.rolls(number).map(|(_, chance, afters)| chance * best(afters)).sum();
        [of_own, of_other]
    })
}

/// Returns the row on the loss in the positions of a layer of a player for whom they are worth the
/// first of two numbers with the roll, and for whose opponent the second.
fn row(
    layer: &NumberedLayer<'_>,
    who: &str,
    values: &[f64],
    solved: impl Fn(usize) -> [f64; 2],
) -> Finding {
    let lost = layer.numbers.clone().map(|number| {
        let [own, other] = solved(number);
        [values[number] - own, other - values[number]]
    });
    let none = (0.0, 0.0_f64);
    let (sum, most) = lost.flatten().fold(none, |(sum, most), loss| (sum + loss, most.max(loss)));
    let cases = 2 * layer.numbers.len();
    let note = format!(
        "of the result of a game against best replies to it, on average over {} positions with \
         either side to roll; at most {most:.5}",
        grouped(layer.numbers.len() as u64)
    );
    let what = format!("{}: loss of a game, {who}", layer.name);
    let mean = sum / cases as f64;
    let mean = if mean.abs() <= LEFT { 0.0 } else { mean };
    Finding::unprinted(what, significant(mean, 4)).noting(note)
}
