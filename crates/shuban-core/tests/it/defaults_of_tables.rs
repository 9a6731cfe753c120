//! Tables that say no more than they must: what the traits say for them.

use shuban_core::erased::{NoSuchPosition, OwnIndexes, PartIndex, RowSource, Tables};
use shuban_core::sweep::{Finished, Handed, PassUnit, Stage, UnitData};
use shuban_core::tabulate::{FinishedTables, NoFinishedTables};
use shuban_core::{
    Ask, Dictionary, Domain, Explain, Histogram, IndexError, IndexOf, Interval, IntervalDomain,
    Layer, LayerId, PartId, Receding, Sweep, Unanswered,
};

use crate::heap::{Distances, Heap, LARGEST, Position, UpTo, layer, place};

const PART: PartId = PartId { layer: LayerId(0), part: 0 };

#[test]
fn tables_without_further_words_keep_the_laws() {
    let tables = Distances::default();
    shuban_conformance::layers(&tables).unwrap();
    shuban_conformance::layer(&tables, LayerId(0), 100).unwrap();
    shuban_conformance::explain(&tables, LayerId(0), 100).unwrap();
    shuban_conformance::loopy(&tables, LayerId(0), 100).unwrap();
}

#[test]
fn values_are_read_as_they_are_and_none_is_interned() {
    let (tables, none) = (Distances::default(), Dictionary::default());
    let value = Receding::within(-1, 4);
    assert_eq!(tables.decode_coarse(value, &none), Some(value));
    assert!(!tables.interns() && tables.value_to_bytes(&value).is_empty());
    assert_eq!(tables.value_from_bytes(&[]), None);
    assert_eq!((tables.exits(PART), tables.whole()), (None, None));
    assert!(tables.parameters().is_empty());
    assert!(tables.facts(PART.layer, &Histogram::default()).is_empty());
}

#[test]
fn a_row_in_words_names_its_numbers() {
    let tables: &dyn Tables = &Distances::default();
    assert_eq!(tables.row_text(&[2, 5]), "Receding { score: 2, within: 5 }");
}

#[test]
fn an_index_without_positions_is_empty() {
    let index = |largest| PartIndex::new(Box::new(UpTo(largest)));
    assert!(index(0).is_empty() && !index(LARGEST).is_empty());
    assert_eq!(index(LARGEST).len(), 20);
}

#[test]
fn a_layer_that_is_being_solved_has_indexes_and_no_rows() {
    let indexes = [PartIndex::new(Box::new(UpTo(LARGEST)))];
    let own = OwnIndexes { layer: PART.layer, indexes: &indexes };
    assert_eq!(own.index(PART).map(PartIndex::len).ok(), Some(20));
    assert!(own.index(PartId { part: 1, ..PART }).is_err());
    assert!(own.index(PartId { layer: LayerId(1), part: 0 }).is_err());
    let mut row = [7; 2];
    assert!(own.row(PART, 0, &mut row).is_err() && own.dictionary(PART.layer).is_err());
    assert_eq!(row, [7; 2]);
}

#[test]
fn plans_that_read_no_tables_are_given_none() {
    let none: &dyn FinishedTables<Receding, Receding> = &NoFinishedTables;
    let mut read = 0;
    assert!(none.records(PART, 0..3, &mut |records| read += records.len()).is_err());
    assert!(none.dictionary(PART.layer).is_err());
    assert_eq!(read, 0);
}

#[test]
fn a_position_that_no_table_holds_is_told_as_the_reason() {
    let missing = NoSuchPosition { layer: "heap/all".to_owned(), position: "11".to_owned() };
    let reason = Unanswered::from(missing).into_reason().expect("a reason").to_string();
    assert_eq!(reason, "heap/all asks for a position that no table holds: 11");
}

/// Heaps by bounds that are written in two stages. Nobody runs them.
struct Bounds([Layer; 1]);

impl Domain for Bounds {
    type Game = Heap;
    type Value = Interval;
    type Record = Interval;

    fn name(&self) -> String {
        "heap-bounds".to_owned()
    }

    fn game(&self) -> &Heap {
        &Heap
    }

    fn layers(&self) -> &[Layer] {
        &self.0
    }

    fn index(&self, _: PartId) -> Result<IndexOf<Self>, IndexError> {
        Ok(Box::new(UpTo(LARGEST)))
    }

    fn locate(&self, position: &Position) -> Option<PartId> {
        place(position)
    }

    fn backup(
        &self,
        _: &Position,
        _: &mut dyn Ask<Position, Interval>,
    ) -> Result<Interval, Unanswered> {
        Err(Unanswered::default())
    }

    fn encode(&self, value: &Interval, _: &Dictionary<Interval>) -> Interval {
        *value
    }

    fn decode(&self, record: Interval, _: &Dictionary<Interval>) -> Option<Interval> {
        Some(record)
    }
}

impl IntervalDomain for Bounds {}

impl Sweep for Bounds {
    type Plan = ();
    type Scratch = ();

    fn plan(&self, _: LayerId, _: &mut dyn Finished) -> Result<(), Unanswered> {
        Ok(())
    }

    fn scratch(&self, (): &()) {}

    fn partner(&self, _: LayerId, part: usize) -> usize {
        part
    }

    fn stages(&self, _: LayerId, _: usize) -> Vec<Stage> {
        let first = Stage { first: 0, units: 4, values: 2, carry: 5, inbox: 4 };
        vec![first, Stage { first: 8, units: 6, values: 2, carry: 0, inbox: 4 }]
    }

    fn hands_on(&self, (): &(), _: usize, _: usize, _: usize, _: &mut dyn FnMut(Handed<'_>)) {}

    fn run(&self, (): &(), _: PassUnit, _: UnitData<'_>, (): &mut ()) {}

    fn bytes(&self, _: LayerId, _: usize) -> u64 {
        0
    }
}

#[test]
fn a_unit_reads_all_that_the_stage_before_has_left() {
    let (bounds, layer) = (Bounds([layer()]), LayerId(0));
    assert_eq!(bounds.reads_before(layer, 0, 0, 2), [0; 0]);
    assert_eq!(bounds.reads_before(layer, 0, 1, 2), [0, 1, 2, 3]);
    assert_eq!([0, 1].map(|stage| bounds.numbers_before(layer, 0, stage, 2, 3)), [0, 5]);
    assert!(bounds.pinned(&(), 0).is_empty());
}

#[test]
fn each_unit_is_in_a_class_by_itself_at_any_depth() {
    let (bounds, layer) = (Bounds([layer()]), LayerId(0));
    for depth in [1, 2, 9] {
        let classes = [0, 1, 5].map(|unit| bounds.class(layer, 0, 1, unit, depth));
        assert_eq!(classes, [0, 1, 5]);
    }
}
