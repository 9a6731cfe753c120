//! Consequence of ΔMin of the listing in section 4.5, which adds the threads in a child to the
//! number that is stored: a node that is won is stored with φ > 0 while another thread is still in
//! the child that wins it.
//!
//! The listing runs on random trees; instead of other threads chance decides if one is in a child.

use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::text::grouped;

use crate::finding::Finding;
use crate::paper::Recomputation;

const SEED: u64 = 8;
const TREES: u64 = 20_000;
const PLIES: u32 = 6;
const INFINITE: u64 = 1 << 40;

/// A position: true if its player to move has won, or its children.
enum Node {
    Leaf(bool),
    Inner(Vec<usize>),
}

/// Nodes by number, children before their parents.
struct Tree(Vec<Node>);

impl Tree {
    fn new(random: &mut Random) -> Self {
        let mut tree = Tree(Vec::new());
        tree.grow(PLIES, random);
        tree
    }

    fn grow(&mut self, plies: u32, random: &mut Random) -> usize {
        let is_leaf = plies == 0 || (plies < PLIES && random.throw(4) == 0);
        let node = if is_leaf {
            Node::Leaf(random.throw(2) == 0)
        } else {
            let children = 1 + random.throw(4);
            Node::Inner((0..children).map(|_| self.grow(plies - 1, random)).collect())
        };
        self.0.push(node);
        self.0.len() - 1
    }

    fn root(&self) -> usize {
        self.0.len() - 1
    }

    /// Returns true if the player to move wins.
    fn is_won(&self, node: usize) -> bool {
        match &self.0[node] {
            Node::Leaf(is_won) => *is_won,
            Node::Inner(children) => children.iter().any(|&child| !self.is_won(child)),
        }
    }
}

/// Proof numbers: φ and δ.
type Numbers = (u64, u64);

/// The listing.
struct Listing<'t> {
    tree: &'t Tree,
    stored: Vec<Numbers>,
    /// Random presence of a thread in a child; `None` for never.
    others: Option<Random>,
}

impl Listing<'_> {
    /// Computes RetrieveProofandDisproofNumbers: φ, and δ with the thread that may be there.
    fn retrieved(&mut self, child: usize) -> Numbers {
        let (phi, delta) = self.stored[child];
        let threads = self.others.as_mut().map_or(0, |random| random.throw(2) as u64);
        (phi, (delta + threads).min(INFINITE))
    }

    /// Computes ΔMin and ΦSum.
    fn numbers(&mut self, children: &[usize]) -> Numbers {
        children.iter().fold((INFINITE, 0), |(least, sum), &child| {
            let (phi, delta) = self.retrieved(child);
            (least.min(delta), (sum + phi).min(INFINITE))
        })
    }

    /// Runs MID.
    fn search(&mut self, node: usize, (most_phi, most_delta): Numbers) {
        let tree = self.tree;
        let children = match &tree.0[node] {
            Node::Leaf(true) => {
                self.stored[node] = (0, INFINITE);
                return;
            }
            Node::Leaf(false) => {
                self.stored[node] = (INFINITE, 0);
                return;
            }
            Node::Inner(children) => children,
        };
        loop {
            let (least, sum) = self.numbers(children);
            if most_phi <= least || most_delta <= sum {
                break;
            }
            let (mut best, mut best_phi) = (children[0], INFINITE);
            let (mut best_delta, mut second) = (INFINITE, INFINITE);
            for &child in children {
                let (phi, delta) = self.retrieved(child);
                if delta < best_delta {
                    (best, best_phi, best_delta, second) = (child, phi, delta, best_delta);
                } else {
                    second = second.min(delta);
                }
            }
            let phi = (most_delta + best_phi).saturating_sub(sum).min(INFINITE);
            self.search(best, (phi, most_phi.min(second + 1)));
        }
        self.stored[node] = self.numbers(children);
    }
}

/// Results of many trees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Outcome {
    /// Number of trees in which the player to move at the root wins.
    won: u64,
    /// Number of trees whose answer is wrong, if the root counts as lost when φ is infinite, and as
    /// won otherwise.
    wrong: u64,
    /// Number of roots that are won, but are stored with φ > 0.
    not_zero: u64,
}

fn outcome(trees: u64, are_others: bool) -> Outcome {
    let mut random = Random::new(SEED);
    let mut outcome = Outcome::default();
    for number in 0..trees {
        let tree = Tree::new(&mut random);
        let others = are_others.then(|| Random::of_part(SEED, number));
        let mut listing = Listing { tree: &tree, stored: vec![(1, 1); tree.0.len()], others };
        listing.search(tree.root(), (INFINITE, INFINITE));
        let is_won = tree.is_won(tree.root());
        let (phi, _) = listing.stored[tree.root()];
        outcome.won += u64::from(is_won);
        outcome.wrong += u64::from(is_won != (phi != INFINITE));
        outcome.not_zero += u64::from(is_won && phi != 0);
    }
    outcome
}

pub(super) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("the listing on random trees", 0);
    let Outcome { won, wrong, not_zero } = outcome(TREES, true);
    run.check()?;
    let alone = outcome(TREES, false);
    Ok(vec![
        Finding::unprinted("ΔMin with threads in children, random trees: wrong answers", wrong)
            .differing_if(wrong > 0 || alone.wrong > 0)
            .noting(format!(
                "of {} trees, if a root with infinite φ is lost and any other won: a number is \
                 infinite only if it follows",
                grouped(TREES)
            )),
        Finding::unprinted("ΔMin with threads in children: won roots with φ > 0", not_zero)
            .differing_if(alone.not_zero > 0)
            .noting(format!(
                "of {} won roots, since a thread was in the child that wins; without such threads \
                 none: to ask for φ = 0 would miss them",
                grouped(won)
            )),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_right_but_phi_of_what_is_won_may_be_more_than_0() {
        let [alone, others] = [false, true].map(|are_others| outcome(2_000, are_others));
        assert_eq!((alone.wrong, alone.not_zero), (0, 0));
        assert_eq!((others.won, others.wrong), (alone.won, 0));
        assert!(others.not_zero > 0 && others.not_zero < others.won, "{others:?}");
    }
}
