//! Positions of published figures, by name.

/// The figures of Sanno and Hoki, *A Study of Expansion of the Endgame Database of Backgammon*, as
/// far as their text gives them. Figures 2 to 4 show a position after a play; the position before
/// it has the same name and `-before`.
pub(crate) const SANNO_AND_HOKI: &[(&str, &str)] = &[
    (
        "sanno-hoki/figure-1",
        "6,6,6,6,6,8,8,8,13,13,13,13,13,24,24|6,6,6,6,6,8,8,8,13,13,13,13,13,24,24",
    ),
    // White moves with 4-3: 22/18 hits, and 18/15. Two of black's keep 22/19 from being played.
    ("sanno-hoki/figure-2-before", "22|6,6,7"),
    ("sanno-hoki/figure-2", "6,6,bar|15"),
    // White moves with 6-5: 6/off, and then, nothing being on 5 or 6, 4/off.
    ("sanno-hoki/figure-3-before", "1,4,6|1,2"),
    ("sanno-hoki/figure-3", "1,2|1"),
    // Black bears off the last checker, with any roll. White has borne off nothing, and nothing of
    // white's is on the bar or in black's home.
    ("sanno-hoki/figure-4-before", "1|4,4,5,5,5,6,6,6,6,6,8,8,8,13,13"),
    ("sanno-hoki/figure-4", "4,4,5,5,5,6,6,6,6,6,8,8,8,13,13|"),
];
