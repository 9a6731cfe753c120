//! One position of a walk through a proof: the strategy's moves or replies there.

use shuban_core::{Play, Provable, Seat};
use shuban_search::proof::decided;

use super::proof_file::{PlayOf, ProofFile};
use super::walk::ProofIndex;

/// The status of a position in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProofStatus {
    /// None of the following: a hole, unless the strategy never leads here.
    Missing,
    /// It is not in the file, and there were too many positions to search.
    Unsearched,
    /// The strategy has a move here.
    Listed,
    /// The other side is to move, and all its moves must be answered.
    Replies,
    /// It is not in the file, and plain search decides whether the claim holds, as allowed.
    Decided(bool),
    /// The game is over, as claimed or not.
    Over(bool),
}

impl ProofStatus {
    /// Returns its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            ProofStatus::Missing => "missing",
            ProofStatus::Unsearched => "unsearched",
            ProofStatus::Listed => "listed",
            ProofStatus::Replies => "replies",
            ProofStatus::Decided(_) => "decided",
            ProofStatus::Over(_) => "over",
        }
    }

    /// Returns whether the claim holds here, if that is known without the file.
    pub const fn holds(self) -> Option<bool> {
        match self {
            ProofStatus::Decided(holds) | ProofStatus::Over(holds) => Some(holds),
            _ => None,
        }
    }
}

/// A move from a position of a walk.
pub struct ProofMove<P, M> {
    /// The move, and the position after it.
    pub play: Play<P, M>,
    /// The status of that position.
    pub status: ProofStatus,
    /// The strategy's move there, if the file has it.
    pub answer: Option<M>,
}

/// The content of a proof at a position.
pub struct ProofStep<P, M> {
    /// The player to move.
    pub to_move: Seat,
    /// The status of the position.
    pub status: ProofStatus,
    /// The strategy's one move if it has one; else all legal moves. Replies that refute the proof
    /// come first, then those that it continues after; where plain search has taken over, moves
    /// that keep the claim.
    pub moves: Vec<ProofMove<P, M>>,
}

/// Depth of the search of positions whose replies are listed anyway.
const NEAR_PLIES: u32 = 2;

impl<G: Provable> ProofFile<G> {
    /// Returns the proof's content at a position, and after its legal moves. Plain search visits
    /// about `nodes` positions for all of them at most.
    pub fn step(
        &self,
        game: &G,
        index: &ProofIndex,
        position: &G::Position,
        mut nodes: u64,
    ) -> ProofStep<G::Position, G::Move> {
        let to_move = game.to_move(position);
        let (closed_plies, _) = self.closed();
        // Where the strategy is to move and plain search has taken over, this takes a ply of it.
        let is_choice = to_move == self.claimant();
        let plies = if is_choice { closed_plies } else { NEAR_PLIES };
        let (status, chosen) = self.told(game, index, position, plies, &mut nodes);
        let plies = match chosen {
            Some(_) => NEAR_PLIES,
            None => closed_plies - u32::from(is_choice).min(closed_plies),
        };
        let mut plays = Vec::new();
        match (status, chosen) {
            (ProofStatus::Over(_), _) => (),
            (_, Some(chosen)) => plays.push(chosen),
            _ => game.plays(position, (), &mut plays),
        }
        let mut moves = Vec::new();
        for play in plays {
            let (status, answer) = self.told(game, index, &play.after, plies, &mut nodes);
            let answer = answer.map(|play| play.action);
            moves.push(ProofMove { play, status, answer });
        }
        moves.sort_by_key(|one| match is_choice {
            true => (one.status.holds() != Some(true), one.status),
            false => (one.status.holds() != Some(false), one.status),
        });
        ProofStep { to_move, status, moves }
    }

    /// Returns the status of the position, and the proof's move there.
    fn told(
        &self,
        game: &G,
        index: &ProofIndex,
        position: &G::Position,
        plies: u32,
        nodes: &mut u64,
    ) -> (ProofStatus, Option<PlayOf<G>>) {
        let question = self.question();
        let is_claimed = |holds: bool| holds == self.answer();
        if let Some(payoffs) = game.outcome(position) {
            return (ProofStatus::Over(is_claimed(question.holds(&payoffs))), None);
        }
        let is_own = game.to_move(position) == self.claimant();
        if is_own && let Some(play) = self.play(game, index, position) {
            return (ProofStatus::Listed, Some(play));
        }
        let before = (*nodes).min(self.closed().1);
        let mut left = before;
        let found = decided(game, position, &question, plies, &mut left);
        *nodes -= before - left;
        let status = match found {
            Some(holds) => ProofStatus::Decided(is_claimed(holds)),
            None if !is_own => ProofStatus::Replies,
            None if left == 0 && *nodes == 0 => ProofStatus::Unsearched,
            None => ProofStatus::Missing,
        };
        (status, None)
    }
}
