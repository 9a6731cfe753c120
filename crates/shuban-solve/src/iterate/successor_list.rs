//! The successors of all positions of a layer, as numbers in memory.
//!
//! Rules, indexes and finished layers are asked once for each position, and never by a sweep. The
//! row of a position has a group for each chance event that may stay in the layer: the numbers of
//! the successors there, and the best of the others, whose values are known, as one interval. The
//! events that always lead out are one sum.
//!
//! A row is, in words of 32 bits:
//!
//! ```text
//! words after this one << 16 | total weight
//! leads out << 24 | code of the sum << 16 | number of groups
//! the sum, if it has a code: lower and upper, two words each
//! for each group: weight << 16 | code of the others << 13 | number of successors
//!                 the best of the others, if they have a code: lower, upper
//!                 for each successor: number << 1 | 1 if the same side plays on
//! ```
//!
//! A code is that of a [`Status`], plus 2; 0 if there is none.

use shuban_core::erased::{Next, Step, Successor};
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Unanswered};

use super::operator::ByBackup;

/// Largest number of successors of an event in the layer.
const MOST_SUCCESSORS: usize = (1 << 13) - 1;

/// Number of positions whose rows are listed together.
pub(super) const CHUNK: usize = 1 << 12;

/// The values of plays that lead out of the layer.
#[derive(Clone, Copy)]
struct Known {
    /// The best.
    interval: Interval,
    /// The code of its status.
    status: i32,
}

/// Writes the rows of a layer.
pub(super) struct RowWriter<'a> {
    by_backup: &'a ByBackup<'a>,
    /// The number of each part's first position.
    first: &'a [u32],
    words: Vec<u32>,
}

impl<'a> RowWriter<'a> {
    /// Creates a writer of rows.
    pub(super) fn new(by_backup: &'a ByBackup<'a>, first: &'a [u32]) -> Self {
        RowWriter { by_backup, first, words: Vec::new() }
    }

    /// Returns the rows.
    pub(super) fn into_words(self) -> Box<[u32]> {
        self.words.into_boxed_slice()
    }

    /// Appends the row of a position; returns false if its value cannot be one: then it is left
    /// unfinished.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    pub(super) fn write(&mut self, part: PartId, rank: u64) -> Result<bool, Unanswered> {
        let RowWriter { by_backup, first, words } = self;
        let start = words.len();
        words.extend([0; 2]);
        let (mut total, mut groups, mut leads_out) = (0_u64, 0_u32, false);
        let mut sum: Option<(i64, i64, i32)> = None;
        // The event at hand: the place of its group, the best play out of the layer.
        let mut head = words.len();
        let mut known: Option<Known> = None;
        // The sum comes first, and is known last: it is put there in the end.
        words.push(0);
        let mut is_row = true;
        let rows = &by_backup.rows;
        let over = by_backup.domain.successors(part, rank, rows, &mut |step| {
            match step {
                Step::Play(after) => match (after.part, after.rank) {
                    (Some(place), Some(rank)) if place.layer == part.layer => {
                        let number = u64::from(first[place.part]) + rank;
                        words.push((number as u32) << 1 | u32::from(after.same_side));
                        is_row &= after.over.is_none();
                    }
                    _ => match known_value(by_backup, after)? {
                        Some(value) => known = Some(better(known, value)),
                        None => is_row = false,
                    },
                },
                Step::EndOfEvent(weight) => {
                    let successors = words.len() - head - 1;
                    let own = successors > 0;
                    is_row &= (own || known.is_some())
                        && successors <= MOST_SUCCESSORS
                        && weight <= u32::from(u16::MAX);
                    total += u64::from(weight);
                    if own {
                        groups += 1;
                        let code = known.map_or(0, |known| (known.status + 2) as u32);
                        words[head] = weight << 16 | code << 13 | successors as u32;
                        if let Some(Known { interval: Interval { lower, upper }, .. }) = known {
                            let bounds = [lower as u32, upper as u32];
                            words.splice(head + 1..head + 1, bounds);
                        }
                        head = words.len();
                        words.push(0);
                    } else if let Some(Known { interval, status }) = known {
                        leads_out = true;
                        let (lower, upper, code) = sum.unwrap_or((0, 0, status));
                        let weigh = |bound: i32| i64::from(weight) * i64::from(bound);
                        sum = Some((
                            lower + weigh(interval.lower),
                            upper + weigh(interval.upper),
                            of_both(code, status),
                        ));
                    }
                    known = None;
                }
            }
            Ok(if is_row { Next::Step } else { Next::Stop })
        })?;
        words.truncate(head);
        if let Some(payoff) = over {
            let Interval { lower, upper }: Interval = Interval::points(payoff);
            sum = Some((lower.into(), upper.into(), Status::of_sign(payoff.into()).code()));
            (total, leads_out) = (1, true);
        }
        if let Some((lower, upper, _)) = sum {
            let halves = |sum: i64| [sum as u32, (sum >> 32) as u32];
            let [[a, b], [c, d]] = [halves(lower), halves(upper)];
            words.splice(start + 2..start + 2, [a, b, c, d]);
        }
        let after = words.len() - start - 1;
        let code = sum.map_or(0, |(_, _, status)| (status + 2) as u32);
        words[start] = (after as u32) << 16 | total as u32;
        words[start + 1] = u32::from(leads_out) << 24 | code << 16 | groups;
        let fits = u64::from(u16::MAX);
        Ok(is_row && (1..=fits).contains(&total) && after as u64 <= fits && groups < 1 << 16)
    }
}

/// Returns the value of a play out of the layer to its player: `None` if no table holds it.
fn known_value(by_backup: &ByBackup<'_>, after: Successor) -> Result<Option<Known>, Unanswered> {
    let own_view = |interval: Interval| if after.same_side { interval } else { -interval };
    let at_end = |payoff: i16| Status::of_sign(payoff.into()).code();
    let (interval, status) = match (after.part, after.rank, after.over) {
        (Some(place), Some(rank), over) => {
            if place.layer == by_backup.rows.layer {
                return Ok(None);
            }
            let status = match over {
                Some(payoff) => at_end(payoff),
                None => {
                    let code = by_backup.rows.solved.status(place, rank)?.code();
                    if after.same_side { code } else { Status::after(code) }
                }
            };
            (own_view(by_backup.finished(place, rank)?), status)
        }
        (None, _, Some(payoff)) => {
            let seen = if after.same_side { payoff } else { -payoff };
            (own_view(Interval::points(seen)), at_end(payoff))
        }
        _ => return Ok(None),
    };
    Ok(Some(Known { interval, status }))
}

/// Returns the best of two plays.
fn better(one: Option<Known>, other: Known) -> Known {
    one.map_or(other, |one| Known {
        interval: one.interval.max(other.interval),
        status: one.status.max(other.status),
    })
}

/// Returns the code of a position from those of two chance events, as [`Status::of_best`] does.
pub(super) fn of_both(one: i32, other: i32) -> i32 {
    Status::of_best([one, other])
}

/// The row of a position.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    /// The sum of the weights.
    pub(super) total: i64,
    /// True if a chance event always leads out of the layer, or the game is over.
    pub(super) leads_out: bool,
    /// The code of the status of the events that do, if there are some.
    pub(super) status: Option<i32>,
    /// The sum of their values.
    pub(super) sum: [i64; 2],
    groups: &'r [u32],
}

/// A chance event that may stay in the layer.
#[derive(Clone, Copy)]
pub(super) struct Group<'r> {
    pub(super) weight: i64,
    /// The code of the status of the plays that lead out, if there are some.
    pub(super) status: Option<i32>,
    /// The best of their values.
    pub(super) best: [i32; 2],
    successors: &'r [u32],
}

/// A successor in the layer: its number, and true if the same side plays on.
type Own = (usize, bool);

impl<'r> Group<'r> {
    /// Returns the successors in the layer.
    #[inline(always)]
    pub(super) fn successors(self) -> impl Iterator<Item = Own> + use<'r> {
        self.successors.iter().map(|&word| ((word >> 1) as usize, word & 1 == 1))
    }
}

/// Returns a status from its code in a row.
#[inline(always)]
fn status_of(code: u32) -> Option<i32> {
    (code != 0).then_some(code as i32 - 2)
}

impl<'r> Row<'r> {
    /// Returns the first row of a list, and the others.
    #[inline(always)]
    pub(super) fn split_first(words: &'r [u32]) -> Option<(Row<'r>, &'r [u32])> {
        let (&first, words) = words.split_first()?;
        let (row, others) = words.split_at((first >> 16) as usize);
        let (&second, row) = row.split_first()?;
        let status = status_of(second >> 16 & 0xff);
        let (mut sum, mut groups) = ([0; 2], row);
        if let (Some(_), [a, b, c, d, after @ ..]) = (status, row) {
            let whole = |low: u32, high: u32| (u64::from(high) << 32 | u64::from(low)) as i64;
            (sum, groups) = ([whole(*a, *b), whole(*c, *d)], after);
        }
        let (total, leads_out) = (i64::from(first & 0xffff), second >> 24 == 1);
        Some((Row { total, leads_out, status, sum, groups }, others))
    }

    /// Returns the chance events that may stay in the layer.
    #[inline(always)]
    pub(super) fn groups(self) -> impl Iterator<Item = Group<'r>> {
        let mut words = self.groups;
        std::iter::from_fn(move || {
            let (&head, mut rest) = words.split_first()?;
            let status = status_of(head >> 13 & 7);
            let mut best = [i32::MIN; 2];
            if let (Some(_), [lower, upper, after @ ..]) = (status, rest) {
                (best, rest) = ([*lower as i32, *upper as i32], after);
            }
            let (successors, after) = rest.split_at((head & 0x1fff) as usize);
            words = after;
            Some(Group { weight: i64::from(head >> 16), status, best, successors })
        })
    }

    /// Returns the bounds that follow from those of the layer, by number: as
    /// [`backup_expected`](shuban_core::backup::backup_expected), bit for bit.
    #[inline(always)]
    pub(super) fn value(self, bounds: impl Fn(usize) -> [i32; 2]) -> [i32; 2] {
        let [mut lower, mut upper] = self.sum;
        for group in self.groups() {
            let [mut best_lower, mut best_upper] = group.best;
            for (number, same_side) in group.successors() {
                let [own_lower, own_upper] = bounds(number);
                let (other_lower, other_upper) =
                    (own_upper.saturating_neg(), own_lower.saturating_neg());
                best_lower = best_lower.max(if same_side { own_lower } else { other_lower });
                best_upper = best_upper.max(if same_side { own_upper } else { other_upper });
            }
            lower += group.weight * i64::from(best_lower);
            upper += group.weight * i64::from(best_upper);
        }
        let mean = |sum: i64| match self.total.count_ones() {
            1 => sum >> self.total.trailing_zeros(),
            _ => sum.div_euclid(self.total),
        };
        [mean(lower) as i32, -mean(-upper) as i32]
    }
}
