//! Follows every line of a proof.

use std::collections::HashMap;

use crate::board::Board;
use crate::checked::Checked;
use crate::key::Key;
use crate::proof::{Node, Proof, Strategy};
use crate::refusal::{Refusal, refusal};
use crate::walk::check_walk;

/// Checks a whole proof.
///
/// # Errors
/// The first [`Refusal`].
pub fn check(proof: &Proof) -> Result<Checked, Refusal> {
    if !proof.root.is_open(proof.to_move) {
        return Err(refusal(None, "is no position that a game goes on from", &proof.root));
    }
    match &proof.strategy {
        Strategy::Listed(nodes) => check_listed(proof, nodes),
        Strategy::Walk(walk) => check_walk(proof, walk),
    }
}

/// Checks a proof whose positions are all in the file.
fn check_listed(proof: &Proof, nodes: &[Node]) -> Result<Checked, Refusal> {
    let empty = proof.root.emptied();
    let mut listed = HashMap::new();
    for (number, node) in nodes.iter().enumerate() {
        let board = node.tiles.board(&empty);
        // Elsewhere it would seem to have less room, and a key that may be another one's.
        if !board.is_cornered() {
            return Err(refusal(Some(number), "does not lie at the top left", &board));
        }
        if listed.insert(Key::of(&board), false).is_some() {
            return Err(refusal(Some(number), "is listed twice", &board));
        }
    }
    let checked = Checked { nodes: nodes.len() as u64, ..Checked::default() };
    let mut check = Check { proof, nodes, empty, listed, met: 0, checked };
    if proof.to_move == proof.claim.side {
        if !check.is_covered(&proof.root) {
            return Err(refusal(
                None,
                "is neither listed nor decided by plain search",
                &proof.root,
            ));
        }
    } else {
        check.replies(None, &proof.root)?;
    }
    for (number, node) in nodes.iter().enumerate() {
        check.node(number, node).map_err(|found| check.impossible(number).unwrap_or(found))?;
    }
    check.all_are_met()?;
    Ok(check.checked)
}

struct Check<'p> {
    proof: &'p Proof,
    nodes: &'p [Node],
    empty: Board,
    /// All positions of the strategy, and whether play comes to each.
    listed: HashMap<Key, bool>,
    /// How many of them play comes to.
    met: u64,
    checked: Checked,
}

impl Check<'_> {
    /// Follows the move of a position of the strategy, then every reply.
    fn node(&mut self, number: usize, node: &Node) -> Result<(), Refusal> {
        let claim = self.proof.claim;
        let board = node.tiles.board(&self.empty);
        match board.turn(claim.side, node.row.into(), node.column.into(), node.tile) {
            None => Err(refusal(Some(number), "its move is illegal", &board)),
            Some((_, Some(ending))) if claim.holds(ending) => Ok(()),
            Some((after, Some(_))) => {
                Err(refusal(Some(number), "its move loses what is claimed", &after))
            }
            Some((after, None)) => self.replies(Some(number), &after),
        }
    }

    /// The refusal of a record whose tiles no game leads to: what else is wrong with it follows.
    fn impossible(&self, number: usize) -> Option<Refusal> {
        let board = &self.nodes[number].tiles.board(&self.empty);
        let is_open = board.is_open(self.proof.claim.side);
        (!is_open).then(|| refusal(Some(number), "is no position that a game goes on from", board))
    }

    /// Sees that play from the root comes to every position of the strategy. Each was met from the
    /// root or from another one, which has fewer tiles: so by induction from the root, and it is
    /// one that legal moves lead to.
    fn all_are_met(&self) -> Result<(), Refusal> {
        if self.met == self.checked.nodes {
            return Ok(());
        }
        let boards = self.nodes.iter().map(|node| node.tiles.board(&self.empty)).enumerate();
        let mut unmet =
            boards.filter(|(_, board)| self.listed.get(&Key::of(board)) == Some(&false));
        unmet.next().map_or(Ok(()), |(number, board)| {
            let never = || refusal(Some(number), "is a position that play never comes to", &board);
            Err(self.impossible(number).unwrap_or_else(never))
        })
    }

    /// Follows every legal reply. If there are none, the other side is stuck and has lost.
    fn replies(&mut self, node: Option<usize>, board: &Board) -> Result<(), Refusal> {
        let claim = self.proof.claim;
        for (after, ending) in board.turns(claim.side.other()) {
            self.checked.replies += 1;
            let reason = match ending {
                Some(ending) if claim.holds(ending) => continue,
                Some(_) => "a reply ends the game against the claim",
                None if self.is_covered(&after) => continue,
                None => {
                    "a reply leads to a position that is neither listed nor decided by plain search"
                }
            };
            return Err(refusal(node, reason, &after));
        }
        Ok(())
    }

    /// Whether a position, with the side that has the strategy to move, is listed or decided by
    /// plain search. Shallow searches come first: they are cheap, and most positions that are not
    /// listed are won at once.
    fn is_covered(&mut self, board: &Board) -> bool {
        if let Some(met) = self.listed.get_mut(&Key::of(board)) {
            self.met += u64::from(!std::mem::replace(met, true));
            return true;
        }
        self.checked.closed += 1;
        self.proof.closing().decides(board)
    }
}
