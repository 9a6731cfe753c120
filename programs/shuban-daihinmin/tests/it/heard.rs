//! Clients whose answers are judged by the last messages that they were sent. A fuzz target uses them,
//! too.

use shuban_daihinmin::players::{PlayerKind, Setup};
use shuban_daihinmin::wire::{
    Client, Expected, Grid, TableState, WireError, cards_of, gift_of, meld_of,
};
use shuban_daihinmin_game::players::{ChampionSetting, Playouts};
use shuban_daihinmin_game::{ContestRules, ContestTable, Meld, check};

/// A client, and the last meld that it was shown.
pub(crate) struct Heard {
    pub(crate) client: Client,
    pub(crate) rules: ContestRules,
    lying: Option<Meld>,
}

impl Heard {
    /// Creates a player of the kind of a number, with few playouts.
    pub(crate) fn new(setup: Setup, number: usize) -> Self {
        let rules = setup.rules;
        let playouts = Playouts { deals: 3, tries: 2, cards: 20, ..Playouts::default() };
        let kind = PlayerKind::ALL[number % PlayerKind::ALL.len()];
        let search = ChampionSetting { simulations: 20, deals: 5, ..ChampionSetting::default() };
        let player = kind.player(&Setup { playouts, search, ..setup }, 0);
        Heard { client: Client::new(rules, player), rules, lying: None }
    }

    pub(crate) fn number(&mut self, number: i32) -> Result<(), WireError> {
        if matches!(number, 1 | 2) {
            self.lying = None;
        }
        self.client.number(number)
    }

    /// Passes on a table; the answer, if there is one, is legal.
    pub(crate) fn table(&mut self, grid: &Grid) -> Result<Option<Grid>, WireError> {
        let before = self.client.expects();
        let answer = self.client.table(grid)?;
        assert_eq!(before, Expected::Table, "it takes a table where it waits for one");
        match &answer {
            // A number comes next, so it was neither a hand nor another player's turn.
            None if self.client.expects() == Expected::Number => self.lying = meld_of(grid)?,
            None => {}
            Some(answer) => self.judge(grid, answer),
        }
        Ok(answer)
    }

    fn judge(&self, told: &Grid, answer: &Grid) {
        let (hand, state) = (cards_of(told).unwrap(), TableState::read(told).unwrap());
        if self.client.expects() == Expected::Table {
            let gift = gift_of(answer).unwrap();
            assert!(gift.is_subset(hand) && gift.len() == state.give, "{gift} of {hand}");
            return;
        }
        let Some(meld) = meld_of(answer).unwrap() else { return };
        let mut table = ContestTable::new(0);
        table.top = self.lying.filter(|_| !state.empty);
        (table.locked, table.revolution, table.back) = (state.locked, state.revolution, state.back);
        assert_eq!(
            check(&self.rules, hand, &table, &meld),
            Ok(()),
            "{meld} of {hand} upon {:?}",
            table.top
        );
    }
}
