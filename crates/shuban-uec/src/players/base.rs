//! Rules that keep strong cards for later.

use super::control::{fewest_cards, power};
use super::{Player, split, weakest};
use crate::game::{Cards, ContestRules, Meld, SeatView, melds};

/// Plays by rules of moderate strength. It thinks of its hand as the melds of its [`split`]; the
/// power of a meld is the strength of its weakest card, counted from the other end in a revolution.
///
/// Before a game:
///
/// 1. It gives away the cards without which it has the fewest melds left, of these the weakest
///    ones; eights, twos and the joker only if it has nothing else.
///
/// In its turn the first rule that says something decides:
///
/// 2. It goes out if it can.
/// 3. Leading, it leads the meld with the least power, where each card more than one counts as one
///    less. Eights, twos (threes in a revolution) and the joker stay for later while there is
///    anything else; so do melds that would make a revolution, unless the rest of the hand is
///    better for it.
/// 4. Upon a lone joker it lays the spade three.
/// 5. Following, it lays the weakest of its melds that may be laid, but no such revolution.
/// 6. With at most six cards left, or somebody else down to two, it breaks up its melds, too: it
///    lays the weakest that may be laid, without the joker if it can.
/// 7. Else it passes.
///
/// It does not count what the others can still have, nor look ahead.
#[derive(Clone, Debug)]
pub struct Base {
    rules: ContestRules,
    found: Vec<Meld>,
}

/// With so many cards left melds are broken up.
const FEW_CARDS: usize = 6;

impl Base {
    /// A player by these rules of the game.
    pub fn new(rules: ContestRules) -> Self {
        Base { rules, found: Vec::new() }
    }

    /// The rules of the game.
    pub(super) fn rules(&self) -> &ContestRules {
        &self.rules
    }

    fn lead(&self, view: &SeatView, own: &[Meld]) -> Option<Meld> {
        let reversed = view.table.reversed();
        let worth = |meld: &&Meld| {
            let late = self.is_control(meld, reversed) || self.turns_badly(view, meld);
            (late, i32::from(power(meld, reversed)) - meld.len() as i32)
        };
        own.iter().min_by_key(worth).copied()
    }

    /// Whether a meld is better kept to win a trick.
    fn is_control(&self, meld: &Meld, reversed: bool) -> bool {
        power(meld, reversed) >= 13 || self.rules.eight_cut && meld.has_eight()
    }

    /// Whether a meld would turn the strengths round and the rest of the hand is worse for it.
    fn turns_badly(&self, view: &SeatView, meld: &Meld) -> bool {
        let mut after = view.table;
        after.play(&self.rules, Some(*meld), false);
        if after.revolution == view.table.revolution {
            return false;
        }
        let rest = (view.hand - meld.cards()).naturals();
        let sum: usize = rest.iter().map(|card| usize::from(card.strength())).sum();
        // The mean strength of the pack is 7.
        let high = sum > 7 * rest.len();
        high != view.table.reversed()
    }

    fn follow(&self, view: &SeatView, own: &[Meld]) -> Option<Meld> {
        let reversed = view.table.reversed();
        let weakest =
            self.found.iter().filter(|meld| own.contains(meld) && !self.turns_badly(view, meld));
        let weakest = weakest.min_by_key(|meld| power(meld, reversed));
        if weakest.is_some() || view.hand.len() > FEW_CARDS && fewest_cards(view) > 2 {
            return weakest.copied();
        }
        let rank = |meld: &&Meld| (meld.cards().has_joker(), power(meld, reversed));
        self.found.iter().min_by_key(rank).copied()
    }
}

impl Player for Base {
    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        let kept = |cards: Cards| {
            cards.iter().filter(|card| matches!(card.strength(), 6 | 13 | 14)).count()
        };
        let worth = |gift: &Cards| {
            let sum: usize = gift.iter().map(|card| usize::from(card.strength())).sum();
            (kept(*gift), split(&self.rules, hand - *gift).len(), sum)
        };
        let gifts = choices(hand, count);
        gifts.into_iter().min_by_key(worth).unwrap_or_else(|| weakest(hand, count))
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        self.found.clear();
        melds(&self.rules, view.hand, &view.table, &mut self.found);
        if let Some(last) = self.found.iter().find(|meld| meld.cards() == view.hand) {
            return Some(*last);
        }
        if view.table.lone_joker() {
            return self.found.first().copied();
        }
        let own = split(&self.rules, view.hand);
        if view.table.top.is_none() { self.lead(view, &own) } else { self.follow(view, &own) }
    }
}

/// All ways to choose so many cards of a hand, for up to two; none for more.
fn choices(hand: Cards, count: usize) -> Vec<Cards> {
    let singles = hand.iter().map(Cards::only);
    match count {
        1 => singles.collect(),
        2 => singles
            .flat_map(|one| hand.iter().map(move |two| one | Cards::only(two)))
            .filter(|cards| cards.len() == 2)
            .collect(),
        _ => Vec::new(),
    }
}
