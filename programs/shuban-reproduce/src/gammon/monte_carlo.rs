//! Endgames of half-gammon by Monte-Carlo, compared with certified values: the half-gammon page
//! refers to papers on it, and to a page of its own that is not available.
//!
//! Races are rolled out besides, where every equity is known.

use std::cell::Cell;
use std::time::{Duration, Instant};

use shuban_catalog::Error;
use shuban_core::{Bound, Evaluation, Interval, Random};
use shuban_gammon::{Contact, Gammon, Position, TermEvaluation};
use shuban_search::{Deepened, EstimateOptions, SearchForm, deepen};

use crate::finding::{Finding, significant};
use crate::monte_carlo_tree::{BackupOperator, MonteCarloTree};
use crate::paper::Recomputation;

/// Layer of the positions, their number, and the time for each.
const LAYER: &str = "half-gammon/contact-3-3";
const DRAWN: u64 = 40;
const TIME: Duration = Duration::from_millis(20);

/// Steps between two checks of the clock.
const LOOK: u32 = 32;

/// Range of the payoffs, as the exploration of a tree.
const EXPLORATION: f64 = 2.0;

/// A position with its value.
struct Valued {
    position: Position,
    value: f64,
}

/// Estimate of a method and its work: playouts or nodes.
type Guess = (f64, u64);

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(super::variant("half-gammon")?);
    let all = drawn(run, &domain)?;
    let game = Gammon::new(super::variant("half-gammon")?);
    let evaluation = TermEvaluation::new(game.variant.clone());
    let mut rows = Vec::new();
    let mut held_against = |name: &str, guess: &dyn Fn(u64, &Position) -> Guess| {
        run.check()?;
        run.progress.phase(name, DRAWN);
        rows.push(row(name, &all, guess));
        Ok::<_, Error>(())
    };
    held_against("no search: the evaluation function", &|_, position| {
        (f64::from(evaluation.evaluate(position)) / f64::from(shuban_core::ONE), 1)
    })?;
    held_against("star2, deepening, on the evaluation function", &|_, position| {
        searched(&evaluation, position)
    })?;
    for backup in BackupOperator::ALL {
        let name = format!("Monte-Carlo tree search, {}", backup.name());
        held_against(&name, &|seed, position| grown(&game, position, backup, seed))?;
    }
    run.check()?;
    run.progress.phase("rollouts of races", 0);
    rows.extend(super::race_rollouts::rows(&game.variant)?);
    Ok(rows)
}

/// Draws positions of the layer with the middles of their certified values.
fn drawn(run: &Recomputation<'_>, domain: &Contact) -> Result<Vec<Valued>, Error> {
    run.progress.phase(LAYER, 0);
    let built = run.built(domain, LAYER)?;
    let layer = built.open(built.layer)?;
    let index = layer.part_index(0);
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for _ in 0..DRAWN {
        let rank = random.below(index.len());
        let value: Interval = layer.value_at(0, rank)?;
        let [value, ..] = value.numbers();
        all.extend(index.unrank(rank).map(|position| Valued { position, value }));
    }
    Ok(all)
}

fn row(name: &str, all: &[Valued], guess: &dyn Fn(u64, &Position) -> Guess) -> Finding {
    let (mut squares, mut most, mut done) = (0.0, 0.0_f64, 0);
    for (seed, Valued { position, value }) in (0..).zip(all) {
        let (guessed, work) = guess(seed, position);
        let error = (guessed - value).abs();
        squares += error * error;
        most = most.max(error);
        done += work;
    }
    let error = significant((squares / all.len() as f64).sqrt(), 3);
    Finding::unprinted(format!("error, {name}"), error).noting(format!(
        "root of the mean square over {} positions of {LAYER}, the largest {most:.3}; {} playouts \
         or nodes a position, in at most {} ms on one thread of this machine",
        all.len(),
        done / all.len() as u64,
        TIME.as_millis(),
    ))
}

/// Searches by Star2 as deep as the time allows.
fn searched(evaluation: &TermEvaluation, position: &Position) -> Guess {
    let (started, asked) = (Instant::now(), Cell::new(0u32));
    let oracle = |_: &Position| {
        asked.set(asked.get().wrapping_add(1));
        let is_late = asked.get().is_multiple_of(LOOK) && started.elapsed() >= TIME;
        if is_late { Err(()) } else { Ok(None::<Bound<i32>>) }
    };
    let evaluate = |position: &Position| evaluation.evaluate(position);
    let options = EstimateOptions::new(SearchForm::Star2, u8::MAX);
    let Deepened { deepest, counts, .. } =
        deepen(evaluation.game(), position, None, &oracle, &evaluate, &options);
    let value = deepest.map_or_else(|| evaluate(position), |(_, found)| found.value);
    (f64::from(value) / f64::from(shuban_core::ONE), counts.nodes())
}

/// Grows a tree of as many playouts as the time allows.
fn grown(game: &Gammon, position: &Position, backup: BackupOperator, seed: u64) -> Guess {
    let started = Instant::now();
    let mut tree = MonteCarloTree::new(game, position, backup, EXPLORATION, seed);
    while started.elapsed() < TIME {
        (0..LOOK).for_each(|_| tree.play_out());
    }
    (tree.value(), tree.playouts().into())
}
