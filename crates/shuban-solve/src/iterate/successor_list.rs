//! The successors of all positions of a layer, as numbers in memory.
//!
//! Rules, indexes and finished layers are asked once for each position, and never by a sweep. The
//! positions of a layer are numbered part after part, twice: first as the other side sees them, then
//! as the side to move does. So a bound of a play is looked up as its player sees it. Numbers beyond
//! them are the *known* values: for each chance event that may stay in the layer and may leave it,
//! the best of the plays that leave it. The chance events that always lead out are one sum.
//!
//! A row is, in words of 32 bits:
//!
//! ```text
//! words after this one << 16 | total weight
//! leads out << 24 | code of the sum << 16 | number of groups
//! the sum, if it has a code: lower and upper, two words each
//! for each chance event that may stay in the layer: weight
//! for each of its plays: number << 1 | 1 for its last
//! ```
//!
//! The code is that of a [`Status`], plus 2; 0 if there is no sum.

use shuban_core::erased::{Next, Step, Successor};
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Unanswered};

use super::operator::ByBackup;

/// Numbers are less than this.
pub(super) const MOST_NUMBERS: u64 = 1 << 31;

/// The value of plays that lead out of the layer.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) bounds: [i32; 2],
    /// The code of its status.
    pub(super) status: i32,
}

/// Some rows.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) words: Vec<u32>,
    /// The known values of these rows.
    pub(super) known: Vec<Known>,
    /// The numbers of positions in which the game is over, with the code of their status.
    pub(super) ended: Vec<(u32, i8)>,
    /// The places of the words that name known values, in order, from 0.
    named: Vec<u32>,
    /// Memory for the next row.
    events: Events,
}

impl Rows {
    /// Numbers the known values from `first`.
    pub(super) fn number_known(&mut self, first: u32) {
        for (number, &place) in (first..).zip(&self.named) {
            self.words[place as usize] |= number << 1;
        }
        (self.named, self.events) = Default::default();
    }

    /// Returns the bytes of memory that the rows and their known values take.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&*self.words) + self.known.len() * size_of::<[i32; 3]>()) as u64
    }
}

/// The chance event whose plays are visited, and the sum of those that always lead out.
#[derive(Default)]
struct Events {
    weights: Vec<u32>,
    successors: Vec<u32>,
    /// Known values of the row, with their places among the successors.
    named: Vec<(u32, Known)>,
    /// The place of the event's first successor.
    begins: usize,
    known: Option<Known>,
    total: u64,
    sum: Option<([i64; 2], i32)>,
    leads_out: bool,
}

impl Events {
    /// Forgets the last row, but keeps its memory.
    fn clear(&mut self) {
        let Events { weights, successors, named, .. } = self;
        weights.clear();
        successors.clear();
        named.clear();
        (self.begins, self.known, self.total) = (0, None, 0);
        (self.sum, self.leads_out) = (None, false);
    }

    /// Ends a chance event; returns false if it had no plays.
    fn end(&mut self, weight: u32) -> bool {
        self.total += u64::from(weight);
        let stays = self.successors.len() > self.begins;
        let known = self.known.take();
        match (stays, known) {
            (false, None) => return false,
            (false, Some(Known { bounds, status })) => {
                self.leads_out = true;
                let ([lower, upper], code) = self.sum.unwrap_or(([0; 2], status));
                let more = |bound: i32| i64::from(weight) * i64::from(bound);
                let sum = [lower + more(bounds[0]), upper + more(bounds[1])];
                self.sum = Some((sum, of_both(code, status)));
            }
            (true, known) => {
                if let Some(known) = known {
                    self.named.push((self.successors.len() as u32, known));
                    self.successors.push(0);
                }
                if let Some(last) = self.successors.last_mut() {
                    *last |= 1;
                }
                self.weights.push(weight);
            }
        }
        self.begins = self.successors.len();
        true
    }
}

/// Appends the row of a position; returns false if there cannot be one. `first` has the number of
/// each part's first position, then that of the first position as its mover sees it.
///
/// # Errors
/// [`Unanswered`] if a finished layer cannot be read.
pub(super) fn write_row(
    by_backup: &ByBackup<'_>,
    first: &[u32],
    (part, rank): (PartId, u64),
    rows: &mut Rows,
) -> Result<bool, Unanswered> {
    let mut events = std::mem::take(&mut rows.events);
    events.clear();
    let mut is_row = true;
    let seen_by_mover = first[first.len() - 1];
    let over = by_backup.domain.successors(part, rank, &by_backup.rows, &mut |step| {
        match step {
            Step::Play(after) => match (after.part, after.rank) {
                (Some(place), Some(rank)) if place.layer == part.layer => {
                    let seen = if after.same_side { seen_by_mover } else { 0 };
                    events.successors.push((first[place.part] + rank as u32 + seen) << 1);
                }
                _ => match known_value(by_backup, after)? {
                    Some(value) => events.known = Some(better(events.known, value)),
                    None => is_row = false,
                },
            },
            Step::EndOfEvent(weight) => is_row &= events.end(weight),
        }
        Ok(if is_row { Next::Step } else { Next::Stop })
    })?;
    let (mut total, mut sum, mut leads_out) = (events.total, events.sum, events.leads_out);
    let Events { weights, successors, named, .. } = &events;
    if let Some(payoff) = over {
        let Interval { lower, upper }: Interval = Interval::points(payoff);
        let status = Status::of_sign(payoff.into()).code();
        (sum, total, leads_out) = (Some(([lower.into(), upper.into()], status)), 1, true);
        rows.ended.push((first[part.part] + rank as u32, status as i8));
    }
    let code = sum.map_or(0, |(_, status)| (status + 2) as u32);
    let after = 1 + if sum.is_some() { 4 } else { 0 } + weights.len() + successors.len();
    let (most, is_known) = (usize::from(u16::MAX), |known: &Known| known.bounds[0] > i32::MIN);
    let fits = (1..=most as u64).contains(&total) && after <= most && weights.len() <= most;
    if !is_row || !fits || !named.iter().all(|(_, known)| is_known(known)) {
        return Ok(false);
    }
    let words = &mut rows.words;
    words.push((after as u32) << 16 | total as u32);
    words.push(u32::from(leads_out) << 24 | code << 16 | weights.len() as u32);
    for bound in sum.into_iter().flat_map(|(sum, _)| sum) {
        words.extend([bound as u32, (bound >> 32) as u32]);
    }
    words.extend(weights);
    let begins = words.len() as u32;
    words.extend(successors);
    rows.named.extend(named.iter().map(|(place, _)| begins + place));
    rows.known.extend(named.iter().map(|(_, known)| *known));
    rows.events = events;
    Ok(true)
}

/// Returns the value of a play out of the layer to its player: `None` if no table holds it.
fn known_value(by_backup: &ByBackup<'_>, after: Successor) -> Result<Option<Known>, Unanswered> {
    let at_end = |payoff: i16| Status::of_sign(payoff.into()).code();
    let (interval, status) = match (after.part, after.rank, after.over) {
        (Some(place), Some(rank), over) if place.layer != by_backup.rows.layer => {
            let status = match over {
                Some(payoff) => at_end(payoff),
                None => {
                    let code = by_backup.rows.solved.status(place, rank)?.code();
                    if after.same_side { code } else { Status::after(code) }
                }
            };
            (by_backup.finished(place, rank)?, status)
        }
        (None, _, Some(payoff)) => {
            let seen = if after.same_side { payoff } else { -payoff };
            (Interval::points(seen), at_end(payoff))
        }
        _ => return Ok(None),
    };
    let Interval { lower, upper } = if after.same_side { interval } else { -interval };
    Ok(Some(Known { bounds: [lower, upper], status }))
}

/// Returns the best of two plays.
fn better(one: Option<Known>, other: Known) -> Known {
    one.map_or(other, |one| Known {
        bounds: [0, 1].map(|bound| one.bounds[bound].max(other.bounds[bound])),
        status: one.status.max(other.status),
    })
}

/// Returns the code of a position from those of two chance events, as [`Status::of_best`] does.
fn of_both(one: i32, other: i32) -> i32 {
    Status::of_best([one, other])
}

/// The row of a position.
#[derive(Clone, Copy)]
pub(super) struct Row<'r> {
    /// The sum of the weights.
    total: i64,
    /// True if a chance event always leads out of the layer, or the game is over.
    pub(super) leads_out: bool,
    /// The code of the status of the events that do, if there are some.
    pub(super) status: Option<i32>,
    /// The sum of their values.
    sum: [i64; 2],
    weights: &'r [u32],
    successors: &'r [u32],
}

impl<'r> Row<'r> {
    /// Returns the first row of a list, and the others.
    #[inline(always)]
    pub(super) fn split_first(words: &'r [u32]) -> Option<(Row<'r>, &'r [u32])> {
        let (&first, words) = words.split_first()?;
        let (row, others) = words.split_at_checked((first >> 16) as usize)?;
        let (&second, mut row) = row.split_first()?;
        let code = second >> 16 & 0xff;
        let (status, mut sum) = ((code != 0).then_some(code as i32 - 2), [0; 2]);
        if let (Some(_), [a, b, c, d, after @ ..]) = (status, row) {
            let whole = |low: u32, high: u32| (u64::from(high) << 32 | u64::from(low)) as i64;
            (sum, row) = ([whole(*a, *b), whole(*c, *d)], after);
        }
        let (weights, successors) = row.split_at_checked((second & 0xffff) as usize)?;
        let (total, leads_out) = (i64::from(first & 0xffff), second >> 24 == 1);
        Some((Row { total, leads_out, status, sum, weights, successors }, others))
    }

    /// Returns the numbers that each chance event may lead to.
    pub(super) fn events(self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        let events = self.successors.split_inclusive(|word| word & 1 == 1);
        events.map(|event| event.iter().map(|word| (word >> 1) as usize))
    }

    /// Returns the bounds that follow from those of all numbers: as
    /// [`backup_expected`](shuban_core::backup::backup_expected), bit for bit.
    #[inline(always)]
    pub(super) fn value(self, bounds: impl Fn(usize) -> [i32; 2]) -> [i32; 2] {
        let [mut lower, mut upper] = self.sum;
        let [mut best_lower, mut best_upper] = [i32::MIN; 2];
        let mut weights = self.weights.iter();
        for &word in self.successors {
            let [seen_lower, seen_upper] = bounds((word >> 1) as usize);
            best_lower = best_lower.max(seen_lower);
            best_upper = best_upper.max(seen_upper);
            if word & 1 == 1 {
                let weight = weights.next().map_or(0, |&weight| i64::from(weight));
                lower = lower.wrapping_add(weight * i64::from(best_lower));
                upper = upper.wrapping_add(weight * i64::from(best_upper));
                [best_lower, best_upper] = [i32::MIN; 2];
            }
        }
        let mean = |sum: i64| match self.total.count_ones() {
            1 => sum >> self.total.trailing_zeros(),
            _ => sum.div_euclid(self.total),
        };
        [mean(lower) as i32, -mean(-upper) as i32]
    }
}
