//! The file of a policy's weights: text, checked when it is read.
//!
//! The first line is the kind of file and its version. Then each group of features has a line: its
//! name, a tab, and its weights in thousandths, separated by blanks. The last line is the xxh3 of
//! all bytes before it, in hexadecimal digits: `end 0123456789abcdef`.

use std::fmt;
use std::str::FromStr;

use xxhash_rust::xxh3::xxh3_64;

use super::Policy;
use super::features::{COUNT, GROUPS};

const HEADER: &str = "shuban daihinmin policy 1";
/// Weights beyond this many thousandths are none that learning finds.
const MOST: i32 = 100_000;

/// A text that holds no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The first line is another.
    #[error("the first line is not `{HEADER}`")]
    Header,
    /// A group is missing, or another is in its place.
    #[error("line {line}: the weights of `{due}` are due here")]
    Group {
        /// The line, from 1.
        line: usize,
        /// The name of the group.
        due: &'static str,
    },
    /// A group with another number of weights.
    #[error("line {line}: {found} weights of `{group}` instead of {due}")]
    Number {
        /// The line, from 1.
        line: usize,
        /// The name of the group.
        group: &'static str,
        /// The number of weights found.
        found: usize,
        /// The number of weights due.
        due: usize,
    },
    /// A weight that is no whole number of thousandths, or too large.
    #[error("line {line}: a weight of `{group}` is no whole number up to {MOST} on either side")]
    Weight {
        /// The line, from 1.
        line: usize,
        /// The name of the group.
        group: &'static str,
    },
    /// The last line does not belong to the others, or is missing.
    #[error("the weights are cut off or damaged: the last line is not their checksum")]
    Checksum,
}

/// Writes the file.
impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{HEADER}\n");
        let mut weights = self.weights.iter();
        for (name, size) in GROUPS {
            let line: Vec<String> = weights
                .by_ref()
                .take(size)
                .map(|weight| ((weight * 1_000.0).round() as i32).clamp(-MOST, MOST).to_string())
                .collect();
            text += &format!("{name}\t{}\n", line.join(" "));
        }
        writeln!(f, "{text}end {:016x}", xxh3_64(text.as_bytes()))
    }
}

impl FromStr for Policy {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Err(WeightsError::Header);
        }
        let mut weights = Vec::with_capacity(COUNT);
        for (line, (group, due)) in (2..).zip(GROUPS) {
            let found = lines.next().and_then(|line| line.split_once('\t'));
            let (_, numbers) = found
                .filter(|(name, _)| *name == group)
                .ok_or(WeightsError::Group { line, due: group })?;
            let before = weights.len();
            for number in numbers.split(' ') {
                let thousandths = number.parse::<i32>().ok();
                let thousandths = thousandths
                    .filter(|number| (-MOST..=MOST).contains(number))
                    .ok_or(WeightsError::Weight { line, group })?;
                weights.push(thousandths as f32 / 1_000.0);
            }
            let found = weights.len() - before;
            if found != due {
                return Err(WeightsError::Number { line, group, found, due });
            }
        }
        let (body, end) = text.trim_end().rsplit_once('\n').ok_or(WeightsError::Checksum)?;
        let sum = format!("end {:016x}", xxh3_64(format!("{body}\n").as_bytes()));
        if end != sum || lines.count() != 1 {
            return Err(WeightsError::Checksum);
        }
        let weights: Box<[f32]> = weights.into_boxed_slice();
        weights.try_into().map(|weights| Policy { weights }).map_err(|_| WeightsError::Checksum)
    }
}
