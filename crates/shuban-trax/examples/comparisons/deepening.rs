//! Iterative deepening, for comparison.

use std::collections::HashMap;

use shuban_core::Provable;
use shuban_core::provable::{Key, Question};

/// The result of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deepened {
    /// The answer; `None` if the limit of nodes was reached before.
    pub(crate) answer: Option<bool>,
    /// The number of nodes that were visited.
    pub(crate) nodes: u64,
}

/// Answers a question by depth-first search to a growing depth, with a table of all positions met:
/// the baseline of proof search (Kuwabara and Hoki found it far worse on TRAX). It looks ahead from
/// its nodes as [`prove`](shuban_search::proof::prove()) does.
pub(crate) fn deepen<G: Provable>(
    game: &G,
    position: &G::Position,
    question: Question,
    lookahead: u32,
    most_nodes: u64,
) -> Deepened {
    let (known, scratch) = (HashMap::new(), G::Scratch::default());
    let mut search = Deepening { game, question, lookahead, most_nodes, nodes: 0, known, scratch };
    let mut depth = lookahead;
    loop {
        let answer = search.visit(position, depth);
        if answer.is_some() || search.nodes >= most_nodes {
            return Deepened { answer, nodes: search.nodes };
        }
        depth += 1;
    }
}

struct Deepening<'g, G: Provable> {
    game: &'g G,
    question: Question,
    lookahead: u32,
    most_nodes: u64,
    nodes: u64,
    /// Answer of each position, or the number of plies without one.
    known: HashMap<Key, Result<bool, u32>>,
    scratch: G::Scratch,
}

impl<G: Provable> Deepening<'_, G> {
    /// The answer, if `depth` plies give one.
    fn visit(&mut self, position: &G::Position, depth: u32) -> Option<bool> {
        let key = self.game.key(position);
        match self.known.get(&key) {
            Some(&Ok(answer)) => return Some(answer),
            Some(&Err(searched)) if searched >= depth => return None,
            _ if self.nodes >= self.most_nodes => return None,
            _ => (),
        }
        self.nodes += 1;
        let mut open = Vec::new();
        let ahead = self.lookahead.min(depth);
        let mut answer =
            self.game.expand(position, &self.question, ahead, &mut self.scratch, &mut open);
        if answer.is_none() && depth > self.lookahead {
            let aim = self.game.to_move(position) == self.question.seat;
            let mut is_open = false;
            for child in &open {
                match self.visit(&child.position, depth - 1) {
                    Some(found) if found == aim => {
                        answer = Some(aim);
                        break;
                    }
                    Some(_) => (),
                    None => is_open = true,
                }
            }
            if answer.is_none() && !is_open {
                answer = Some(!aim);
            }
        }
        // A search that ran out of nodes has not been so deep.
        if answer.is_some() || self.nodes < self.most_nodes {
            self.known.insert(key, answer.ok_or(depth));
        }
        answer
    }
}
