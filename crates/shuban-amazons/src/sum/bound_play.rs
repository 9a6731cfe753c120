//! Play that keeps a proven bound of a sum, by answers within its regions.

use rustc_hash::FxHashMap;
use shuban_cgt::sums::{Beginning, ScorePair, lower_bound_with_beginning};

use super::text::{SumMove, SumRegion};
use crate::minimax::Minimax;
use crate::subgame::{Army, Move, Subgame};

/// Best play within a region: values, and floors where one side is stuck (`docs/amazons.md`,
/// "Bounds of sums"). Caches its results.
pub struct LocalPlay<K> {
    minimax: Minimax<K>,
    floors: FxHashMap<Subgame, i32>,
}

impl<E, K: FnMut(&Subgame) -> Result<Option<ScorePair>, E>> LocalPlay<K> {
    /// Creates it; `known` gives the values of connected subgames that need not be computed.
    pub fn new(known: K) -> Self {
        LocalPlay { minimax: Minimax::new(known), floors: FxHashMap::default() }
    }

    /// A move of Black's that is best if both go on in this subgame.
    fn best_move(&mut self, subgame: &Subgame) -> Result<Option<Move>, E> {
        let values = self.minimax.move_values(subgame, Army::Black)?;
        let first = |best: Option<(Move, i32)>, next: (Move, i32)| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        };
        Ok(values.into_iter().fold(None, first).map(|(action, _)| action))
    }

    /// A move of Black's after which the floor is at least this.
    fn move_to_floor(&mut self, subgame: &Subgame, floor: i32) -> Result<Option<Move>, E> {
        for action in subgame.moves(Army::Black) {
            if self.floor(&subgame.after(Army::Black, action))? >= floor {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Number of moves that Black is sure to make more than White, whenever each side moves here.
    /// If just one side can move it is the value, since the region is regular.
    fn floor(&mut self, subgame: &Subgame) -> Result<i32, E> {
        let subgame = subgame.without_empty_regions();
        if let Some(&known) = self.floors.get(&subgame) {
            return Ok(known);
        }
        let floor = match Army::BOTH.map(|side| subgame.can_move(side)) {
            [false, false] => 0,
            [true, true] => self.floor_of_both(&subgame)?,
            [is_black, _] => {
                let side = if is_black { Army::Black } else { Army::White };
                self.minimax.value(&subgame)?.to_move(side)
            }
        };
        self.floors.insert(subgame, floor);
        Ok(floor)
    }

    fn floor_of_both(&mut self, subgame: &Subgame) -> Result<i32, E> {
        let mut floor = self.best_floor(subgame)?.map_or(0, |best| best + 1);
        for action in subgame.moves(Army::White) {
            let after = subgame.after(Army::White, action);
            let unanswered = self.floor(&after)? - 1;
            if unanswered < floor {
                floor = floor.min(self.best_floor(&after)?.unwrap_or(unanswered).max(unanswered));
            }
        }
        Ok(floor)
    }

    /// The largest floor after a move of Black's.
    fn best_floor(&mut self, subgame: &Subgame) -> Result<Option<i32>, E> {
        let mut best = None;
        for action in subgame.moves(Army::Black) {
            best = best.max(Some(self.floor(&subgame.after(Army::Black, action))?));
        }
        Ok(best)
    }
}

/// A region during play, seen as if the side that keeps the bound were Black.
#[derive(Clone, Debug)]
struct PlayedRegion {
    board: usize,
    subgame: Subgame,
    /// True if a side has been stuck in it.
    is_settled: bool,
}

/// Next task of the side that keeps the bound.
#[derive(Clone, Copy, Debug)]
enum Task {
    Begin(usize),
    /// A best move in this region.
    Answer(usize),
    /// A move in this region after which its floor is what it was before the opponent's move.
    Restore {
        region: usize,
        before: Subgame,
    },
    /// A move in some settled region.
    Free,
}

/// A side that keeps the bound which the values of the regions prove, whatever the other side does.
///
/// It begins as the rule says, and then answers each move in the region where it was made, so that
/// there both sides move in turn. Where a side is stuck, its answer is a move in some region where
/// a side is stuck, counted as a spare move; the rule is that there is always one. This is the
/// proof of theorem 3 in `docs/amazons.md`.
///
/// It has to see the whole play: which region has been settled, and where the opponent has just
/// moved, does not show in a position.
///
/// ```
/// use std::convert::Infallible;
/// use shuban_amazons::sum::{BoardSum, BoundPlay, LocalPlay};
/// use shuban_amazons::{Army, Subgame};
///
/// // (3|-3) + (2|null): Black begins in the first, and then answers.
/// let sum = BoardSum::parse("X../.#O + X..").unwrap();
/// let mut local = LocalPlay::new(|_: &Subgame| Ok::<_, Infallible>(None));
/// let play = BoundPlay::new(&sum.regions(), Army::Black, sum.to_move(), &mut local).unwrap();
/// let mut play = play.expect("the values prove a bound");
/// assert_eq!(play.bound(), 5);
/// let first = play.next_move(&mut local).unwrap().unwrap();
/// assert_eq!(sum.format_move(&first), "1:a2-b2/c2");
/// ```
#[derive(Clone, Debug)]
pub struct BoundPlay {
    side: Army,
    bound: i32,
    beginning: Beginning,
    regions: Vec<PlayedRegion>,
    task: Task,
}

impl BoundPlay {
    /// Creates the play of a side of a sum of regular regions (see
    /// [`SumScores::is_regular`](super::SumScores::is_regular)); `None` if their values prove no
    /// bound for that side.
    ///
    /// # Errors
    /// As soon as a value is not known, with the error of its source.
    pub fn new<E, K: FnMut(&Subgame) -> Result<Option<ScorePair>, E>>(
        regions: &[SumRegion],
        side: Army,
        to_move: Army,
        local: &mut LocalPlay<K>,
    ) -> Result<Option<Self>, E> {
        let values = regions.iter().map(|region| local.minimax.value(&region.subgame));
        let values = values.collect::<Result<Vec<ScorePair>, E>>()?;
        let seen = |&SumRegion { board, subgame }: &SumRegion| {
            let subgame = if side == Army::Black { subgame } else { subgame.swapped() };
            PlayedRegion { board, subgame, is_settled: is_settled(&subgame) }
        };
        let known = proven_beginning(values.into_iter(), side, to_move);
        Ok(known.map(|(bound, beginning)| BoundPlay {
            side,
            bound,
            beginning,
            regions: regions.iter().map(seen).collect(),
            task: match beginning {
                Beginning::In(region) => Task::Begin(region),
                Beginning::SpareMove | Beginning::Waits => Task::Free,
            },
        }))
    }

    /// Bound that the score is not below, or for White not above: the proven one of
    /// [`bounds`](super::bounds).
    pub fn bound(&self) -> i32 {
        self.bound
    }

    /// Beginning of the play, with the number of a region among those of the sum.
    pub fn beginning(&self) -> Beginning {
        self.beginning
    }

    /// Takes a move of the other side. Returns false, and changes nothing, if it is not legal.
    pub fn opponent_moved(&mut self, action: &SumMove) -> bool {
        let SumMove { board, action } = action;
        let is_there = |region: &&mut (usize, &mut PlayedRegion)| {
            region.1.board == *board && region.1.subgame.is_legal(Army::White, *action)
        };
        let mut numbered: Vec<(usize, &mut PlayedRegion)> =
            self.regions.iter_mut().enumerate().collect();
        let Some((number, region)) = numbered.iter_mut().find(is_there) else { return false };
        let before = region.subgame;
        region.subgame = before.after(Army::White, *action);
        self.task = if region.is_settled {
            Task::Restore { region: *number, before }
        } else if is_settled(&region.subgame) {
            region.is_settled = true;
            Task::Free
        } else {
            Task::Answer(*number)
        };
        true
    }

    /// The next move of the side that keeps the bound, which is now made; `None` if it cannot move
    /// in the whole sum, and passes.
    ///
    /// # Errors
    /// As soon as a value is not known, with the error of its source.
    pub fn next_move<E, K: FnMut(&Subgame) -> Result<Option<ScorePair>, E>>(
        &mut self,
        local: &mut LocalPlay<K>,
    ) -> Result<Option<SumMove>, E> {
        let found = match std::mem::replace(&mut self.task, Task::Free) {
            Task::Begin(region) | Task::Answer(region) => {
                let best = local.best_move(&self.regions[region].subgame)?;
                best.map(|action| (region, action))
            }
            Task::Restore { region, before } => {
                let (floor, now) = (local.floor(&before)?, self.regions[region].subgame);
                if local.floor(&now)? > floor {
                    self.free_move(local)?
                } else {
                    local.move_to_floor(&now, floor)?.map(|action| (region, action))
                }
            }
            Task::Free => self.free_move(local)?,
        };
        Ok(found.map(|(number, action)| {
            let region = &mut self.regions[number];
            region.subgame = region.subgame.after(Army::Black, action);
            region.is_settled |= is_settled(&region.subgame);
            SumMove { board: region.board, action }
        }))
    }

    /// A move in a settled region, whose floor becomes one less.
    fn free_move<E, K: FnMut(&Subgame) -> Result<Option<ScorePair>, E>>(
        &self,
        local: &mut LocalPlay<K>,
    ) -> Result<Option<(usize, Move)>, E> {
        for (number, region) in self.regions.iter().enumerate().filter(|(_, one)| one.is_settled) {
            let floor = local.floor(&region.subgame)?;
            if let Some(action) = local.move_to_floor(&region.subgame, floor - 1)? {
                return Ok(Some((number, action)));
            }
        }
        Ok(None)
    }

    /// The side that keeps the bound.
    pub fn side(&self) -> Army {
        self.side
    }
}

/// The bound that values prove for a side, as Black counts, and the first move that keeps it.
pub(crate) fn proven_beginning(
    values: impl Iterator<Item = ScorePair>,
    side: Army,
    to_move: Army,
) -> Option<(i32, Beginning)> {
    let first = if to_move == side { Army::Black } else { Army::White };
    let (values, sign): (Vec<ScorePair>, i32) = match side {
        Army::Black => (values.collect(), 1),
        Army::White => (values.map(ScorePair::swapped).collect(), -1),
    };
    let (bound, beginning) = lower_bound_with_beginning(&values, first.into())?;
    Some((sign * bound, beginning))
}

/// Returns true if a side is stuck.
fn is_settled(subgame: &Subgame) -> bool {
    !Army::BOTH.iter().all(|&side| subgame.can_move(side))
}
