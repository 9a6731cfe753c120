//! A player that plays games out in its head.

mod duel;
mod seen;
#[cfg(test)]
mod tests;

use shuban_core::{Hidden, Seat};

use self::duel::{Duel, duel};
use self::seen::SeenTurns;
use super::control::certain_win;
use super::endgame::cards_in_play;
use super::{Base, Player, split};
use crate::game::{
    Cards, ContestRules, ContestTable, Daihinmin, Meld, PLAYERS, Round, SeatView, melds,
};
use shuban_core::Random;

/// How much [`EndgamePlus`] thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// From so many cards on, in all hands together: all by default.
    pub cards: usize,
    /// So many deals of the unseen cards are played out for a decision.
    pub deals: u32,
    /// Each of them is the best of so many.
    pub tries: u32,
    /// How many positions the search for the last two may look at.
    pub positions: usize,
}

impl Default for Playouts {
    fn default() -> Self {
        Playouts { cards: Cards::ALL.len(), deals: 30, tries: 4, positions: 4_000 }
    }
}

/// What was found to beat [`Endgame`](super::Endgame), by all rules of the game instead of single
/// cards alone:
///
/// 1. It gives cards away as [`Base`] does, and plays like it while there are more cards than a
///    [limit](Playouts::cards), if one is set.
/// 2. A win that is certain whatever the others hold goes first, as with `endgame`.
/// 3. When two are left all cards are known: the game is searched to its end, suits, locks, joker
///    and all, and a win is played.
/// 4. Else it deals the unseen cards to the others. Of some random deals it takes the one with
///    which the turns that it saw agree best, if all others were [`Base`].
/// 5. It plays each deal out from each of its melds and from the pass, everybody like [`Base`], and
///    counts the points of its place. After each third of the deals the worse half of the choices
///    is dropped. It plays what has most points; of as many, what [`Base`] plays.
#[derive(Clone)]
pub struct EndgamePlus {
    base: Base,
    game: Daihinmin,
    playouts: Playouts,
    random: Random,
    seen: SeenTurns,
    legal: Vec<Meld>,
}

/// Choices are dropped after so many equal parts of the deals.
const STAGES: u32 = 3;

impl EndgamePlus {
    /// A player by these rules.
    pub fn new(rules: ContestRules, playouts: Playouts, random: Random) -> Self {
        let (base, game) = (Base::new(rules), Daihinmin::new(rules));
        EndgamePlus { base, game, playouts, random, seen: SeenTurns::default(), legal: Vec::new() }
    }

    /// What it may do, what [`Base`] does first; melds that differ in suits alone count as one.
    fn choices(&mut self, view: &SeatView) -> Vec<Option<Meld>> {
        let mut choices = vec![self.base.play(view)];
        let shape = |meld: Meld| (meld.kind(), meld.len(), meld.lowest(), meld.cards().has_joker());
        for meld in &self.legal {
            if choices.iter().flatten().all(|other| shape(*other) != shape(*meld)) {
                choices.push(Some(*meld));
            }
        }
        if view.table.top.is_some() && choices[0].is_some() {
            choices.push(None);
        }
        choices
    }

    /// A deal of the unseen cards that goes well with what was seen.
    fn deal(&mut self, view: &SeatView) -> Option<Round> {
        let mut best: Option<(u32, Round)> = None;
        for _ in 0..self.playouts.tries.max(1) {
            let round = self.game.deal(view, view.seat, &mut |n| self.random.below(n))?;
            let wrong = self.seen.disagreements(&mut self.base, view.seat, &round.hands);
            if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
                best = Some((wrong, round));
            }
            if wrong == 0 {
                break;
            }
        }
        best.map(|(_, round)| round)
    }

    /// The choice with most points; `None` if there is no deal that looks like this.
    #[expect(clippy::option_option, reason = "no answer, or one: a pass is one")]
    fn by_playouts(&mut self, view: &SeatView) -> Option<Option<Meld>> {
        let choices = self.choices(view);
        let mut left: Vec<(u64, usize)> = (0..choices.len()).map(|number| (0, number)).collect();
        for _ in 0..STAGES {
            if left.len() < 2 {
                break;
            }
            for _ in 0..self.playouts.deals.div_ceil(STAGES) {
                let round = self.deal(view)?;
                for (points, number) in &mut left {
                    *points += u64::from(self.play_out(round.clone(), choices[*number], view.seat));
                }
            }
            // The order of choices decides between equals.
            left.sort_by_key(|&(points, number)| (std::cmp::Reverse(points), number));
            left.truncate(left.len().div_ceil(2));
        }
        left.first().map(|&(_, number)| choices[number])
    }

    /// The points of a seat when everybody plays like [`Base`] after this action.
    fn play_out(&mut self, mut round: Round, action: Option<Meld>, me: Seat) -> u16 {
        let rules = &self.game.rules;
        let mut next = action;
        loop {
            // What is illegal is a pass, which never is.
            if round.play(rules, next).is_err() && round.play(rules, None).is_err() {
                break;
            }
            if round.table.places[me].is_some() || round.is_over(rules) {
                break;
            }
            next = self.base.play(&round.view(round.table.turn));
        }
        // Without a place it counts as the last.
        let place = round.table.places[me].map_or(PLAYERS - 1, usize::from);
        rules.points[place]
    }
}

impl Player for EndgamePlus {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.base.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        if cards_in_play(view) > self.playouts.cards {
            return self.base.play(view);
        }
        let rules = self.game.rules;
        self.legal.clear();
        melds(&rules, view.hand, &view.table, &mut self.legal);
        if self.legal.is_empty() {
            return None;
        }
        let certain = certain_win(&rules, view, &split(&rules, view.hand), &self.legal);
        if certain.is_some() {
            return certain;
        }
        if view.table.players_in().len() == 2
            && let Some(round) = self.game.deal(view, view.seat, &mut |n| self.random.below(n))
            && let Duel::Won(action) = duel(&rules, &round, self.playouts.positions)
        {
            return action;
        }
        match self.by_playouts(view) {
            Some(action) => action,
            None => self.base.play(view),
        }
    }

    fn begin(&mut self, view: &SeatView) {
        self.seen.begin(view);
    }

    fn see(&mut self, table: &ContestTable, seat: Seat, action: Option<&Meld>) {
        self.seen.see(table, seat, action);
    }
}
