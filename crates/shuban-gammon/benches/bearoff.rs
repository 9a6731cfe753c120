//! Times the computation of all bear-off values.

use std::collections::HashMap;
use std::ops::Range;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_core::tabulate::{FinishedTables, OneThread, Unit};
use shuban_core::{Dictionary, Domain, LayerId, PartId, Tabulate, Unanswered};
use shuban_gammon::Variant;
use shuban_gammon::bearoff::race::{RaceWorth, Races};
use shuban_gammon::bearoff::{Equities, OneSidedBearOff, TwoSidedBearOff};
use shuban_gammon::money::RaceEquities;

fn main() {
    divan::main();
}

fn variant(name: &str) -> Variant {
    Variant::by_name(name).expect("a variant of the family")
}

/// Computes all sides alone, with their distributions.
#[divan::bench(args = ["half-gammon", "mini-gammon", "backgammon"], sample_count = 5)]
fn one_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = OneSidedBearOff::new(variant(name));
    bencher.bench(|| domain.solved());
}

/// Computes all races at home.
#[divan::bench(args = ["half-gammon", "mini-gammon"], sample_count = 5)]
fn two_sided(bencher: Bencher<'_, '_>, name: &str) {
    let domain = TwoSidedBearOff::new(variant(name)).expect("small enough");
    bencher.bench(|| domain.solved());
}

/// Tables in memory.
struct InMemory<W>(HashMap<PartId, Vec<W>>);

impl<W: RaceWorth> FinishedTables<W, W> for InMemory<W> {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        visit: &mut dyn FnMut(&[W]),
    ) -> Result<(), Unanswered> {
        let records = self.0.get(&part).ok_or_else(Unanswered::default)?;
        visit(&records[ranks.start as usize..ranks.end as usize]);
        Ok(())
    }

    fn dictionary(&self, _layer: LayerId) -> Result<&Dictionary<W>, Unanswered> {
        Err(Unanswered::default())
    }
}

/// Races of up to five checkers on eight points, as gnubg rounds them and in proven bounds: the last
/// layer.
#[divan::bench(types = [Equities, RaceEquities], sample_count = 5)]
fn race_of_two_sides<W: RaceWorth>(bencher: Bencher<'_, '_>) {
    const LAST: LayerId = LayerId(4);
    let races: Races<W> = Races::all(&variant("backgammon")).swap_remove(8 - W::POINTS.start());
    let mut tables = InMemory(HashMap::new());
    for layer in (0..LAST.0).map(LayerId) {
        let plan = races.plan(layer, &tables, &OneThread).expect("all that it needs is there");
        for (part, described) in races.layers()[layer.0].parts.iter().enumerate() {
            let part = PartId { layer, part };
            let ranks = 0..described.positions.unwrap_or_default();
            let mut records = vec![W::WON; ranks.end as usize];
            let unit = Unit { part, number: 0, ranks };
            races.run(&plan, &unit, &mut (), &mut records).expect("every position has a value");
            tables.0.insert(part, records);
        }
    }
    bencher
        .counter(ItemsCount::new(races.layers()[LAST.0].positions()))
        .bench(|| races.plan(LAST, &tables, &OneThread));
}
