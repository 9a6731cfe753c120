//! Plain rules.

use std::cmp::Reverse;

use shuban_daihinmin_game::players::{ContestPlayer, power, split, weakest, weakest_without_joker};
use shuban_daihinmin_game::{
    Cards, ContestRules, Meld, MeldKind, SeatView, can_play, check, melds,
};

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
        let PlainPlayer { rules } = self;
        if !can_play(rules, view.hand, &view.table) {
            return None;
        }
        let reversed = view.table.reversed();
        match view.table.top.map(|top| top.kind()) {
            None => {
                let rank = |meld: &Meld| {
                    let sort = match meld.kind() {
                        MeldKind::Run => 0,
                        MeldKind::Set => 1,
                        MeldKind::Single => 2,
                        MeldKind::Joker => 3,
                    };
                    (sort, Reverse(meld.len()), power(meld, reversed))
                };
                split(rules, view.hand).into_iter().min_by_key(rank)
            }
            Some(MeldKind::Single) => {
                let mut own = split(rules, view.hand);
                own.retain(|meld| check(rules, view.hand, &view.table, meld).is_ok());
                weakest_without_joker(&own, reversed)
            }
            Some(_) => weakest_without_joker(&melds(rules, view.hand, &view.table), reversed),
        }
    }
}
