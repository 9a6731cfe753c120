//! Values of every side against one side that waits: the best after no die, after one, two and
//! three, and the mean over all rolls.
//!
//! As in [`sweep`](crate::sweep), nothing is generated: the best after one die is the best of single
//! steps of the value after none, the best after two dice of single steps of the best after one,
//! and so on. A step to a free point leads to another mover against the same side that waits; a hit
//! leads to the side that it leaves. Every step leads to a lower number, so that one pass in the
//! order of numbers fills everything.

use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::sides::{SideNumber, Sides};

/// The faces of a die.
pub(super) const FACES: usize = 6;
/// The tables of a mover: after no die, then after one, two and three dice of each number.
pub(super) const TABLES: usize = 1 + 3 * FACES;
/// The tables of a mover.
pub(super) type Tables<W> = [W; TABLES];
/// Number of rolls that are not doubles.
pub(super) const PAIRS: usize = FACES * (FACES - 1) / 2;
/// Number of all rolls.
pub(super) const ROLLS: usize = PAIRS + FACES;

/// Worth by which plays are compared.
pub(super) trait Worth: Copy {
    /// Worse than every play.
    const IMPOSSIBLE: Self;

    fn is_possible(&self) -> bool;
    fn keep_better(&mut self, other: &Self);
}

/// Each roll: those of two numbers first, then doubles. Of two numbers the higher one first.
pub(super) const fn each_roll() -> [(usize, usize); ROLLS] {
    let mut rolls = [(0, 0); ROLLS];
    let mut at = 0;
    let mut high = 1;
    while high < FACES {
        let mut low = 0;
        while low < high {
            rolls[at] = (high, low);
            at += 1;
            low += 1;
        }
        high += 1;
    }
    let mut die = 0;
    while die < FACES {
        rolls[at] = (die, die);
        at += 1;
        die += 1;
    }
    rolls
}

/// Receiver of results, in the order of the movers' numbers.
pub(super) trait EachMover<W> {
    /// The worth to a mover of having played to its number.
    fn after_none(&mut self, mover: usize) -> W;

    /// The best of a roll of [`each_roll`], in their order; `None` where no checker can be moved.
    fn roll(&mut self, at: usize, best: Option<&W>);

    /// Ends a mover, all of whose rolls were given.
    fn end(&mut self, mover: usize);
}

/// The tables of the sides that others are hit into, and room for those of all others.
pub(super) struct Blocks<'a, W> {
    sides: &'a Sides,
    /// Tables by number; empty for a side that no hit leads to.
    of_hit: Vec<RwLock<Vec<Tables<W>>>>,
    spare: Mutex<Vec<Vec<Tables<W>>>>,
}

impl<'a, W: Worth> Blocks<'a, W> {
    pub(super) fn new(sides: &'a Sides) -> Self {
        let of_hit = (0..sides.len()).map(|number| {
            let is_kept = sides.is_hit(number as SideNumber);
            RwLock::new(vec![[W::IMPOSSIBLE; TABLES]; if is_kept { sides.len() } else { 0 }])
        });
        Blocks { sides, of_hit: of_hit.collect(), spare: Mutex::default() }
    }

    /// Fills the tables of all movers against a side that waits. Those that it is hit into have to
    /// be filled; so sides of one of their [groups](Sides::groups) may be filled concurrently.
    pub(super) fn fill(&self, number: SideNumber, each: &mut impl EachMover<W>) {
        let read = |(_, left)| {
            let block: &RwLock<Vec<Tables<W>>> = &self.of_hit[usize::from(left)];
            block.read().unwrap_or_else(PoisonError::into_inner)
        };
        let hits: Vec<RwLockReadGuard<'_, Vec<Tables<W>>>> =
            self.sides.hits(number).map(read).collect();
        let hits = hits.iter().map(|tables| tables.as_slice()).collect();
        let waiting = Waiting::new(self.sides, number, hits);
        let arch = pulp::Arch::new();
        if self.sides.is_hit(number) {
            let block = &self.of_hit[usize::from(number)];
            let mut tables = block.write().unwrap_or_else(PoisonError::into_inner);
            arch.dispatch(Vectorized { waiting: &waiting, tables: &mut tables, each });
        } else {
            let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
            let lent = spare().pop();
            let mut tables =
                lent.unwrap_or_else(|| vec![[W::IMPOSSIBLE; TABLES]; self.sides.len()]);
            arch.dispatch(Vectorized { waiting: &waiting, tables: &mut tables, each });
            spare().push(tables);
        }
    }
}

/// The work on a side that waits, to be compiled for each kind of vector instructions.
struct Vectorized<'a, 'w, W, E> {
    waiting: &'a Waiting<'w, W>,
    tables: &'a mut [Tables<W>],
    each: &'a mut E,
}

impl<W: Worth, E: EachMover<W>> pulp::WithSimd for Vectorized<'_, '_, W, E> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) {
        self.waiting.fill(self.tables, self.each);
    }
}

/// Contents of a point, as the mover counts them.
const FREE: u8 = u8::MAX;
const BLOCKED: u8 = FREE - 1;

/// The side that waits, and the results of hits.
pub(super) struct Waiting<'a, W> {
    sides: &'a Sides,
    number: SideNumber,
    /// State of each point: free, blocked, or the index of the hit.
    points: [u8; 32],
    /// Tables of the side that waits after each hit.
    hits: Vec<&'a [Tables<W>]>,
}

/// Most places that a side has a checker on.
const MOST_STEPS: usize = 3;

/// Tables that the steps of a die lead to.
#[derive(Clone, Copy)]
struct Landings<'a, W> {
    tables: [&'a Tables<W>; MOST_STEPS],
    count: usize,
}

impl<W: Worth> Landings<'_, W> {
    /// The best of a table.
    #[inline(always)]
    fn best(&self, table: usize) -> W {
        let mut best = W::IMPOSSIBLE;
        for tables in &self.tables[..self.count] {
            best.keep_better(&tables[table]);
        }
        best
    }
}

impl<'a, W: Worth> Waiting<'a, W> {
    /// A side that waits, with the tables of those that its [hits](Sides::hits) leave.
    fn new(sides: &'a Sides, number: SideNumber, hits: Vec<&'a [Tables<W>]>) -> Self {
        let mut points = [FREE; 32];
        for point in sides.blocked(number) {
            points[point] = BLOCKED;
        }
        for (at, (point, _)) in sides.hits(number).enumerate() {
            points[point] = at as u8;
        }
        Waiting { sides, number, points, hits }
    }

    /// Finds the tables that the steps of a mover by a die lead to.
    #[inline(always)]
    fn reach<'t>(
        &'t self,
        mover: usize,
        die: usize,
        lower: &'t [Tables<W>],
        reached: &mut Landings<'t, W>,
    ) {
        for step in self.sides.steps(mover, die) {
            let tables = match self.points[usize::from(step.to)] {
                FREE => lower,
                BLOCKED => continue,
                hit => self.hits[usize::from(hit)],
            };
            reached.tables[reached.count] = &tables[usize::from(step.after)];
            reached.count += 1;
        }
    }

    /// Fills the tables of every mover.
    #[inline(always)]
    fn fill(&self, tables: &mut [Tables<W>], each: &mut impl EachMover<W>) {
        // Everything borne off: won, whatever dice are left.
        tables[0] = [each.after_none(0); TABLES];
        for mover in 1..self.sides.len() {
            if !self.sides.are_apart(mover, self.number.into()) {
                continue;
            }
            let (lower, own) = tables.split_at_mut(mover);
            let own = &mut own[0];
            own[0] = each.after_none(mover);
            let nowhere = Landings { tables: [&lower[0]; MOST_STEPS], count: 0 };
            let mut reached = [nowhere; FACES];
            for (die, reached) in (1..).zip(&mut reached) {
                self.reach(mover, die, lower, reached);
            }
            for (die, reached) in reached.iter().enumerate() {
                own[1 + die] = reached.best(0);
                own[1 + FACES + die] = reached.best(1 + die);
                own[1 + 2 * FACES + die] = reached.best(1 + FACES + die);
            }
            for (at, (high, low)) in each_roll().into_iter().enumerate() {
                // All dice, if possible; else as many as possible, and the higher one if it is one.
                let all = if high == low {
                    reached[high].best(1 + 2 * FACES + high)
                } else {
                    let mut both = reached[high].best(1 + low);
                    both.keep_better(&reached[low].best(1 + high));
                    both
                };
                let [fewer, fewest, least] = if high == low {
                    [1 + 2 * FACES + high, 1 + FACES + high, 1 + high].map(|table| &own[table])
                } else {
                    [1 + high, 1 + low, 1 + low].map(|table| &own[table])
                };
                let best = if all.is_possible() {
                    Some(&all)
                } else if fewer.is_possible() {
                    Some(fewer)
                } else if fewest.is_possible() {
                    Some(fewest)
                } else {
                    least.is_possible().then_some(least)
                };
                each.roll(at, best);
            }
            each.end(mover);
        }
    }
}
