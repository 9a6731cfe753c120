//! Trees: the worked examples of Nishino and Nishino, and laws on random ones.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shuban_core::{Game, NotationError, Payoffs, Play, Seat, Winners};

use shuban_search::multi::printed::TABLE_1;
use shuban_search::multi::{
    Coalition, Dominance, MaxN, MultiError, MultiSearch, Places, Singleton, SoftMaxN, Solution, Tie,
};

/// A game that is its tree. A position is the plays that led to it.
pub(crate) struct Tree {
    pub(crate) root: TreeNode,
    pub(crate) seats: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum TreeNode {
    Leaf(Vec<i16>),
    Turn(Seat, Vec<TreeNode>),
}

impl Tree {
    fn at(&self, path: &[usize]) -> &TreeNode {
        path.iter().fold(&self.root, |node, &play| match node {
            TreeNode::Turn(_, plays) => &plays[play],
            TreeNode::Leaf(_) => panic!("play goes on after the end"),
        })
    }
}

impl Game for Tree {
    type Position = Vec<usize>;
    type Chance = ();
    type Move = usize;

    fn name(&self) -> String {
        "tree".into()
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn to_move(&self, path: &Vec<usize>) -> Seat {
        if let TreeNode::Turn(seat, _) = self.at(path) { *seat } else { 0 }
    }

    fn outcome(&self, path: &Vec<usize>) -> Option<Payoffs> {
        if let TreeNode::Leaf(payoffs) = self.at(path) { Some(Payoffs::new(payoffs)) } else { None }
    }

    fn chances(&self, _: &Vec<usize>) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, path: &Vec<usize>, (): (), plays: &mut Vec<Play<Vec<usize>, usize>>) {
        if let TreeNode::Turn(_, nodes) = self.at(path) {
            plays.extend(
                (0..nodes.len()).map(|i| Play { action: i, after: [&path[..], &[i]].concat() }),
            );
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<usize>, NotationError> {
        Err(NotationError::new(text, 0, "trees are not read"))
    }

    fn format(&self, path: &Vec<usize>) -> String {
        format!("{path:?}")
    }

    fn format_move(&self, _: &Vec<usize>, (): (), play: &usize) -> String {
        play.to_string()
    }
}

const A: Seat = 0;
const B: Seat = 1;
const C: Seat = 2;

fn leaf(a: i16, b: i16, c: i16) -> TreeNode {
    TreeNode::Leaf(vec![a, b, c])
}

fn value<S: Solution>(root: &TreeNode, solution: S) -> S::Value {
    let tree = Tree { root: root.clone(), seats: 3 };
    MultiSearch::new(&tree, solution).value(&Vec::new()).unwrap()
}

fn vectors<const N: usize>(vectors: [[i16; 3]; N]) -> BTreeSet<Payoffs> {
    vectors.iter().map(|vector| Payoffs::new(vector)).collect()
}

const STRICT: SoftMaxN = SoftMaxN { dominance: Dominance::Strict };
const WEAK: SoftMaxN = SoftMaxN { dominance: Dominance::Weak };

/// Section 2.2: A gets nothing either way, and decides what B and C get.
#[test]
fn who_does_not_care_decides_for_others() {
    let indifferent = || TreeNode::Turn(A, vec![leaf(0, 1, 2), leaf(0, 2, 1)]);
    let either = vectors([[0, 1, 2], [0, 2, 1]]);
    assert_eq!(value(&indifferent(), STRICT), either);
    assert_eq!(value(&indifferent(), WEAK), either);
    assert_eq!(value(&indifferent(), Places), either);

    // C can go there, or to a node of A that gives C two points for sure, whichever it is.
    for sure in [[0, 1, 2], [1, 0, 2]] {
        let certain = TreeNode::Turn(A, vec![TreeNode::Leaf(sure.to_vec())]);
        let choice = TreeNode::Turn(C, vec![indifferent(), certain]);
        assert_eq!(value(&choice, WEAK), vectors([sure]));
        assert_eq!(value(&choice, Places), vectors([sure]));
        // Two points may come of the other play as well; only the looser rule keeps both.
        assert_eq!(value(&choice, STRICT), either.union(&vectors([sure])).copied().collect());
    }
    // Or to one that gives C nothing: then it takes what is not determined.
    for bad in [[2, 1, 0], [1, 2, 0]] {
        let choice = TreeNode::Turn(
            C,
            vec![indifferent(), TreeNode::Turn(A, vec![TreeNode::Leaf(bad.to_vec())])],
        );
        assert_eq!(value(&choice, WEAK), either);
        assert_eq!(value(&choice, STRICT), either);
        assert_eq!(value(&choice, Places), either);
    }
}

/// Section 2.3: the rule for ties at B's node decides whether A, one node up, gets nothing or all.
#[test]
fn ties_lead_to_other_equilibria() {
    let unstable = || TreeNode::Turn(B, vec![leaf(0, 1, 2), leaf(2, 1, 0)]);
    let [first, last, least, greatest] = [Tie::First, Tie::Last, Tie::Least, Tie::Greatest]
        .map(|tie| value(&unstable(), MaxN { tie }));
    assert_eq!([first, least], [Payoffs::new(&[0, 1, 2]); 2]);
    assert_eq!([last, greatest], [Payoffs::new(&[2, 1, 0]); 2]);
    // A node of A above, with one sure point elsewhere: it is taken after one tie and left after
    // the other.
    let above = TreeNode::Turn(A, vec![unstable(), leaf(1, 2, 0)]);
    assert_eq!(value(&above, MaxN { tie: Tie::First }), Payoffs::new(&[1, 2, 0]));
    assert_eq!(value(&above, MaxN { tie: Tie::Last }), Payoffs::new(&[2, 1, 0]));
    assert_eq!(value(&above, STRICT), vectors([[0, 1, 2], [2, 1, 0], [1, 2, 0]]));

    // B's choice between (0, 1, 2) and (0, 1, 0) leaves A with nothing whichever it is.
    let stable = TreeNode::Turn(B, vec![leaf(0, 1, 2), leaf(0, 1, 0)]);
    let above = TreeNode::Turn(A, vec![stable, leaf(1, 2, 0)]);
    for tie in [Tie::First, Tie::Last, Tie::Least, Tie::Greatest] {
        assert_eq!(value(&above, MaxN { tie }), Payoffs::new(&[1, 2, 0]));
    }
    assert_eq!(value(&above, STRICT), vectors([[1, 2, 0]]));
}

fn set(letters: &str) -> Winners {
    Winners::of(letters.bytes().map(|letter| usize::from(letter - b'a')))
}

/// C's value, whichever of the optional values occur beside the required ones, in any order.
#[test]
fn sets_of_winners_are_united_as_in_table_1() {
    for row in TABLE_1 {
        for mut plays in row.cases() {
            assert_eq!(Singleton { seats: 3 }.unite(C, &plays), row.united, "{plays:?}");
            plays.reverse();
            assert_eq!(Singleton { seats: 3 }.unite(C, &plays), row.united, "{plays:?}");
        }
    }
    // The four plays of section 2.5.
    assert_eq!(Singleton { seats: 3 }.unite(C, &["c", "bc", "abc", "ab"].map(set)), set("c"));
    // B prefers ab, where it may win, to c.
    assert_eq!(Singleton { seats: 3 }.unite(B, &["c", "ab"].map(set)), set("ab"));
    // And A cannot tell ab from ca.
    assert_eq!(Singleton { seats: 3 }.unite(A, &["ab", "ac"].map(set)), set("abc"));
}

#[test]
fn four_players_have_one_tier_more() {
    let four = Singleton { seats: 4 };
    let tiers = ["a", "ab", "ad", "abc", "abcd", "b", "bcd"].map(|letters| set(letters).tier(A));
    assert!(tiers.is_sorted() && tiers[4] < tiers[5]);
    assert_eq!((&tiers[..5], tiers[5]), (&[1, 2, 2, 3, 4][..], tiers[6]));
    assert_eq!(four.unite(A, &["abc", "acd", "b"].map(set)), set("abcd"));
    assert_eq!(four.unite(A, &["b", "cd"].map(set)), set("bcd"));
}

#[test]
fn a_draw_is_won_by_nobody_alone() {
    assert_eq!(value(&leaf(1, 1, 0), Singleton { seats: 3 }), set("ab"));
    assert!(!value(&leaf(1, 1, 0), Coalition { hero: A, seats: 3 }));
    assert!(value(&leaf(-1, -2, -2), Coalition { hero: A, seats: 3 }));
}

#[test]
fn plays_are_listed_with_their_values() {
    let root = TreeNode::Turn(A, vec![TreeNode::Turn(B, vec![leaf(0, 0, 1)]), leaf(0, 1, 0)]);
    let tree = Tree { root, seats: 3 };
    let mut search = MultiSearch::new(&tree, Singleton { seats: 3 });
    assert_eq!(search.value(&Vec::new()), Ok(set("bc")));
    let plays = search.plays(&Vec::new()).unwrap();
    assert_eq!(
        plays.iter().map(|(play, value)| (play.action, *value)).collect::<Vec<_>>(),
        [(0, set("c")), (1, set("b"))]
    );
    assert_eq!(search.plays(&vec![1]), Ok(Vec::new()), "the game is over there");
}

#[test]
fn the_limit_of_positions_holds_and_the_search_can_be_asked_again() {
    let root = TreeNode::Turn(
        A,
        vec![TreeNode::Turn(B, vec![leaf(0, 1, 0)]), TreeNode::Turn(C, vec![leaf(0, 0, 1)])],
    );
    let tree = Tree { root, seats: 3 };
    let mut search = MultiSearch::new(&tree, Singleton { seats: 3 }).limited(2);
    assert_eq!(search.value(&Vec::new()), Err(MultiError::Limit { nodes: 2 }));
    assert_eq!(search.value(&vec![0]), Ok(set("b")), "found before the limit");
    assert_eq!(search.value(&vec![1]), Err(MultiError::Limit { nodes: 2 }));
}

#[test]
fn a_search_stops_when_it_is_told_to() {
    let tree =
        Tree { root: TreeNode::Turn(A, vec![TreeNode::Turn(B, vec![leaf(0, 1, 0)])]), seats: 3 };
    let stopped = std::cell::Cell::new(true);
    let stop = || stopped.get();
    let mut search = MultiSearch::new(&tree, Singleton { seats: 3 }).until(&stop);
    assert_eq!(search.value(&Vec::new()), Err(MultiError::Stopped { nodes: 0 }));
    stopped.set(false);
    assert_eq!(search.value(&Vec::new()), Ok(set("b")));
}

/// Endless game in which the turn goes round; with two chances, if so asked.
struct EndlessRound {
    chances: u32,
}

impl Game for EndlessRound {
    type Position = Seat;
    type Chance = u32;
    type Move = ();

    fn name(&self) -> String {
        "round".into()
    }

    fn seats(&self) -> usize {
        3
    }

    fn to_move(&self, seat: &Seat) -> Seat {
        *seat
    }

    fn outcome(&self, _: &Seat) -> Option<Payoffs> {
        None
    }

    fn chances(&self, _: &Seat) -> Vec<(u32, u32)> {
        (0..self.chances).map(|chance| (chance, 1)).collect()
    }

    fn plays(&self, seat: &Seat, _: u32, plays: &mut Vec<Play<Seat, ()>>) {
        plays.push(Play { action: (), after: (seat + 1) % 3 });
    }

    fn parse(&self, text: &str) -> Result<Seat, NotationError> {
        Err(NotationError::new(text, 0, "not read"))
    }

    fn format(&self, seat: &Seat) -> String {
        seat.to_string()
    }

    fn format_move(&self, _: &Seat, _: u32, (): &()) -> String {
        "on".into()
    }
}

#[test]
fn games_that_come_back_or_throw_dice_are_refused() {
    for (chances, reason) in
        [(1, "play comes back to this position"), (2, "it is a game of chance")]
    {
        let round = EndlessRound { chances };
        let refused = MultiSearch::new(&round, MaxN::default()).value(&0);
        let expected = MultiError::Unfit { game: "round".into(), position: "0".into(), reason };
        assert_eq!(refused, Err(expected));
    }
}

/// Trees of three players; leaves give one of them a point, or all different points.
pub(crate) fn trees(winner_only: bool) -> impl Strategy<Value = TreeNode> {
    let leaf = (0..6usize).prop_map(move |order| {
        let places = [[2, 1, 0], [2, 0, 1], [1, 2, 0], [0, 2, 1], [1, 0, 2], [0, 1, 2]][order];
        let wins = places.map(|place| i16::from(place == 2));
        TreeNode::Leaf(if winner_only { wins } else { places }.to_vec())
    });
    leaf.prop_recursive(5, 60, 4, |node| {
        (0..3usize, prop::collection::vec(node, 1..4))
            .prop_map(|(seat, plays)| TreeNode::Turn(seat, plays))
    })
}

/// Computes the definition, without stopping early and without memory.
fn twin<S: Solution>(node: &TreeNode, solution: &S) -> S::Value {
    match node {
        TreeNode::Leaf(payoffs) => solution.leaf(&Payoffs::new(payoffs)),
        TreeNode::Turn(seat, plays) => solution
            .unite(*seat, &plays.iter().map(|play| twin(play, solution)).collect::<Vec<_>>()),
    }
}

proptest! {
    #[test]
    fn one_alone_wins_by_sets_if_and_only_if_the_coalition_loses(root in trees(true)) {
        let set = value(&root, Singleton { seats: 3 });
        for hero in 0..3 {
            prop_assert_eq!(set == Winners::only(hero), value(&root, Coalition { hero, seats: 3 }));
        }
    }

    #[test]
    fn the_search_gives_what_the_definition_gives(root in trees(false)) {
        prop_assert_eq!(value(&root, Singleton { seats: 3 }), twin(&root, &Singleton { seats: 3 }));
        prop_assert_eq!(
            value(&root, Coalition { hero: 1, seats: 3 }),
            twin(&root, &Coalition { hero: 1, seats: 3 })
        );
        prop_assert_eq!(value(&root, Places), twin(&root, &Places));
        prop_assert_eq!(value(&root, STRICT), twin(&root, &STRICT));
    }

    #[test]
    fn whatever_the_tie_rule_the_vector_is_one_of_the_soft_ones(root in trees(false)) {
        let soft = value(&root, STRICT);
        for tie in [Tie::First, Tie::Last, Tie::Least, Tie::Greatest] {
            let vector = value(&root, MaxN { tie });
            prop_assert!(soft.contains(&vector));
        }
        prop_assert!(!value(&root, WEAK).is_empty());
    }

    #[test]
    fn places_of_which_only_the_first_counts_are_the_singleton_values(root in trees(true)) {
        let places = value(&root, Places);
        let winners =
            Winners::of((0..3).filter(|&seat| places.iter().any(|payoffs| payoffs.of(seat) == 1)));
        prop_assert_eq!(value(&root, Singleton { seats: 3 }), winners);
        prop_assert_eq!(places.len(), winners.len());
    }
}
