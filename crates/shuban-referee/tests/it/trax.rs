//! Limited TRAX.

use shuban_referee::{Error, Extent, Target};
use shuban_store_testing::OpenedSection;

use crate::common::Data;

#[test]
fn small_boards_pass() {
    let data = Data::with(&["trax/2", "trax/3"]);
    for layer in ["trax/2", "trax/3"] {
        let checked = data.passes(layer);
        assert_eq!(checked.whole.as_deref(), Some("play comes to all of them"));
    }
}

#[test]
fn false_results_and_positions_are_found() {
    let data = Data::with(&["trax/3"]);
    // Nothing leads to a position with fewer tiles.
    data.finds("trax/3", "0 tiles", 0, |row| row[0] = 0);
    data.finds("trax/3", "9 tiles", 635, |row| row[0] = 3);
    let fault = data.forged("trax/3", |file| {
        if let OpenedSection::Stream(section) = file.section("9 tiles/keys") {
            section.entries[0][0] ^= 2;
        }
    });
    // The first position that leads to the one that is left out.
    assert!(fault.rank.is_some() && fault.reason.contains("not listed"), "{fault:?}");
}

#[test]
fn proofs_are_left_to_their_own_checkers() {
    let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/proofs/trax-2-win.shuban");
    let data = Data::with(&[]);
    let checked = data.check_target(&Target::of_file(proof), Extent::All);
    let Err(error @ Error::Unknown { .. }) = checked else { panic!("{checked:?}") };
    assert!(error.to_string().contains("shuban-check"), "{error}");
}
