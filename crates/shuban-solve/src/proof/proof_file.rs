//! Proof files, looked up position by position.

use std::path::{Path, PathBuf};

use shuban_core::{Game, Play, Provable, Question, Seat};
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES};
use shuban_store::{Database, FileSystem, Manifest, Stream};

use super::walk::is_walk;

/// A play of a game.
pub(super) type PlayOf<G> = Play<<G as Game>::Position, <G as Game>::Move>;

/// Why a file is not a proof, or not one that can be walked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFileError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// It is whole, but says something else than a proof of the game says.
    #[error("{}: this is no proof of {game}: {reason}", .path.display())]
    Meaningless {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// What is wrong.
        reason: String,
    },
    /// It holds moves alone.
    #[error("{}: this proof of {game} is packed: `proof unpack` writes out its positions", .path.display())]
    Packed {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
    },
    /// A position is there, with something else than a legal move.
    #[error("{}: record {record} of the proof has no legal move", .path.display())]
    Move {
        /// The file.
        path: PathBuf,
        /// The number of the record, from 0.
        record: u64,
    },
}

/// A proof file of a game: who has which answer at its root, and the move for each position of the
/// strategy. Each look-up reads a few blocks; nothing is held in memory.
///
/// What it says is not checked here, but that moves are legal: `shuban-check` checks a proof, by
/// rules and a reader of its own.
pub struct ProofFile<G: Provable> {
    database: Database,
    strategy: Stream,
    root: G::Position,
    question: Question,
    answer: bool,
    pub(super) closed_plies: u32,
    pub(super) closed_nodes: u64,
}

/// What a proof claims.
pub(super) struct ProofHead<P> {
    /// The position that it is of.
    pub(super) root: P,
    /// What was asked.
    pub(super) question: Question,
    /// The answer.
    pub(super) answer: bool,
    pub(super) closed_plies: u32,
    pub(super) closed_nodes: u64,
}

impl<P> ProofHead<P> {
    /// Reads what an open file claims.
    ///
    /// # Errors
    /// [`ProofFileError`].
    pub(super) fn read<G: Provable<Position = P>>(
        game: &G,
        database: &Database,
    ) -> Result<Self, ProofFileError> {
        let refused = |reason: &str| ProofFileError::Meaningless {
            path: database.path().to_owned(),
            game: game.name(),
            reason: reason.to_owned(),
        };
        let subject = &database.manifest().subject;
        if subject.game != game.name() || subject.domain != format!("{}/proof", subject.game) {
            return Err(refused(&format!("it is {}", subject.domain)));
        }
        let parameter = |name: &str| {
            let found = subject.parameters.get(name).map(String::as_str);
            found.ok_or_else(|| refused(&format!("it does not tell `{name}`")))
        };
        let number = |name: &str, most: u64| {
            let number = parameter(name)?.parse().ok().filter(|number| *number <= most);
            number.ok_or_else(|| refused(&format!("its `{name}` is not one of a proof")))
        };
        let question =
            Question { seat: number("seat", 1)? as Seat, at_least: number("at-least", 1)? as i16 };
        let answer = match parameter("answer")? {
            "yes" => true,
            "no" => false,
            _ => return Err(refused("its `answer` is not one of a proof")),
        };
        let closed_plies = number("closed-plies", CLOSED_PLIES.into())? as u32;
        let closed_nodes = number("closed-nodes", 10 * CLOSED_NODES)?;
        let root = database.stream("root")?;
        if root.len() != 1 {
            return Err(refused("it has not one root"));
        }
        let root = game.read_record(&root.entry(0)?);
        let is_open = |root: &G::Position| game.outcome(root).is_none();
        let root = root
            .filter(is_open)
            .ok_or_else(|| refused("its root is no position that a game goes on from"))?;
        Ok(ProofHead { root, question, answer, closed_plies, closed_nodes })
    }
}

impl<G: Provable> ProofFile<G> {
    /// Opens a proof of a game.
    ///
    /// # Errors
    /// [`ProofFileError`].
    pub fn open(game: &G, files: &dyn FileSystem, path: &Path) -> Result<Self, ProofFileError> {
        ProofFile::of(game, Database::open(files, path)?)
    }

    /// The proof that an open file holds.
    ///
    /// # Errors
    /// [`ProofFileError`].
    pub fn of(game: &G, database: Database) -> Result<Self, ProofFileError> {
        let ProofHead { root, question, answer, closed_plies, closed_nodes } =
            ProofHead::read(game, &database)?;
        if is_walk(&database) {
            let (path, game) = (database.path().to_owned(), game.name());
            return Err(ProofFileError::Packed { path, game });
        }
        let strategy = database.stream("strategy")?;
        Ok(ProofFile { database, strategy, root, question, answer, closed_plies, closed_nodes })
    }

    /// The position that the proof is of.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// What was asked of it.
    pub fn question(&self) -> Question {
        self.question
    }

    /// The answer.
    pub fn answer(&self) -> bool {
        self.answer
    }

    /// The seat that has the strategy: the one that was asked about, or the one that prevents it.
    pub fn claimant(&self) -> Seat {
        if self.answer { self.question.seat } else { 1 - self.question.seat }
    }

    /// Whether the claim is a win: a draw is not enough for that seat.
    pub fn is_win(&self) -> bool {
        self.answer == (self.question.at_least > 0)
    }

    /// How many positions have a move in it.
    pub fn positions(&self) -> u64 {
        self.strategy.len()
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.database.bytes()
    }

    /// What the file says about itself.
    pub fn manifest(&self) -> &Manifest {
        self.database.manifest()
    }

    /// What the file plays in a position, whichever of its images is there; `None` if none is.
    ///
    /// # Errors
    /// [`ProofFileError`]: it cannot be read, or the move is not legal.
    pub fn play(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Option<PlayOf<G>>, ProofFileError> {
        let canonical = game.canonical(position);
        let Some(key) = game.record(&canonical, None) else { return Ok(None) };
        let Some((number, record)) = self.find(&key)? else { return Ok(None) };
        let plays = |position: &G::Position| {
            let mut plays = Vec::new();
            game.plays(position, (), &mut plays);
            plays.into_iter()
        };
        let is_it = |play: &Play<_, G::Move>| {
            game.record(&canonical, Some(&play.action)).as_deref() == Some(&record[..])
        };
        let illegal = || {
            let path = self.database.path().to_owned();
            ProofFileError::Move { path, record: number }
        };
        let found = plays(&canonical).find(is_it).ok_or_else(illegal)?;
        if canonical == *position {
            return Ok(Some(found));
        }
        // The same move on this image: any move to an image of the position after it will do.
        let after = game.canonical(&found.after);
        let same = plays(position).find(|play| game.canonical(&play.after) == after);
        same.map(Some).ok_or_else(illegal)
    }

    /// Whether the strategy goes from one position to another: false only where it has a move, and
    /// this is none that leads to an image of the same position.
    ///
    /// # Errors
    /// As of [`play`](ProofFile::play).
    pub fn follows(
        &self,
        game: &G,
        position: &G::Position,
        after: &G::Position,
    ) -> Result<bool, ProofFileError> {
        if game.to_move(position) != self.claimant() {
            return Ok(true);
        }
        let play = self.play(game, position)?;
        Ok(play.is_none_or(|play| game.canonical(&play.after) == game.canonical(after)))
    }

    /// The first record that does not come before a key, if it goes on from there. Of a file whose
    /// records are not in order some are not found.
    fn find(&self, key: &[u8]) -> Result<Option<(u64, Vec<u8>)>, ProofFileError> {
        let (mut low, mut high) = (0, self.strategy.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.strategy.entry(middle)?.as_slice() < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low == self.strategy.len() {
            return Ok(None);
        }
        let record = self.strategy.entry(low)?;
        Ok((record.len() > key.len() && record.starts_with(key)).then_some((low, record)))
    }
}
