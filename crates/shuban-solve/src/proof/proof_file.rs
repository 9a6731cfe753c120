//! Proof files, with look-up of positions.

use std::path::Path;

use shuban_core::provable::Question;
use shuban_core::{Game, Play, Progress, Provable, Seat};
use shuban_store::{Database, FileSystem, Manifest};

use super::head::{ProofFileError, ProofHead};
use super::walk::{ProofIndex, WalkError};

/// A play of a game.
pub(super) type PlayOf<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// A proof file of a game, with the question and the answer at its root. The move for each position
/// of the strategy is looked up in its [index](ProofFile::index).
///
/// Only the legality of moves is checked here: `shuban-check` checks a proof, by rules of its own.
pub struct ProofFile<G: Provable> {
    database: Database,
    head: ProofHead<G::Position>,
}

impl<G: Provable> ProofFile<G> {
    /// Opens a proof of a game.
    ///
    /// # Errors
    /// [`ProofFileError`].
    pub fn open(game: &G, files: &dyn FileSystem, path: &Path) -> Result<Self, ProofFileError> {
        ProofFile::of(game, Database::open(files, path)?)
    }

    /// Returns the proof that an open file holds.
    ///
    /// # Errors
    /// [`ProofFileError`].
    pub fn of(game: &G, database: Database) -> Result<Self, ProofFileError> {
        let head = ProofHead::read(game, &database)?;
        Ok(ProofFile { database, head })
    }

    /// Follows the walk from its first move to its last, and indexes it.
    ///
    /// It takes 12 bytes of memory for each position with a move, and temporarily may hold as many
    /// positions as the walk has.
    ///
    /// # Errors
    /// [`WalkError`]: the file is damaged or not a walk, takes more than the allowed memory, or the
    /// work is interrupted.
    pub fn index(&self, game: &G, progress: &dyn Progress) -> Result<ProofIndex, WalkError> {
        ProofIndex::of(game, &self.database, progress)
    }

    /// Returns the position that the proof is of.
    pub fn root(&self) -> &G::Position {
        &self.head.root
    }

    /// Returns the question about it.
    pub fn question(&self) -> Question {
        self.head.question
    }

    /// Returns the answer.
    pub fn answer(&self) -> bool {
        self.head.answer
    }

    /// Returns the largest number of plies and positions of plain search at a leaf.
    pub(super) fn closed(&self) -> (u32, u64) {
        (self.head.closed_plies, self.head.closed_nodes)
    }

    /// Returns the seat with the strategy: the one of the question, or the one that refutes it.
    pub fn claimant(&self) -> Seat {
        if self.answer() { self.question().seat } else { 1 - self.question().seat }
    }

    /// Returns true if the claim is a win: a draw is not enough for that seat.
    pub fn is_win(&self) -> bool {
        self.answer() == (self.question().at_least > 0)
    }

    /// Returns the number of positions that have a move in it.
    pub fn positions(&self) -> u64 {
        self.database.positions()
    }

    /// Returns the length of the file.
    pub fn bytes(&self) -> u64 {
        self.database.bytes()
    }

    /// Returns the file's manifest.
    pub fn manifest(&self) -> &Manifest {
        self.database.manifest()
    }

    /// Returns the proof's play in a position, for any of its images; `None` if the walk does not
    /// reach it, or leaves it to plain search.
    pub fn play(&self, game: &G, index: &ProofIndex, position: &G::Position) -> Option<PlayOf<G>> {
        let canonical = game.canonical(position);
        let chosen = index.choice(&canonical)?;
        let after = game.choices(&canonical)?.get(chosen)?.after.clone();
        let mut plays = Vec::new();
        game.plays(position, (), &mut plays);
        if canonical == *position {
            return plays.into_iter().find(|play| play.after == after);
        }
        // The same move on this image: any move to an image of the position after it will do.
        let after = game.canonical(&after);
        plays.into_iter().find(|play| game.canonical(&play.after) == after)
    }

    /// Returns true if the strategy leads from one position to another: false only if it has a move
    /// that does not lead to an image of the other.
    pub fn follows(
        &self,
        game: &G,
        index: &ProofIndex,
        position: &G::Position,
        after: &G::Position,
    ) -> bool {
        if game.to_move(position) != self.claimant() {
            return true;
        }
        let play = self.play(game, index, position);
        play.is_none_or(|play| game.canonical(&play.after) == game.canonical(after))
    }
}
