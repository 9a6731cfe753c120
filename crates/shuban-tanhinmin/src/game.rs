//! Daihinmin with open hands as a [`Game`].

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use crate::notation::{format_table, parse_table, rank_name};
use crate::reduce;
use crate::rules::CardRules;
use crate::table::{Action, CardTable};

/// The game of some [`CardRules`]: Tanhinmin, or Daihinmin with sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDaihinmin {
    /// The rules.
    pub rules: CardRules,
}

impl OpenDaihinmin {
    /// The game of some rules.
    pub fn new(rules: CardRules) -> Self {
        OpenDaihinmin { rules }
    }
}

impl Game for OpenDaihinmin {
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

    /// Cards in ascending order and from the smallest set on, then the pass.
    fn plays(&self, table: &CardTable, (): (), plays: &mut Vec<Play<CardTable, Action>>) {
        table.plays(&self.rules, plays);
    }

    /// The player who leads, or whose cards lie, sits at 0; ranks are reduced.
    fn canonical(&self, table: &CardTable) -> CardTable {
        reduce::canonical(&self.rules, table)
    }

    fn parse(&self, text: &str) -> Result<CardTable, NotationError> {
        parse_table(&self.rules, text)
    }

    fn format(&self, table: &CardTable) -> String {
        format_table(&self.rules, table)
    }

    /// `5`, `5x2`, `8*x3`, `pass`.
    fn format_move(&self, table: &CardTable, (): (), action: &Action) -> String {
        match *action {
            Action::Cards { rank, size: 1 } => rank_name(table, rank),
            Action::Cards { rank, size } => format!("{}x{size}", rank_name(table, rank)),
            Action::Pass => "pass".to_owned(),
        }
    }
}
