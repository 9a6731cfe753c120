//! Proofs of whole boards of limited TRAX that are kept, checked from the first byte to the last.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};
use shuban_catalog::Error;
use shuban_check::{Proof, check_unless};
use shuban_core::Progress;
use shuban_core::text::grouped;
use shuban_store::read_bytes;

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Record of the proofs.
const RECORDED: &str = include_str!("../../../../docs/proofs/ledger.json");

/// Folder of the proofs in the project.
const FOLDER: &str = "docs/proofs";

#[derive(Deserialize)]
struct Ledger {
    proofs: Vec<Recorded>,
}

/// A file of the record. Other data of the ledger (how the proof was found) are not checked.
#[derive(Debug, Deserialize)]
struct Recorded {
    file: String,
    game: String,
    question: String,
    /// Claim that it proves.
    claim: String,
    /// Number of positions with a move.
    moves: u64,
    /// Number of positions left to plain search.
    leaves: u64,
    bytes: u64,
    sha256: String,
}

/// Computes the rows, which are kept as they come: the largest take minutes.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let folder = folder();
    for recorded in ledger()? {
        run.check()?;
        run.progress.phase(&recorded.file, 0);
        run.keep(checked(&recorded, &folder.join(&recorded.file), run.progress)?);
    }
    Ok(Vec::new())
}

fn ledger() -> Result<Vec<Recorded>, Error> {
    let unreadable = |error: serde_json::Error| Error::Recompute(format!("its ledger: {error}"));
    Ok(serde_json::from_str::<Ledger>(RECORDED).map_err(unreadable)?.proofs)
}

/// Returns the folder of proofs: that of the current project, or else of the one that the program
/// was built from.
fn folder() -> PathBuf {
    let here = PathBuf::from(FOLDER);
    let built_from = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(FOLDER);
    if here.is_dir() { here } else { built_from() }
}

/// Reads a file and checks it whole, by the rules and the reader of `shuban-check`.
fn checked(recorded: &Recorded, path: &Path, progress: &dyn Progress) -> Result<Finding, Error> {
    let Recorded { game, question, claim, .. } = recorded;
    let bytes =
        read_bytes(path, u64::MAX).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let row = |result: &str, note: String| {
        Finding::unprinted(format!("{game}, {question}"), result).noting(note)
    };
    if (bytes.len() as u64, &sha256) != (recorded.bytes, &recorded.sha256) {
        let note = format!("{}: other bytes than were recorded", recorded.file);
        return Ok(row("not checked", note).differing_if(true));
    }
    drop(bytes);
    let accepted = Proof::open(path).map_err(|error| error.to_string()).and_then(|proof| {
        let checked = check_unless(&proof, &|| progress.interrupted());
        Ok((proof, checked.map_err(|refusal| refusal.to_string())?))
    });
    let (proof, checked) = match accepted {
        Ok((proof, Some(checked))) => (proof, checked),
        Ok((_, None)) => return Err(Error::Interrupted),
        Err(refusal) => return Ok(row("refused", refusal).differing_if(true)),
    };
    let leaves = proof.walk.leaves;
    let note = format!(
        "{} positions with a move, each of {} replies followed; {} left to plain search; {} bytes",
        grouped(checked.nodes),
        grouped(checked.replies),
        grouped(leaves),
        grouped(recorded.bytes),
    );
    let found = (&proof.game, proof.claim(), checked.nodes, leaves);
    let differs = found != (game, claim.clone(), recorded.moves, recorded.leaves);
    Ok(row(&proof.claim(), note).differing_if(differs))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use shuban_core::Silent;

    use super::*;
    use crate::finding::Verdict;

    /// Returns the files that are checked in a moment.
    fn small() -> Vec<Recorded> {
        let small: Vec<Recorded> =
            ledger().unwrap().into_iter().filter(|one| one.moves < 10_000).collect();
        assert_eq!(small.len(), 8);
        small
    }

    #[test]
    fn small_proofs_that_are_kept_hold() {
        for recorded in small() {
            let found = checked(&recorded, &folder().join(&recorded.file), &Silent).unwrap();
            assert_eq!(found.verdict, Verdict::Unprinted, "{found:?}");
            assert_eq!(found.result, recorded.claim.as_str());
        }
    }

    #[test]
    fn other_bytes_and_other_claims_differ() {
        let scratch = tempfile::tempdir().unwrap();
        for recorded in small() {
            let own = folder().join(&recorded.file);
            let mut bytes = fs::read(&own).unwrap();
            bytes[100] ^= 1;
            let other = scratch.path().join(&recorded.file);
            fs::write(&other, bytes).unwrap();
            assert_eq!(checked(&recorded, &other, &Silent).unwrap().verdict, Verdict::Differs);
            let more = Recorded { moves: recorded.moves + 1, ..recorded };
            assert_eq!(checked(&more, &own, &Silent).unwrap().verdict, Verdict::Differs);
        }
    }
}
