//! A domain's own fast way to do what `backup` defines.

use std::ops::Range;

use crate::domain::{IntervalDomain, LayerId, PartId, Unanswered};
use crate::interval::Interval;

/// The computation of one pass over a part. The lower bound of a position depends only on upper
/// bounds of its successors (what is good for one side is bad for the other), and the reverse: so a
/// pass reads one array and writes another, and its result does not depend on the order of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Lower bounds from upper bounds: the weighted mean rounded down.
    Lower,
    /// Upper bounds from lower bounds: the weighted mean rounded up.
    Upper,
    /// Values from values: the weighted mean rounded to an adjacent whole number, the nearest if
    /// the domain can decide which.
    Nearest,
    /// The proof of leaving, one round of striking out. Reads and writes 1 for a position that is
    /// left and 0 for one struck out: a position is struck out once some roll has plays only to
    /// positions struck out or outside of the layer.
    Leave,
    /// One round of retrograde analysis. Reads and writes the [`Status`] of positions as a number.
    Retrograde,
}

/// The knowledge of a position in retrograde analysis, for the player about to move. The best play
/// for the mover is the one of the largest number after the opponent's status is turned round
/// ([`after`](Status::after)): a sure win decides; else anything unknown does.
///
/// Statuses are about who wins. Where wins count differently, as with gammons, a known status is
/// the chance to win if both play for it alone, not the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Status {
    /// The value is known: a loss under any chance.
    Loss = -1,
    /// The value is known, and not a certain win or loss.
    Valued = 0,
    /// The value is not known.
    Unknown = 1,
    /// The value is known: a win under any chance.
    Win = 2,
}

impl Status {
    /// All statuses, in the order of their codes.
    pub const ALL: [Status; 4] = [Status::Loss, Status::Valued, Status::Unknown, Status::Win];

    /// Returns the status of a code, if it is one.
    pub fn of_code(code: i32) -> Option<Self> {
        Status::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Returns the code that passes read and write.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Returns the code of a play to a position with this code, for the player who makes it.
    #[inline(always)]
    pub const fn after(code: i32) -> i32 {
        match code {
            2 => -1,
            -1 => 2,
            same => same,
        }
    }

    /// Returns the code of a position from the best play's code for each chance event.
    pub fn of_best(best: impl IntoIterator<Item = i32>) -> i32 {
        let mut all: Option<i32> = None;
        for code in best {
            match all {
                _ if code == Status::Unknown.code() => return code,
                Some(same) if same != code => all = Some(Status::Valued.code()),
                _ => all = Some(code),
            }
        }
        all.unwrap_or(Status::Valued.code())
    }

    /// Returns the status of a position that has a payoff, or a value by definition.
    pub fn of_sign(payoff: i32) -> Self {
        match payoff {
            1.. => Status::Win,
            0 => Status::Valued,
            _ => Status::Loss,
        }
    }
}

/// Units of a pass that are independent of each other. Between two stages is a barrier.
///
/// Unit `u` writes the values of ranks `first + u * values .. first + (u + 1) * values`, and leaves
/// `carry` numbers for the units of the next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The rank of the first value.
    pub first: u64,
    /// Number of units.
    pub units: usize,
    /// Number of values that each writes.
    pub values: usize,
    /// Number of carried numbers that each leaves for the next stage.
    pub carry: usize,
    /// Number of the partner's numbers that each reads: the length of its [`Read::Inbox`].
    pub inbox: usize,
}

/// A block of numbers that one unit computes and another reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handed<'a> {
    /// The stage of the reader, which is a unit of the partner part.
    pub stage: usize,
    /// The reader, by its place in the stage.
    pub unit: usize,
    /// The place of the block in the reader's inbox.
    pub at: usize,
    /// The rows of the writer's values that it consists of, one after the other.
    pub rows: &'a [u32],
    /// Number of values in a row.
    pub width: usize,
}

impl Handed<'_> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.rows.len() * self.width
    }

    /// Returns true if it holds no value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the block from the writer's values to its place.
    #[inline]
    pub fn copy(&self, values: &[i32], to: &mut [i32]) {
        // Rows are short, so that to call a function for each would take longer than to copy it: most
        // have a value for each way to choose some of up to six things.
        match self.width {
            1 => copy_rows::<1>(self.rows, values, to),
            2 => copy_rows::<2>(self.rows, values, to),
            3 => copy_rows::<3>(self.rows, values, to),
            4 => copy_rows::<4>(self.rows, values, to),
            5 => copy_rows::<5>(self.rows, values, to),
            6 => copy_rows::<6>(self.rows, values, to),
            10 => copy_rows::<10>(self.rows, values, to),
            15 => copy_rows::<15>(self.rows, values, to),
            20 => copy_rows::<20>(self.rows, values, to),
            width => {
                for (&row, to) in self.rows.iter().zip(to.chunks_exact_mut(width)) {
                    to.copy_from_slice(&values[row as usize * width..][..width]);
                }
            }
        }
    }
}

/// Copies rows of `WIDTH` values each, one after the other.
fn copy_rows<const WIDTH: usize>(rows: &[u32], values: &[i32], to: &mut [i32]) {
    let (from, to) = (values.as_chunks::<WIDTH>().0, to.as_chunks_mut::<WIDTH>().0);
    for (&row, to) in rows.iter().zip(to) {
        *to = from[row as usize];
    }
}

/// Numbers that one unit leaves and another reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows<'a> {
    /// All of them.
    All,
    /// These rows, in ascending order, and the number of numbers in each.
    Some(&'a [u32], usize),
}

impl Rows<'_> {
    /// Returns the number of numbers, of `len` in all.
    pub fn numbers(&self, len: usize) -> usize {
        match *self {
            Rows::All => len,
            Rows::Some(rows, width) => rows.len() * width,
        }
    }

    /// Calls this with each range of the numbers, of which there are `len` in all.
    #[inline]
    pub fn for_each(&self, len: usize, mut take: impl FnMut(Range<usize>)) {
        match *self {
            Rows::All => take(0..len),
            Rows::Some(rows, width) => {
                rows.iter().for_each(|&row| take(row as usize * width..(row as usize + 1) * width));
            }
        }
    }
}

/// Values of finished layers, many at a time.
pub trait Finished {
    /// Returns the values of these ranks of a part, in this order. Ascending ranks are fastest.
    ///
    /// # Errors
    /// [`Unanswered`] if the table cannot be read.
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered>;

    /// Returns the statuses of these ranks, likewise: [`Status::Unknown`] if the layer stores none.
    ///
    /// # Errors
    /// [`Unanswered`] if the table cannot be read.
    fn statuses(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Status>, Unanswered>;
}

/// A fast way to apply `backup` to all positions of a part at once.
///
/// The units and their order are fixed by the domain, never by the threads; a pass equals `backup`
/// on the same iterate bit for bit, which `shuban_conformance::sweep` checks.
pub trait Sweep: IntervalDomain {
    /// The shared data of a layer's passes: tables of ranks, values of finished layers.
    type Plan: Send + Sync;
    /// Working memory of one thread.
    type Scratch: Send + 'static;

    /// Prepares the passes over a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn plan(&self, layer: LayerId, finished: &mut dyn Finished) -> Result<Self::Plan, Unanswered>;

    /// Creates working memory for one thread.
    fn scratch(&self, plan: &Self::Plan) -> Self::Scratch;

    /// Returns the part of the same layer that a part's successors inside the layer lie in.
    fn partner(&self, layer: LayerId, part: usize) -> usize;

    /// Returns the stages of a pass over a part, in order. Together they write every value once.
    fn stages(&self, layer: LayerId, part: usize) -> Vec<Stage>;

    /// Lists the units of the stage before whose carried numbers a unit reads, in an order of the
    /// domain's own: see [`Before::Some`]. None are read by the first stage. By default it reads all.
    ///
    /// The last of them is not before the last of any unit before: units are run from the last to the
    /// first, and numbers that the next ones do not read are dropped.
    fn reads_before(&self, layer: LayerId, part: usize, stage: usize, _unit: usize) -> Vec<usize> {
        match stage.checked_sub(1) {
            Some(before) => (0..self.stages(layer, part)[before].units).collect(),
            None => Vec::new(),
        }
    }

    /// Returns the class of a unit at a depth, from 1 up: what units of one class leave is mostly read
    /// by units of the same class. Deeper classes are smaller. By default each unit is by itself.
    fn class(&self, _layer: LayerId, _part: usize, _stage: usize, unit: usize, _depth: u32) -> u64 {
        unit as u64
    }

    /// Returns the number of numbers in [`rows_before`](Sweep::rows_before).
    fn numbers_before(
        &self,
        layer: LayerId,
        part: usize,
        stage: usize,
        _unit: usize,
        _at: usize,
    ) -> usize {
        stage.checked_sub(1).map_or(0, |before| self.stages(layer, part)[before].carry)
    }

    /// Returns what a unit reads of those numbers that the unit `at` this place of
    /// [`reads_before`](Sweep::reads_before) left: all of them by default.
    fn rows_before<'p>(
        &self,
        _plan: &'p Self::Plan,
        _part: usize,
        _stage: usize,
        _unit: usize,
        _at: usize,
    ) -> Rows<'p> {
        Rows::All
    }

    /// Tells where the values of a unit are read: block after block, in an order of the domain's own.
    /// Each number of an inbox is told once. The blocks that a reader gets from the units of one
    /// stage, in the order of these units, lie in its inbox one after the other without a gap.
    fn hands_on(
        &self,
        plan: &Self::Plan,
        part: usize,
        stage: usize,
        unit: usize,
        tell: &mut dyn FnMut(Handed<'_>),
    );

    /// Returns positions that have a value by definition, which no pass may change, by rank.
    fn pinned(&self, _plan: &Self::Plan, _part: usize) -> Vec<(u64, Interval)> {
        Vec::new()
    }

    /// Runs one unit.
    fn run(
        &self,
        plan: &Self::Plan,
        unit: PassUnit,
        data: UnitData<'_>,
        scratch: &mut Self::Scratch,
    );

    /// Returns the approximate bytes of the plan and the scratch of `threads` threads for a layer.
    fn bytes(&self, layer: LayerId, threads: usize) -> u64;
}

/// A unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassUnit {
    /// The computation.
    pub pass: Pass,
    /// The part, by its place in the layer.
    pub part: usize,
    /// The stage, by its place in [`Sweep::stages`].
    pub stage: usize,
    /// The unit of the stage.
    pub unit: usize,
}

/// The input of a pass over a part: by rank, or only what one unit reads.
#[derive(Clone, Copy, Debug)]
pub enum Read<'a> {
    /// Stored numbers.
    Plain(&'a [i32]),
    /// The numbers that the unit reads, in the places that [`Sweep::hands_on`] tells.
    Inbox(&'a [i32]),
    /// Lower bounds: a centre less a half-width, and at least `least`; `least` itself where the
    /// half-width is the largest number.
    Below {
        /// The centres.
        centre: &'a [i32],
        /// The half-widths.
        half_width: &'a [u16],
        /// The least possible number.
        least: i32,
    },
    /// Upper bounds, likewise.
    Above {
        /// The centres.
        centre: &'a [i32],
        /// The half-widths.
        half_width: &'a [u16],
        /// The largest possible number.
        most: i32,
    },
}

impl Read<'_> {
    /// Returns the number of a rank, or of a place in the inbox.
    #[inline]
    pub fn at(&self, rank: usize) -> i32 {
        match *self {
            Read::Plain(numbers) | Read::Inbox(numbers) => numbers[rank],
            Read::Below { centre, half_width, least } => {
                Read::below(centre[rank], half_width[rank], least)
            }
            Read::Above { centre, half_width, most } => {
                Read::above(centre[rank], half_width[rank], most)
            }
        }
    }

    /// Returns a lower bound.
    #[inline(always)]
    pub fn below(centre: i32, half_width: u16, least: i32) -> i32 {
        let bound = centre.saturating_sub(half_width.into()).max(least);
        if half_width == u16::MAX { least } else { bound }
    }

    /// Returns an upper bound.
    #[inline(always)]
    pub fn above(centre: i32, half_width: u16, most: i32) -> i32 {
        let bound = centre.saturating_add(half_width.into()).min(most);
        if half_width == u16::MAX { most } else { bound }
    }
}

/// The numbers that units of the stage before left.
#[derive(Clone, Copy, Debug)]
pub enum Before<'a> {
    /// Those of all units, in order: as many as are still needed.
    All(&'a [i32]),
    /// Those of some units, in places as long as what a unit leaves: the place of each unit that
    /// [`Sweep::reads_before`] lists, in that order.
    Some(&'a [i32], &'a [u32]),
    /// Those of the units that it lists, each whole or no more of it than the unit reads.
    Each(&'a [i32], &'a [LeftAt]),
}

/// The place of what one unit left, by the number of numbers before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftAt {
    /// All of it.
    Whole(usize),
    /// The [rows](Sweep::rows_before) that are read, one after the other.
    Rows(usize),
}

impl<'a> Before<'a> {
    /// Returns the numbers.
    #[inline]
    pub fn numbers(&self) -> &'a [i32] {
        match *self {
            Before::All(numbers) | Before::Some(numbers, _) | Before::Each(numbers, _) => numbers,
        }
    }

    /// Returns the place of what a unit left, `len` numbers, which is listed `at` that place.
    #[inline]
    pub fn place(&self, unit: usize, at: usize, len: usize) -> LeftAt {
        match *self {
            Before::All(_) => LeftAt::Whole(unit * len),
            Before::Some(_, places) => LeftAt::Whole(places[at] as usize * len),
            Before::Each(_, places) => places[at],
        }
    }
}

/// The input and output of a unit.
pub struct UnitData<'a> {
    /// The partner part: upper bounds in a `Lower` pass, lower bounds in an `Upper` pass, the marks
    /// of the last round in `Leave`.
    pub read: Read<'a>,
    /// The numbers that units of the stage before left.
    pub before: Before<'a>,
    /// The unit's own values.
    pub values: &'a mut [i32],
    /// The numbers that the unit leaves for the next stage.
    pub carry: &'a mut [i32],
}
