//! How fast things are, as a user would compare them.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;
use shuban_core::{Game, Play};

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

/// A small generator of random numbers (splitmix64; Steele, Lea and Flood, 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * u128::from(bound)) >> 64) as u64
    }
}

pub(crate) fn time_plays<G: Playable>(game: &G, seconds: f64, seed: u64) -> PlayTiming {
    let sample = random_games(game, 4_096, &mut Random(seed));
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
        let (chance, _) = chances[random.below(chances.len() as u64) as usize];
        plays.clear();
        game.plays(&position, chance, &mut plays);
        position = plays.swap_remove(random.below(plays.len() as u64) as usize).after;
    }
    all
}
