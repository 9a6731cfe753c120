//! Scores, winners and best moves of sums of regions.

use rustc_hash::FxHashMap;
use shuban_cgt::Player;
use shuban_cgt::sums::{Parts, ScorePair, Scores};
use shuban_core::Bound;

use super::ground::MAX_GROUND;
use super::pieces::{GroundPlace, SumPiece, SumPieces, TooLarge};
use super::territory::Territory;
use super::text::{SumMove, SumRegion};
use crate::subgame::{Army, Subgame};

/// Scores of sums of regions by search; results for a region serve other sums too.
pub struct SumScores<'a> {
    /// The search; its budget is the work left for questions.
    pub search: Scores<'a, SumPieces>,
    /// The side whose [territories](Territory) count with the most moves, the other side's with the
    /// least: what is found is then a bound. `None` where territories are too large.
    pub favoured: Option<Army>,
    /// Most squares of a region that is searched where territories count.
    pub largest: usize,
    /// Territories that are known.
    territories: FxHashMap<Subgame, Option<Territory>>,
}

/// A region divided into pieces, with the squares that it lies on, or its territory.
struct Taken {
    place: Result<GroundPlace, Territory>,
    parts: Parts<SumPiece>,
}

/// The spare moves of a territory.
fn spare(owner: Army, moves: u32) -> Parts<SumPiece> {
    match owner {
        Army::Black => Parts { left: moves, ..Parts::default() },
        Army::White => Parts { right: moves, ..Parts::default() },
    }
}

/// The pieces of a sum.
fn joined<'p>(parts: impl IntoIterator<Item = &'p Parts<SumPiece>>) -> Parts<SumPiece> {
    let mut all = Parts::default();
    for parts in parts {
        all.components.extend_from_slice(&parts.components);
        (all.left, all.right) = (all.left + parts.left, all.right + parts.right);
    }
    all
}

impl<'a> SumScores<'a> {
    fn of(search: Scores<'a, SumPieces>) -> Self {
        let territories = FxHashMap::default();
        SumScores { search, favoured: None, largest: MAX_GROUND, territories }
    }

    /// Questions may examine `work` moves in regions and in sums of them altogether. Results of
    /// moves are kept if new, until [`forget`](SumScores::forget).
    pub fn new(work: u64) -> Self {
        SumScores::of(Scores::new(SumPieces::default(), work))
    }

    /// The same scores by plain search, slower: see [`Scores::plainly`].
    pub fn plainly(work: u64) -> Self {
        SumScores::of(Scores::plainly(SumPieces::default(), work))
    }

    /// Frees the memory.
    pub fn forget(&mut self) {
        self.search.rules = SumPieces::default();
        self.territories.clear();
        self.search.forget();
    }

    /// The value (a|b) of a region or of any other subgame; `None` if that takes too much work.
    ///
    /// # Errors
    /// [`TooLarge`] if the subgame is too large.
    pub fn pair(&mut self, subgame: &Subgame) -> Result<Option<ScorePair>, TooLarge> {
        let whole = self.whole([subgame])?;
        let mut first = |side| {
            if !subgame.can_move(side) {
                return Some(None);
            }
            match self.search.score(&whole, side.into()) {
                Bound::Exact(value) => Some(Some(value)),
                Bound::Within { .. } => None,
            }
        };
        let pair = first(Army::Black).zip(first(Army::White));
        Ok(pair.map(|(a, b)| ScorePair { a, b }))
    }

    /// Number of moves that Black makes more than White, with a side to move; bounds of it if that
    /// takes too much work. With a territory it is a bound, from the side that is favoured.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn score(&mut self, regions: &[SumRegion], to_move: Army) -> Result<Bound<i32>, TooLarge> {
        let whole = self.whole(regions.iter().map(|region| &region.subgame))?;
        Ok(self.search.score(&whole, to_move.into()))
    }

    /// The player who makes the last move, and so wins, with a side to move; `None` if that takes
    /// too much work.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn winner(
        &mut self,
        regions: &[SumRegion],
        to_move: Army,
    ) -> Result<Option<Army>, TooLarge> {
        let whole = self.whole(regions.iter().map(|region| &region.subgame))?;
        Ok(self.search.last_to_move(&whole, to_move.into()).map(Army::from))
    }

    /// All moves of the side to move that keep a score, region after region, in the order of
    /// [`Subgame::for_each_move`]: its best moves if it is the exact score. `None` if that takes
    /// too much work. Of moves in a territory only the first of those that are certain.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn moves_that_keep(
        &mut self,
        regions: &[SumRegion],
        to_move: Army,
        score: i32,
    ) -> Result<Option<Vec<SumMove>>, TooLarge> {
        let taken = self.taken(regions.iter().map(|region| &region.subgame))?;
        let mut best = Vec::new();
        for (i, region) in regions.iter().enumerate() {
            let others = taken.iter().enumerate().filter(|&(j, _)| i != j);
            let others = joined(others.map(|(_, taken)| &taken.parts));
            let actions = match taken[i].place {
                Ok(_) => region.subgame.moves(to_move),
                Err(Territory { owner, first, .. }) => {
                    first.filter(|_| owner == to_move).into_iter().collect()
                }
            };
            for action in actions {
                let after = region.subgame.after(to_move, action);
                let parts = match taken[i].place {
                    Ok(place) => self.search.rules.parts(place, &after),
                    Err(Territory { owner, least, .. }) => spare(owner, least - 1),
                };
                let sum = joined([&others, &parts]);
                let keeps = match to_move {
                    Army::Black => self.search.reaches(&sum, Player::Right, score - 1),
                    Army::White => {
                        self.search.reaches(&sum, Player::Left, score + 2).map(|above| !above)
                    }
                };
                let Some(keeps) = keeps else { return Ok(None) };
                if keeps {
                    best.push(SumMove { board: region.board, action });
                }
            }
        }
        Ok(Some(best))
    }

    fn whole<'s>(
        &mut self,
        subgames: impl IntoIterator<Item = &'s Subgame>,
    ) -> Result<Parts<SumPiece>, TooLarge> {
        Ok(joined(self.taken(subgames)?.iter().map(|taken| &taken.parts)))
    }

    /// Each of some subgames divided, with the squares that it lies on.
    fn taken<'s>(
        &mut self,
        subgames: impl IntoIterator<Item = &'s Subgame>,
    ) -> Result<Vec<Taken>, TooLarge> {
        let taken = subgames.into_iter().map(|subgame| {
            let squares = subgame.squares();
            if let Some(favoured) = self.favoured
                && squares.len() > self.largest
                && let Some(territory) = self.territory(subgame)
            {
                let Territory { owner, least, most, .. } = territory;
                let moves = if owner == favoured { most } else { least };
                return Ok(Taken { place: Err(territory), parts: spare(owner, moves) });
            }
            let pieces = &mut self.search.rules;
            let place = pieces.lay(squares)?;
            Ok(Taken { place: Ok(place), parts: pieces.parts(place, subgame) })
        });
        taken.collect()
    }

    fn territory(&mut self, subgame: &Subgame) -> Option<Territory> {
        *self.territories.entry(*subgame).or_insert_with(|| Territory::of(subgame))
    }
}
