//! An index of a walk: the number of the choice in each of its positions.

use std::hash::Hash;

use rayon::prelude::*;
use shuban_core::provable::Key;
use shuban_core::{Progress, Provable};
use shuban_store::Database;

use super::SECTION;
use super::read::{WalkError, follow};

/// 80 bits of a position's hash, and the number of its choice in the lowest 16.
type IndexEntry = [u32; 3];

/// The bits of the hash in the last number of an entry.
const HASH_MASK: u32 = !0xffff;

/// The choices of a walk, found by the hashes of its positions.
///
/// A position that is not in the walk is taken for one of n positions with a probability of n ·
/// 2⁻⁸⁰: for the largest proof, below 10⁻¹⁶.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofIndex {
    /// The entries, in ascending order.
    entries: Vec<IndexEntry>,
}

impl ProofIndex {
    /// Follows a walk to its end.
    ///
    /// # Errors
    /// [`WalkError`].
    pub(in crate::proof) fn of<G: Provable>(
        game: &G,
        database: &Database,
        progress: &dyn Progress,
    ) -> Result<Self, WalkError> {
        let bytes = database.positions().saturating_mul(size_of::<IndexEntry>() as u64);
        database.may_take(SECTION, bytes)?;
        progress.phase("index", database.positions());
        let mut entries = Vec::new();
        follow(game, database, bytes, progress, |met, _, chosen| {
            let own = met.par_iter().zip(chosen).filter_map(|(position, chosen)| {
                let chosen = u16::try_from((*chosen)?).ok()?;
                let [high, middle, low] = hash(position);
                Some([high, middle, low | u32::from(chosen)])
            });
            entries.par_extend(own);
            progress.at(entries.len() as u64, "positions");
            Ok(())
        })?;
        entries.par_sort_unstable();
        entries.shrink_to_fit();
        Ok(ProofIndex { entries })
    }

    /// Returns the number of a canonical position's choice; `None` if the walk does not reach it,
    /// or leaves it to plain search.
    pub(in crate::proof) fn choice(&self, canonical: &impl Hash) -> Option<usize> {
        let sought = hash(canonical);
        let of = |entry: &IndexEntry| [entry[0], entry[1], entry[2] & HASH_MASK];
        let at = self.entries.partition_point(|entry| of(entry) < sought);
        let found = self.entries.get(at).filter(|entry| of(entry) == sought)?;
        Some((found[2] & !HASH_MASK) as usize)
    }

    /// Returns the number of positions with a move.
    pub fn positions(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns the memory that it takes.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.entries.as_slice()) as u64
    }
}

/// Returns the hash of a canonical position, the last 16 bits 0.
fn hash(canonical: &impl Hash) -> IndexEntry {
    let Key { high, low } = Key::of(canonical);
    [(high >> 32) as u32, high as u32, low & HASH_MASK]
}
