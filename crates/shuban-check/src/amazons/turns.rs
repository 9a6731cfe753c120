//! The moves of Amazons, as a walk follows them.

use crate::amazons::board::{Board, Move, Side};
use crate::amazons::closing::Closing;
use crate::amazons::key::Key;
use crate::rules::{Followed, Rules};

/// Most amazons beside a square that classes tell apart.
const MOST_BESIDE: usize = 3;

/// A move that a strategy may choose, with its class.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    action: Move,
    class: u16,
}

/// The rules together with a claim. The level of a position is its number of burnt squares.
pub(crate) struct Turns {
    pub(crate) side: Side,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) closing: Closing,
}

impl Rules for Turns {
    type Board = Board;
    type Key = Key;
    type Choice = Choice;

    fn levels(&self) -> usize {
        self.rows * self.columns + 1
    }

    fn place(&self, board: &Board) -> (usize, Key) {
        (board.burnt(), Key::of(board))
    }

    fn board(&self, key: Key) -> Board {
        key.board(self.rows, self.columns)
    }

    /// The class is the number of the other side's amazons beside the burnt square and beside the amazon, each up
    /// to three, and whether the amazon shoots back to where it stood.
    fn add_choices(&self, board: &Board, choices: &mut Vec<Choice>) {
        let other = self.side.other().amazon();
        let beside = |number: u8| {
            let amazons = board.beside(number.into()).filter(|&next| board.at(next) == other);
            amazons.count().min(MOST_BESIDE)
        };
        for action in board.moves(self.side) {
            let Move { from, to, shot } = action;
            let beside = beside(shot) * (MOST_BESIDE + 1) + beside(to);
            choices.push(Choice { action, class: (2 * beside + usize::from(shot == from)) as u16 });
        }
    }

    fn class(choice: &Choice) -> u16 {
        choice.class
    }

    fn play(&self, board: &Board, choice: &Choice) -> Option<Board> {
        // All that are offered are legal.
        Some(board.after(choice.action))
    }

    /// Follows every move, from the image of the board that its key tells. If there are none, the other side has lost.
    fn replies(
        &self,
        board: &Board,
        followed: &mut Followed<Key>,
    ) -> Result<(), (&'static str, Board)> {
        let board = self.board(Key::of(board));
        for action in board.moves(self.side.other()) {
            let after = board.after(action);
            followed.replies += 1;
            if !after.can_move(self.side) {
                return Err(("a reply is the last move", after));
            }
            followed.next.push(self.place(&after));
        }
        Ok(())
    }

    fn decides(&self, board: &Board) -> bool {
        self.closing.decides(board)
    }

    fn diagram(&self, board: &Board) -> String {
        board.diagram()
    }
}

#[cfg(test)]
mod tests {
    use shuban_amazons::{Army, Boards, Position, parse_position};
    use shuban_core::{Game, Provable, Random};

    use super::*;
    use crate::amazons::board::Square;

    /// Returns the same board of the checker, read from the writer's record.
    fn board_of(position: &Position) -> Board {
        let (rows, columns) = (position.height(), position.width());
        let mut board = Board::new(rows, columns);
        let record = Boards::any().record(position).unwrap();
        for number in 0..rows * columns {
            let square = record[3 + number / 4] >> (2 * (number % 4)) & 3;
            board.set(number, Square::ALL[usize::from(square)]);
        }
        board
    }

    /// A proof is read only if its writer offers the same choices, in the same classes, and visits positions in the
    /// same order.
    #[test]
    fn choices_classes_and_order_are_those_of_the_writer() {
        let (boards, mut random) = (Boards::any(), Random::new(7));
        let mut classes = std::collections::BTreeSet::new();
        let starts = [
            ".XX./X..X/O..O/.OO. white",
            ".X.X./X...X/...../O...O/.O.O. white",
            "X.../..../O..O white",
            "X.X/.../.../O.O black",
            "X....O white",
            "........../........../........../........../........../........../........../X........X/........../O........O white",
        ];
        for start in starts.into_iter().cycle().take(60) {
            let mut position = parse_position(start).unwrap();
            while boards.outcome(&position).is_none() {
                let side = [Side::Black, Side::White][position.to_move() as usize];
                let board = board_of(&position);
                let closing = Closing { side, plies: 1, nodes: 1 };
                let turns = Turns { side, rows: board.rows, columns: board.columns, closing };
                let mut found = Vec::new();
                turns.add_choices(&board, &mut found);
                let mut choices = boards.choices(&position).unwrap();
                assert_eq!(found.len(), choices.len(), "{position:?}");
                let mut ends: Vec<(Key, Position)> = Vec::new();
                for (own, expected) in found.iter().zip(&choices) {
                    assert_eq!(own.class, expected.class, "{position:?}");
                    let after = turns.play(&board, own).unwrap();
                    assert_eq!(after, board_of(&expected.after), "{position:?}");
                    let (level, key) = turns.place(&after);
                    assert_eq!(level as u32 + boards.plies_left(&expected.after), {
                        let armies = Army::BOTH.map(|army| position.subgame().amazons(army).len());
                        (board.len() - armies[0] - armies[1]) as u32
                    });
                    let canonical = boards.canonical(&expected.after);
                    assert_eq!(turns.board(key), board_of(&canonical), "{position:?}");
                    ends.push((key, canonical));
                }
                ends.sort();
                assert!(ends.is_sorted_by_key(|(_, position)| *position), "{position:?}");
                classes.extend(choices.iter().map(|one| one.class));
                position = choices.swap_remove(random.place(choices.len())).after;
            }
        }
        assert!(classes.len() > 15, "{}", classes.len());
    }

    #[test]
    fn every_reply_is_counted() {
        let board = board_of(&parse_position(".XX./X..X/O..O/.OO. white").unwrap());
        let (side, rows, columns) = (Side::Black, board.rows, board.columns);
        let turns = Turns { side, rows, columns, closing: Closing { side, plies: 1, nodes: 1 } };
        let mut followed = Followed::default();
        turns.replies(&board, &mut followed).unwrap();
        let replies = board.moves(Side::White).len();
        assert_eq!((followed.replies, followed.next.len()), (replies as u64, replies));
    }
}
