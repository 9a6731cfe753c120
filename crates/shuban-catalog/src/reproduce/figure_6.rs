//! Figure 6 of Sanno and Hoki: how fast Monte-Carlo with exploring starts comes near the values.

use shuban_core::{Domain, Interval, PartId, Progress};
use shuban_gammon::{Contact, Variant};
use shuban_solve::graph::{Bellman, Graph, midpoints};
use shuban_solve::learning::log_spaced;
use shuban_solve::{
    DEFAULT_WIDTH, IterateBySweep, Mces, OpenLayer, Reading, ValuedState, layer_named, valued,
};

use super::plot::{Across, Curve, Figure};
use super::{Built, ReproduceOptions, Reproduced, Reproduction, Row, Verdict};
use crate::error::Error;

/// The maximum Bellman error against iterations on (14,14), in both readings of the printed algorithm.
pub(super) struct Figure6;

const SEED: u64 = 6;

/// How far a slope may be from that of one over the root.
const SLOPE_TOLERANCE: f64 = 0.15;

impl Reproduction for Figure6 {
    fn id(&self) -> &'static str {
        "gammon/figure-6"
    }

    fn what(&self) -> &'static str {
        "largest Bellman error of Monte-Carlo with exploring starts on (14,14), backgammon (Sanno and Hoki, figure 6)"
    }

    fn seconds(&self) -> u32 {
        20
    }

    fn run(&self, options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduced, Error> {
        super::in_pool(options.threads, || self.curves(options, progress))
    }
}

impl Figure6 {
    fn curves(&self, options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduced, Error> {
        let variant = Variant::by_name("backgammon").ok_or_else(|| super::no_variant("backgammon"))?;
        let domain = Contact::new(variant);
        let built =
            Built::new(&domain, &IterateBySweep, "backgammon/contact-1-1", DEFAULT_WIDTH, options, progress)?;
        let layer = layer_named(&domain, "backgammon/contact-1-1")?;
        let graph = Graph::build(&domain, layer)?;
        // Every play of the layer stays in it or ends the game.
        let bellman = Bellman::new(&graph, |_: PartId, _| Ok::<_, Error>(0.0))?;
        let known = valued(&graph, |_, _| ValuedState::Unknown);
        let iterations = if options.full { 100_000 } else { 10_000 };

        let mut rows = vec![Row::exact("positions known beforehand", 282, known.valued(0))];
        let mut curves = Vec::new();
        for (reading, name) in
            [(Reading::Kept, "known values kept"), (Reading::Literal, "every start overwritten, as printed")]
        {
            progress.phase(name, iterations);
            let mut run = Mces::new(&bellman, &known.standings, reading, SEED)?;
            let mut points = Vec::new();
            for at in log_spaced(iterations, 12) {
                run.run_to(at, &mut |_| {});
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
                points.push((at as f64, bellman.error(run.table())));
                progress.at(at, "");
            }
            let last = points.last().map_or(0.0, |&(_, error)| error);
            rows.push(
                Row::unprinted(format!("largest error after {iterations} iterations, {name}"), last).noting(
                    "the figure has no numbers; its curves fall like one over the root of iterations",
                ),
            );
            let slope = slope(&points);
            rows.push(of_slope(format!("slope on logarithmic axes, {name}"), slope));
            curves.push(Curve { name: name.to_owned(), points });
        }

        let open: OpenLayer<'_, Contact> = built.open(layer)?;
        let certified = bellman.error(&bellman.table(&midpoints(&open)?)?);
        rows.push(Row::unprinted("largest error of the certified solution", certified));
        let width: i64 = open.values(0)?.into_iter().map(Interval::width).max().unwrap_or(0);
        rows.push(Row::unprinted("widest certified interval", width as f64 / f64::from(shuban_core::ONE)));
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
        let files = figure.write(&options.folder, "gammon-figure-6")?;
        debug_assert_eq!(domain.layers()[layer.0].parts.len(), 1);
        Ok(Reproduced { files, ..Reproduced::new(self.id(), rows) })
    }
}

/// Errors of averages fall like one over the root of the games. The largest of many such errors does so
/// with some noise.
fn of_slope(what: String, slope: f64) -> Row {
    let holds = (slope + 0.5).abs() <= SLOPE_TOLERANCE;
    let verdict = if holds { Verdict::Statistical } else { Verdict::Differs };
    Row { verdict, ..Row::unprinted(what, slope) }
        .noting(format!("must be within {SLOPE_TOLERANCE} of -0.5, one over the root of iterations"))
}

/// The slope of the line of least squares through the second half of a curve on logarithmic axes.
fn slope(points: &[(f64, f64)]) -> f64 {
    let half: Vec<(f64, f64)> =
        points[points.len() / 2..].iter().filter(|p| p.1 > 0.0).map(|p| (p.0.ln(), p.1.ln())).collect();
    let count = half.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| half.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let over: f64 = half.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    over / half.iter().map(|p| (p.0 - x) * (p.0 - x)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use crate::reproduce::Verdict;

    #[test]
    fn a_slope_unlike_that_of_one_over_the_root_differs() {
        let verdict = |slope| super::of_slope(String::new(), slope).verdict;
        assert_eq!((verdict(-0.4), verdict(-0.6)), (Verdict::Statistical, Verdict::Statistical));
        assert_eq!([0.0, -0.3, -1.0, f64::NAN].map(verdict), [Verdict::Differs; 4]);
    }

    #[test]
    fn the_slope_of_a_power_is_its_exponent() {
        let points: Vec<(f64, f64)> = (1..50).map(|i| (f64::from(i), f64::from(i).powf(-0.5))).collect();
        assert!((super::slope(&points) + 0.5).abs() < 1e-9);
    }
}
