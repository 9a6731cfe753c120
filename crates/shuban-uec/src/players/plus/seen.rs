//! What was played in a game, and which hands it speaks for.

use shuban_core::Seat;

use crate::game::{Cards, ContestTable, Meld, PLAYERS, SeatView};
use crate::players::{Base, Player};

/// So many of the last turns of each seat are held against a deal.
const TURNS: usize = 4;

/// The turns of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenTurns {
    turns: Vec<SeenTurn>,
    /// How many cards each seat has.
    counts: [u8; PLAYERS],
}

#[derive(Clone, Debug)]
struct SeenTurn {
    seat: Seat,
    /// Before it.
    table: ContestTable,
    counts: [u8; PLAYERS],
    action: Option<Meld>,
}

impl SeenTurns {
    /// A game begins.
    pub(super) fn begin(&mut self, view: &SeatView) {
        self.turns.clear();
        self.counts = view.counts;
    }

    /// A seat has played or passed.
    pub(super) fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        let turn = SeenTurn { seat, table: *table, counts: self.counts, action: action.copied() };
        self.turns.push(turn);
        let laid = action.map_or(0, Meld::len) as u8;
        self.counts[seat] = self.counts[seat].saturating_sub(laid);
    }

    /// In how many of the last turns seats other than `me` did something else than [`Base`] would
    /// have done, were these their hands now: what a seat has laid since, it held then.
    pub(super) fn disagreements(&self, base: &mut Base, me: Seat, hands: &[Cards; PLAYERS]) -> u32 {
        let mut count = 0;
        for seat in (0..PLAYERS).filter(|&seat| seat != me && !hands[seat].is_empty()) {
            let mut hand = hands[seat];
            for turn in self.turns.iter().rev().filter(|turn| turn.seat == seat).take(TURNS) {
                hand = turn.action.map_or(hand, |meld| hand | meld.cards());
                let view = SeatView {
                    seat,
                    hand,
                    unseen: Cards::NONE,
                    counts: turn.counts,
                    table: turn.table,
                };
                let shape = |meld: Meld| (meld.kind(), meld.len(), meld.lowest());
                count += u32::from(base.play(&view).map(shape) != turn.action.map(shape));
            }
        }
        count
    }
}
