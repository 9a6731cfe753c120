//! The variants' numbers.

/// The numbers of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Variant {
    pub(crate) name: &'static str,
    /// Points of the board.
    pub(crate) points: usize,
    /// Checkers of a side.
    pub(crate) checkers: usize,
    /// Faces of a die.
    pub(crate) faces: usize,
    /// Points of the home board.
    pub(crate) home: usize,
}

/// The variants that have layers.
const VARIANTS: [Variant; 3] = [
    Variant { name: "backgammon", points: 24, checkers: 15, faces: 6, home: 6 },
    Variant { name: "half-gammon", points: 12, checkers: 8, faces: 3, home: 3 },
    Variant { name: "mini-gammon", points: 16, checkers: 10, faces: 4, home: 4 },
];

impl Variant {
    /// Returns the variant of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        VARIANTS.into_iter().find(|variant| variant.name == name)
    }

    /// Returns the place of the bar.
    pub(crate) fn bar(&self) -> usize {
        self.points + 1
    }

    /// Returns the rolls, higher die first, each with the number of ways to throw it.
    pub(crate) fn rolls(&self) -> Vec<([usize; 2], i128)> {
        let lower =
            |high| (1..=high).map(move |low| ([high, low], if high == low { 1 } else { 2 }));
        (1..=self.faces).flat_map(lower).collect()
    }

    /// Returns the numbers as parameters of a file.
    pub(crate) fn parameters(&self) -> Vec<(&'static str, String)> {
        vec![
            ("points", self.points.to_string()),
            ("checkers", self.checkers.to_string()),
            ("faces", self.faces.to_string()),
            ("home", self.home.to_string()),
        ]
    }
}
