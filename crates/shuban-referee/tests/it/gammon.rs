//! The backgammon family.

use shuban_referee::Extent;

use crate::common::Data;

#[test]
fn contact_layers_pass() {
    let data = Data::with(&["half-gammon/contact-2-2", "mini-gammon/contact-2-1"]);
    for layer in ["half-gammon/contact-1-1", "half-gammon/contact-2-1", "half-gammon/contact-2-2"] {
        let checked = data.passes(layer);
        assert_eq!(checked.whole.as_deref(), Some("play leaves the layer"));
        assert!(checked.width.is_some_and(|width| width > 0.0 && width < 1e-6), "{checked:?}");
    }
    data.passes("mini-gammon/contact-2-1");
    data.samples("half-gammon/contact-2-2", 1000);
    assert!(data.check("half-gammon/contact-2-2", Extent::Sample(u64::MAX)).unwrap().passed);
}

#[test]
fn bounds_that_do_not_follow_are_found() {
    let data = Data::with(&["half-gammon/contact-2-1"]);
    // Far above the truth, a little above it, and an interval that is too narrow.
    for rank in [0, 700, 1026] {
        data.finds("half-gammon/contact-2-1", "2 v 1", rank, |row| {
            row[0] = (row[0] as u32).wrapping_add(5_000) as u64;
        });
    }
}
