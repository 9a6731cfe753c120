//! The lead of a side, as an estimate.

use shuban_core::provable::FirstNumbers;

use crate::squares::Squares;
use crate::subgame::{Army, Subgame};

/// Returns how many more squares, in fifths, a side that is to move reaches first by king's steps than the other. One that
/// both reach in as many counts a fifth for it.
///
/// Mobility, and queen's moves instead of king's steps or beside them, made no search shorter.
fn lead(game: &Subgame, to_move: Army) -> i32 {
    let mut free = game.empty();
    let mut reached = [to_move, to_move.opponent()].map(|side| game.amazons(side));
    let mut lead = 0;
    loop {
        let [own, other] = reached.map(|squares: Squares| squares.grown() & free);
        if (own | other).is_empty() {
            return lead;
        }
        lead += SQUARE * (own.len() as i32 - other.len() as i32) + (own & other).len() as i32;
        free = free - own - other;
        reached = [own, other];
    }
}

/// A square in the units of a lead.
const SQUARE: i32 = 5;

/// Logarithm to base 2 of the numbers where nobody leads: so large that small numbers still differ.
const EVEN: i32 = 12;

/// The largest logarithm of a first number: so small that many together are less than what numbers can be.
const MOST: i32 = 28;

/// The powers of 2^(1/5), in 65536ths.
const FIFTHS: [u64; SQUARE as usize] = [65536, 75281, 86475, 99334, 114105];

/// Returns the first proof numbers of a position: each square of lead makes the goal twice as near.
pub(super) fn first_numbers(game: &Subgame, to_move: Army) -> FirstNumbers {
    let lead = lead(game, to_move);
    let number = |behind: i32| {
        let exponent = (EVEN * SQUARE + behind).clamp(0, MOST * SQUARE);
        let (whole, fifths) = (exponent / SQUARE, exponent % SQUARE);
        ((FIFTHS[fifths as usize] << whole) >> 16) as u32
    };
    FirstNumbers { phi: number(-lead), delta: number(lead) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    #[test]
    fn squares_belong_to_who_is_nearer() {
        let lead_of = |text: &str| {
            let position = parse_position(text).unwrap();
            lead(position.subgame(), position.to_move())
        };
        assert_eq!(lead_of("X..O"), 0);
        assert_eq!(lead_of("X...O"), 1, "the square between is a fifth of the mover's");
        assert_eq!(lead_of("..X.O"), 11);
        assert_eq!(lead_of("..X.O white"), -9);
        assert_eq!(lead_of("..X#O. white"), -5);
    }

    #[test]
    fn each_square_doubles_the_numbers() {
        let numbers_of = |text: &str| {
            let position = parse_position(text).unwrap();
            let FirstNumbers { phi, delta } = first_numbers(position.subgame(), position.to_move());
            (phi, delta)
        };
        assert_eq!(numbers_of("X..O"), (4096, 4096));
        assert_eq!(numbers_of("..X#O. white"), (8192, 2048));
        assert_eq!(numbers_of("X...O"), (3565, 4705));
        // Twenty squares of lead.
        let far = (1, 1 << 28);
        assert_eq!(numbers_of("X........./##......../O#........"), far);
    }
}
