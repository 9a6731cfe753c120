//! Gifts before a game, by search.

use super::Champion;
use super::clock::Clock;
use super::history::History;
use crate::players::base::choices;
use crate::players::split;
use crate::{Cards, ContestPosition, ContestTable, PLAYERS, SeatView, Standing};

/// The number of gifts that are compared.
const GIFTS: usize = 12;
/// Times as many games as for a play: there is one in a game, and its effect is small.
const GIFT_SIMULATIONS: u32 = 4;

impl Champion {
    /// Chooses a gift: some [likely ones](Self::likely_gifts) are tried on deals that agree with the
    /// exchange. `None` if classes are unknown, if no deal agrees with the view, or unless one or two
    /// cards are given.
    pub(super) fn search_gift(
        &mut self,
        hand: Cards,
        count: usize,
        clock: &Clock,
    ) -> Option<Cards> {
        let (seat, standing) = self.before_gift?;
        let classes = standing.classes?;
        let partner = standing.partner(seat)?;
        let rules = self.base.rules;
        let gifts = self.likely_gifts(hand, count);
        if gifts.len() < 2 {
            return gifts.first().copied();
        }
        // The partner without the gift; the others as dealt, from the first's seat on.
        let first = classes.iter().position(|&class| class == 0)?;
        let mut counts = [0; PLAYERS];
        (0..Cards::ALL.len()).for_each(|card| counts[(first + card) % PLAYERS] += 1);
        counts[partner] -= count as u8;
        counts[seat] = hand.len() as u8;
        let view = SeatView {
            seat,
            hand,
            unseen: Cards::ALL - hand,
            counts,
            table: ContestTable::new(seat),
            standing: Standing { given: Cards::NONE, ..standing },
        };
        let deals = self.deals(&view, &History::default(), clock);
        if deals.is_empty() {
            return None;
        }
        // The first are the likeliest. They add up to about two, which explores more than in play.
        let priors: Vec<f32> = (1..=gifts.len()).map(|rank| 1.0 / (rank + 1) as f32).collect();
        let simulations = self.setting.simulations.saturating_mul(GIFT_SIMULATIONS);
        let bandit =
            self.try_out(&priors, &deals, simulations, &view, clock, |choice, mut hands| {
                hands[seat] = hand - gifts[choice];
                hands[partner] |= gifts[choice];
                ContestPosition::new(&rules, hands)
            });
        Some(gifts[bandit.best()])
    }

    /// Returns the gifts to compare: those with the fewest eights, twos and jokers first, then by the
    /// groups that are left, three steps of strength each.
    fn likely_gifts(&self, hand: Cards, count: usize) -> Vec<Cards> {
        let strength =
            |gift: Cards| gift.iter().map(|card| u32::from(card.strength())).sum::<u32>();
        let kept =
            |gift: Cards| gift.iter().filter(|card| matches!(card.strength(), 6 | 13 | 14)).count();
        let mut gifts = choices(hand, count);
        gifts.sort_by_cached_key(|&gift| {
            let groups = split(&self.base.rules, hand - gift).len() as u32;
            (kept(gift), 3 * groups + strength(gift), strength(gift), gift)
        });
        gifts.truncate(GIFTS);
        gifts
    }
}
