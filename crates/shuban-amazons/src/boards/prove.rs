//! Proof search on boards.

use shuban_core::provable::{Choice, FirstNumbers, Key, Open, Question};
use shuban_core::{Game, Provable};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::certain::Certain;
use super::endings::Endings;
use super::game::{Boards, images, is_late, won_by};
use super::lead::first_numbers;
use super::record;
use crate::position::Position;
use crate::subgame::{Army, Move, Subgame};

/// Working memory of a search.
#[derive(Default)]
pub struct BoardScratch {
    certain: Certain,
    endings: Endings,
    /// Moves that were made.
    moves: u64,
}

impl Provable for Boards {
    type Scratch = BoardScratch;

    fn key(&self, position: &Position) -> Key {
        let game = self.canonical(position).subgame().without_empty_regions();
        let mut bytes = [0; 48];
        let sets = [game.squares(), game.black(), game.white()];
        for (place, set) in bytes.chunks_exact_mut(16).zip(sets) {
            place.copy_from_slice(&set.bits().to_le_bytes());
        }
        Key::from_hash(xxh3_128_with_seed(&bytes, position.to_move() as u64))
    }

    /// The images of a board that its canonical form does not look for.
    fn images(&self, position: &Position) -> Vec<Position> {
        if is_late(position) { images(position).skip(1).collect() } else { Vec::new() }
    }

    fn first_numbers(&self, position: &Position) -> FirstNumbers {
        first_numbers(position.subgame(), position.to_move())
    }

    /// The number of empty squares: each move burns one.
    fn plies_left(&self, position: &Position) -> u32 {
        position.subgame().empty().len() as u32
    }

    /// More than of other games, since its ends are searched fast and remembered.
    fn tail(&self) -> u32 {
        8
    }

    /// Moves of several amazons are made in any order, and squares are burnt by any amazon. Of the sum, a quarter and a
    /// tenth, a tenth took the least time.
    fn others_divided_by(&self) -> u32 {
        10
    }

    fn has_draws(&self) -> bool {
        false
    }

    fn expand(
        &self,
        position: &Position,
        question: &Question,
        depth: u32,
        scratch: &mut BoardScratch,
        open: &mut Vec<Open<Position>>,
    ) -> Option<bool> {
        let (game, side) = (position.subgame(), position.to_move());
        let answer = |winner: Army| question.holds(&won_by(winner));
        let aim = self.to_move(position) == question.seat;
        if let Some(winner) = scratch.certain.winner(game, side) {
            return Some(answer(winner));
        }
        let is_to_the_end = self.plies_left(position) <= depth;
        if is_to_the_end && let Some(winner) = scratch.endings.winner(game, side) {
            return Some(answer(winner));
        }
        // To look two plies ahead everywhere takes ten times as long as it saves.
        let depth = if is_to_the_end || depth != 2 { depth } else { 1 };
        let before = open.len();
        for action in game.moves(side) {
            let after = position.after(action);
            let beyond = depth.checked_sub(1);
            match beyond.and_then(|beyond| scratch.winner(after.subgame(), side.opponent(), beyond))
            {
                Some(winner) if answer(winner) == aim => {
                    open.truncate(before);
                    return Some(aim);
                }
                Some(_) => (),
                None => open.push(Open { first: self.first_numbers(&after), position: after }),
            }
        }
        (open.len() == before).then_some(!aim)
    }

    /// Every move after which the strategy's side can move, whatever is certain there: what a proof leaves to
    /// plain search is for a checker to see in its own way.
    fn replies(
        &self,
        position: &Position,
        question: &Question,
        _scratch: &mut BoardScratch,
        after: &mut Vec<Position>,
    ) -> Option<bool> {
        let (game, side) = (position.subgame(), position.to_move());
        let moves = game.moves(side);
        if moves.is_empty() {
            return Some(question.holds(&won_by(side.opponent())));
        }
        let before = after.len();
        for action in moves {
            let next = position.after(action);
            if !next.subgame().can_move(side.opponent()) {
                after.truncate(before);
                return Some(question.holds(&won_by(side)));
            }
            after.push(next);
        }
        None
    }

    fn record(&self, position: &Position) -> Option<Vec<u8>> {
        if self.has_size_of(position) { record::of(position) } else { None }
    }

    fn read_record(&self, record: &[u8]) -> Option<Position> {
        record::read(record).filter(|position| self.has_size_of(position))
    }

    fn choices(&self, position: &Position) -> Option<Vec<Choice<Position, Move>>> {
        Some(record::choices(position))
    }

    fn work(&self, scratch: &BoardScratch) -> u64 {
        scratch.moves + scratch.endings.moves
    }

    fn work_unit(&self) -> &'static str {
        "moves"
    }
}

impl BoardScratch {
    /// Returns the side that makes the last move after a move, if that many plies show it.
    fn winner(&mut self, game: &Subgame, to_move: Army, depth: u32) -> Option<Army> {
        self.moves += 1;
        let certain = self.certain.winner(game, to_move);
        let Some(beyond) = depth.checked_sub(1).filter(|_| certain.is_none()) else {
            return certain;
        };
        let mut winner = Some(to_move.opponent());
        for action in game.moves(to_move) {
            match self.winner(&game.after(to_move, action), to_move.opponent(), beyond) {
                Some(found) if found == to_move => return Some(found),
                Some(_) => (),
                None => winner = None,
            }
        }
        winner
    }
}
