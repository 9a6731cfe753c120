//! A move generator that overlooks some plays: the explanation of a printed number, not rules.
//!
//! A published table of positions that backward induction values has 2,458 for one checker against
//! two in backgammon, where the rules give 2,478. The printed number, and the others of that table,
//! result if a generator assumes that one checker moved by both dice reaches the same position in
//! either order unless an opponent is hit. That is so, unless it is the first order that hits: then
//! the way around the hit is overlooked.

use shuban_core::dice::Roll;
use shuban_gammon::{CheckerStep, Move, MoveGenerator, Position, Variant};

/// Returns the after-positions of a roll; one checker that plays a non-double alone tries the
/// higher die first, and the other order only if that hits on the way or the first is impossible.
pub fn restricted_after_positions(
    variant: &Variant,
    position: &Position,
    roll: Roll,
) -> Vec<Position> {
    let mut plays = MoveGenerator::new(variant, position).plays(roll);
    if !roll.is_double() {
        // Each after-position comes with the play that was found first, by the higher die first if
        // there is one: so a play by the lower die first is the only way to its position.
        let starts: Vec<u8> = plays
            .iter()
            .filter_map(|(action, _)| one_checker(action))
            .filter(|(first, _)| die(first) == roll.high())
            .map(|(first, _)| first.from)
            .collect();
        plays.retain(|(action, _)| {
            one_checker(action).is_none_or(|(first, _)| {
                let is_second_order = die(first) == roll.low() && starts.contains(&first.from);
                // Where another checker stood halfway, it may as well be that one which goes on.
                let is_by_two = position.mover.on(usize::from(first.to)) > 0;
                !is_second_order || first.hit || is_by_two
            })
        });
    }
    plays.into_iter().map(|(_, after)| after).collect()
}

/// Returns the two steps of a play that one checker makes alone.
fn one_checker(action: &Move) -> Option<(&CheckerStep, &CheckerStep)> {
    match action.steps() {
        [first, second] if first.to == second.from => Some((first, second)),
        _ => None,
    }
}

/// Returns the die of a step that ends on the board.
fn die(step: &CheckerStep) -> u8 {
    step.from - step.to
}
