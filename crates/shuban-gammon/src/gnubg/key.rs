//! Keys of bits as base64: the form of GNU Backgammon's IDs.

use shuban_core::NotationError;

use crate::reader::Reader;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Position and match IDs, like XGIDs, are for boards of this many points.
pub(crate) const POINTS: usize = 24;

/// Returns true if all characters of a text are base64 digits.
pub(super) fn is_base64(text: &str) -> bool {
    text.bytes().all(|byte| ALPHABET.contains(&byte))
}

/// Writes a key as `length` base64 digits.
pub(super) fn write_key(key: u128, length: usize) -> String {
    let bytes = key.to_le_bytes();
    // Base64 counts bits from the top of each byte; 80 bits are 13 characters and a third of one.
    let bit = |i: usize| bytes.get(i / 8).map_or(0, |byte| byte >> (7 - i % 8) & 1);
    let digit = |i: usize| (0..6).fold(0, |digit, j| digit << 1 | usize::from(bit(6 * i + j)));
    (0..length).map(|i| char::from(ALPHABET[digit(i)])).collect()
}

/// Reads `length` base64 digits: their bits as an integer whose bytes are in little-endian order.
pub(super) fn read_key(reader: &mut Reader<'_>, length: usize) -> Result<u128, NotationError> {
    let mut bits = [0u8; 16];
    let mut read = 0;
    while let Some(c) = reader.peek().filter(|&c| c != ':' && !c.is_whitespace()) {
        let Some(digit) = ALPHABET.iter().position(|&byte| char::from(byte) == c) else {
            return Err(reader.error(format!("`{}` is no character of an ID", c.escape_debug())));
        };
        if read == length {
            return Err(reader.error(format!("more than {length} characters")));
        }
        for j in 0..6 {
            let i = 6 * read + j;
            bits[i / 8] |= ((digit >> (5 - j) & 1) as u8) << (7 - i % 8);
        }
        read += 1;
        reader.at += 1;
    }
    if read < length {
        return Err(reader.error(format!("an ID of {read} characters; it takes {length}")));
    }
    Ok(u128::from_le_bytes(bits))
}
