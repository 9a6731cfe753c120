//! How fast things are, as a user would compare them.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;
use shuban_core::{Game, Play, Random};

use crate::room::Playable;

/// How fast plays are generated, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayTiming {
    /// The game's name.
    pub game: String,
    /// Positions whose plays were generated, for every roll.
    pub positions: u64,
    /// Plays that came out.
    pub plays: u64,
    /// How long it took.
    pub seconds: f64,
}

/// How fast random positions are looked up, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProbeTiming {
    /// The layer.
    pub domain: String,
    /// Look-ups.
    pub probes: u64,
    /// How long they took.
    pub seconds: f64,
    /// Nanoseconds a look-up.
    pub nanoseconds: f64,
}

pub(crate) fn time_plays<G: Playable>(game: &G, seconds: f64, seed: u64) -> PlayTiming {
    let sample = random_games(game, 4_096, &mut Random::new(seed));
    let (mut positions, mut plays) = (0, 0);
    let started = Instant::now();
    while started.elapsed().as_secs_f64() < seconds {
        for position in &sample {
            plays += black_box(game.count_plays(black_box(position)));
        }
        positions += sample.len() as u64;
    }
    PlayTiming { game: Game::name(game), positions, plays, seconds: started.elapsed().as_secs_f64() }
}

/// The positions of random games, until there are `count`.
fn random_games<G: Playable>(game: &G, count: usize, random: &mut Random) -> Vec<G::Position> {
    let mut all = Vec::with_capacity(count);
    let mut position = game.start();
    let mut plays: Vec<Play<_, _>> = Vec::new();
    while all.len() < count {
        if game.outcome(&position).is_some() {
            position = game.start();
        }
        all.push(position.clone());
        let chances = game.chances(&position);
        let (chance, _) = chances[random.place(chances.len())];
        plays.clear();
        game.plays(&position, chance, &mut plays);
        position = plays.swap_remove(random.place(plays.len())).after;
    }
    all
}
