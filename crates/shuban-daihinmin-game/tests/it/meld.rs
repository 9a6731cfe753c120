//! Cards that form a meld.

use shuban_daihinmin_game::{Meld, MeldKind};

fn meld(text: &str) -> Meld {
    text.parse().unwrap()
}

#[test]
fn melds_are_singles_sets_and_runs() {
    let kinds = [
        ("S3", MeldKind::Single, 1, 1),
        ("JK", MeldKind::Joker, 14, 1),
        ("S3,C3", MeldKind::Set, 1, 2),
        ("S3,JK=H3", MeldKind::Set, 1, 2),
        ("S2,H2,D2,C2", MeldKind::Set, 13, 4),
        ("S2,H2,D2,C2,JK", MeldKind::Set, 13, 5),
        ("S3,S4,S5", MeldKind::Run, 1, 3),
        ("S3,JK=S4,S5", MeldKind::Run, 1, 3),
        ("JK=S-,S3,S4", MeldKind::Run, 0, 3),
        ("DA,D2,JK=D+", MeldKind::Run, 12, 3),
    ];
    for (text, kind, lowest, len) in kinds {
        let found = meld(text);
        assert_eq!((found.kind(), found.lowest(), found.len()), (kind, lowest, len), "{text}");
    }
}

#[test]
fn what_is_no_meld_is_refused() {
    for text in [
        "S3,S4",
        "S3,H4",
        "S3,S4,H5",
        "S3,S4,S6",
        "S3,JK",
        "S3,H3,D3,JK",
        "S3,JK=S3",
        "S3,JK=H4",
        "JK=S-,S4,S5",
        "S3,S4,JK=H5",
        "JK=S-,S3",
        "S2,JK=H+",
        "S3,H3,S4",
        "S3,S4,S5,JK",
        "S3,S4,S5,JK=S4",
        "DK,D2,JK=D+",
    ] {
        assert!(text.parse::<Meld>().is_err(), "{text}");
    }
}

#[test]
fn a_meld_is_beaten_by_its_like_only() {
    let beats = |high: &str, low: &str| meld(high).beats(&meld(low), false);
    let beats_reversed = |high: &str, low: &str| meld(high).beats(&meld(low), true);
    assert!(beats("S4", "H3") && !beats("H3", "S4") && !beats("S4", "H4"));
    assert!(beats_reversed("H3", "S4") && !beats_reversed("S4", "H3"));
    assert!(beats("JK", "S2") && beats_reversed("JK", "S2") && !beats("S2", "JK"));
    assert!(!beats("S3", "JK"), "the spade three is an exception of the rules, not of strength");
    assert!(beats("S4,H4", "D3,C3") && !beats("S4,H4", "S3") && !beats("S4,H4,D4", "S3,H3"));
    // A run must be higher as a whole.
    assert!(beats("S6,S7,S8", "S3,S4,S5") && !beats("S5,S6,S7", "S3,S4,S5"));
    assert!(beats_reversed("S3,S4,S5", "S6,S7,S8") && !beats_reversed("S3,S4,S5", "S5,S6,S7"));
    assert!(!beats("S6,H6,D6", "S3,S4,S5"));
}

#[test]
fn a_joker_counts_as_what_it_stands_for() {
    assert!(meld("S7,JK=S8,S9").has_eight());
    assert!(!meld("JK").has_eight());
    assert!(!meld("S9,ST,SJ").has_eight());
    assert_eq!(meld("S3,JK=H3").suits(), meld("S4,H4").suits());
    assert!(meld("JK").suits().is_empty());
}
