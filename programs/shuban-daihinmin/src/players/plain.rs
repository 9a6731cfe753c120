//! Plain rules.

use shuban_daihinmin_game::players::{ContestPlayer, power, split, weakest, weakest_without_joker};
use shuban_daihinmin_game::{Cards, ContestRules, Meld, MeldKind, SeatView, melds};

/// Plays by plain rules, similar to the client of the contest's kit:
///
/// 1. It gives away its weakest cards that are in no set and no run of its [`split`]; if these are
///    too few, the weakest ones.
/// 2. When it leads, it lays the longest run of its split, and of these the weakest; else the
///    largest set, and of these the weakest; else its weakest single; the joker last.
/// 3. On a single it lays its weakest card that is in no set and no run and may be played; else the
///    joker.
/// 4. On a set or a run it lays the weakest one that may be played, whatever it breaks; with the
///    joker only if there is none without.
/// 5. On a lone joker it lays the spade three. It passes only if these rules find nothing.
#[derive(Clone, Copy, Debug)]
pub struct PlainPlayer {
    /// The rules of the game.
    pub rules: ContestRules,
}

impl ContestPlayer for PlainPlayer {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let own = split(&self.rules, hand);
        let alone = own.iter().filter(|meld| meld.kind() == MeldKind::Single);
        let gift: Cards = alone.take(count).map(Meld::cards).collect();
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
        let mut legal = melds(&self.rules, view.hand, &view.table);
        if top.kind() == MeldKind::Single {
            legal.retain(|meld| own.contains(meld));
        }
        weakest_without_joker(&legal, reversed)
    }
}
