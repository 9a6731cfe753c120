//! The claim at the head of a proof file.

use std::path::PathBuf;

use shuban_answer::proof::ProofQuestion;
use shuban_core::provable::Question;
use shuban_core::{Provable, Seat};
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES};
use shuban_store::Database;

/// Error of a file that is not a proof, or not one that can be walked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFileError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// It is whole, but does not have the contents of a proof of the game.
    #[error("{}: this is no proof of {game}: {reason}", .path.display())]
    Meaningless {
        /// The file.
        path: PathBuf,
        /// The game.
        game: String,
        /// The reason.
        reason: String,
    },
    /// It lists positions, a format from before walks.
    #[error(
        "{}: a list of positions, which is no longer read: search again with `{command}`",
        .path.display()
    )]
    Listed {
        /// The file.
        path: PathBuf,
        /// The command that writes the proof anew.
        command: String,
    },
}

/// The claim of a proof.
pub(super) struct ProofHead<P> {
    /// The root position.
    pub(super) root: P,
    /// The question.
    pub(super) question: Question,
    /// The answer.
    pub(super) answer: bool,
    pub(super) closed_plies: u32,
    pub(super) closed_nodes: u64,
}

impl<P> ProofHead<P> {
    /// Reads the claim of an open file.
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
        if is_list(database) {
            let path = database.path().to_owned();
            return Err(ProofFileError::Listed { path, command: command(game, &root, question) });
        }
        Ok(ProofHead { root, question, answer, closed_plies, closed_nodes })
    }
}

/// Returns the command that searches for a proof.
fn command<G: Provable>(game: &G, root: &G::Position, question: Question) -> String {
    let asked = ProofQuestion::ALL.into_iter().find(|asked| asked.question() == question);
    let asked = asked.map_or(String::new(), |asked| format!(" --question {}", asked.name()));
    format!("shuban solve {} '{}'{asked} --proof FILE", game.name(), game.format(root))
}

/// Returns true for a list of positions with their moves, the format of proofs before walks.
fn is_list(proof: &Database) -> bool {
    let has = |section| proof.manifest().section(section).is_some();
    has("strategy") && !has("walk")
}
