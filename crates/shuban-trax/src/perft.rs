//! Counting positions ply by ply: the check that the rules are right.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use shuban_core::Game;

use crate::plain::{PlainPosition, PlainTrax};
use crate::rules::{Position, Trax};
use crate::tile::Colour;

/// How many positions of each kind a ply reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// All, finished or not.
    pub positions: u64,
    /// Those in which white alone has a loop or a line.
    pub white: u64,
    /// Those in which red alone has one.
    pub red: u64,
    /// Those in which both have one: the mover wins.
    pub both: u64,
    /// Those that are drawn: full without either.
    pub full: u64,
    /// Those in which the player to move has no legal turn, and loses.
    pub stuck: u64,
}

/// The counts of one ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PlyTally {
    /// Move sequences: a position counts once for each of the ways to come to it.
    pub sequences: Tally,
    /// Positions that differ by more than a rotation, a reflection or a shift.
    pub distinct: Tally,
}

/// Rules that positions can be counted by.
trait Countable {
    type Position: Clone + Eq + Hash;

    fn start(&self) -> Self::Position;

    /// Visits the position after every legal turn; the turns of a position that is not over.
    fn each_after(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    fn canonical(&self, position: &Self::Position) -> Self::Position;

    /// Whether white, and red, have a loop or a line.
    fn wins(&self, position: &Self::Position) -> [bool; 2];

    fn is_full(&self, position: &Self::Position) -> bool;

    fn can_move(&self, position: &Self::Position) -> bool;
}

impl Countable for Trax {
    type Position = Position;

    fn start(&self) -> Position {
        Position::START
    }

    fn each_after(&self, position: &Position, mut visit: impl FnMut(Position)) {
        self.each_turn(position, |_, after| {
            visit(after);
            true
        });
    }

    fn canonical(&self, position: &Position) -> Position {
        Trax::canonical(self, position)
    }

    fn wins(&self, position: &Position) -> [bool; 2] {
        [Colour::White, Colour::Red].map(|colour| position.wins.has(colour))
    }

    fn is_full(&self, position: &Position) -> bool {
        position.board.tiles() == self.size() * self.size()
    }

    fn can_move(&self, position: &Position) -> bool {
        Trax::can_move(self, position)
    }
}

impl Countable for PlainTrax {
    type Position = PlainPosition;

    fn start(&self) -> PlainPosition {
        PlainPosition::start()
    }

    fn each_after(&self, position: &PlainPosition, visit: impl FnMut(PlainPosition)) {
        self.moves(position).into_iter().map(|(_, after)| after).for_each(visit);
    }

    fn canonical(&self, position: &PlainPosition) -> PlainPosition {
        Game::canonical(self, position)
    }

    fn wins(&self, position: &PlainPosition) -> [bool; 2] {
        [Colour::White, Colour::Red].map(|colour| self.features(position, colour) != (false, false))
    }

    fn is_full(&self, position: &PlainPosition) -> bool {
        self.limit.is_some_and(|limit| position.tiles() as i32 == limit * limit)
    }

    fn can_move(&self, position: &PlainPosition) -> bool {
        !self.moves(position).is_empty()
    }
}

/// Counts the positions at the end of each of so many plies, from the start; finished ones are not played
/// on. The last count need not be the last one asked for, if all games are over before. `go_on` is asked
/// now and then with the number of positions held, and may call it off: then the counts are those of the
/// plies that were finished.
///
/// Each distinct position is expanded once, so that time and memory go with their number.
pub fn perft(trax: &Trax, plies: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Vec<PlyTally> {
    count(trax, plies, go_on)
}

/// The same by the plain rules, and without a board.
pub fn perft_plain(trax: &PlainTrax, plies: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Vec<PlyTally> {
    count(trax, plies, go_on)
}

fn count<T: Countable>(trax: &T, plies: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Vec<PlyTally> {
    let mut tallies = Vec::new();
    let mut frontier: FxHashMap<T::Position, u64> = [(trax.start(), 1)].into_iter().collect();
    for _ in 0..plies {
        let mut next: FxHashMap<T::Position, u64> = FxHashMap::default();
        for (number, (position, ways)) in frontier.iter().enumerate() {
            if number % 1024 == 0 && !go_on(frontier.len() + next.len()) {
                return tallies;
            }
            trax.each_after(position, |after| *next.entry(trax.canonical(&after)).or_default() += ways);
        }
        if next.is_empty() {
            break;
        }
        let mut tally = PlyTally::default();
        next.retain(|position, &mut ways| {
            let wins = trax.wins(position);
            let is_full = trax.is_full(position);
            let goes_on = wins == [false, false] && !is_full;
            let is_stuck = goes_on && !trax.can_move(position);
            for (tally, count) in [(&mut tally.sequences, ways), (&mut tally.distinct, 1)] {
                tally.positions += count;
                let field = match wins {
                    [true, true] => &mut tally.both,
                    [true, false] => &mut tally.white,
                    [false, true] => &mut tally.red,
                    [false, false] if is_full => &mut tally.full,
                    [false, false] if is_stuck => &mut tally.stuck,
                    [false, false] => continue,
                };
                *field += count;
            }
            goes_on
        });
        tallies.push(tally);
        frontier = next;
    }
    tallies
}
