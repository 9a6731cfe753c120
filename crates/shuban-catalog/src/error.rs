//! What can go wrong with a question to the catalog, and who must act.

use shuban_core::{NotationError, OracleError, SearchFailure, echo, grouped};
use shuban_search::proof::ProofError;
use shuban_solve::program_name;

/// Who must act on an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Whoever asked: a name, a text or a number is wrong.
    Input,
    /// Whoever runs the machine: something is not built, not readable, not large enough.
    Environment,
}

/// What can go wrong with a question to the catalog.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such domain or game.
    #[error("there is no {what} `{}`{hint}", echo(.name, 0))]
    Unknown {
        /// `domain` or `game`.
        what: &'static str,
        /// The name that was asked for.
        name: String,
        /// What may have been meant, as the end of a sentence; or nothing.
        hint: String,
    },
    /// A text is not a position or a roll of the game.
    #[error("{what}: {error}")]
    Notation {
        /// `bad position` or `bad roll`.
        what: &'static str,
        /// Where, and why.
        error: NotationError,
    },
    /// The position is in another layer than the one asked, or in none.
    #[error("`{position}` is not in {asked}: {reason}")]
    Elsewhere {
        /// The position.
        position: String,
        /// The layer or game.
        asked: String,
        /// Where it is.
        reason: String,
    },
    /// What was asked for is too large to count.
    #[error("{0}")]
    TooMuch(String),
    /// The work would not fit into the memory it may use.
    #[error("{0}")]
    Memory(String),
    /// A file could not be written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: std::path::PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// This program was built without something.
    #[error("{what} need a program built with `cargo build --release --features {feature}`")]
    LeftOut {
        /// What was left out, in the plural.
        what: &'static str,
        /// The feature that adds it.
        feature: &'static str,
    },
    /// Nothing solves positions of a game by search.
    #[error("positions of {0} are not solved by search")]
    NoSolver(String),
    /// Positions of a game are no sums.
    #[error("positions of {0} do not fall apart into sums")]
    NoSums(String),
    /// A domain has no such format of its own.
    #[error("there is no .{0} file of this domain")]
    NoFormat(String),
    /// A picture could not be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Picture(String),
    /// The position's database is not built.
    #[error("{domain} is not built yet: build it with `{program} build {domain}`", domain = .0, program = program_name())]
    NotBuilt(String),
    /// The position's database is not built, and too large for any machine.
    #[error("{name} is not built, and too large to build: {} positions", grouped(*.positions))]
    OutOfReach {
        /// The layer.
        name: String,
        /// How many positions it has.
        positions: u64,
    },
    /// A position of one game was given to another.
    #[error("that is not a position of {0}")]
    Foreign(String),
    /// The rules of a game have no second implementation to be compared with.
    #[error("{0} has no second implementation of its rules to compare with")]
    NoTwin(String),
    /// Whatever is written into could not be written; who knows the file's name adds it.
    #[error(transparent)]
    Write(std::io::Error),
    /// Something that a game alone can do failed: a search, a check.
    #[error(transparent)]
    Search(SearchFailure),
    /// A published table could not be recomputed.
    #[error("{0}")]
    Recompute(String),
    /// A capability of its own kind (a contest, a proof, a reproduction) failed.
    #[error("{source}")]
    Own {
        /// A short name of the kind of error, for programs.
        kind: &'static str,
        /// Who must act.
        fault: Fault,
        /// What happened.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The work was called off.
    #[error("interrupted")]
    Interrupted,
    /// A build, a check or a look-up failed.
    #[error(transparent)]
    Solve(shuban_solve::Error),
}

impl Error {
    /// The error of a text that is no position.
    pub fn position(error: NotationError) -> Self {
        Error::Notation { what: "bad position", error }
    }

    /// The error of a text that is no side.
    pub fn side(error: NotationError) -> Self {
        Error::Notation { what: "bad side", error }
    }

    /// The error of a text that is no legal move.
    pub fn move_(error: NotationError) -> Self {
        Error::Notation { what: "bad move", error }
    }

    /// The error of a table, or of a search, whatever its type.
    pub fn oracle(error: OracleError) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => match error.downcast::<shuban_solve::Error>() {
                Ok(error) => (*error).into(),
                Err(error) => Error::Search(SearchFailure::Oracle(error)),
            },
        }
    }

    /// The error of a text that is no roll.
    pub fn roll(error: NotationError) -> Self {
        Error::Notation { what: "bad roll", error }
    }

    /// Who must act.
    pub fn fault(&self) -> Fault {
        match self {
            Error::Unknown { .. }
            | Error::Notation { .. }
            | Error::Elsewhere { .. }
            | Error::TooMuch(_)
            | Error::NoSolver(_)
            | Error::NoSums(_)
            | Error::NoFormat(_)
            | Error::NoTwin(_)
            | Error::Foreign(_)
            | Error::Search(SearchFailure::TooMuch(_))
            | Error::LeftOut { .. } => Fault::Input,
            Error::Own { fault, .. } => *fault,
            Error::Solve(
                shuban_solve::Error::NoLayer(_)
                | shuban_solve::Error::NoProof(_)
                | shuban_solve::Error::Proof(ProofError::Keeper(_))
                | shuban_solve::Error::NoShards { .. }
                | shuban_solve::Error::Ledger { .. },
            ) => Fault::Input,
            _ => Fault::Environment,
        }
    }

    /// A short name of the kind of error, for programs.
    pub fn kind(&self) -> &'static str {
        use shuban_store::Error as Store;
        match self {
            Error::Unknown { what: "game", .. } => "unknown-game",
            Error::Unknown { what: "reproduction", .. } => "unknown-reproduction",
            Error::Unknown { .. } | Error::Solve(shuban_solve::Error::NoLayer(_)) => {
                "unknown-domain"
            }
            Error::Notation { what: "bad roll", .. } => "bad-roll",
            Error::Notation { what: "bad move", .. } => "bad-move",
            Error::Notation { .. } => "bad-position",
            Error::Elsewhere { .. } => "position-elsewhere",
            Error::TooMuch(_) => "too-much",
            Error::Memory(_) => "memory",
            Error::Io { .. } => "io",
            Error::LeftOut { .. } => "left-out",
            Error::NoFormat(_) => "no-format",
            Error::NoSolver(_) => "no-solver",
            Error::NoSums(_) => "no-sums",
            Error::Foreign(_) => "foreign-position",
            Error::NoTwin(_) => "no-twin",
            Error::Write(_) => "io",
            Error::Recompute(_) => "recompute",
            Error::Own { kind, .. } => kind,
            Error::Search(failure) => match failure {
                SearchFailure::TooMuch(_) => "too-much",
                SearchFailure::Memory(_) => "memory",
                SearchFailure::Limit(_) => "limit",
                SearchFailure::Interrupted => "interrupted",
                SearchFailure::Io(_) => "io",
                _ => "damaged",
            },
            Error::Picture(_) => "picture",
            Error::NotBuilt(_) | Error::OutOfReach { .. } => "not-built",
            Error::Interrupted => "interrupted",
            Error::Solve(error) => match error {
                shuban_solve::Error::NotBuilt { .. } => "not-built",
                shuban_solve::Error::Memory { .. } => "memory",
                shuban_solve::Error::Disk { .. } => "no-space",
                shuban_solve::Error::Stale { .. } => "stale",
                shuban_solve::Error::NoShards { .. } => "no-shards",
                shuban_solve::Error::Ledger { .. } => "bad-ledger",
                shuban_solve::Error::Interrupted => "interrupted",
                shuban_solve::Error::NoProof(_) => "usage",
                shuban_solve::Error::Proof(ProofError::Keeper(_)) => "checkpoint",
                shuban_solve::Error::Proof(ProofError::Threads { .. }) => "threads",
                shuban_solve::Error::Proof(_) => "memory",
                shuban_solve::Error::Threads { .. } => "threads",
                shuban_solve::Error::Store(error) => match error {
                    Store::NotFound { .. } => "not-built",
                    Store::NoSpace { .. } => "no-space",
                    Store::Locked { .. } => "locked",
                    Store::Io { .. } => "io",
                    _ => "damaged",
                },
                _ => "damaged",
            },
        }
    }
}

impl From<shuban_solve::Error> for Error {
    fn from(error: shuban_solve::Error) -> Self {
        match error {
            shuban_solve::Error::NotBuilt { domain } => Error::NotBuilt(domain),
            shuban_solve::Error::Interrupted => Error::Interrupted,
            other => Error::Solve(other),
        }
    }
}

impl From<SearchFailure> for Error {
    fn from(failure: SearchFailure) -> Self {
        match failure {
            SearchFailure::Interrupted => Error::Interrupted,
            SearchFailure::Io(error) => Error::Write(error),
            SearchFailure::Oracle(error) => Error::oracle(error),
            other => Error::Search(other),
        }
    }
}

impl From<ProofError> for Error {
    fn from(error: ProofError) -> Self {
        Error::Solve(error.into())
    }
}

impl From<shuban_store::Error> for Error {
    fn from(error: shuban_store::Error) -> Self {
        Error::Solve(error.into())
    }
}
