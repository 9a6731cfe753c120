//! Amazons.

use shuban_referee::{Error, Extent, check};
use shuban_store::Disk;

use crate::common::Data;

#[test]
fn scores_and_canonical_forms_pass() {
    let data = Data::with(&["amazons/5", "amazons/4/canonical"]);
    for layer in ["amazons/1", "amazons/2", "amazons/3", "amazons/4", "amazons/5"] {
        data.passes(layer);
    }
    for layer in ["amazons/1/canonical", "amazons/2/canonical", "amazons/3/canonical"] {
        data.passes(layer);
    }
    data.passes("amazons/4/canonical");
}

#[test]
fn larger_regions_pass() {
    let data = Data::with(&["amazons/7", "amazons/6/canonical"]);
    data.samples("amazons/7", 1_000);
    data.samples("amazons/6/canonical", 1_000);
}

#[test]
fn false_scores_forms_and_regions_are_found() {
    let data = Data::with(&["amazons/4", "amazons/4/canonical"]);
    data.finds("amazons/4", "regions", 500, |row| row[0] ^= 1);
    data.finds("amazons/4", "regions", 781, |row| row[0] = 255);
    data.finds("amazons/4/canonical", "regions", 500, |row| row[0] ^= 1);
    data.finds("amazons/4/canonical", "regions", 0, |row| row[0] = 1_000_000);
    let fault = data.forged("amazons/4", |file| {
        let section = file.section("regions/regions");
        if let shuban_store_testing::OpenedSection::Stream(section) = section {
            section.entries[0][0] ^= 1;
        }
    });
    assert_eq!(fault.section, "regions/regions");
}

#[test]
fn last_moves_on_a_board_pass_and_false_ones_are_found() {
    let data = Data::with(&["amazons/4x4/empty-2"]);
    data.passes("amazons/4x4/empty-0");
    data.samples("amazons/4x4/empty-1", 2_000);
    data.samples("amazons/4x4/empty-2", 2_000);
    data.finds("amazons/4x4/empty-2", "all", 3, |row| row[0] ^= 1);
}

/// Of large regions that takes tens of seconds.
#[test]
fn the_list_of_regions_can_be_interrupted() {
    let data = Data::with(&["amazons/4"]);
    for phase in ["regions of 4", "placements in regions of 4"] {
        let report = |name: &str, _, _| name != phase;
        let target = data.target("amazons/4");
        let checked = check(&Disk::default(), &target, data.path(), Extent::All, &report);
        assert!(matches!(checked, Err(Error::Interrupted)), "{phase}: {checked:?}");
    }
}
