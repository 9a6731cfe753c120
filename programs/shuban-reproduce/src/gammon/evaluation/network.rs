//! The trained networks beside the page's evaluation function.

use std::hint::black_box;
use std::time::Instant;

use shuban_catalog::Error;
use shuban_core::Domain;
use shuban_core::text::grouped;
use shuban_gammon::evaluation::{NetworkEvaluation, TermEvaluation};
use shuban_gammon::{Contact, Position};

use super::games;
use super::layers::CertifiedLayers;
use super::term_sets::ALL;
use super::terms::scores;
use super::valuer::PositionValuer;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;

/// A variant that has a network.
struct Trained {
    name: &'static str,
    /// Largest layer that is judged, with all that it needs.
    layer: &'static str,
    /// Maximum number of checkers a side in the values that the training took from databases.
    taught: usize,
    /// True if it took from one that both sides bear off, too.
    bears_off: bool,
    games: u64,
}

/// Every position of up to four checkers a side.
const HALF_GAMMON: Trained = Trained {
    name: "half-gammon",
    layer: "half-gammon/contact-4-4",
    taught: 3,
    bears_off: true,
    games: games::GAMES,
};

/// Every position of up to three checkers against two.
const BACKGAMMON: Trained = Trained {
    name: "backgammon",
    layer: "backgammon/contact-3-2",
    taught: 2,
    bears_off: false,
    games: games::GAMES / 5,
};
/// Interval of the judged positions, of those that training had no values of: a prime, so that they
/// are of all kinds.
const EVERY: usize = 31;

/// Name of the network.
const NETWORK: &str = "the network";

/// Number of positions that are timed, and of rounds; the fastest counts.
const TIMED: usize = 20_000;
const ROUNDS: usize = 5;

pub(crate) fn half_gammon(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    rows(run, &HALF_GAMMON)
}

pub(crate) fn backgammon(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    rows(run, &BACKGAMMON)
}

fn rows(run: &Recomputation<'_>, trained: &Trained) -> Result<Vec<Finding>, Error> {
    let variant = super::super::variant(trained.name)?;
    let terms = TermEvaluation::new(variant.clone());
    let Some(network) = NetworkEvaluation::new(variant.clone()) else { return Ok(Vec::new()) };
    run.progress.phase(trained.layer, 0);
    let domain = Contact::new(variant.clone());
    let layers = CertifiedLayers::built(run, &domain, trained.layer)?;
    let is_taught = |(position, _): &(Position, f64)| {
        let most = position.mover.count().max(position.opponent.count());
        let is_home = || position.rearmost().iter().all(|place| *place <= variant.home());
        most <= trained.taught || trained.bears_off && is_home()
    };
    let (taught, others): (Vec<_>, Vec<_>) = layers.positions().into_iter().partition(is_taught);
    let others: Vec<_> = others.into_iter().step_by(EVERY).collect();
    let judges: [(&str, &dyn PositionValuer); 2] = [(NETWORK, &network), (ALL, &terms)];
    let mut rows = Vec::new();
    for (what, positions) in [("which it was told", taught), ("which it was not told", others)] {
        run.check()?;
        run.progress.phase(what, 0);
        rows.extend(held(&layers, what, &positions, &judges)?);
    }
    run.check()?;
    run.progress.phase("games", 0);
    let what = format!("{NETWORK} against {ALL}: a game");
    let games = run.size(trained.games, 10 * trained.games);
    rows.push(games::against(&variant, what, [&network, &terms], games));
    run.check()?;
    let mut seen = games::positions(&variant);
    seen.truncate(TIMED);
    rows.extend([
        timed(NETWORK, &seen, |position| network.expected_result(position)),
        timed(ALL, &seen, |position| terms.expected_result(position)),
    ]);
    Ok(rows)
}

/// Measures the error of each, and the loss of play by it.
fn held(
    layers: &CertifiedLayers<'_>,
    what: &str,
    positions: &[(Position, f64)],
    judges: &[(&str, &dyn PositionValuer)],
) -> Result<Vec<Finding>, Error> {
    let all: Vec<&dyn PositionValuer> = judges.iter().map(|one| one.1).collect();
    let value = |position: &Position| Ok(layers.value(position));
    let (scores, _) = scores(&layers.domain.game().variant, &value, positions, &all)?;
    let count = positions.len() as f64;
    let mut rows = Vec::new();
    for ((judge, _), score) in judges.iter().zip(scores) {
        let error = significant(score.error / count, 4);
        rows.push(Finding::unprinted(format!("{what}: error, {judge}"), error).noting(format!(
            "mean over {} positions; root mean square {:.4}",
            grouped(positions.len() as u64),
            (score.squares / count).sqrt(),
        )));
        let loss = significant(score.loss / count, 4);
        rows.push(
            Finding::unprinted(format!("{what}: loss of a roll, {judge}"), loss)
                .noting("expected result lost by the play that looks best one roll ahead"),
        );
    }
    Ok(rows)
}

/// Returns nanoseconds for a position.
fn timed(judge: &str, positions: &[Position], of: impl Fn(&Position) -> f64) -> Finding {
    let measurement = |_| {
        let started = Instant::now();
        positions.iter().for_each(|position| {
            black_box(of(black_box(position)));
        });
        started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    let time = (0..ROUNDS).map(measurement).fold(f64::INFINITY, f64::min);
    Finding::unprinted(format!("{judge}: ns a position"), significant(time, 2))
        .noting("of games from the start; one thread of this machine, now")
}
