//! Numbers from other processes, in the order in which both ends list them.

use shuban_core::Unanswered;

/// The numbers that processes sent, and how many of them were taken.
pub(super) struct Numbered<'r> {
    received: &'r [Vec<i32>],
    taken: Vec<usize>,
}

impl<'r> Numbered<'r> {
    pub(super) fn new(received: &'r [Vec<i32>]) -> Self {
        Numbered { received, taken: vec![0; received.len()] }
    }

    /// Returns the next numbers of a process.
    ///
    /// # Errors
    /// [`Unanswered`] if it sent fewer.
    pub(super) fn next(&mut self, process: usize, count: usize) -> Result<&'r [i32], Unanswered> {
        let first = self.taken[process];
        self.taken[process] = first + count;
        let numbers = self.received[process].get(first..first + count);
        numbers.ok_or_else(|| other_numbers(process))
    }

    /// Ends a round.
    ///
    /// # Errors
    /// [`Unanswered`] if a process sent more.
    pub(super) fn end(self) -> Result<(), Unanswered> {
        let mut each = self.received.iter().zip(self.taken);
        match each.position(|(received, taken)| received.len() != taken) {
            None => Ok(()),
            Some(process) => Err(other_numbers(process)),
        }
    }
}

/// Returns the error of a process that sent other numbers.
pub(crate) fn other_numbers(process: usize) -> Unanswered {
    Unanswered::because(format!("process {process} sent other numbers than were expected"))
}

/// Returns a number from its lower and its upper half.
pub(super) fn joined(low: i32, high: i32) -> u64 {
    u64::from(low.cast_unsigned()) | u64::from(high.cast_unsigned()) << 32
}

/// Returns the lower and the upper half of a number.
pub(super) fn halves(number: u64) -> [i32; 2] {
    [number as i32, (number >> 32) as i32]
}
