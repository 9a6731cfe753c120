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

#[test]
fn bearing_off_passes() {
    let data = Data::with(&["half-gammon/bearoff", "half-gammon/bearoff2"]);
    data.passes("half-gammon/bearoff");
    data.passes("half-gammon/bearoff2");
}

#[test]
fn false_distributions_and_means_are_found() {
    let data = Data::with(&["half-gammon/bearoff", "half-gammon/bearoff2"]);
    data.finds("half-gammon/bearoff", "8 checkers", 0, |row| row[2] += 1);
    // In the order of ranks, the side itself is met before those that play to it.
    data.finds("half-gammon/bearoff", "8 checkers", 40, |row| row[0] += 1);
    data.finds("half-gammon/bearoff", "8 checkers", 40, |row| row[2] = 1_000_000);
    data.finds("half-gammon/bearoff2", "8 v 8", 5_000, |row| row[0] -= 1);
    data.finds("half-gammon/bearoff2", "8 v 8", 0, |row| row[1] += 1);
}

#[test]
fn races_and_hypergammon_pass() {
    let data = Data::with(&["backgammon/race-7x2", "hypergammon/1"]);
    data.passes("backgammon/race-7x1");
    data.passes("backgammon/race-7x2");
    assert_eq!(data.passes("hypergammon/1").whole.as_deref(), Some("play ends"));
}

#[test]
fn false_equities_are_found() {
    let data = Data::with(&["backgammon/race-7x2", "hypergammon/1"]);
    // No play leads to a position in which the opponent has all checkers on its highest point.
    data.finds("backgammon/race-7x2", "2 v up to 2", 35, |row| row[6] += 1);
    data.finds("backgammon/race-7x2", "fewer v 2", 200, |row| row[1] += 1);
    // Of what follows from it, some has a lower rank.
    let fault = data.forged("hypergammon/1", |file| file.rows("1 v 1")[300][10] += 1 << 20);
    assert!(fault.rank.is_some_and(|rank| rank <= 300), "{fault:?}");
}
