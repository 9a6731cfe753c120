//! Proof files of the data folder, listed and walked.

use shuban_catalog::AnyPosition;
use shuban_catalog::any_proof::{AnyProof, AnyProofStep, ProofAbout};
use shuban_catalog::proof::ProofIndex;

use crate::indexes::unread;
use crate::problem::Problem;
use crate::proof_files::{folder, proof_files};
use crate::request::RequestState;
use crate::state::State;

/// Number of positions that plain search visits for one answer: about a second.
const NODES: u64 = 200_000;

/// A file with its description, or with the reason why it cannot be read.
pub(crate) struct Listed {
    pub(crate) file: String,
    pub(crate) about: Result<ProofAbout, String>,
}

/// A position of a walk.
pub(crate) struct Walked<'c> {
    pub(crate) proof: Box<dyn AnyProof + 'c>,
    /// The position, with its last move.
    pub(crate) position: AnyPosition,
    pub(crate) step: AnyProofStep,
    /// True if the line has left the strategy, so that the file need not have the position.
    pub(crate) has_left: bool,
}

impl State {
    /// Returns true if there are any proofs.
    pub(crate) fn has_proofs(&self) -> bool {
        proof_files(&self.data).next().is_some()
    }

    /// Lists all proofs.
    pub(crate) fn proofs(&self) -> Vec<Listed> {
        let listed = |file: String| {
            let about = self.opened(&file).map(|proof| proof.about());
            Listed { file, about: about.map_err(|problem| problem.detail) }
        };
        proof_files(&self.data).map(listed).collect()
    }

    /// Opens the proof of a file by its name, which must be one of those listed: no other file can
    /// be opened by an address.
    ///
    /// # Errors
    /// [`Problem`]: no such file, or not a proof.
    pub(crate) fn proof(&self, file: &str) -> Result<Box<dyn AnyProof + '_>, Problem> {
        self.short("name", file)?;
        if !proof_files(&self.data).any(|name| name == file) {
            return Err(Problem::not_found(format!("there is no proof of the name {file}")));
        }
        self.opened(file)
    }

    /// Opens the proof of a listed file. An unreadable file is not the client's fault.
    fn opened(&self, file: &str) -> Result<Box<dyn AnyProof + '_>, Problem> {
        let path = folder(&self.data).join(file);
        let proof = self.catalog.open_proof(&path, self.limits.index_memory);
        proof.map_err(|error| unread(&path, &error))
    }

    /// Returns the step of a proof after moves from its root, by the proof's index.
    ///
    /// # Errors
    /// [`Problem`]: an illegal move; a file that cannot be read.
    fn walked<'m>(
        &self,
        file: &str,
        index: &ProofIndex,
        moves: impl IntoIterator<Item = &'m str>,
    ) -> Result<Walked<'_>, Problem> {
        let proof = self.proof(file)?;
        let mut position = proof.root();
        let mut has_left = false;
        for action in moves {
            let after = proof.game().play(&position, None, action)?;
            has_left |= !proof.follows(index, &position, &after)?;
            position = after;
        }
        let step = proof.step(index, &position, NODES)?;
        Ok(Walked { proof, position, step, has_left })
    }
}

impl RequestState {
    /// Walks a proof along moves from its root, and returns what `shown` makes of the step.
    ///
    /// # Errors
    /// [`Problem`]: an illegal move; a file that cannot be read, is too large, or is not indexed
    /// yet.
    pub(crate) async fn walk<T: Send + 'static>(
        self,
        file: String,
        moves: Vec<String>,
        shown: impl FnOnce(&str, Walked<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let name = file.clone();
        let indexing = self.clone().look_up(move |state| {
            // One that cannot be read is told at once.
            state.proof(&name)?;
            let path = folder(&state.data).join(&name);
            state.indexes.get(state.catalog, &path, state.limits.index_memory)
        });
        let index = indexing.await?.wait().await?;
        self.work(move |state| {
            shown(&file, state.walked(&file, &index, moves.iter().map(String::as_str))?)
        })
        .await
    }
}
