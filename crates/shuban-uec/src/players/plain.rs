//! Plain rules.

use super::control::power;
use super::{Player, split, weakest};
use crate::game::{Cards, ContestRules, Meld, MeldKind, SeatView, melds};

/// Plays by plain rules, much as the client that comes with the contest's kit does:
///
/// 1. It gives away its weakest cards that are in no set and no run of its [`split`]; if these are
///    too few, the weakest ones.
/// 2. When it leads, it lays a run of its split if there is one, the longest and of these the
///    weakest; else a set, the largest and of these the weakest; else its weakest single; the joker
///    last.
/// 3. Upon a single it lays its weakest card that is in no set and no run; if it has none that may
///    be played, the joker.
/// 4. Upon a set or a run it lays the weakest one that may be played, whatever it breaks; with the
///    joker only if there is none without.
/// 5. Upon a lone joker it lays the spade three. It passes only if these rules find nothing.
#[derive(Clone, Debug)]
pub struct PlainPlayer {
    rules: ContestRules,
    found: Vec<Meld>,
}

impl PlainPlayer {
    /// A player by these rules of the game.
    pub fn new(rules: ContestRules) -> Self {
        PlainPlayer { rules, found: Vec::new() }
    }
}

impl Player for PlainPlayer {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let alone =
            split(&self.rules, hand).into_iter().filter(|meld| meld.kind() == MeldKind::Single);
        let gift: Cards = alone.take(count).flat_map(|meld| meld.cards().iter()).collect();
        gift | weakest(hand - gift, count - gift.len())
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        let reversed = view.table.reversed();
        let own = split(&self.rules, view.hand);
        let Some(top) = view.table.top else {
            let rank = |meld: &&Meld| {
                let sort = match meld.kind() {
                    MeldKind::Run => 0,
                    MeldKind::Set => 1,
                    MeldKind::Single => 2,
                    MeldKind::Joker => 3,
                };
                (sort, usize::MAX - meld.len(), power(meld, reversed))
            };
            return own.iter().min_by_key(rank).copied();
        };
        self.found.clear();
        melds(&self.rules, view.hand, &view.table, &mut self.found);
        if top.kind() == MeldKind::Single {
            self.found.retain(|meld| own.contains(meld));
        }
        // The lone joker is the strongest; within sets and runs it is the last resort.
        let rank = |meld: &&Meld| (meld.cards().has_joker(), power(meld, reversed));
        self.found.iter().min_by_key(rank).copied()
    }
}
