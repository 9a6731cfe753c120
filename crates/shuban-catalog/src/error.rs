//! Errors of questions to the catalog, grouped by who must act.

use std::io;
use std::path::PathBuf;

use shuban_answer::{AnswerError, ForeignPosition, RulesError};
use shuban_core::NotationError;
use shuban_core::advice::{Call, Message};
use shuban_core::echo::echo;
use shuban_core::shelf::OracleError;
use shuban_core::solver::SearchFailure;
use shuban_core::text::grouped;
use shuban_search::proof::ProofError;
use shuban_solve::proof::ProofFileError;
use shuban_store::UnfitFile;

use crate::build_cost::BuildCost;

/// Error of a question to the catalog.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such domain, game or reproduction.
    #[error("{}", unknown(.what, .name, .hint))]
    Unknown {
        /// `domain`, `game` or `reproduction`.
        what: &'static str,
        /// Requested name.
        name: String,
        /// Suggested names, as the end of a sentence; may be empty.
        hint: Message,
    },
    /// A text is not a position, a side, a roll or a move of the game.
    #[error("{what}: {error}")]
    Notation {
        /// `bad position`, `bad side`, `bad roll` or `bad move`.
        what: &'static str,
        /// Place and reason.
        error: NotationError,
    },
    /// The caller must ask for something else.
    #[error("{message}")]
    Refused {
        /// A short name of the reason, for programs.
        kind: &'static str,
        /// The reason in a sentence.
        message: String,
    },
    /// A feature, in the plural, that this program was built without.
    #[error("{}", left_out(.what, .feature))]
    LeftOut {
        /// The feature in words.
        what: &'static str,
        /// Its name.
        feature: &'static str,
    },
    /// No database of the requested kind holds the position.
    #[error("{0}")]
    Elsewhere(String),
    /// Positions of the game are not solved by search.
    #[error("{0}")]
    NoSolver(Message),
    /// The request is too large.
    #[error("{0}")]
    TooMuch(String),
    /// A published table could not be recomputed.
    #[error("{0}")]
    Recompute(String),
    /// A valid request failed.
    #[error("{message}")]
    Failed {
        /// A short name of the reason, for programs.
        kind: &'static str,
        /// The reason in a sentence.
        message: String,
    },
    /// The position's database is not built.
    #[error("{}", not_built(.domain, .cost.as_ref()))]
    NotBuilt {
        /// The layer.
        domain: String,
        /// The cost of building it, where it was estimated.
        cost: Option<BuildCost>,
    },
    /// The position's database is not built, and is too large for any present machine.
    #[error("{domain} is not built, and too large to build: {} positions", grouped(*.positions))]
    TooLarge {
        /// The layer.
        domain: String,
        /// Number of its positions.
        positions: u64,
    },
    /// A file could not be written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// A file whose name is known to the caller could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// An operation of a single game failed: a search, a check.
    #[error(transparent)]
    Search(SearchFailure),
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// A build, a check, a proof search or a look-up failed.
    #[error(transparent)]
    Solve(shuban_solve::Error),
}

/// Names the layer that a caller may build, with what that takes.
fn not_built(domain: &str, cost: Option<&BuildCost>) -> Message {
    let message = shuban_solve::not_built(domain);
    match cost {
        Some(cost) => message.text(&format!(" ({cost})")),
        None => message,
    }
}

impl Error {
    /// Creates the error of a layer that is not built.
    pub fn not_built(domain: impl Into<String>) -> Self {
        Error::NotBuilt { domain: domain.into(), cost: None }
    }

    /// Creates the error of a text that is not a position.
    pub fn position(error: NotationError) -> Self {
        Error::Notation { what: "bad position", error }
    }

    /// Creates the error of a text that is not a roll.
    pub fn roll(error: NotationError) -> Self {
        Error::Notation { what: "bad roll", error }
    }

    /// Creates the error of a turn in which there is no such move, or none at all.
    pub fn no_play() -> Self {
        Error::refused("no-play", "there is no legal move here")
    }

    /// Creates the error of something that a game or domain does not have; `kind` is for programs.
    pub fn refused(kind: &'static str, message: impl Into<String>) -> Self {
        Error::Refused { kind, message: message.into() }
    }

    /// Creates the error of another program's file that is damaged or of an unknown kind.
    pub(crate) fn own_file(error: &OracleError) -> Self {
        Error::refused("own-file", error.to_string())
    }

    /// Returns the error as a message, for interfaces with words of their own.
    pub fn message(&self) -> Message {
        match self {
            Error::Unknown { what, name, hint } => unknown(what, name, hint),
            Error::NotBuilt { domain, cost } => not_built(domain, cost.as_ref()),
            Error::LeftOut { what, feature } => left_out(what, feature),
            Error::NoSolver(message)
            | Error::Search(SearchFailure::Memory(message) | SearchFailure::Limit(message)) => {
                message.clone()
            }
            Error::Solve(error) => error.message(),
            other => other.to_string().into(),
        }
    }

    /// Converts the error of a table or of a search, whatever its type.
    pub fn oracle(error: OracleError) -> Self {
        match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => match error.downcast::<shuban_solve::Error>() {
                Ok(error) => (*error).into(),
                Err(error) => Error::Search(SearchFailure::Oracle(error)),
            },
        }
    }

    /// Returns true if a file that the caller named is no regular file, or no text. What stands at
    /// the name of a database in the data folder is not named by the caller.
    pub fn is_unfit_file(&self) -> bool {
        match self {
            Error::Io { source, .. } | Error::Write(source) => UnfitFile::is_reason_of(source),
            _ => false,
        }
    }

    /// Returns true if the caller must act, since a name, a text or a number is wrong. Else the
    /// operator must: something is not built, not readable, not large enough.
    pub fn is_bad_input(&self) -> bool {
        use shuban_solve::Error as Solve;
        if self.is_unfit_file() {
            return true;
        }
        matches!(
            self,
            Error::Unknown { .. }
                | Error::Notation { .. }
                | Error::Refused { .. }
                | Error::LeftOut { .. }
                | Error::Elsewhere(_)
                | Error::NoSolver(_)
                | Error::TooMuch(_)
                | Error::Search(SearchFailure::TooMuch(_))
                | Error::Solve(
                    Solve::NoLayer(_)
                        | Solve::NoProof(_)
                        | Solve::ProofFile(ProofFileError::Listed { .. })
                        | Solve::NoShards { .. }
                        | Solve::NoCompact { .. }
                        | Solve::Ledger { .. }
                        | Solve::Proof(ProofError::Keeper(_) | ProofError::Unproven)
                )
        )
    }

    /// Returns true if no built database holds the position, so that another oracle may know it. A
    /// damaged file is not a missing one.
    pub fn is_unheld(&self) -> bool {
        use shuban_solve::Error as Solve;
        use shuban_store::Error as Store;
        matches!(
            self,
            Error::NotBuilt { .. }
                | Error::TooLarge { .. }
                | Error::Elsewhere(_)
                | Error::Solve(Solve::NotBuilt { .. } | Solve::Store(Store::NotFound { .. }))
        )
    }

    /// Returns true if the memory granted, or that of the machine, does not suffice.
    pub fn is_out_of_memory(&self) -> bool {
        use shuban_solve::Error as Solve;
        use shuban_store::Error as Store;
        match self {
            Error::Search(failure) => matches!(failure, SearchFailure::Memory(_)),
            Error::Solve(error) => matches!(
                error,
                Solve::Memory { .. }
                    | Solve::Store(Store::Memory { .. })
                    | Solve::Proof(ProofError::Memory(_) | ProofError::NoMemory(_))
            ),
            _ => false,
        }
    }

    /// Returns true if a layer is a compact one, which answers no such question.
    pub fn is_compact(&self) -> bool {
        matches!(self, Error::Solve(shuban_solve::Error::Compact { .. }))
    }

    /// Returns true if a file has a form that this program no longer reads.
    pub fn is_outdated(&self) -> bool {
        use shuban_solve::Error as Solve;
        matches!(self, Error::Solve(Solve::ProofFile(ProofFileError::Listed { .. })))
    }

    /// Returns true if a search cannot answer: there is none, or it exceeds a limit.
    pub fn is_beyond_search(&self) -> bool {
        let limited = |failure: &SearchFailure| {
            matches!(failure, SearchFailure::Limit(_) | SearchFailure::TooMuch(_))
        };
        match self {
            Error::NoSolver(_) | Error::TooMuch(_) => true,
            Error::Search(failure) if limited(failure) => true,
            error => error.is_out_of_memory(),
        }
    }

    /// Returns a short name of the kind of error, for programs.
    pub fn kind(&self) -> &'static str {
        use shuban_solve::Error as Solve;
        use shuban_store::Error as Store;
        match self {
            error if error.is_unfit_file() => "unfit-file",
            Error::Unknown { what: "game", .. } => "unknown-game",
            Error::Unknown { what: "reproduction", .. } => "unknown-reproduction",
            Error::Unknown { .. } => "unknown-domain",
            Error::Notation { what: "bad roll", .. } => "bad-roll",
            Error::Notation { what: "bad move", .. } => "bad-move",
            Error::Notation { .. } => "bad-position",
            Error::Refused { kind, .. } | Error::Failed { kind, .. } => kind,
            Error::LeftOut { .. } => "left-out",
            Error::Elsewhere(_) => "position-elsewhere",
            Error::NoSolver(_) => "no-solver",
            Error::TooMuch(_) => "too-much",
            Error::Recompute(_) => "recompute",
            Error::NotBuilt { .. } | Error::TooLarge { .. } => "not-built",
            Error::Io { .. } | Error::Write(_) => "io",
            Error::Interrupted => "interrupted",
            Error::Search(failure) => match failure {
                SearchFailure::TooMuch(_) => "too-much",
                SearchFailure::Memory(_) => "memory",
                SearchFailure::Limit(_) => "limit",
                SearchFailure::Interrupted => "interrupted",
                SearchFailure::Io(_) => "io",
                _ => "damaged",
            },
            Error::Solve(error) => match error {
                Solve::NoLayer(_) => "unknown-domain",
                Solve::NotBuilt { .. } | Solve::Store(Store::NotFound { .. }) => "not-built",
                Solve::Memory { .. } | Solve::Store(Store::Memory { .. }) => "memory",
                Solve::Disk { .. } | Solve::Store(Store::NoSpace { .. }) => "no-space",
                Solve::Stale { .. } => "stale",
                Solve::NoShards { .. } => "no-shards",
                Solve::Compact { .. } => "compact",
                Solve::OtherCertificate { .. } => "stale",
                Solve::NoCompact { .. } => "no-compact",
                Solve::NeedNotLeave { .. } => "need-not-leave",
                Solve::Ledger { .. } => "bad-ledger",
                Solve::Interrupted => "interrupted",
                Solve::NoProof(_) => "usage",
                Solve::ProofFile(ProofFileError::Listed { .. }) => "outdated",
                Solve::Proof(ProofError::Keeper(_) | ProofError::Unproven) => "checkpoint",
                Solve::Threads { .. } | Solve::Proof(ProofError::Threads { .. }) => "threads",
                Solve::Proof(_) => "memory",
                Solve::Store(Store::Locked { .. }) => "locked",
                Solve::Store(Store::Io { .. }) => "io",
                _ => "damaged",
            },
        }
    }
}

fn unknown(what: &str, name: &str, hint: &Message) -> Message {
    Message::from(format!("there is no {what} `{}`", echo(name, 0))).and(hint)
}

fn left_out(what: &str, feature: &'static str) -> Message {
    Message::from(format!("{what} need a program built with ")).call(Call::Compile(feature))
}

impl From<shuban_solve::Error> for Error {
    fn from(error: shuban_solve::Error) -> Self {
        match error {
            shuban_solve::Error::NotBuilt { domain } => Error::not_built(domain),
            shuban_solve::Error::Interrupted => Error::Interrupted,
            shuban_solve::Error::Notation(error) => Error::position(error),
            shuban_solve::Error::Unreached { .. } | shuban_solve::Error::Elsewhere { .. } => {
                Error::Elsewhere(error.to_string())
            }
            other => Error::Solve(other),
        }
    }
}

impl From<ForeignPosition> for Error {
    fn from(error: ForeignPosition) -> Self {
        Error::refused(ForeignPosition::KIND, error.to_string())
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Self {
        match error {
            RulesError::Notation { what, error } => Error::Notation { what, error },
            RulesError::Foreign(error) => error.into(),
            RulesError::NoPlay => Error::no_play(),
        }
    }
}

impl From<AnswerError<shuban_solve::Error>> for Error {
    fn from(error: AnswerError<shuban_solve::Error>) -> Self {
        match error {
            AnswerError::Source(error) => error.into(),
            AnswerError::Foreign(error) => error.into(),
            AnswerError::Oracle(error) => Error::oracle(error),
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
