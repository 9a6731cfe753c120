//! Rooms: moves that nobody can prevent.
//!
//! Amazons, burnt squares and the edge divide the empty squares into rooms. One with amazons of one side alone
//! beside it is that side's own: while they stand the other cannot get in, and one that goes in burns the square
//! where it stood, so that the room stays shut. A side makes the last move if it has as many moves in its own
//! rooms as there are squares in all others that amazons are beside, and one more if it is to move: each move of
//! the other side burns one of those, and none of its moves changes the rooms.

use std::cmp::Reverse;

use crate::amazons::board::{Board, Side, Square};

/// Moves that are tried in one room at most: the longest walks of an amazon through large rooms are not found
/// for certain, and fewer moves prove less, but nothing false.
const MOST_TRIED: u32 = 20_000;

/// Squares by their numbers, as bits.
type Squares = u128;

struct Room {
    squares: Squares,
    /// The amazons beside it, of Black and White.
    beside: [Squares; 2],
}

/// Returns the rooms of a board.
fn rooms(board: &Board) -> Vec<Room> {
    let mut rooms = Vec::new();
    let mut seen: Squares = 0;
    for first in board.all(Square::Empty) {
        if seen >> first & 1 != 0 {
            continue;
        }
        let mut room = Room { squares: 1 << first, beside: [0; 2] };
        let mut waiting = vec![first];
        while let Some(number) = waiting.pop() {
            for next in board.beside(number) {
                let bit = 1 << next;
                match board.at(next) {
                    Square::Empty if room.squares & bit == 0 => {
                        room.squares |= bit;
                        waiting.push(next);
                    }
                    Square::Black => room.beside[0] |= bit,
                    Square::White => room.beside[1] |= bit,
                    Square::Empty | Square::Burnt => (),
                }
            }
        }
        seen |= room.squares;
        rooms.push(room);
    }
    rooms
}

/// Returns the side that makes the last move, if its own rooms make that certain, or if the side to move cannot.
pub(crate) fn winner(board: &Board, to_move: Side) -> Option<Side> {
    if !board.can_move(to_move) {
        return Some(to_move.other());
    }
    let rooms = rooms(board);
    let squares = |is_own: &dyn Fn(&Room) -> bool| -> u32 {
        rooms.iter().filter(|room| is_own(room)).map(|room| room.squares.count_ones()).sum()
    };
    [Side::Black, Side::White].into_iter().find(|&side| {
        let (own, other) = (side as usize, side.other() as usize);
        let is_own = |room: &Room| room.beside[own] != 0 && room.beside[other] == 0;
        let needed = squares(&|room| room.beside[other] != 0) + u32::from(side == to_move);
        if squares(&is_own) < needed {
            return false;
        }
        let moves: Vec<Vec<(usize, u32)>> = rooms
            .iter()
            .filter(|room| is_own(room))
            .map(|room| {
                let amazons = board.all(side.amazon());
                let beside = amazons.filter(|&amazon| room.beside[own] >> amazon & 1 != 0);
                beside.map(|amazon| (amazon, moves_of(board, room, amazon))).collect()
            })
            .collect();
        most(&moves, 0) >= needed
    })
}

/// Returns the most moves in rooms, if each is entered by one of its amazons, none of them used before.
fn most(rooms: &[Vec<(usize, u32)>], used: Squares) -> u32 {
    let Some((room, rest)) = rooms.split_first() else { return 0 };
    let free = room.iter().filter(|(amazon, _)| used >> amazon & 1 == 0);
    let entered = free.map(|&(amazon, moves)| moves + most(rest, used | 1 << amazon));
    entered.fold(most(rest, used), u32::max)
}

/// Returns a number of moves that an amazon has in a room, the one by which it enters included.
fn moves_of(board: &Board, room: &Room, amazon: usize) -> u32 {
    let mut best = 0;
    for entry in board.reach(amazon) {
        if room.squares >> entry & 1 == 0 {
            continue;
        }
        let mut left = MOST_TRIED;
        best = best.max(1 + longest(board, room.squares & !(1 << entry), entry, &mut left));
        if best == room.squares.count_ones() {
            break;
        }
    }
    best
}

/// Returns the most moves that an amazon alone makes on some empty squares, or a lesser number if more than `left`
/// moves would have to be tried. Moves that leave most squares come first.
fn longest(board: &Board, empty: Squares, amazon: usize, left: &mut u32) -> u32 {
    let most = connected(board, empty, amazon).count_ones();
    let mut moves = Vec::new();
    for to in reach(board, empty, amazon) {
        let free = (empty & !(1 << to)) | 1 << amazon;
        for shot in reach(board, free, to) {
            let after = free & !(1 << shot);
            let rest = connected(board, after, to);
            let beside = board.beside(shot).filter(|&next| rest >> next & 1 != 0).count();
            moves.push((Reverse(rest.count_ones()), beside, to, shot, after));
        }
    }
    moves.sort_unstable();
    let mut best = 0;
    for (Reverse(rest), _, to, _, after) in moves {
        if best == most || best > rest {
            break;
        }
        // The first is tried in any case.
        if best > 0 && *left == 0 {
            break;
        }
        *left = left.saturating_sub(1);
        best = best.max(1 + longest(board, after, to, left));
    }
    best
}

/// Returns the squares that are a queen's move away on these empty ones.
fn reach(board: &Board, empty: Squares, from: usize) -> impl Iterator<Item = usize> {
    let rays = board.rays(from);
    rays.flat_map(move |ray| ray.take_while(move |&next| empty >> next & 1 != 0))
}

/// Returns the empty squares to which steps lead.
fn connected(board: &Board, empty: Squares, from: usize) -> Squares {
    let mut found: Squares = 0;
    let mut waiting = vec![from];
    while let Some(number) = waiting.pop() {
        for next in board.beside(number) {
            if empty & !found & 1 << next != 0 {
                found |= 1 << next;
                waiting.push(next);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use shuban_core::Random;

    use super::*;
    use crate::amazons::board::MOST_AMAZONS;

    /// Boards among those of the test that are decided by rooms, of which a side can still move.
    const FOUND: u32 = 1_238;
    const WALKS: (u32, u32) = (3_612, 3_695);

    /// Returns the side that makes the last move, by trying all.
    fn by_trying(board: &Board, to_move: Side) -> Side {
        let moves = board.moves(to_move);
        let wins = |action| by_trying(&board.after(action), to_move.other()) == to_move;
        if moves.into_iter().any(wins) { to_move } else { to_move.other() }
    }

    fn random_board(random: &mut Random) -> Board {
        let mut board = Board::new(1 + random.place(5), 1 + random.place(5));
        for number in 0..board.len() {
            board.set(number, Square::Burnt);
        }
        for (square, most) in
            [(Square::Black, MOST_AMAZONS), (Square::White, MOST_AMAZONS), (Square::Empty, 6)]
        {
            for _ in 0..1 + random.place(most) {
                let free: Vec<usize> = board.all(Square::Burnt).collect();
                if let Some(&number) = free.get(random.place(free.len().max(1))) {
                    board.set(number, square);
                }
            }
        }
        board
    }

    #[test]
    fn what_is_certain_is_so_by_the_rules() {
        let mut random = Random::new(11);
        let mut found = 0;
        for _ in 0..10_000 {
            let board = random_board(&mut random);
            let to_move = [Side::Black, Side::White][random.place(2)];
            if let Some(winner) = winner(&board, to_move) {
                assert_eq!(winner, by_trying(&board, to_move), "{} {to_move:?}", board.diagram());
                found += u32::from(board.can_move(to_move));
            }
        }
        // A change that finds fewer of them proves nothing false, and makes proofs longer.
        assert_eq!(found, FOUND);
    }

    /// The walks that are found in rooms of random forms, and the moves that are tried for them.
    #[test]
    fn long_walks_are_found_soon() {
        let mut random = Random::new(12);
        let (mut moves, mut tried) = (0, 0);
        for _ in 0..300 {
            let board = Board::new(4, 5);
            let empty =
                (0..20).filter(|_| random.below(3) > 0).fold(0, |all, number| all | 1 << number);
            let mut left = MOST_TRIED;
            moves += longest(&board, empty & !1, 0, &mut left);
            tried += MOST_TRIED - left;
        }
        assert_eq!((moves, tried), WALKS);
    }

    #[test]
    fn an_amazon_walks_through_all_of_a_room_that_it_can() {
        let mut board = Board::new(3, 3);
        board.set(0, Square::Black);
        // It burns the square that it leaves, and at last has burnt seven and stands on one.
        assert_eq!(longest(&board, 0b1_1111_1110, 0, &mut { MOST_TRIED }), 8);
        assert_eq!(longest(&board, 0b0_0000_0010, 0, &mut { MOST_TRIED }), 1);
        // With nothing left to try it still goes the way that looks best.
        assert!(longest(&board, 0b1_1111_1110, 0, &mut 0) > 4);
        // That way may be shorter than the longest one.
        assert_eq!(longest(&board, 0b1_0101_0000, 0, &mut { MOST_TRIED }), 3);
        assert_eq!(longest(&board, 0b1_0101_0000, 0, &mut 0), 2);
    }
}
