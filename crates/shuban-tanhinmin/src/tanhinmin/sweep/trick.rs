//! Who may still answer a card, and what follows from whose answer.

use super::super::rules::{CardRules, Clearing};
use super::codes::Codes;
use super::walk::Walk;

/// A state of a trick, but for the cards: whose card lies, and which of the others have not passed
/// yet. The first of these in order is to move: whoever sits between has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) last: usize,
    /// A set of players, without `last`.
    pub(super) still: u8,
}

/// One player's turn in a state: it plays, which leads to another state with a card less, or
/// passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The state in which it is.
    pub(super) state: State,
    pub(super) mover: usize,
    pub(super) after_card: State,
}

impl State {
    /// Just after a lead.
    pub(super) fn led(last: usize, players: usize) -> Self {
        State { last, still: ((1 << players) - 1) & !(1 << last) }
    }

    /// The turns if all pass one after the other, until the trick is over and `last` leads.
    pub(super) fn turns(self, rules: &CardRules) -> Vec<Turn> {
        let players = rules.players();
        let mut turns = Vec::new();
        let mut still = self.still;
        for i in 1..players {
            let mover = (self.last + i) % players;
            if still >> mover & 1 == 1 {
                let state = State { last: self.last, still };
                still &= !(1 << mover);
                let after_card = State { last: mover, still: still | 1 << self.last };
                turns.push(Turn { state, mover, after_card });
            }
        }
        if rules.clearing() == Clearing::Uecda {
            // The others are locked, and stay so.
            let own = State { last: self.last, still: 0 };
            turns.push(Turn { state: own, mover: self.last, after_card: own });
        }
        turns
    }
}

/// Values that are worked out at a time, so that they stay in the fastest memory.
pub(super) const BATCH: usize = 1 << 11;

/// Working memory for [`unwind`].
pub(super) struct Batch {
    acc: Vec<u32>,
}

impl Batch {
    pub(super) fn new() -> Self {
        Batch { acc: vec![0; BATCH] }
    }
}

/// Works the turns of a trick out from the last to the first, for as many words with the walk's
/// strong end as `sets` is long (at most [`BATCH`]), from rank `first` on. `sets` begins with the
/// values of the position after the trick, and holds those of each turn when `each` is called with
/// its number.
#[inline(always)]
pub(super) fn unwind(
    codes: &Codes,
    walk: &Walk<'_>,
    turns: &[(usize, &[u8])],
    first: usize,
    sets: &mut [u8],
    batch: &mut Batch,
    mut each: impl FnMut(usize, &mut [u8]),
) {
    for (number, &(mover, table)) in turns.iter().enumerate().rev() {
        let plays = walk.plays(mover);
        if !plays.is_empty() {
            let acc = &mut batch.acc[..sets.len()];
            acc.fill(0);
            for &play in plays {
                let from = play.wrapping_add(first);
                codes.join(mover, acc, &table[from..from + acc.len()]);
            }
            codes.follow(mover, acc, sets);
        }
        each(number, sets);
    }
}
