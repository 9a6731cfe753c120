//! Rows of a layer that several processes keep, at the one that leads, and back.

use std::ops::Range;

use shuban_core::Unanswered;

use super::numbered::{Numbered, joined};
use super::others::LEADER;
use super::passes::SweepAcross;
use crate::error::Error;
use crate::streamed_table::RowsByRank;

/// Numbers that the leader passes on at a time.
const PIECE: usize = 1 << 18;

/// A receiver of numbers by part and rank.
pub(crate) type TakeNumber<'t> = dyn FnMut(usize, u64, i32) -> Result<(), Error> + 't;

/// Rows that the leader asks of all.
struct Collected<'c, 'p> {
    across: &'c SweepAcross<'p>,
    rows: &'c mut dyn RowsByRank,
    /// Columns of a row, each of at most 32 bits.
    columns: usize,
    /// The first rank fetched last, and its rows.
    first: u64,
    fetched: Vec<i32>,
}

impl RowsByRank for Collected<'_, '_> {
    fn fetch(&mut self, part: usize, ranks: Range<u64>) -> Result<(), Unanswered> {
        let Collected { across, columns, .. } = *self;
        let asked = [part as u64, ranks.start, ranks.end];
        let asked = asked.into_iter().flat_map(|word| [word as i32, (word >> 32) as i32]);
        across.together.tell(asked.collect())?;
        let ranks = ranks.start as usize..ranks.end as usize;
        let sent = across.together.lists();
        let mut received = across.together.lists();
        across.together.trade(&sent, &mut received)?;
        received[LEADER] = across.own_rows(self.rows, columns, part, ranks.clone())?;
        (self.first, self.fetched) = (ranks.start as u64, vec![0; ranks.len() * columns]);
        let mut received = Numbered::new(&received);
        for process in 0..across.together.count() {
            for range in across.told(part, process).within(ranks.clone()) {
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

impl SweepAcross<'_> {
    /// Returns true in the process that reads and writes files.
    pub(crate) fn leads(&self) -> bool {
        self.together.leads()
    }

    /// Does work of the leader on the rows of all processes, of so many columns each; the others send
    /// theirs meanwhile, and do none. Returns nothing there.
    ///
    /// # Errors
    /// That of the work, after which the others go on; [`Error::Lost`].
    pub(crate) fn at_leader<T>(
        &self,
        rows: &mut dyn RowsByRank,
        columns: usize,
        work: impl FnOnce(&mut dyn RowsByRank) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        if !self.together.leads() {
            while let Some((part, ranks)) = self.asked()? {
                let mut sent = self.together.lists();
                sent[LEADER] = self.own_rows(rows, columns, part, ranks)?;
                self.together.trade(&sent, &mut self.together.lists())?;
            }
            return Ok(None);
        }
        let mut all = Collected { across: self, rows, columns, first: 0, fetched: Vec::new() };
        let done = work(&mut all);
        if !matches!(done, Err(Error::Lost(_))) {
            self.together.tell(Vec::new())?;
        }
        done.map(Some)
    }

    /// Returns the ranks of a part that the leader asks for, if it asks on.
    fn asked(&self) -> Result<Option<(usize, Range<usize>)>, Error> {
        let told = self.together.tell(Vec::new())?;
        let (words, _) = told[LEADER].as_chunks::<2>();
        let word = |[low, high]: [i32; 2]| joined(low, high) as usize;
        Ok(match *words {
            [part, first, end] => Some((word(part), word(first)..word(end))),
            _ => None,
        })
    }

    /// Returns those rows among some ranks that this process tells.
    fn own_rows(
        &self,
        rows: &mut dyn RowsByRank,
        columns: usize,
        part: usize,
        ranks: Range<usize>,
    ) -> Result<Vec<i32>, Unanswered> {
        let (mut numbers, mut row) = (Vec::new(), vec![0; columns]);
        for range in self.told(part, self.together.own()).within(ranks) {
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

    /// Passes numbers by rank from the leader to all, each of which takes those that it keeps. The
    /// leader's `read` calls what it is given with each rank, in order, and its result goes to all.
    ///
    /// # Errors
    /// [`Error::Lost`]; or from `take`.
    pub(crate) fn from_leader(
        &self,
        read: impl FnOnce(&mut TakeNumber<'_>) -> Result<Option<u32>, Error>,
        take: &mut TakeNumber<'_>,
    ) -> Result<Option<u32>, Error> {
        if !self.together.leads() {
            loop {
                let mut received = self.together.lists();
                self.together.trade(&self.together.lists(), &mut received)?;
                match *received[LEADER] {
                    [is_some, result] => {
                        return Ok((is_some != 0).then_some(result.cast_unsigned()));
                    }
                    [part, low, high, _, ref numbers @ ..] => {
                        let first = joined(low, high) as usize;
                        self.take_own(part as usize, first, numbers, take)?;
                    }
                    _ => return Err(Error::Lost("the leader sent no numbers".to_owned())),
                }
            }
        }
        let (mut place, mut numbers) = ((0, 0), Vec::new());
        let pass_on = |(part, first): (usize, usize), numbers: &[i32]| {
            let head = [part as i32, first as i32, (first as u64 >> 32) as i32, 0];
            let all: Vec<i32> = head.into_iter().chain(numbers.iter().copied()).collect();
            self.together.trade(&vec![all; self.together.count()], &mut self.together.lists())
        };
        let result = read(&mut |part, rank, number| {
            let next = (part, rank as usize);
            if numbers.len() == PIECE || next != (place.0, place.1 + numbers.len()) {
                if !numbers.is_empty() {
                    pass_on(place, &numbers)?;
                    self.take_own(place.0, place.1, &numbers, take)?;
                }
                (place, numbers) = (next, Vec::new());
            }
            numbers.push(number);
            Ok(())
        })?;
        if !numbers.is_empty() {
            pass_on(place, &numbers)?;
            self.take_own(place.0, place.1, &numbers, take)?;
        }
        self.together.tell(vec![result.is_some().into(), result.unwrap_or(0).cast_signed()])?;
        Ok(result)
    }

    /// Takes those of some numbers that are kept here.
    fn take_own(
        &self,
        part: usize,
        first: usize,
        numbers: &[i32],
        take: &mut TakeNumber<'_>,
    ) -> Result<(), Error> {
        for range in self.runs(part).within(first..first + numbers.len()) {
            for rank in range {
                take(part, rank as u64, numbers[rank - first])?;
            }
        }
        Ok(())
    }
}
