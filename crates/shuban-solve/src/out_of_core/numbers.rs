//! Numbers in scratch files, read and written by all threads.

use rayon::prelude::*;
use shuban_core::Unanswered;
use shuban_core::tabulate::ScratchFile;

/// Numbers that a thread reads or writes at a time.
const CHUNK: usize = 1 << 19;

/// Returns the size of a count of numbers, in bytes.
pub(super) fn bytes(numbers: usize) -> u64 {
    numbers as u64 * size_of::<i32>() as u64
}

/// Reads the numbers from a place on, counted in numbers.
pub(super) fn read(
    file: &dyn ScratchFile,
    first: usize,
    numbers: &mut [i32],
) -> Result<(), Unanswered> {
    numbers.par_chunks_mut(CHUNK).enumerate().try_for_each(|(chunk, numbers)| {
        file.read_at(bytemuck::cast_slice_mut(numbers), bytes(first + chunk * CHUNK))
    })
}

/// Writes numbers to a place, counted in numbers.
pub(super) fn write(
    file: &dyn ScratchFile,
    first: usize,
    numbers: &[i32],
) -> Result<(), Unanswered> {
    numbers.par_chunks(CHUNK).enumerate().try_for_each(|(chunk, numbers)| {
        file.write_at(bytemuck::cast_slice(numbers), bytes(first + chunk * CHUNK))
    })
}
