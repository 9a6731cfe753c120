//! Every legal play of a roll.
//!
//! A play is a sequence of steps, one a die. The rules speak of sequences (both orders, as many
//! dice as possible, the larger one if only one can be played), but what matters afterwards is the
//! position reached; so each distinct after-position is given once, with one play leading to it.

use shuban_core::checkers::Checkers;
use shuban_core::dice::Roll;

use crate::position::Position;
use crate::variant::Variant;

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct CheckerStep {
    /// The place it leaves; one above the highest point for the bar.
    pub from: u8,
    /// The point it lands on; 0 when it is borne off.
    pub to: u8,
    /// True if it hits an opponent there.
    pub hit: bool,
}

/// A play: at most four steps, in the order in which they are made. No step at all is a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Move {
    steps: [CheckerStep; 4],
    length: u8,
}

impl Move {
    /// The pass of a player who cannot move.
    pub const PASS: Move =
        Move { steps: [CheckerStep { from: 0, to: 0, hit: false }; 4], length: 0 };

    /// Its steps.
    pub fn steps(&self) -> &[CheckerStep] {
        &self.steps[..usize::from(self.length)]
    }

    /// Returns true if it is a pass.
    pub fn is_pass(&self) -> bool {
        self.length == 0
    }
}

/// Record of the way to an after-position: the steps, or nothing where speed counts.
trait Trail: Copy + Default {
    fn and(self, step: CheckerStep) -> Self;
}

impl Trail for () {
    #[inline]
    fn and(self, _: CheckerStep) -> Self {}
}

impl Trail for Move {
    #[inline]
    fn and(mut self, step: CheckerStep) -> Self {
        self.steps[usize::from(self.length)] = step;
        self.length += 1;
        self
    }
}

/// Both sides in the middle of a turn, the mover still the mover.
#[derive(Clone, Copy)]
struct MidTurn<T> {
    mover: Checkers,
    opponent: Checkers,
    /// The mover's places with a checker, bit p for place p.
    occupied: u32,
    /// The points with a lone opponent, as the mover counts them.
    blots: u32,
    trail: T,
}

/// Room for the after-positions of one roll, kept so that generating plays allocates nothing.
#[derive(Default)]
pub struct PlayScratch {
    found: Vec<MidTurn<()>>,
}

/// A turn before the roll: what all rolls of one position have in common, computed once.
#[derive(Clone, Copy)]
pub struct MoveGenerator {
    start: MidTurn<()>,
    seat: u8,
    /// The points that the mover can land on: not held by two or more opponents.
    open: u32,
    bar: usize,
    home: usize,
}

impl MoveGenerator {
    /// The turn of a position's mover.
    #[inline]
    pub fn new(variant: &Variant, position: &Position) -> Self {
        let bar = variant.bar();
        // Opponent's place p is the mover's bar - p; what would be the opponent's bar falls on bit
        // 0.
        let seen_by_mover = |mask: u32| mask.reverse_bits() >> (31 - bar) & !1;
        let blocked = seen_by_mover(position.opponent.blocks());
        let points = (1u32 << bar) - 2;
        MoveGenerator {
            start: MidTurn {
                mover: position.mover,
                opponent: position.opponent,
                occupied: position.mover.occupied(),
                blots: seen_by_mover(position.opponent.occupied()) & !blocked,
                trail: (),
            },
            seat: position.turn,
            open: points & !blocked,
            bar,
            home: variant.home(),
        }
    }

    /// Returns true if the mover can move a checker by some die of `1..=faces`.
    #[inline]
    pub fn can_move(&self, faces: u8) -> bool {
        (1..=faces).any(|die| self.sources(&self.start, usize::from(die)) != 0)
    }

    /// Calls `each` with every after-position of a roll, once each: the opponent is about to roll
    /// in it. Where no checker can move, that is the position itself with the turn passed. The game
    /// must not be over.
    ///
    /// O(after-positions), and about as much again for a non-double; no allocation once `scratch`
    /// has grown.
    #[inline]
    pub fn for_each_after(
        &self,
        roll: Roll,
        scratch: &mut PlayScratch,
        mut each: impl FnMut(Position),
    ) {
        self.find(self.start, roll, &mut scratch.found);
        for state in &scratch.found {
            each(self.after(state));
        }
    }

    /// Every after-position of a roll, once each, with one play that leads to it; as
    /// [`for_each_after`](MoveGenerator::for_each_after), in the same order.
    pub fn plays(&self, roll: Roll) -> Vec<(Move, Position)> {
        let MidTurn { mover, opponent, occupied, blots, .. } = self.start;
        let start = MidTurn { mover, opponent, occupied, blots, trail: Move::PASS };
        let mut found = Vec::new();
        self.find(start, roll, &mut found);
        found.iter().map(|state| (state.trail, self.after(state))).collect()
    }

    fn after<T>(&self, state: &MidTurn<T>) -> Position {
        Position { mover: state.opponent, opponent: state.mover, turn: 1 - self.seat }
    }

    #[inline]
    fn find<T: Trail>(&self, start: MidTurn<T>, roll: Roll, found: &mut Vec<MidTurn<T>>) {
        found.clear();
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        if roll.is_double() {
            let mut most = 0;
            self.repeat(&start, high, 0, u32::MAX, &mut most, found);
            return;
        }
        self.both(&start, high, low, found);
        if found.is_empty() {
            self.one(&start, high, found);
        }
        if found.is_empty() {
            self.one(&start, low, found);
        }
        if found.is_empty() {
            found.push(start);
        }
    }

    /// All plays of the most steps by one die, of at most four, from the sources in `allowed`.
    ///
    /// Steps by the same die can be made in any order, the highest source first whenever some order
    /// is legal (that only clears the bar and the way to bear off). In that order each
    /// after-position is reached in one way only.
    fn repeat<T: Trail>(
        &self,
        state: &MidTurn<T>,
        die: usize,
        made: usize,
        allowed: u32,
        most: &mut usize,
        found: &mut Vec<MidTurn<T>>,
    ) {
        let sources =
            if made == 4 || state.occupied == 0 { 0 } else { self.sources(state, die) & allowed };
        if sources == 0 {
            // A side that has borne off everything leaves the rest of the dice unused.
            let made = if state.occupied == 0 { 4 } else { made };
            if made > *most {
                *most = made;
                found.clear();
            }
            if made == *most {
                found.push(*state);
            }
            return;
        }
        for from in places(sources) {
            let next = self.step(state, from, die);
            self.repeat(&next, die, made + 1, (2u32 << from).wrapping_sub(1), most, found);
        }
    }

    /// All plays of two different dice, in both orders.
    fn both<T: Trail>(
        &self,
        start: &MidTurn<T>,
        high: usize,
        low: usize,
        found: &mut Vec<MidTurn<T>>,
    ) {
        // Bit `second` of entry `first`: `first` by the high die, then `second` by the low one.
        let mut high_first = [0u32; 32];
        // Going up in `from`, only a checker that goes on, or one borne off, can reach a position
        // that was found before.
        for from in places(self.sources(start, high)) {
            let middle = self.step(start, from, high);
            if middle.occupied == 0 {
                push_new(found, middle);
                continue;
            }
            let seconds = self.sources(&middle, low);
            high_first[from] = seconds;
            let all_home = self.all_home(middle.occupied);
            for second in places(seconds) {
                let end = self.step(&middle, second, low);
                if all_home || second + high == from {
                    push_new(found, end);
                } else {
                    found.push(end);
                }
            }
        }
        for from in places(self.sources(start, low)) {
            let middle = self.step(start, from, low);
            if middle.occupied == 0 {
                push_new(found, middle);
                continue;
            }
            for second in places(self.sources(&middle, high)) {
                // The same two steps the other way round reach the same position.
                if high_first[second] >> from & 1 == 0 {
                    push_new(found, self.step(&middle, second, high));
                }
            }
        }
    }

    /// All plays of one die.
    fn one<T: Trail>(&self, start: &MidTurn<T>, die: usize, found: &mut Vec<MidTurn<T>>) {
        found.extend(places(self.sources(start, die)).map(|from| self.step(start, from, die)));
    }

    fn all_home(&self, occupied: u32) -> bool {
        occupied >> (self.home + 1) == 0
    }

    /// The places from which a checker can be moved by a die.
    #[inline]
    fn sources<T>(&self, state: &MidTurn<T>, die: usize) -> u32 {
        // Sources from which the die leads to an open point.
        let onto_points = self.open << die;
        let bar = 1 << self.bar;
        if state.occupied & bar != 0 {
            return bar & onto_points;
        }
        let mut sources = state.occupied & onto_points;
        if self.all_home(state.occupied) {
            // No checker at the die's point or above it: the highest may be borne off. Else one
            // exactly there.
            let highest = 1 << (31 - (state.occupied | 1).leading_zeros());
            let exact = 1 << die;
            sources |= if highest < exact { highest & !1 } else { exact & state.occupied };
        }
        sources
    }

    #[inline]
    fn step<T: Trail>(&self, state: &MidTurn<T>, from: usize, die: usize) -> MidTurn<T> {
        let to = from.saturating_sub(die);
        let MidTurn { mut mover, mut opponent, mut occupied, mut blots, trail } = *state;
        mover = mover.less(from);
        if mover.on(from) == 0 {
            occupied &= !(1 << from);
        }
        let mut hit = false;
        if to > 0 {
            mover = mover.more(to);
            occupied |= 1 << to;
            hit = blots >> to & 1 == 1;
            if hit {
                opponent = opponent.less(self.bar - to).more(self.bar);
                blots &= !(1 << to);
            }
        }
        let trail = trail.and(CheckerStep { from: from as u8, to: to as u8, hit });
        MidTurn { mover, opponent, occupied, blots, trail }
    }
}

/// Returns true if neither side can ever move again, for any roll. In the usual variants that takes
/// a checker on both bars and both homes closed.
pub fn is_dead(variant: &Variant, position: &Position) -> bool {
    let stuck =
        |position: &Position| !MoveGenerator::new(variant, position).can_move(variant.faces());
    !position.mover.is_empty()
        && !position.opponent.is_empty()
        && stuck(position)
        && stuck(&position.swapped())
}

/// The places of a mask, from the lowest.
#[inline]
fn places(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let place = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            place
        })
    })
}

#[inline]
fn push_new<T>(found: &mut Vec<MidTurn<T>>, state: MidTurn<T>) {
    if !found.iter().any(|other| other.mover == state.mover && other.opponent == state.opponent) {
        found.push(state);
    }
}
