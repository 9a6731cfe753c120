//! Boards and moves in proof files.

use shuban_core::provable::Choice;

use crate::position::Position;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Move, Subgame};

/// Most amazons beside a square that classes of moves tell apart.
const MOST_BESIDE: usize = 3;

/// Returns the record of a board: the side to move (0 for Black, 1 for White), its rows and columns, and two bits
/// for each square, row by row, from the lowest bits on: 0 empty, 1 Black's amazon, 2 White's, 3 burnt.
pub(super) fn of(position: &Position) -> Option<Vec<u8>> {
    let (height, width) = (position.height(), position.width());
    let mut record = vec![position.to_move() as u8, height as u8, width as u8];
    record.resize(3 + (height * width).div_ceil(4), 0);
    for place in 0..height * width {
        let square = Square::new(place / width, place % width)?;
        let game = position.subgame();
        let cell = match () {
            () if game.black().contains(square) => 1,
            () if game.white().contains(square) => 2,
            () if game.squares().contains(square) => 0,
            () => 3,
        };
        record[3 + place / 4] |= cell << (2 * (place % 4));
    }
    Some(record)
}

/// Returns the board of a record; `None` if there is none.
pub(super) fn read(record: &[u8]) -> Option<Position> {
    let (&[side, height, width], cells) = record.split_first_chunk()?;
    let to_move = *Army::BOTH.get(usize::from(side))?;
    let (height, width) = (usize::from(height), usize::from(width));
    let mut sets = [Squares::EMPTY; 4];
    for place in 0..height * width {
        let cell = cells.get(place / 4)? >> (2 * (place % 4)) & 3;
        let set = &mut sets[usize::from(cell)];
        *set = set.with(Square::new(place / width, place % width)?);
    }
    let [empty, black, white, _] = sets;
    let game = Subgame::new(empty | black | white, black, white)?;
    let position = Position::new(height, width, game, to_move)?;
    // No byte or bit stands behind the last square.
    (of(&position).as_deref() == Some(record)).then_some(position)
}

/// Returns the moves of the side to move, by the squares that an amazon leaves, goes to and burns. Their class is the
/// number of the other side's amazons beside the burnt square and beside the amazon, each up to three, and
/// whether the amazon shoots back to where it stood.
pub(super) fn choices(position: &Position) -> Vec<Choice<Position, Move>> {
    let (game, side) = (position.subgame(), position.to_move());
    let others = game.amazons(side.opponent());
    let beside = |square: Square| {
        let around = Squares::EMPTY.with(square).grown();
        (around & others).len().min(MOST_BESIDE)
    };
    let class = |action: Move| {
        let Move { from, to, shot } = action;
        let beside = beside(shot) * (MOST_BESIDE + 1) + beside(to);
        (2 * beside + usize::from(shot == from)) as u16
    };
    let choice = |action| Choice { action, after: position.after(action), class: class(action) };
    game.moves(side).into_iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    #[test]
    fn a_record_is_of_one_board() {
        for text in ["X..O white", ".XX./X..X/O..O/.OO. black", "X#O", "...../..X../#O#.."] {
            let position = parse_position(text).unwrap();
            let record = of(&position).unwrap();
            assert_eq!(read(&record), Some(position));
            for bit in 0..8 * record.len() {
                let mut changed = record.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_ne!(read(&changed), Some(position), "{text}: bit {bit}");
            }
            assert_eq!(read(&record[..record.len() - 1]), None);
            assert_eq!(read(&[&record[..], &[0]].concat()), None);
        }
    }
}
