//! The backgammon family.

use std::path::Path;
use std::sync::Arc;

use shuban_core::{Domain, Interval, Layer, LayerId, NotationError, Present, Roll, rolls};
use shuban_gammon::{Contact, Gammon, PlayScratch, Position, Turn, Variant, draw_board, parse_roll, twin};
use shuban_solve::IterateBySweep;
use shuban_store::FileSystem;

use crate::answer;
use crate::bearoff;
use crate::catalog::{Alias, Catalog};
use crate::error::Error;
use crate::export::{Cell, Column, ColumnKind};
use crate::family::{Answering, ByTables, Listed, Prober};
use crate::room::Playable;

/// Variants that start in another way on backgammon's board: the same positions, so that they share its
/// databases.
pub(crate) const ON_BACKGAMMONS_BOARD: [&str; 2] = ["nackgammon", "hypergammon"];

/// Adds the family to the list.
pub(crate) fn list(catalog: &mut Catalog) {
    let named = |name: &str| Variant::by_name(name).expect("the family's own names");
    for name in Variant::names() {
        catalog.add_game(Gammon::new(named(name)));
    }
    for name in Variant::names().into_iter().filter(|name| !ON_BACKGAMMONS_BOARD.contains(name)) {
        catalog.add_family(Listed::new(Contact::new(named(name)), IterateBySweep));
    }
    for name in ON_BACKGAMMONS_BOARD {
        let most = named(name).checkers();
        for (a, b) in (1..=most).flat_map(|a| (1..=a).map(move |b| (a, b))) {
            catalog.add_alias(Alias {
                name: format!("{name}/contact-{a}-{b}"),
                game: name.to_owned(),
                layer: format!("backgammon/contact-{a}-{b}"),
            });
        }
    }
    catalog.add_hint(hint);
    bearoff::list(catalog);
}

/// What is wrong with the name of a contact layer.
fn hint(name: &str) -> Option<String> {
    let (game, layer) = name.split_once('/')?;
    let variant = Variant::by_name(game)?;
    let most = variant.checkers();
    let Some((a, b)) = layer.strip_prefix("contact-").and_then(|sizes| sizes.split_once('-')) else {
        let domains = || format!("its domains are {game}/contact-A-B, with {most} ≥ A ≥ B checkers left");
        return (layer == "contact").then(domains);
    };
    let (a, b): (usize, usize) = (a.parse().ok()?, b.parse().ok()?);
    if a.max(b) > most || a.min(b) == 0 {
        return Some(format!("in {game} each side has 1 to {most} checkers left"));
    }
    (a < b).then(|| {
        format!("the larger number comes first, and one file holds both sides: `{game}/contact-{b}-{a}`")
    })
}

impl Playable for Gammon {
    fn describe(&self) -> String {
        let variant = &self.variant;
        format!(
            "{} points, {} checkers a side, dice of {} faces, starting at {}",
            variant.points(),
            variant.checkers(),
            variant.faces(),
            shuban_gammon::format_position(variant, &Present::start(self))
                .split('|')
                .next()
                .unwrap_or_default(),
        )
    }

    fn start(&self) -> Position {
        Present::start(self)
    }

    fn chance_text(&self, roll: Roll) -> String {
        roll.to_string()
    }

    fn parse_chance(&self, text: &str) -> Result<Roll, NotationError> {
        parse_roll(&self.variant, text)
    }

    fn draw(&self, position: &Position, colour: bool) -> String {
        draw_board(&self.variant, position, colour).trim_end().to_owned()
    }

    fn draw_svg(&self, position: &Position) -> String {
        shuban_gammon::draw_svg(&self.variant, position)
    }

    fn count_plays(&self, position: &Position) -> u64 {
        thread_local! {
            static SCRATCH: std::cell::RefCell<PlayScratch> = std::cell::RefCell::default();
        }
        let turn = Turn::new(&self.variant, position);
        let mut count = 0;
        SCRATCH.with_borrow_mut(|scratch| {
            for (roll, _) in rolls(self.variant.faces()) {
                turn.for_each_after(roll, scratch, |_| count += 1);
            }
        });
        count
    }

    fn compare(&self, pairs: u64, seed: u64) -> Result<u64, String> {
        twin::compare_random(&self.variant, pairs, seed).map_err(|mismatch| mismatch.to_string())
    }
}

impl Answering for Contact {
    fn describe(&self, layer: &Layer) -> String {
        match &layer.parts[..] {
            [one] => format!("{} checkers left, either side to roll", one.name),
            parts => {
                let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
                format!("{} checkers left", names.join(" and "))
            }
        }
    }

    fn seconds(&self, layer: &Layer, threads: usize) -> f64 {
        // About what some fifty sweeps take for each roll of a position, on one core of a server.
        const SECONDS_A_POSITION_AND_ROLL: f64 = 1.5e-6;
        let rolls = rolls(self.game().variant.faces()).len();
        layer.positions() as f64 * rolls as f64 * SECONDS_A_POSITION_AND_ROLL / threads.max(1) as f64
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

    fn export_value(value: &Interval) -> Vec<Cell> {
        let worth = answer::Worth::from(*value);
        vec![Cell::Number(worth.lower), Cell::Number(worth.upper)]
    }
}
