//! Proofs as files, whatever the types of the game.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value as Json, json};
use shuban_answer::{AnyAnswer, AnyPosition};
use shuban_core::text::{bytes_text, grouped};
use shuban_core::{Progress, Seat};
use shuban_solve::proof::{ProofIndex, ProofStatus};
use shuban_store::Database;

use crate::any_game::AnyGame;
use crate::error::Error;
use crate::printable::Printable;
use crate::recorded::AnyLedger;

/// Ledgers and proof files of a game's proof search.
pub(crate) trait AnyProofs: Send + Sync {
    /// Reads ledgers into one: see [`recorded::joined`].
    fn ledger(
        &self,
        texts: &[(&str, &[u8])],
        refused: &mut dyn FnMut(&str, &str),
    ) -> Option<Box<dyn Any + Send + Sync>>;

    /// Adds a ledger's records to an answer: see [`Catalog::tell`].
    fn tell(&self, ledger: &AnyLedger, answer: &mut AnyAnswer) -> Result<bool, Error>;

    /// Opens the proof in an open file.
    fn proof(&self, database: Database) -> Result<Box<dyn AnyProof + '_>, Error>;

    /// Joins several proofs into one: see [`Catalog::join_proofs`].
    fn join(
        &self,
        proofs: &[Database],
        root: Option<&str>,
        file: &Path,
        progress: &dyn Progress,
    ) -> Result<WrittenProof, Error>;
}

/// A proof written by joining others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenProof {
    /// Path of the file.
    pub file: PathBuf,
    /// The game.
    pub game: String,
    /// Root position of the proof.
    pub root: String,
    /// Name of the side that has the strategy.
    pub side: String,
    /// Proven claim: `win`, or `draw-or-better`.
    pub claim: &'static str,
    /// Number of positions with a move.
    pub positions: u64,
    /// Number of further positions that the walk visits, which plain search decides.
    pub leaves: u64,
    /// Length of the file in bytes.
    pub bytes: u64,
    /// Hash of the content.
    pub content_hash: String,
}

impl fmt::Display for WrittenProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrittenProof { file, game, root, side, claim, positions, leaves, bytes, .. } = self;
        writeln!(f, "proof         {}", file.display())?;
        writeln!(f, "of            {game} {root}: {side} has {claim}")?;
        writeln!(f, "moves         {}", grouped(*positions))?;
        writeln!(f, "closed        {} by plain search", grouped(*leaves))?;
        let each = *bytes as f64 / (*positions).max(1) as f64;
        writeln!(f, "size          {}, {each:.2} bytes a move", bytes_text(*bytes))?;
        write!(f, "content hash  {}", self.content_hash)
    }
}

/// Returns the name of a proven claim.
pub(crate) const fn claim_name(is_win: bool) -> &'static str {
    if is_win { "win" } else { "draw-or-better" }
}

/// Description of a proof file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofAbout {
    /// The game.
    pub game: String,
    /// Root position of the proof.
    pub root: String,
    /// Question as the search was asked: `draw-or-better` or `win`, of the first player.
    pub question: Option<String>,
    /// Seat that has the strategy.
    pub seat: Seat,
    /// Name of that seat.
    pub side: String,
    /// Proven claim: `win`, or `draw-or-better`.
    pub claim: &'static str,
    /// Number of positions with a move.
    pub positions: u64,
    /// Length of the file in bytes.
    pub bytes: u64,
    /// Hash of the content.
    pub content_hash: String,
    /// The program that found it, with its version.
    pub program: String,
}

impl ProofAbout {
    /// Returns true if the claim is a win: a draw is not enough.
    pub fn is_win(&self) -> bool {
        self.claim == "win"
    }
}

/// A proof file of some game.
pub trait AnyProof: Send + Sync {
    /// Returns the game.
    fn game(&self) -> &dyn AnyGame;

    /// Describes the file.
    fn about(&self) -> ProofAbout;

    /// Returns the root position of the proof.
    fn root(&self) -> AnyPosition;

    /// Indexes the file, by which positions are looked up in it: see
    /// [`ProofFile::index`](shuban_solve::proof::ProofFile::index).
    ///
    /// # Errors
    /// [`Error`]: the file is damaged or not a proof, needs more memory than is granted, or the
    /// work is interrupted.
    fn index(&self, progress: &dyn Progress) -> Result<ProofIndex, Error>;

    /// Returns what the proof says at a position, by its index and by visiting about `nodes` positions
    /// at most: see [`ProofFile::step`](shuban_solve::proof::ProofFile::step).
    ///
    /// # Errors
    /// [`Error`]: a position of another game.
    fn step(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<AnyProofStep, Error>;

    /// Returns true if the strategy goes from one position to another: see
    /// [`ProofFile::follows`](shuban_solve::proof::ProofFile::follows).
    ///
    /// # Errors
    /// As of [`step`](AnyProof::step).
    fn follows(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        after: &AnyPosition,
    ) -> Result<bool, Error>;
}

/// Statement of a proof at a position: see [`ProofStep`](shuban_solve::proof::ProofStep).
pub struct AnyProofStep {
    /// The position.
    pub position: AnyPosition,
    /// Player to move.
    pub seat: Seat,
    /// Name of that player.
    pub side: String,
    /// Status of the position in the proof.
    pub status: ProofStatus,
    /// The moves.
    pub moves: Vec<AnyProofMove>,
}

/// A move of an [`AnyProofStep`].
pub struct AnyProofMove {
    /// The move in standard notation.
    pub action: String,
    /// The position after it.
    pub after: AnyPosition,
    /// The parts of the drawing that a person touches to make it, in order.
    pub touched: Vec<String>,
    /// Status of that position in the proof.
    pub status: ProofStatus,
    /// Move of the strategy there.
    pub answer: Option<String>,
}

impl Printable for AnyProofStep {
    fn json(&self) -> Json {
        let moves: Vec<Json> = (self.moves.iter())
            .map(|AnyProofMove { action, after, status, answer, .. }| {
                json!({
                    "move": action,
                    "after": after.text,
                    "status": status.name(),
                    "holds": status.holds(),
                    "answer": answer,
                })
            })
            .collect();
        json!({
            "position": self.position.text,
            "to_move": self.seat,
            "status": self.status.name(),
            "holds": self.status.holds(),
            "moves": moves,
        })
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("{}  {}", self.position.text, self.status.name())];
        lines.extend(self.moves.iter().map(|one| {
            let answer = one.answer.as_ref().map_or(String::new(), |answer| format!("  {answer}"));
            format!("  {}  {}{answer}", one.action, one.status.name())
        }));
        lines.join("\n")
    }
}
