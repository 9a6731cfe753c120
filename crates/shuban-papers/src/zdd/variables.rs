//! A position as a set of variables.

use shuban_core::{MAX_CHECKERS, MAX_POINTS};
use shuban_gammon::Position;

/// The variables of the positions with so many checkers on a board of so many points.
///
/// There is one for each place, side and number: "k checkers of this side stand here". A position
/// is the set of the variables that hold of it: one for each place that is occupied, so at most as
/// many as there are checkers. Variables are ordered by place (the points from the mover's lowest
/// up, then both bars), on one place the mover's before the opponent's, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variables {
    pub(super) points: usize,
    pub(super) mover: usize,
    pub(super) opponent: usize,
}

/// What a variable says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// The place among all those that can be occupied one by one: the points, the mover's bar, the
    /// opponent's bar.
    pub(super) slot: usize,
    /// Whether the checkers are the mover's.
    pub(super) of_mover: bool,
    /// Where they stand, as their own side counts.
    pub(super) place: usize,
    /// How many stand there.
    pub(super) count: usize,
}

/// The variables of a position, ascending.
pub(super) struct Set {
    variables: [u16; 2 * MAX_CHECKERS],
    len: usize,
}

impl Set {
    pub(super) fn as_slice(&self) -> &[u16] {
        &self.variables[..self.len]
    }

    fn push(&mut self, variable: u16) {
        self.variables[self.len] = variable;
        self.len += 1;
    }
}

impl Variables {
    /// How many variables there are. Both bars together have as many as a point.
    pub(super) fn len(self) -> usize {
        (self.points + 1) * self.of_a_place()
    }

    fn of_a_place(self) -> usize {
        self.mover + self.opponent
    }

    /// The variable of `count` checkers, at least one, of the mover on its own place.
    pub(super) fn of_mover(self, place: usize, count: usize) -> u16 {
        debug_assert!((1..=self.mover).contains(&count) && (1..=self.points + 1).contains(&place));
        ((place - 1) * self.of_a_place() + count - 1) as u16
    }

    /// The variable of `count` checkers, at least one, of the opponent on its own place.
    pub(super) fn of_opponent(self, place: usize, count: usize) -> u16 {
        debug_assert!(
            (1..=self.opponent).contains(&count) && (1..=self.points + 1).contains(&place)
        );
        let block = if place > self.points { self.points } else { self.points - place };
        (block * self.of_a_place() + self.mover + count - 1) as u16
    }

    /// What a variable says; `None` if it is none of these.
    pub(super) fn meaning(self, variable: u16) -> Option<Meaning> {
        let variable = usize::from(variable);
        if variable >= self.len() {
            return None;
        }
        let (block, number) = (variable / self.of_a_place(), variable % self.of_a_place());
        let on_bar = block == self.points;
        Some(if number < self.mover {
            Meaning { slot: block, of_mover: true, place: block + 1, count: number + 1 }
        } else {
            let place = if on_bar { self.points + 1 } else { self.points - block };
            let count = number - self.mover + 1;
            Meaning { slot: block + usize::from(on_bar), of_mover: false, place, count }
        })
    }

    /// What the variables say, in their order.
    pub(super) fn meanings(self) -> impl Iterator<Item = Meaning> {
        (0..self.len() as u16).filter_map(move |variable| self.meaning(variable))
    }

    /// The variables that hold of a position, or `None` if it has other numbers of checkers or one
    /// beside the board.
    pub(super) fn set(self, position: &Position) -> Option<Set> {
        let Position { mover, opponent, .. } = *position;
        let places = (1u64 << (self.points + 2)) - 2;
        let occupied = u64::from(mover.occupied() | opponent.occupied());
        if mover.count() != self.mover
            || opponent.count() != self.opponent
            || occupied & !places != 0
        {
            return None;
        }
        let mut set = Set { variables: [0; 2 * MAX_CHECKERS], len: 0 };
        mover.iter().for_each(|(place, count)| set.push(self.of_mover(place, count)));
        opponent.iter().for_each(|(place, count)| set.push(self.of_opponent(place, count)));
        set.variables[..set.len].sort_unstable();
        Some(set)
    }
}

impl Meaning {
    /// How many of the mover's checkers and of the opponent's it places.
    pub(super) fn counts(self) -> (usize, usize) {
        if self.of_mover { (self.count, 0) } else { (0, self.count) }
    }

    /// A position with these checkers placed too.
    pub(super) fn place_on(self, position: Position) -> Position {
        if self.of_mover {
            Position { mover: position.mover.with(self.place, self.count), ..position }
        } else {
            Position { opponent: position.opponent.with(self.place, self.count), ..position }
        }
    }
}

// A variable fits into 16 bits: both sides have a variable for each of their numbers.
const _: () = assert!((MAX_POINTS + 1) * 2 * MAX_CHECKERS < u16::MAX as usize);

#[cfg(test)]
mod tests {
    use shuban_core::Checkers;

    use super::*;

    #[test]
    fn every_variable_says_one_thing() {
        let variables = Variables { points: 5, mover: 3, opponent: 2 };
        let mut slots = Vec::new();
        for variable in 0..variables.len() as u16 {
            let meaning = variables.meaning(variable).unwrap();
            let again = if meaning.of_mover { Variables::of_mover } else { Variables::of_opponent };
            assert_eq!(again(variables, meaning.place, meaning.count), variable, "{meaning:?}");
            slots.push(meaning.slot);
        }
        assert!(slots.is_sorted() && slots[0] == 0 && slots[slots.len() - 1] == 6);
        assert_eq!(variables.meaning(variables.len() as u16), None);
    }

    #[test]
    fn a_position_is_the_set_of_what_holds_of_it() {
        let variables = Variables { points: 12, mover: 3, opponent: 2 };
        let mover = Checkers::from_places([1, 1, 13]);
        let position = Position::new(mover, Checkers::from_places([11, 13]));
        // Two on the first point, a lone opponent on the second, one of each side on the bar.
        assert_eq!(variables.set(&position).unwrap().as_slice(), [1, 5 + 3, 60, 60 + 3]);
        assert!(variables.set(&position.swapped()).is_none());
        let beside = Position::new(mover, Checkers::from_places([11, 14]));
        assert!(variables.set(&beside).is_none());
    }
}
