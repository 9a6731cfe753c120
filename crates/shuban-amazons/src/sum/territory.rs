//! Territory: regions too large to be searched, in which one side alone can ever move.

use std::cmp::Reverse;

use crate::squares::Squares;
use crate::subgame::{Army, Move, Subgame};

/// Bounds of the number of moves that the owner of a territory can make there. As a game it lies
/// between these two integers: moves of the owner's are all that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// The side that can move.
    pub owner: Army,
    /// A number of moves that is certain: one by one, each the one that leaves most squares.
    pub least: u32,
    /// The number of squares that can be reached: each move burns one.
    pub most: u32,
    /// The first of the certain moves, if there is one.
    pub first: Option<Move>,
}

impl Territory {
    /// Returns the territory that a region is; `None` if both sides may move there some time.
    pub fn of(region: &Subgame) -> Option<Self> {
        let region = region.within(region.squares() - entombed(region));
        let owner = match (region.black().is_empty(), region.white().is_empty()) {
            (_, true) => Army::Black,
            (true, false) => Army::White,
            (false, false) => return None,
        };
        let most = rest(&region, owner).len() as u32;
        let (mut now, mut least, mut first) = (region, 0, None);
        while let Some(action) = widest(&now, owner) {
            now = now.after(owner, action);
            least += 1;
            first.get_or_insert(action);
        }
        Some(Territory { owner, least, most, first })
    }
}

/// Returns the amazons that can never move: burnt squares, edges and each other surround them.
fn entombed(region: &Subgame) -> Squares {
    let amazons = region.black() | region.white();
    let mut stuck = amazons - region.empty().grown();
    loop {
        let left = stuck - (amazons - stuck).grown();
        if left == stuck {
            return stuck;
        }
        stuck = left;
    }
}

/// Returns the empty squares that a side's amazons may reach some time.
fn rest(region: &Subgame, side: Army) -> Squares {
    region.squares().connected_to(region.amazons(side)) - region.amazons(side)
}

/// Returns the move after which most squares can be reached; of several, one that burns a square
/// with fewest others beside it.
fn widest(region: &Subgame, side: Army) -> Option<Move> {
    let mut best = None;
    region.for_each_move(side, |action| {
        let after = region.after(side, action);
        let rest = rest(&after, side);
        let beside = Squares::default().with(action.shot).grown() & rest;
        let one = (Reverse(rest.len()), beside.len(), action);
        best = Some(best.map_or(one, |best| one.min(best)));
    });
    best.map(|(_, _, action)| action)
}
