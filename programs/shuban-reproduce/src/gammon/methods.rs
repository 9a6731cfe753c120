//! Future work of Sanno and Hoki: with fewer checkers borne off, a better method than Monte-Carlo
//! with exploring starts.

use std::time::Instant;

use shuban_catalog::{Error, with_threads};
use shuban_core::erased::SweepTables;
use shuban_core::{Domain, LayerId, ONE, Unanswered};
use shuban_gammon::Contact;
use shuban_solve::iterate::{BySweep, Goal, Iterate, Operator, iterate};
use shuban_solve::{BuildOptions, FinishedIntervals, layer_named};

use crate::finding::Finding;
use crate::graph::{Bellman, Graph, by_rules, midpoints};
use crate::learning::{KnownStarts, Learner, learn, log_spaced};
use crate::paper::{Recomputation, TempDatabase};
use crate::plot::{Across, Curve, Figure};
use crate::valued::{ValuedState, valued_layers};

const SEED: u64 = 7;

/// Maximum width of the reference intervals, in units of 2⁻³⁰.
const WIDTH: i64 = 4;

/// Change of values below which a method ends. The reference, the middle of each interval, is wrong
/// by 2⁻²⁹ = 1.9e-9 at most, which is finer than the errors that it measures.
const GOAL: f64 = 1e-8;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(super::variant("backgammon")?);
    let options = BuildOptions { width: WIDTH, ..run.build_options() };
    let name = "backgammon/contact-2-2";
    let built = TempDatabase::new(&domain, name, &options, run.progress)?;
    for name in ["contact-2-1", "contact-2-2"] {
        let layer = layer_named(&domain, &format!("backgammon/{name}"))?;
        let curves = curves(&domain, layer, &built, run)?;
        let figure = Figure {
            title: &format!("backgammon/{name}: error against time"),
            x: "seconds",
            across: Across::Logarithm,
            y: "largest error of a value",
            curves: &curves,
        };
        figure.write(run, &format!("gammon-learning-{name}"))?;
    }
    Ok(Vec::new())
}

fn curves(
    domain: &Contact,
    layer: LayerId,
    built: &TempDatabase<'_, Contact>,
    run: &Recomputation<'_>,
) -> Result<Vec<Curve>, Error> {
    let name = &domain.layers()[layer.0].name;
    run.progress.phase(&format!("{name}: transitions"), 0);
    let graph = Graph::build(domain, layer)?;
    let tables = built.tables(layer)?;
    let bellman = Bellman::from_tables(&graph, &tables)?;
    let reference = bellman.table(&midpoints(&built.open(layer)?)?);
    let known = valued_layers(domain, layer, &by_rules(domain))?;
    let known: &[ValuedState] = &known[&layer].standings;

    // Games take long where there are many starts: fewer rounds fit into the time.
    let rounds = (run.size(3e7, 3e8) / graph.len() as f64) as u64;
    let learners = [
        (Learner::monte_carlo(&bellman, known, KnownStarts::Kept, SEED)?, rounds),
        (Learner::temporal_difference(&bellman, SEED)?, rounds),
        (Learner::jacobi(&bellman), 300),
        (Learner::gauss_seidel(&bellman), 300),
        (Learner::policy_iteration(&bellman), 30),
    ];
    let mut curves = Vec::new();
    for (learner, rounds) in learners {
        let mut learner = learner.unless_interrupted(run.progress);
        run.progress.phase(&format!("{name}: {}", learner.name), 0);
        let samples = learn(&mut learner, &bellman, &log_spaced(rounds, 8), GOAL, &reference);
        run.check()?;
        if let Some(last) = samples.last() {
            run.keep(
                Finding::unprinted(format!("{name}: {}: largest error", learner.name), last.error)
                    .noting(format!("{:?}, {:.3} s on one thread", last.work, last.seconds)),
            );
        }
        curves.push(Curve {
            name: learner.name.to_owned(),
            points: (samples.iter().filter(|sample| sample.rounds > 0))
                .map(|sample| (sample.seconds, sample.error))
                .collect(),
        });
    }
    run.progress.phase(&format!("{name}: certified bounds"), 0);
    // As the other methods, so that times compare.
    curves.push(with_threads(1, || certified(domain, layer, built, run))??);
    Ok(curves)
}

/// Records the widest interval against time: no estimate of an error, but a proof.
fn certified(
    domain: &Contact,
    layer: LayerId,
    built: &TempDatabase<'_, Contact>,
    run: &Recomputation<'_>,
) -> Result<Curve, Error> {
    let solved = built.solved(layer)?;
    let started = Instant::now();
    let mut finished = FinishedIntervals { domain, solved: &solved };
    let plan = domain.plan_sweep(layer, &mut finished).map_err(shuban_solve::Error::from)?;
    let lens = domain.layers()[layer.0].parts.iter().filter_map(|part| part.positions);
    let operator = BySweep::new(domain, layer, plan, lens.map(|len| len as usize).collect());
    let mut points = Vec::new();
    let goal = Goal { best: 1, enough: 0 };
    let done = iterate(&operator, Iterate::start(operator.start()), goal, &mut |now| {
        points.push((started.elapsed().as_secs_f64(), now.width as f64 / f64::from(ONE)));
        if run.progress.interrupted() {
            return Err(shuban_solve::Error::Interrupted.into());
        }
        Ok::<_, Unanswered>(())
    });
    let done = done.map_err(shuban_solve::Error::from)?;
    let name = "interval iteration: proven gap".to_owned();
    run.keep(
        Finding::unprinted(
            format!("{}: {name}", domain.layers()[layer.0].name),
            done.width as f64 / f64::from(ONE),
        )
        .noting(format!(
            "{} sweeps of both bounds, {:.3} s on one thread",
            done.sweeps,
            started.elapsed().as_secs_f64()
        )),
    );
    Ok(Curve { name, points })
}
