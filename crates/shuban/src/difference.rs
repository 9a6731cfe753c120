//! Comparison of two files, byte by byte.

use std::io::{BufReader, Read};
use std::path::Path;

use shuban_catalog::AnyFamily;
use shuban_core::own_file::Deviation;
use shuban_store::open_regular;

use crate::failure::Failure;

/// Number of bytes compared at a time.
const CHUNK: u64 = 1 << 16;

/// Comparison of another program's file with ours.
#[derive(Clone, Copy, Debug)]
pub struct FileComparison {
    /// Offset of the first byte that differs.
    pub differs_at: Option<u64>,
    /// Largest difference of numbers, if bytes may differ.
    pub deviation: Option<Deviation>,
}

impl FileComparison {
    /// Compares a file of one of a family's own formats with ours.
    ///
    /// # Errors
    /// If one of them cannot be read.
    pub fn of(family: &dyn AnyFamily, ours: &Path, theirs: &Path) -> Result<Self, Failure> {
        let differs_at = first_difference(ours, theirs)?;
        let deviation = match differs_at {
            None => None,
            Some(_) => family.own_deviation(ours, theirs)?,
        };
        Ok(FileComparison { differs_at, deviation })
    }

    /// Returns true if the bytes are equal, or the numbers close enough where bytes may differ.
    pub fn is_same(&self) -> bool {
        self.differs_at.is_none() || self.deviation.is_some_and(|deviation| deviation.is_allowed())
    }
}

/// Returns the offset of the first byte in which two files differ, or where the shorter one ends.
///
/// # Errors
/// If one of them cannot be read.
fn first_difference(one: &Path, other: &Path) -> Result<Option<u64>, Failure> {
    let open = |path: &Path| open_regular(path).map_err(|error| Failure::of_file(path, &error));
    let [mut ones, mut others] = [BufReader::new(open(one)?), BufReader::new(open(other)?)];
    let mut at = 0;
    loop {
        let [ones, others] = [(one, &mut ones), (other, &mut others)].map(|(path, file)| {
            let mut chunk = Vec::new();
            let read = file.take(CHUNK).read_to_end(&mut chunk);
            read.map(|_| chunk).map_err(|error| Failure::of_file(path, &error))
        });
        let (ones, others) = (ones?, others?);
        if ones != others {
            let same = ones.iter().zip(&others).take_while(|(one, other)| one == other).count();
            return Ok(Some(at + same as u64));
        }
        if ones.is_empty() {
            return Ok(None);
        }
        at += ones.len() as u64;
    }
}
