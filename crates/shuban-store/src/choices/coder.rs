//! A range coder: numbers of known likelihood in nearly the fewest possible bytes.
//!
//! G. N. N. Martin, "Range encoding: an algorithm for removing redundancy from a digitised
//! message", 1979. All choices make one interval of a long number; its start is written.

/// Lower limit of the range.
const LEAST_RANGE: u32 = 1 << 24;

/// A writer of choices.
pub struct ChoiceEncoder {
    /// The start of the interval: 32 bits, and a carry.
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
            // The carry propagates through all full bytes.
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

    /// Writes a choice's number, by the weights of all: at least 1 each, less than 2²⁴ together.
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
    /// The bytes not read yet.
    bytes: &'b [u8],
    /// The number, less the start of its interval.
    code: u32,
    range: u32,
    /// True if it read past the last byte, or met a number above all intervals, which no encoder
    /// writes.
    is_wrong: bool,
}

impl<'b> ChoiceDecoder<'b> {
    /// Creates a reader of a record. Bytes that no encoder wrote give choices, too.
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
