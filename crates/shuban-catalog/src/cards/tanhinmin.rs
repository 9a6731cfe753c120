//! The domains of Tanhinmin as people ask for them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::{Domain, Game, Layer, LayerId, PositionOf, Winners};
use shuban_solve::OpenLayer;
use shuban_store::FileSystem;
use shuban_tanhinmin::{CardRules, CardTable, Clearing, Leads, Passing};

use super::{TANHINMIN, columns, probe};
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, ByTables, Located, Prober};

/// Columns of a set of winners.
pub(super) const EXPORT_COLUMNS: &[Column] =
    &[Column { name: "wins", kind: ColumnKind::Integer }, Column { name: "winners", kind: ColumnKind::Text }];

/// A set of winners in these columns.
pub(super) fn export_winners(winners: Winners) -> Vec<Cell> {
    vec![Cell::Integer(Some((winners == Winners::only(0)).into())), Cell::Text(winners.to_string())]
}

impl Answering for Leads {
    fn describe(&self, layer: &Layer) -> String {
        let rules = self.rules();
        let cards = self.cards(LayerId(layer.needs.len()));
        let ties = if rules.ties() { "" } else { " different" };
        format!("every lead from every deal of {cards}{ties} cards to {} players", rules.players())
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // On one core of a server.
        const SECONDS_A_LEAD: f64 = 7e-8;
        layer.positions() as f64 * SECONDS_A_LEAD / threads.max(1) as f64
    }

    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        ByTables::open(self, files, data, layer, |tables, position, roll| {
            Ok(Box::new(probe::probe(tables, position, roll)?))
        })
    }

    fn export_columns() -> &'static [Column] {
        EXPORT_COLUMNS
    }

    fn export_value(value: &Winners) -> Vec<Cell> {
        export_winners(*value)
    }

    /// A moment after a lead is in a table. A deal is where its leads are; and what comes of any other moment is
    /// where its cards would be led.
    fn place(&self, table: &CardTable) -> Result<Located, Error> {
        Ok(placed(self, table, table.cards(), self.layer(table.cards())))
    }

    /// Deals with ties are in no layer of different cards, and of other numbers of players in other families.
    fn place_text(&self, text: &str) -> Result<Located, Error> {
        match self.game().parse(text) {
            Ok(table) => self.place(&table),
            Err(error) => {
                let rules = CardRules::new(text.matches('|').count() + 1);
                let other = rules.ok().map(|rules| rules.with_clearing(self.rules().clearing()));
                let is_foreign = other.is_some_and(|rules| {
                    rules.name() != self.rules().name() && shuban_tanhinmin::parse_table(&rules, text).is_ok()
                });
                if is_foreign { Ok(Located::Foreign) } else { Err(Error::position(error)) }
            }
        }
    }

    /// Without ties the rules are those with ties, so that either family knows the values of such deals.
    fn serves(&self, game: &str) -> bool {
        let rules = self.rules();
        let is_common = rules.passing() == Passing::Voluntary && rules.clearing() == Clearing::Tanhinmin;
        let twin = CardRules::by_name(game).is_some_and(|other| {
            let alike = |rules: &CardRules| {
                (rules.players(), rules.passing(), rules.clearing(), rules.points().to_vec())
            };
            alike(&other) == alike(rules)
        });
        game == TANHINMIN && is_common || twin
    }

    fn variant_of(&self) -> Option<String> {
        let rules = self.rules();
        let common = CardRules::new(rules.players()).ok()?;
        let common = if rules.ties() { common } else { common.distinct() };
        (common != *rules).then(|| common.name())
    }

    fn account(&self, layer: &OpenLayer<'_, Self>) -> Result<BTreeMap<String, Json>, Error> {
        columns::facts(self, layer)
    }
}

/// Where the moment of a game of so many cards is; if no table holds it, where its cards `would_be` led.
pub(super) fn placed<D: Domain>(
    domain: &D,
    table: &PositionOf<D>,
    cards: usize,
    would_be: Option<LayerId>,
) -> Located {
    if domain.game().outcome(table).is_some() {
        return Located::Over;
    }
    let place = domain.locate(table).map(|place| place.layer).or(would_be);
    place.map_or_else(|| Located::Nowhere(too_many(cards, domain.layers())), Located::Layer)
}

/// Why no layer holds a deal.
fn too_many(cards: usize, layers: &[Layer]) -> String {
    let name = |layer: Option<&Layer>| layer.map_or_else(String::new, |layer| layer.name.clone());
    let (first, last) = (name(layers.first()), name(layers.last()));
    format!("{cards} cards are in no database ({first} to {last}); `shuban solve` searches")
}
