//! Proofs of any game.

use std::path::Path;

use shuban_store::{Database, Disk};

use crate::amazons::BoardProof;
use crate::check::{Checked, Refusal};
use crate::proof::ProofError;
use crate::trax::Proof;

/// A proof of any game that is known here, as it was read, not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyProof {
    /// Of limited TRAX.
    Trax(Box<Proof>),
    /// Of a board of Amazons.
    Amazons(Box<BoardProof>),
}

impl AnyProof {
    /// Reads a file and compares every byte with its checksum. It takes no more memory than a file
    /// of its length can need.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn open(path: &Path) -> Result<AnyProof, ProofError> {
        let database = Database::open(&Disk::default(), path)?;
        match database.manifest().subject.game.starts_with("amazons") {
            true => BoardProof::read(&database).map(Box::new).map(AnyProof::Amazons),
            false => Proof::read(&database).map(Box::new).map(AnyProof::Trax),
        }
    }

    /// Returns the claim in words.
    pub fn claim(&self) -> String {
        match self {
            AnyProof::Trax(proof) => proof.claim(),
            AnyProof::Amazons(proof) => proof.claim(),
        }
    }

    /// Returns the file's account of the search that found it, which cannot be checked.
    pub fn claimed(&self) -> &str {
        match self {
            AnyProof::Trax(proof) => &proof.claimed,
            AnyProof::Amazons(proof) => &proof.claimed,
        }
    }

    /// Checks the whole proof.
    ///
    /// # Errors
    /// The first [`Refusal`].
    pub fn check(&self) -> Result<Checked, Refusal> {
        // Nothing asks to stop, so that there is a verdict.
        let checked = match self {
            AnyProof::Trax(proof) => proof.check_unless(&|| false),
            AnyProof::Amazons(proof) => proof.check_unless(&|| false),
        };
        checked.map(Option::unwrap_or_default)
    }
}
