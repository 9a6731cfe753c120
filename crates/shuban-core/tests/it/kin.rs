//! Games of a kin.

use shuban_core::introduction::Kin;

#[test]
fn games_of_a_kin_are_known_by_the_first_part_of_their_names() {
    let kin = Kin {
        name: ["Heaps", "山"],
        about: ["", ""],
        example: ["heap", "3"],
        members: Vec::new(),
        names: &["heap", "heaps"],
        story: None,
    };
    assert!(kin.has("heap") && kin.has("heaps/3"));
    assert!(!kin.has("he") && !kin.has("3/heap"));
}
