//! The two layouts of the page, and the board here.

use std::mem::swap;

use shuban_core::checkers::Checkers;
use shuban_gammon::Position;

/// Points, the bar above them, places (with a bar at each end), home points and checkers of
/// half-gammon.
pub(super) const POINTS: usize = 12;
pub(super) const BAR: usize = POINTS + 1;
pub(super) const PLACES: usize = POINTS + 2;
pub(super) const HOME: usize = 3;
pub(super) const CHECKERS: i8 = 8;

/// Sides, each with a number of borne-off checkers.
pub(super) const GOALS: usize = 2;

/// A board with the operations that the page needs. Tests are places that are looked at.
pub(super) trait Layout: Copy + Ord {
    /// Converts the position of a mover and an opponent.
    fn of(position: &Position) -> Self;

    /// Exchanges the sides; counts exchanges of single numbers.
    fn reverse(&mut self, exchanges: &mut u32);

    /// Returns true if a side has borne off everything.
    fn is_over(&self) -> bool;

    /// Returns true if the mover may bear off.
    fn may_bear_off(&self, tests: &mut u32) -> bool;

    /// Returns the mover's place that is farthest from home; the mover has a checker left.
    fn last(&self, tests: &mut u32) -> usize;

    /// Returns true if the sides have still to pass each other.
    fn is_contact(&self) -> bool {
        let mut other = *self;
        other.reverse(&mut 0);
        self.last(&mut 0) + other.last(&mut 0) > BAR
    }

    /// Returns the places from which the mover, who has a checker left, may move one by a die: bit
    /// p for place p.
    fn sources(&self, die: usize) -> u16;

    /// Returns the board after that step.
    #[must_use]
    fn step(self, from: usize, die: usize) -> Self;
}

/// Returns the [sources](Layout::sources) of a die place by place.
fn sources_by_place(
    board: &impl Layout,
    die: usize,
    has: impl Fn(usize) -> bool,
    is_open: impl Fn(usize) -> bool,
) -> u16 {
    if has(BAR) {
        return u16::from(is_open(BAR - die)) << BAR;
    }
    let sources = (die + 1..BAR)
        .filter(|&place| has(place) && is_open(place - die))
        .fold(0, |sources, place| sources | 1 << place);
    if board.may_bear_off(&mut 0) {
        sources | borne_off(die, board.last(&mut 0), has(die))
    } else {
        sources
    }
}

/// Returns the same by whole boards of bits: where the mover is, and where the opponent, who counts
/// from the other end, has two or more.
pub(super) fn sources_by_bits(occupied: u16, blocks: u16, die: usize) -> u16 {
    let blocked = blocks.reverse_bits() >> (u16::BITS as usize - PLACES);
    let onto_points = (((1 << BAR) - 2) & !blocked) << die;
    if occupied >> BAR & 1 == 1 {
        return onto_points & 1 << BAR;
    }
    let sources = occupied & onto_points;
    let last = (occupied | 1).ilog2() as usize;
    if last <= HOME { sources | borne_off(die, last, occupied >> die & 1 == 1) } else { sources }
}

/// Returns the place from which a die bears off: its point, or the last checker's below it.
fn borne_off(die: usize, last: usize, is_taken: bool) -> u16 {
    if last < die { 1 << last } else { u16::from(is_taken) << die }
}

/// One array: positive numbers are the mover's, negative ones the opponent's. The mover's bar is at
/// the end, the opponent's at 0, and borne-off checkers are counted besides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Signed {
    pub(super) point: [i8; PLACES],
    goals: [i8; GOALS],
}

impl Layout for Signed {
    fn of(position: &Position) -> Self {
        let on = |side: Checkers, place| side.on(place) as i8;
        let mut point = [0; PLACES];
        for (place, there) in point.iter_mut().enumerate().skip(1) {
            *there = on(position.mover, place);
        }
        for place in 1..PLACES {
            point[BAR - place] -= on(position.opponent, place);
        }
        let off = |side: Checkers| CHECKERS - side.count() as i8;
        Signed { point, goals: [off(position.mover), off(position.opponent)] }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        for place in 0..PLACES / 2 {
            let other = PLACES - 1 - place;
            (self.point[place], self.point[other]) = (-self.point[other], -self.point[place]);
            *exchanges += 1;
        }
        self.goals.swap(0, 1);
        *exchanges += 1;
    }

    fn is_over(&self) -> bool {
        self.goals.contains(&CHECKERS)
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        (HOME + 1..PLACES).all(|place| {
            *tests += 1;
            self.point[place] <= 0
        })
    }

    fn last(&self, tests: &mut u32) -> usize {
        last_of(tests, |place| self.point[place] > 0)
    }

    fn sources(&self, die: usize) -> u16 {
        sources_by_place(self, die, |at| self.point[at] > 0, |at| self.point[at] >= -1)
    }

    fn step(mut self, from: usize, die: usize) -> Self {
        self.point[from] -= 1;
        match from.saturating_sub(die) {
            0 => self.goals[0] += 1,
            to if self.point[to] < 0 => {
                self.point[to] = 1;
                self.point[0] -= 1;
            }
            to => self.point[to] += 1,
        }
        self
    }
}

/// Returns the last place that is taken, from the bar down. A checker is left, so the lowest place
/// need not be looked at.
fn last_of(tests: &mut u32, is_taken: impl Fn(usize) -> bool) -> usize {
    for place in (2..PLACES).rev() {
        *tests += 1;
        if is_taken(place) {
            return place;
        }
    }
    1
}

/// An array for each side, each in its own direction: 0 holds the borne-off checkers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Apart {
    mover: [i8; PLACES],
    opponent: [i8; PLACES],
}

impl Layout for Apart {
    fn of(position: &Position) -> Self {
        let side = |side: Checkers| {
            let mut places = [0; PLACES];
            places[0] = CHECKERS - side.count() as i8;
            for (place, count) in side.iter() {
                places[place] = count as i8;
            }
            places
        };
        Apart { mover: side(position.mover), opponent: side(position.opponent) }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        for (one, other) in self.mover.iter_mut().zip(&mut self.opponent) {
            swap(one, other);
            *exchanges += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.mover[0] == CHECKERS || self.opponent[0] == CHECKERS
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        (HOME + 1..PLACES).all(|place| {
            *tests += 1;
            self.mover[place] == 0
        })
    }

    fn last(&self, tests: &mut u32) -> usize {
        last_of(tests, |place| self.mover[place] > 0)
    }

    fn sources(&self, die: usize) -> u16 {
        sources_by_place(self, die, |at| self.mover[at] > 0, |at| self.opponent[BAR - at] <= 1)
    }

    /// The goal needs no case of its own, as the page says: the opponent's bar is beside it, and a
    /// checker that is sent there from there stays.
    fn step(mut self, from: usize, die: usize) -> Self {
        let to = from.saturating_sub(die);
        self.mover[from] -= 1;
        self.mover[to] += 1;
        if self.opponent[BAR - to] == 1 {
            self.opponent[BAR - to] = 0;
            self.opponent[BAR] += 1;
        }
        self
    }
}

/// A number for each side, four bits a place: the board here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ours {
    mover: Checkers,
    opponent: Checkers,
}

impl Layout for Ours {
    fn of(position: &Position) -> Self {
        Ours { mover: position.mover, opponent: position.opponent }
    }

    fn reverse(&mut self, exchanges: &mut u32) {
        swap(&mut self.mover, &mut self.opponent);
        *exchanges += 1;
    }

    fn is_over(&self) -> bool {
        self.mover.is_empty() || self.opponent.is_empty()
    }

    fn may_bear_off(&self, tests: &mut u32) -> bool {
        *tests += 1;
        self.mover.highest().is_none_or(|place| place <= HOME)
    }

    fn last(&self, tests: &mut u32) -> usize {
        *tests += 1;
        self.mover.highest().unwrap_or(1)
    }

    fn sources(&self, die: usize) -> u16 {
        sources_by_bits(self.mover.occupied() as u16, self.opponent.blocks() as u16, die)
    }

    fn step(mut self, from: usize, die: usize) -> Self {
        let to = from.saturating_sub(die);
        self.mover = self.mover.less(from);
        if to > 0 {
            self.mover = self.mover.more(to);
            if self.opponent.on(BAR - to) == 1 {
                self.opponent = self.opponent.less(BAR - to).more(BAR);
            }
        }
        self
    }
}
