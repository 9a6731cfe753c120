//! Tanhinmin as a [`Game`].

use shuban_core::{Game, Hidden, NotationError, Payoffs, Play, Seat, shuffle};

use super::hand::Hand;
use super::notation::{format_table, parse_table};
use super::reduce;
use super::rules::{CardRules, MAX_PLAYERS};
use super::table::{Action, CardTable, Trick};

/// The game of some [`CardRules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tanhinmin {
    /// The rules.
    pub rules: CardRules,
}

impl Tanhinmin {
    /// The game of some rules.
    pub fn new(rules: CardRules) -> Self {
        Tanhinmin { rules }
    }
}

impl Game for Tanhinmin {
    type Position = CardTable;
    type Chance = ();
    type Move = Action;

    fn name(&self) -> String {
        self.rules.name()
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    fn to_move(&self, table: &CardTable) -> Seat {
        table.turn(self.rules.players())
    }

    fn outcome(&self, table: &CardTable) -> Option<Payoffs> {
        table.outcome(&self.rules)
    }

    fn chances(&self, _: &CardTable) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    /// Cards in ascending order, then the pass.
    fn plays(&self, table: &CardTable, (): (), plays: &mut Vec<Play<CardTable, Action>>) {
        table.plays(&self.rules, plays);
    }

    /// Who leads, or whose card lies, sits at 0; strengths are reduced.
    fn canonical(&self, table: &CardTable) -> CardTable {
        reduce::canonical(&self.rules, table)
    }

    fn parse(&self, text: &str) -> Result<CardTable, NotationError> {
        parse_table(&self.rules, text)
    }

    fn format(&self, table: &CardTable) -> String {
        format_table(&self.rules, table)
    }

    fn format_move(&self, _: &CardTable, (): (), action: &Action) -> String {
        match action {
            Action::Card(card) => card.to_string(),
            Action::Pass => "pass".to_owned(),
        }
    }
}

/// What a seat sees where hands are hidden: its own cards, and of the others how many each holds
/// and, since all have seen what was played, which cards these are together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardView {
    own: Hand,
    counts: [usize; MAX_PLAYERS],
    /// Together, as counts by strength: they may be more than one hand can hold.
    unseen: [u8; UNSEEN],
    places: [u8; MAX_PLAYERS],
    first: u8,
    trick: Option<Trick>,
}

const UNSEEN: usize = 256;

impl Hidden for Tanhinmin {
    type View = CardView;

    fn view(&self, table: &CardTable, seat: Seat) -> CardView {
        let mut unseen = [0; UNSEEN];
        for (other, hand) in table.hands.iter().enumerate() {
            if other != seat {
                hand.iter().for_each(|&card| unseen[usize::from(card)] += 1);
            }
        }
        let counts = table.hands.each_ref().map(|hand| hand.len());
        let CardTable { places, first, trick, .. } = *table;
        CardView { own: table.hands[seat], counts, unseen, places, first, trick }
    }

    fn deal(
        &self,
        seen: &CardView,
        seat: Seat,
        random: &mut dyn FnMut(u64) -> u64,
    ) -> Option<CardTable> {
        let mut unseen: Vec<u8> = (0..=u8::MAX)
            .flat_map(|card| std::iter::repeat_n(card, usize::from(seen.unseen[usize::from(card)])))
            .collect();
        if *seen.counts.get(seat)? != seen.own.len() {
            return None;
        }
        shuffle(&mut unseen, random);
        let mut hands = [Hand::EMPTY; MAX_PLAYERS];
        for (other, hand) in hands.iter_mut().enumerate() {
            *hand = if other == seat {
                seen.own
            } else {
                Hand::new(unseen.split_off(unseen.len().checked_sub(seen.counts[other])?))?
            };
        }
        let (places, first, trick) = (seen.places, seen.first, seen.trick);
        unseen.is_empty().then_some(CardTable { hands, places, first, trick })
    }
}
