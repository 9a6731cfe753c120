//! Whole layers by the sweep, each from those below it.

use std::ops::Range;

use crate::common::{Row, published_histogram};
use shuban_amazons::{
    Army, Minimax, PairCode, Placements, Region, Regions, ScorePair, Subgame, value_by_search,
};
use shuban_core::tabulate::{FinishedTables, OneThread, Unit};
use shuban_core::{
    Class, Dictionary, Domain, Histogram, LayerId, PartId, Record, Tabulate, Unanswered,
};

/// Layers in memory, made by the sweep alone.
struct Swept {
    domain: Regions,
    layers: Vec<Vec<PairCode>>,
}

impl FinishedTables<PairCode, ScorePair> for Swept {
    fn records(
        &self,
        part: PartId,
        ranks: Range<u64>,
        each: &mut dyn FnMut(&[PairCode]),
    ) -> Result<(), Unanswered> {
        let records = self.layers.get(part.layer.0).ok_or_else(Unanswered::default)?;
        let records = records
            .get(ranks.start as usize..ranks.end as usize)
            .ok_or_else(Unanswered::default)?;
        records.chunks(1_000).for_each(each);
        Ok(())
    }

    fn dictionary(&self, _layer: LayerId) -> Result<&Dictionary<ScorePair>, Unanswered> {
        Err(Unanswered::default())
    }
}

impl Swept {
    fn up_to(size: usize) -> Self {
        let mut swept = Swept { domain: Regions::new(), layers: Vec::new() };
        for layer in (0..size).map(LayerId) {
            let plan = swept.domain.plan(layer, &swept, &OneThread).unwrap();
            let mut scratch = swept.domain.scratch(&plan);
            let mut records = Vec::new();
            for unit in swept.units(layer) {
                let first = records.len();
                records.resize(first + unit.len(), PairCode::OUTSIDE);
                swept.domain.run(&plan, &unit, &mut scratch, &mut records[first..]).unwrap();
            }
            swept.layers.push(records);
        }
        swept
    }

    fn units(&self, layer: LayerId) -> Vec<Unit> {
        let part = PartId { layer, part: 0 };
        let units = self.domain.units(part).unwrap();
        (0..units.len()).map(|number| Unit { part, number, ranks: units.ranks(number) }).collect()
    }

    fn histogram(&self, layer: LayerId) -> Histogram {
        let mut histogram = Histogram::default();
        for unit in self.units(layer) {
            let own = unit.ranks.start as usize..unit.ranks.end as usize;
            let records = &self.layers[layer.0][own];
            self.domain.count(&unit, records, &Dictionary::default(), &mut histogram);
        }
        histogram
    }
}

fn row(class: &[Class], count: u64) -> Row {
    let number = |i: usize| match &class[i] {
        Class::Null => None,
        Class::Number(number) => Some(i32::try_from(*number).unwrap()),
        Class::Text(text) => panic!("a value is {text}"),
    };
    let amazons = |i: usize| number(i).unwrap() as usize;
    (amazons(0), amazons(1), number(2), number(3), count)
}

#[test]
fn layers_are_counted_as_published() {
    let swept = Swept::up_to(7);
    for size in 1..=6 {
        let histogram = swept.histogram(LayerId(size - 1));
        let rows: Vec<Row> = histogram.rows().map(|(class, count)| row(class, count)).collect();
        assert_eq!(rows, published_histogram(size), "size {size}");
    }
    assert_eq!(swept.domain.histogram_columns(), ["black", "white", "a", "b"]);

    let histogram = swept.histogram(LayerId(6));
    let rows: Vec<Row> = histogram.rows().map(|(class, count)| row(class, count)).collect();
    assert_eq!(histogram.positions(), 3_519_293);
    let pairs: std::collections::BTreeSet<_> = rows.iter().map(|row| (row.2, row.3)).collect();
    assert_eq!(pairs.len(), 88);
    let of = |which: &dyn Fn(&Row) -> bool| -> u64 {
        rows.iter().filter(|row| which(row)).map(|row| row.4).sum()
    };
    assert_eq!(of(&|row| row.2.zip(row.3).is_some_and(|(a, b)| a < b)), 3_339, "mutual zugzwang");
    let null = of(&|row| row.2.is_none() || row.3.is_none()) as f64 / 3_519_293.0;
    assert!((null - 0.356).abs() < 0.000_5);
}

#[test]
fn the_layer_of_size_7_is_backup_of_those_below() {
    let swept = Swept::up_to(7);
    let layer = LayerId(6);
    let index = swept.domain.index(PartId { layer, part: 0 }).unwrap();
    let indexes: Vec<_> = (0..6)
        .map(|layer| swept.domain.index(PartId { layer: LayerId(layer), part: 0 }).unwrap())
        .collect();
    let mut zugzwang = 0;
    for rank in (0..index.len()).step_by(401) {
        let position = index.unrank(rank).unwrap();
        let mut ask = |asked: &_| {
            let part = swept.domain.locate(asked).ok_or_else(Unanswered::default)?;
            let rank = indexes[part.layer.0].rank(asked).ok_or_else(Unanswered::default)?;
            swept.layers[part.layer.0][rank as usize].pair().ok_or_else(Unanswered::default)
        };
        let pair = swept.domain.backup(&position, &mut ask).unwrap();
        assert_eq!(swept.layers[6][rank as usize].pair(), Some(pair), "{position:?}");
        zugzwang += u64::from(pair.a.zip(pair.b).is_some_and(|(a, b)| a < b));
    }
    assert!(zugzwang > 0, "rare values are among them");
}

#[test]
fn one_ply_from_the_tables_gives_the_next_size() {
    let swept = Swept::up_to(7);
    let index = swept.domain.index(PartId { layer: LayerId(6), part: 0 }).unwrap();
    // Smaller layers are available as well; only the largest one's values are known here.
    let known = |subgame: &Subgame| -> Result<Option<ScorePair>, ()> {
        let held = Regions::lookup(subgame).filter(|_| subgame.squares().len() == 7);
        Ok(held.map(|(position, swapped)| {
            let rank = index.rank(&position).unwrap();
            let pair = swept.layers[6][rank as usize].pair().unwrap();
            if swapped { pair.swapped() } else { pair }
        }))
    };
    for region in Region::all(8).into_iter().step_by(997) {
        let placements = Placements::new(region);
        for rank in (0..placements.len()).step_by(211) {
            let subgame = Subgame::placed(region, placements.unrank(rank).unwrap()).unwrap();
            assert_eq!(Minimax::new(known).value(&subgame), Ok(value_by_search(&subgame)));
        }
    }
}

#[test]
fn best_moves_are_the_first_that_search_finds() {
    let swept = Swept::up_to(6);
    for (size, step) in [(1, 1), (2, 1), (3, 1), (4, 1), (5, 7), (6, 101), (7, 20_011)] {
        let layer = LayerId(size - 1);
        let plan = swept.domain.plan(layer, &swept, &OneThread).unwrap();
        let index = swept.domain.index(PartId { layer, part: 0 }).unwrap();
        let mut scratch = swept.domain.scratch(&plan);
        let mut rank = 0;
        for place in 0..plan.regions().len() {
            // Only whole regions are processed; of the largest not all of them.
            if size == 7 && place % 61 != 0 {
                rank += Placements::new(plan.regions()[place]).len();
                continue;
            }
            for best in plan.best_moves(place, &mut scratch) {
                let subgame = Subgame::placed(plan.regions()[place], best.placement).unwrap();
                if rank % step == 0 {
                    assert_eq!(index.unrank(rank).unwrap().subgame(), &subgame);
                    let mut minimax = Minimax::new(|_: &Subgame| Ok::<_, ()>(None));
                    assert_eq!(minimax.value(&subgame), Ok(best.value));
                    for side in Army::BOTH {
                        let values = minimax.move_values(&subgame, side).unwrap();
                        let first = values
                            .into_iter()
                            .find(|&(_, value)| Some(value) == best.value.first(side));
                        assert_eq!(
                            best.moves[side as usize],
                            first.map(|(action, _)| action),
                            "{subgame:?}"
                        );
                    }
                }
                rank += 1;
            }
        }
        assert_eq!(rank, index.len(), "size {size}");
    }
}

#[test]
fn tables_that_cannot_be_read_stop_a_plan() {
    let mut swept = Swept::up_to(3);
    swept.layers[2].pop();
    assert!(swept.domain.plan(LayerId(3), &swept, &OneThread).is_err());
    swept.layers.clear();
    assert!(swept.domain.plan(LayerId(1), &swept, &OneThread).is_err());
    assert!(swept.domain.plan(LayerId(0), &swept, &OneThread).is_ok(), "it needs nothing");
}

#[test]
fn values_that_cannot_be_are_refused() {
    // A table that gives every region of three squares a value of eight moves.
    let mut swept = Swept::up_to(3);
    let eight = PairCode::of(ScorePair { a: Some(8), b: Some(6) }).unwrap();
    swept.layers[2].fill(eight);
    let plan = swept.domain.plan(LayerId(3), &swept, &OneThread).unwrap();
    let part = PartId { layer: LayerId(3), part: 0 };
    let units = swept.domain.units(part).unwrap();
    let unit = Unit { part, number: 0, ranks: units.ranks(0) };
    let mut records = vec![PairCode::from_columns(&[0]); unit.len()];
    let error =
        swept.domain.run(&plan, &unit, &mut swept.domain.scratch(&plan), &mut records).unwrap_err();
    let index = swept.domain.index(part).unwrap();
    let subgame: Subgame = *index.unrank(error.rank).unwrap().subgame();
    assert!(subgame.can_move(Army::Black) || subgame.can_move(Army::White));
    assert!(error.reason.contains("no code"));
}
