//! The catalogue of a published folder: which layers it has, and the pieces they are cut into.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shuban_store::{Need, Provenance, compact_path, layer_path};

use crate::piece_hash::PieceHash;

/// The name of the catalogue in its folder.
pub const CATALOGUE: &str = "catalogue.json";

/// The version of the catalogue's form.
const FORMAT: u32 = 1;

/// The longest catalogue in bytes: of some 10,000 layers, or 10 TB in pieces of 95 MB.
pub(crate) const LONGEST_CATALOGUE: u64 = 16 << 20;

/// The sizes that pieces may have, in bytes. A piece is held in memory when it is published.
pub const PIECE_BYTES: std::ops::RangeInclusive<u64> = 4 << 10..=1 << 30;

/// The most bytes that a layer is opened with.
pub(crate) const LARGEST_OPENING: u64 = 64 << 20;

/// The list of all that a folder publishes: the only one of its files that ever changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalogue {
    /// The version of the catalogue's form.
    format: u32,
    /// The terms under which the values may be used.
    pub licence: String,
    /// The form in which to cite them.
    pub citation: String,
    /// The layers, by name.
    pub layers: Vec<PublishedLayer>,
}

/// A layer that is published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedLayer {
    /// Its name: `half-gammon/contact-5-5`.
    pub domain: String,
    /// True if this is its compact file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_compact: bool,
    /// Number of positions.
    pub positions: u64,
    /// The length of its file in bytes.
    pub bytes: u64,
    /// The hash of its values.
    pub content_hash: String,
    /// The layers it was built from.
    pub needs: Vec<Need>,
    /// The origin of the values.
    pub provenance: Provenance,
    /// The length of each piece in bytes, but for the last one.
    pub piece_bytes: u64,
    /// The pieces of its file, in order.
    pub pieces: Vec<PieceHash>,
    /// The piece that it is opened with.
    pub opening: Opening,
}

/// Parts of a layer's file that are read before its first value, once more as a piece of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The piece.
    pub piece: PieceHash,
    /// The parts of the file that follow each other in it: each the offset in the file, and the length.
    pub spans: Vec<(u64, u64)>,
}

impl Opening {
    /// Returns the length of the piece.
    pub(crate) fn bytes(&self) -> u64 {
        self.spans.iter().map(|(_, len)| len).sum()
    }
}

impl PublishedLayer {
    /// Returns the path of its file below a data folder.
    pub(crate) fn path(&self, folder: &Path) -> Result<PathBuf, shuban_store::Error> {
        let path = if self.is_compact { compact_path } else { layer_path };
        path(folder, &self.domain)
    }

    /// Returns the length of one of its pieces.
    pub(crate) fn piece_len(&self, piece: usize) -> u64 {
        (self.bytes - piece as u64 * self.piece_bytes).min(self.piece_bytes)
    }

    /// Returns what is wrong with the numbers of a layer, if anything is.
    fn fault(&self) -> Option<String> {
        let PublishedLayer { bytes, piece_bytes, pieces, opening, .. } = self;
        if !PIECE_BYTES.contains(piece_bytes) {
            return Some(format!("pieces of {piece_bytes} bytes, expected {PIECE_BYTES:?}"));
        }
        let expected = bytes.div_ceil(*piece_bytes);
        if pieces.len() as u64 != expected {
            return Some(format!("{} pieces, expected {expected}", pieces.len()));
        }
        let (mut end, mut sum) = (0, 0_u64);
        for &(start, len) in &opening.spans {
            let next = start.checked_add(len).filter(|&next| start >= end && next <= *bytes);
            let Some(next) = next else {
                return Some(format!(
                    "a part of {len} bytes at {start} among those of its opening"
                ));
            };
            end = next;
            sum = sum.saturating_add(len);
        }
        (sum == 0 || sum > LARGEST_OPENING).then(|| format!("an opening of {sum} bytes"))
    }
}

impl Catalogue {
    /// Creates a catalogue without layers.
    pub(crate) fn new(licence: &str, citation: &str) -> Self {
        let (licence, citation) = (licence.to_owned(), citation.to_owned());
        Catalogue { format: FORMAT, licence, citation, layers: Vec::new() }
    }

    /// Reads a catalogue, and checks its numbers and names: no name leads out of a folder, and pieces
    /// are named by their hashes alone. It takes memory in proportion to `bytes`.
    ///
    /// # Errors
    /// The reason why these bytes are not a catalogue.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let catalogue: Catalogue = serde_json::from_slice(bytes).map_err(|error| {
            let begins = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]);
            let is_page = begins.trim_start().starts_with('<');
            if is_page { "a page, not a catalogue".to_owned() } else { error.to_string() }
        })?;
        if catalogue.format != FORMAT {
            let found = catalogue.format;
            return Err(format!("a catalogue of version {found}, and this program reads {FORMAT}"));
        }
        let mut names = BTreeSet::new();
        for layer in &catalogue.layers {
            let wrong = |reason: &str| format!("layer `{}`: {reason}", layer.domain);
            let path = layer.path(Path::new("")).map_err(|_| wrong("not the name of a layer"))?;
            if !names.insert(path) {
                return Err(wrong("it is there twice"));
            }
            if let Some(fault) = layer.fault() {
                return Err(wrong(&fault));
            }
        }
        Ok(catalogue)
    }

    /// Returns the bytes of its file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // It has strings, numbers and lists of them alone.
        let mut bytes = serde_json::to_vec_pretty(self).expect("it is JSON");
        bytes.push(b'\n');
        bytes
    }

    /// Puts a layer into its place, which another one of its name may have had.
    pub(crate) fn put(&mut self, layer: PublishedLayer) {
        let key = |layer: &PublishedLayer| (layer.domain.clone(), layer.is_compact);
        self.layers.retain(|other| key(other) != key(&layer));
        self.layers.push(layer);
        self.layers.sort_by_key(key);
    }

    /// Returns a layer with all that it needs, each after its needs; of two files of a layer the compact one, if
    /// `is_compact`, or else its own.
    ///
    /// # Errors
    /// The name of a layer that is not here with the values that are needed.
    pub(crate) fn with_needs<'c>(
        &'c self,
        domain: &'c str,
        is_compact: bool,
    ) -> Result<Vec<&'c PublishedLayer>, &'c str> {
        let (wanted, other): (Vec<_>, Vec<_>) =
            self.layers.iter().partition(|layer| layer.is_compact == is_compact);
        let by_name: BTreeMap<&str, &PublishedLayer> =
            other.into_iter().chain(wanted).map(|layer| (&*layer.domain, layer)).collect();
        let (mut ordered, mut seen) = (Vec::new(), BTreeSet::new());
        // With a stack of its own: who wrote the catalogue decides how deep it is, and whether in circles.
        let mut waiting = vec![(domain, None, false)];
        while let Some((domain, hash, are_needs_done)) = waiting.pop() {
            let found = by_name.get(domain).ok_or(domain)?;
            // A compact file has other values than the file that it is made of.
            if hash.is_some_and(|hash| hash != found.content_hash && !found.is_compact) {
                return Err(domain);
            }
            if are_needs_done {
                ordered.push(*found);
            } else if seen.insert(domain) {
                waiting.push((domain, None, true));
                let needs = found.needs.iter();
                let needs = needs.map(|need| (&*need.domain, Some(&*need.content_hash), false));
                waiting.extend(needs);
            }
        }
        Ok(ordered)
    }
}
