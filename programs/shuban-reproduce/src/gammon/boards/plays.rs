//! Lists of plays on any layout, the same steps in the same order on each, so that only the layouts
//! differ.

use shuban_core::TwoSided;
use shuban_core::dice::{Roll, rolls};
use shuban_gammon::{MoveGenerator, PlayScratch, Position, Variant};

use super::layouts::{Layout, POINTS};

/// Number of steps of a double.
const STEPS: usize = 4;

/// Largest number of checkers of a side on the boards of which all are tried.
const FEW: usize = 2;

/// Lists the boards after all plays of a roll, each once, with the mover still the mover. The game
/// is not over.
pub(super) fn list<L: Layout>(board: L, roll: Roll, found: &mut Vec<L>) {
    found.clear();
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    if roll.is_double() {
        let mut fewest = STEPS;
        return repeat(board, high, STEPS, u16::MAX, &mut fewest, found);
    }
    for (first, second) in [(high, low), (low, high)] {
        for from in places(board.sources(first)) {
            let middle = board.step(from, first);
            if middle.is_over() {
                push_new(found, middle);
            } else {
                let seconds = places(middle.sources(second));
                seconds.for_each(|from| push_new(found, middle.step(from, second)));
            }
        }
    }
    for die in [high, low] {
        if found.is_empty() {
            found.extend(places(board.sources(die)).map(|from| board.step(from, die)));
        }
    }
    if found.is_empty() {
        found.push(board);
    }
}

/// Lists what the most steps by one die lead to. They may be made from the highest place down, so
/// that each board comes up once. `fewest` is the least number that any play has left.
fn repeat<L: Layout>(
    board: L,
    die: usize,
    left: usize,
    allowed: u16,
    fewest: &mut usize,
    found: &mut Vec<L>,
) {
    let is_over = board.is_over();
    let sources = if left == 0 || is_over { 0 } else { board.sources(die) & allowed };
    if sources == 0 {
        let left = if is_over { 0 } else { left };
        if left < *fewest {
            *fewest = left;
            found.clear();
        }
        if left == *fewest {
            found.push(board);
        }
    }
    for from in places(sources) {
        repeat(board.step(from, die), die, left - 1, u16::MAX >> (15 - from), fewest, found);
    }
}

fn push_new<L: PartialEq>(found: &mut Vec<L>, board: L) {
    if !found.contains(&board) {
        found.push(board);
    }
}

/// Returns the places of a mask.
fn places(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(place)
    })
}

/// Returns all positions of few checkers.
pub(super) fn small_positions() -> impl Iterator<Item = Position> {
    let sizes = (1..=FEW).flat_map(|mover| (1..=FEW).map(move |opponent| (mover, opponent)));
    let indexes = sizes.filter_map(|(mover, opponent)| TwoSided::new(POINTS, mover, opponent));
    indexes.flat_map(|index| {
        let sides = (0..index.len()).filter_map(move |rank| index.unrank(rank));
        sides.map(|(mover, opponent)| Position::new(mover, opponent))
    })
}

/// Counts the rolls of positions, and those whose plays a layout lists otherwise than the rules.
pub(super) fn wrong_lists<L: Layout>(variant: &Variant, positions: &[Position]) -> [usize; 2] {
    let (mut scratch, mut found) = (PlayScratch::default(), Vec::new());
    let [mut all, mut wrong] = [0; 2];
    for position in positions {
        let rules = MoveGenerator::new(variant, position);
        for (roll, _) in rolls(variant.faces()) {
            let mut expected = Vec::new();
            rules.for_each_after(roll, &mut scratch, |after| {
                expected.push(L::of(&after.swapped()));
            });
            list(L::of(position), roll, &mut found);
            expected.sort_unstable();
            found.sort_unstable();
            all += 1;
            wrong += usize::from(found != expected);
        }
    }
    [all, wrong]
}
