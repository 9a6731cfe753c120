//! Several proofs as one.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use shuban_core::{Game, Provable, Seat};
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES, decided};
use shuban_store::{Database, FileSystem};

use super::proof_file::{PlayOf, ProofFileError, ProofHead};
use super::question::ProofQuestion;
use super::strategy_file::{ProofClaim, write_proof};
use super::walk::{WalkError, in_order_of_the_walk, is_walk, read_walk, write_walk};

/// So many plies may lie between a root and the proofs that play goes on to.
const MOST_PLIES: u32 = 4;
/// Records of a list that are read at a time.
const BATCH: usize = 1 << 14;

/// Why proofs cannot be joined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// A file cannot be read or written, or is no proof of the game.
    #[error(transparent)]
    Walk(#[from] WalkError),
    /// Proofs of different claims.
    #[error("{path} is a proof of another claim than the first one")]
    Claims {
        /// The file.
        path: String,
    },
    /// From the root, play comes to positions that none of the proofs has.
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

/// What was written of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewrittenProof {
    /// How many positions have a move.
    pub positions: u64,
    /// How many are left to plain search, where the file counts them.
    pub leaves: Option<u64>,
    /// The length of the file.
    pub bytes: u64,
    /// The hash of the content.
    pub content_hash: String,
}

/// One proof from the strategies of several: they have the same claim, and play from the root comes
/// to nothing that they do not answer.
///
/// Any of their moves will do in a position that several of them have: what may follow on it is
/// answered by the proof that it is of, and play never comes back to a position.
pub struct JoinedProofs<G: Provable> {
    root: G::Position,
    asked: ProofQuestion,
    answer: bool,
    options: String,
    /// In the order of a walk, each position once.
    strategy: Vec<(G::Position, G::Move)>,
}

impl<G: Provable> JoinedProofs<G> {
    /// Reads proofs, of either form, into one of a root: that of the first, if there is none. What
    /// the moves above them are is found by a search of four plies.
    ///
    /// Takes some 40 bytes of memory a position.
    ///
    /// # Errors
    /// [`JoinError`].
    pub fn read(
        game: &G,
        proofs: &[Database],
        root: Option<&G::Position>,
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
            strategy_of(game, proof, &mut strategy)?;
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

    /// Whether the claim holds at a position by the strategies and by moves of so many plies, which
    /// are `found`; some are of no use.
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

    /// The position that the proof is of.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The seat that has the strategy.
    pub fn claimant(&self) -> Seat {
        let seat = self.asked.question().seat;
        if self.answer { seat } else { 1 - seat }
    }

    /// Whether the claim is a win: a draw is not enough for that seat.
    pub fn is_win(&self) -> bool {
        self.answer == (self.asked == ProofQuestion::Win)
    }

    /// Writes it as a [walk](write_walk), or as a [list](write_proof) of positions.
    ///
    /// # Errors
    /// [`JoinError::Walk`].
    pub fn write(
        &self,
        files: Arc<dyn FileSystem>,
        path: &Path,
        game: &G,
        is_walk: bool,
    ) -> Result<RewrittenProof, JoinError> {
        let JoinedProofs { root, asked, answer, options, strategy } = self;
        let claim = ProofClaim { root, asked: *asked, answer: *answer, options };
        let (published, positions, leaves) = if is_walk {
            let walk = write_walk(files, path, game, &claim, strategy)?;
            (walk.published, walk.positions, Some(walk.leaves))
        } else {
            let list = write_proof(files, path, game, &claim, strategy)?;
            (list.ok_or(WalkError::NoRecords)?, strategy.len() as u64, None)
        };
        let content_hash = published.content_hash;
        Ok(RewrittenProof { positions, leaves, bytes: published.bytes, content_hash })
    }
}

fn sort<G: Provable>(game: &G, strategy: &mut Vec<(G::Position, G::Move)>) {
    // Stable: of two moves in a position the first proof's is kept.
    strategy.par_sort_by(|one, other| in_order_of_the_walk(game, &one.0, &other.0));
    strategy.dedup_by(|later, own| later.0 == own.0);
}

/// Appends the positions of a proof of either form, with their moves.
fn strategy_of<G: Provable>(
    game: &G,
    proof: &Database,
    strategy: &mut Vec<(G::Position, G::Move)>,
) -> Result<(), JoinError> {
    let held = proof.positions().saturating_mul(size_of::<(G::Position, G::Move)>() as u64);
    if is_walk(proof) {
        proof.may_take("walk", held)?;
        let each = |position: &G::Position, action: &G::Move| {
            strategy.push((position.clone(), action.clone()));
        };
        return Ok(read_walk(game, proof, each)?);
    }
    proof.may_take("strategy", held)?;
    let list = proof.stream("strategy")?;
    let illegal = |record: usize| {
        let (path, record) = (proof.path().to_owned(), record as u64);
        JoinError::from(ProofFileError::Move { path, record })
    };
    // That of every position is as long.
    let key = proof.stream("root")?.entry(0)?.len();
    let mut batch: Vec<Vec<u8>> = Vec::new();
    let mut number = 0;
    while number < list.len() {
        batch.clear();
        while batch.len() < BATCH && number < list.len() {
            batch.push(list.entry(number)?);
            number += 1;
        }
        let read: Vec<Option<_>> =
            batch.par_iter().map(|record| record_read(game, record, key)).collect();
        let before = number as usize - batch.len();
        for (at, read) in read.into_iter().enumerate() {
            strategy.push(read.ok_or_else(|| illegal(before + at))?);
        }
    }
    Ok(())
}

/// The position of a record of a list, in its canonical form, and the move there.
fn record_read<G: Provable>(
    game: &G,
    record: &[u8],
    key: usize,
) -> Option<(G::Position, <G as Game>::Move)> {
    let position = game.read_record(record.get(..key)?)?;
    let mut plays = Vec::new();
    game.plays(&position, (), &mut plays);
    let is_it =
        |play: &PlayOf<G>| game.record(&position, Some(&play.action)).as_deref() == Some(record);
    let play = plays.into_iter().find(is_it)?;
    let is_canonical = game.canonical(&position) == position;
    is_canonical.then_some((position, play.action))
}
