//! Games of a player that searches and looks nothing up.

use shuban_amazons::play::{SearchOptions, Tree};
use shuban_amazons::{Move, Position};
use shuban_core::Random;

/// Bytes of a tree.
const MEMORY: u64 = 64 << 20;

/// Plies at the beginning of a game that are drawn, and the number of best moves each is drawn from.
const DRAWN: usize = 4;
const DRAWN_FROM: usize = 20;

/// The search of the player `strong`, without the databases and the exact search that it has in endings.
pub(super) struct Search {
    options: SearchOptions,
    /// Boards that it evaluates for a move.
    evaluated: u64,
}

impl Search {
    /// Creates the search, with the usual constants.
    pub(super) fn new(evaluated: u64) -> Self {
        Search { options: SearchOptions::default(), evaluated }
    }

    /// Returns the move of the side to move; `None` if it has none.
    pub(super) fn chosen(&self, position: &Position) -> Option<Move> {
        let mut tree = Tree::new(position.subgame(), position.to_move(), &self.options, MEMORY);
        while !tree.is_finished() && tree.evaluated() < self.evaluated {
            tree.grow();
        }
        tree.rated().first().map(|best| best.action)
    }

    /// Plays a game against itself; returns all its boards, the last of which has no move.
    pub(super) fn game(&self, start: Position, random: &mut Random) -> Vec<Position> {
        let mut boards = vec![start];
        while let Some(&last) = boards.last() {
            let drawn = boards.len() <= DRAWN;
            let action = if drawn { self.drawn(&last, random) } else { self.chosen(&last) };
            match action {
                Some(action) => boards.push(last.after(action)),
                None => break,
            }
        }
        boards
    }

    /// Draws one of the best moves by the evaluation of the boards after them.
    fn drawn(&self, position: &Position, random: &mut Random) -> Option<Move> {
        let tree = Tree::new(position.subgame(), position.to_move(), &self.options, 0);
        let mut best = tree.rated();
        best.sort_by(|one, other| other.value.total_cmp(&one.value));
        best.truncate(DRAWN_FROM);
        let pick = random.place(best.len().max(1));
        best.get(pick).map(|one| one.action)
    }
}
