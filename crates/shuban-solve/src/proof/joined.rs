//! Joins several proofs.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use shuban_answer::proof::ProofQuestion;
use shuban_core::{Progress, Provable, Seat};
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES, decided};
use shuban_store::{Database, FileSystem};

use super::claim::ProofClaim;
use super::head::{ProofFileError, ProofHead};
use super::walk::{WalkError, WrittenWalk, in_order_of_the_walk, read_walk, write_walk};

/// Largest number of plies between a root and the proofs' roots.
const MOST_PLIES: u32 = 4;

/// Error of joining proofs.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// A file cannot be read or written, or is not a proof of the game.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// The proofs have different claims.
    #[error("{path} is a proof of another claim than the first one")]
    Claims {
        /// The file.
        path: String,
    },
    /// Play from the root reaches positions that none of the proofs has.
    #[error("within {MOST_PLIES} plies of {root}, play does not always come to these proofs")]
    Open {
        /// The root.
        root: String,
    },
}

impl From<ProofFileError> for JoinError {
    fn from(error: ProofFileError) -> Self {
        JoinError::Walk(error.into())
    }
}

impl From<shuban_store::Error> for JoinError {
    fn from(error: shuban_store::Error) -> Self {
        JoinError::Walk(error.into())
    }
}

/// One proof from the strategies of several: they have the same claim, and answer all positions
/// that play from the root reaches.
///
/// In a position of several proofs any of their moves will do: its continuation is answered by the
/// proof that it is of, and no position repeats.
pub struct JoinedProofs<G: Provable> {
    root: G::Position,
    asked: ProofQuestion,
    answer: bool,
    options: String,
    /// The positions in the order of a walk, each once, with their moves.
    strategy: Vec<(G::Position, G::Move)>,
}

impl<G: Provable> JoinedProofs<G> {
    /// Joins proofs into one of a root: by default, that of the first. The moves above their roots
    /// are found by a search of four plies.
    ///
    /// Takes some 40 bytes of memory a position; fails if more than the allowed memory is needed.
    ///
    /// # Errors
    /// [`JoinError`].
    pub fn read(
        game: &G,
        proofs: &[Database],
        root: Option<&G::Position>,
        progress: &dyn Progress,
    ) -> Result<Self, JoinError> {
        let first = proofs.first().ok_or(WalkError::NoRecords)?;
        let ProofHead { root: own_root, question, answer, .. } = ProofHead::read(game, first)?;
        let of_question = |asked: &ProofQuestion| asked.question() == question;
        let other = || JoinError::Claims { path: first.path().display().to_string() };
        let asked = ProofQuestion::ALL.into_iter().find(of_question).ok_or_else(other)?;
        let mut strategy = Vec::new();
        let mut options: Vec<String> = Vec::new();
        for proof in proofs {
            let head = ProofHead::read(game, proof)?;
            if (head.question, head.answer) != (question, answer) {
                let path = proof.path().display().to_string();
                return Err(JoinError::Claims { path });
            }
            let held = (strategy.len() as u64).saturating_add(proof.positions());
            let bytes = held.saturating_mul(size_of::<(G::Position, G::Move)>() as u64);
            read_walk(game, proof, bytes, progress, |position, action| {
                strategy.push((position.clone(), action.clone()));
            })?;
            let settings = &proof.manifest().account.provenance.settings;
            options.extend(settings.get("options").cloned());
        }
        options.dedup();
        sort(game, &mut strategy);
        let root = root.unwrap_or(&own_root).clone();
        let mut joined =
            JoinedProofs { root, asked, answer, options: options.join("; "), strategy };
        joined.close(game)?;
        Ok(joined)
    }

    /// Adds the moves between the root and the strategies.
    fn close(&mut self, game: &G) -> Result<(), JoinError> {
        let mut found = Vec::new();
        let is_closed = (0..=MOST_PLIES).any(|plies| {
            found.clear();
            self.answers(game, &self.root, plies, &mut found)
        });
        if !is_closed {
            return Err(JoinError::Open { root: game.format(&self.root) });
        }
        if !found.is_empty() {
            self.strategy.extend(found);
            sort(game, &mut self.strategy);
        }
        Ok(())
    }

    /// Returns true if the claim holds at a position by the strategies and by moves within a number
    /// of plies, which are added to `found`; some are unused.
    fn answers(
        &self,
        game: &G,
        position: &G::Position,
        plies: u32,
        found: &mut Vec<(G::Position, G::Move)>,
    ) -> bool {
        let question = self.asked.question();
        if let Some(payoffs) = game.outcome(position) {
            return question.holds(&payoffs) == self.answer;
        }
        let position = game.canonical(position);
        let is_own = (game.to_move(&position) == question.seat) == self.answer;
        if is_own && self.has(game, &position) {
            return true;
        }
        if decided(game, &position, &question, CLOSED_PLIES, &mut { CLOSED_NODES })
            == Some(self.answer)
        {
            return true;
        }
        let Some(plies) = plies.checked_sub(1) else { return false };
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        if !is_own {
            return plays.iter().all(|play| self.answers(game, &play.after, plies, found));
        }
        let answer = plays.into_iter().find(|play| self.answers(game, &play.after, plies, found));
        answer.map(|play| found.push((position, play.action))).is_some()
    }

    fn has(&self, game: &G, position: &G::Position) -> bool {
        let order = |own: &(G::Position, G::Move)| in_order_of_the_walk(game, &own.0, position);
        self.strategy.binary_search_by(order).is_ok()
    }

    /// Returns the position that the proof is of.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// Returns the seat that has the strategy.
    pub fn claimant(&self) -> Seat {
        let seat = self.asked.question().seat;
        if self.answer { seat } else { 1 - seat }
    }

    /// Returns true if the claim is a win: a draw is not enough for that seat.
    pub fn is_win(&self) -> bool {
        self.answer == (self.asked == ProofQuestion::Win)
    }

    /// Writes it as a [walk](write_walk).
    ///
    /// # Errors
    /// [`JoinError::Walk`].
    pub fn write(
        &self,
        files: Arc<dyn FileSystem>,
        path: &Path,
        game: &G,
    ) -> Result<WrittenWalk, JoinError> {
        let JoinedProofs { root, asked, answer, options, strategy } = self;
        let claim = ProofClaim { root, asked: *asked, answer: *answer, options };
        Ok(write_walk(files, path, game, &claim, strategy)?)
    }
}

fn sort<G: Provable>(game: &G, strategy: &mut Vec<(G::Position, G::Move)>) {
    // Stable: of two moves in a position the first proof's is kept.
    strategy.par_sort_by(|one, other| in_order_of_the_walk(game, &one.0, &other.0));
    strategy.dedup_by(|later, own| later.0 == own.0);
}
