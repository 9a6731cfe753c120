//! Search where no database serves.

use std::path::{Path, PathBuf};
use std::time::Duration;

use shuban_core::{Progress, Question, grouped};
use shuban_search::proof::ProofOptions;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::report::{Answer, Report};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct SolveSetting<'a> {
    /// The data folder: whatever is built helps.
    pub data: &'a Path,
    /// How many bytes of memory it may use, about.
    pub memory: u64,
    /// How many threads.
    pub threads: usize,
    /// What is asked where positions are solved by proof search, and how it is searched.
    pub proof: &'a ProofSetting,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

/// One of the two questions whose answers make a value: a position is worth a win, a draw or a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Does the first player win or draw?
    DrawOrBetter,
    /// Does the first player win?
    Win,
}

impl Asked {
    /// Both, in the order in which they are asked.
    pub const ALL: [Asked; 2] = [Asked::DrawOrBetter, Asked::Win];

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Asked::Win => "win",
            Asked::DrawOrBetter => "draw-or-better",
        }
    }

    /// As it is asked of a proof search, where the first player's seat is 0 and a draw is worth nothing.
    pub const fn question(self) -> Question {
        let at_least = match self {
            Asked::Win => 1,
            Asked::DrawOrBetter => 0,
        };
        Question { seat: 0, at_least }
    }

    /// The question of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Asked::ALL.into_iter().find(|asked| asked.name() == name)
    }
}

/// What is asked of a proof search, and how it is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofSetting {
    /// The question; without one, both are asked, and tell the value.
    pub asked: Option<Asked>,
    /// How it is searched. Threads, memory and whether a strategy is told follow from the rest.
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
    /// Flags of the search as they were given, for the record: all that the answer may have taken longer or less
    /// long by, but not where files are.
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

/// Solves positions of a game, one after the other.
pub trait PositionSolver {
    /// Solves a position, with a side to move by name (`black`, `white`) if it is another one than the
    /// position says.
    ///
    /// # Errors
    /// [`Error`]: bad text, a position that is too large, a file that cannot be read.
    fn solve(&mut self, position: &str, to_move: Option<&str>) -> Result<Box<dyn Answer>, Error>;

    /// Whether it stops by itself when its progress says that it is interrupted, with something worth keeping.
    /// Where not, nothing is lost if the program just ends.
    fn heeds_interrupts(&self) -> bool {
        false
    }
}

/// Which random sums bounds are checked on.
#[derive(Clone, Copy, Debug)]
pub struct SumsOptions {
    /// How many sums.
    pub sums: u64,
    /// How many squares a region has at most.
    pub squares: usize,
    /// The seed they are drawn with.
    pub seed: u64,
}

/// The outcome of holding bounds of random sums against what is found without them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CheckedSums {
    /// The game's name.
    pub game: String,
    /// Whether no bound was beaten and no winner differed.
    pub passed: bool,
    /// How many random sums there were.
    pub sums: u64,
    /// How many squares a region had at most.
    pub squares: usize,
    /// The seed they were drawn with.
    pub seed: u64,
    /// Of how many a lower bound was known.
    pub lower: u64,
    /// Of how many an upper bound was known.
    pub upper: u64,
    /// Of how many the bounds told who makes the last move.
    pub winners: u64,
    /// How many of the bounds by the rule as it was published were beaten.
    pub printed_beaten: u64,
    /// The first sum with a bound that was beaten or a winner that differed.
    pub difference: Option<String>,
}

impl Report for CheckedSums {
    fn text(&self) -> String {
        let CheckedSums { game, sums, squares, seed, lower, upper, winners, printed_beaten, .. } = self;
        if let Some(difference) = &self.difference {
            return format!("{game}: {difference}");
        }
        let [sums, lower, upper, winners] = [*sums, *lower, *upper, *winners].map(grouped::<u64>);
        let printed_beaten = grouped(*printed_beaten);
        format!(
            "{game}: {sums} random sums of two to four regions of up to {squares} squares (seed {seed}): none of \
             {lower} lower and {upper} upper bounds is beaten by the score, and the {winners} winners that they \
             tell are those by canonical values; of the bounds as published {printed_beaten} are beaten"
        )
    }
}
