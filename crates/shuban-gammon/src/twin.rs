//! The plain reference implementation of the rules of play, and its comparison with the fast one.
//!
//! Everything here is done the obvious way, on arrays, sequence by sequence, and shares nothing
//! with [`MoveGenerator`] but the types of its arguments: tests and the `check` command compare the
//! two.

use std::collections::BTreeSet;

use shuban_core::Random;
use shuban_core::checkers::Checkers;
use shuban_core::dice::{Roll, rolls};

use crate::moves::{MoveGenerator, PlayScratch};
use crate::notation::format_position;
use crate::position::Position;
use crate::variant::Variant;

/// Both sides on arrays, each in its own coordinates; place 0 takes the checkers borne off.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PlainBoard {
    mover: [u8; 32],
    opponent: [u8; 32],
}

/// A sequence of single-die steps: how far it has come.
struct Sequence {
    board: PlainBoard,
    /// The dice played, in order.
    dice: Vec<u8>,
}

/// The after-positions of a roll, in ascending order, by listing every sequence of steps.
pub fn after_positions(variant: &Variant, position: &Position, roll: Roll) -> BTreeSet<Position> {
    let mut sequences = all_sequences(variant, position, roll);
    // As many dice as possible; a sequence that ends the game counts as complete.
    let dice = if roll.is_double() { 4 } else { 2 };
    let length = |sequence: &Sequence| {
        if is_done(variant, &sequence.board) { dice } else { sequence.dice.len() }
    };
    let longest = sequences.iter().map(length).max().unwrap_or(0);
    sequences.retain(|sequence| length(sequence) == longest);
    // If only one of two can be played, the larger one if it can.
    if longest == 1
        && !roll.is_double()
        && sequences.iter().any(|sequence| sequence.dice == [roll.high()])
    {
        sequences.retain(|sequence| sequence.dice == [roll.high()]);
    }
    ends(variant, position, &sequences)
}

/// The after-positions where neither as many dice as possible nor the larger one have to be played:
/// each order of the dice is played as far as it goes, and every result is kept. Not the rules of
/// the game; a published program plays so, and its figures are reproduced in this way only.
pub fn after_positions_without_dice_rules(
    variant: &Variant,
    position: &Position,
    roll: Roll,
) -> BTreeSet<Position> {
    let mut sequences = all_sequences(variant, position, roll);
    if sequences.iter().any(|sequence| !sequence.dice.is_empty()) {
        sequences.retain(|sequence| !sequence.dice.is_empty());
    }
    ends(variant, position, &sequences)
}

/// The positions that sequences lead to.
fn ends(variant: &Variant, position: &Position, sequences: &[Sequence]) -> BTreeSet<Position> {
    let end = |sequence: &Sequence| position_after(variant, &sequence.board, position.turn);
    sequences.iter().map(end).collect()
}

/// Every sequence of steps in either order of the dice, each as far as it goes.
fn all_sequences(variant: &Variant, position: &Position, roll: Roll) -> Vec<Sequence> {
    let (high, low) = (roll.high(), roll.low());
    let orders =
        if roll.is_double() { vec![vec![high; 4]] } else { vec![vec![high, low], vec![low, high]] };
    let mut sequences = Vec::new();
    for order in &orders {
        let start = Sequence { board: board_of(position), dice: Vec::new() };
        list_sequences(variant, order, start, &mut sequences);
    }
    sequences
}

/// Extends a sequence by the dice still in `order`, in every way, and lists those that have ended.
fn list_sequences(
    variant: &Variant,
    order: &[u8],
    sequence: Sequence,
    sequences: &mut Vec<Sequence>,
) {
    let mut extended = false;
    if let Some((&die, rest)) = order.split_first()
        && !is_done(variant, &sequence.board)
    {
        for from in 1..=variant.bar() {
            if let Some(board) = step(variant, &sequence.board, from, usize::from(die)) {
                let mut dice = sequence.dice.clone();
                dice.push(die);
                list_sequences(variant, rest, Sequence { board, dice }, sequences);
                extended = true;
            }
        }
    }
    if !extended {
        sequences.push(sequence);
    }
}

/// The board after one step, if it is legal.
fn step(variant: &Variant, board: &PlainBoard, from: usize, die: usize) -> Option<PlainBoard> {
    let bar = variant.bar();
    if board.mover[from] == 0 || (from != bar && board.mover[bar] > 0) {
        return None;
    }
    let mut next = *board;
    next.mover[from] -= 1;
    if die < from {
        let to = from - die;
        let there = bar - to; // the same point as the opponent counts it
        if board.opponent[there] >= 2 {
            return None;
        }
        if board.opponent[there] == 1 {
            next.opponent[there] = 0;
            next.opponent[bar] += 1;
        }
        next.mover[to] += 1;
        return Some(next);
    }
    let outside_home = (variant.home() + 1..=bar).any(|place| board.mover[place] > 0);
    let higher_in_home = (from + 1..=bar).any(|place| board.mover[place] > 0);
    if outside_home || (die > from && higher_in_home) {
        return None;
    }
    next.mover[0] += 1;
    Some(next)
}

fn is_done(variant: &Variant, board: &PlainBoard) -> bool {
    (1..=variant.bar()).all(|place| board.mover[place] == 0)
}

fn board_of(position: &Position) -> PlainBoard {
    let array = |checkers: Checkers| {
        let mut counts = [0; 32];
        for (place, count) in checkers.iter() {
            counts[place] = count as u8;
        }
        counts
    };
    PlainBoard { mover: array(position.mover), opponent: array(position.opponent) }
}

fn position_after(variant: &Variant, board: &PlainBoard, turn: u8) -> Position {
    let checkers = |counts: &[u8; 32]| {
        (1..=variant.bar())
            .fold(Checkers::NONE, |all, place| all.with(place, usize::from(counts[place])))
    };
    Position { mover: checkers(&board.opponent), opponent: checkers(&board.mover), turn: 1 - turn }
}

/// A position and roll for which the two implementations disagree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("plays of {position} with {roll}: missing {missing:?}, not legal or twice {extra:?}")]
pub struct Mismatch {
    /// The position, as text.
    pub position: String,
    /// The roll.
    pub roll: Roll,
    /// After-positions that only the plain implementation finds.
    pub missing: Vec<String>,
    /// After-positions that only the fast one finds, or finds twice.
    pub extra: Vec<String>,
}

/// Compares both implementations on one position and roll; returns the number of after-positions.
///
/// # Errors
/// [`Mismatch`] if they differ, or the fast one gives an after-position twice.
pub fn compare(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    scratch: &mut PlayScratch,
) -> Result<u64, Mismatch> {
    let expected = after_positions(variant, position, roll);
    let mut missing = expected.clone();
    let mut extra = Vec::new();
    MoveGenerator::new(variant, position).for_each_after(roll, scratch, |after| {
        if !missing.remove(&after) {
            extra.push(format_position(variant, &after));
        }
    });
    if missing.is_empty() && extra.is_empty() {
        return Ok(expected.len() as u64);
    }
    let missing = missing.iter().map(|after| format_position(variant, after)).collect();
    Err(Mismatch { position: format_position(variant, position), roll, missing, extra })
}

/// Compares both implementations on `pairs` random positions with a random roll each, the same ones
/// for the same `seed`; returns the number of after-positions seen.
///
/// # Errors
/// The first [`Mismatch`].
pub fn compare_random(variant: &Variant, pairs: u64, seed: u64) -> Result<u64, Mismatch> {
    let faces = usize::from(variant.faces());
    compare_drawn(variant, pairs, seed, |random| {
        let position = random_position(variant, random);
        (position, Roll::new(random.place(faces) as u8 + 1, random.place(faces) as u8 + 1))
    })
}

/// Compares both implementations on random sides alone at home, as [`compare_random`] does.
///
/// # Errors
/// The first [`Mismatch`].
pub fn compare_random_sides(variant: &Variant, pairs: u64, seed: u64) -> Result<u64, Mismatch> {
    let all = rolls(variant.faces());
    compare_drawn(variant, pairs, seed, |random| {
        let count = 1 + random.place(variant.checkers());
        let places: Vec<usize> = (0..count).map(|_| 1 + random.place(variant.home())).collect();
        let (roll, _) = all[random.place(all.len())];
        (Position::new(Checkers::from_places(places), Checkers::NONE), roll)
    })
}

fn compare_drawn(
    variant: &Variant,
    pairs: u64,
    seed: u64,
    mut draw: impl FnMut(&mut Random) -> (Position, Roll),
) -> Result<u64, Mismatch> {
    let (mut random, mut scratch) = (Random::new(seed), PlayScratch::default());
    let each = |_| {
        let (position, roll) = draw(&mut random);
        compare(variant, &position, roll, &mut scratch)
    };
    (0..pairs).map(each).sum()
}

/// A random position in which both sides have a checker left: of any number of checkers, scattered
/// or in stacks, in contact, bearing off or on the bar.
pub fn random_position(variant: &Variant, random: &mut Random) -> Position {
    let mover = random_side(variant, random, Checkers::NONE);
    let opponent = random_side(variant, random, mover);
    Position { mover, opponent, turn: random.place(2) as u8 }
}

/// Between one and all of a side's checkers, off the points of `beside`.
fn random_side(variant: &Variant, random: &mut Random, beside: Checkers) -> Checkers {
    let (points, bar) = (variant.points(), variant.bar());
    let count = 1 + random.place(variant.checkers());
    // Everywhere, at home only, in the farther half only, or around some points.
    let (lowest, highest) = match random.place(6) {
        0 => (1, variant.home()),
        1 => (points / 2 + 1, points),
        2 => (1, (variant.home() + 3).min(points)),
        _ => (1, points),
    };
    let often_barred = random.place(4) == 0;
    let stack = 1 + random.place(4);
    let mut side = Checkers::NONE;
    // Closed homes are rare by chance.
    let close_home = random.place(4) == 0;
    for place in (1..=variant.home()).filter(|place| close_home && beside.on(bar - place) == 0) {
        side = side.with(place, 2.min(count - side.count()));
    }
    while side.count() < count {
        let wanted = lowest + random.place(highest + 1 - lowest);
        let on_bar = random.place(if often_barred { 4 } else { 40 }) == 0;
        let free = !on_bar && beside.on(bar - wanted) == 0;
        let place = if free { wanted } else { bar };
        // Where the other side holds the whole range, the remaining checkers go to the bar.
        if !free && !on_bar && random.place(8) != 0 {
            continue;
        }
        let height = stack.min(count - side.count());
        side = side.with(place, side.on(place) + height);
    }
    side
}
