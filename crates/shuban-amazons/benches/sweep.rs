//! Whole layers by the sweep: positions a second on one core.

use std::ops::Range;

use divan::Bencher;
use divan::counter::ItemsCount;
use shuban_amazons::{PairCode, Regions, ScorePair};
use shuban_core::tabulate::{FinishedTables, OneThread, Unit, Units};
use shuban_core::{Dictionary, LayerId, PartId, Record, Tabulate, Unanswered};

fn main() {
    divan::main();
}

/// Finished layers in memory.
#[derive(Default)]
struct Finished(Vec<Vec<PairCode>>);

impl FinishedTables<PairCode, ScorePair> for Finished {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[PairCode]),
    ) -> Result<(), Unanswered> {
        let records = self.0.get(part.layer.0).ok_or_else(Unanswered::default)?;
        each(
            records
                .get(ranks.start as usize..ranks.end as usize)
                .ok_or_else(Unanswered::default)?,
        );
        Ok(())
    }

    fn dictionary(&self, _layer: LayerId) -> Result<&Dictionary<ScorePair>, Unanswered> {
        Err(Unanswered::default())
    }
}

fn unit(part: PartId, units: &Units, number: usize) -> Unit {
    Unit { part, number, ranks: units.ranks(number) }
}

/// All layers below one, and its plan.
fn planned(domain: &Regions, layer: LayerId) -> <Regions as Tabulate>::Plan {
    let mut finished = Finished::default();
    for below in (0..layer.0).map(LayerId) {
        let part = PartId { layer: below, part: 0 };
        let plan = domain.plan(below, &finished, &OneThread).unwrap();
        let units = domain.units(part).unwrap();
        let mut records = vec![PairCode::from_columns(&[0]); units.positions() as usize];
        let mut scratch = domain.scratch(&plan);
        for number in 0..units.len() {
            let unit = unit(part, &units, number);
            let own = unit.ranks.start as usize..unit.ranks.end as usize;
            domain.run(&plan, &unit, &mut scratch, &mut records[own]).unwrap();
        }
        finished.0.push(records);
    }
    domain.plan(layer, &finished, &OneThread).unwrap()
}

#[divan::bench(args = [6, 7, 8], sample_count = 10, sample_size = 1)]
fn units_of_a_layer(bencher: Bencher, size: usize) {
    let domain = Regions::new();
    let layer = LayerId(size - 1);
    let part = PartId { layer, part: 0 };
    let plan = planned(&domain, layer);
    let units = domain.units(part).unwrap();
    // At most sixteen units, evenly spread.
    let some: Vec<Unit> = (0..units.len())
        .step_by(units.len().div_ceil(16))
        .map(|number| unit(part, &units, number))
        .collect();
    let positions: usize = some.iter().map(Unit::len).sum();
    let mut records =
        vec![PairCode::from_columns(&[0]); some.iter().map(Unit::len).max().unwrap_or(0)];
    let mut scratch = domain.scratch(&plan);
    bencher.counter(ItemsCount::new(positions)).bench_local(|| {
        for unit in &some {
            domain.run(&plan, unit, &mut scratch, &mut records[..unit.len()]).unwrap();
        }
        records[0]
    });
}

#[divan::bench(args = [7, 8], sample_count = 3, sample_size = 1)]
fn plan_of_a_layer(bencher: Bencher, size: usize) {
    let domain = Regions::new();
    let layer = LayerId(size - 1);
    bencher.bench_local(|| planned(&domain, layer));
}
