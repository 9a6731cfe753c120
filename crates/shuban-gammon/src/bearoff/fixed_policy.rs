//! Bearing off by a fixed rule instead of the best play.

use shuban_core::{Checkers, rolls};

use super::distribution::Distribution;
use super::home::HomeBoard;
use crate::variant::Variant;

/// All sides at home with the number of rolls they need if the smaller die is always played first, and
/// each die by the front-most checker that can move: the one nearest to being borne off. In the order
/// of [`OneSidedBearOff`](super::OneSidedBearOff)'s ranks.
pub fn front_most_first(variant: &Variant) -> Vec<(Checkers, Distribution)> {
    let home = HomeBoard::new(variant);
    let throws = u32::from(variant.faces()).pow(2);
    let mut solved: Vec<(Checkers, Distribution)> = Vec::new();
    for side in (0..home.len()).filter_map(|rank| home.unrank(rank)) {
        let value = if side.is_empty() {
            Distribution::finished(throws)
        } else {
            let results = rolls(variant.faces()).into_iter().map(|(roll, weight)| {
                let dice = if roll.is_double() { &[roll.low(); 4][..] } else { &[roll.low(), roll.high()] };
                let after = dice.iter().fold(side, |side, &die| front_most_moved(side, usize::from(die)));
                let rank = home.rank(after).expect("checkers at home stay there");
                (weight, solved[rank as usize].1.clone())
            });
            Distribution::after_roll(throws, &results.collect::<Vec<_>>())
        };
        solved.push((side, value));
    }
    solved
}

/// One die played by the front-most checker that can move, if anyone is left.
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

    #[test]
    fn the_rule_explains_the_published_maximum_of_half_gammon() {
        let solved = front_most_first(&Variant::by_name("half-gammon").unwrap());
        let (side, most) = solved.iter().max_by(|a, b| a.1.cmp(&b.1)).unwrap();
        assert_eq!(*side, Checkers::from_places([3; 8]));
        assert!((most.expected().midpoint() - 5.356_764_177_2).abs() < 0.5e-10, "{most:?}");
    }
}
