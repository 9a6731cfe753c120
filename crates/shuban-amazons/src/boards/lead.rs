//! The lead of a side, as an estimate.

use shuban_core::provable::FirstNumbers;

use crate::squares::Squares;
use crate::subgame::{Army, Subgame};

/// Returns how many more squares a side reaches first by king's steps than the other; squares that both reach in as
/// many are nobody's.
///
/// On 5 by 5 this led to the smallest searches: mobility, queen's moves instead of king's steps, and sums of them
/// took longer, and five times as long if squares that both reach were the mover's.
fn lead(game: &Subgame, to_move: Army) -> i32 {
    let mut free = game.empty();
    let mut reached = [to_move, to_move.opponent()].map(|side| game.amazons(side));
    let mut lead = 0;
    loop {
        let [own, other] = reached.map(|squares: Squares| squares.grown() & free);
        if (own | other).is_empty() {
            return lead;
        }
        lead += own.len() as i32 - other.len() as i32;
        free = free - own - other;
        reached = [own, other];
    }
}

/// Returns the first proof numbers of a position: each square of lead makes the goal four times as near.
pub(super) fn first_numbers(game: &Subgame, to_move: Army) -> FirstNumbers {
    let lead = lead(game, to_move);
    let number = |behind: i32| 1 << (3 + 2 * behind).clamp(0, 20);
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
        assert_eq!(lead_of("X...O"), 0, "the square between is nobody's");
        assert_eq!(lead_of("..X.O"), 2);
        assert_eq!(lead_of("..X.O white"), -2);
        assert_eq!(lead_of("..X#O. white"), -1);
    }
}
