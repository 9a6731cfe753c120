//! Games as plain trees, compared and played by definition alone.

use proptest::prelude::*;
use shuban_cgt::{CgtOutcome, FormId, Forms};

/// A game: all options, good and bad.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Tree>,
    pub(crate) right: Vec<Tree>,
}

impl Tree {
    /// Returns true if a ≤ b.
    pub(crate) fn is_at_most(&self, other: &Tree) -> bool {
        !self.left.iter().any(|option| other.is_at_most(option))
            && !other.right.iter().any(|option| option.is_at_most(self))
    }

    pub(crate) fn outcome(&self) -> CgtOutcome {
        let zero = Tree::default();
        CgtOutcome::of_first_moves(!self.is_at_most(&zero), !zero.is_at_most(self))
    }

    pub(crate) fn negative(&self) -> Tree {
        let negated = |options: &[Tree]| options.iter().map(Tree::negative).collect();
        Tree { left: negated(&self.right), right: negated(&self.left) }
    }

    pub(crate) fn sum(&self, other: &Tree) -> Tree {
        let options = |a: &[Tree], b: &[Tree]| {
            let in_a = a.iter().map(|option| option.sum(other));
            in_a.chain(b.iter().map(|option| self.sum(option))).collect()
        };
        Tree { left: options(&self.left, &other.left), right: options(&self.right, &other.right) }
    }

    pub(crate) fn form(&self, forms: &Forms) -> FormId {
        let ids = |options: &[Tree]| -> Vec<FormId> {
            options.iter().map(|option| option.form(forms)).collect()
        };
        forms.form(&ids(&self.left), &ids(&self.right))
    }
}

/// Games that go on for up to n moves before they end in 0, ±1, ±2 or \*.
pub(crate) fn trees(depth: u32) -> BoxedStrategy<Tree> {
    let zero = Tree::default();
    let star = Tree { left: vec![zero.clone()], right: vec![zero.clone()] };
    let one = Tree { left: vec![zero.clone()], right: vec![] };
    let two = Tree { left: vec![one.clone()], right: vec![] };
    let leaves = vec![zero, star, one.negative(), two.negative(), one, two];
    let leaves = prop::sample::select(leaves).boxed();
    (0..depth).fold(leaves.clone(), |inner, _| {
        let options = prop::collection::vec(inner, 0..=2);
        let branch = (options.clone(), options).prop_map(|(left, right)| Tree { left, right });
        prop_oneof![1 => leaves.clone(), 4 => branch].boxed()
    })
}
