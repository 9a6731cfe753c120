//! Boards that have fallen into regions which search counts exactly.

use crate::subgame::Subgame;

/// Most squares of a region of both sides in an ending.
const MOST: usize = 20;

/// Returns true if all regions with amazons of both sides are small: a search of their sum may get to its end.
pub(super) fn is_ending(game: &Subgame) -> bool {
    game.regions().all(|region| {
        region.squares().len() <= MOST || region.black().is_empty() || region.white().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use shuban_core::Present;

    use super::*;
    use crate::boards::Boards;
    use crate::read_position::parse_position;

    #[test]
    fn an_ending_has_small_regions_of_both_sides() {
        let is_one = |text: &str| is_ending(parse_position(text).unwrap().subgame());
        assert!(is_one("X..O/#..."));
        // White's territory may be of any size.
        assert!(is_one("X..O######/##########/O........./........../.........."));
        assert!(!is_one("X..O######/##########/O........./........../.........X"));
        let start = |side| Boards::new(side, side).unwrap().start();
        assert!(is_ending(start(4).subgame()) && !is_ending(start(5).subgame()));
    }
}
