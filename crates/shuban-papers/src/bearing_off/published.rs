//! What has been printed about bearing off in half-gammon.

/// Expected rolls of a side alone, as printed: position and number. All agree, but for the last
/// one, which is said to be the greatest of all: it comes out under the rule of
/// [`front_most_first`](super::front_most_first), not under the best play.
pub const PRINTED_EXPECTED_ROLLS: [(&str, &str); 11] = [
    ("G 1 2 1", "2.1358"),
    ("G 0 4 0", "2.2716"),
    ("G 2 2 2", "2.94376"),
    ("G 0 0 4", "2.82167"),
    ("G 6 1 1", "3.36214"),
    ("G 5 0 2", "3.36214"),
    ("G 0 0 2", "1.77778"),
    ("G 6 0 0", "2.44444"),
    ("G 8 0 0", "3.18519"),
    ("G 0 0 3", "2.2963"),
    ("G 0 0 8", "5.35676"),
];

/// A race of equal sides as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedRace {
    /// The position: four checkers a side, all on one point.
    pub position: &'static str,
    /// The expected result of the player about to roll.
    pub equity: &'static str,
    /// How many positions a memoised recursion works out.
    pub visited: usize,
}

/// Races of four against four as printed: the equities of the second and the third are exchanged.
pub const PRINTED_RACES: [PrintedRace; 4] = [
    PrintedRace { position: "1,1,1,1|1,1,1,1", equity: "0.555556", visited: 3 },
    PrintedRace { position: "2,2,2,2|2,2,2,2", equity: "0.406226", visited: 42 },
    PrintedRace { position: "3,3,3,3|3,3,3,3", equity: "0.373876", visited: 496 },
    PrintedRace { position: "4,4,4,4|4,4,4,4", equity: "0.340931", visited: 1_615 },
];
