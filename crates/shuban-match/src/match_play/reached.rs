//! The positions that can be reached from one.

use rustc_hash::FxHashMap;
use shuban_core::Progress;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant, Won};

use super::error::MatchError;

/// The number of a position. The first ones are games that the player who just moved has won: a
/// single game, a gammon, a backgammon.
pub(super) type BoardNumber = u32;

/// Number of the numbers that stand for games that are won.
pub(super) const WON: usize = 3;

/// Limits on what is searched and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReachLimits {
    /// Most positions.
    pub positions: usize,
    /// Most plays.
    pub plays: usize,
}

impl ReachLimits {
    /// Limits with so many positions, and plays of a gibibyte.
    pub const fn positions(positions: usize) -> Self {
        ReachLimits { positions, plays: 1 << 28 }
    }
}

/// Returns an upper bound of the number of positions that can be reached from one: each side's checkers on no
/// higher places than now or, while they may be hit, anywhere.
pub fn most_reachable(variant: &Variant, position: &Position) -> u64 {
    let is_contact = position.is_contact(variant);
    let ways = [position.mover, position.opponent].map(|side| {
        // By the place of the highest checker so far, the ways to place those up to it.
        let mut ways = vec![1u64];
        for (place, count) in side.iter() {
            let place = if is_contact { variant.bar() } else { place };
            for _ in 0..count {
                ways.resize(place + 1, 0);
                for at in 1..ways.len() {
                    ways[at] = ways[at].saturating_add(ways[at - 1]);
                }
            }
        }
        ways.iter().fold(0u64, |sum, &ways| sum.saturating_add(ways))
    });
    // Either side may be about to roll.
    ways[0].saturating_mul(ways[1]).saturating_mul(2)
}

/// All positions that can be reached from one, without seats: a position is the checkers of the
/// player about to roll and of the other one.
pub(super) struct ReachedPositions {
    variant: Variant,
    /// All rolls, with their weights.
    pub(super) rolls: Vec<(Roll, u32)>,
    boards: Vec<Position>,
    numbers: FxHashMap<Position, BoardNumber>,
    /// By position and roll, the index of the first after-position.
    starts: Vec<u32>,
    after: Vec<BoardNumber>,
}

impl ReachedPositions {
    /// Searches breadth first from a position, and gives up beyond the limits.
    ///
    /// # Errors
    /// [`MatchError`] if there are more, or the work was called off.
    pub(super) fn from(
        variant: &Variant,
        first: Position,
        most: ReachLimits,
        progress: &dyn Progress,
    ) -> Result<Self, MatchError> {
        let first = Position { turn: 0, ..first };
        let mut reached = ReachedPositions {
            variant: variant.clone(),
            rolls: rolls(variant.faces()),
            boards: vec![first],
            numbers: FxHashMap::from_iter([(first, WON as BoardNumber)]),
            starts: vec![0],
            after: Vec::new(),
        };
        let mut scratch = PlayScratch::default();
        let mut at = 0;
        while let Some(&board) = reached.boards.get(at) {
            let turn = MoveGenerator::new(variant, &board);
            for roll in 0..reached.rolls.len() {
                let (roll, _) = reached.rolls[roll];
                turn.for_each_after(roll, &mut scratch, |after| {
                    let number = reached.number_or_new(&after);
                    reached.after.push(number);
                });
                reached.starts.push(reached.after.len() as u32);
            }
            if reached.boards.len() > most.positions {
                return Err(MatchError::TooManyPositions { most: most.positions });
            }
            if reached.after.len() > most.plays {
                return Err(MatchError::TooManyPlays { most: most.plays });
            }
            if at % 1024 == 0 && progress.interrupted() {
                return Err(MatchError::Interrupted);
            }
            at += 1;
        }
        Ok(reached)
    }

    fn won(&self, after: &Position) -> Option<BoardNumber> {
        after.opponent.is_empty().then(|| {
            let won = Won::against(&self.variant, after.mover);
            BoardNumber::from(won.times()) - 1
        })
    }

    fn number_or_new(&mut self, after: &Position) -> BoardNumber {
        if let Some(won) = self.won(after) {
            return won;
        }
        let board = Position { turn: 0, ..*after };
        let next = (WON + self.boards.len()) as BoardNumber;
        *self.numbers.entry(board).or_insert_with(|| {
            self.boards.push(board);
            next
        })
    }

    /// The number of a position after a play in one of them.
    pub(super) fn number(&self, after: &Position) -> Option<BoardNumber> {
        let board = Position { turn: 0, ..*after };
        self.won(after).or_else(|| self.numbers.get(&board).copied())
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The positions with the fewest pips first: play leads to them but for hits.
    pub(super) fn by_pips(&self) -> Vec<BoardNumber> {
        let pips = |board: &Position| board.mover.pips() + board.opponent.pips();
        let mut order: Vec<BoardNumber> = (0..self.len() as BoardNumber).collect();
        order.sort_by_cached_key(|&at| (pips(&self.boards[at as usize]), at));
        order.iter().map(|at| at + WON as BoardNumber).collect()
    }

    /// The after-positions of a position, roll by roll, each with the weight of the roll.
    #[inline]
    pub(super) fn after(&self, number: BoardNumber) -> impl Iterator<Item = (u32, &[BoardNumber])> {
        let from = (number as usize - WON) * self.rolls.len();
        let starts = &self.starts[from..=from + self.rolls.len()];
        starts
            .windows(2)
            .zip(&self.rolls)
            .map(|(ends, &(_, weight))| (weight, &self.after[ends[0] as usize..ends[1] as usize]))
    }
}
