//! Positions that no table holds, between those of layers in which play may be endless.

use shuban_core::erased::{LoopyTables, OwnIndexes, PartIndex};
use shuban_core::{LayerId, PartId, Unanswered};

use crate::heap::{Distances, LARGEST, Position, UpTo, layer};

/// Heaps of five are in no table; larger ones are in this layer and smaller ones in the first.
fn around_five<const LARGER: usize>(&(left, _): &Position) -> Option<PartId> {
    let layer = LayerId(if left > 5 { LARGER } else { 0 });
    (left != 5 && left > 0).then_some(PartId { layer, part: 0 })
}

/// The error of the plays from a heap of six, where no other layer is open.
fn error_of_six(tables: &Distances) -> Unanswered {
    let layer = (tables.place)(&(6, 0)).expect("it is in a table").layer;
    let indexes = [PartIndex::new(Box::new(UpTo(LARGEST)))];
    let (own, mut room) = (OwnIndexes { layer, indexes: &indexes }, tables.play_room());
    let part = PartId { layer, part: 0 };
    tables.loopy_successors(part, 10, &own, &mut *room, &mut |_| ()).unwrap_err()
}

#[test]
fn a_position_in_no_table_may_lead_to_another_layer_but_not_back() {
    let back = Distances { layers: vec![layer()], place: around_five::<0> };
    let reason = error_of_six(&back).into_reason().expect("a broken law").to_string();
    assert!(reason.starts_with("heap/all: `5` is in no table and leads back"), "{reason}");
    // Values of another layer are asked for.
    let on = Distances { layers: vec![layer(), layer()], place: around_five::<1> };
    assert!(error_of_six(&on).into_reason().is_none());
}
