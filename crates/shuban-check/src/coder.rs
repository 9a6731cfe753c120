//! Numbers of known likelihood from as few bytes as they are worth: a range decoder.
//!
//! G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised
//! message", 1979. The bytes are one long number; each choice has left an interval for it, and what
//! is left of the number in the end is 0.

/// The range is kept at least as large.
const LEAST_RANGE: u32 = 1 << 24;

/// Reads choices from bytes.
pub(crate) struct RangeDecoder<'b> {
    /// Those that were not read yet.
    bytes: &'b [u8],
    /// The number, less the beginning of its interval.
    code: u32,
    /// The length of the interval.
    range: u32,
    /// How many bytes were missing.
    missing: usize,
}

impl<'b> RangeDecoder<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = RangeDecoder { bytes, code: 0, range: u32::MAX, missing: 0 };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = match self.bytes.split_first() {
            Some((&byte, rest)) => {
                self.bytes = rest;
                byte
            }
            None => {
                self.missing += 1;
                0
            }
        };
        self.code = self.code << 8 | u32::from(byte);
    }

    /// The number of a choice, by the weights of all: at least 1 each, less than 2²⁴ together.
    pub(crate) fn choice(&mut self, weights: &[u32]) -> usize {
        let total: u32 = weights.iter().sum();
        let unit = self.range / total;
        let mut number = 0;
        let mut before = 0;
        // What is above all intervals counts as the last one's, and is not 0 in the end.
        while number + 1 < weights.len() && self.code / unit >= before + weights[number] {
            before += weights[number];
            number += 1;
        }
        self.code = self.code.wrapping_sub(unit * before);
        self.range = unit * weights[number];
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        number
    }

    /// Whether all bytes were read, and no others were needed.
    pub(crate) fn is_at_its_end(&self) -> bool {
        self.bytes.is_empty() && self.missing == 0 && self.code == 0
    }
}
