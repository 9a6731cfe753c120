//! Rows of a layer that several processes have, at the one that leads.

use std::ops::Range;

use shuban_core::Unanswered;

use super::numbered::{Numbered, halves, joined};
use super::others::{LEADER, Together};
use crate::error::Error;
use crate::streamed_table::RowsByRank;

/// Rows of a layer that are dealt to several processes.
pub(crate) trait Dealt: Sync {
    /// Returns the processes.
    fn together(&self) -> &Together;

    /// Returns true if these are ranks of a part.
    fn has(&self, part: usize, ranks: &Range<usize>) -> bool;

    /// Returns those of some ranks of a part whose rows a process tells: ranges in ascending order.
    fn told(&self, part: usize, process: usize, ranks: Range<usize>) -> Vec<Range<usize>>;
}

/// Rows that the leader asks of all.
struct Collected<'c> {
    dealt: &'c dyn Dealt,
    rows: &'c mut dyn RowsByRank,
    /// Columns of a row, each of at most 32 bits.
    columns: usize,
    /// The first rank fetched last, and its rows.
    first: u64,
    fetched: Vec<i32>,
}

impl RowsByRank for Collected<'_> {
    fn fetch(&mut self, part: usize, ranks: Range<u64>) -> Result<(), Unanswered> {
        let Collected { dealt, columns, .. } = *self;
        let together = dealt.together();
        let asked = [part as u64, ranks.start, ranks.end];
        together.tell(asked.into_iter().flat_map(halves).collect())?;
        let ranks = ranks.start as usize..ranks.end as usize;
        let sent = together.lists();
        let mut received = together.lists();
        together.trade(&sent, &mut received)?;
        received[LEADER] = own_rows(dealt, self.rows, columns, part, ranks.clone())?;
        (self.first, self.fetched) = (ranks.start as u64, vec![0; ranks.len() * columns]);
        let mut received = Numbered::new(&received);
        for process in 0..together.count() {
            for range in dealt.told(part, process, ranks.clone()) {
                let numbers = received.next(process, range.len() * columns)?;
                let first = (range.start - ranks.start) * columns;
                self.fetched[first..first + numbers.len()].copy_from_slice(numbers);
            }
        }
        received.end()
    }

    fn row(&self, _part: usize, rank: u64, row: &mut [u64]) {
        let first = (rank - self.first) as usize * self.columns;
        for (column, number) in row.iter_mut().zip(&self.fetched[first..]) {
            *column = u64::from(number.cast_unsigned());
        }
    }
}

/// Does the leader's work on the rows of all processes, each of `columns` columns. The others send
/// theirs meanwhile, and get nothing.
///
/// # Errors
/// That of the work, in the leader alone: the others go on; [`Error::Lost`].
pub(crate) fn at_leader<T>(
    dealt: &dyn Dealt,
    rows: &mut dyn RowsByRank,
    columns: usize,
    work: impl FnOnce(&mut dyn RowsByRank) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let together = dealt.together();
    if !together.leads() {
        while let Some((part, ranks)) = asked(dealt)? {
            let mut sent = together.lists();
            sent[LEADER] = own_rows(dealt, rows, columns, part, ranks)?;
            together.trade(&sent, &mut together.lists())?;
        }
        return Ok(None);
    }
    let mut all = Collected { dealt, rows, columns, first: 0, fetched: Vec::new() };
    let done = work(&mut all);
    let told = match done {
        Err(Error::Lost(_)) => Ok(()),
        _ => together.tell(Vec::new()).map(drop),
    };
    // Work that is done stays so. If one is lost, the next round says it.
    match done {
        Ok(done) => Ok(Some(done)),
        Err(error) => told.and(Err(error)),
    }
}

/// Returns the ranks of a part that the leader asks for, if it asks on.
fn asked(dealt: &dyn Dealt) -> Result<Option<(usize, Range<usize>)>, Error> {
    let told = dealt.together().tell(Vec::new())?;
    let (words, rest) = told[LEADER].as_chunks::<2>();
    let word = |[low, high]: [i32; 2]| joined(low, high) as usize;
    match *words {
        [] if rest.is_empty() => Ok(None),
        [part, first, end] if dealt.has(word(part), &(word(first)..word(end))) => {
            Ok(Some((word(part), word(first)..word(end))))
        }
        _ => Err(Error::Lost("the leader asks for what there is not".to_owned())),
    }
}

/// Returns those rows among some ranks that this process tells.
fn own_rows(
    dealt: &dyn Dealt,
    rows: &mut dyn RowsByRank,
    columns: usize,
    part: usize,
    ranks: Range<usize>,
) -> Result<Vec<i32>, Unanswered> {
    let (mut numbers, mut row) = (Vec::new(), vec![0; columns]);
    for range in dealt.told(part, dealt.together().own(), ranks) {
        rows.fetch(part, range.start as u64..range.end as u64)?;
        for rank in range {
            rows.row(part, rank as u64, &mut row);
            for &number in &row {
                let number = u32::try_from(number).map_err(Unanswered::because)?;
                numbers.push(number.cast_signed());
            }
        }
    }
    Ok(numbers)
}
