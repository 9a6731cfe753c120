//! Scores, winners and best moves of sums of regions.

use shuban_cgt::sums::{Parts, Scores};
use shuban_cgt::{Effort, Player};
use shuban_core::Bound;

use super::pieces::{GroundPlace, SumPiece, SumPieces, TooLarge};
use super::text::{SumMove, SumRegion};
use crate::pair::Pair;
use crate::subgame::{Side, Subgame};

/// Works out scores of sums of regions by search; what it finds out of a region serves other sums
/// too.
pub struct SumScores {
    scores: Scores<SumPieces>,
}

/// A sum taken to pieces.
struct Taken {
    places: Vec<GroundPlace>,
    parts: Vec<Parts<SumPiece>>,
}

impl Taken {
    /// The pieces of the whole sum, with other ones in the place of one region's.
    fn with(&self, region: usize, changed: Parts<SumPiece>) -> Parts<SumPiece> {
        let others =
            self.parts.iter().enumerate().filter(|&(i, _)| i != region).map(|(_, parts)| parts);
        others.fold(changed, joined)
    }

    fn whole(&self) -> Parts<SumPiece> {
        self.parts.iter().fold(Parts::default(), joined)
    }
}

fn joined(mut all: Parts<SumPiece>, parts: &Parts<SumPiece>) -> Parts<SumPiece> {
    all.components.extend_from_slice(&parts.components);
    (all.left, all.right) = (all.left + parts.left, all.right + parts.right);
    all
}

impl SumScores {
    /// Questions may look at so many moves in regions and in sums of them altogether. What comes of
    /// a move is kept if it is new, until [`forget`](SumScores::forget): see
    /// [`allow_memory`](SumScores::allow_memory).
    pub fn new(work: u64) -> Self {
        SumScores { scores: Scores::new(SumPieces::new(), work) }
    }

    /// The same scores by plain search, slower: see [`Scores::plainly`].
    pub fn plainly(work: u64) -> Self {
        SumScores { scores: Scores::plainly(SumPieces::new(), work) }
    }

    /// Allows so much effort from now on.
    pub fn allow(&mut self, effort: Effort) {
        self.scores.allow(effort);
    }

    /// Allows so many bytes for all that is kept, about: a question that would need more is
    /// answered as if it took too much work.
    pub fn allow_memory(&mut self, bytes: u64) {
        self.scores.allow_memory(bytes);
    }

    /// How much effort is still allowed.
    pub fn effort_left(&self) -> Effort {
        self.scores.effort_left()
    }

    /// How many positions are kept: those of regions and of sums of them.
    pub fn kept(&self) -> usize {
        self.scores.kept()
    }

    /// About how many bytes these take.
    pub fn bytes(&self) -> u64 {
        self.scores.bytes()
    }

    /// How many bytes may still be kept.
    pub fn memory_left(&self) -> u64 {
        self.scores.memory_left()
    }

    /// Whether every position met in which just one side can move is a number, so that all
    /// reductions of the search are sound; where not, all is worked out without them.
    pub fn are_one_sided_numbers(&self) -> bool {
        self.scores.are_one_sided_numbers()
    }

    /// Frees the memory.
    pub fn forget(&mut self) {
        *self.scores.rules_mut() = SumPieces::new();
        self.scores.forget();
    }

    /// The value (a|b) of a region or of any other subgame; `None` if that takes too much work.
    ///
    /// # Errors
    /// [`TooLarge`] if the subgame is too large.
    pub fn pair(&mut self, subgame: &Subgame) -> Result<Option<Pair>, TooLarge> {
        let taken = self.taken(std::iter::once(subgame))?;
        let mut first = |side| {
            if !subgame.can_move(side) {
                return Some(None);
            }
            match self.scores.score(&taken.whole(), side.into()) {
                Bound::Exact(value) => Some(i8::try_from(value).ok()),
                Bound::Within { .. } => None,
            }
        };
        let pair = first(Side::Black).zip(first(Side::White));
        Ok(pair.map(|(a, b)| Pair { a, b }))
    }

    /// How many more moves Black makes than White, with a side to move; bounds of it if that takes
    /// too much work.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn score(&mut self, regions: &[SumRegion], to_move: Side) -> Result<Bound<i32>, TooLarge> {
        let taken = self.taken(regions.iter().map(|region| &region.subgame))?;
        Ok(self.scores.score(&taken.whole(), to_move.into()))
    }

    /// Who makes the last move, and so wins, with a side to move; `None` if that takes too much
    /// work.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn winner(
        &mut self,
        regions: &[SumRegion],
        to_move: Side,
    ) -> Result<Option<Side>, TooLarge> {
        let taken = self.taken(regions.iter().map(|region| &region.subgame))?;
        let last = self.scores.last_to_move(&taken.whole(), to_move.into());
        Ok(last.map(Side::from))
    }

    /// All moves of the side to move that keep a score, region after region, in the order of
    /// [`Subgame::for_each_move`]: its best moves if it is the exact score. `None` if that takes
    /// too much work.
    ///
    /// # Errors
    /// [`TooLarge`] if a region is too large.
    pub fn moves_that_keep(
        &mut self,
        regions: &[SumRegion],
        to_move: Side,
        score: i32,
    ) -> Result<Option<Vec<SumMove>>, TooLarge> {
        let taken = self.taken(regions.iter().map(|region| &region.subgame))?;
        let mut best = Vec::new();
        for (i, region) in regions.iter().enumerate() {
            for action in region.subgame.moves(to_move) {
                let after = region.subgame.after(to_move, action);
                let parts = self.scores.rules_mut().parts(taken.places[i], &after);
                let sum = taken.with(i, parts);
                let keeps = match to_move {
                    Side::Black => self.scores.reaches(&sum, Player::Right, score - 1),
                    Side::White => {
                        self.scores.reaches(&sum, Player::Left, score + 2).map(|above| !above)
                    }
                };
                match keeps {
                    None => return Ok(None),
                    Some(false) => {}
                    Some(true) => best.push(SumMove { board: region.board, action }),
                }
            }
        }
        Ok(Some(best))
    }

    fn taken<'a>(
        &mut self,
        subgames: impl Iterator<Item = &'a Subgame>,
    ) -> Result<Taken, TooLarge> {
        let pieces = self.scores.rules_mut();
        let mut taken = Taken { places: Vec::new(), parts: Vec::new() };
        for subgame in subgames {
            let place = pieces.lay(subgame.squares())?;
            taken.places.push(place);
            taken.parts.push(pieces.parts(place, subgame));
        }
        Ok(taken)
    }
}
