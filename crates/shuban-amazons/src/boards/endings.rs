//! Boards with few empty squares, searched to the end.

use crate::lines::{FORWARD, STEPS, line};
use crate::squares::{BOX, Squares, bits};
use crate::subgame::{Army, Subgame};

/// The most squares that are empty or hold an amazon.
const MOST: usize = 32;

/// The number of empty squares from which on moves are tried in order; with fewer, ordering takes longer than it saves.
const ORDERED_FROM: u32 = 6;

/// The number of positions that are remembered, 16 bytes each.
const REMEMBERED: usize = 1 << 16;

/// Memory of one thread for searches to the end: positions whose winner it knows.
#[derive(Default)]
pub(crate) struct Endings {
    /// Hash keys by their upper half; the lowest bit tells whether the side to move wins. Empty until a
    /// position is worth it.
    known: Vec<u128>,
    /// The moves of the positions that are being searched in order, one position after the other.
    ordered: Vec<Ordered>,
    /// The number of moves after which a position was searched.
    pub(crate) moves: u64,
}

/// A position on the squares of a [`Frame`], as sets of their numbers, seen from the side to move.
#[derive(Clone, Copy)]
struct Placed {
    own: u32,
    other: u32,
    empty: u32,
    /// The codes of all squares and of the side to move, exclusive or.
    key: u128,
}

/// A move by the numbers of its squares. Those come first that leave the other side the fewest squares to go to, as its
/// amazons see them: a side that has few moves soon has none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ordered {
    left: u32,
    from: u8,
    to: u8,
    shot: u8,
}

/// The squares of a board that are not burnt, numbered row by row.
struct Frame {
    /// The squares of each line from a square on.
    lines: [[u32; STEPS.len()]; MOST],
    /// The squares beside a square.
    beside: [u32; MOST],
    /// The codes of a square: with an amazon of Black's, of White's, and empty.
    codes: [[u128; 3]; MOST],
}

/// The place of the code of an empty square.
const EMPTY: usize = 2;

/// The code of White to move.
const WHITE: u128 = code(3 * BOX * BOX);

/// Returns 127 bits that look drawn at random, by the mixing function of SplitMix64 (Steele, Lea and Flood, 2014).
const fn code(number: usize) -> u128 {
    const fn mixed(number: u64) -> u64 {
        let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let halves = [mixed(2 * number as u64 + 1), mixed(2 * number as u64 + 2)];
    ((halves[0] as u128) << 64 | halves[1] as u128) & !1
}

impl Frame {
    fn of(squares: Squares) -> Self {
        let mut frame =
            Frame { lines: [[0; STEPS.len()]; MOST], beside: [0; MOST], codes: [[0; 3]; MOST] };
        for (number, square) in squares.iter().enumerate() {
            frame.beside[number] = squares.numbers_of(Squares::from(square).grown() & squares);
            frame.lines[number] =
                STEPS.map(|step| squares.numbers_of(line(square, step, squares).collect()));
            frame.codes[number] = [0, 1, 2].map(|content| code(3 * square.number() + content));
        }
        frame
    }

    /// Returns the squares that a queen reaches.
    #[inline]
    fn reach(&self, from: usize, empty: u32) -> u32 {
        let (forward, backward) = self.lines[from].split_at(FORWARD);
        let ahead = forward.iter().map(|line| {
            let stops = line & !empty;
            // Up to the first stop, or the whole line.
            line & (stops & stops.wrapping_neg()).wrapping_sub(1)
        });
        let behind = backward.iter().map(|line| {
            let stops = line & !empty;
            // The same where numbers fall along the line.
            line & !u32::MAX.checked_shr(stops.leading_zeros()).unwrap_or(0)
        });
        ahead.chain(behind).fold(0, |all, reached| all | reached)
    }

    /// Returns the squares beside those of a set.
    #[inline]
    fn beside(&self, set: u32) -> u32 {
        bits(set).fold(0, |all, square| all | self.beside[square])
    }

    /// Returns the position after a move of the side whose codes have this place.
    #[inline]
    fn after(&self, at: Placed, side: usize, [from, to, shot]: [usize; 3]) -> Placed {
        let moved = 1 << from | 1 << to;
        let [left, entered] = [from, to].map(|square| {
            let codes = &self.codes[square];
            codes[side] ^ codes[EMPTY]
        });
        Placed {
            own: at.other,
            other: at.own ^ moved,
            empty: at.empty ^ moved ^ 1 << shot,
            key: at.key ^ WHITE ^ left ^ entered ^ self.codes[shot][EMPTY],
        }
    }

    /// Calls `each` with every move, and with the squares that are empty after it, until one call returns true.
    #[inline]
    fn any_move(&self, at: Placed, mut each: impl FnMut([usize; 3], u32) -> bool) -> bool {
        bits(at.own).any(|from| {
            bits(self.reach(from, at.empty)).any(|to| {
                let empty = at.empty ^ (1 << from | 1 << to);
                bits(self.reach(to, empty)).any(|shot| each([from, to, shot], empty ^ 1 << shot))
            })
        })
    }
}

impl Endings {
    /// Returns the side that makes the last move; `None` if more squares are not burnt than fit, which
    /// no board with so few empty ones has.
    pub(crate) fn winner(&mut self, game: &Subgame, to_move: Army) -> Option<Army> {
        // Squares that no amazon comes to do not matter.
        let game = game.without_empty_regions();
        let squares = game.squares();
        if squares.len() > MOST {
            return None;
        }
        let frame = Frame::of(squares);
        let sets = [game.black(), game.white(), game.empty()].map(|set| squares.numbers_of(set));
        let mut key = if to_move == Army::White { WHITE } else { 0 };
        for (content, set) in sets.into_iter().enumerate() {
            bits(set).for_each(|square| key ^= frame.codes[square][content]);
        }
        let [black, white, empty] = sets;
        let (own, other) = if to_move == Army::Black { (black, white) } else { (white, black) };
        let wins = self.wins(&frame, Placed { own, other, empty, key }, to_move as usize);
        Some(if wins { to_move } else { to_move.opponent() })
    }

    /// Returns true if the side to move wins; `side` is the place of its codes.
    fn wins(&mut self, frame: &Frame, at: Placed, side: usize) -> bool {
        if frame.beside(at.own) & at.empty == 0 {
            return false;
        }
        match at.empty.count_ones() {
            // An amazon goes there, and burns the square that it came from.
            1 => true,
            // The square that is left must not be beside the other's amazons.
            2 => {
                let beside = frame.beside(at.other);
                frame.any_move(at, |_, last| {
                    self.moves += 1;
                    last & beside == 0
                })
            }
            count => {
                if self.known.is_empty() {
                    self.known = vec![0; REMEMBERED];
                }
                let place = (at.key >> 64) as usize % REMEMBERED;
                let known = self.known[place];
                if known & !1 == at.key {
                    return known & 1 == 1;
                }
                let wins = if count < ORDERED_FROM {
                    frame.any_move(at, |action, _| self.is_winning(frame, at, side, action))
                } else {
                    self.wins_in_order(frame, at, side)
                };
                self.known[place] = at.key | u128::from(wins);
                wins
            }
        }
    }

    #[inline]
    fn is_winning(&mut self, frame: &Frame, at: Placed, side: usize, action: [usize; 3]) -> bool {
        self.moves += 1;
        !self.wins(frame, frame.after(at, side, action), 1 - side)
    }

    /// Returns true if one of the moves wins, which are tried in order.
    fn wins_in_order(&mut self, frame: &Frame, at: Placed, side: usize) -> bool {
        let begin = self.ordered.len();
        let is_over = frame.any_move(at, |[from, to, shot], empty| {
            let reach = |amazon| frame.reach(amazon, empty).count_ones();
            let left = bits(at.other).map(reach).sum();
            // Numbers of squares are less than 32.
            let [from, to, shot] = [from as u8, to as u8, shot as u8];
            self.ordered.push(Ordered { left, from, to, shot });
            left == 0
        });
        let wins = is_over || {
            self.ordered[begin..].sort_unstable();
            (begin..self.ordered.len()).any(|place| {
                let Ordered { from, to, shot, .. } = self.ordered[place];
                self.is_winning(frame, at, side, [from, to, shot].map(usize::from))
            })
        };
        self.ordered.truncate(begin);
        wins
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;
    use crate::squares::tests::any_squares;

    /// Positions, and whether the side to move wins by the rules alone.
    type Known = HashMap<(Subgame, Army), bool>;

    fn wins_by_rules(game: &Subgame, to_move: Army, known: &mut Known) -> bool {
        if let Some(&wins) = known.get(&(*game, to_move)) {
            return wins;
        }
        let other = to_move.opponent();
        let mut moves = game.moves(to_move).into_iter();
        let wins = moves.any(|action| !wins_by_rules(&game.after(to_move, action), other, known));
        known.insert((*game, to_move), wins);
        wins
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Some boards one after the other, and all of them again: what is remembered is of no other board.
        #[test]
        fn endings_are_won_as_by_the_rules(
            boards in prop::collection::vec((any_squares(), any_squares(), any_squares()), 1..8),
            top in 0usize..6,
            most in 7usize..14,
        ) {
            let mut endings = Endings::default();
            let corner = Squares::rectangle(top + 3, 4);
            for (burnt, black, white) in boards.iter().chain(&boards).copied() {
                let squares: Squares = (corner - (burnt & black)).iter().take(most).collect();
                let black: Squares = (squares & black).iter().take(3).collect();
                let white: Squares = ((squares & white) - black).iter().take(3).collect();
                let empty: Squares = (squares - black - white).iter().take(8).collect();
                let Some(game) = Subgame::new(empty | black | white, black, white) else { continue };
                let mut known = Known::new();
                for side in Army::BOTH {
                    let winner = if wins_by_rules(&game, side, &mut known) { side } else { side.opponent() };
                    prop_assert_eq!(endings.winner(&game, side), Some(winner));
                }
            }
        }
    }

    #[test]
    fn large_boards_are_not_numbered() {
        let squares = Squares::rectangle(6, 6);
        let one: Squares = squares.first().unwrap().into();
        let game = Subgame::new(squares, one, Squares::EMPTY).unwrap();
        assert_eq!(Endings::default().winner(&game, Army::Black), None);
    }
}
