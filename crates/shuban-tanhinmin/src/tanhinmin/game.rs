//! Tanhinmin as a [`Game`].

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use super::notation::{format_table, parse_table};
use super::reduce;
use super::rules::CardRules;
use super::table::{Action, CardTable};

/// The game of some [`CardRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
