//! Options of a search for an estimate, and counts of what it visited.

use shuban_core::ONE;

/// A form of the search. All give the same values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchForm {
    /// Visits every node, as often as it comes up.
    Expectimax,
    /// Expectimax with a transposition table.
    Hashed,
    /// Alpha-beta among the plays of a throw, with a transposition table. A chance node stops when
    /// its mean cannot come into the window any more, but searches each of its events in full.
    AlphaBeta,
    /// Each event of a chance node has a window of its own, so narrow that outside of it the mean
    /// is outside of the window of the node (Ballard, "The *-Minimax Search Procedure for Trees
    /// Containing Chance Nodes", Artificial Intelligence 21, 1983).
    Star1,
    /// Star1 after a look at one play, the most promising, of each event, which bounds what the
    /// event is worth from below (Ballard 1983; Hauk, Buro and Schaeffer, "Rediscovering *-Minimax
    /// Search" and "*-Minimax Performance in Backgammon", Computers and Games 2004).
    Star2,
}

impl SearchForm {
    /// All forms, from the plainest on.
    pub const ALL: [SearchForm; 5] = [
        SearchForm::Expectimax,
        SearchForm::Hashed,
        SearchForm::AlphaBeta,
        SearchForm::Star1,
        SearchForm::Star2,
    ];

    /// Returns the name on command lines.
    pub fn name(self) -> &'static str {
        match self {
            SearchForm::Expectimax => "expectimax",
            SearchForm::Hashed => "hashed",
            SearchForm::AlphaBeta => "alpha-beta",
            SearchForm::Star1 => "star1",
            SearchForm::Star2 => "star2",
        }
    }

    /// Returns the form of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        SearchForm::ALL.into_iter().find(|form| form.name() == name)
    }
}

/// Results of searches within windows that a transposition table keeps. With fewer, the values are
/// the same, and positions are searched anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptResults {
    /// Values, and bounds of positions whose value lies outside of its window.
    All,
    /// Values within their windows alone.
    Values,
    /// Bounds of what lies outside of its window alone.
    Bounds,
}

/// Options of a search for an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimateOptions {
    /// The form of the search.
    pub form: SearchForm,
    /// Depth in plies; `None` searches to the end of every line, which must come within
    /// [`LONGEST_LINE`] plies.
    pub plies: Option<u8>,
    /// Integer that stands for one point of [`Payoffs`](shuban_core::Payoffs).
    pub one: i32,
    /// Largest absolute value.
    pub most: i32,
    /// Capacity of the transposition table in entries. It is emptied when it is full.
    pub entries: usize,
    /// Results that the table keeps of searches within windows.
    pub kept: KeptResults,
    /// True if every play at the root gets its value; else only the best one is sure to.
    pub all_plays: bool,
}

impl EstimateOptions {
    /// Creates options for some plies of a game that is won or lost, in the unit of [`ONE`].
    pub fn new(form: SearchForm, plies: u8) -> Self {
        EstimateOptions {
            form,
            plies: Some(plies),
            one: ONE,
            most: ONE,
            entries: 1 << 22,
            kept: KeptResults::All,
            all_plays: false,
        }
    }

    /// Creates options for a search to the end of every line, likewise.
    pub fn to_the_end(form: SearchForm) -> Self {
        EstimateOptions { plies: None, ..EstimateOptions::new(form, 0) }
    }
}

/// Maximum length of a line in plies.
pub const LONGEST_LINE: usize = 1_000;

/// Numbers of nodes visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Throws whose plays were compared, or begun to be.
    pub decisions: u64,
    /// Positions whose throws were averaged, or begun to be.
    pub chances: u64,
    /// Positions with a value from the rules, the oracle or the evaluation function.
    pub leaves: u64,
    /// Positions with a sufficient entry in the transposition table.
    pub transpositions: u64,
    /// Plays that Star2 probed.
    pub probes: u64,
}

impl NodeCounts {
    /// Returns the number of decision nodes, chance nodes and leaves.
    pub fn nodes(&self) -> u64 {
        self.decisions + self.chances + self.leaves
    }

    /// Returns the sum of two counts.
    #[must_use]
    pub fn and(self, other: NodeCounts) -> Self {
        NodeCounts {
            decisions: self.decisions + other.decisions,
            chances: self.chances + other.chances,
            leaves: self.leaves + other.leaves,
            transpositions: self.transpositions + other.transpositions,
            probes: self.probes + other.probes,
        }
    }
}
