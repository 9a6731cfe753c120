//! The domains of Daihinmin with open hands as people ask for them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value as Json;
use shuban_core::{Domain, Game, Layer, LayerId, Winners};
use shuban_solve::OpenLayer;
use shuban_store::FileSystem;
use shuban_tanhinmin::{Clearing, OpenLeads, OpenRules, OpenTable, parse_open};

use super::tanhinmin::{EXPORT_COLUMNS, export_winners, placed};
use super::{OPEN, columns, probe};
use crate::error::Error;
use crate::export::{Cell, Column};
use crate::family::{Answering, ByTables, Located, Prober};

impl Answering for OpenLeads {
    fn describe(&self, layer: &Layer) -> String {
        let cards = self.cards(LayerId(layer.needs.len()));
        let players = self.rules().players();
        format!(
            "every lead from every deal of {cards} cards, sets and eights among them, to {players} players"
        )
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // On one core of a server.
        const SECONDS_A_LEAD: f64 = 2.5e-6;
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

    fn place(&self, table: &OpenTable) -> Result<Located, Error> {
        Ok(placed(self, table, table.cards(), self.layer(table.cards())))
    }

    fn place_text(&self, text: &str) -> Result<Located, Error> {
        match self.game().parse(text) {
            Ok(table) => self.place(&table),
            Err(error) => {
                let rules = OpenRules::new(text.matches('|').count() + 1).ok();
                let other = rules.filter(|rules| rules.players() != self.rules().players());
                let is_foreign = other.is_some_and(|rules| parse_open(&rules, text).is_ok());
                if is_foreign { Ok(Located::Foreign) } else { Err(Error::position(error)) }
            }
        }
    }

    fn serves(&self, game: &str) -> bool {
        game == OPEN && self.rules().clearing() == Clearing::Tanhinmin
    }

    fn variant_of(&self) -> Option<String> {
        let common = OpenRules::new(self.rules().players()).ok()?;
        (common != *self.rules()).then(|| common.name())
    }

    fn account(&self, layer: &OpenLayer<'_, Self>) -> Result<BTreeMap<String, Json>, Error> {
        columns::facts(self, layer)
    }
}
