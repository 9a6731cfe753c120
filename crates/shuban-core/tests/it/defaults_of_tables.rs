//! Tables that implement only the required methods, and so have the defaults of the traits.

use std::collections::BTreeSet;

use shuban_core::erased::{
    NoSuchPosition, OwnIndexes, PartIndex, RowSource, SweepTables, Tables, TabulateTables,
};
use shuban_core::sweep::{Finished, Handed, PassUnit, Stage, Status, UnitData};
use shuban_core::tabulate::{FinishedTables, NoFinishedTables, Unit, Units, Unstorable, Workers};
use shuban_core::{
    Ask, Dictionary, Domain, Explain, Histogram, Index, IndexError, IndexOf, Interval,
    IntervalDomain, Layer, LayerId, PartId, Receding, Sweep, Tabulate, Unanswered,
};

use crate::heap::{Distances, Heap, LARGEST, Position, UpTo, layer, place};

const PART: PartId = PartId { layer: LayerId(0), part: 0 };

#[test]
fn tables_that_override_no_default_keep_the_laws() {
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
    let values = none.extended(&BTreeSet::from([value]));
    let later = tables.dictionary(&values, &BTreeSet::from([Receding::endless(0)]));
    assert_eq!(later.values(), [value]);
}

#[test]
fn tables_have_the_sizes_of_their_types() {
    let tables: &dyn Tables = &Distances::default();
    assert_eq!(tables.family(), "heap");
    assert_eq!((tables.value_size(), tables.value_bytes(), tables.record_size()), (4, 4, 4));
    assert_eq!(tables.values_of_layer(PART.layer), 20);
    // There is no coarse form.
    assert!(!tables.is_coarser(&[0, 0], &[0, 0]));
    assert_eq!(tables.empty_dictionary().len(), 0);
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

/// Declares tables of heaps with bounds that are written in two stages. The three blocks override
/// default methods of `Domain`, `Tabulate` and `Sweep`. No bounds are ever computed.
macro_rules! bounds {
    ($name:ident { $($of_values:tt)* } { $($of_tabulation:tt)* } { $($of_sweeps:tt)* }) => {
        struct $name([Layer; 1]);

        impl Domain for $name {
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

            $($of_values)*
        }

        impl IntervalDomain for $name {}

        impl Tabulate for $name {
            type Plan = ();
            type Scratch = ();

            fn units(&self, _: PartId) -> Result<Units, IndexError> {
                Ok(Units::of_lengths([20]))
            }

            fn plan(
                &self,
                _: LayerId,
                _: &dyn FinishedTables<Interval, Interval>,
                _: &dyn Workers,
            ) -> Result<(), Unanswered> {
                Ok(())
            }

            fn scratch(&self, (): &()) {}

            fn run(
                &self,
                (): &(),
                _: &Unit,
                (): &mut (),
                _: &mut [Interval],
            ) -> Result<(), Unstorable> {
                Ok(())
            }

            fn bytes(&self, _: LayerId, _: usize) -> u64 {
                0
            }

            $($of_tabulation)*
        }

        impl Sweep for $name {
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

            $($of_sweeps)*
        }
    };
}

bounds! { Bounds {} {} {} }

bounds! {
    Overriding
    {
        fn value_from_bytes(&self, _: &[u8]) -> Option<Interval> {
            Some(Interval::UNKNOWN)
        }
    }
    {
        fn scratch_file_bytes(&self, _: LayerId) -> u64 {
            7
        }
    }
    {
        fn pinned(&self, (): &(), _: usize) -> Vec<(u64, Interval)> {
            vec![(3, Interval::UNKNOWN)]
        }
    }
}

#[test]
fn tables_by_numbers_hand_on_what_a_domain_says() {
    let (tables, layer) = (Overriding([layer()]), LayerId(0));
    let mut values = tables.empty_dictionary();
    assert!(tables.push_value(&mut values, &[]) && values.len() == 1);
    assert_eq!(tables.scratch_file_of_tabulation(layer), 7);
    assert_eq!(tables.class_of(layer, 0, 1, 5, 1), 5);
    let plan = tables.plan_sweep(layer, &mut Closed).expect("a plan");
    assert_eq!(plan.pinned(0), [(3, Interval::UNKNOWN)]);
}

/// Layers that are not open.
struct Closed;

impl Finished for Closed {
    fn values(&mut self, _: PartId, _: &[u64]) -> Result<Vec<Interval>, Unanswered> {
        Err(Unanswered::default())
    }

    fn statuses(&mut self, _: PartId, _: &[u64]) -> Result<Vec<Status>, Unanswered> {
        Err(Unanswered::default())
    }
}

/// An index of one heap that is empty, and has no rank.
struct Empty;

impl Index for Empty {
    type Position = Position;

    fn len(&self) -> u64 {
        1
    }

    fn rank(&self, _: &Position) -> Option<u64> {
        None
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        (rank == 0).then_some((0, 1))
    }
}

#[test]
fn a_position_of_an_index_has_a_rank_and_a_payoff() {
    let tables: &dyn Tables = &Distances::default();
    let [empty, heaps] = [
        PartIndex::new::<Position>(Box::new(Empty)),
        PartIndex::new::<Position>(Box::new(UpTo(LARGEST))),
    ];
    let numbered = |index, rank| tables.is_numbered_back(index, rank);
    assert_eq!((numbered(&empty, 0), numbered(&empty, 1)), (Some(false), None));
    assert_eq!(numbered(&heaps, 5), Some(true));
    // The heap is empty, so the player to move has lost.
    assert_eq!(tables.payoff(&empty, 0).ok(), Some(Some(-1)));
    assert_eq!(tables.payoff(&heaps, 5).ok(), Some(None));
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
fn a_plan_writes_no_scratch_file() {
    assert_eq!(Bounds([layer()]).scratch_file_bytes(LayerId(0)), 0);
}

#[test]
fn each_unit_is_in_a_class_by_itself_at_any_depth() {
    let (bounds, layer) = (Bounds([layer()]), LayerId(0));
    for depth in [1, 2, 9] {
        let classes = [0, 1, 5].map(|unit| bounds.class(layer, 0, 1, unit, depth));
        assert_eq!(classes, [0, 1, 5]);
    }
}
