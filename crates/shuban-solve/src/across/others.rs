//! The processes that solve a layer together.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use shuban_core::LayerId;

use super::numbered::{halves, joined, other_numbers};
use crate::error::Error;

/// The connection of a process with the others that solve a layer together: rounds, in which all take
/// part.
pub trait Others: Send {
    /// Returns the number of this process. Process 0 leads: it alone reads checkpoints and
    /// publishes layers.
    fn own(&self) -> usize;

    /// Returns the number of processes.
    fn count(&self) -> usize;

    /// Does a round: sends these numbers to each process, and appends what each sends here. Returns
    /// when all have sent theirs.
    ///
    /// # Errors
    /// The reason, as a sentence, if another process is lost.
    fn trade(&mut self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), String>;

    /// Ends the work with the others: in good order, or for a reason, which they are told. Later calls
    /// do nothing.
    fn leave(&mut self, reason: Option<&str>);
}

/// A connection that all work on a build shares.
#[derive(Clone)]
pub struct Together {
    own: usize,
    count: usize,
    others: Arc<Mutex<dyn Others>>,
}

impl fmt::Debug for Together {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {} of {}", self.own, self.count)
    }
}

/// The number of the process that leads.
pub(crate) const LEADER: usize = 0;

/// Told to the others instead of a layer when there is no more.
const NO_MORE: i32 = -1;

impl Together {
    /// Shares a connection.
    pub fn new(others: impl Others + 'static) -> Self {
        let (own, count) = (others.own(), others.count());
        Together { own, count, others: Arc::new(Mutex::new(others)) }
    }

    /// Leaves the others, if that has not been done: in good order, or for a reason, which they are
    /// told.
    pub fn leave(&self, reason: Option<&str>) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).leave(reason);
    }

    /// Does the part of a process, then leaves the others.
    pub(crate) fn part<T>(
        together: Option<&Self>,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        let done = work();
        if let Some(together) = together {
            let reason = done.as_ref().err().map(Error::to_string);
            together.leave(reason.as_deref());
        }
        done
    }

    pub(crate) fn own(&self) -> usize {
        self.own
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn leads(&self) -> bool {
        self.own == LEADER
    }

    /// Returns an empty list of numbers for each process.
    pub(crate) fn lists(&self) -> Vec<Vec<i32>> {
        vec![Vec::new(); self.count]
    }

    /// Does a [round](Others::trade).
    ///
    /// # Errors
    /// [`Error::Lost`].
    pub(crate) fn trade(&self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), Error> {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.trade(sent, received).map_err(Error::Lost)
    }

    /// Tells all others these numbers, and returns those that each tells.
    pub(crate) fn tell(&self, own: Vec<i32>) -> Result<Vec<Vec<i32>>, Error> {
        let sent = vec![own; self.count];
        let mut received = self.lists();
        self.trade(&sent, &mut received)?;
        received[self.own].clone_from(&sent[self.own]);
        Ok(received)
    }

    /// Tells all others these words, and returns those that each tells.
    pub(crate) fn words_of_all<const N: usize>(
        &self,
        own: [u64; N],
    ) -> Result<Vec<[u64; N]>, Error> {
        let told = self.tell(own.into_iter().flat_map(halves).collect())?;
        let words = |(process, told): (usize, Vec<i32>)| {
            let words = told.as_chunks::<2>().0.iter().map(|&[low, high]| joined(low, high));
            let words: Option<[u64; N]> = words.collect::<Vec<u64>>().try_into().ok();
            words.ok_or_else(|| Error::from(other_numbers(process)))
        };
        told.into_iter().enumerate().map(words).collect()
    }

    /// Tells the others which layer is solved next, and to which width.
    pub(super) fn lead_on(&self, layer: LayerId, width: i64) -> Result<(), Error> {
        let layer =
            i32::try_from(layer.0).map_err(|_| Error::Lost("too many layers".to_owned()))?;
        let [low, high] = halves(width.cast_unsigned());
        self.tell(vec![layer, low, high]).map(drop)
    }

    /// Tells the others that no other layer is solved.
    pub(crate) fn lead_on_no_more(&self) -> Result<(), Error> {
        self.tell(vec![NO_MORE]).map(drop)
    }

    /// Hears which layer is solved next, and to which width.
    pub(crate) fn follow(&self) -> Result<Option<(LayerId, i64)>, Error> {
        let told = self.tell(Vec::new())?;
        match *told[LEADER] {
            [NO_MORE] => Ok(None),
            [layer, low, high] if layer >= 0 => {
                Ok(Some((LayerId(layer as usize), joined(low, high).cast_signed())))
            }
            _ => Err(Error::Lost("the leader names no layer".to_owned())),
        }
    }

    /// Compares what the work depends on with the leader's.
    ///
    /// # Errors
    /// [`Error::Lost`]; [`Error::OtherInputs`], in all processes, if one has others.
    pub(super) fn agree_on(&self, inputs: &str) -> Result<(), Error> {
        let mut told = vec![inputs.len() as i32];
        told.extend(inputs.bytes().map(i32::from));
        let all = self.tell(told)?;
        match (0..self.count).find(|&process| all[process] != all[LEADER]) {
            None => Ok(()),
            Some(process) => Err(Error::OtherInputs { process }),
        }
    }
}
