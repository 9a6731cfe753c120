//! Rows of successors, one a position, and how they join to [runs](super::runs).

use shuban_core::erased::{Next, Step, Successor};
use shuban_core::sweep::Status;
use shuban_core::{Interval, PartId, Unanswered};

use super::operator::ByBackup;
use super::runs::{HAS_KNOWN, Runs};

/// The value of plays that lead out of the layer.
#[derive(Clone, Copy, Debug)]
struct Known {
    bounds: [i32; 2],
    /// The code of its status.
    status: i32,
}

/// The row of a position.
#[derive(Default)]
struct Row {
    /// The sum of the weights.
    total: u64,
    /// The sum of the events that always lead out, with the code of its status.
    sum: Option<([i64; 2], i32)>,
    leads_out: bool,
    /// The head of each event that may stay in the layer.
    events: Vec<u32>,
    /// The words of their plays.
    plays: Vec<u32>,
    /// Their known values.
    known: Vec<Known>,
    /// Number of plays before those of the event that is visited.
    begins: usize,
    /// The best of its plays that lead out.
    best: Option<Known>,
}

impl Row {
    /// Forgets the last position, but keeps its memory.
    fn clear(&mut self) {
        self.events.clear();
        self.plays.clear();
        self.known.clear();
        (self.total, self.begins) = (0, 0);
        (self.sum, self.leads_out, self.best) = (None, false, None);
    }

    /// Ends a chance event; returns false if it had no plays, or too many.
    fn end(&mut self, weight: u32) -> bool {
        self.total += u64::from(weight);
        let plays = (self.plays.len() - self.begins) as u32;
        self.begins = self.plays.len();
        match (plays, self.best.take()) {
            (0, None) => return false,
            (0, Some(Known { bounds, status })) => {
                self.leads_out = true;
                let ([lower, upper], code) = self.sum.unwrap_or(([0; 2], status));
                let more = |bound: i32| i64::from(weight) * i64::from(bound);
                let sum = [lower + more(bounds[0]), upper + more(bounds[1])];
                self.sum = Some((sum, Status::of_best([code, status])));
            }
            (_, known) => {
                let has_known = if known.is_some() { HAS_KNOWN } else { 0 };
                self.known.extend(known);
                self.events.push(weight << 16 | has_known | plays);
            }
        }
        plays < HAS_KNOWN
    }

    fn code(&self) -> u32 {
        self.sum.map_or(0, |(_, status)| (status + 2) as u32)
    }

    /// Returns true if it can be written: weights and values are in range.
    fn is_possible(&self) -> bool {
        let is_known = |known: &Known| known.bounds[0] > i32::MIN;
        (1..=u64::from(u16::MAX)).contains(&self.total)
            && self.known.len() <= usize::from(u16::MAX)
            && self.known.iter().all(is_known)
    }

    /// Returns true if a run of rows like this one may go on with another.
    fn is_like(&self, other: &Row) -> bool {
        (self.total, self.leads_out, self.code()) == (other.total, other.leads_out, other.code())
            && self.events == other.events
    }
}

/// A list of the rows of consecutive positions of a part, under way.
#[derive(Default)]
pub(super) struct Listing {
    runs: Runs,
    /// The first row of the last run.
    first: Row,
    /// Its number of rows.
    rows: u32,
    /// Its strides, if there are several.
    strides: Vec<u32>,
    /// Memory for the next row.
    row: Row,
}

impl Listing {
    /// Appends the row of a position; returns false if there cannot be one. `first` has the number of
    /// each part's first position.
    ///
    /// # Errors
    /// [`Unanswered`] if a finished layer cannot be read.
    pub(super) fn append(
        &mut self,
        by_backup: &ByBackup<'_>,
        first: &[u32],
        (part, rank): (PartId, u64),
    ) -> Result<bool, Unanswered> {
        let row = &mut self.row;
        row.clear();
        let mut is_row = true;
        let over = by_backup.domain.successors(part, rank, &by_backup.rows, &mut |step| {
            match step {
                Step::Play(after) => match (after.part, after.rank) {
                    (Some(place), Some(rank)) if place.layer == part.layer => {
                        let number = first[place.part] + rank as u32;
                        row.plays.push(number << 1 | u32::from(!after.same_side));
                    }
                    _ => match known_value(by_backup, after)? {
                        Some(value) => row.best = Some(better(row.best, value)),
                        None => is_row = false,
                    },
                },
                Step::EndOfEvent(weight) => is_row &= row.end(weight),
            }
            Ok(if is_row { Next::Step } else { Next::Stop })
        })?;
        if let Some(payoff) = over {
            let Interval { lower, upper }: Interval = Interval::points(payoff);
            let status = Status::of_sign(payoff.into()).code();
            row.clear();
            (row.sum, row.leads_out) = (Some(([lower.into(), upper.into()], status)), true);
            row.total = 1;
            self.runs.ended.push((first[part.part] + rank as u32, status as i8));
        }
        let is_row = is_row && row.is_possible();
        if is_row {
            self.join();
        }
        Ok(is_row)
    }

    /// Appends the row to the last run, or begins a new one with it.
    fn join(&mut self) {
        if !self.goes_on() {
            self.end_run();
            std::mem::swap(&mut self.first, &mut self.row);
        }
        let row = if self.rows == 0 { &self.first } else { &self.row };
        self.rows += 1;
        self.runs.known.extend(row.known.iter().map(|known| known.bounds));
        self.runs.statuses.extend(row.known.iter().map(|known| known.status as i8));
        self.runs.sums.extend(row.sum.map(|(sum, _)| sum));
    }

    /// Returns true if the row is like the last run, and its plays lead as much further as those of the
    /// others do.
    fn goes_on(&mut self) -> bool {
        let Listing { first, rows, strides, row, .. } = self;
        if *rows == 0 || *rows == u32::from(u16::MAX) || !first.is_like(row) {
            return false;
        }
        let mut further =
            first.plays.iter().zip(&row.plays).map(|(&word, &now)| now.wrapping_sub(word));
        if *rows > 1 {
            return further.zip(strides).all(|(all, stride)| all == stride.wrapping_mul(*rows));
        }
        strides.clear();
        strides.extend(further.by_ref());
        // The same side is to move.
        strides.iter().all(|stride| stride & 1 == 0)
    }

    /// Writes the last run.
    fn end_run(&mut self) {
        let Listing { runs: Runs { words, .. }, first, rows, strides, .. } = self;
        if *rows == 0 {
            return;
        }
        let shape =
            u32::from(first.leads_out) << 24 | first.code() << 16 | first.known.len() as u32;
        words.extend([*rows << 16 | first.total as u32, shape, 0]);
        let begins = words.len();
        let (mut plays, mut strides) = (first.plays.iter(), strides.iter());
        for head in &first.events {
            words.push(*head);
            for play in plays.by_ref().take((head & (HAS_KNOWN - 1)) as usize) {
                words.push(*play);
                words.extend(if *rows > 1 { strides.next() } else { None });
            }
        }
        words[begins - 1] = (words.len() - begins) as u32;
        *rows = 0;
    }

    /// Returns the runs of the rows.
    pub(super) fn into_runs(mut self) -> Runs {
        self.end_run();
        self.runs.shrunk()
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::lanes::BackUp;
    use super::*;

    /// Number of positions of the layer.
    const ALL: u32 = 3_000;

    /// A row as the rules give it: for each chance event its weight, its known value, and its plays with
    /// true where the other side is to move.
    type Plain = Vec<(u32, Option<Known>, Vec<(u32, bool)>)>;

    /// The sum of the events that always lead out, with the code of its status.
    type Sum = Option<([i64; 2], i32)>;

    fn row(events: &Plain, sum: Sum) -> Row {
        let mut row = Row { sum, leads_out: sum.is_some(), ..Row::default() };
        for (weight, known, plays) in events {
            let words = plays.iter().map(|&(number, turned)| number << 1 | u32::from(turned));
            row.plays.extend(words);
            row.best = *known;
            assert!(row.end(*weight));
        }
        row.total += if sum.is_some() { 5 } else { 0 };
        row
    }

    /// A few kinds of rows, each going on by strides of its own for some positions: as neighbours do.
    fn rows() -> impl Strategy<Value = Vec<(Plain, Sum)>> {
        let known = (-900..900, 0..900, -1..=2)
            .prop_map(|(lower, more, status)| Known { bounds: [lower, lower + more], status });
        let play = (0..ALL, any::<bool>(), -40..40_i32);
        let event = (1..9_u32, prop::option::of(known), prop::collection::vec(play, 1..5));
        let sum = prop::option::of((-900..900_i64, 0..900_i64, -1..=2));
        let kind = (prop::collection::vec(event, 0..4), sum, 1..40_i32);
        prop::collection::vec(kind, 1..12).prop_map(|kinds| {
            let of_kind = |(events, sum, len): &(Vec<_>, Option<(i64, i64, i32)>, i32)| -> Vec<_> {
                let row = |place: i32| {
                    let play = |&(number, turned, stride): &(u32, bool, i32)| {
                        let number = number as i32 + place * stride;
                        (number.rem_euclid(ALL as i32) as u32, turned)
                    };
                    let event = |(weight, known, plays): &(u32, Option<Known>, Vec<_>)| {
                        let known = known.map(|Known { bounds: [lower, upper], status }| Known {
                            bounds: [lower - place, upper + place],
                            status,
                        });
                        (*weight, known, plays.iter().map(play).collect())
                    };
                    let sum = sum.map(|(lower, more, status)| {
                        ([lower - i64::from(place), lower + more], status)
                    });
                    // A row has a weight.
                    let sum = sum.or_else(|| events.is_empty().then_some(([0; 2], 0)));
                    (events.iter().map(event).collect(), sum)
                };
                (0..*len).map(row).collect()
            };
            kinds.iter().flat_map(of_kind).collect()
        })
    }

    proptest! {
        /// Rows come back out of their runs, and bounds are the means of the best plays.
        #[test]
        fn runs_have_the_rows_and_their_values(rows in rows(), seed in any::<u32>()) {
            let mut listing = Listing::default();
            for (events, sum) in &rows {
                listing.row = row(events, *sum);
                listing.join();
            }
            let runs = listing.into_runs();
            let bounds: Vec<[i32; 2]> = (0..ALL)
                .map(|number| {
                    let lower = (number ^ seed).wrapping_mul(0x9e37_79b9) >> 16;
                    [lower as i32 - 40_000, lower as i32 - 40_000 + (number % 77) as i32]
                })
                .collect();
            let (mut lower, mut upper) = (vec![0; rows.len()], vec![0; rows.len()]);
            let work = BackUp { runs: &runs, bounds: &bounds, lower: &mut lower, upper: &mut upper };
            pulp::Arch::new().dispatch(work);
            let mut place = 0;
            for (first, run) in runs.iter() {
                prop_assert_eq!(first, place);
                for row in 0..run.rows {
                    let (events, sum) = &rows[place];
                    let listed: Vec<(Option<i8>, Vec<_>)> =
                        run.events_of(row).map(|(known, plays)| (known, plays.collect())).collect();
                    let plain = events.iter().map(|(_, known, plays)| {
                        let plays = plays.iter().map(|&(number, turned)| (number as usize, turned));
                        (known.map(|known| known.status as i8), plays.collect())
                    });
                    prop_assert_eq!(listed, plain.collect::<Vec<_>>());
                    prop_assert_eq!(run.status, sum.map(|(_, status)| status));
                    let [mut below, mut above] = sum.map_or([0; 2], |(sum, _)| sum);
                    let mut total = if sum.is_some() { 5 } else { 0 };
                    for (weight, known, plays) in events {
                        let seen = plays.iter().map(|&(number, turned)| {
                            let [lower, upper] = bounds[number as usize];
                            if turned { [-upper, -lower] } else { [lower, upper] }
                        });
                        let seen: Vec<_> = seen.chain(known.map(|known| known.bounds)).collect();
                        let best = |bound: usize| seen.iter().map(|seen| seen[bound]).max().unwrap_or(0);
                        below += i64::from(*weight) * i64::from(best(0));
                        above += i64::from(*weight) * i64::from(best(1));
                        total += i64::from(*weight);
                    }
                    let means = [below.div_euclid(total), -(-above).div_euclid(total)];
                    prop_assert_eq!([i64::from(lower[place]), i64::from(upper[place])], means);
                    place += 1;
                }
            }
            prop_assert_eq!(place, rows.len());
        }
    }

    #[test]
    fn neighbours_that_are_alike_take_the_memory_of_one() {
        let mut listing = Listing::default();
        for place in 0..1_000 {
            listing.row =
                row(&vec![(3, None, vec![(place, false), (2_999 - 2 * place, true)])], None);
            listing.join();
        }
        let runs = listing.into_runs();
        assert_eq!((runs.iter().count(), runs.words.len()), (1, 8));
    }
}
