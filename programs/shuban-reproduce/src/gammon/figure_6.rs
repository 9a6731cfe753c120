//! Figure 6 of Sanno and Hoki: convergence of Monte-Carlo with exploring starts.

use shuban_catalog::Error;
use shuban_core::{Domain, Game, Interval, LayerId, PartId};
use shuban_gammon::Contact;
use shuban_solve::OpenLayer;

use crate::finding::Finding;
use crate::graph::{Bellman, Graph, midpoints};
use crate::learning::{KnownStarts, Learner, largest_difference, log_spaced};
use crate::paper::Recomputation;
use crate::plot::{Across, Curve, Figure};
use crate::trend::Trend;
use crate::valued::{Valuation, ValuedState, valued};

const SEED: u64 = 6;

/// Tolerance of a slope around that of one over the root.
const SLOPE_TOLERANCE: f64 = 0.15;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(super::variant("backgammon")?);
    let built = run.built(&domain, "backgammon/contact-1-1")?;
    let layer = built.layer;
    let graph = Graph::build(&domain, layer)?;
    // Every play of the layer stays in it or ends the game.
    let bellman = Bellman::new(&graph, |_: PartId, _| Ok::<_, Error>(0.0))?;
    let known = valued(&graph, |_, _| ValuedState::Unknown);
    let iterations = run.size(10_000, 100_000);

    let mut rows = vec![Finding::exact("positions known beforehand", 282, known.valued(0))];
    let open: OpenLayer<'_, Contact> = built.open(layer)?;
    let reference = midpoints(&open)?;
    let mut learnt = vec![("certified", reference.clone())];
    let mut curves = Vec::new();
    for (reading, name) in [
        (KnownStarts::Kept, "known values kept"),
        (KnownStarts::Overwritten, "every start overwritten, as printed"),
        (KnownStarts::OverwrittenFromZero, "the same, Returns begin with a 0"),
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
        let off = largest_difference(&games.table, &reference);
        rows.push(
            Finding::unprinted(format!("largest difference to the certified values, {name}"), off)
                .noting("of any of the 601 values"),
        );
        if reading == KnownStarts::Kept {
            let why = "the paper says no number";
            rows.push(Finding::undecided("all values estimated", "with high accuracy", off, why));
        }
        learnt.push((name, games.table[..graph.len()].to_vec()));
        rows.push(of_slope(format!("slope on logarithmic axes, {name}"), slope));
        curves.push(Curve { name: name.to_owned(), points });
    }

    rows.push(iterations_needed(&bellman, &known, run)?);
    rows.push(start_has_no_result(&domain, layer, &bellman, &known)?);
    let certified = bellman.error(&bellman.table(&reference));
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
    run.write("gammon-figure-6-values.csv", &values(&domain, layer, &known, &learnt)?)?;
    Ok(rows)
}

/// Finds the first number of iterations that brings the largest error below a hundredth, with known
/// values kept: how long it takes to be as near as the figure calls near.
fn iterations_needed(
    bellman: &Bellman<'_>,
    known: &Valuation,
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    /// Iterations between two looks at the error, and the most of all.
    const EACH: u64 = 100;
    const MOST: u64 = 1_000_000;
    const NEAR: f64 = 0.01;
    run.progress.phase("until the error is below 0.01", 0);
    let mut games = Learner::monte_carlo(bellman, &known.standings, KnownStarts::Kept, SEED)?
        .unless_interrupted(run.progress);
    let mut at = 0;
    let mut error = f64::INFINITY;
    while error >= NEAR && at < MOST {
        at += EACH;
        games.run_to(at);
        run.check()?;
        error = bellman.error(&games.table);
    }
    Ok(Finding::unprinted("iterations that bring the largest error below 0.01", at)
        .differing_if(error >= NEAR)
        .noting(format!("looked at every {EACH} iterations, with known values kept: {error:.5}")))
}

/// Checks line 10 of algorithm 2, which appends r(x₀), the result of the start. Only a position in
/// which the game is over has one, and no start is.
fn start_has_no_result(
    domain: &Contact,
    layer: LayerId,
    bellman: &Bellman<'_>,
    known: &Valuation,
) -> Result<Finding, Error> {
    let index = domain.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
    let starts = (0..index.len()).filter_map(|rank| index.unrank(rank));
    let over = starts.filter(|start| domain.game().outcome(start).is_some()).count() as u64;
    let before: Vec<f64> =
        known.standings.iter().map(|state| state.value().unwrap_or(0.0)).collect();
    let errors = [before, bellman.zeros()]
        .map(|table| bellman.error(&bellman.table(&table[..bellman.graph.len()])));
    Ok(Finding::settled(
        "algorithm 2, line 10: starts x0 with a result r(x0) of their own to append",
        "all",
        format!("{over} of {}", index.len()),
        over == index.len(),
    )
    .noting(format!(
        "a start is not over; what can be appended is the result of the game from it. With 0 for \
         r(x0) no average would ever move: the largest error would stay {:.4} with known values \
         kept, {:.4} with all overwritten",
        errors[0], errors[1],
    )))
}

/// Compares the learnt value of each position with its certified value.
fn values(
    domain: &Contact,
    layer: LayerId,
    known: &Valuation,
    learnt: &[(&str, Vec<f64>)],
) -> Result<String, Error> {
    let index = domain.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
    let mut text = "position,known beforehand".to_owned();
    for (name, _) in learnt {
        text += &format!(",{}", name.replace(',', ";"));
    }
    for rank in 0..index.len() {
        let position = index.unrank(rank).map_or(String::new(), |at| domain.game().format(&at));
        let place = rank as usize;
        let known = known.standings[place].value().map_or(String::new(), |value| value.to_string());
        text += &format!("\n\"{position}\",{known}");
        for (_, table) in learnt {
            text += &format!(",{}", table[place]);
        }
    }
    Ok(text + "\n")
}

/// Judges a slope: errors of averages fall like one over the root of the games. The largest of many
/// such errors does so with some noise.
fn of_slope(what: String, slope: f64) -> Finding {
    let holds = (slope + 0.5).abs() <= SLOPE_TOLERANCE;
    Finding::unprinted(what, slope).drawn().differing_if(!holds).noting(format!(
        "must be within {SLOPE_TOLERANCE} of -0.5, one over the root of iterations"
    ))
}

/// Returns the slope of the line of least squares through the second half of a curve on log axes.
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
