//! Errors of builds and checks, by who must act.

use std::path::PathBuf;

use shuban_core::advice::{Call, Message};
use shuban_core::erased::{BrokenLaw, NoSuchPosition, Tables};
use shuban_core::tabulate::Unstorable;
use shuban_core::text::{bytes_text, grouped};
use shuban_core::{
    Domain, Game, IndexError, LayerId, NotationError, PartId, PositionOf, Unanswered,
};
use shuban_search::proof::ProofError;
use shuban_store::Table;

use crate::names::{layer_name, part_name};
use crate::proof::{JoinError, ProofFileError, WalkError};
use crate::shard::Shard;

/// Error of a build or a check.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The domain has no layer of that name.
    #[error("there is no domain `{0}`")]
    NoLayer(String),
    /// The requested layer is not built yet.
    #[error("{}", not_built(.domain))]
    NotBuilt {
        /// The layer's name.
        domain: String,
    },
    /// Only the compact file of a layer exists, and narrower bounds were requested.
    #[error("{}", compact(.domain))]
    Compact {
        /// The layer's name.
        domain: String,
    },
    /// A rebuilt certificate of a compact layer proves other values.
    #[error(
        "{domain}: its compact file was made from content hash {expected}, and building it comes to \
         {found} now: the compact file stays, and is proven by the program that built it"
    )]
    OtherCertificate {
        /// The layer's name.
        domain: String,
        /// The content hash that the compact file names.
        expected: String,
        /// The content hash of the new file.
        found: String,
    },
    /// A layer has no compact form.
    #[error("{domain} has no compact form: {reason}")]
    NoCompact {
        /// The layer's name.
        domain: String,
        /// The reason.
        reason: String,
    },
    /// A text is not a position.
    #[error("bad position: {0}")]
    Notation(NotationError),
    /// A position is in another layer than the one asked, or in none.
    #[error("`{position}` is not in {domain}: {reason}")]
    Elsewhere {
        /// The position.
        position: String,
        /// The layer asked.
        domain: String,
        /// The layer that holds it, or why none does, as the end of a sentence.
        reason: String,
    },
    /// The work would not fit into the memory allowed.
    #[error("{}", too_little(.domain, [*.needed, *.allowed], .instead))]
    Memory {
        /// The layer's name.
        domain: String,
        /// Approximate bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
        /// The alternative that needs less.
        instead: Message,
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
        /// The folder of the files.
        folder: PathBuf,
    },
    /// A layer was built from another version of a layer it needs.
    #[error("{}", stale(.domain, .need, [.expected, .found]))]
    Stale {
        /// The layer's name.
        domain: String,
        /// The layer it was built from.
        need: String,
        /// The content hash of that layer then.
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
    /// The position is unreachable by play, so that its layer does not hold it.
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
        /// Number of positions.
        left: u64,
    },
    /// A position of a layer in which play may be endless breaks a law of
    /// [`Loopy`](shuban_core::Loopy). An error of the domain.
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
    /// A layer in which positions repeat cannot be solved by its domain's solver.
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
    /// A solver declares receding values, and has no check for that.
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
        /// Number of positions that play need not leave.
        left: u64,
        /// The first of them, as text.
        first: String,
    },
    /// A shard that this process computed is not usable any more.
    #[error(
        "{domain}: shard {shard} was computed here, and then {reason}: processes share a layer only if \
         they run the same program and name the same number of shards"
    )]
    NotShared {
        /// The layer's name.
        domain: String,
        /// The shard.
        shard: Shard,
        /// The reason.
        reason: String,
    },
    /// Another process that solves a layer too is lost, or sends what it should not.
    #[error("{0}")]
    Lost(String),
    /// Another process would solve something else.
    #[error(
        "process {process} runs another version of the program, or has other files of the layers that \
         this one needs"
    )]
    OtherInputs {
        /// The process.
        process: usize,
    },
    /// Bounds that were computed on the disk, or by several processes, could not be proven by slack alone.
    #[error(
        "{domain}: after {sweeps} sweeps some bounds have no slack, and only in memory can it be \
         shown whether play leaves the layer"
    )]
    NoSlack {
        /// The layer's name.
        domain: String,
        /// Number of sweeps.
        sweeps: u32,
    },
    /// A sweep does more than narrow bounds, so that they certify nothing. An error of the domain.
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
    /// A fast way computed a value that no record stands for. An error of the domain.
    #[error("{domain}: `{part}`: {unstorable}")]
    Unstorable {
        /// The layer's name.
        domain: String,
        /// The part.
        part: String,
        /// The position and the reason.
        unstorable: Unstorable,
    },
    /// The layer cannot be computed in shards, or not without keeping its values.
    #[error("{domain} is built as a whole: {reason}")]
    NoShards {
        /// The layer's name.
        domain: String,
        /// The reason.
        reason: String,
    },
    /// A file is not a ledger, is of another layer, or disagrees with the computation.
    #[error("{}: not a usable ledger: {reason}", .path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// The reason: expected and found.
        reason: String,
    },
    /// The requested proof cannot be written.
    #[error("{0}")]
    NoProof(String),
    /// A proof search failed, or could not be saved.
    #[error(transparent)]
    Proof(ProofError),
    /// A file is not a proof that can be walked.
    #[error(transparent)]
    ProofFile(ProofFileError),
    /// A proof of moves alone is invalid.
    #[error(transparent)]
    Walk(WalkError),
    /// A domain's `backup` gave up, though all its questions were answered. An error of the domain.
    #[error("a value could not be worked out from its successors")]
    Stuck,
    /// A question of a domain was not answered, for a reason of the domain's own.
    #[error(transparent)]
    Unanswered(Box<dyn std::error::Error + Send + Sync>),
    /// A stored value is wrong.
    #[error("{}: {}: {}", .0.file.display(), .0.section, .0.reason)]
    Wrong(Box<Failure>),
    /// The work was interrupted. Published files stay, and a build goes on from its checkpoint, if
    /// its solver saves one.
    #[error("interrupted")]
    Interrupted,
    /// The files of a question were replaced again and again while it was answered.
    #[error("files are replaced faster than they are read")]
    Replaced,
    /// The threads could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// Number of threads.
        threads: usize,
        /// The error of the system.
        reason: String,
    },
    /// An index could not be made or opened.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// A file could not be read or written.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
}

/// The defect of a file.
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
    /// The reason: expected and found.
    pub reason: String,
}

/// An unavailable value: for a reason of ours, or of the domain's.
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
        let reason = match reason.downcast::<shuban_store::Error>() {
            Ok(error) => return Error::Store(*error),
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
    /// Returns the error as a message, for interfaces with words of their own.
    pub fn message(&self) -> Message {
        match self {
            Error::NotBuilt { domain } => not_built(domain),
            Error::Compact { domain } => compact(domain),
            Error::Memory { domain, needed, allowed, instead } => {
                too_little(domain, [*needed, *allowed], instead)
            }
            Error::Stale { domain, need, expected, found } => {
                stale(domain, need, [expected, found])
            }
            other => other.to_string().into(),
        }
    }

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

    /// Returns the error that no part of a layer has a position of this rank.
    pub(crate) fn no_rank(domain: &dyn Tables, layer: LayerId, rank: u64) -> Self {
        let position = format!("rank {rank}");
        Error::NoPosition { domain: layer_name(domain, layer).to_owned(), position }
    }

    /// Returns the error that a record of a table stands for no value.
    pub(crate) fn no_value(table: &Table, rank: u64) -> Self {
        Error::NoValue {
            path: table.path().to_owned(),
            section: table.name().to_owned(),
            rank,
            block: Some(rank / table.records_per_block()),
        }
    }

    /// Returns the error that a domain's fast way computed a value that cannot be stored.
    pub(crate) fn unstorable(domain: &dyn Tables, part: PartId, unstorable: Unstorable) -> Self {
        let layer = layer_name(domain, part.layer).to_owned();
        Error::Unstorable { domain: layer, part: part_name(domain, part).to_owned(), unstorable }
    }
}

fn positions_text(count: u64) -> String {
    if count == 1 { "1 position".to_owned() } else { format!("{} positions", grouped(count)) }
}

/// Returns the message that a layer is not built yet.
pub fn not_built(domain: &str) -> Message {
    let message = Message::from(format!("{domain} is not built yet: build it with "));
    message.call(Call::Build(domain.to_owned()))
}

fn compact(domain: &str) -> Message {
    Message::from(format!("{domain} is compact: what proves its values was erased, and "))
        .call(Call::Certify(domain.to_owned()))
        .text(" makes it again")
}

fn too_little(domain: &str, bytes: [u64; 2], instead: &Message) -> Message {
    let [needed, allowed] = bytes.map(bytes_text);
    let message = format!("{domain} needs about {needed} of memory, and {allowed} are allowed: ");
    Message::from(message).text("allow more (").setting("memory").text("), or ").and(instead)
}

fn stale(domain: &str, need: &str, [expected, found]: [&String; 2]) -> Message {
    let message = format!(
        "{domain} was built from {need} with content hash {expected}, which now has {found}: "
    );
    Message::from(message).call(Call::Build(domain.to_owned())).text(" builds it again")
}
