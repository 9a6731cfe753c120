//! The first plies of a question, as a tree of their own.

use rustc_hash::FxHashSet;
use shuban_answer::proof::ProofQuestion;
use shuban_core::{Play, Provable};

use super::ledger::ProofLedger;

/// The most leaves: their positions are all in memory, and looked at for each job.
pub(super) const MOST_LEAVES: usize = 1 << 16;

/// The error that there are more leaves.
pub(super) struct TooManyLeaves;

/// The knowledge of a position, from a ledger and from what it knows some plies later.
pub(super) enum Ahead<P> {
    Settled(bool),
    Open(Tree<P>),
}

/// The plays below a position that are open.
pub(super) struct Tree<P> {
    /// Its proof number and its disproof number.
    pub(super) numbers: [u64; 2],
    /// The leaf that is likeliest to settle it.
    pub(super) best: P,
    /// All leaves, each once, in the order of plays.
    pub(super) leaves: Vec<P>,
}

/// The first plies of a question.
pub(super) struct FirstPlies<'f, G: Provable> {
    pub(super) game: &'f G,
    pub(super) ledger: &'f ProofLedger<G>,
    pub(super) asked: ProofQuestion,
    /// The proof number and the disproof number of a leaf.
    pub(super) numbers: &'f dyn Fn(&G::Position) -> [u64; 2],
}

impl<G: Provable> FirstPlies<'_, G> {
    /// Returns what is known about a position from those up to `plies` plies later.
    ///
    /// # Errors
    /// [`TooManyLeaves`].
    pub(super) fn ahead(
        &self,
        position: &G::Position,
        plies: u32,
    ) -> Result<Ahead<G::Position>, TooManyLeaves> {
        let FirstPlies { game, asked, .. } = *self;
        if let Some(payoffs) = game.outcome(position) {
            return Ok(Ahead::Settled(asked.question().holds(&payoffs)));
        }
        if let Some(row) = self.ledger.answer(game, position, asked) {
            return Ok(Ahead::Settled(row.result.is_yes()));
        }
        if plies == 0 {
            let (numbers, best) = ((self.numbers)(position), position.clone());
            return Ok(Ahead::Open(Tree { numbers, leaves: vec![best.clone()], best }));
        }
        // One play that gives the mover what he wants is enough.
        let aim = game.to_move(position) == asked.question().seat;
        let (easiest, all) = if aim { (0, 1) } else { (1, 0) };
        let (mut plays, mut seen) = (Vec::new(), FxHashSet::default());
        game.plays(position, (), &mut plays);
        let mut tree = None::<Tree<G::Position>>;
        for Play { after, .. } in plays {
            match self.ahead(&after, plies - 1)? {
                Ahead::Settled(answer) if answer == aim => return Ok(Ahead::Settled(aim)),
                Ahead::Settled(_) => {}
                Ahead::Open(mut later) => {
                    later.leaves.retain(|leaf| seen.insert(game.key(leaf)));
                    let Some(tree) = &mut tree else {
                        tree = Some(later);
                        continue;
                    };
                    tree.leaves.append(&mut later.leaves);
                    if tree.leaves.len() > MOST_LEAVES {
                        return Err(TooManyLeaves);
                    }
                    // Of few plies the sum will do for any game.
                    tree.numbers[all] = tree.numbers[all].saturating_add(later.numbers[all]);
                    if later.numbers[easiest] < tree.numbers[easiest] {
                        tree.numbers[easiest] = later.numbers[easiest];
                        tree.best = later.best;
                    }
                }
            }
        }
        Ok(tree.map_or(Ahead::Settled(!aim), Ahead::Open))
    }
}
