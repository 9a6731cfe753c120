//! Bearing off by a fixed rule instead of the best play.

use std::collections::BTreeMap;

use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;

/// Returns the expected rolls of a side at home if the smaller die is always played first, and each
/// die by the front-most checker that can move: the one nearest to being borne off. `known` caches
/// results.
pub fn front_most_first(faces: u8, side: Checkers, known: &mut BTreeMap<Checkers, f64>) -> f64 {
    if side.is_empty() {
        return 0.0;
    }
    if let Some(&known) = known.get(&side) {
        return known;
    }
    let mut sum = 0.0;
    for (roll, weight) in rolls(faces) {
        let dice = if roll.is_double() { &[roll.low(); 4][..] } else { &[roll.low(), roll.high()] };
        let after = dice.iter().fold(side, |side, &die| front_most_moved(side, usize::from(die)));
        sum += f64::from(weight) * front_most_first(faces, after, known);
    }
    let value = 1.0 + sum / f64::from(faces).powi(2);
    known.insert(side, value);
    value
}

/// Plays one die by the front-most checker that can move, if any is left.
fn front_most_moved(side: Checkers, die: usize) -> Checkers {
    let Some(highest) = side.highest() else { return side };
    let can_move = |point: usize| point >= die || point == highest;
    let Some((point, _)) = side.iter().find(|&(point, _)| can_move(point)) else { return side };
    let rest = side.less(point);
    if point > die { rest.more(point - die) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_most_checker_that_can_move_does() {
        let side = |places: &[usize]| Checkers::from_places(places.iter().copied());
        assert_eq!(front_most_moved(side(&[1, 2, 3]), 1), side(&[2, 3]));
        assert_eq!(front_most_moved(side(&[1, 2, 3]), 2), side(&[1, 3]));
        assert_eq!(front_most_moved(side(&[1, 3, 3]), 2), side(&[1, 1, 3]));
        assert_eq!(front_most_moved(side(&[1, 1]), 3), side(&[1]));
        assert_eq!(front_most_moved(side(&[]), 3), side(&[]));
    }
}
