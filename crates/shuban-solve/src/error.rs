//! What can go wrong with a build or a check, and who must act.

use std::path::PathBuf;
use std::sync::OnceLock;

use shuban_core::erased::{BrokenLaw, NoSuchPosition, Tables};
use shuban_core::{
    Domain, Game, IndexError, LayerId, NotationError, PartId, PositionOf, Unanswered, Unstorable,
    bytes_text, grouped,
};
use shuban_search::proof::ProofError;
use shuban_store::Table;

use crate::names::{layer_name, part_name};
use crate::proof::{JoinError, ProofFileError, WalkError};

/// What can go wrong with a build or a check.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The domain has no layer of that name.
    #[error("there is no domain `{0}`")]
    NoLayer(String),
    /// A layer was asked for that is not built yet.
    #[error("{domain} is not built yet: build it with `{} build {domain}`", program_name())]
    NotBuilt {
        /// The layer's name.
        domain: String,
    },
    /// Of a layer only the compact file is there, and narrower bounds were asked for.
    #[error(
        "{domain} is compact: what proves its values was erased, and `{} build {domain} \
         --certificate` makes it again",
        program_name()
    )]
    Compact {
        /// The layer's name.
        domain: String,
    },
    /// What should prove a compact layer again proves other values.
    #[error(
        "{domain}: its compact file was made from content hash {expected}, and building it comes to \
         {found} now: the compact file stays, and is proven by the program that built it"
    )]
    OtherCertificate {
        /// The layer's name.
        domain: String,
        /// The content hash that the compact file names.
        expected: String,
        /// That of what was built.
        found: String,
    },
    /// A layer has no compact form.
    #[error("{domain} has no compact form: {reason}")]
    NoCompact {
        /// The layer's name.
        domain: String,
        /// Why.
        reason: String,
    },
    /// A text is no position.
    #[error("bad position: {0}")]
    Notation(NotationError),
    /// A position is in another layer than the one asked, or in none.
    #[error("`{position}` is not in {domain}: {reason}")]
    Elsewhere {
        /// The position.
        position: String,
        /// The layer asked.
        domain: String,
        /// Where it is instead, or why in none, as the end of a sentence.
        reason: String,
    },
    /// The work would not fit into the memory it may use.
    #[error(
        "{domain} needs about {} of memory, and {} are allowed: allow more (--memory), or {instead}",
        bytes_text(*.needed), bytes_text(*.allowed)
    )]
    Memory {
        /// The layer's name.
        domain: String,
        /// Bytes needed, about.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
        /// What can be done with less.
        instead: &'static str,
    },
    /// The files would not fit on the disk.
    #[error(
        "{domain} needs up to {} of disk space, and {} are free in {}",
        bytes_text(*.needed), bytes_text(*.free), .folder.display()
    )]
    Disk {
        /// The layer's name.
        domain: String,
        /// Bytes needed at most.
        needed: u64,
        /// Bytes free.
        free: u64,
        /// The data folder.
        folder: PathBuf,
    },
    /// A layer was built from another version of a layer it needs.
    #[error(
        "{domain} was built from {need} with content hash {expected}, which now has {found}: \
         `{} build {domain}` builds it again",
        program_name()
    )]
    Stale {
        /// The layer's name.
        domain: String,
        /// The layer it was built from.
        need: String,
        /// That layer's content hash then.
        expected: String,
        /// Its content hash now.
        found: String,
    },
    /// A file's records do not stand for values of this domain.
    #[error("{}: {section}: rank {rank} holds no value of this domain", .path.display())]
    NoValue {
        /// The file.
        path: PathBuf,
        /// The part's table.
        section: String,
        /// The rank.
        rank: u64,
        /// The block that holds it.
        block: Option<u64>,
    },
    /// A position that a table should hold is in none.
    #[error("{domain} asks for a position that no table holds: {position}")]
    NoPosition {
        /// The layer's name.
        domain: String,
        /// The position.
        position: String,
    },
    /// A position that was asked for is one that no play comes to, so that its layer lacks it.
    #[error("`{position}` is not in {domain}: no play comes to it")]
    Unreached {
        /// The layer's name.
        domain: String,
        /// The position.
        position: String,
    },
    /// Retrograde analysis could not value all positions: their values do not follow from each
    /// other.
    #[error(
        "{domain}: {left} positions of `{part}` do not follow from positions with known values"
    )]
    Unvalued {
        /// The layer's name.
        domain: String,
        /// The part.
        part: String,
        /// How many.
        left: u64,
    },
    /// A position of a layer in which play may go on for ever breaks a law of
    /// [`Loopy`](shuban_core::Loopy). A mistake of the domain.
    #[error("{domain}: {reason}, which breaks a law of play without end")]
    Endless {
        /// The layer's name.
        domain: String,
        /// The position, and what it does.
        reason: String,
    },
    /// A value takes more plies than can be stored.
    #[error("{domain}: a score is certain only in {plies} plies or more, which cannot be stored")]
    TooFar {
        /// The layer's name.
        domain: String,
        /// The smallest number of plies that cannot be stored.
        plies: u16,
    },
    /// A layer in which positions come back is not for the solver of its domain.
    #[error(
        "{domain} cannot be built by {solver}: positions come back in it, and more than one table \
         could agree with the rules; register its domain with `iterated` or `iterated_by_backup` \
         if chance ends play, or with `loopy` if the game has no chance"
    )]
    Cyclic {
        /// The layer's name.
        domain: String,
        /// The solver's name.
        solver: &'static str,
    },
    /// A solver says that its values recede, and cannot check that.
    #[error("{solver} says that values recede, and has no check of that")]
    NoCheck {
        /// The solver's name.
        solver: &'static str,
    },
    /// Play need not leave a layer with chance, so that no bounds can be certified there.
    #[error(
        "{domain}: play need not leave {} of this layer, the first is `{first}`: no bounds can be \
         certified there, and the layer is not built; say what endless play is worth \
         (`IntervalDomain::endless`), or give rules under which such play ends or leaves the layer",
        positions_text(*.left)
    )]
    NeedNotLeave {
        /// The layer's name.
        domain: String,
        /// How many positions play need not leave.
        left: u64,
        /// The first of them, as text.
        first: String,
    },
    /// A sweep does not only narrow bounds, so that they certify nothing. A mistake of the domain.
    #[error(
        "{domain}: `{part}`: rank {rank}: its bounds do not follow from those of its successors: \
         the domain's sweep contradicts itself"
    )]
    NotInductive {
        /// The layer's name.
        domain: String,
        /// The part.
        part: String,
        /// The rank.
        rank: u64,
    },
    /// A fast way came to a value that no record stands for. A mistake of the domain.
    #[error("{domain}: `{part}`: {unstorable}")]
    Unstorable {
        /// The layer's name.
        domain: String,
        /// The part.
        part: String,
        /// Where, and why.
        unstorable: Unstorable,
    },
    /// The layer cannot be computed in shards, or not without keeping its values.
    #[error("{domain} is built as a whole: {reason}")]
    NoShards {
        /// The layer's name.
        domain: String,
        /// Why.
        reason: String,
    },
    /// A file is not a ledger, not one of this layer, or disagrees with what was computed.
    #[error("{}: not a usable ledger: {reason}", .path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// What was expected and found.
        reason: String,
    },
    /// A proof was asked for that cannot be written.
    #[error("{0}")]
    NoProof(String),
    /// A proof could not be searched for, or its search not saved.
    #[error(transparent)]
    Proof(ProofError),
    /// A file is not a proof that can be walked.
    #[error(transparent)]
    ProofFile(ProofFileError),
    /// A proof of moves alone is none.
    #[error(transparent)]
    Walk(WalkError),
    /// A domain's `backup` gave up, though all its questions were answered. A mistake of the
    /// domain.
    #[error("a value could not be worked out from its successors")]
    Stuck,
    /// A question of a domain was not answered, for a reason of the domain's own.
    #[error(transparent)]
    Unanswered(Box<dyn std::error::Error + Send + Sync>),
    /// A stored value is wrong.
    #[error("{}: {}: {}", .0.file.display(), .0.section, .0.reason)]
    Wrong(Box<Failure>),
    /// The work was called off. What was published stays, and a build goes on from its checkpoint,
    /// if its solver saves one.
    #[error("interrupted")]
    Interrupted,
    /// The threads asked for could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// An index could not be made or opened.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A file could not be read or written.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Failure {
    /// The file.
    pub file: PathBuf,
    /// The section, or `header`, `directory`, `trailer`.
    pub section: String,
    /// The block of the section.
    pub block: Option<u64>,
    /// The rank in the part.
    pub rank: Option<u64>,
    /// What was expected and found.
    pub reason: String,
}

/// What was asked for could not be had: for a reason of ours, or of the domain's.
impl From<Unanswered> for Error {
    fn from(unanswered: Unanswered) -> Self {
        let Some(reason) = unanswered.into_reason() else { return Error::Stuck };
        let reason = match reason.downcast() {
            Ok(error) => return *error,
            Err(reason) => reason,
        };
        let reason = match reason.downcast::<NoSuchPosition>() {
            Ok(error) => {
                return Error::NoPosition { domain: error.layer, position: error.position };
            }
            Err(reason) => reason,
        };
        match reason.downcast::<BrokenLaw>() {
            Ok(error) => Error::Endless { domain: error.layer, reason: error.reason },
            Err(reason) => Error::Unanswered(reason),
        }
    }
}

impl From<ProofError> for Error {
    fn from(error: ProofError) -> Self {
        match error {
            ProofError::Keeper(error) => match error.downcast::<shuban_store::Error>() {
                Ok(error) => Error::Store(*error),
                Err(error) => Error::Proof(ProofError::Keeper(error)),
            },
            other => Error::Proof(other),
        }
    }
}

impl From<ProofFileError> for Error {
    fn from(error: ProofFileError) -> Self {
        match error {
            ProofFileError::Store(error) => Error::Store(error),
            other => Error::ProofFile(other),
        }
    }
}

impl From<WalkError> for Error {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::Store(error) => Error::Store(error),
            WalkError::File(error) => error.into(),
            WalkError::Interrupted => Error::Interrupted,
            WalkError::NoRecords => Error::NoProof(error.to_string()),
            other => Error::Walk(other),
        }
    }
}

impl From<JoinError> for Error {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::Walk(error) => error.into(),
            other => Error::NoProof(other.to_string()),
        }
    }
}

impl From<Error> for Unanswered {
    fn from(error: Error) -> Self {
        Unanswered::because(error)
    }
}

impl Error {
    pub(crate) fn not_built(domain: &dyn Tables, layer: LayerId) -> Self {
        Error::NotBuilt { domain: layer_name(domain, layer).to_owned() }
    }

    pub(crate) fn compact(domain: &dyn Tables, layer: LayerId) -> Self {
        Error::Compact { domain: layer_name(domain, layer).to_owned() }
    }

    pub(crate) fn no_position<D: Domain>(
        domain: &D,
        layer: LayerId,
        position: &PositionOf<D>,
    ) -> Self {
        let position = domain.game().format(position);
        Error::NoPosition { domain: layer_name(domain, layer).to_owned(), position }
    }

    /// No part of a layer has a position of this rank, or what it should know of it.
    pub(crate) fn no_rank(domain: &dyn Tables, layer: LayerId, rank: u64) -> Self {
        let position = format!("rank {rank}");
        Error::NoPosition { domain: layer_name(domain, layer).to_owned(), position }
    }

    /// A record of a table stands for no value.
    pub(crate) fn no_value(table: &Table, rank: u64) -> Self {
        Error::NoValue {
            path: table.path().to_owned(),
            section: table.name().to_owned(),
            rank,
            block: Some(rank / table.records_per_block()),
        }
    }

    /// A domain's fast way came to a value that cannot be stored.
    pub(crate) fn unstorable(domain: &dyn Tables, part: PartId, unstorable: Unstorable) -> Self {
        let layer = layer_name(domain, part.layer).to_owned();
        Error::Unstorable { domain: layer, part: part_name(domain, part).to_owned(), unstorable }
    }
}

fn positions_text(count: u64) -> String {
    if count == 1 { "1 position".to_owned() } else { format!("{} positions", grouped(count)) }
}

static PROGRAM: OnceLock<String> = OnceLock::new();

/// Lets advice name the commands of this program, not of the one that runs; the first name stays.
/// For libraries, which any program may load.
pub fn set_program_name(name: &str) {
    PROGRAM.get_or_init(|| name.to_owned());
}

/// The name of the program that runs, for advice that names its commands.
pub fn program_name() -> String {
    if let Some(name) = PROGRAM.get() {
        return name.clone();
    }
    let path = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    path.file_stem().map_or_else(|| "shuban".to_owned(), |name| name.to_string_lossy().into_owned())
}
