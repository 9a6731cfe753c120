//! A network's weights as a file.
//!
//! All numbers are little-endian. The file has, without gaps:
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | `SHUBNET1` |
//! | 4 | points, checkers, faces of a die and home points of the variant |
//! | 4 | number of hidden units, u |
//! | 4·u | a weight for each hidden unit, b |
//! | 4·u | a weight for each hidden unit, v |
//! | 4 | the weight c |
//! | 4·u each | the weights of each input, in the order of inputs |
//! | 8 | XXH3, 64 bits, of all before |
//!
//! Weights are numbers of single precision between −1024 and 1024.

use xxhash_rust::xxh3::xxh3_64;

use super::layers::{Network, UNITS};
use super::places::Places;
use crate::variant::Variant;

const MAGIC: [u8; 8] = *b"SHUBNET1";
const HEADER: usize = MAGIC.len() + 4 + 4;
const CHECKSUM: usize = 8;

/// Most absolute value of a weight, so that no result reaches that of a finished game.
const MOST: f32 = 1024.0;

/// Error in a file of a variant's network.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NetworkError {
    /// The file does not begin with the magic bytes.
    #[error("not a file of a network's weights: it does not begin with SHUBNET1")]
    Magic,
    /// The file does not have the length of the network's weights.
    #[error("{found} bytes, and this network's weights have {expected}")]
    Length {
        /// Expected length.
        expected: usize,
        /// Length of the file.
        found: usize,
    },
    /// The file is damaged.
    #[error("damaged: the checksum is {found:016x}, and that of the weights {expected:016x}")]
    Checksum {
        /// Checksum of the bytes.
        expected: u64,
        /// Checksum in the file.
        found: u64,
    },
    /// The weights are of other rules.
    #[error("a network for {found:?} points, checkers, faces and home points, not {expected:?}")]
    Variant {
        /// Numbers of the variant.
        expected: [u8; 4],
        /// Numbers in the file.
        found: [u8; 4],
    },
    /// The network has another number of hidden units.
    #[error("a network of {0} hidden units; those of {UNITS:?} are read")]
    Units(u32),
    /// A weight is not a number, or too large.
    #[error("weight {number} is {value}: not between -{MOST} and {MOST}")]
    Weight {
        /// Number of the weight, in the order of the file.
        number: usize,
        /// The weight.
        value: f32,
    },
}

fn rules(variant: &Variant) -> [u8; 4] {
    let [points, checkers, home] =
        [variant.points(), variant.checkers(), variant.home()].map(|number| number as u8);
    [points, checkers, variant.faces(), home]
}

impl Network {
    /// Reads the weights of a variant's network.
    ///
    /// # Errors
    /// [`NetworkError`] if they are damaged, or of another network.
    pub fn read(variant: &Variant, file: &[u8]) -> Result<Self, NetworkError> {
        let places = Places::of(variant);
        let (header, rest) = file
            .split_first_chunk::<HEADER>()
            .filter(|(header, _)| header.starts_with(&MAGIC))
            .ok_or(NetworkError::Magic)?;
        let [.., points, checkers, faces, home, u0, u1, u2, u3] = *header;
        let (expected, found) = (rules(variant), [points, checkers, faces, home]);
        if found != expected {
            return Err(NetworkError::Variant { expected, found });
        }
        let units = u32::from_le_bytes([u0, u1, u2, u3]);
        let Some(count) = UNITS.into_iter().find(|count| *count as u32 == units) else {
            return Err(NetworkError::Units(units));
        };
        let weights = (places.inputs() + 2) * count + 1;
        let expected = HEADER + 4 * weights + CHECKSUM;
        let length = NetworkError::Length { expected, found: file.len() };
        let (weights, checksum) = rest.split_last_chunk::<CHECKSUM>().ok_or(length.clone())?;
        if file.len() != expected {
            return Err(length);
        }
        let found = u64::from_le_bytes(*checksum);
        let expected = xxh3_64(&file[..file.len() - CHECKSUM]);
        if found != expected {
            return Err(NetworkError::Checksum { expected, found });
        }
        let weights: Vec<f32> =
            weights.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let is_weight = |value: &f32| (-MOST..=MOST).contains(value);
        if let Some(number) = weights.iter().position(|value| !is_weight(value)) {
            return Err(NetworkError::Weight { number, value: weights[number] });
        }
        // The length was right: there are b and v, then c, then the weights of all inputs.
        let (hidden, rest) = weights.split_at(count);
        let (output, rest) = rest.split_at(count);
        let (&bias, inputs) = rest.split_first().ok_or(length)?;
        let [hidden, output, inputs] = [hidden, output, inputs].map(<[f32]>::to_vec);
        Ok(Network { places, inputs, hidden, output, bias })
    }

    /// The weights as a file, of the variant that the network is for.
    pub fn to_file(&self, variant: &Variant) -> Vec<u8> {
        let mut file = Vec::from(MAGIC);
        file.extend(rules(variant));
        file.extend((self.hidden.len() as u32).to_le_bytes());
        let weights = [&self.hidden[..], &self.output, &[self.bias], &self.inputs].concat();
        file.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        file.extend(xxh3_64(&file).to_le_bytes());
        file
    }
}
