//! Claims about Max^n: its strategies are an equilibrium, and without ties there is one alone.

use proptest::prelude::*;
use shuban_core::{Payoffs, Seat};

use crate::multi::{Tree, TreeNode, trees};
use shuban_search::multi::{MaxN, MultiSearch, Tie};

const SEATS: usize = 3;
const TIES: [Tie; 4] = [Tie::First, Tie::Last, Tie::Least, Tie::Greatest];

/// Strategies that Max^n finds: at every position the play whose value is handed up.
struct Strategies<'t> {
    tree: &'t Tree,
    search: MultiSearch<'t, Tree, MaxN>,
}

impl<'t> Strategies<'t> {
    fn new(tree: &'t Tree, tie: Tie) -> Self {
        Strategies { tree, search: MultiSearch::new(tree, MaxN { tie }) }
    }

    fn value(&mut self, path: &[usize]) -> Payoffs {
        self.search.value(&path.to_vec()).unwrap()
    }

    /// Returns the play at a position: one of the value that is handed up.
    fn chosen(&mut self, path: &[usize]) -> usize {
        let value = self.value(path);
        let plays = self.search.plays(&path.to_vec()).unwrap();
        plays.iter().find(|(_, after)| *after == value).map(|(play, _)| play.action).unwrap()
    }

    /// Returns the most that a seat can get from here on, the others keeping to their strategies.
    fn best_response(&mut self, seat: Seat, path: &[usize]) -> i16 {
        let plays = match node(&self.tree.root, path) {
            TreeNode::Leaf(payoffs) => return payoffs[seat],
            TreeNode::Turn(mover, plays) if *mover == seat => 0..plays.len(),
            TreeNode::Turn(..) => {
                let chosen = self.chosen(path);
                chosen..chosen + 1
            }
        };
        plays.map(|play| self.best_response(seat, &[path, &[play]].concat())).max().unwrap()
    }
}

fn node<'n>(root: &'n TreeNode, path: &[usize]) -> &'n TreeNode {
    path.iter().fold(root, |node, &play| match node {
        TreeNode::Turn(_, plays) => &plays[play],
        TreeNode::Leaf(_) => panic!("play goes on after the end"),
    })
}

/// Returns all positions of a tree.
fn paths(root: &TreeNode) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    if let TreeNode::Turn(_, plays) = root {
        for (number, play) in plays.iter().enumerate() {
            all.extend(paths(play).into_iter().map(|path| [&[number][..], &path].concat()));
        }
    }
    all
}

/// Makes each player's payoffs all different: by a permutation of the numbers of leaves.
fn without_ties(root: &TreeNode, orders: &[Vec<i16>], leaf: &mut usize) -> TreeNode {
    match root {
        TreeNode::Leaf(_) => {
            let payoffs = orders.iter().map(|order| order[*leaf]).collect();
            *leaf += 1;
            TreeNode::Leaf(payoffs)
        }
        TreeNode::Turn(seat, plays) => {
            let plays = plays.iter().map(|play| without_ties(play, orders, leaf)).collect();
            TreeNode::Turn(*seat, plays)
        }
    }
}

fn orders() -> impl Strategy<Value = Vec<Vec<i16>>> {
    // A tree has five levels of at most three plays each: 243 leaves.
    let order = Just((0..243).collect::<Vec<i16>>()).prop_shuffle();
    prop::collection::vec(order, SEATS)
}

proptest! {
    /// Section 2.1 of Nishino and Nishino, after Luckhart and Irani: at every position, whatever the
    /// tie rule, with another play there and with any other plays from there on.
    #[test]
    fn nobody_gains_by_another_strategy_alone(root in trees(false)) {
        let tree = Tree { root, seats: SEATS };
        for tie in TIES {
            let mut found = Strategies::new(&tree, tie);
            for path in paths(&tree.root) {
                let value = found.value(&path);
                for seat in 0..SEATS {
                    prop_assert_eq!(found.best_response(seat, &path), value.of(seat));
                }
                // The play at this one position changed.
                let TreeNode::Turn(mover, plays) = node(&tree.root, &path) else { continue };
                for play in 0..plays.len() {
                    let other = found.value(&[&path[..], &[play]].concat());
                    prop_assert!(other.of(*mover) <= value.of(*mover));
                }
            }
        }
    }

    /// Section 2.3: the class of games in which Max^n is stable.
    #[test]
    fn payoffs_that_all_differ_leave_nothing_to_the_tie_rule(
        root in trees(false),
        orders in orders(),
    ) {
        let tree = Tree { root: without_ties(&root, &orders, &mut 0), seats: SEATS };
        for path in paths(&tree.root) {
            let values = TIES.map(|tie| Strategies::new(&tree, tie).value(&path));
            prop_assert!(values.iter().all(|value| *value == values[0]));
        }
    }

    /// Section 2.2: with two players and a constant sum one number is enough, and max-min finds it.
    #[test]
    fn with_two_players_and_a_constant_sum_max_n_is_max_min(root in trees(false)) {
        fn of_two(node: &TreeNode) -> TreeNode {
            match node {
                TreeNode::Leaf(payoffs) => TreeNode::Leaf(vec![payoffs[0], 2 - payoffs[0], 0]),
                TreeNode::Turn(seat, plays) => {
                    TreeNode::Turn(seat % 2, plays.iter().map(of_two).collect())
                }
            }
        }
        fn max_min(node: &TreeNode) -> i16 {
            match node {
                TreeNode::Leaf(payoffs) => payoffs[0],
                TreeNode::Turn(0, plays) => plays.iter().map(max_min).max().unwrap(),
                TreeNode::Turn(_, plays) => plays.iter().map(max_min).min().unwrap(),
            }
        }
        let tree = Tree { root: of_two(&root), seats: 2 };
        let expected = max_min(&tree.root);
        for tie in TIES {
            let value = Strategies::new(&tree, tie).value(&[]);
            prop_assert_eq!([value.of(0), value.of(1)], [expected, 2 - expected]);
        }
    }
}

/// A tree whose value depends on the tie rule differs from one without ties: the test above can
/// fail.
#[test]
fn ties_do_change_values() {
    let leaf = |payoffs: [i16; 3]| TreeNode::Leaf(payoffs.to_vec());
    let root = TreeNode::Turn(1, vec![leaf([0, 1, 2]), leaf([2, 1, 0])]);
    let tree = Tree { root, seats: SEATS };
    let [first, last] = [Tie::First, Tie::Last].map(|tie| Strategies::new(&tree, tie).value(&[]));
    assert_ne!(first, last);
}
