//! Figure 6 of Sanno and Hoki: how fast Monte-Carlo with exploring starts comes near the values.

use shuban_catalog::Error;
use shuban_core::{Interval, PartId};
use shuban_gammon::Contact;
use shuban_solve::{IterateBySweep, OpenLayer};

use crate::finding::{Finding, Verdict};
use crate::graph::{Bellman, Graph, midpoints};
use crate::learning::{KnownStarts, Learner, log_spaced};
use crate::paper::Recomputation;
use crate::plot::{Across, Curve, Figure};
use crate::trend::Trend;
use crate::valued::{ValuedState, valued};

const SEED: u64 = 6;

/// How far a slope may be from that of one over the root.
const SLOPE_TOLERANCE: f64 = 0.15;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(super::variant("backgammon")?);
    let built = run.built(&domain, &IterateBySweep, "backgammon/contact-1-1")?;
    let layer = built.layer;
    let graph = Graph::build(&domain, layer)?;
    // Every play of the layer stays in it or ends the game.
    let bellman = Bellman::new(&graph, |_: PartId, _| Ok::<_, Error>(0.0))?;
    let known = valued(&graph, |_, _| ValuedState::Unknown);
    let iterations = run.size(10_000, 100_000);

    let mut rows = vec![Finding::exact("positions known beforehand", 282, known.valued(0))];
    let mut curves = Vec::new();
    for (reading, name) in [
        (KnownStarts::Kept, "known values kept"),
        (KnownStarts::Overwritten, "every start overwritten, as printed"),
    ] {
        run.progress.phase(name, iterations);
        let mut games = Learner::monte_carlo(&bellman, &known.standings, reading, SEED)?
            .unless_interrupted(run.progress);
        let mut points = Vec::new();
        for at in log_spaced(iterations, 12) {
            games.run_to(at);
            run.check()?;
            points.push((at as f64, bellman.error(&games.table)));
            run.progress.at(at, "");
        }
        let last = points.last().map_or(0.0, |&(_, error)| error);
        rows.push(
            Finding::unprinted(
                format!("largest error after {iterations} iterations, {name}"),
                last,
            )
            .noting(
                "the figure has no numbers; its curves fall like one over the root of iterations",
            ),
        );
        let slope = slope(&points);
        rows.push(of_slope(format!("slope on logarithmic axes, {name}"), slope));
        curves.push(Curve { name: name.to_owned(), points });
    }

    let open: OpenLayer<'_, Contact> = built.open(layer)?;
    let certified = bellman.error(&bellman.table(&midpoints(&open)?));
    rows.push(Finding::unprinted("largest error of the certified solution", certified));
    let width: i64 = open.values(0)?.into_iter().map(Interval::width).max().unwrap_or(0);
    rows.push(Finding::unprinted(
        "widest certified interval",
        width as f64 / f64::from(shuban_core::ONE),
    ));
    let ends = [1.0, iterations as f64];
    curves.push(Curve {
        name: "certified solution".to_owned(),
        points: ends.map(|x| (x, certified)).to_vec(),
    });
    let figure = Figure {
        title: "Backgammon (14,14): Monte-Carlo with exploring starts",
        x: "iterations (one game from every start)",
        across: Across::Logarithm,
        y: "largest Bellman error",
        curves: &curves,
    };
    figure.write(run, "gammon-figure-6")?;
    Ok(rows)
}

/// Errors of averages fall like one over the root of the games. The largest of many such errors
/// does so with some noise.
fn of_slope(what: String, slope: f64) -> Finding {
    let holds = (slope + 0.5).abs() <= SLOPE_TOLERANCE;
    Finding::unprinted(what, slope).with(Verdict::Statistical).differing_if(!holds).noting(format!(
        "must be within {SLOPE_TOLERANCE} of -0.5, one over the root of iterations"
    ))
}

/// The slope of the line of least squares through the second half of a curve on logarithmic axes.
fn slope(points: &[(f64, f64)]) -> f64 {
    let half = points[points.len() / 2..].iter().filter(|point| point.1 > 0.0);
    let half: Vec<(f64, f64)> = half.map(|&(x, y)| (x.ln(), y)).collect();
    Trend::through(&half).map_or(f64::NAN, |trend| trend.slope)
}

#[cfg(test)]
mod tests {
    use crate::finding::Verdict;

    #[test]
    fn a_slope_unlike_that_of_one_over_the_root_differs() {
        let verdict = |slope| super::of_slope(String::new(), slope).verdict;
        assert_eq!((verdict(-0.4), verdict(-0.6)), (Verdict::Statistical, Verdict::Statistical));
        assert_eq!([0.0, -0.3, -1.0, f64::NAN].map(verdict), [Verdict::Differs; 4]);
    }

    #[test]
    fn the_slope_of_a_power_is_its_exponent() {
        let points: Vec<(f64, f64)> =
            (1..50).map(|i| (f64::from(i), f64::from(i).powf(-0.5))).collect();
        assert!((super::slope(&points) + 0.5).abs() < 1e-9);
    }
}
