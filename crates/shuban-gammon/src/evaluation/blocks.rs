//! Points that the other side holds, so that a roll cannot be played.

use super::side::SideView;
use crate::moves::{MoveGenerator, PlayScratch};
use crate::position::Position;
use crate::variant::Variant;
use shuban_core::dice::rolls;

/// The chance that the next roll cannot be played at all.
///
/// A roll is lost where neither of its dice moves a checker, so it is enough to know the faces that
/// move none. Exact in every position, with checkers on the bar and while bearing off too. For a
/// side on the bar it is [the chance of not entering](super::chance_of_not_entering).
#[inline]
pub fn chance_of_no_move(side: &SideView) -> f64 {
    side.both_among((1..=side.faces).filter(|&die| !moves_some(side, die)).count())
}

/// Returns true if a die moves some checker.
#[inline]
fn moves_some(side: &SideView, die: usize) -> bool {
    let bar = 1u32 << side.bar;
    if side.occupied & bar != 0 {
        return side.open >> (side.bar - die) & 1 == 1;
    }
    if side.occupied & side.open << die != 0 {
        return true;
    }
    // Borne off: the checker exactly there, or the highest if none is that high.
    side.is_home() && (side.occupied >> die & 1 == 1 || side.occupied >> die == 0)
}

/// The same by generating all plays of all rolls: the definition, and slow.
pub fn chance_of_no_move_by_plays(variant: &Variant, position: &Position) -> f64 {
    let turn = MoveGenerator::new(variant, position);
    let passed = position.swapped();
    let mut scratch = PlayScratch::default();
    let (mut lost, mut all) = (0, 0);
    for (roll, weight) in rolls(variant.faces()) {
        let mut is_lost = true;
        turn.for_each_after(roll, &mut scratch, |after| is_lost &= after == passed);
        lost += if is_lost { weight } else { 0 };
        all += weight;
    }
    f64::from(lost) / f64::from(all)
}

/// Number of checkers that a die can move to an open point, or off: the page's cheap form.
///
/// It asks each checker alone. So it does not see that checkers on the bar come first, nor which of
/// the checkers that a die could bear off the rules let go.
#[inline]
pub fn movable_checkers(side: &SideView, die: usize) -> usize {
    let is_home = side.is_home();
    let moves = |place: usize| match place.checked_sub(die) {
        Some(to) if to > 0 => side.open >> to & 1 == 1,
        _ => is_home,
    };
    side.side.iter().filter(|&(place, _)| moves(place)).map(|(_, count)| count).sum()
}

/// The page's table: the chance of no move by the numbers of checkers that each face moves.
///
/// With 8 checkers and dice of 3 faces that is 9³ = 729 cases.
#[derive(Clone, Debug, PartialEq)]
pub struct MovableTable {
    chances: Vec<f64>,
    /// Number of possible counts, from 0 to all checkers.
    counts: usize,
    faces: usize,
}

impl MovableTable {
    /// Most cases of a table: backgammon would have 16⁶.
    const MOST: usize = 1 << 16;

    /// The table of a variant; `None` if it would have more than 2¹⁶ cases.
    pub fn new(variant: &Variant) -> Option<Self> {
        let (counts, faces) = (variant.checkers() + 1, usize::from(variant.faces()));
        let cases = counts.checked_pow(faces as u32).filter(|&cases| cases <= Self::MOST)?;
        let chance = |case: usize| {
            let moved = (0..faces).map(|die| case / counts.pow(die as u32) % counts);
            let share = moved.filter(|&checkers| checkers == 0).count() as f64 / faces as f64;
            share * share
        };
        Some(MovableTable { chances: (0..cases).map(chance).collect(), counts, faces })
    }

    /// Number of cases.
    pub fn cases(&self) -> usize {
        self.chances.len()
    }

    /// The chance of no move as it stands in the table, of a side of its variant.
    #[inline]
    pub fn chance_of_no_move(&self, side: &SideView) -> f64 {
        let dice = (1..=self.faces).rev();
        let case = dice.fold(0, |case, die| case * self.counts + movable_checkers(side, die));
        self.chances.get(case).copied().unwrap_or_default()
    }
}
