//! A domain's own fast way to do what `backup` defines.

use crate::domain::{IntervalDomain, LayerId, PartId, Unanswered};
use crate::interval::Interval;

/// What one pass over a part computes. The lower bound of a position depends on upper bounds of its
/// successors alone (what is good for one side is bad for the other), and the reverse: so each pass
/// reads one array and writes another, and its result does not depend on the order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pass {
    /// Lower bounds from upper bounds: the weighted mean rounded down.
    Lower,
    /// Upper bounds from lower bounds: the weighted mean rounded up.
    Upper,
    /// Values from values: the weighted mean rounded to a whole number next to it, the nearest if
    /// the domain can tell.
    Nearest,
    /// The proof of leaving, one round of striking out. Reads and writes 1 for a position that is
    /// left and 0 for one struck out: a position is struck out once some roll has plays only to
    /// positions struck out or outside of the layer.
    Leave,
    /// One round of retrograde analysis. Reads and writes the [`Status`] of positions as a number.
    Retrograde,
}

/// What retrograde analysis knows of a position, for the player about to move. The numbers are such
/// that the best play for the mover is the one of the largest number after which the opponent's
/// status is turned round ([`after`](Status::after)): a sure win decides; else anything unknown
/// does.
///
/// Statuses are about who wins. Where wins count differently, as with gammons, what they call known
/// is the chance to win if both play for it alone, not the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Status {
    /// The value is known: a loss whatever chance brings.
    Loss = -1,
    /// The value is known, and not a certain win or loss.
    Valued = 0,
    /// The value is not known.
    Unknown = 1,
    /// The value is known: a win whatever chance brings.
    Win = 2,
}

impl Status {
    /// All of them, in the order of their codes.
    pub const ALL: [Status; 4] = [Status::Loss, Status::Valued, Status::Unknown, Status::Win];

    /// The status of a code, if it is one.
    pub fn of_code(code: i32) -> Option<Self> {
        Status::ALL.into_iter().find(|status| status.code() == code)
    }

    /// As passes read and write it.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// The code of a play to a position with this code for the player who is about to move there.
    #[inline(always)]
    pub const fn after(code: i32) -> i32 {
        match code {
            2 => -1,
            -1 => 2,
            same => same,
        }
    }

    /// The code of a position whose chance events have these codes under the best play.
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

    /// The status of a position that has a payoff, or a value by definition.
    pub fn of_sign(payoff: i32) -> Self {
        match payoff {
            1.. => Status::Win,
            0 => Status::Valued,
            _ => Status::Loss,
        }
    }
}

/// Some units of a pass that do not depend on each other. Between two stages is a barrier.
///
/// Unit `u` writes the values of ranks `first + u * values .. first + (u + 1) * values`, and leaves
/// `carry` numbers for the units of the next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The rank of the first value.
    pub first: u64,
    /// How many units.
    pub units: usize,
    /// How many values each writes.
    pub values: usize,
    /// How many numbers each leaves for the next stage.
    pub carry: usize,
}

/// Values of finished layers, many at a time.
pub trait Finished {
    /// The values of these ranks of a part, in the order asked. Ascending ranks are read fastest.
    ///
    /// # Errors
    /// [`Unanswered`] if the table cannot be read.
    fn values(&mut self, part: PartId, ranks: &[u64]) -> Result<Vec<Interval>, Unanswered>;

    /// What retrograde analysis knew of them, likewise: [`Status::Unknown`] if a layer does not say.
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
    /// What a layer's passes share: tables of ranks, values of finished layers.
    type Plan: Send + Sync;
    /// Working memory of one thread.
    type Scratch: Send + 'static;

    /// Prepares the passes over a layer.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    fn plan(&self, layer: LayerId, finished: &mut dyn Finished) -> Result<Self::Plan, Unanswered>;

    /// Working memory for one thread.
    fn scratch(&self, plan: &Self::Plan) -> Self::Scratch;

    /// The part of the same layer that a part's successors inside the layer lie in.
    fn partner(&self, layer: LayerId, part: usize) -> usize;

    /// The stages of a pass over a part, in their order. Together they write every value once.
    fn stages(&self, layer: LayerId, part: usize) -> Vec<Stage>;

    /// Units from this number on of the stage before are read by none of the units 0 to `unit` of a
    /// stage, which is not the first: units are run from the last to the first, and what the next ones
    /// do not read is forgotten. Never less for a larger `unit`.
    fn reads_before(&self, layer: LayerId, part: usize, stage: usize, _unit: usize) -> usize {
        self.stages(layer, part)[stage - 1].units
    }

    /// Positions that have a value by definition, which no pass may change, in the order of ranks.
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

    /// Bytes that the plan and the scratch of `threads` threads take for a layer, about.
    fn bytes(&self, layer: LayerId, threads: usize) -> u64;
}

/// Which unit of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassUnit {
    /// What is computed.
    pub pass: Pass,
    /// The part, by its place in the layer.
    pub part: usize,
    /// The stage, by its place in [`Sweep::stages`].
    pub stage: usize,
    /// The unit of the stage.
    pub unit: usize,
}

/// What a pass reads of a part, by rank.
#[derive(Clone, Copy, Debug)]
pub enum Read<'a> {
    /// As it is.
    Plain(&'a [i32]),
    /// Lower bounds: a centre less a half-width, and no less than the least that there can be; that,
    /// where the half-width is the largest number.
    Below {
        /// The centres.
        centre: &'a [i32],
        /// The half-widths.
        half_width: &'a [u16],
        /// The least that there can be.
        least: i32,
    },
    /// Upper bounds, likewise.
    Above {
        /// The centres.
        centre: &'a [i32],
        /// The half-widths.
        half_width: &'a [u16],
        /// The most that there can be.
        most: i32,
    },
}

impl Read<'_> {
    /// The number of a rank.
    #[inline]
    pub fn at(&self, rank: usize) -> i32 {
        match *self {
            Read::Plain(numbers) => numbers[rank],
            Read::Below { centre, half_width, least } => {
                Read::below(centre[rank], half_width[rank], least)
            }
            Read::Above { centre, half_width, most } => {
                Read::above(centre[rank], half_width[rank], most)
            }
        }
    }

    /// A lower bound.
    #[inline(always)]
    pub fn below(centre: i32, half_width: u16, least: i32) -> i32 {
        let bound = centre.saturating_sub(half_width.into()).max(least);
        if half_width == u16::MAX { least } else { bound }
    }

    /// An upper bound.
    #[inline(always)]
    pub fn above(centre: i32, half_width: u16, most: i32) -> i32 {
        let bound = centre.saturating_add(half_width.into()).min(most);
        if half_width == u16::MAX { most } else { bound }
    }
}

/// What a unit reads and writes.
pub struct UnitData<'a> {
    /// The whole partner part: upper bounds in a `Lower` pass, lower bounds in an `Upper` pass, the
    /// marks of the last round in `Leave`.
    pub read: Read<'a>,
    /// What the units of the stage before left, one after the other: those that are still needed.
    pub before: &'a [i32],
    /// The unit's own values.
    pub values: &'a mut [i32],
    /// What the unit leaves for the next stage.
    pub carry: &'a mut [i32],
}
