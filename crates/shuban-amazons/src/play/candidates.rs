//! The moves that a search looks at, best first by the evaluation of the boards after them.

use super::evaluation::Parts;
use super::options::SearchOptions;
use crate::lines::queen_reach;
use crate::subgame::{Army, Move, Subgame};

/// A move with the estimated worth of the board after it to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) action: Move,
    /// From -1 (a loss) to 1 (a win); 1 only if the other side cannot move.
    pub(super) value: f32,
}

/// Finds candidates, and counts the boards that it evaluates.
pub(super) struct Candidates<'o> {
    pub(super) options: &'o SearchOptions,
    pub(super) evaluated: u64,
}

impl Candidates<'_> {
    /// Returns the worth of a board to a side that has just moved.
    fn worth(&mut self, game: &Subgame, moved: Army) -> f32 {
        self.evaluated += 1;
        let (other, weights) = (moved.opponent(), &self.options.weights);
        -self.options.expected(Parts::of(game, other, weights).score(weights))
    }

    /// Returns the best moves of a side, at most `most`, best first; of equal ones the first in the order of the rules.
    /// Beyond some destinations, arrows are tried only from those that are best before an arrow is shot.
    pub(super) fn of(
        &mut self,
        game: &Subgame,
        side: Army,
        most: usize,
        destinations: usize,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        let mut ways = Vec::new();
        for from in game.amazons(side) {
            ways.extend(queen_reach(from, game.empty()).iter().map(|to| (from, to)));
        }
        if ways.len() > destinations {
            let mut rated: Vec<(f32, usize)> = Vec::with_capacity(ways.len());
            for (number, &(from, to)) in ways.iter().enumerate() {
                rated.push((self.worth(&game.moved(side, from, to), side), number));
            }
            rated.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            rated.truncate(destinations);
            ways = rated.into_iter().map(|(_, number)| ways[number]).collect();
        }
        for (from, to) in ways {
            for shot in queen_reach(to, game.empty().with(from)) {
                let action = Move { from, to, shot };
                let after = game.after(side, action);
                let value =
                    if after.can_move(side.opponent()) { self.worth(&after, side) } else { 1.0 };
                found.push(Candidate { action, value });
            }
        }
        found.sort_by(|one, other| {
            other.value.total_cmp(&one.value).then(one.action.cmp(&other.action))
        });
        found.truncate(most);
        found
    }
}
