//! Rules that keep strong cards for later.

use super::control::{fewest_cards, power, weakest_without_joker};
use super::split::split_len;
use super::{ContestPlayer, split, weakest};
use crate::{Card, Cards, ContestRules, Meld, SeatView, can_play, check, melds};

/// Plays by rules of moderate strength. It sees its hand as the melds of its [`split`]; the power
/// of a meld is the strength of its weakest card, counted from the other end in a revolution.
///
/// Before a game:
///
/// 1. It gives away the cards without which it has the fewest melds left, and of these the weakest;
///    eights, twos and the joker only if it has nothing else.
///
/// In its turn the first rule that applies decides:
///
/// 2. It goes out if it can.
/// 3. Leading, it leads the meld with the least power, where each card beyond the first counts as
///    one less. It keeps eights, twos (threes in a revolution) and the joker while there is
///    anything else. It keeps revolutions, too, unless the rest of the hand is better in one.
/// 4. On a lone joker it lays the spade three.
/// 5. Following, it lays the weakest of its melds that may be laid, but no revolution that hurts.
/// 6. With at most six cards left, or another player down to two, it breaks its melds up: it lays
///    the weakest that may be laid, without the joker if it can.
/// 7. Else it passes.
///
/// It neither counts the cards that the others may still have nor looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// The rules of the game.
    pub rules: ContestRules,
}

/// Melds are broken up when at most this many cards are left.
const FEW_CARDS: usize = 6;

impl Base {
    fn lead(&self, view: &SeatView, own: &[Meld]) -> Option<Meld> {
        let reversed = view.table.reversed();
        let worth = |meld: &&Meld| {
            let late = self.is_control(meld, reversed) || self.turns_badly(view, meld);
            (late, i32::from(power(meld, reversed)) - meld.len() as i32)
        };
        own.iter().min_by_key(worth).copied()
    }

    /// Returns true if a meld is better kept to win a trick.
    fn is_control(&self, meld: &Meld, reversed: bool) -> bool {
        power(meld, reversed) >= 13 || self.rules.eight_cut && meld.has_eight()
    }

    /// Returns true if a meld would make a revolution that makes the rest of the hand worse.
    fn turns_badly(&self, view: &SeatView, meld: &Meld) -> bool {
        if !self.rules.is_revolution(meld) {
            return false;
        }
        let rest = (view.hand - meld.cards()).naturals();
        // The mean strength of the pack is 7.
        let high = strengths(rest) > 7 * rest.len();
        high != view.table.reversed()
    }

    fn follow(&self, view: &SeatView, own: &[Meld]) -> Option<Meld> {
        let reversed = view.table.reversed();
        let fits = |meld: &Meld| check(&self.rules, view.hand, &view.table, meld).is_ok();
        let kept = own.iter().filter(|meld| fits(meld) && !self.turns_badly(view, meld));
        let weakest = kept.min_by_key(|meld| power(meld, reversed));
        if weakest.is_some() || view.hand.len() > FEW_CARDS && fewest_cards(view) > 2 {
            return weakest.copied();
        }
        weakest_without_joker(&melds(&self.rules, view.hand, &view.table), reversed)
    }

    /// The meld of the whole hand, if it may be laid.
    fn last(&self, view: &SeatView) -> Option<Meld> {
        let naturals = view.hand.naturals();
        let suit = naturals.first().and_then(Card::suit);
        let of_one_suit = suit.is_none_or(|suit| naturals.of_suit(suit) == naturals);
        if !of_one_suit && naturals.strength_count() > 1 {
            return None;
        }
        let legal = melds(&self.rules, view.hand, &view.table);
        legal.into_iter().find(|meld| meld.cards() == view.hand)
    }
}

impl ContestPlayer for Base {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let kept = |cards: Cards| {
            cards.iter().filter(|card| matches!(card.strength(), 6 | 13 | 14)).count()
        };
        let worth =
            |gift: &Cards| (kept(*gift), split_len(&self.rules, hand - *gift), strengths(*gift));
        let gifts = choices(hand, count);
        gifts.into_iter().min_by_key(worth).unwrap_or_else(|| weakest(hand, count))
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        if !can_play(&self.rules, view.hand, &view.table) {
            return None;
        }
        if let Some(last) = self.last(view) {
            return Some(last);
        }
        if view.table.lone_joker() {
            return Some(Meld::single(Card::SPADE_THREE));
        }
        let own = split(&self.rules, view.hand);
        match view.table.top {
            None => self.lead(view, &own),
            Some(_) => self.follow(view, &own),
        }
    }
}

/// The sum of the strengths of some cards.
fn strengths(cards: Cards) -> usize {
    cards.iter().map(|card| usize::from(card.strength())).sum()
}

/// All ways to choose one or two cards of a hand; empty for larger numbers.
pub(super) fn choices(hand: Cards, count: usize) -> Vec<Cards> {
    let singles = hand.iter().map(Cards::only);
    match count {
        1 => singles.collect(),
        2 => singles
            .enumerate()
            .flat_map(|(place, one)| {
                hand.iter().skip(place + 1).map(move |two| one | Cards::only(two))
            })
            .collect(),
        _ => Vec::new(),
    }
}
