//! Boards that have fallen into regions, and their exact scores.

use shuban_amazons::sum::{BoardSum, SumRegion, SumScores, Territory};
use shuban_amazons::{Move, Position, Subgame};
use shuban_cgt::Effort;
use shuban_core::Bound;

/// Most squares of the regions of databases.
pub(super) const SQUARES: [usize; 2] = [8, 10];

/// Most squares of a territory whose number of moves is searched, where its bounds leave it open.
const SEARCHED: usize = 24;

/// Moves that a search for one score examines at most.
const WORK: u64 = 1 << 22;

/// Returns the regions of a board in which both sides may move some time.
pub(super) fn contested(position: &Position) -> Vec<Subgame> {
    let regions = position.subgame().regions();
    regions.filter(|region| Territory::of(region).is_none()).collect()
}

/// Returns the number of squares of the largest contested region, which never grows; 0 if there is none.
pub(super) fn largest(position: &Position) -> usize {
    contested(position).iter().map(|region| region.squares().len()).max().unwrap_or(0)
}

/// Exact scores of whole boards.
pub(super) struct BoardScores(SumScores<'static>);

impl BoardScores {
    /// Creates it, with nothing known.
    pub(super) fn new() -> Self {
        let mut scores = SumScores::new(WORK);
        scores.largest = SEARCHED;
        BoardScores(scores)
    }

    /// Returns the number of moves that Black makes more than White from here on; `None` if search does not find
    /// it, or the number of moves in a territory is not certain.
    pub(super) fn score(&mut self, position: &Position) -> Option<i32> {
        let regions = regions(position);
        let mut score = |favoured| {
            self.0.favoured = Some(favoured);
            self.0.search.budget.effort = Effort::of(WORK);
            match self.0.score(&regions, position.to_move()) {
                Ok(Bound::Exact(score)) => Some(score),
                _ => None,
            }
        };
        let own = score(position.to_move())?;
        score(position.to_move().opponent()).filter(|&others| others == own)
    }

    /// Returns the first move that keeps a score; `None` if search does not find it.
    pub(super) fn move_that_keeps(&mut self, position: &Position, score: i32) -> Option<Move> {
        let to_move = position.to_move();
        self.0.favoured = Some(to_move.opponent());
        self.0.search.budget.effort = Effort::of(WORK);
        let best = self.0.moves_that_keep(&regions(position), to_move, score).ok().flatten()?;
        best.first().map(|one| one.action)
    }

    /// Returns true if bounds that rest on the value of a region are proven (theorem 3 of `docs/amazons.md`).
    pub(super) fn is_regular(&mut self, region: &Subgame) -> bool {
        self.0.favoured = None;
        self.0.search.budget.effort = Effort::of(WORK);
        self.0.is_regular(region) == Some(true)
    }

    /// Returns the number of moves that its owner makes in a territory; `None` if it is not certain.
    pub(super) fn moves_in(&mut self, region: &Subgame, territory: &Territory) -> Option<i32> {
        if territory.least == territory.most {
            return Some(territory.least as i32);
        }
        if region.squares().len() > SEARCHED {
            return None;
        }
        self.0.favoured = None;
        self.0.search.budget.effort = Effort::of(WORK);
        let pair = self.0.pair(region).ok().flatten()?;
        Some(pair.first(territory.owner).map_or(0, i32::abs))
    }
}

/// Returns the regions of a board as those of a sum.
fn regions(position: &Position) -> Vec<SumRegion> {
    BoardSum::new([*position], position.to_move()).regions()
}
