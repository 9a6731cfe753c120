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
    /// Whether it asked for more bytes than there are, or came to a number above all intervals, as
    /// no encoder writes.
    is_wrong: bool,
}

impl<'b> RangeDecoder<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = RangeDecoder { bytes, code: 0, range: u32::MAX, is_wrong: false };
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
                self.is_wrong = true;
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
        let at = self.code / unit;
        self.is_wrong |= at >= total;
        while number + 1 < weights.len() && at >= before + weights[number] {
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

    /// Whether these are the bytes of the choices that were read.
    pub(crate) fn is_at_its_end(&self) -> bool {
        self.bytes.is_empty() && !self.is_wrong && self.code == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_above_all_intervals_is_wrong_whatever_is_left_of_it() {
        // Of 2³² - 1 equal parts seven are left over above 8 · ⌊(2³² - 1) / 8⌋.
        let weights = [3, 2, 3];
        let mut decoder = RangeDecoder::new(&[0xff, 0xff, 0xff, 0xf8]);
        assert_eq!(decoder.choice(&weights), 2);
        assert!(decoder.is_wrong);
        let mut decoder = RangeDecoder::new(&[0xff, 0xff, 0xff, 0xf7]);
        assert_eq!(decoder.choice(&weights), 2);
        assert!(!decoder.is_wrong);
    }
}
