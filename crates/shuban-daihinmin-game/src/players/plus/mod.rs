//! A player that plays games out by simulation.

mod duel;
mod seen;

pub use duel::{Duel, duel};
pub use seen::SeenTurns;

use std::cmp::Reverse;

use shuban_core::{Hidden, Random, Seat};

use super::control::certain_win;
use super::{Base, ContestPlayer, split};
use crate::{
    Cards, ContestPosition, ContestRules, ContestTable, Daihinmin, Meld, PLAYERS, SeatView, melds,
};

/// Limits of the thinking of [`EndgamePlus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// Most cards in all hands together; by default there is no limit.
    pub cards: usize,
    /// The number of deals of the unseen cards that are played out for a decision.
    pub deals: u32,
    /// The number of draws for a deal, of which the best is taken.
    pub tries: u32,
    /// Most positions that the search for the last two may examine.
    pub positions: usize,
}

impl Default for Playouts {
    fn default() -> Self {
        Playouts { cards: Cards::ALL.len(), deals: 30, tries: 4, positions: 4_000 }
    }
}

/// An improvement on [`Endgame`](super::Endgame) that uses all rules of the game instead of single
/// cards:
///
/// 1. It gives cards away as [`Base`] does, and plays like it while there are more cards than the
///    [limit](Playouts::cards), if one is set.
/// 2. A win that is certain whatever the others hold goes first, as with `endgame`.
/// 3. When two are left, all cards are known: it searches the game to its end and plays a win.
/// 4. Else it deals the unseen cards to the others. Of some random deals it takes the one that
///    agrees best with the last turns, assuming that all others play like [`Base`].
/// 5. It plays each deal out from each of its melds and from the pass, with all players like
///    [`Base`], and counts the points of its place. After each third of the deals it drops the
///    worse half of the choices. It plays the one with the most points, and of several that of
///    [`Base`].
#[derive(Clone)]
pub struct EndgamePlus {
    base: Base,
    game: Daihinmin,
    playouts: Playouts,
    random: Random,
    seen: SeenTurns,
}

/// The deals are divided into this many equal parts; choices are dropped after each.
const STAGES: u32 = 3;

impl EndgamePlus {
    /// A player by these rules.
    pub fn new(rules: ContestRules, playouts: Playouts, random: Random) -> Self {
        let (base, game) = (Base { rules }, Daihinmin::new(rules));
        EndgamePlus { base, game, playouts, random, seen: SeenTurns::default() }
    }

    /// The possible actions, that of [`Base`] first; of melds that differ only in suits one.
    fn choices(&mut self, view: &SeatView, legal: &[Meld]) -> Vec<Option<Meld>> {
        let mut choices = vec![self.base.play(view)];
        let shape = |meld: Meld| (meld.kind(), meld.len(), meld.lowest(), meld.cards().has_joker());
        for meld in legal {
            if choices.iter().flatten().all(|other| shape(*other) != shape(*meld)) {
                choices.push(Some(*meld));
            }
        }
        if view.table.top.is_some() && choices[0].is_some() {
            choices.push(None);
        }
        choices
    }

    /// A deal of the unseen cards that agrees well with the last turns.
    fn deal(&mut self, view: &SeatView) -> Option<ContestPosition> {
        let mut best: Option<(u32, ContestPosition)> = None;
        for _ in 0..self.playouts.tries.max(1) {
            let position = self.game.deal(view, view.seat, &mut |n| self.random.below(n))?;
            let wrong = self.seen.disagreements(self.base, view.seat, &position.hands);
            if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
                best = Some((wrong, position));
            }
            if wrong == 0 {
                break;
            }
        }
        best.map(|(_, position)| position)
    }

    /// The choice with the most points; that of [`Base`] if no deal agrees with the view.
    fn by_playouts(&mut self, view: &SeatView, legal: &[Meld]) -> Option<Meld> {
        let choices = self.choices(view, legal);
        let mut left: Vec<(u64, usize)> = (0..choices.len()).map(|number| (0, number)).collect();
        for _ in 0..STAGES {
            if left.len() < 2 {
                break;
            }
            for _ in 0..self.playouts.deals.div_ceil(STAGES) {
                let Some(position) = self.deal(view) else { return choices[0] };
                for (points, number) in &mut left {
                    *points +=
                        u64::from(self.play_out(position.clone(), choices[*number], view.seat));
                }
            }
            // The order of choices decides between equals.
            left.sort_by_key(|&(points, number)| (Reverse(points), number));
            left.truncate(left.len().div_ceil(2));
        }
        choices[left[0].1]
    }

    /// The points of a seat when all players are like [`Base`] after this action.
    fn play_out(&mut self, mut position: ContestPosition, action: Option<Meld>, me: Seat) -> u16 {
        let rules = &self.game.rules;
        let mut next = action;
        // An illegal meld counts as a pass, which is always legal.
        while position.play(rules, next).is_ok() || position.play(rules, None).is_ok() {
            if position.table.places[me].is_some() || position.is_over(rules) {
                break;
            }
            next = self.base.play(&position.view(position.table.turn));
        }
        // A missing place counts as the last.
        let place = position.table.places[me].map_or(PLAYERS - 1, usize::from);
        rules.points[place]
    }
}

impl ContestPlayer for EndgamePlus {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        if view.cards_in_play() > self.playouts.cards {
            return self.base.play(view);
        }
        let rules = self.game.rules;
        let legal = melds(&rules, view.hand, &view.table);
        if legal.is_empty() {
            return None;
        }
        let certain = certain_win(&rules, view, &split(&rules, view.hand), &legal);
        if certain.is_some() {
            return certain;
        }
        if view.table.players_in().count() == 2
            && let Some(position) = self.game.deal(view, view.seat, &mut |n| self.random.below(n))
            && let Duel::Won(action) = duel(&rules, &position, self.playouts.positions)
        {
            return action;
        }
        self.by_playouts(view, &legal)
    }

    fn begin(&mut self, view: &SeatView) {
        self.seen.begin(view);
    }

    fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        self.seen.see(table, seat, action);
    }
}
