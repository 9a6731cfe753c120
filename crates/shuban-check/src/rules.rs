//! The rules of a game, as a walk needs them.

use crate::check::{Checked, Readings};

/// The rules of a game together with a claim about one of its positions, written without the code that found it.
/// Positions are those with the side to move that has the strategy, unless it says otherwise.
pub(crate) trait Rules: Sync {
    /// A position.
    type Board: Send + Sync;
    /// A position up to symmetry, in the order in which a walk visits those of one level.
    type Key: Copy + Ord + Send + Sync;
    /// A turn that the strategy may choose.
    type Choice: Copy + Send + Sync;

    /// Returns the number of levels: a turn leads to a higher one.
    fn levels(&self) -> usize;

    /// Returns the level of a position and its key.
    fn place(&self, board: &Self::Board) -> (usize, Self::Key);

    /// Returns the position of a key.
    fn board(&self, key: Self::Key) -> Self::Board;

    /// Adds the turns of the strategy's side, in the order of their numbers in files.
    fn add_choices(&self, board: &Self::Board, choices: &mut Vec<Self::Choice>);

    /// Returns the class of a turn, by which choices are coded.
    fn class(choice: &Self::Choice) -> u16;

    /// Returns the position after a turn, the other side to move; `None` if there is no such turn.
    fn play(&self, board: &Self::Board, choice: &Self::Choice) -> Option<Self::Board>;

    /// Follows every legal reply of the other side, which is to move.
    ///
    /// # Errors
    /// The reason why one refutes the claim, and the position.
    fn replies(
        &self,
        board: &Self::Board,
        followed: &mut Followed<Self::Key>,
    ) -> Result<(), (&'static str, Self::Board)>;

    /// Returns true if the claim holds at a leaf.
    fn decides(&self, board: &Self::Board) -> bool;

    /// Returns a position in words of the game's own, for errors.
    fn diagram(&self, board: &Self::Board) -> String;
}

/// The position at which a walk begins.
pub(crate) struct Start<'p, B> {
    pub(crate) board: &'p B,
    /// True if the strategy's side is to move.
    pub(crate) is_own: bool,
    /// True if a game can go on from there.
    pub(crate) is_open: bool,
}

/// The successors of some positions.
pub(crate) struct Followed<K> {
    /// Positions that the walk will visit, by their levels.
    pub(crate) next: Vec<(usize, K)>,
    pub(crate) replies: u64,
    /// Number of replies after which the strategy's side wins at once.
    pub(crate) won: u64,
    pub(crate) readings: Readings,
}

impl<K> Default for Followed<K> {
    fn default() -> Self {
        Followed { next: Vec::new(), replies: 0, won: 0, readings: Readings::default() }
    }
}

impl<K> Followed<K> {
    /// Adds the counts.
    pub(crate) fn count(&self, checked: &mut Checked) {
        checked.replies += self.replies;
        checked.closed += self.won;
        checked.readings.add(self.readings);
    }
}
