//! How a proof is searched for, and what is kept.

use std::path::PathBuf;
use std::time::Duration;

use shuban_search::proof::ProofOptions;

use super::question::ProofQuestion;

/// What is asked of a proof search, and how it is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofSetting {
    /// The question; without one, both are asked, and tell the value.
    pub asked: Option<ProofQuestion>,
    /// How it is searched. What every search may use (threads, memory, nodes, time) is said there.
    pub options: ProofOptions,
    /// Where the search is saved, of one question. It goes on from there if there is something.
    pub checkpoint: Option<PathBuf>,
    /// How often.
    pub checkpoint_every: Duration,
    /// Where the proof is written, of one question.
    pub proof: Option<PathBuf>,
    /// What is known beforehand, and where what is found goes.
    pub ledger: Option<LedgerSetting>,
}

/// A ledger of answers that a search begins with and adds to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerSetting {
    /// The file.
    pub path: PathBuf,
    /// Flags of the search as they were given, for the record: all that nodes and time depend on,
    /// but not where files are.
    pub flags: String,
    /// What a search settles near its root is kept while it goes on, if it took so many nodes.
    pub worth_keeping: u64,
}

impl LedgerSetting {
    /// Some seconds.
    pub const WORTH_KEEPING: u64 = 100_000;
}

impl Default for ProofSetting {
    fn default() -> Self {
        ProofSetting {
            asked: None,
            options: ProofOptions::default(),
            checkpoint: None,
            checkpoint_every: Duration::from_secs(300),
            proof: None,
            ledger: None,
        }
    }
}
