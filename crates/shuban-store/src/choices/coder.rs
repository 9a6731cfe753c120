//! A range coder: numbers of known likelihood in as few bytes as they are worth.
//!
//! G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised
//! message", 1979. All choices make one interval of a long number; the number that is written is
//! where it begins.

/// The range is kept at least as large.
const LEAST_RANGE: u32 = 1 << 24;

/// A writer of choices.
pub struct ChoiceEncoder {
    /// The beginning of the interval: 32 bits, and a carry.
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Default for ChoiceEncoder {
    fn default() -> Self {
        ChoiceEncoder::new()
    }
}

impl ChoiceEncoder {
    /// Begins a record.
    pub fn new() -> Self {
        ChoiceEncoder { low: 0, range: u32::MAX, bytes: Vec::new() }
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

    /// Returns the bytes of the record.
    pub fn finish(mut self) -> Vec<u8> {
        (0..4).for_each(|_| self.shift());
        self.bytes
    }

    /// Writes the number of a choice, by the weights of all: at least 1 each, less than 2²⁴ together.
    ///
    /// # Panics
    /// If there is no such choice.
    pub fn choose(&mut self, weights: &[u32], made: usize) {
        let unit = self.range / weights.iter().sum::<u32>();
        let before: u32 = weights[..made].iter().sum();
        self.low += u64::from(unit * before);
        self.range = unit * weights[made];
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }
}

/// A reader of choices.
pub struct ChoiceDecoder<'b> {
    /// Those that were not read yet.
    bytes: &'b [u8],
    /// The number, less the beginning of its interval.
    code: u32,
    range: u32,
    /// Set if it asked for more bytes than there are, or came to a number above all intervals, as no
    /// encoder writes.
    is_wrong: bool,
}

impl<'b> ChoiceDecoder<'b> {
    /// Begins to read a record. Of bytes that no encoder wrote, choices come too.
    pub fn new(bytes: &'b [u8]) -> Self {
        let mut decoder = ChoiceDecoder { bytes, code: 0, range: u32::MAX, is_wrong: false };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let byte = self.bytes.split_off_first();
        self.is_wrong |= byte.is_none();
        self.code = self.code << 8 | u32::from(byte.copied().unwrap_or(0));
    }

    /// Returns true if these were the bytes of the choices that were read.
    pub fn is_done(&self) -> bool {
        self.bytes.is_empty() && !self.is_wrong && self.code == 0
    }

    /// Reads the number of a choice, by the weights of all: at least 1 each, less than 2²⁴ together.
    pub fn choose(&mut self, weights: &[u32]) -> usize {
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
