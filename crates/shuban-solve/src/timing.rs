//! Speed measurements, as a user would compare them.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;
use shuban_core::{Domain, Play, PositionOf, Present, Random};
use shuban_search::count_plays;

use crate::error::Error;
use crate::open_layer::OpenLayer;

/// The speed of generating plays, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayTiming {
    /// The game's name.
    pub game: String,
    /// Positions whose plays were generated, for every roll.
    pub positions: u64,
    /// Number of plays generated.
    pub plays: u64,
    /// The seconds that it took.
    pub seconds: f64,
}

/// The speed of looking up random positions, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProbeTiming {
    /// The layer.
    pub domain: String,
    /// Look-ups.
    pub probes: u64,
    /// The seconds that they took.
    pub seconds: f64,
    /// Nanoseconds per look-up.
    pub nanoseconds: f64,
    /// Nanoseconds per look-up of the first pass, which reads blocks from the file or the system's
    /// cache.
    pub first_nanoseconds: f64,
}

/// Generates the plays of positions from random games, for about this many seconds.
pub fn time_plays<G: Present>(game: &G, seconds: f64, seed: u64) -> PlayTiming {
    let sample = random_games(game, 4_096, seconds, &mut Random::new(seed));
    let (mut positions, mut plays) = (0, 0);
    let started = Instant::now();
    for some in sample.chunks(64).cycle() {
        for position in some {
            plays += black_box(count_plays(game, black_box(position)));
        }
        positions += some.len() as u64;
        if started.elapsed().as_secs_f64() >= seconds {
            break;
        }
    }
    PlayTiming { game: game.name(), positions, plays, seconds: started.elapsed().as_secs_f64() }
}

/// Returns the positions of random games, until there are `count` or the time is over: on a board
/// without limits, games are long and positions large.
fn random_games<G: Present>(
    game: &G,
    count: usize,
    seconds: f64,
    random: &mut Random,
) -> Vec<G::Position> {
    let mut all = Vec::with_capacity(count);
    let started = Instant::now();
    let mut position = game.start();
    let mut plays: Vec<Play<_, _>> = Vec::new();
    while all.is_empty() || all.len() < count && started.elapsed().as_secs_f64() < seconds {
        if game.outcome(&position).is_some() {
            position = game.start();
        }
        all.push(position.clone());
        let chances = game.chances(&position);
        let (chance, _) = chances[random.below(chances.len() as u64) as usize];
        plays.clear();
        game.plays(&position, chance, &mut plays);
        position = plays.swap_remove(random.below(plays.len() as u64) as usize).after;
    }
    all
}

/// Looks up random positions of a layer, once the caches are filled.
///
/// # Errors
/// As [`OpenLayer::value_at`].
pub fn time_probes<D: Domain>(
    open: &OpenLayer<'_, D>,
    probes: u64,
    seed: u64,
) -> Result<ProbeTiming, Error> {
    let mut random = Random::new(seed);
    let sample: Vec<PositionOf<D>> = (0..probes)
        .filter_map(|_| {
            let part = random.below(open.indexes().len() as u64) as usize;
            let index = open.part_index(part);
            index.unrank(random.below(index.len()))
        })
        .collect();
    let look_up_all = || {
        let started = Instant::now();
        for position in &sample {
            black_box(open.value(position)?);
        }
        Ok::<_, Error>(started.elapsed().as_secs_f64())
    };
    // Once over all of it to fill the caches, then the measurement.
    let (first, seconds) = (look_up_all()?, look_up_all()?);
    let probes = sample.len() as u64;
    let domain = open.database().manifest().subject.domain.clone();
    let each = |seconds: f64| seconds * 1e9 / probes.max(1) as f64;
    let (nanoseconds, first_nanoseconds) = (each(seconds), each(first));
    Ok(ProbeTiming { domain, probes, seconds, nanoseconds, first_nanoseconds })
}
