//! Counting positions ply by ply: the check that the rules are right.

use rustc_hash::FxHashMap;

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

/// Counts the positions at the end of each of so many plies, from the start; finished ones are not played
/// on. The last count need not be the last one asked for, if all games are over before. `go_on` is asked
/// now and then with the number of positions held, and may call it off: then the counts are those of the
/// plies that were finished.
///
/// Each distinct position is expanded once, so that time and memory go with their number.
pub fn perft(trax: &Trax, plies: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Vec<PlyTally> {
    let mut tallies = Vec::new();
    let mut frontier: FxHashMap<Position, u64> = [(Position::START, 1)].into_iter().collect();
    for _ in 0..plies {
        let mut next: FxHashMap<Position, u64> = FxHashMap::default();
        for (number, (position, ways)) in frontier.iter().enumerate() {
            if number % 1024 == 0 && !go_on(frontier.len() + next.len()) {
                return tallies;
            }
            trax.each_turn(position, |_, after| {
                *next.entry(trax.canonical(&after)).or_default() += ways;
                true
            });
        }
        if next.is_empty() {
            break;
        }
        let mut tally = PlyTally::default();
        for (position, &ways) in &next {
            for (tally, count) in [(&mut tally.sequences, ways), (&mut tally.distinct, 1)] {
                tally.positions += count;
                let field = match (position.wins.has(Colour::White), position.wins.has(Colour::Red)) {
                    (true, true) => &mut tally.both,
                    (true, false) => &mut tally.white,
                    (false, true) => &mut tally.red,
                    (false, false) if trax.settled_outcome(position).is_some() => &mut tally.full,
                    (false, false) if count > 0 && !trax.can_move(position) => &mut tally.stuck,
                    (false, false) => continue,
                };
                *field += count;
            }
        }
        tallies.push(tally);
        next.retain(|position, _| trax.settled_outcome(position).is_none());
        frontier = next;
    }
    tallies
}
