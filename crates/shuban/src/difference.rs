//! Whether two files have the same bytes.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::failure::Failure;

/// Bytes that are compared at a time.
const CHUNK: u64 = 1 << 16;

/// A failure about a file, which names it.
pub(crate) fn about_file(path: &Path, error: &io::Error) -> Failure {
    Failure::environment("io", format!("`{}`: {error}", path.display()))
}

/// The first byte in which two files differ, or where the shorter one ends.
///
/// # Errors
/// If one of them cannot be read.
pub(crate) fn first_difference(one: &Path, other: &Path) -> Result<Option<u64>, Failure> {
    let open = |path: &Path| File::open(path).map_err(|error| about_file(path, &error));
    let [mut ones, mut others] = [BufReader::new(open(one)?), BufReader::new(open(other)?)];
    let mut at = 0;
    loop {
        let [ones, others] = [(one, &mut ones), (other, &mut others)].map(|(path, file)| {
            let mut chunk = Vec::new();
            let read = file.take(CHUNK).read_to_end(&mut chunk);
            read.map(|_| chunk).map_err(|error| about_file(path, &error))
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
