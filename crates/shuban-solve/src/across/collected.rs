//! Numbers that the leader reads, at those that keep them.

use std::ops::Range;

use super::dealt::Dealt;
use super::numbered::{halves, joined};
use super::others::LEADER;
use super::passes::SweepAcross;
use crate::error::Error;

/// Numbers that the leader passes on at a time.
const PIECE: usize = 1 << 18;

/// A receiver of numbers by part and rank.
pub(crate) type TakeNumber<'t> = dyn FnMut(usize, u64, i32) -> Result<(), Error> + 't;

impl SweepAcross<'_> {
    /// Returns true in the process that reads and writes files.
    pub(crate) fn leads(&self) -> bool {
        self.together.leads()
    }

    /// Passes numbers by rank from the leader to all, each of which takes those that it keeps. The
    /// leader's `read` calls what it is given with each rank, in order, and its result goes to all.
    ///
    /// # Errors
    /// [`Error::Lost`]; or from `take`.
    pub(crate) fn pass_from_leader(
        &self,
        read: impl FnOnce(&mut TakeNumber<'_>) -> Result<Option<u32>, Error>,
        take: &mut TakeNumber<'_>,
    ) -> Result<Option<u32>, Error> {
        if !self.together.leads() {
            return self.take_from_leader(take);
        }
        let (mut place, mut numbers) = ((0, 0), Vec::new());
        let result = read(&mut |part, rank, number| {
            let next = (part, rank as usize);
            if numbers.len() == PIECE || next != (place.0, place.1 + numbers.len()) {
                let numbers = std::mem::take(&mut numbers);
                self.pass_on(std::mem::replace(&mut place, next), &numbers, take)?;
            }
            numbers.push(number);
            Ok(())
        })?;
        self.pass_on(place, &numbers, take)?;
        self.together.tell(vec![result.is_some().into(), result.unwrap_or(0).cast_signed()])?;
        Ok(result)
    }

    /// Takes what the leader passes on, until it tells the result.
    fn take_from_leader(&self, take: &mut TakeNumber<'_>) -> Result<Option<u32>, Error> {
        loop {
            let mut received = self.together.lists();
            self.together.trade(&self.together.lists(), &mut received)?;
            match *received[LEADER] {
                [is_some, result] => {
                    return Ok((is_some != 0).then_some(result.cast_unsigned()));
                }
                [part, low, high, len, ref numbers @ ..] => {
                    let first = joined(low, high) as usize;
                    let ranks = first..first.saturating_add(len as usize);
                    self.take_own(part as usize, ranks, numbers, take)?;
                }
                _ => return Err(Error::Lost("the leader sent no numbers".to_owned())),
            }
        }
    }

    /// Passes on numbers by rank to those that keep them.
    fn pass_on(
        &self,
        (part, first): (usize, usize),
        numbers: &[i32],
        take: &mut TakeNumber<'_>,
    ) -> Result<(), Error> {
        if numbers.is_empty() {
            return Ok(());
        }
        let ranks = first..first + numbers.len();
        let [low, high] = halves(first as u64);
        let head = [part as i32, low, high, numbers.len() as i32];
        let of = |process: usize| {
            let own = self.runs(part, process).within(ranks.clone());
            own.flat_map(|range| &numbers[range.start - first..range.end - first]).copied()
        };
        let sent = (0..self.together.count()).map(|process| head.into_iter().chain(of(process)));
        let sent: Vec<Vec<i32>> = sent.map(Iterator::collect).collect();
        self.together.trade(&sent, &mut self.together.lists())?;
        self.take_own(part, ranks, &sent[LEADER][head.len()..], take)
    }

    /// Takes the numbers that are kept here of those of some ranks.
    fn take_own(
        &self,
        part: usize,
        ranks: Range<usize>,
        numbers: &[i32],
        take: &mut TakeNumber<'_>,
    ) -> Result<(), Error> {
        let other = || Error::Lost("the leader sent other numbers than are kept here".to_owned());
        if !self.has(part, &ranks) {
            return Err(other());
        }
        let mut numbers = numbers.iter();
        for rank in self.runs(part, self.together.own()).within(ranks).flatten() {
            take(part, rank as u64, *numbers.next().ok_or_else(other)?)?;
        }
        if numbers.next().is_none() { Ok(()) } else { Err(other()) }
    }
}
