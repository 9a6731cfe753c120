//! Deals of the unseen cards, drawn in proportion to how well they explain the game so far.

use std::sync::Arc;

use shuban_core::{Random, Seat};

use super::exchange::{log_weight, pairs};
use super::history::History;
use crate::policy::{Odds, Policy};
use crate::{Card, Cards, ContestRules, PLAYERS, SeatView};

/// Settings of the drawing of deals: the weight of what others did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeliefSetting {
    /// The number of swaps of two cards that are tried between two deals.
    pub steps: u32,
    /// The number that is tried before the first.
    pub warm_up: u32,
    /// The number of recent turns of each seat that are looked at.
    pub turns: usize,
    /// The power to which the probabilities of plays are raised: less than one, since others play
    /// by policies of their own.
    pub trust: f32,
    /// The least probability of a play, before that.
    pub least: f32,
    /// The power to which the probability of the exchange is raised.
    pub exchange: f32,
}

impl Default for BeliefSetting {
    fn default() -> Self {
        BeliefSetting { steps: 6, warm_up: 200, turns: 8, trust: 0.7, least: 0.005, exchange: 1.0 }
    }
}

/// A deal of the unseen cards that changes step by step (Metropolis and others, 1953): two cards of
/// two hands change places, and the change stands with the probability that makes deals appear in
/// proportion to their weights in the long run. The weight is the probability of the exchange and
/// of the turns that were seen, all deals of the pack being equally likely before.
#[derive(Clone, Debug, Default)]
pub struct Beliefs {
    hands: [Cards; PLAYERS],
    /// The unseen cards whose holders are not known, each with the seat that has it in this deal.
    free: Vec<(Card, Seat)>,
    /// The logarithm of the weight of the turns of each seat.
    turns: [f32; PLAYERS],
    /// The logarithm of the weight of the exchange.
    exchange: f32,
    odds: Odds,
}

/// The grounds of the weights of deals.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'e> {
    /// The rules.
    pub rules: &'e ContestRules,
    /// The policies by which the seats are taken to play.
    pub policies: &'e [Arc<Policy>; PLAYERS],
    /// The turns so far.
    pub history: &'e History,
    /// The seat's view now.
    pub view: &'e SeatView,
    /// Settings of the weights.
    pub setting: BeliefSetting,
}

impl Beliefs {
    /// Takes the deal to the present, changed as little as possible. Returns false if no deal agrees
    /// with the numbers of cards.
    pub fn update(&mut self, evidence: &Evidence<'_>, random: &mut Random) -> bool {
        let SeatView { seat: me, hand, unseen, counts, .. } = *evidence.view;
        let others = || (0..PLAYERS).filter(|&seat| seat != me);
        if others().map(|seat| usize::from(counts[seat])).sum::<usize>() != unseen.len() {
            return false;
        }
        let known = evidence.history.known.map(|known| known & unseen);
        let mut loose = unseen;
        let mut hands = known;
        hands[me] = hand;
        loose -= others().map(|seat| known[seat]).collect();
        for seat in others() {
            let room = usize::from(counts[seat]).saturating_sub(known[seat].len());
            let kept = (self.hands[seat] & loose).shuffled(random);
            let kept: Cards = kept.into_iter().take(room).collect();
            hands[seat] |= kept;
            loose -= kept;
        }
        let mut loose = loose.shuffled(random).into_iter();
        for seat in others() {
            let room = usize::from(counts[seat]).saturating_sub(hands[seat].len());
            hands[seat] |= loose.by_ref().take(room).collect();
            if hands[seat].len() != usize::from(counts[seat]) {
                return false;
            }
        }
        self.hands = hands;
        self.free.clear();
        for seat in others() {
            self.free.extend((hands[seat] - known[seat]).iter().map(|card| (card, seat)));
        }
        for seat in others() {
            self.turns[seat] = self.of_turns(evidence, seat, hands[seat]);
        }
        self.exchange = self.of_exchange(evidence, &hands);
        for _ in 0..evidence.setting.warm_up {
            self.step(evidence, random);
        }
        true
    }

    /// Goes on to another deal.
    pub fn advance(&mut self, evidence: &Evidence<'_>, random: &mut Random) {
        for _ in 0..evidence.setting.steps {
            self.step(evidence, random);
        }
    }

    /// The hands of the deal.
    pub fn hands(&self) -> [Cards; PLAYERS] {
        self.hands
    }

    /// Tries to swap two cards.
    fn step(&mut self, evidence: &Evidence<'_>, random: &mut Random) {
        if self.free.len() < 2 {
            return;
        }
        let (one, two) = (random.place(self.free.len()), random.place(self.free.len()));
        let ((card, seat), (other_card, other)) = (self.free[one], self.free[two]);
        if seat == other {
            return;
        }
        let mut hands = self.hands;
        let (out, back) = (Cards::only(card), Cards::only(other_card));
        hands[seat] = (hands[seat] - out) | back;
        hands[other] = (hands[other] - back) | out;
        let exchange = self.of_exchange(evidence, &hands);
        let turns = [seat, other].map(|seat| self.of_turns(evidence, seat, hands[seat]));
        let before = self.exchange + self.turns[seat] + self.turns[other];
        let change = exchange + turns[0] + turns[1] - before;
        let draw = (random.bits() >> 40) as f32 / (1u32 << 24) as f32;
        if change >= 0.0 || draw < libm::expf(change) {
            self.hands = hands;
            (self.turns[seat], self.turns[other]) = (turns[0], turns[1]);
            self.exchange = exchange;
            (self.free[one].1, self.free[two].1) = (other, seat);
        }
    }

    /// The logarithm of the weight of the exchange.
    fn of_exchange(&self, evidence: &Evidence<'_>, hands: &[Cards; PLAYERS]) -> f32 {
        let view = evidence.view;
        let Some(classes) = &view.standing.classes else { return 0.0 };
        let all = |seat: Seat| hands[seat] | evidence.history.laid[seat];
        let of_pair = |(rich, poor, count): (Seat, Seat, u8)| match view.seat {
            me if me == poor => 0.0, // it knows what it gave
            me if me == rich => log_weight(all(rich), all(poor), count, Some(view.standing.given)),
            _ => log_weight(all(rich), all(poor), count, None),
        };
        let sum: f32 = pairs(classes, evidence.rules.exchange).into_iter().map(of_pair).sum();
        evidence.setting.exchange * sum
    }

    /// The logarithm of the weight of a seat's turns, if it holds this hand now.
    fn of_turns(&mut self, evidence: &Evidence<'_>, seat: Seat, mut hand: Cards) -> f32 {
        let BeliefSetting { turns, trust, least, .. } = evidence.setting;
        if trust == 0.0 || hand.is_empty() {
            return 0.0;
        }
        let mut sum = 0.0;
        let seen = evidence.history.turns.iter().rev().filter(|turn| turn.table.turn == seat);
        for turn in seen.take(turns) {
            hand = turn.action.map_or(hand, |meld| hand | meld.cards());
            let policy = &evidence.policies[seat];
            let chance = turn.chance(evidence.rules, policy, hand, &mut self.odds);
            sum += libm::logf(chance.max(least));
        }
        trust * sum
    }
}
