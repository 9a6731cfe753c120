//! Numbers of known likelihood in as few bytes as they are worth: a range coder.
//!
//! G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised
//! message", 1979. All choices make one interval of a long number; the number that is written is
//! where it begins.

/// The range is kept at least as large.
const LEAST_RANGE: u32 = 1 << 24;

/// Makes choices, or reads which ones were made.
pub(super) trait Choose {
    /// The number of a choice, by the weights of all: at least 1 each, less than 2²⁴ together. It is
    /// `made`, or read.
    fn choose(&mut self, weights: &[u32], made: usize) -> usize;
}

/// Writes choices.
pub(super) struct Encoder {
    /// The beginning of the interval: 32 bits, and a carry.
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(super) fn new() -> Self {
        Encoder { low: 0, range: u32::MAX, bytes: Vec::new() }
    }

    /// Moves the highest byte out.
    fn shift(&mut self) {
        if self.low >> 32 != 0 {
            // The carry goes up through all bytes that are full.
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = u64::from((self.low as u32) << 8);
    }

    /// All bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        (0..4).for_each(|_| self.shift());
        self.bytes
    }
}

impl Choose for Encoder {
    fn choose(&mut self, weights: &[u32], made: usize) -> usize {
        let unit = self.range / weights.iter().sum::<u32>();
        let before: u32 = weights[..made].iter().sum();
        self.low += u64::from(unit * before);
        self.range = unit * weights[made];
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        made
    }
}

/// Reads choices.
pub(super) struct Decoder<'b> {
    /// Those that were not read yet.
    bytes: &'b [u8],
    /// The number, less the beginning of its interval.
    code: u32,
    range: u32,
    /// Whether it asked for more bytes than there are, or came to a number above all intervals, as
    /// no encoder writes.
    is_wrong: bool,
}

impl<'b> Decoder<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = Decoder { bytes, code: 0, range: u32::MAX, is_wrong: false };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.split_off_first();
        self.is_wrong |= byte.is_none();
        self.code = self.code << 8 | u32::from(byte.copied().unwrap_or(0));
    }

    /// Whether these were the bytes of the choices that were read.
    pub(super) fn is_done(&self) -> bool {
        self.bytes.is_empty() && !self.is_wrong && self.code == 0
    }
}

impl Choose for Decoder<'_> {
    fn choose(&mut self, weights: &[u32], _made: usize) -> usize {
        let total = weights.iter().sum::<u32>();
        let unit = self.range / total;
        let mut made = 0;
        let mut before = 0;
        let at = self.code / unit;
        self.is_wrong |= at >= total;
        while made + 1 < weights.len() && at >= before + weights[made] {
            before += weights[made];
            made += 1;
        }
        self.code = self.code.wrapping_sub(unit * before);
        self.range = unit * weights[made];
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_written_is_read(
            choices in prop::collection::vec(
                prop::collection::vec(1..5000u32, 1..40).prop_flat_map(|weights| {
                    (0..weights.len(), Just(weights))
                }),
                0..400,
            ),
        ) {
            let mut encoder = Encoder::new();
            for (made, weights) in &choices {
                encoder.choose(weights, *made);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (made, weights) in &choices {
                prop_assert_eq!(decoder.choose(weights, 0), *made);
            }
            prop_assert!(decoder.is_done());
            for short in [&bytes[1..], &bytes[..bytes.len() - 1]] {
                let mut decoder = Decoder::new(short);
                for (_, weights) in &choices {
                    decoder.choose(weights, 0);
                }
                prop_assert!(!decoder.is_done());
            }
        }
    }

    #[test]
    fn a_carry_goes_through_full_bytes() {
        // The last of 255 again and again fills bytes, and the next choice may go over.
        let mut weights = vec![1; 255];
        for length in 1..40 {
            for last in 0..255 {
                let mut encoder = Encoder::new();
                (0..length).for_each(|_| _ = encoder.choose(&weights, 254));
                encoder.choose(&weights, last);
                let bytes = encoder.finish();
                let mut decoder = Decoder::new(&bytes);
                (0..length).for_each(|_| assert_eq!(decoder.choose(&weights, 0), 254));
                assert_eq!(decoder.choose(&weights, 0), last);
                assert!(decoder.is_done());
            }
            weights[254] += length;
        }
    }
}
