//! The lead of a side, as an estimate.

use shuban_core::provable::FirstNumbers;

use crate::squares::Squares;
use crate::subgame::{Army, Subgame};

/// Worth of being to move, in squares.
const TURN: i32 = 4;

/// Worth, to the side to move, of an odd number of empty squares: were all burnt, it would burn the last one.
const ODD: i32 = 5;

/// Returns how many more squares a side that is to move reaches first by king's steps than the other, where those count
/// twice that the other reaches two steps later or never. An amazon with at most one empty square beside it costs a square.
///
/// The terms tell who won positions of 10 to 13 empty squares (logistic regression); their weights take the fewest nodes.
fn lead(game: &Subgame, to_move: Army) -> i32 {
    let empty = game.empty();
    let sides = [to_move, to_move.opponent()].map(|side| game.amazons(side));
    let step = |from: [Squares; 2]| from.map(|squares| squares.grown() & empty);
    let mut lead = TURN + if empty.len() % 2 == 1 { ODD } else { 0 };
    let (mut before, mut reached) = ([Squares::EMPTY; 2], step(sides));
    while reached != before {
        let next = step(reached);
        let ahead = |own: usize, other: usize| {
            let new = reached[own] - before[own];
            (new - reached[other]).len() as i32 + (new - next[other]).len() as i32
        };
        lead += ahead(0, 1) - ahead(1, 0);
        (before, reached) = (reached, next);
    }
    let [own, other] = sides.map(|amazons| {
        let free = |amazon| (Squares::from(amazon).grown() & empty).len();
        amazons.iter().filter(|&amazon| free(amazon) <= 1).count() as i32
    });
    lead - own + other
}

/// Logarithm to base 2 of the numbers where nobody leads: so large that small numbers still differ.
const EVEN: i32 = 12;

/// The largest logarithm of a first number: so small that many together are less than what numbers can be.
const MOST: i32 = 28;

/// Returns the first proof numbers of a position: each square of lead makes the goal twice as near.
pub(super) fn first_numbers(game: &Subgame, to_move: Army) -> FirstNumbers {
    let lead = lead(game, to_move);
    let number = |behind: i32| 1 << (EVEN + behind).clamp(0, MOST);
    FirstNumbers { phi: number(-lead), delta: number(lead) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    fn lead_of(text: &str) -> i32 {
        let position = parse_position(text).unwrap();
        lead(position.subgame(), position.to_move())
    }

    #[test]
    fn squares_belong_to_who_is_nearer() {
        // Either has an amazon with one square beside it.
        assert_eq!(lead_of("X..O"), TURN);
        assert_eq!(lead_of("X...O"), TURN + ODD, "the square between is nobody's");
        // The square that White is two steps further from counts twice. White's amazon is nearly shut in, Black's is not.
        assert_eq!(lead_of("..X.O"), TURN + ODD + 4 + 1);
        assert_eq!(lead_of("..X.O white"), TURN + ODD - 4 - 1);
        assert_eq!(lead_of("X#O/..."), TURN + ODD);
        // White is nearer to c1, and Black's amazon has b1 alone beside it.
        assert_eq!(lead_of("X#O/#.."), TURN - 1 - 1);
    }

    #[test]
    fn each_square_doubles_the_numbers() {
        let numbers_of = |text: &str| {
            let position = parse_position(text).unwrap();
            let FirstNumbers { phi, delta } = first_numbers(position.subgame(), position.to_move());
            (phi, delta)
        };
        assert_eq!(numbers_of("X..O"), (4096 >> TURN, 4096 << TURN));
        assert_eq!(numbers_of("..X.O white"), (4096 >> 4, 4096 << 4));
        // More squares of lead than numbers have room for.
        let far = (1, 1 << 28);
        assert_eq!(numbers_of("X........./##......../O#........"), far);
    }
}
