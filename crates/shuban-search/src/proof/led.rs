//! A search of one thread led by hints.

use shuban_core::Provable;
use shuban_core::provable::Key;

use super::children::{Child, Expanded};
use super::search::{Shared, Worker, work};
use super::sync::Ordering;
use super::table::{Entry, INFINITE};

impl<G: Provable> Worker<'_, '_, G> {
    /// Settles a position that is said to have an answer, or stops: the positions that one side
    /// must answer are settled move by move, so that several threads are seldom below the same
    /// move, and complete results are left should the search be stopped. The hints lead: where they
    /// end, and where one is found to be wrong, the search goes its own way.
    ///
    /// Returns the number of nodes visited.
    pub(super) fn settle_led(&mut self, position: &G::Position, key: Key, answer: bool) -> u64 {
        if self.is_done(key) {
            return 0;
        }
        let mut nodes = 0;
        let shared = self.shared;
        shared.busy(key).fetch_add(1, Ordering::Relaxed);
        if let Expanded::Open(children) = self.expand(position, key) {
            let chooses = (shared.game.to_move(position) == shared.question.seat) == answer;
            nodes += self.settle_children(key, &children, chooses, answer);
        }
        shared.busy(key).fetch_sub(1, Ordering::Relaxed);
        while !self.is_done(key) {
            nodes += self.visit(position, key, INFINITE, INFINITE).1;
        }
        nodes
    }

    /// Settles the child that the side with the answer chooses by the hints, or those that the other
    /// side may choose: until the node is settled.
    fn settle_children(
        &mut self,
        key: Key,
        children: &[Child<G::Position>],
        chooses: bool,
        answer: bool,
    ) -> u64 {
        let shared = self.shared;
        // Each once, should the table lose settled entries.
        let mut left: Vec<&Child<G::Position>> = children.iter().collect();
        if chooses {
            left.retain(|child| shared.hints.answer(child.key) == Some(answer));
            if left.len() > 1 {
                // The search finds out which of them is easiest.
                left.clear();
            }
        }
        let (mut nodes, mut unsaid) = (0, 0);
        loop {
            self.note(key, children, unsaid);
            if self.is_done(key) {
                return nodes;
            }
            left.retain(|child| !self.is_done(child.key));
            let threads_inside =
                |child: &&Child<G::Position>| shared.busy(child.key).load(Ordering::Relaxed);
            let Some(next) = left.iter().copied().min_by_key(threads_inside) else { return nodes };
            left.retain(|child| child.key != next.key);
            unsaid = self.settle_led(&next.position, next.key, answer);
            nodes += unsaid;
        }
    }

    /// Stores a node with the numbers that its children give it, after `nodes` more visits below
    /// it. So settled positions there can be reported while the node is open, and a child that
    /// settles the node, even against the hints, ends the search of the others.
    fn note(&mut self, key: Key, children: &[Child<G::Position>], nodes: u64) {
        let (numbers, _) = self.descend(key, children, 0, 1, 1);
        let table = self.shared.table;
        let before = table.get(key).map_or(0, |entry| u64::from(entry.work));
        table.put(key, Entry { numbers, work: work(before + nodes) });
    }

    /// Returns true if a position is settled, or the search is over.
    fn is_done(&self, key: Key) -> bool {
        let Shared { table, settled, .. } = self.shared;
        let is_settled = |entry: Entry| entry.numbers.is_settled();
        self.shared.is_stopped()
            || settled.get().is_some()
            || table.get(key).is_some_and(is_settled)
    }
}
