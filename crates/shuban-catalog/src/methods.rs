//! How fast the methods are that value small layers of backgammon.

use std::time::Instant;

use serde::Serialize;
use shuban_core::{Domain, PartId, Progress, Sweep};
use shuban_gammon::{Contact, Variant};
use shuban_solve::graph::{Bellman, Graph};
use shuban_solve::iterate::{BySweep, Operator, settle};
use shuban_solve::{DEFAULT_WIDTH, IterateBySweep, Mces, Reading, ValuedState, layer_named, valued};

use crate::error::Error;
use crate::reproduce::{Built, ReproduceOptions, in_pool, no_variant};

/// How fast Monte-Carlo with exploring starts plays its games, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MonteCarloTiming {
    /// The layer.
    pub domain: String,
    /// Games to the end.
    pub games: u64,
    /// How long they took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
}

/// How fast retrograde analysis goes through a layer, on all threads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RetrogradeTiming {
    /// The layer.
    pub domain: String,
    /// Its positions.
    pub positions: u64,
    /// Those that got a value.
    pub valued: u64,
    /// Passes through the layer.
    pub rounds: u32,
    /// How long it took, from layers that are finished.
    pub seconds: f64,
}

fn backgammon() -> Result<Contact, Error> {
    Ok(Contact::new(Variant::by_name("backgammon").ok_or_else(|| no_variant("backgammon"))?))
}

/// Plays for about so many seconds on backgammon 1 v 1, where 14 checkers a side are off.
///
/// # Errors
/// [`Error`] if there is no thread to be had.
pub fn time_monte_carlo(seconds: f64, seed: u64) -> Result<MonteCarloTiming, Error> {
    let domain = backgammon()?;
    let name = "backgammon/contact-1-1";
    in_pool(1, || {
        let graph = Graph::build(&domain, layer_named(&domain, name)?)?;
        let bellman = Bellman::new(&graph, |_: PartId, _| Ok::<_, Error>(0.0))?;
        let known = valued(&graph, |_, _| ValuedState::Unknown);
        let mut run = Mces::new(&bellman, &known.standings, Reading::Kept, seed)?;
        let started = Instant::now();
        while started.elapsed().as_secs_f64() < seconds {
            run.iterate();
        }
        let (games, seconds) = (run.games(), started.elapsed().as_secs_f64());
        let games_per_second = games as f64 / seconds;
        Ok(MonteCarloTiming { domain: name.to_owned(), games, seconds, games_per_second })
    })
}

/// Goes through backgammon 2 v 2, after building what that needs in a folder of its own.
///
/// # Errors
/// [`Error`] if that cannot be built.
pub fn time_retrograde(
    threads: usize,
    memory: u64,
    progress: &dyn Progress,
) -> Result<RetrogradeTiming, Error> {
    let domain = backgammon()?;
    let options = ReproduceOptions { full: false, folder: std::env::temp_dir(), threads, memory };
    let built =
        Built::new(&domain, &IterateBySweep, "backgammon/contact-2-1", DEFAULT_WIDTH, &options, progress)?;
    let name = "backgammon/contact-2-2";
    let layer = layer_named(&domain, name)?;
    in_pool(threads, || {
        let tables = built.tables(layer)?;
        let lens: Vec<usize> = (domain.layers()[layer.0].parts.iter())
            .filter_map(|part| part.positions)
            .map(|len| len as usize)
            .collect();
        let started = Instant::now();
        let plan = domain.plan(layer, &mut tables.finished()).map_err(shuban_solve::Error::from)?;
        let operator = BySweep::new(&domain, plan, lens.clone());
        let settled =
            settle(&lens, |statuses| operator.settle(statuses)).map_err(shuban_solve::Error::from)?;
        Ok(RetrogradeTiming {
            domain: name.to_owned(),
            positions: lens.iter().map(|&len| len as u64).sum(),
            valued: (0..lens.len()).map(|part| settled.valued(part)).sum(),
            rounds: settled.rounds,
            seconds: started.elapsed().as_secs_f64(),
        })
    })
}
