//! Follows every line of a proof.

use std::collections::HashSet;

use crate::proof::{Claim, Proof};
use crate::rules::{Board, Colour, Ending, Tile};

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Checked {
    /// Positions of the strategy.
    pub nodes: u64,
    /// Replies followed.
    pub replies: u64,
    /// Replies to positions that are not listed but that plain search decides.
    pub closed: u64,
}

/// The first position at which a proof fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}: {reason} ({rows:?})",
    .node.map_or("the root".to_owned(), |node| format!("record {node}"))
)]
pub struct Refusal {
    /// The number of the record in the file; `None` for the root.
    pub node: Option<usize>,
    /// What is wrong there.
    pub reason: &'static str,
    /// The tiles after the wrong move or reply, or of the position itself: row by row, as white
    /// sides.
    pub rows: Vec<Tile>,
}

/// Whether a finished game satisfies the claim.
fn keeps(claim: Claim, ending: Ending) -> bool {
    match ending {
        Ending::Won(colour) => colour == claim.side,
        Ending::Draw => !claim.wins,
    }
}

/// Checks a whole proof.
///
/// # Errors
/// The first [`Refusal`].
pub fn check(proof: &Proof) -> Result<Checked, Refusal> {
    if !proof.root.is_open(proof.to_move) {
        return Err(refusal(None, "is no position that a game goes on from", &proof.root));
    }
    let mut listed = HashSet::new();
    for (number, node) in proof.nodes.iter().enumerate() {
        if !listed.insert(node.board.canonical()) {
            return Err(refusal(Some(number), "is listed twice", &node.board));
        }
    }
    let checked = Checked { nodes: proof.nodes.len() as u64, ..Checked::default() };
    let mut check = Check { proof, listed, checked };
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
    for (number, node) in proof.nodes.iter().enumerate() {
        let turn = node.board.turn(proof.claim.side, node.row, node.column, node.tile);
        let Some((after, ending)) = turn else {
            return Err(refusal(Some(number), "its move is illegal", &node.board));
        };
        match ending {
            Some(ending) if keeps(proof.claim, ending) => (),
            Some(_) => return Err(refusal(Some(number), "its move loses what is claimed", &after)),
            None => check.replies(Some(number), &after)?,
        }
    }
    Ok(check.checked)
}

fn refusal(node: Option<usize>, reason: &'static str, board: &Board) -> Refusal {
    Refusal { node, reason, rows: board.rows() }
}

struct Check<'p> {
    proof: &'p Proof,
    /// The canonical forms of all positions of the strategy.
    listed: HashSet<Vec<Tile>>,
    checked: Checked,
}

impl Check<'_> {
    /// Follows every legal reply. If there are none, the other side is stuck and has lost.
    fn replies(&mut self, node: Option<usize>, board: &Board) -> Result<(), Refusal> {
        let claim = self.proof.claim;
        for (after, ending) in board.turns(claim.side.other()) {
            self.checked.replies += 1;
            let reason = match ending {
                Some(ending) if keeps(claim, ending) => continue,
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
        if self.listed.contains(&board.canonical()) {
            return true;
        }
        self.checked.closed += 1;
        let mut left = self.proof.closed_nodes;
        (1..=self.proof.closed_plies)
            .any(|plies| self.value(board, self.proof.claim.side, plies, &mut left) == Some(true))
    }

    /// Whether the claim holds; `None` if this many plies or positions do not decide it.
    fn value(&self, board: &Board, to_move: Colour, plies: u32, left: &mut u64) -> Option<bool> {
        let claim = self.proof.claim;
        let aim = to_move == claim.side;
        // A player without a turn has lost.
        let mut value = Some(!aim);
        for (after, ending) in board.turns(to_move) {
            *left = left.checked_sub(1)?;
            let found = match ending {
                Some(ending) => Some(keeps(claim, ending)),
                None if plies > 1 => self.value(&after, to_move.other(), plies - 1, left),
                None => None,
            };
            match found {
                Some(found) if found == aim => return Some(aim),
                Some(_) => (),
                None => value = None,
            }
        }
        value
    }
}
