//! The backgammon family.

use std::sync::Arc;

use shuban_core::Silent;
use shuban_gammon::{Contact, Variant};
use shuban_referee::{Error, Extent};
use shuban_solve::{BuildOptions, IterateByBackup, VerifyOptions, build, layer_named, verify};
use shuban_store::{Database, Disk, FileSystem};
use shuban_store_testing::{OpenedUp, rewrite};

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

#[test]
fn layers_with_slack_are_held_to_it() {
    let data = Data::with(&["half-gammon/contact-6-1", "half-gammon/money-2-1"]);
    data.samples("half-gammon/contact-6-1", 2_000);
    data.passes("half-gammon/money-2-1");
    // These were not built with any.
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        file.account.facts.insert("slack".to_owned(), 1.into());
    });
    assert!(fault.rank.is_some() && fault.reason.contains("1 to spare"), "{fault:?}");
}

#[test]
fn widths_and_needs_have_to_be_those_of_the_files() {
    let data = Data::with(&["half-gammon/contact-2-1"]);
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        file.account.parts[1].facts.insert("width_reached".to_owned(), 0.25.into());
    });
    assert!(fault.reason.contains("`width_reached` of 1 v 2"), "{fault:?}");
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        file.account.needs[0].content_hash = "0".repeat(64);
    });
    assert!(fault.reason.contains("half-gammon/contact-1-1"), "{fault:?}");
    let fault = data.forged("half-gammon/contact-2-1", |file| file.account.needs.clear());
    assert!(fault.reason.contains("among its needs"), "{fault:?}");
    std::fs::remove_file(data.file("half-gammon/contact-1-1")).unwrap();
    let checked = data.check("half-gammon/contact-2-1", Extent::All);
    assert!(matches!(checked, Err(Error::NotBuilt { .. })), "{checked:?}");
}

/// A program whose rules are wrong agrees with itself, and not with the referee: here checkers are
/// borne off from four points in place of three.
#[test]
fn wrong_rules_are_found_which_the_program_does_not_see() {
    let data = Data::with(&[]);
    let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
    let start = [(12, 2), (7, 3), (3, 3)];
    let variant = Variant::new("half-gammon", 12, 3, 4, &start).unwrap();
    let domain = Contact::new(variant);
    let solver = IterateByBackup(&domain);
    let layer = layer_named(&domain, "half-gammon/contact-2-1").unwrap();
    build(&files, &solver, layer, &BuildOptions::new(data.path()), &Silent).unwrap();
    let options = VerifyOptions::new(data.path());
    assert!(verify(&files, &solver, layer, &options, &Silent).unwrap().passed);
    // With one checker the home makes no difference.
    let claim = |file: &mut OpenedUp| {
        file.subject.parameters.insert("home".to_owned(), "3".to_owned());
    };
    rewrite(&files, &data.file("half-gammon/contact-1-1"), claim);
    let smaller = data.passes("half-gammon/contact-1-1");
    let smaller = Database::open(&*files, &smaller.file).unwrap();
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        claim(file);
        file.account.needs[0].content_hash = smaller.manifest().content_hash.clone();
    });
    assert!(fault.rank.is_some() && fault.reason.contains("by the rules"), "{fault:?}");
}

#[test]
fn a_status_that_its_bounds_deny_is_found() {
    let data = Data::with(&["half-gammon/contact-2-1"]);
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        let is_open = |bounds: &Vec<u64>| bounds[1] > 0;
        let rank = file.rows("1 v 2").iter().position(is_open).unwrap();
        file.rows("1 v 2/status")[rank][0] = 3;
    });
    assert_eq!(fault.section, "1 v 2/status", "{fault:?}");
    assert!(fault.reason.contains(": status 3, and bounds from"), "{fault:?}");
}

/// Bounds do not say who wins where gammons count.
#[test]
fn statuses_are_those_that_follow_from_the_rules() {
    let data = Data::with(&["half-gammon/contact-2-1", "half-gammon/money-2-1"]);
    let [loss, valued, unknown, win] = [0, 1, 2, 3];
    for layer in ["half-gammon/contact-2-1", "half-gammon/money-2-1"] {
        for [from, to] in [
            [loss, win],
            [win, loss],
            [valued, loss],
            [valued, win],
            [valued, unknown],
            [unknown, valued],
            [win, unknown],
        ] {
            for part in ["2 v 1/status", "1 v 2/status"] {
                let fault = data.forged(layer, |file| {
                    let statuses = file.rows(part);
                    let rank = statuses.iter().position(|status| status[0] == from).unwrap();
                    statuses[rank][0] = to;
                });
                assert!(fault.section.ends_with("/status"), "{layer} {from} {to}: {fault:?}");
            }
        }
    }
}

/// Each status is the one that those of the positions after it give, and none follows from a
/// finished game or another layer.
#[test]
fn statuses_that_rest_on_each_other_alone_are_found() {
    let data = Data::with(&["half-gammon/contact-1-1"]);
    let fault = data.forged("half-gammon/contact-1-1", |file| {
        let statuses = file.rows("1 v 1/status");
        assert!(statuses.iter().any(|status| status[0] == 2));
        statuses.iter_mut().filter(|status| status[0] == 2).for_each(|status| status[0] = 1);
    });
    assert_eq!(fault.section, "1 v 1/status", "{fault:?}");
    assert!(fault.reason.contains("follows only from itself"), "{fault:?}");
}

#[test]
fn one_part_has_no_statuses_without_the_other() {
    let data = Data::with(&["half-gammon/contact-2-1"]);
    let fault = data.forged("half-gammon/contact-2-1", |file| {
        file.sections.retain(|section| section.name() != "1 v 2/status");
    });
    assert!(fault.reason.contains("has statuses, and the other has none"), "{fault:?}");
}
