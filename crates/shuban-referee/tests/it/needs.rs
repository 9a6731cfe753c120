//! Files of other layers, and needs that lead back.

use shuban_referee::{Error, Extent, Target};
use shuban_store::Error as StoreError;

use crate::common::Data;

const SMALL: &str = "half-gammon/contact-1-1";
const LARGE: &str = "half-gammon/contact-2-1";

#[test]
fn layers_come_after_those_that_they_need() {
    let data = Data::with(&["half-gammon/contact-3-2"]);
    let names = |layer: &str| -> Vec<String> {
        let found = data.needed(layer).unwrap();
        found.into_iter().filter_map(|target| target.domain).collect()
    };
    let found = names("half-gammon/contact-3-2");
    let place = |layer: &str| found.iter().position(|other| other == layer).unwrap();
    assert_eq!(found.len(), 4, "{found:?}");
    for layer in ["half-gammon/contact-2-1", "half-gammon/contact-2-2", "half-gammon/contact-3-1"] {
        let needed = names(layer);
        assert!(!needed.is_empty());
        needed.iter().for_each(|need| assert!(place(need) < place(layer), "{found:?}"));
    }
    assert!(data.check_all("half-gammon/contact-3-2").unwrap().passed);
}

/// Content hashes do not cover needs: so a file can name its own.
#[test]
fn a_file_does_not_rest_on_itself() {
    let data = Data::with(&[LARGE]);
    let need = data.need(LARGE);
    data.rewrite(LARGE, |file| file.account.needs.push(need.clone()));
    assert_eq!(data.need(LARGE), need);
    let needed = data.needed(LARGE);
    assert!(matches!(&needed, Err(Error::Circle { need, .. }) if need == LARGE), "{needed:?}");
    let fault = data.check(LARGE, Extent::All).unwrap().fault.unwrap();
    assert!(fault.reason.contains("itself among its needs"), "{fault:?}");
}

#[test]
fn layers_do_not_rest_on_each_other() {
    let data = Data::with(&[LARGE]);
    let need = data.need(LARGE);
    data.rewrite(SMALL, |file| file.account.needs.push(need));
    for layer in [SMALL, LARGE] {
        let needed = data.needed(layer);
        assert!(matches!(needed, Err(Error::Circle { .. })), "{needed:?}");
    }
}

#[test]
fn a_sound_file_of_another_layer_is_no_pass() {
    let data = Data::with(&[LARGE]);
    std::fs::copy(data.file(SMALL), data.file(LARGE)).unwrap();
    let checked = data.check(LARGE, Extent::All).unwrap();
    assert_eq!((checked.passed, checked.domain.as_str()), (false, LARGE));
    let fault = checked.fault.unwrap();
    assert!(fault.reason.contains("holds half-gammon/contact-1-1, not"), "{fault:?}");
    let needed = data.needed(LARGE);
    let Err(Error::Store(StoreError::OtherDomain { .. })) = needed else { panic!("{needed:?}") };
    // Named by its path, it is what it says.
    let file = Target::of_file(data.file(LARGE));
    let checked = data.check_target(&file, Extent::All).unwrap();
    assert_eq!((checked.passed, checked.domain.as_str()), (true, SMALL));
}

#[test]
fn a_need_is_the_layer_of_its_name() {
    let data = Data::with(&["half-gammon/contact-2-2"]);
    std::fs::copy(data.file("half-gammon/contact-2-2"), data.file(SMALL)).unwrap();
    let fault = data.check(LARGE, Extent::All).unwrap().fault.unwrap();
    assert!(fault.reason.contains("not half-gammon/contact-1-1"), "{fault:?}");
    let needed = data.needed(LARGE);
    let Err(Error::Store(StoreError::OtherDomain { .. })) = needed else { panic!("{needed:?}") };
}

/// A layer takes those that it needs for right; with all of them nothing is.
#[test]
fn a_false_need_is_found_with_all_that_a_layer_needs() {
    let data = Data::with(&["tanhinmin/3p-4"]);
    data.rewrite("tanhinmin/3p-3", |file| file.rows("leads")[0][1] ^= 2);
    let need = data.need("tanhinmin/3p-3");
    data.rewrite("tanhinmin/3p-4", |file| file.account.needs[0] = need);
    let checked = data.check_all("tanhinmin/3p-4").unwrap();
    assert_eq!((checked.passed, checked.domain.as_str()), (false, "tanhinmin/3p-3"));
}
