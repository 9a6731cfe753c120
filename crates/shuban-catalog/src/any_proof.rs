//! Proofs as files, whatever the types of the game.

use std::any::Any;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};
use shuban_core::{Play, Present, Progress, Provable, Seat, bytes_text, grouped};
use shuban_solve::proof::{JoinedProofs, ProofFile, ProofIndex, ProofStatus, ProofStep};
use shuban_store::{Database, Disk};

use crate::answer::AnyAnswer;
use crate::any_game::AnyGame;
use crate::any_position::AnyPosition;
use crate::any_solver::ByProof;
use crate::catalog::Catalog;
use crate::error::Error;
use crate::printable::Printable;
use crate::recorded::{self, AnyLedger};

/// What proof search of a game keeps: ledgers and proof files.
pub(crate) trait AnyProofs: Send + Sync {
    /// Reads ledgers into one: see [`recorded::joined`].
    fn ledger(
        &self,
        texts: &[(&str, &[u8])],
        refused: &mut dyn FnMut(&str, &str),
    ) -> Option<Box<dyn Any + Send + Sync>>;

    /// Tells in an answer what a ledger says: see [`Catalog::tell`].
    fn tell(&self, ledger: &AnyLedger, answer: &mut AnyAnswer) -> Result<bool, Error>;

    /// The proof that an open file holds.
    fn proof(&self, database: Database) -> Result<Box<dyn AnyProof + '_>, Error>;

    /// Writes one proof of several: see [`Catalog::join_proofs`].
    fn join(
        &self,
        proofs: &[Database],
        root: Option<&str>,
        file: &Path,
    ) -> Result<WrittenProof, Error>;
}

impl<G: Provable + Present + 'static> AnyProofs for ByProof<G> {
    fn ledger(
        &self,
        texts: &[(&str, &[u8])],
        refused: &mut dyn FnMut(&str, &str),
    ) -> Option<Box<dyn Any + Send + Sync>> {
        recorded::joined(&self.0, texts, refused)
    }

    fn tell(&self, ledger: &AnyLedger, answer: &mut AnyAnswer) -> Result<bool, Error> {
        match ledger.of::<G>() {
            Some(ledger) => recorded::tell(&self.0, ledger, answer),
            None => Ok(false),
        }
    }

    fn proof(&self, database: Database) -> Result<Box<dyn AnyProof + '_>, Error> {
        let file = ProofFile::of(&self.0, database).map_err(shuban_solve::Error::from)?;
        Ok(Box::new(OpenProof { game: &self.0, file }))
    }

    fn join(
        &self,
        proofs: &[Database],
        root: Option<&str>,
        file: &Path,
    ) -> Result<WrittenProof, Error> {
        let game = &self.0;
        let root = root.map(|text| AnyGame::read(game, text)).transpose()?;
        let root = root.as_ref().map(|root| root.of(game)).transpose()?;
        let joined = JoinedProofs::read(game, proofs, root).map_err(shuban_solve::Error::from)?;
        let written = joined.write(Arc::new(Disk::default()), file, game);
        let written = written.map_err(shuban_solve::Error::from)?;
        Ok(WrittenProof {
            file: file.to_owned(),
            game: shuban_core::Game::name(game),
            root: game.format(joined.root()),
            side: game.seat_name(joined.claimant()),
            claim: claim_name(joined.is_win()),
            positions: written.positions,
            leaves: written.leaves,
            bytes: written.published.bytes,
            content_hash: written.published.content_hash,
        })
    }
}

/// A proof that was written anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WrittenProof {
    /// Where it is.
    pub file: PathBuf,
    /// The game.
    pub game: String,
    /// The position that it is of.
    pub root: String,
    /// The name of the side that has the strategy.
    pub side: String,
    /// What it is sure of: `win`, or `draw-or-better`.
    pub claim: &'static str,
    /// How many positions have a move.
    pub positions: u64,
    /// How many more the walk comes to, which plain search decides.
    pub leaves: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The hash of the content.
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

/// What a proof is sure of.
const fn claim_name(is_win: bool) -> &'static str {
    if is_win { "win" } else { "draw-or-better" }
}

/// What a proof file says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofAbout {
    /// The game.
    pub game: String,
    /// The position that the proof is of.
    pub root: String,
    /// The question, as the search was asked: `draw-or-better` or `win`, of the first player.
    pub question: Option<String>,
    /// The seat that has the strategy.
    pub seat: Seat,
    /// Its name.
    pub side: String,
    /// What it is sure of: `win`, or `draw-or-better`.
    pub claim: &'static str,
    /// How many positions have a move.
    pub positions: u64,
    /// The length of the file.
    pub bytes: u64,
    /// The hash of the content.
    pub content_hash: String,
    /// The program that found it, with its version.
    pub program: String,
}

impl ProofAbout {
    /// Whether a draw is not enough.
    pub fn is_win(&self) -> bool {
        self.claim == "win"
    }
}

/// A proof file of some game.
pub trait AnyProof: Send + Sync {
    /// The game.
    fn game(&self) -> &dyn AnyGame;

    /// What the file says of itself.
    fn about(&self) -> ProofAbout;

    /// The position that the proof is of.
    fn root(&self) -> AnyPosition;

    /// Indexes the file, by which positions are looked up in it: see [`ProofFile::index`].
    ///
    /// # Errors
    /// [`Error`]: the file is damaged or not a proof, takes more memory than is granted, or
    /// the work is called off.
    fn index(&self, progress: &dyn Progress) -> Result<ProofIndex, Error>;

    /// Returns what the proof says at a position, by its index and by visiting about `nodes` positions
    /// at most: see [`ProofFile::step`].
    ///
    /// # Errors
    /// [`Error`]: a position of another game.
    fn step(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<AnyProofStep, Error>;

    /// Returns true if the strategy goes from one position to another: see [`ProofFile::follows`].
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

/// What a proof says at a position: see [`ProofStep`].
pub struct AnyProofStep {
    /// The position.
    pub position: AnyPosition,
    /// Whose turn it is.
    pub seat: Seat,
    /// Its name.
    pub side: String,
    /// What the proof says of the position.
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
    /// What the proof says of that position.
    pub status: ProofStatus,
    /// What the strategy plays there.
    pub answer: Option<String>,
}

/// A proof of a game's types.
struct OpenProof<'g, G: Provable> {
    game: &'g G,
    file: ProofFile<G>,
}

impl<G: Provable + Present + 'static> AnyProof for OpenProof<'_, G> {
    fn game(&self) -> &dyn AnyGame {
        self.game
    }

    fn about(&self) -> ProofAbout {
        let OpenProof { game, file } = self;
        let manifest = file.manifest();
        let provenance = &manifest.account.provenance;
        ProofAbout {
            game: shuban_core::Game::name(*game),
            root: game.format(file.root()),
            question: provenance.settings.get("question").cloned(),
            seat: file.claimant(),
            side: game.seat_name(file.claimant()),
            claim: claim_name(file.is_win()),
            positions: file.positions(),
            bytes: file.bytes(),
            content_hash: manifest.content_hash.clone(),
            program: format!("{} {}", provenance.program, provenance.version).trim().to_owned(),
        }
    }

    fn root(&self) -> AnyPosition {
        AnyPosition::new(self.game, self.file.root().clone())
    }

    fn index(&self, progress: &dyn Progress) -> Result<ProofIndex, Error> {
        Ok(self.file.index(self.game, progress).map_err(shuban_solve::Error::from)?)
    }

    fn step(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        nodes: u64,
    ) -> Result<AnyProofStep, Error> {
        let (game, here) = (self.game, position.of(self.game)?);
        let ProofStep { to_move, status, moves } = self.file.step(game, index, here, nodes);
        let moves = moves
            .into_iter()
            .map(|one| {
                let Play { action, after } = one.play;
                AnyProofMove {
                    action: game.format_move(here, (), &action),
                    touched: game.touched(here, (), &action),
                    answer: one.answer.map(|answer| game.format_move(&after, (), &answer)),
                    after: AnyPosition::new(game, after),
                    status: one.status,
                }
            })
            .collect();
        let (seat, side) = (to_move, game.seat_name(to_move));
        Ok(AnyProofStep { position: position.clone(), seat, side, status, moves })
    }

    fn follows(
        &self,
        index: &ProofIndex,
        position: &AnyPosition,
        after: &AnyPosition,
    ) -> Result<bool, Error> {
        let (here, there) = (position.of(self.game)?, after.of(self.game)?);
        Ok(self.file.follows(self.game, index, here, there))
    }
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

impl Catalog {
    /// Opens a proof file of one of the games. Its index takes no more memory than is granted.
    ///
    /// # Errors
    /// [`Error`]: it cannot be read, or is not a proof of a game that has proof search.
    pub fn open_proof(&self, path: &Path, memory: u64) -> Result<Box<dyn AnyProof + '_>, Error> {
        let database = Database::open(&Disk { memory }, path)?;
        let game = &database.manifest().subject.game;
        match self.proofs_of(game) {
            Some(proofs) => proofs.proof(database),
            None => {
                let reason = format!("{}: it is no proof of a game here", path.display());
                Err(Error::refused("no-proof-file", reason))
            }
        }
    }

    /// Writes one proof of several of one claim: of the root of the first, or of a position from which
    /// play comes to their roots, or to positions that they answer, within a few plies. Reading them
    /// takes no more memory than is granted.
    ///
    /// # Errors
    /// [`Error`]: a file that is none of a game's proofs; that they do not make one; a root that is
    /// no position.
    pub fn join_proofs(
        &self,
        proofs: &[PathBuf],
        root: Option<&str>,
        file: &Path,
        memory: u64,
    ) -> Result<WrittenProof, Error> {
        let open = |path: &PathBuf| Database::open(&Disk { memory }, path);
        let opened: Vec<Database> = proofs.iter().map(open).collect::<Result<_, _>>()?;
        let name = opened.first().map(|first| &first.manifest().subject.game);
        match name.and_then(|name| self.proofs_of(name)) {
            Some(proofs) => proofs.join(&opened, root, file),
            None => Err(Error::refused("no-proof-file", "these are no proofs of a game here")),
        }
    }
}
