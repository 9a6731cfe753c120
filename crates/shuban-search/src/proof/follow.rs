//! A search of one thread led by hints.

use std::sync::atomic::Ordering;

use shuban_core::{Key, Provable};

use super::search::{Child, Expanded, Shared, Worker};
use super::table::{Entry, INFINITE};

impl<G: Provable> Worker<'_, '_, G> {
    /// Settles a position that is said to have an answer, or stops: what one side must answer is
    /// settled move by move, so that several threads are seldom below the same move, and what is
    /// found is whole should the search be stopped. The hints lead: where they end, and if one is
    /// wrong, the search goes its own way.
    pub(crate) fn follow(&mut self, position: &G::Position, key: Key, answer: bool) {
        let shared = self.shared;
        if let Expanded::Open(children) = self.expand(position, key) {
            let chooses = (shared.game.to_move(position) == shared.question.seat) == answer;
            // Each once, should the table lose what is settled.
            let mut left: Vec<&Child<G::Position>> = children.iter().collect();
            if chooses {
                left.retain(|child| shared.hints.answer(child.key) == Some(answer));
                if left.len() > 1 {
                    // Which of them is easiest the search finds out.
                    left.clear();
                }
            }
            while !self.is_done(key) {
                left.retain(|child| !self.is_done(child.key));
                let threads_inside =
                    |child: &&Child<G::Position>| shared.busy(child.key).load(Ordering::Relaxed);
                let Some(next) = left.iter().copied().min_by_key(threads_inside) else { break };
                left.retain(|child| child.key != next.key);
                shared.busy(next.key).fetch_add(1, Ordering::Relaxed);
                self.follow(&next.position, next.key, answer);
                shared.busy(next.key).fetch_sub(1, Ordering::Relaxed);
            }
        }
        while !self.is_done(key) {
            let (numbers, _) = self.visit(position, key, INFINITE, INFINITE);
            if numbers.is_settled() {
                break;
            }
        }
    }

    /// Whether a position is settled, or the search is over.
    fn is_done(&self, key: Key) -> bool {
        let Shared { table, settled, .. } = self.shared;
        let is_settled = |entry: Entry| entry.numbers.is_settled();
        self.shared.is_stopped()
            || settled.get().is_some()
            || table.get(key).is_some_and(is_settled)
    }
}
