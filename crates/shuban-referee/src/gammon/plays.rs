//! The positions that a roll may be played to.

use std::collections::BTreeSet;

use crate::gammon::board::Board;
use crate::gammon::variant::Variant;

/// Returns the boards after all plays of a roll, still from the side of the player who has moved.
///
/// As many dice as possible have to be played, and the larger one if only one can be. A play that
/// bears off the last checker needs no more dice.
pub(crate) fn plays(variant: &Variant, board: &Board, [high, low]: [usize; 2]) -> BTreeSet<Board> {
    let mut complete = BTreeSet::new();
    if high == low {
        let mut reached = BTreeSet::from([*board]);
        for _ in 0..4 {
            let next = after_one_die(variant, &reached, high);
            if next.is_empty() {
                // Shorter plays stand only if none is complete.
                return if complete.is_empty() { reached } else { complete };
            }
            reached = next;
            complete.extend(reached.iter().filter(|board| board.mover.left() == 0));
        }
        complete.extend(reached);
        return complete;
    }
    let start = BTreeSet::from([*board]);
    let [first_high, first_low] = [high, low].map(|die| after_one_die(variant, &start, die));
    for (first, second_die) in [(&first_high, low), (&first_low, high)] {
        complete.extend(first.iter().filter(|board| board.mover.left() == 0));
        complete.extend(after_one_die(variant, first, second_die));
    }
    let longest = [complete, first_high, first_low].into_iter().find(|plays| !plays.is_empty());
    longest.unwrap_or(start)
}

/// Returns all boards that one die leads to from these.
fn after_one_die(variant: &Variant, boards: &BTreeSet<Board>, die: usize) -> BTreeSet<Board> {
    let from_all =
        |board| (1..=variant.bar()).filter_map(move |from| step(variant, board, from, die));
    boards.iter().flat_map(from_all).collect()
}

/// Returns the board after a step of one checker, if it is legal.
fn step(variant: &Variant, board: &Board, from: usize, die: usize) -> Option<Board> {
    let bar = variant.bar();
    let Board { mut mover, mut opponent } = *board;
    let waits_on_the_bar = from != bar && mover.0[bar] > 0;
    if mover.0[from] == 0 || waits_on_the_bar {
        return None;
    }
    mover.0[from] -= 1;
    if die >= from {
        let all_home = !board.mover.is_on(variant.home + 1..=bar);
        // A die that is too large bears off from the highest occupied point.
        let fits = die == from || !board.mover.is_on(from + 1..=bar);
        if !all_home || !fits {
            return None;
        }
        mover.0[0] += 1;
        return Some(Board { mover, opponent });
    }
    let to = from - die;
    let there = bar - to;
    match opponent.0[there] {
        0 => {}
        1 => {
            opponent.0[there] = 0;
            opponent.0[bar] += 1;
        }
        _ => return None,
    }
    mover.0[to] += 1;
    Some(Board { mover, opponent })
}
