//! Turns of a game, and hands that are consistent with them.

use shuban_core::Seat;

use crate::players::{Base, ContestPlayer};
use crate::{Cards, ContestTable, Meld, PLAYERS, SeatView, Standing};

/// The number of recent turns of each seat that a deal is compared with.
const TURNS: usize = 4;

/// The turns of a game.
#[derive(Clone, Debug, Default)]
pub struct SeenTurns {
    turns: Vec<SeenTurn>,
    /// The number of cards of each seat.
    counts: [u8; PLAYERS],
}

#[derive(Clone, Debug)]
struct SeenTurn {
    seat: Seat,
    /// The table and the numbers of cards before the turn.
    table: ContestTable,
    counts: [u8; PLAYERS],
    action: Option<Meld>,
}

impl SeenTurns {
    /// Begins a game.
    pub fn begin(&mut self, view: &SeatView) {
        self.turns.clear();
        self.counts = view.counts;
    }

    /// Adds the turn of a seat.
    pub fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        let turn = SeenTurn { seat, table: *table, counts: self.counts, action: action.copied() };
        self.turns.push(turn);
        let laid = action.map_or(0, Meld::len) as u8;
        self.counts[seat] = self.counts[seat].saturating_sub(laid);
    }

    /// The number of recent turns in which seats other than `me` did not do what [`Base`] would
    /// have done with these hands and with what they have laid since.
    pub fn disagreements(&self, mut base: Base, me: Seat, hands: &[Cards; PLAYERS]) -> u32 {
        let mut count = 0;
        for seat in (0..PLAYERS).filter(|&seat| seat != me && !hands[seat].is_empty()) {
            let mut hand = hands[seat];
            for turn in self.turns.iter().rev().filter(|turn| turn.seat == seat).take(TURNS) {
                hand = turn.action.map_or(hand, |meld| hand | meld.cards());
                let SeenTurn { table, counts, .. } = *turn;
                let view = SeatView {
                    seat,
                    hand,
                    unseen: Cards::NONE,
                    counts,
                    table,
                    standing: Standing::default(),
                };
                let shape = |meld: Meld| (meld.kind(), meld.len(), meld.lowest());
                count += u32::from(base.play(&view).map(shape) != turn.action.map(shape));
            }
        }
        count
    }
}
