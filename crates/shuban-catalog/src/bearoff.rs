//! Bearing off: a side alone, and races at home.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{
    Checkers, Domain, FineInterval, Game, Layer, LayerId, Medium, NotationError, Present, Random, Roll, rolls,
};
use shuban_gammon::bearoff::{Alone, Distribution, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::{Position, Variant, parse_roll, twin};
use shuban_solve::Retrograde;
use shuban_store::FileSystem;

use crate::alone;
use crate::answer::{self, Worth};
use crate::catalog::Catalog;
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, ByTables, Listed, Prober};
use crate::gammon::ON_BACKGAMMONS_BOARD;
use crate::room::Playable;

/// Adds the games of a side alone and all domains to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    let own = |name: &&str| !ON_BACKGAMMONS_BOARD.contains(name);
    for variant in Variant::names().into_iter().filter(own).filter_map(Variant::by_name) {
        catalog.add_game(Alone { variant: variant.clone() });
        catalog.add_family(Listed::new(OneSidedBearOff::new(variant.clone()), Retrograde));
        if let Some(race) = TwoSidedBearOff::new(variant) {
            catalog.add_family(Listed::new(race, Retrograde));
        }
    }
    catalog.add_hint(hint);
}

/// Why there is no domain of such a name.
fn hint(name: &str) -> Option<String> {
    let (game, layer) = name.split_once('/')?;
    let variant = Variant::by_name(game)?;
    match layer {
        "bearoff" | "bearoff2" if ON_BACKGAMMONS_BOARD.contains(&game) => {
            Some("it is borne off as in backgammon: `backgammon/bearoff`".to_owned())
        }
        "bearoff2" if TwoSidedBearOff::new(variant).is_none() => {
            Some(format!("it would be too large; there is `{game}/bearoff`, one side alone"))
        }
        _ => None,
    }
}

impl Playable for Alone {
    fn describe(&self) -> String {
        let Alone { variant } = self;
        format!(
            "one side of {} bearing off alone from points 1 to {}, starting at {}",
            variant.name(),
            variant.home(),
            self.format(&Playable::start(self)),
        )
    }

    /// The side that is farthest from the end.
    fn start(&self) -> Checkers {
        Checkers::NONE.with(self.variant.home(), self.variant.checkers())
    }

    fn chance_text(&self, roll: Roll) -> String {
        roll.to_string()
    }

    fn parse_chance(&self, text: &str) -> Result<Roll, NotationError> {
        parse_roll(&self.variant, text)
    }

    fn draw(&self, side: &Checkers, colour: bool) -> String {
        Present::draw(self, side, None, Medium::Terminal { colour })
    }

    fn draw_svg(&self, side: &Checkers) -> String {
        Present::draw(self, side, None, Medium::Svg)
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        let mut random = Random::new(seed);
        let all = rolls(self.variant.faces());
        let mut compared = 0;
        for _ in 0..pairs {
            let count = 1 + random.place(self.variant.checkers());
            let places = (0..count).map(|_| 1 + random.place(self.variant.home()));
            let side = Checkers::from_places(places.collect::<Vec<_>>());
            let (roll, _) = all[random.place(all.len())];
            let mut plays = Vec::new();
            self.plays(&side, roll, &mut plays);
            let mut fast: Vec<Checkers> = plays.iter().map(|play| play.after).collect();
            fast.sort_unstable();
            let plain = twin::after_positions(&self.variant, &Position::new(side, Checkers::NONE), roll);
            let mut plain: Vec<Checkers> = plain.iter().map(|after| after.opponent).collect();
            plain.sort_unstable();
            if fast != plain {
                let text = |sides: &[Checkers]| {
                    sides.iter().map(|side| self.format(side)).collect::<Vec<_>>().join(" or ")
                };
                let (fast, plain) = (text(&fast), text(&plain));
                return Err(format!("{} with {roll}: {fast}; plainly: {plain}", self.format(&side)));
            }
            compared += fast.len() as u64;
        }
        Ok(compared)
    }
}

/// About how long a layer takes if a position with a roll takes so long, on one core of a server.
fn seconds(layer: &Layer, variant: &Variant, each: f64, threads: usize) -> f64 {
    layer.positions() as f64 * rolls(variant.faces()).len() as f64 * each / threads.max(1) as f64
}

impl Answering for OneSidedBearOff {
    fn describe(&self, _layer: &Layer) -> String {
        let variant = &self.game().variant;
        format!("one side alone with up to {} checkers at home: how many rolls it needs", variant.checkers())
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // The distributions are long integers, and one pass follows the other.
        seconds(layer, &self.game().variant, 1e-5, threads)
    }

    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        ByTables::open(self, files, data, layer, |tables, position, roll| {
            Ok(Box::new(alone::probe(tables, position, roll)?))
        })
    }

    fn export_columns() -> &'static [Column] {
        &[
            Column { name: "lower", kind: ColumnKind::Number },
            Column { name: "upper", kind: ColumnKind::Number },
            Column { name: "distribution", kind: ColumnKind::Text },
        ]
    }

    /// The distribution's probabilities are set apart by spaces.
    fn export_value(value: &Distribution) -> Vec<Cell> {
        let worth = Worth::from(value.expected());
        let chances: Vec<String> = value.probabilities().iter().map(f64::to_string).collect();
        vec![Cell::Number(worth.lower), Cell::Number(worth.upper), Cell::Text(chances.join(" "))]
    }
}

impl Answering for TwoSidedBearOff {
    fn describe(&self, _layer: &Layer) -> String {
        format!("both sides with up to {} checkers at home", self.game().variant.checkers())
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        seconds(layer, &self.game().variant, 2e-6, threads)
    }

    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        ByTables::open(self, files, data, layer, |tables, position, roll| {
            Ok(Box::new(answer::probe(tables, position, roll)?))
        })
    }

    fn export_columns() -> &'static [Column] {
        &[
            Column { name: "lower", kind: ColumnKind::Number },
            Column { name: "upper", kind: ColumnKind::Number },
        ]
    }

    fn export_value(value: &FineInterval) -> Vec<Cell> {
        let worth = Worth::from(*value);
        vec![Cell::Number(worth.lower), Cell::Number(worth.upper)]
    }
}
