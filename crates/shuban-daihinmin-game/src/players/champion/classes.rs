//! The worth of a place: its points, and the class in the games to come.

use crate::{ContestRules, PLAYERS};

/// The chance of each place, from the first, by class: rows for the first's to the last's. Measured
/// in 3,000 games of five champions: `shuban daihinmin learn --json` counts the games of its records
/// in this way (`by_class`).
const CHANCES: [[f32; PLAYERS]; PLAYERS] = [
    [0.574, 0.235, 0.107, 0.049, 0.035],
    [0.249, 0.359, 0.216, 0.110, 0.066],
    [0.100, 0.191, 0.266, 0.246, 0.197],
    [0.040, 0.126, 0.225, 0.334, 0.275],
    [0.037, 0.089, 0.187, 0.260, 0.427],
];

/// Games further away than this no longer tell classes apart.
const HORIZON: u32 = 30;

/// Returns the worth of each place, from 0 for the least to 1 for the greatest, when classes last
/// for this many more games: points, and those to be expected of the class in these games. Classes
/// are a Markov chain, since a place depends on the class of the game before and on chance.
pub(super) fn values(rules: &ContestRules, games_left: u32) -> [f32; PLAYERS] {
    let points = rules.points.map(f32::from);
    let mut worth = points;
    if rules.exchange != [0, 0] {
        for _ in 0..games_left.min(HORIZON) {
            let to_come: [f32; PLAYERS] = std::array::from_fn(|class| {
                CHANCES[class].iter().zip(worth).map(|(chance, worth)| chance * worth).sum()
            });
            worth = std::array::from_fn(|place| points[place] + to_come[place]);
        }
    }
    let most = worth.iter().copied().fold(f32::MIN, f32::max);
    let least = worth.iter().copied().fold(f32::MAX, f32::min);
    worth.map(|worth| (worth - least) / (most - least).max(f32::MIN_POSITIVE))
}
