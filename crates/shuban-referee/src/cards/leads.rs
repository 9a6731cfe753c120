//! `tanhinmin/Pp-N` and `daihinmin-open/Pp-N`: the players who may win after each lead.

use std::collections::BTreeMap;

use shuban_store::Table;

use crate::cards::classes::{
    BESIDE_SINGLE_CARDS, BY_LOWEST_LEAD, beside_single_cards, by_lowest_lead,
};
use crate::cards::letters::Group;
use crate::cards::numbering::Numbering;
use crate::cards::rules::Rules;
use crate::cards::single_cards::SingleCards;
use crate::cards::trick::ruled;
use crate::cards::winners::{Winners, united};
use crate::classes::{Classes, Entry};
use crate::error::{Fault, Stop};
use crate::files::{Column, Files};
use crate::layer::{Layer, Part};
use crate::progress::Report;

/// The leads of a layer, and those of all layers of fewer cards.
pub(crate) struct Leads {
    rules: Rules,
    cards: usize,
    numbering: Numbering,
    stored: BTreeMap<usize, Table>,
}

impl Leads {
    /// Opens a layer of leads; `None` for other names.
    pub(crate) fn open(files: &Files) -> Result<Option<Self>, Stop> {
        let Some((rules, cards)) = Rules::named(files.domain()) else { return Ok(None) };
        files.has_parameters(&rules.parameters())?;
        let numbering = Numbering::new(rules, cards);
        let columns = [Column::unsigned("wins", 1), Column::unsigned("winners", 8)];
        let mut stored = BTreeMap::new();
        for cards in rules.players..=cards {
            let database = files.layer(&rules.name(cards))?;
            let table = files.table(database, "leads", &columns, numbering.leads(cards))?;
            stored.insert(cards, table);
        }
        Ok(Some(Leads { rules, cards, numbering, stored }))
    }

    /// Returns the value of a deal for its leader: of its leads, those that it likes best.
    fn of_deal(&self, word: &[Group]) -> Result<Winners, Stop> {
        let cards = word.iter().map(Group::cards).sum();
        // A play leads to a deal of fewer cards in which nobody has gone out.
        let table = self.stored.get(&cards).unwrap_or(&self.stored[&self.cards]);
        let ranks = self.numbering.ranks(word).ok_or_else(|| Stop::nowhere(table))?;
        let sets: Result<Vec<Winners>, Stop> =
            ranks.map(|rank| Ok(winners(table, rank)?[1] as Winners)).collect();
        Ok(united(0, &sets?))
    }
}

/// Returns the record of a lead: whether it wins, and the set of players who may win.
fn winners(table: &Table, rank: u64) -> Result<[u64; 2], Stop> {
    let mut row = [0; 2];
    table.row(rank, &mut row)?;
    Ok(row)
}

impl Layer for Leads {
    fn parts(&self) -> Vec<Part> {
        vec![Part { name: "leads".to_owned(), positions: self.numbering.leads(self.cards) }]
    }

    fn condition(&self) -> String {
        "each set of winners follows from those after all plays of the trick".to_owned()
    }

    fn check(&self, _part: usize, rank: u64) -> Result<Option<f64>, Stop> {
        let table = &self.stored[&self.cards];
        let [wins, stored] = winners(table, rank)?;
        let deals = |word: &[Group]| self.of_deal(word);
        let ruled = ruled(&self.rules, &self.numbering, (self.cards, rank), &deals)?;
        let ruled = ruled.ok_or_else(|| Stop::nowhere(table))?;
        let wrong = |reason: String| Err(Fault::of_record(table, rank, reason).into());
        if stored != u64::from(ruled) {
            return wrong(format!("winners stored {stored:#b}, by the rules {ruled:#b}"));
        }
        if wins != u64::from(ruled == 1) {
            return wrong(format!("`wins` is {wins}, and the winners are {ruled:#b}"));
        }
        Ok(None)
    }

    fn classes(&self, report: Report<'_>) -> Result<Option<Classes<'_>>, Stop> {
        let table = &self.stored[&self.cards];
        let single = match self.rules.sets {
            true => Some(SingleCards::computed(&self.rules, self.cards, table, report)?),
            false => None,
        };
        let columns = if self.rules.sets { &BESIDE_SINGLE_CARDS[..] } else { &BY_LOWEST_LEAD };
        let of = move |rank| {
            let nowhere = || Stop::nowhere(table);
            let (word, number) = self.numbering.lead(self.cards, rank).ok_or_else(nowhere)?;
            let ranks = self.numbering.ranks(&word).ok_or_else(nowhere)?;
            let led: Result<Vec<Winners>, Stop> =
                ranks.map(|rank| Ok(winners(table, rank)?[1] as Winners)).collect();
            let mut class = match &single {
                Some(single) => {
                    let played_singly = single.of_deal(&word).ok_or_else(nowhere)?;
                    beside_single_cards(&self.rules, &word, &led?, &played_singly)
                }
                None => by_lowest_lead(&self.rules, &word, &led?),
            };
            class.push(Entry::text(if number == 0 { "weakest" } else { "other" }));
            Ok(class)
        };
        Ok(Some(Classes { columns, of: Box::new(of) }))
    }
}
