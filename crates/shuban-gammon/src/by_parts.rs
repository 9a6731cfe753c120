//! Moves part by part on a drawn board: one checker by one die each, in the player's own order.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;
use shuban_core::present::MovePart;

use crate::moves::Move;
use crate::notation::place_name;
use crate::position::Position;
use crate::variant::Variant;

/// The place that a checker leaves, and the one where it lands; 0 is off the board.
type Step = (usize, usize);

/// The ways to make a move by hand. A checker that is moved by both dice may stop at either of two
/// points, if nobody is hit on them.
pub(crate) fn ways(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    action: &Move,
) -> Vec<Vec<MovePart>> {
    let steps: Vec<Step> =
        action.steps().iter().map(|step| (step.from.into(), step.to.into())).collect();
    let name = |place| place_name(variant, place);
    let part = |(from, to): Step| MovePart::Carried(name(from), name(to));
    let other = other_stop(variant, position, roll, action);
    let ways =
        [Some(free_first(position.mover, steps)), other.map(Vec::from)].into_iter().flatten();
    let ways = ways.filter(|steps| !steps.is_empty());
    ways.map(|steps| steps.into_iter().map(part).collect()).collect()
}

/// Orders steps so that those of checkers that stand where they begin come first, from the lowest;
/// the others wait for a checker to come.
fn free_first(mover: Checkers, mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_unstable();
    let mut left = [0usize; 32];
    let (mut free, mut waiting) = (Vec::new(), Vec::new());
    for step @ (from, _) in steps {
        left[from] += 1;
        if left[from] <= mover.on(from) { free.push(step) } else { waiting.push(step) }
    }
    free.into_iter().chain(waiting.into_iter().rev()).collect()
}

/// The same move of one checker by both dice, in the other order.
fn other_stop(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    action: &Move,
) -> Option<[Step; 2]> {
    let [one, other] = action.steps() else { return None };
    let (first, second) = if one.to == other.from { (one, other) } else { (other, one) };
    let (from, usual, to) =
        (usize::from(first.from), usize::from(first.to), usize::from(second.to));
    if first.to != second.from || first.hit {
        return None;
    }
    let die = from - usual;
    let stop = from.checked_sub(usize::from(roll.high() + roll.low()) - die)?;
    if stop == 0 || stop == usual || position.opponent.on(variant.bar() - stop) > 0 {
        return None;
    }
    // A larger die than needed bears off the highest checker alone.
    let is_highest = || position.mover.less(from).highest().is_none_or(|highest| highest <= stop);
    let is_borne_off = || stop <= variant.home() && (stop == die || stop < die && is_highest());
    (to > 0 || is_borne_off()).then_some([(from, stop), (stop, to)])
}

/// The position after some parts of a move, with the mover still the mover, and the dice that are
/// left; `None` if they cannot be made.
pub(crate) fn after(
    variant: &Variant,
    position: &Position,
    roll: Roll,
    made: &[MovePart],
) -> Option<(Position, Vec<u8>)> {
    let mut now = *position;
    let mut dice = vec![roll.high(); if roll.is_double() { 4 } else { 1 }];
    if !roll.is_double() {
        dice.push(roll.low());
    }
    for part in made {
        let MovePart::Carried(from, to) = part else { return None };
        let (from, to) = (place(variant, from)?, place(variant, to)?);
        if now.mover.on(from) == 0 {
            return None;
        }
        // The smallest die that is enough, which is the exact one on the board.
        let enough = (dice.iter().enumerate()).filter(|(_, die)| usize::from(**die) + to >= from);
        let (used, _) = enough.min_by_key(|(_, die)| **die)?;
        dice.remove(used);
        now.mover = now.mover.less(from);
        if to > 0 {
            match now.opponent.on(variant.bar() - to) {
                0 => {}
                1 => now.opponent = now.opponent.less(variant.bar() - to).more(variant.bar()),
                _ => return None,
            }
            now.mover = now.mover.more(to);
        }
    }
    Some((now, dice))
}

fn place(variant: &Variant, name: &str) -> Option<usize> {
    match name {
        "bar" => Some(variant.bar()),
        "off" => Some(0),
        _ => name.parse().ok().filter(|point| (1..=variant.points()).contains(point)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shuban_core::Random;
    use shuban_core::dice::rolls;

    use super::*;
    use crate::moves::MoveGenerator;
    use crate::twin::random_position;

    fn written(text: &str, roll: (u8, u8), action: &str) -> Vec<String> {
        let variant = Variant::by_name("half-gammon").unwrap();
        let position = crate::notation::parse_position(&variant, text).unwrap();
        let roll = Roll::new(roll.0, roll.1);
        let (action, _) =
            crate::move_notation::parse_move(&variant, &position, roll, action).unwrap();
        let ways = ways(&variant, &position, roll, &action);
        let text =
            |way: Vec<MovePart>| way.iter().map(MovePart::to_string).collect::<Vec<_>>().join(" ");
        ways.into_iter().map(text).collect()
    }

    #[test]
    fn parts_are_free_or_wait() {
        assert_eq!(written("10,11,12|bar", (2, 1), "12/11 10/8"), ["10~8 12~11"]);
        assert_eq!(written("10|bar", (2, 1), "10/7").len(), 2);
        // A checker stands on 8 already: it may go first.
        assert_eq!(written("8,10|bar", (2, 1), "10/7")[0], "8~7 10~8");
        assert_eq!(written("1,2|bar", (3, 2), "2/off 1/off"), ["1~off 2~off"]);
    }

    /// All ways of a move lead to the position after it, whatever the order.
    #[test]
    fn every_way_leads_to_the_position_after_the_move() {
        let variant = Variant::by_name("half-gammon").unwrap();
        let mut random = Random::new(7);
        for _ in 0..300 {
            let position = random_position(&variant, &mut random);
            for (roll, _) in rolls(variant.faces()) {
                let mut seen = BTreeSet::new();
                for (action, then) in MoveGenerator::new(&variant, &position).plays(roll) {
                    for mut way in ways(&variant, &position, roll, &action) {
                        let (now, dice) = after(&variant, &position, roll, &way).unwrap();
                        assert_eq!(now.swapped(), then, "{position:?} {roll} {way:?}");
                        assert_eq!(dice.len() + way.len(), if roll.is_double() { 4 } else { 2 });
                        way.sort();
                        assert!(seen.insert(way), "{position:?} {roll} {action:?}");
                    }
                }
            }
        }
    }
}
