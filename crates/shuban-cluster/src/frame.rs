//! Layout of a frame: a head of five numbers and a body.
//!
//! | bytes | |
//! | --- | --- |
//! | 0–8 | length of the frame in bytes |
//! | 8–16 | kind |
//! | 16–24 | round in which it was sent |
//! | 24–32 | count: see [`Kind`] |
//! | 32–40 | checksum |
//! | 40– | body |
//!
//! All numbers are little-endian. The checksum is the XXH3 of the body, seeded with that of the 32
//! bytes before, which is seeded with the numbers of sender and receiver: so it covers every byte,
//! and a frame that goes astray is not taken for another's.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of the head. Numbers after it are as well aligned as the frame is.
pub(crate) const HEAD: usize = 40;
/// Bytes of numbers in a piece, at most.
pub(crate) const PIECE: usize = 256 << 10;
/// Bytes of a reason, at most.
const REASON: usize = 4096;

const LENGTH: Range<usize> = 0..8;
const KIND: Range<usize> = 8..16;
const ROUND: Range<usize> = 16..24;
const COUNT: Range<usize> = 24..32;
const SUM: Range<usize> = 32..40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Numbers; the count is that of the numbers before, in this round.
    Piece,
    /// The last numbers of a round, and its end; the count is that of the numbers before.
    Last,
    /// Permission to send as many more pieces as the count says.
    Taken,
    /// The end of a round without numbers.
    End,
    /// The end of all rounds; the count is the process that began it, and the body says why.
    Bye,
}

const KINDS: [Kind; 5] = [Kind::Piece, Kind::Last, Kind::Taken, Kind::End, Kind::Bye];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) kind: Kind,
    pub(crate) round: u64,
    pub(crate) count: u64,
}

impl Kind {
    /// Returns true if it brings numbers.
    pub(crate) fn has_numbers(self) -> bool {
        matches!(self, Kind::Piece | Kind::Last)
    }

    /// Returns true if it belongs to a round.
    pub(crate) fn is_of_a_round(self) -> bool {
        self.has_numbers() || self == Kind::End
    }
}

impl Head {
    /// Makes a frame without a body.
    pub(crate) fn alone(self, from: usize, to: usize) -> Vec<u8> {
        self.seal(from, to, self.begin(0))
    }

    /// Makes a frame of numbers: [`PIECE`] bytes at most.
    pub(crate) fn with_numbers(self, from: usize, to: usize, numbers: &[i32]) -> Vec<u8> {
        let mut frame = self.begin(size_of_val(numbers));
        if cfg!(target_endian = "little") {
            frame.extend_from_slice(bytemuck::cast_slice(numbers));
        } else {
            frame.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        self.seal(from, to, frame)
    }

    /// Makes a frame that gives a reason.
    pub(crate) fn with_reason(self, from: usize, to: usize, reason: &str) -> Vec<u8> {
        let reason = &reason[..reason.floor_char_boundary(REASON)];
        let mut frame = self.begin(reason.len());
        frame.extend_from_slice(reason.as_bytes());
        self.seal(from, to, frame)
    }

    fn begin(self, body: usize) -> Vec<u8> {
        let mut frame = Vec::with_capacity(HEAD + body);
        // Kinds are counted from 1, so that zeros are no frame.
        let length = (HEAD + body) as u64;
        for number in [length, self.kind as u64 + 1, self.round, self.count, 0] {
            frame.extend_from_slice(&number.to_le_bytes());
        }
        frame
    }

    fn seal(self, from: usize, to: usize, mut frame: Vec<u8>) -> Vec<u8> {
        let sum = checksum(&frame, from, to);
        frame[SUM].copy_from_slice(&sum.to_le_bytes());
        frame
    }

    /// Takes a frame apart; says what is wrong with it otherwise.
    pub(crate) fn open(
        frame: &[u8],
        from: usize,
        to: usize,
    ) -> Result<(Self, &[u8]), &'static str> {
        let Some((head, body)) = frame.split_first_chunk::<HEAD>() else {
            return Err("a frame is too short");
        };
        let number = |at: Range<usize>| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&head[at]);
            u64::from_le_bytes(bytes)
        };
        if number(SUM) != checksum(frame, from, to) {
            return Err("the checksum of a frame is wrong");
        }
        let kind = number(KIND).checked_sub(1).and_then(|kind| KINDS.get(kind as usize));
        let kind = *kind.ok_or("a frame is of an unknown kind")?;
        let is_right = match kind {
            Kind::Piece | Kind::Last => {
                !body.is_empty() && body.len() <= PIECE && body.len().is_multiple_of(4)
            }
            Kind::Taken | Kind::End => body.is_empty(),
            Kind::Bye => body.len() <= REASON,
        };
        if !is_right || number(LENGTH) != frame.len() as u64 {
            return Err("a frame has a wrong length");
        }
        Ok((Head { kind, round: number(ROUND), count: number(COUNT) }, body))
    }
}

fn checksum(frame: &[u8], from: usize, to: usize) -> u64 {
    let head = xxh3_64_with_seed(&frame[..SUM.start], (from as u64) << 32 | to as u64);
    xxh3_64_with_seed(&frame[HEAD..], head)
}

/// Appends the numbers of a piece.
pub(crate) fn append(body: &[u8], numbers: &mut Vec<i32>) {
    match bytemuck::try_cast_slice(body) {
        Ok(aligned) if cfg!(target_endian = "little") => numbers.extend_from_slice(aligned),
        _ => {
            let (fours, _) = body.as_chunks::<4>();
            numbers.extend(fours.iter().map(|&four| i32::from_le_bytes(four)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD_OF_PIECE: Head = Head { kind: Kind::Piece, round: 7, count: 3 };

    #[test]
    fn frames_are_read_as_they_were_written() {
        let frame = HEAD_OF_PIECE.with_numbers(1, 2, &[1, -2, i32::MIN]);
        let (head, body) = Head::open(&frame, 1, 2).unwrap();
        assert_eq!(head, HEAD_OF_PIECE);
        let mut numbers = vec![5];
        append(body, &mut numbers);
        assert_eq!(numbers, [5, 1, -2, i32::MIN]);
        // As if it began at an odd address.
        let shifted = [&[0][..], body].concat();
        let mut again = vec![5];
        append(&shifted[1..], &mut again);
        assert_eq!(again, numbers);
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let mut frame = HEAD_OF_PIECE.with_numbers(1, 2, &[1, -2, 3]);
        for bit in 0..frame.len() * 8 {
            frame[bit / 8] ^= 1 << (bit % 8);
            assert!(Head::open(&frame, 1, 2).is_err(), "bit {bit}");
            frame[bit / 8] ^= 1 << (bit % 8);
        }
        for (from, to) in [(2, 1), (1, 3), (0, 2)] {
            assert!(Head::open(&frame, from, to).is_err(), "{from} to {to}");
        }
        for length in 0..frame.len() {
            assert!(Head::open(&frame[..length], 1, 2).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn frames_of_wrong_form_are_refused_even_with_a_right_checksum() {
        let frame = |kind, length: usize| {
            let mut frame = Head { kind, round: 0, count: 0 }.begin(length);
            frame.resize(HEAD + length, 0);
            frame
        };
        let mut unknown = frame(Kind::Piece, 4);
        unknown[KIND.start] = 9;
        let mut cut = frame(Kind::Piece, 8);
        cut.truncate(HEAD + 4);
        let odd = frame(Kind::Piece, 3);
        let (empty, empty_end) = (frame(Kind::Piece, 0), frame(Kind::Last, 0));
        let long = frame(Kind::Piece, PIECE + 4);
        let end = frame(Kind::End, 4);
        for frame in [unknown, cut, odd, empty, empty_end, long, end] {
            let frame = HEAD_OF_PIECE.seal(0, 1, frame);
            assert!(Head::open(&frame, 0, 1).is_err());
        }
        let right = HEAD_OF_PIECE.seal(0, 1, frame(Kind::Piece, 4));
        assert!(Head::open(&right, 0, 1).is_ok());
    }

    #[test]
    fn long_reasons_are_cut_between_characters() {
        let bye = Head { kind: Kind::Bye, round: 0, count: 0 };
        let frame = bye.with_reason(0, 1, &format!("x{}", "ü".repeat(REASON)));
        let (_, body) = Head::open(&frame, 0, 1).unwrap();
        assert_eq!(std::str::from_utf8(body).unwrap().chars().last(), Some('ü'));
    }
}
