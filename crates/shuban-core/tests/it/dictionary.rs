//! Dictionaries.

use shuban_core::Dictionary;
use std::collections::BTreeSet;

#[test]
fn later_layers_keep_the_ids_of_earlier_ones() {
    let first = Dictionary::default().extended(&BTreeSet::from(["m", "b"]));
    let second = first.extended(&BTreeSet::from(["a", "b", "z"]));
    assert_eq!(first.values(), ["b", "m"]);
    assert_eq!(second.values(), ["b", "m", "a", "z"]);
    assert_eq!(second.id(&"z"), Some(3));
    assert_eq!(second.value(4), None);
    assert!(Dictionary::<&str>::default().is_empty() && !second.is_empty());
}
