//! Daihinmin with open hands as a [`Game`].

use shuban_core::{Game, NotationError, Payoffs, Play, Seat};

use super::notation::{format_open, parse_open};
use super::rules::OpenRules;
use super::table::{OpenAction, OpenTable};

/// The game of some [`OpenRules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDaihinmin {
    /// The rules.
    pub rules: OpenRules,
}

impl Game for OpenDaihinmin {
    type Position = OpenTable;
    type Chance = ();
    type Move = OpenAction;

    fn name(&self) -> String {
        self.rules.name()
    }

    fn seats(&self) -> usize {
        self.rules.players()
    }

    fn to_move(&self, table: &OpenTable) -> Seat {
        table.turn(self.rules.players())
    }

    fn outcome(&self, table: &OpenTable) -> Option<Payoffs> {
        table.outcome(self.rules.players())
    }

    fn chances(&self, _: &OpenTable) -> Vec<((), u32)> {
        vec![((), 1)]
    }

    fn plays(&self, table: &OpenTable, (): (), plays: &mut Vec<Play<OpenTable, OpenAction>>) {
        table.plays(&self.rules, plays);
    }

    /// Who leads, or whose cards lie, sits at 0; ranks have no gaps, and the stronger is the
    /// higher.
    fn canonical(&self, table: &OpenTable) -> OpenTable {
        table.canonical(self.rules.players())
    }

    fn parse(&self, text: &str) -> Result<OpenTable, NotationError> {
        parse_open(&self.rules, text)
    }

    fn format(&self, table: &OpenTable) -> String {
        format_open(&self.rules, table)
    }

    /// `5`, `5x2`, `8*x3`, `pass`.
    fn format_move(&self, table: &OpenTable, (): (), action: &OpenAction) -> String {
        match *action {
            OpenAction::Set { rank, size } => {
                let eights = if table.eights == rank { "*" } else { "" };
                let size = if size > 1 { format!("x{size}") } else { String::new() };
                format!("{rank}{eights}{size}")
            }
            OpenAction::Pass => "pass".to_owned(),
        }
    }
}
