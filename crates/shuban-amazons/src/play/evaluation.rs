//! The worth of a board by territory.
//!
//! The parts are those of J. Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer
//! Science 349, 2005: squares that one side reaches before the other, by moves of queens and by steps of kings,
//! weighed by how much of the board is still contended for. Room around amazons is simpler than the mobility there.

use super::reach::{Levels, Lines, beside};
use super::weights::{SQUARE, Weights};
use crate::squares::Squares;
use crate::subgame::{Army, Subgame};

/// Steps of a king by which a side may be nearer to a square, at most.
const NEARER: usize = 6;

/// The parts of an evaluation, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Squares that the side reaches in fewer moves of a queen, less those of the other (t1 without ties).
    pub queens: i32,
    /// Squares that both reach in as many moves of a queen.
    pub queen_ties: i32,
    /// The same in steps of a king (t2).
    pub kings: i32,
    /// Squares that both reach in as many steps of a king.
    pub king_ties: i32,
    /// The sum of 2^(1 - moves of a queen) over all squares, less that of the other (c1), in 1024ths.
    pub near_queens: i32,
    /// The sum of the steps of a king by which the side is nearer, up to six a square, less that of the other
    /// (six times c2).
    pub near_kings: i32,
    /// The sum of the squares of missing room, of the other less that of the side (m).
    pub room: i32,
    /// The contention: over squares that both reach, the sum of 2^-|difference of moves of a queen|, in
    /// 1024ths (w).
    pub contention: i32,
}

impl Parts {
    /// Finds the parts on a board of up to ten columns.
    pub fn of(game: &Subgame, to_move: Army, weights: &Weights) -> Self {
        let free = game.empty();
        let lines = Lines::new(free);
        let amazons = [to_move, to_move.opponent()].map(|side| game.amazons(side));
        let queens = amazons.map(|own| Levels::by_queens(own, &lines));
        let kings = amazons.map(|own| Levels::by_kings(own, free));
        let [room, others_room] = amazons.map(|own| missing_room(own, free, weights.enough_room));
        let (queen_lead, queen_ties) = first(&queens);
        let (king_lead, king_ties) = first(&kings);
        let [nearer, others_nearer] = [nearer(&kings[0], &kings[1]), nearer(&kings[1], &kings[0])];
        Parts {
            queens: queen_lead,
            queen_ties,
            kings: king_lead,
            king_ties,
            near_queens: near(&queens[0]) - near(&queens[1]),
            near_kings: nearer - others_nearer,
            room: others_room - room,
            contention: contention(&queens),
        }
    }

    /// Returns the score for the side to move, in 1024ths of a square.
    pub fn score(&self, weights: &Weights) -> i32 {
        let phase = (self.contention / weights.early.max(1)).min(SQUARE);
        let tie = weights.tie.at(phase);
        let first = |lead: i32, ties: i32| lead * SQUARE + ties * tie;
        let part = |weight: i32, part: i32| i64::from(weight) * i64::from(part);
        let sum = part(weights.queens.at(phase), first(self.queens, self.queen_ties))
            + part(weights.kings.at(phase), first(self.kings, self.king_ties))
            + part(weights.near_queens.at(phase), self.near_queens)
            + part(weights.near_kings.at(phase), self.near_kings * SQUARE / NEARER as i32)
            + part(weights.room.at(phase), self.room * SQUARE / 16);
        (sum / i64::from(SQUARE)) as i32 + weights.turn.at(phase)
    }
}

/// Returns the number of squares that the first side reaches first, less that of the other, and the number of
/// those that both reach at once.
fn first(levels: &[Levels; 2]) -> (i32, i32) {
    let [own, other] = levels;
    let (mut reached, mut lead, mut ties) = ([Squares::EMPTY; 2], 0, 0);
    for number in 0..own.sets().len().max(other.sets().len()) {
        let at = [own.at(number) - reached[1], other.at(number) - reached[0]];
        let both = (at[0] & at[1]).len() as i32;
        lead += at[0].len() as i32 - at[1].len() as i32;
        ties += both;
        reached = [reached[0] | own.at(number), reached[1] | other.at(number)];
    }
    (lead, ties)
}

/// Returns the sum of 2^(1 - distance), in 1024ths.
fn near(levels: &Levels) -> i32 {
    let sets = levels.sets().iter().zip(0..);
    sets.map(|(set, number): (_, u32)| set.len() as i32 * (SQUARE >> number.min(31))).sum()
}

/// Returns the sum of the distances by which one side is nearer than the other, up to [`NEARER`] a square.
fn nearer(one: &Levels, other: &Levels) -> i32 {
    // Squares that the other reaches within each distance.
    let mut within = Squares::EMPTY;
    let mut sum = 0;
    let mut reached = [Squares::EMPTY; super::reach::FARTHEST + NEARER];
    for (number, reached) in reached.iter_mut().enumerate() {
        within = within | other.at(number);
        *reached = within;
    }
    for (number, &set) in one.sets().iter().enumerate() {
        for reached in &reached[number..number + NEARER] {
            let left = set - *reached;
            if left.is_empty() {
                break;
            }
            sum += left.len() as i32;
        }
    }
    sum
}

/// Returns the contention for the board, in 1024ths of a square.
fn contention(levels: &[Levels; 2]) -> i32 {
    let [own, other] = levels;
    let mut sum = 0;
    for (number, &set) in own.sets().iter().enumerate() {
        for (other_number, &other_set) in other.sets().iter().enumerate() {
            let both = (set & other_set).len() as i32;
            sum += both * (SQUARE >> number.abs_diff(other_number).min(31));
        }
    }
    sum
}

/// Returns the sum, over amazons, of the square of what they lack of some room within two steps.
fn missing_room(amazons: Squares, free: Squares, enough: i32) -> i32 {
    let lack = |amazon| {
        let one = beside(Squares::from(amazon)) & free;
        let two = beside(one) & free;
        (enough - two.len() as i32).max(0)
    };
    amazons.iter().map(|amazon| lack(amazon).pow(2)).sum()
}
