//! The players who may still answer a card, and the states that follow from their answers.

use super::codes::Codes;
use super::walk::Walk;
use crate::rules::{CardRules, Clearing};

/// A state of a trick, but for the cards: the player whose card lies, and which of the others have
/// not passed yet. The first of these in order is to move: players between have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TrickState {
    pub(super) last: usize,
    /// A set of players, without `last`.
    pub(super) still: u8,
}

/// One player's turn in a state: it plays, which leads to another state with a card less, or
/// passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TrickTurn {
    /// The state in which it is.
    pub(super) state: TrickState,
    pub(super) mover: usize,
    pub(super) after_card: TrickState,
}

impl TrickState {
    /// The state just after a lead.
    pub(super) fn led(last: usize, players: usize) -> Self {
        TrickState { last, still: ((1 << players) - 1) & !(1 << last) }
    }

    /// The turns if all pass one after the other, until the trick is over and `last` leads.
    pub(super) fn turns(self, rules: &CardRules) -> Vec<TrickTurn> {
        let (players, last) = (rules.players(), self.last);
        let mut turns = Vec::new();
        let mut still = self.still;
        for i in 1..players {
            let mover = (last + i) % players;
            if still >> mover & 1 == 1 {
                let state = TrickState { last, still };
                still &= !(1 << mover);
                let after_card = TrickState { last: mover, still: still | 1 << last };
                turns.push(TrickTurn { state, mover, after_card });
            }
        }
        if rules.clearing == Clearing::Uecda {
            // The others are locked, and stay so.
            let own = TrickState { last, still: 0 };
            turns.push(TrickTurn { state: own, mover: last, after_card: own });
        }
        turns
    }
}

/// Values that are computed at a time, so that they stay in the fastest memory.
pub(super) const BATCH: usize = 1 << 11;

/// Working memory of one thread.
pub struct LeadScratch {
    codes: Vec<u32>,
    /// The values that were computed last.
    pub(super) sets: Vec<u8>,
}

impl LeadScratch {
    pub(super) fn new() -> Self {
        LeadScratch { codes: vec![0; BATCH], sets: vec![0; BATCH] }
    }
}

/// Computes the turns of a trick from the last to the first, for `len` words with the walk's strong
/// end (at most [`BATCH`]), from rank `first` on. `after` are the values after the trick, by rank;
/// each turn is a mover and the values after its cards. `each` is called with the number of every
/// turn and its values.
#[inline(always)]
pub(super) fn unwind(
    codes: &Codes,
    walk: &Walk<'_>,
    (turns, after): (&[(usize, &[u8])], &[u8]),
    first: usize,
    len: usize,
    scratch: &mut LeadScratch,
    mut each: impl FnMut(usize, &[u8]),
) {
    let (sets, acc) = (&mut scratch.sets[..len], &mut scratch.codes[..len]);
    sets.copy_from_slice(&after[first..first + len]);
    for (number, &(mover, table)) in turns.iter().enumerate().rev() {
        let plays = &walk.plays[mover];
        if !plays.is_empty() {
            acc.fill(0);
            for &play in plays {
                let from = play.wrapping_add(first);
                codes.join(mover, acc, &table[from..from + len]);
            }
            codes.follow(mover, acc, sets);
        }
        each(number, sets);
    }
}
