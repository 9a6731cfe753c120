//! A zero-suppressed decision diagram as a plain array, with the counts that number its sets.

use std::collections::HashMap;

use super::families::{Family, Split};

/// A reference to the family without any set.
pub(super) const NOTHING: u32 = 0;
/// A reference to the family of the empty set alone.
pub(super) const UNIT: u32 = 1;

/// One family of sets, and with it all those that it is made of.
///
/// The sets are numbered in the order in which one that has a variable comes after all that do not
/// and agree on the variables before. So each node needs one count: how many of its sets do not
/// have its variable. A walk from the root adds the counts of those nodes whose variable the set
/// has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Diagram {
    /// The two terminals, then the nodes, each after those it refers to; the last one is the root.
    nodes: Vec<Node>,
    len: u64,
}

/// The sets `without` and, with `variable` added, the sets `with`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// How many sets `without` has.
    before: u64,
    pub(super) without: u32,
    pub(super) with: u32,
    pub(super) variable: u16,
}

/// Stands in for a terminal: after every variable, so that no walk goes past it.
const TERMINAL: Node = Node { before: 0, without: NOTHING, with: NOTHING, variable: u16::MAX };

impl Diagram {
    /// The diagram of a family that has a set, which depends on the family alone, not on how it
    /// came about; `None` if there are 2⁶⁴ sets or more.
    pub(super) fn of(family: &Family) -> Option<Self> {
        let mut all = Gathered { nodes: Vec::new(), known: HashMap::new() };
        all.gather(family);
        Diagram::new(all.nodes)
    }

    /// Counts the sets of nodes, each of which comes after those it refers to.
    fn new(inner: Vec<(u16, u32, u32)>) -> Option<Self> {
        let mut counts = vec![0u64, 1];
        let mut nodes = vec![TERMINAL; 2];
        for (variable, without, with) in inner {
            let before = counts[without as usize];
            counts.push(before.checked_add(counts[with as usize])?);
            nodes.push(Node { before, without, with, variable });
        }
        Some(Diagram { len: counts[counts.len() - 1], nodes })
    }

    /// What to store of it. Counts follow from the rest.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let bytes = |node: &Node| {
            let (variable, without, with) = (node.variable, node.without, node.with);
            [&variable.to_le_bytes()[..], &without.to_le_bytes(), &with.to_le_bytes()].concat()
        };
        self.nodes[2..].iter().flat_map(bytes).collect()
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// How many nodes there are, terminals not counted.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len() - 2
    }

    /// The reference to the whole family.
    pub(super) fn root(&self) -> u32 {
        (self.nodes.len() - 1) as u32
    }

    /// The node of a reference to neither terminal.
    pub(super) fn node(&self, reference: u32) -> &Node {
        &self.nodes[reference as usize]
    }

    /// The number of a set, its variables in ascending order, or `None` if it is not one of these.
    #[inline]
    pub(super) fn rank(&self, set: &[u16]) -> Option<u64> {
        let mut at = self.root();
        let mut rank = 0;
        for &variable in set {
            let mut node = self.node(at);
            while node.variable < variable {
                node = self.node(node.without);
            }
            if node.variable != variable {
                return None;
            }
            rank += node.before;
            at = node.with;
        }
        while at > UNIT {
            at = self.node(at).without;
        }
        (at == UNIT).then_some(rank)
    }

    /// Calls `each` for the variables, ascending, of the set of a number below the length.
    #[inline]
    pub(super) fn unrank(&self, mut rank: u64, mut each: impl FnMut(u16)) {
        let mut at = self.root();
        while at > UNIT {
            let node = self.node(at);
            if rank < node.before {
                at = node.without;
            } else {
                rank -= node.before;
                each(node.variable);
                at = node.with;
            }
        }
    }
}

/// A walk through a family that meets each of its nodes once.
struct Gathered {
    nodes: Vec<(u16, u32, u32)>,
    known: HashMap<Family, u32>,
}

impl Gathered {
    /// Goes as deep as there are variables.
    fn gather(&mut self, family: &Family) -> u32 {
        let (variable, without, with) = match family.split() {
            Split::Nothing => return NOTHING,
            Split::Unit => return UNIT,
            Split::Branch { variable, without, with } => (variable, without, with),
        };
        if let Some(&known) = self.known.get(family) {
            return known;
        }
        let (without, with) = (self.gather(&without), self.gather(&with));
        let variable = variable.try_into().expect("variables of positions have 16 bits");
        self.nodes.push((variable, without, with));
        let reference = self.nodes.len() as u32 + UNIT;
        self.known.insert(family.clone(), reference);
        reference
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use proptest::collection::btree_set;
    use proptest::prelude::*;

    use super::super::families::Families;
    use super::*;

    type Sets = BTreeSet<BTreeSet<u16>>;

    /// All families that a family is made of, but for those without a variable: the nodes of the
    /// smallest diagram.
    fn split_up(family: &Sets, all: &mut HashSet<Sets>) {
        let Some(&first) = family.iter().filter_map(BTreeSet::first).min() else { return };
        if all.insert(family.clone()) {
            let (mut with, without): (Sets, Sets) =
                family.iter().cloned().partition(|set| set.contains(&first));
            with = with
                .into_iter()
                .map(|set| set.into_iter().filter(|&v| v != first).collect())
                .collect();
            split_up(&with, all);
            split_up(&without, all);
        }
    }

    proptest! {
        #[test]
        fn any_sets_are_numbered_in_their_order(sets in btree_set(btree_set(0u16..12, 0..6), 1..40)) {
            let families = Families::new(12, 4_096);
            let mut all = families.nothing();
            for set in &sets {
                let mut one = families.unit();
                for &variable in set {
                    one = one.with(variable.into()).unwrap();
                }
                all = all.union(&one).unwrap();
            }
            let diagram = Diagram::of(&all).unwrap();
            prop_assert_eq!(diagram.len(), sets.len() as u64);
            let mut distinct = HashSet::new();
            split_up(&sets, &mut distinct);
            prop_assert_eq!(diagram.nodes(), distinct.len());
            // As numbers whose highest bit is the first variable, sets ascend with their ranks.
            let number = |set: &[u16]| set.iter().map(|variable| 1u64 << (63 - variable)).sum::<u64>();
            let mut before = None;
            for rank in 0..diagram.len() {
                let mut set = Vec::new();
                diagram.unrank(rank, |variable| set.push(variable));
                prop_assert!(sets.contains(&set.iter().copied().collect()));
                prop_assert_eq!(diagram.rank(&set), Some(rank));
                prop_assert!(before < Some(number(&set)));
                before = Some(number(&set));
            }
        }

        #[test]
        fn sets_of_no_family_have_no_rank(sets in btree_set(btree_set(0u16..6, 0..4), 1..9)) {
            let families = Families::new(6, 1_024);
            let all = sets.iter().fold(families.nothing(), |all, set| {
                let one = set.iter().fold(families.unit(), |one, &v| one.with(v.into()).unwrap());
                all.union(&one).unwrap()
            });
            let diagram = Diagram::of(&all).unwrap();
            for bits in 0..64u16 {
                let set: Vec<u16> = (0..6).filter(|variable| bits >> variable & 1 == 1).collect();
                let member = sets.contains(&set.iter().copied().collect());
                prop_assert_eq!(diagram.rank(&set).is_some(), member);
            }
        }
    }

    #[test]
    fn more_sets_than_64_bits_count_are_refused() {
        let doubling: Vec<_> = (0..64).map(|i| (64 - i, i as u32 + 1, i as u32 + 1)).collect();
        assert_eq!(Diagram::new(doubling), None);
    }
}
