//! The name of a piece: the hash of its bytes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The BLAKE3 hash of a piece's bytes, which is its name: 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PieceHash([u8; 32]);

impl PieceHash {
    /// Returns the hash of a piece.
    pub fn of(bytes: &[u8]) -> Self {
        PieceHash(blake3::hash(bytes).into())
    }

    /// Returns two numbers that tell it from other hashes.
    pub(crate) fn number(self) -> (u64, u64) {
        let [low, high] = [0, 8].map(|start| {
            self.0[start..start + 8].iter().fold(0, |all, byte| all << 8 | u64::from(*byte))
        });
        (low, high)
    }
}

impl From<PieceHash> for String {
    fn from(hash: PieceHash) -> Self {
        hash.to_string()
    }
}

impl TryFrom<String> for PieceHash {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl FromStr for PieceHash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The parser takes capitals too, and then two names would be one piece.
        let is_lower = text.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
        match blake3::Hash::from_hex(text) {
            Ok(hash) if is_lower => Ok(PieceHash(hash.into())),
            _ => Err(format!("`{text}`: a hash has 64 hexadecimal digits in lower case")),
        }
    }
}

impl fmt::Display for PieceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

impl fmt::Debug for PieceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
