//! A moment of the game: hands, the trick, who has gone out.

use shuban_core::{Payoffs, Play, Seat, Winners};

use super::hand::Hand;
use super::rules::{CardRules, Clearing, Passing};
use crate::leads::MAX_PLAYERS;

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Plays a card of this strength.
    Card(u8),
    /// Passes.
    Pass,
}

/// A trick that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    /// The strength of the card that lies.
    pub card: u8,
    /// Who is out until the trick ends.
    pub passed: Winners,
}

/// A position. All that matters is here; the rules are elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardTable {
    /// The hands by seat; seats that nobody takes have none.
    pub(crate) hands: [Hand; MAX_PLAYERS],
    /// The place of each player that has gone out, from 1; 0 of those who play on.
    pub(crate) places: [u8; MAX_PLAYERS],
    /// Who is to lead, or whose card lies.
    pub(crate) first: u8,
    /// `None` before a lead.
    pub(crate) trick: Option<Trick>,
}

impl CardTable {
    /// Before a lead of seat 0. Seats without a hand have none left over: give one hand a player.
    pub fn deal(hands: &[Hand]) -> Self {
        let mut all = [Hand::EMPTY; MAX_PLAYERS];
        for (place, hand) in all.iter_mut().zip(hands) {
            *place = *hand;
        }
        CardTable { hands: all, places: [0; MAX_PLAYERS], first: 0, trick: None }
    }

    /// A seat's cards.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// Who is to lead, or whose card lies: the first player of the notation, from whom places in
    /// values are counted.
    pub fn first(&self) -> Seat {
        usize::from(self.first)
    }

    /// The trick that is under way; `None` before a lead.
    pub fn trick(&self) -> Option<Trick> {
        self.trick
    }

    /// The place at which a seat has gone out, from 1.
    pub fn place(&self, seat: Seat) -> Option<usize> {
        Some(usize::from(self.places[seat])).filter(|&place| place > 0)
    }

    /// The cards in all hands.
    pub fn cards(&self) -> usize {
        self.hands.iter().map(|hand| hand.len()).sum()
    }

    /// Whether a card was just led and nobody has answered yet.
    pub fn is_led(&self) -> bool {
        self.trick.is_some_and(|trick| trick.passed.is_empty())
    }

    /// Whether two cards have one strength, the lying one among them.
    pub(crate) fn has_ties(&self) -> bool {
        let lying = self.trick.map(|trick| trick.card);
        let mut seen = [false; 256];
        let mut all = self.hands.iter().flat_map(|hand| hand.iter().copied()).chain(lying);
        all.any(|card| std::mem::replace(&mut seen[usize::from(card)], true))
    }

    pub(crate) fn gone(&self) -> usize {
        self.places.iter().filter(|&&place| place > 0).count()
    }

    /// Who may still answer the card that lies, in order.
    fn followers(&self, players: usize) -> impl Iterator<Item = Seat> {
        let passed = self.trick.map_or(Winners::NOBODY, |trick| trick.passed);
        let others = (1..players).map(move |i| (self.first() + i) % players);
        others.filter(move |&seat| self.places[seat] == 0 && !passed.contains(seat))
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self, players: usize) -> Seat {
        match self.trick {
            None => self.first(),
            // Nobody else is left: only with UECda's clearing does the trick go on then.
            Some(_) => self.followers(players).next().unwrap_or(self.first()),
        }
    }

    /// The payoffs, once the places that are left are worth the same.
    pub(crate) fn outcome(&self, rules: &CardRules) -> Option<Payoffs> {
        let points = rules.points();
        let left = &points[self.gone().min(points.len() - 1)..];
        if left.first() != left.last() {
            return None;
        }
        let payoff = |seat: Seat| points[self.place(seat).map_or(points.len(), |place| place) - 1];
        let payoffs: Vec<i16> = (0..rules.players()).map(payoff).collect();
        Some(Payoffs::new(&payoffs))
    }

    /// Appends every legal action with the position after it: cards in ascending order, then the
    /// pass.
    pub(crate) fn plays(&self, rules: &CardRules, plays: &mut Vec<Play<CardTable, Action>>) {
        if self.outcome(rules).is_some() {
            return;
        }
        let turn = self.turn(rules.players());
        let lying = self.trick.map_or(0, |trick| trick.card);
        let before = plays.len();
        plays.extend(self.hands[turn].above(lying).map(|card| Play {
            action: Action::Card(card),
            after: self.after_card(rules, turn, card),
        }));
        let may_pass = rules.passing != Passing::Forced || plays.len() == before;
        if self.trick.is_some() && may_pass {
            plays.push(Play { action: Action::Pass, after: self.after_pass(rules, turn) });
        }
    }

    /// After a seat has played a card of its own.
    pub(super) fn after_card(&self, rules: &CardRules, turn: Seat, card: u8) -> CardTable {
        let mut after = *self;
        after.hands[turn].take(card);
        if after.hands[turn].is_empty() {
            after.places[turn] = self.gone() as u8 + 1;
        }
        let passed = self.trick.map_or(Winners::NOBODY, |trick| trick.passed);
        after.trick = Some(Trick { card, passed });
        after.first = turn as u8;
        after.cleared(rules)
    }

    /// After a seat has passed.
    pub(super) fn after_pass(&self, rules: &CardRules, turn: Seat) -> CardTable {
        let mut after = *self;
        if let Some(trick) = &mut after.trick {
            trick.passed = trick.passed.union(Winners::only(turn));
        }
        after.cleared(rules)
    }

    /// The table with the trick taken away if nobody may play on it. If whose card lay has gone
    /// out, the next one in order leads.
    fn cleared(mut self, rules: &CardRules) -> CardTable {
        let (players, first) = (rules.players(), self.first());
        // With the server's rule the player whose card lies has a turn of its own at last.
        let may_play_again = rules.clearing == Clearing::Uecda
            && self.places[first] == 0
            && self.trick.is_some_and(|trick| !trick.passed.contains(first));
        if !may_play_again
            && self.followers(players).next().is_none()
            && self.outcome(rules).is_none()
        {
            self.trick = None;
            let mut in_order = (0..players).map(|i| (first + i) % players);
            self.first = in_order.find(|&seat| self.places[seat] == 0).unwrap_or(first) as u8;
        }
        self
    }

    /// The same position with the seats counted from `first`, which becomes seat 0.
    #[must_use]
    pub(crate) fn rotated(&self, first: Seat, players: usize) -> CardTable {
        let mut rotated = *self;
        for seat in 0..players {
            let from = (seat + first) % players;
            rotated.hands[seat] = self.hands[from];
            rotated.places[seat] = self.places[from];
        }
        rotated.first = ((self.first() + players - first) % players) as u8;
        if let Some(trick) = &mut rotated.trick {
            trick.passed = trick.passed.rotated(first, players);
        }
        rotated
    }
}
