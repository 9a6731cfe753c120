//! The longest play of sums of four regions: section 5.2 says 32 plies at worst.

use std::collections::HashSet;

use rayon::prelude::*;
use shuban_amazons::sum::SumRegion;
use shuban_amazons::{Army, Move, Subgame};

use crate::finding::Finding;

/// Plies that the text gives for four regions of ten squares with one amazon a side.
const PLIES: usize = 32;

/// Search for a line of play in a region, the sides in turn, that burns every square it can: as
/// many plies as there are empty squares.
struct FullLine {
    /// Positions in which no such line begins.
    without: HashSet<(Subgame, Army)>,
}

impl FullLine {
    /// Returns such a line with a side to move, if there is one.
    fn of(&mut self, subgame: &Subgame, side: Army) -> Option<Vec<Move>> {
        if subgame.empty().is_empty() {
            return Some(Vec::new());
        }
        // A square that no amazon can reach is never burnt.
        if subgame.without_empty_regions() != *subgame || self.without.contains(&(*subgame, side)) {
            return None;
        }
        for action in subgame.moves(side) {
            if let Some(mut rest) = self.of(&subgame.after(side, action), side.opponent()) {
                rest.insert(0, action);
                return Some(rest);
            }
        }
        self.without.insert((*subgame, side));
        None
    }
}

/// Returns the length of a line of a sum that burns every empty square, one region after the other,
/// if it is legal with the sides in turn.
fn plies(sum: &[SumRegion]) -> Option<usize> {
    let mut side = Army::Black;
    let mut plies = 0;
    for region in sum {
        let mut subgame = region.subgame;
        for action in (FullLine { without: HashSet::new() }).of(&subgame, side)? {
            subgame = subgame.after(side, action);
            side = side.opponent();
            plies += 1;
        }
    }
    Some(plies)
}

/// Returns rows on the longest play among these sums, and the number of sums with such a play.
pub(super) fn rows(sums: &[Vec<SumRegion>]) -> Vec<Finding> {
    let most = |sum: &Vec<SumRegion>| -> usize {
        sum.iter().map(|region| region.subgame.empty().len()).sum()
    };
    // Each ply burns a square: no play is longer than there are empty squares.
    let limit = sums.iter().map(most).max().unwrap_or(0);
    let found: Vec<usize> = sums.par_iter().filter_map(|sum| plies(sum)).collect();
    let what = "longest play of a sum of table 8, in plies";
    match found.iter().max() {
        None => vec![Finding::undecided(what, PLIES, limit, "no line burns all squares")],
        Some(&longest) => vec![
            Finding::exact(what, PLIES, longest).differing_if(longest != limit).noting(
                "played out, a square burnt each time, until none is left; no play is longer",
            ),
            Finding::unprinted(
                "sums of table 8 in which one region after the other is played so",
                found.len(),
            )
            .noting(format!("of the first {}", sums.len())),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shuban_amazons::sum::BoardSum;

    #[test]
    fn all_squares_are_burnt_where_amazons_can_come_to_all() {
        let of = |text: &str| plies(&BoardSum::parse(text).unwrap().regions());
        assert_eq!(of("X..O"), Some(2));
        assert_eq!(of("X..O + X..O"), Some(4));
        // White burns a square that one of them needs, or passes over none.
        assert_eq!(of("X.O"), Some(1));
        assert_eq!(of("X.X"), Some(1));
        // Black cannot burn two squares running.
        assert_eq!(of("X.."), None);
    }
}
