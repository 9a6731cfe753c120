//! Players who look up what a database of regions tells, in endings.

use std::cell::RefCell;
use std::rc::Rc;

use shuban_amazons::sum::{BoundPlay, LocalPlay, SumMove, SumRegion, Territory};
use shuban_amazons::{
    Army, MAX_BOARD, Minimax, Move, Position, ScorePair, Square, Squares, Subgame,
};

use super::ending::{BoardScores, contested};

/// A use of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// The values of regions alone: a best move of the region where beginning is worth most.
    Values,
    /// The first bound that the values prove, kept by answers within the regions; before that as by values.
    Bounds,
    /// The exact score of the sum, by search: a limit of what values can be worth.
    Sums,
}

impl Use {
    pub(super) const ALL: [Use; 3] = [Use::Values, Use::Bounds, Use::Sums];

    pub(super) fn name(self) -> &'static str {
        match self {
            Use::Values => "looking up values",
            Use::Bounds => "keeping bounds",
            Use::Sums => "exact sums",
        }
    }
}

/// The number of moves in a territory is not certain.
#[derive(Clone, Copy, Debug)]
struct Uncertain;

type Known = Box<dyn FnMut(&Subgame) -> Result<Option<ScorePair>, Uncertain>>;

/// A player of one side in one ending.
pub(super) struct LookingUp {
    uses: Use,
    side: Army,
    scores: Rc<RefCell<BoardScores>>,
    values: Minimax<Known>,
    local: LocalPlay<Known>,
    /// The play that keeps a bound, once the values have proven one.
    bound: Option<KeptBound>,
}

/// A bound that is kept, on a sum in which strips stand for the territories.
struct KeptBound {
    play: BoundPlay,
    /// Squares of the regions that were contested when it began. They are on board 0, the strips on others.
    contested: Squares,
    /// The strips of the other side, as they are by now.
    strips: Vec<SumRegion>,
}

impl LookingUp {
    /// Creates the player of a side in an ending that begins so.
    pub(super) fn new(uses: Use, side: Army, start: &Position) -> Self {
        let scores = Rc::new(RefCell::new(BoardScores::new()));
        let (values, local) = (Minimax::new(known(&scores)), LocalPlay::new(known(&scores)));
        let mut player = LookingUp { uses, side, scores, values, local, bound: None };
        // A bound that waits for the other side's move does not show in the position after it.
        if uses == Use::Bounds {
            player.bound = player.proven_bound(start);
        }
        player
    }

    /// Returns the bound of the score that it keeps.
    pub(super) fn bound(&self) -> Option<i32> {
        self.bound.as_ref().map(|kept| kept.play.bound())
    }

    /// Returns a move of its side, which is to move and now makes it; `None` if it has none, or a territory leaves
    /// open which.
    pub(super) fn chosen(&mut self, position: &Position) -> Option<Move> {
        match self.uses {
            Use::Values => self.by_values(position),
            Use::Bounds => self.by_bounds(position).or_else(|| self.by_values(position)),
            Use::Sums => {
                let mut scores = self.scores.borrow_mut();
                let score = scores.score(position)?;
                scores.move_that_keeps(position, score)
            }
        }
    }

    /// Takes a move of the other side.
    pub(super) fn opponent_moved(&mut self, action: Move) {
        let other = self.side.opponent();
        let Some(KeptBound { play, contested, strips }) = &mut self.bound else { return };
        let taken = if contested.contains(action.from) {
            play.opponent_moved(&SumMove { board: 0, action })
        } else {
            // Moves that it has given up in its territory are some that it does not make in a strip.
            strips.iter_mut().any(|SumRegion { board, subgame }| {
                let first = along(subgame, other);
                first.is_some_and(|action| {
                    *subgame = subgame.after(other, action);
                    play.opponent_moved(&SumMove { board: *board, action })
                })
            })
        };
        if !taken {
            self.bound = None;
        }
    }

    fn by_bounds(&mut self, position: &Position) -> Option<Move> {
        if self.bound.is_none() {
            self.bound = self.proven_bound(position);
        }
        let KeptBound { play, contested, .. } = self.bound.as_mut()?;
        let (next, elsewhere) = (play.next_move(&mut self.local).ok().flatten(), *contested);
        let next = match next {
            Some(SumMove { board: 0, action }) => Some(action),
            Some(_) => self.spare_move(position, elsewhere),
            None => None,
        };
        if next.is_none() {
            self.bound = None;
        }
        next
    }

    /// Returns the play that keeps the bound of this board, if the values prove one.
    fn proven_bound(&mut self, position: &Position) -> Option<KeptBound> {
        let mut parts: Vec<SumRegion> = Vec::new();
        let mut squares = Squares::EMPTY;
        for subgame in contested(position) {
            if !self.scores.borrow_mut().is_regular(&subgame) {
                return None;
            }
            squares = squares | subgame.squares();
            parts.push(SumRegion { board: 0, subgame });
        }
        let mut others = Vec::new();
        for side in Army::BOTH {
            let mut left = self.spare_moves(position, side)?;
            while left > 0 {
                let moves = left.min(MAX_BOARD - 1);
                let strip = SumRegion { board: parts.len(), subgame: strip(side, moves)? };
                parts.push(strip);
                others.extend(Some(strip).filter(|_| side != self.side));
                left -= moves;
            }
        }
        let to_move = position.to_move();
        let play = BoundPlay::new(&parts, self.side, to_move, &mut self.local).ok().flatten()?;
        Some(KeptBound { play, contested: squares, strips: others })
    }

    /// Returns the number of moves of a side in its territories; `None` if it is not certain.
    fn spare_moves(&self, position: &Position, side: Army) -> Option<usize> {
        let mut scores = self.scores.borrow_mut();
        let regions = position.subgame().regions();
        let of = |region: Subgame| {
            let territory = Territory::of(&region).filter(|territory| territory.owner == side)?;
            Some(scores.moves_in(&region, &territory))
        };
        let moves = regions.filter_map(of).sum::<Option<i32>>()?;
        usize::try_from(moves).ok()
    }

    fn by_values(&mut self, position: &Position) -> Option<Move> {
        // The region where beginning is worth most more than the other's beginning there.
        let mut largest_swing: Option<(i32, Subgame)> = None;
        for region in contested(position).into_iter().filter(|one| one.can_move(self.side)) {
            let worth = match self.values.value(&region).ok()? {
                ScorePair { a: Some(a), b: Some(b) } => a - b,
                // The other side cannot move there yet.
                _ => 0,
            };
            if largest_swing.is_none_or(|(most, _)| worth > most) {
                largest_swing = Some((worth, region));
            }
        }
        match largest_swing {
            Some((worth, region)) if worth > 0 => self.best_in(&region),
            largest_swing => self
                .spare_move(position, Squares::EMPTY)
                .or_else(|| largest_swing.and_then(|(_, region)| self.best_in(&region))),
        }
    }

    /// Returns the first best move if both sides go on in a region.
    fn best_in(&mut self, region: &Subgame) -> Option<Move> {
        let sign = if self.side == Army::Black { 1 } else { -1 };
        let mut best: Option<(i32, Move)> = None;
        for (action, value) in self.values.move_values(region, self.side).ok()? {
            if best.is_none_or(|(most, _)| sign * value > most) {
                best = Some((sign * value, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Returns a move in a territory of its own, outside of some squares, that leaves all but one of the moves there.
    fn spare_move(&mut self, position: &Position, outside: Squares) -> Option<Move> {
        let mut scores = self.scores.borrow_mut();
        let own = |region: Subgame| {
            let territory = Territory::of(&region)?;
            let is_own = territory.owner == self.side && (region.squares() & outside).is_empty();
            (is_own && region.can_move(self.side)).then_some((region, territory))
        };
        position.subgame().regions().filter_map(own).find_map(|(region, territory)| {
            if territory.least == territory.most {
                return territory.first;
            }
            let moves = scores.moves_in(&region, &territory)?;
            region.moves(self.side).into_iter().find(|&action| {
                let after = region.after(self.side, action);
                let left = after.regions().map(|rest| match Territory::of(&rest) {
                    Some(territory) => scores.moves_in(&rest, &territory),
                    None => None,
                });
                left.sum::<Option<i32>>() == Some(moves - 1)
            })
        })
    }
}

/// Returns a strip of squares on which a side has this many moves, up to nine.
fn strip(side: Army, moves: usize) -> Option<Subgame> {
    let (squares, amazon) = (Squares::rectangle(1, moves + 1), Square::new(0, 0)?.into());
    match side {
        Army::Black => Subgame::new(squares, amazon, Squares::EMPTY),
        Army::White => Subgame::new(squares, Squares::EMPTY, amazon),
    }
}

/// Returns the move of one step along a strip that burns the square it leaves, so that all others are left.
fn along(strip: &Subgame, side: Army) -> Option<Move> {
    let moves = strip.moves(side).into_iter();
    moves.filter(|action| action.shot == action.from).min_by_key(|action| action.to.column())
}

/// Returns the values of territories, which no database has if they are large; those of contested regions are left
/// to minimax, which finds what the database has.
fn known(scores: &Rc<RefCell<BoardScores>>) -> Known {
    let scores = Rc::clone(scores);
    Box::new(move |region| {
        let Some(territory) = Territory::of(region) else { return Ok(None) };
        let moves = scores.borrow_mut().moves_in(region, &territory).ok_or(Uncertain)?;
        let moves = Some(moves).filter(|_| region.can_move(territory.owner));
        Ok(Some(match territory.owner {
            Army::Black => ScorePair { a: moves, b: None },
            Army::White => ScorePair { a: None, b: moves.map(|moves| -moves) },
        }))
    })
}
