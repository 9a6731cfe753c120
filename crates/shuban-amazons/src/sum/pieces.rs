//! Regions taken to pieces: the components that the score of a sum is searched by.

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use shuban_cgt::Player;
use shuban_cgt::sums::{Parts, SumRules};

use super::ground::{Ground, MAX_GROUND};
use crate::squares::Squares;
use crate::subgame::Subgame;

/// Most positions of amazons alone that are examined to find the number of moves of a piece.
const MOST_ALONE: u32 = 50_000;

/// The same for all pieces together; beyond it, unknown pieces count as hard.
const MOST_ALONE_EVER: u32 = 4_000_000;

/// A connected set of squares with amazons of which one can move: of both sides, or of one side if
/// their number of moves is hard to determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SumPiece {
    /// Number of the ground that it is a part of.
    ground: u32,
    empty: u32,
    black: u32,
    white: u32,
}

/// Squares on which regions can be taken to pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroundPlace {
    number: u32,
    squares: Squares,
}

/// A region has too many squares to be taken to pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a region of {squares} squares is too large to be searched: sums of regions of up to \
     {MAX_GROUND} squares are, exactly where memory suffices (mostly up to about 12 squares), else \
     their scores are bounded; a larger one is bounded where one side alone can ever move"
)]
pub struct TooLarge {
    /// Number of its squares.
    pub squares: usize,
}

/// Amazons for [`Scores`](shuban_cgt::sums::Scores). Left is Black, Right is White.
///
/// The rest after a move is divided: parts without amazons and parts where no amazon can move are
/// dropped; a part with amazons of one side is spare moves, as many as they can make alone, if that
/// is not hard to determine. (A part with amazons of both sides of which one can never move again
/// is a component like others.)
#[derive(Debug, Default)]
pub struct SumPieces {
    grounds: Vec<Ground>,
    numbers: FxHashMap<Squares, u32>,
    /// The most moves of amazons alone, by the number of the ground, empty squares, and amazons.
    alone: FxHashMap<(u32, u32, u32), u32>,
    /// Pieces for which that is hard to determine.
    hard: FxHashSet<SumPiece>,
    /// Positions examined for it.
    looked_at: u32,
}

impl SumPieces {
    /// Lays out squares on which subgames are to be divided.
    ///
    /// # Errors
    /// [`TooLarge`] if there are more than 32 squares.
    pub fn lay(&mut self, squares: Squares) -> Result<GroundPlace, TooLarge> {
        let corner = squares.at_corner();
        let number = match self.numbers.get(&corner) {
            Some(&number) => number,
            None => {
                let ground = Ground::new(corner).ok_or(TooLarge { squares: squares.len() })?;
                self.grounds.push(ground);
                let number = self.grounds.len() as u32 - 1;
                self.numbers.insert(corner, number);
                number
            }
        };
        Ok(GroundPlace { number, squares })
    }

    /// The pieces of a subgame whose squares lie within a place.
    pub fn parts(&mut self, place: GroundPlace, subgame: &Subgame) -> Parts<SumPiece> {
        let [empty, black, white] = [subgame.empty(), subgame.black(), subgame.white()]
            .map(|set| place.squares.numbers_of(set));
        let mut parts = Parts::default();
        self.divide(SumPiece { ground: place.number, empty, black, white }, &mut parts);
        parts
    }

    /// Divides squares into independent pieces, and replaces `parts`.
    fn divide(&mut self, whole: SumPiece, parts: &mut Parts<SumPiece>) {
        let SumPiece { ground, empty, black, white } = whole;
        (parts.left, parts.right) = (0, 0);
        parts.components.clear();
        let all = empty | black | white;
        let mut amazons = black | white;
        while let Some(squares) = self.grounds[ground as usize].next_part(&mut amazons, all) {
            let piece = SumPiece {
                ground,
                empty: empty & squares,
                black: black & squares,
                white: white & squares,
            };
            let alone = match (piece.black, piece.white) {
                (own, 0) => self.most_alone(piece, own).map(|moves| parts.left += moves),
                (0, own) => self.most_alone(piece, own).map(|moves| parts.right += moves),
                _ => None,
            };
            let can_move =
                |ground: &Ground| ground.can_move(piece.empty, piece.black | piece.white);
            if alone.is_none() && can_move(&self.grounds[ground as usize]) {
                parts.components.push(piece);
            }
        }
    }

    /// The most moves that amazons can make alone on connected squares; `None` if that is hard to
    /// determine.
    fn most_alone(&mut self, piece: SumPiece, own: u32) -> Option<u32> {
        if self.hard.contains(&piece) {
            return None;
        }
        let allowed = MOST_ALONE.min(MOST_ALONE_EVER - self.looked_at);
        let mut left = allowed;
        let moves = self.alone(piece.ground, piece.empty, own, &mut left);
        self.looked_at += allowed - left;
        if moves.is_none() {
            self.hard.insert(piece);
        }
        moves
    }

    /// The same; `work` is the number of positions that may still be examined.
    fn alone(&mut self, ground: u32, empty: u32, own: u32, work: &mut u32) -> Option<u32> {
        if empty == 0 {
            return Some(0);
        }
        if let Some(&known) = self.alone.get(&(ground, empty, own)) {
            return Some(known);
        }
        *work = work.checked_sub(1)?;
        // No more moves are left than squares that some amazon may reach. Moves that leave most of
        // them first, then those that burn squares with fewest others beside them.
        let mut after = Vec::new();
        let squares = &self.grounds[ground as usize];
        squares.for_each_move(empty, own, |rest, moved| {
            let most = (squares.connected(moved, rest | moved) & rest).count_ones();
            let burnt = (empty | own) & !(rest | moved);
            after.push((most, squares.beside(burnt, rest), rest, moved));
        });
        after.sort_unstable_by_key(|&(most, beside, rest, moved)| {
            (Reverse(most), beside, rest, moved)
        });
        let mut best = 0;
        for (most, _, rest, moved) in after {
            if most < best {
                break;
            }
            best = best.max(1 + self.alone_divided(ground, rest, moved, work)?);
        }
        self.alone.insert((ground, empty, own), best);
        Some(best)
    }

    fn alone_divided(&mut self, ground: u32, empty: u32, own: u32, work: &mut u32) -> Option<u32> {
        let mut amazons = own;
        let mut moves = 0;
        while let Some(squares) = self.grounds[ground as usize].next_part(&mut amazons, empty | own)
        {
            moves += self.alone(ground, empty & squares, own & squares, work)?;
        }
        Some(moves)
    }
}

impl SumRules for SumPieces {
    type Component = SumPiece;

    fn for_each_move(
        &mut self,
        piece: &SumPiece,
        player: Player,
        mut each: impl FnMut(&Parts<SumPiece>),
    ) {
        let SumPiece { ground, empty, black, white } = *piece;
        let mut after = Vec::new();
        let own = if player == Player::Left { black } else { white };
        self.grounds[ground as usize].for_each_move(empty, own, |empty, own| {
            after.push(match player {
                Player::Left => SumPiece { ground, empty, black: own, white },
                Player::Right => SumPiece { ground, empty, black, white: own },
            });
        });
        let mut parts = Parts::default();
        for whole in after {
            self.divide(whole, &mut parts);
            each(&parts);
        }
    }

    fn most_moves(&self, piece: &SumPiece, player: Player) -> u32 {
        let own = if player == Player::Left { piece.black } else { piece.white };
        // Each move of either side burns a square.
        if own == 0 { 0 } else { piece.empty.count_ones() }
    }

    fn bytes(&self) -> u64 {
        // An entry, and its share of a hash table that has just grown.
        const ALONE: u64 = 60;
        const GROUND: u64 = 2_000;
        (self.alone.len() + self.hard.len()) as u64 * ALONE + self.grounds.len() as u64 * GROUND
    }
}
