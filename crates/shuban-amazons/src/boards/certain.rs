//! Boards on which moves that nobody can prevent decide who makes the last one.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::lines::queen_reach;
use crate::squares::{Square, Squares};
use crate::subgame::{Army, Subgame};
use crate::sum::Territory;

/// Number of rooms that are remembered at most.
const REMEMBERED: usize = 1 << 16;

/// Memory of one thread of a search about rooms: parts of a board that amazons, burnt squares and edges divide
/// from all others. The amazons of one side beside a room can keep it shut as long as they stand, and one of them that goes
/// in shoots back to where it stood, so that it stays shut: the room is the side's own.
#[derive(Default)]
pub(crate) struct Certain {
    /// Numbers of moves in rooms, by the squares of the room and those on which an amazon may enter.
    moves: FxHashMap<(Squares, Squares), u32>,
}

/// A room with amazons of one side alone beside it.
struct OwnRoom {
    squares: Squares,
    beside: Squares,
}

/// The rooms of a board.
#[derive(Default)]
struct Rooms {
    /// Those of each side.
    own: [Vec<OwnRoom>; 2],
    /// Number of squares in the rooms of each side.
    squares: [u32; 2],
    /// Squares of rooms that both sides' amazons are beside.
    contested: u32,
}

impl Rooms {
    fn of(game: &Subgame) -> Self {
        let mut rooms = Rooms::default();
        for squares in game.empty().components() {
            let around = squares.grown();
            let [black, white] = Army::BOTH.map(|side| game.amazons(side) & around);
            let (side, beside) = match (black.is_empty(), white.is_empty()) {
                (true, true) => continue,
                (false, false) => {
                    rooms.contested += squares.len() as u32;
                    continue;
                }
                (false, true) => (Army::Black, black),
                (true, false) => (Army::White, white),
            };
            rooms.squares[side as usize] += squares.len() as u32;
            rooms.own[side as usize].push(OwnRoom { squares, beside });
        }
        rooms
    }
}

impl Certain {
    /// Returns the side that makes the last move, if that is certain: if it can make as many moves in rooms of its
    /// own as there are squares that the other may come to, and one more if it is to move itself. Meanwhile the
    /// other can do nothing there, and each of its moves burns a square elsewhere.
    pub(crate) fn winner(&mut self, game: &Subgame, to_move: Army) -> Option<Army> {
        if !game.can_move(to_move) {
            return Some(to_move.opponent());
        }
        let mut rooms = Rooms::of(game);
        Army::BOTH.into_iter().find(|&side| {
            let other = rooms.squares[side.opponent() as usize] + rooms.contested;
            let needed = other + u32::from(side == to_move);
            // A room has no more moves than squares.
            rooms.squares[side as usize] >= needed
                && self.has_moves(needed, game, &mut rooms.own[side as usize])
        })
    }

    /// Returns true if a side surely has `needed` moves in its own rooms, each of which one amazon enters.
    fn has_moves(&mut self, needed: u32, game: &Subgame, rooms: &mut [OwnRoom]) -> bool {
        // Those first that few amazons can enter, and the large ones.
        rooms.sort_unstable_by_key(|room| (room.beside.len(), Reverse(room.squares.len())));
        let (mut used, mut moves) = (Squares::EMPTY, 0);
        rooms.iter().any(|room| {
            let entered = (room.beside - used).iter().map(|amazon| {
                let entries = queen_reach(amazon, game.empty()) & room.squares;
                (self.moves_in(room.squares, entries), amazon)
            });
            if let Some((more, amazon)) = entered.max() {
                used = used.with(amazon);
                moves += more;
            }
            moves >= needed
        })
    }

    /// Returns a number of moves that an amazon can surely make in a room that it enters on one of some squares,
    /// the entry among them.
    fn moves_in(&mut self, room: Squares, entries: Squares) -> u32 {
        if let Some(&known) = self.moves.get(&(room, entries)) {
            return known;
        }
        let most = room.len() as u32;
        let mut best = 0;
        for entry in entries {
            best = best.max(1 + moves_from(room, entry));
            if best == most {
                break;
            }
        }
        if self.moves.len() >= REMEMBERED {
            self.moves.clear();
        }
        self.moves.insert((room, entries), best);
        best
    }
}

/// Returns a number of moves that an amazon on a square of a room can surely make there.
fn moves_from(room: Squares, square: Square) -> u32 {
    let inside = Subgame::new(room, square.into(), Squares::EMPTY);
    inside.and_then(|inside| Territory::of(&inside)).map_or(0, |territory| territory.least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_position::parse_position;

    fn winner(text: &str) -> Option<Army> {
        let position = parse_position(text).unwrap();
        Certain::default().winner(position.subgame(), position.to_move())
    }

    #[test]
    fn an_own_room_counts_though_its_door_is_open() {
        // Black's amazon is beside both rooms; it shuts the left one behind it. White has two squares to come to.
        assert_eq!(winner("...X..O white"), Some(Army::Black));
        assert_eq!(winner("...X..O black"), Some(Army::Black));
        assert_eq!(winner("...X...O black"), None);
        // One amazon cannot be in both rooms.
        assert_eq!(winner("..X..#...O white"), None);
        assert_eq!(winner("X#O"), Some(Army::White));
    }
}
