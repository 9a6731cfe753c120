//! A moment of the game: hands, the trick, who has gone out.

use shuban_core::{Payoffs, Play, Seat, Winners};

use crate::hand::Hand;
use crate::leads::MAX_PLAYERS;
use crate::rules::{CardRules, Clearing, Passing};

/// The most cards of one rank where sets are played.
pub const MAX_SET: u8 = 4;

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Plays cards of one rank.
    Cards {
        /// The rank.
        rank: u8,
        /// The number of cards: 1 where single cards are played.
        size: u8,
    },
    /// Passes.
    Pass,
}

/// A trick that is under way; or eights, which lie until their player leads again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trick {
    /// The lying rank.
    pub rank: u8,
    /// The number of lying cards.
    pub size: u8,
    /// The players who are out until the trick ends.
    pub passed: Winners,
}

/// A position without its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardTable {
    /// The hands by seat; those of absent seats are empty.
    pub(crate) hands: [Hand; MAX_PLAYERS],
    /// The place of each player that has gone out, from 1; 0 for those who play on.
    pub(crate) places: [u8; MAX_PLAYERS],
    /// The rank of the eights; 0 without eights.
    pub(crate) eights: u8,
    /// True if the order of ranks is reversed.
    pub(crate) revolution: bool,
    /// The seat that is to lead, or whose cards lie.
    pub(crate) first: u8,
    /// The current trick; `None` before a lead.
    pub(crate) trick: Option<Trick>,
}

impl CardTable {
    /// A deal before a lead of seat 0. Seats beyond these hands are empty: give one hand a player.
    pub fn deal(hands: &[Hand]) -> Self {
        let mut all = [Hand::EMPTY; MAX_PLAYERS];
        for (place, hand) in all.iter_mut().zip(hands) {
            *place = *hand;
        }
        CardTable {
            hands: all,
            places: [0; MAX_PLAYERS],
            eights: 0,
            revolution: false,
            first: 0,
            trick: None,
        }
    }

    /// A seat's cards.
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat]
    }

    /// The seat that is to lead, or whose cards lie: the first player of the notation, from whom
    /// places in values are counted.
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

    /// Returns true if eights lie, so that the table is clear.
    pub(crate) fn is_cut(&self) -> bool {
        self.trick.is_some_and(|trick| trick.rank == self.eights)
    }

    /// Returns true if two cards have one rank, lying ones included.
    pub(crate) fn has_ties(&self) -> bool {
        let lying = self.trick.map(|trick| trick.rank);
        let mut seen = [false; 256];
        let mut all = self.hands.iter().flat_map(|hand| hand.iter().copied()).chain(lying);
        all.any(|card| std::mem::replace(&mut seen[usize::from(card)], true))
    }

    /// The number of players that have gone out.
    pub(crate) fn gone(&self) -> usize {
        self.places.iter().filter(|&&place| place > 0).count()
    }

    /// The players who may still answer the lying cards, in order.
    fn followers(&self, players: usize) -> impl Iterator<Item = Seat> {
        let passed = self.trick.map_or(Winners::NOBODY, |trick| trick.passed);
        let others = (1..players).map(move |i| (self.first() + i) % players);
        others.filter(move |&seat| self.places[seat] == 0 && !passed.contains(seat))
    }

    /// The seat to move.
    pub(crate) fn turn(&self, players: usize) -> Seat {
        match self.trick {
            None => self.first(),
            Some(_) if self.is_cut() => self.first(),
            // No other player is left: only with UECda's clearing does the trick go on then.
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

    /// Appends every legal action with the position after it: cards in ascending order and from the
    /// smallest set on, then the pass.
    pub(crate) fn plays(&self, rules: &CardRules, plays: &mut Vec<Play<CardTable, Action>>) {
        if self.outcome(rules).is_some() {
            return;
        }
        let turn = self.turn(rules.players());
        let lying = self.trick.filter(|_| !self.is_cut());
        let before = plays.len();
        for (rank, held) in self.hands[turn].ranks() {
            let sizes = match lying {
                Some(trick) if !self.is_stronger(rank, trick.rank) => continue,
                Some(trick) => trick.size..=trick.size.min(held),
                None if rules.has_sets() => 1..=held,
                None => 1..=1,
            };
            plays.extend(sizes.map(|size| Play {
                action: Action::Cards { rank, size },
                after: self.after_cards(rules, turn, rank, size),
            }));
        }
        let may_pass = rules.passing != Passing::Forced || plays.len() == before;
        if lying.is_some() && may_pass {
            plays.push(Play { action: Action::Pass, after: self.after_pass(rules, turn) });
        }
    }

    /// Returns true if a rank is stronger than another one.
    fn is_stronger(&self, rank: u8, other: u8) -> bool {
        if self.revolution { rank < other } else { rank > other }
    }

    /// The position after a seat has played n of its cards of a rank.
    pub(crate) fn after_cards(
        &self,
        rules: &CardRules,
        seat: Seat,
        rank: u8,
        size: u8,
    ) -> CardTable {
        let mut after = *self;
        (0..size).for_each(|_| after.hands[seat].take(rank).unwrap_or_default());
        if after.hands[seat].is_empty() {
            after.places[seat] = self.gone() as u8 + 1;
        }
        after.first = seat as u8;
        after.revolution ^= size == MAX_SET;
        // Eights end the trick for all; and a lead on eights begins another.
        let goes_on = rank != self.eights && !self.is_cut();
        let passed = self.trick.filter(|_| goes_on).map_or(Winners::NOBODY, |trick| trick.passed);
        after.trick = Some(Trick { rank, size, passed });
        after.cleared(rules)
    }

    /// The position after a seat has passed.
    pub(crate) fn after_pass(&self, rules: &CardRules, seat: Seat) -> CardTable {
        let mut after = *self;
        if let Some(trick) = &mut after.trick {
            trick.passed = trick.passed.union(Winners::only(seat));
        }
        after.cleared(rules)
    }

    /// The table with the trick taken away if no player may play on it. If the player whose cards
    /// lay has gone out, the next one in order leads.
    fn cleared(mut self, rules: &CardRules) -> CardTable {
        let (players, first) = (rules.players(), self.first());
        // With the server's rule the player whose cards lie has a turn of its own at last.
        let may_play_again = rules.clearing == Clearing::Uecda
            && self.places[first] == 0
            && self.trick.is_some_and(|trick| !trick.passed.contains(first));
        if !may_play_again
            && !self.is_cut()
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
        rotated.hands[..players].rotate_left(first);
        rotated.places[..players].rotate_left(first);
        rotated.first = ((self.first() + players - first) % players) as u8;
        if let Some(trick) = &mut rotated.trick {
            trick.passed = trick.passed.rotated(first, players);
        }
        rotated
    }
}
