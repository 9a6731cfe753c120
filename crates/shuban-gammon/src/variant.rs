//! The family's parameters, and its members by name.

use shuban_core::checkers::{Checkers, MAX_CHECKERS, MAX_POINTS};

/// The rules of one member of the backgammon family: points, checkers, die faces, home, start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    name: String,
    points: usize,
    checkers: usize,
    faces: u8,
    home: usize,
    start: Checkers,
}

/// Error in the numbers of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such variant: {0}")]
pub struct VariantError(String);

impl Variant {
    /// A variant by its numbers. `start` is one side's starting position as (point, checkers)
    /// pairs; both sides start alike.
    ///
    /// # Errors
    /// [`VariantError`] if a number is out of range, or the start does not fit the board or makes
    /// both sides share a point.
    pub fn new(
        name: &str,
        points: usize,
        faces: u8,
        home: usize,
        start: &[(usize, usize)],
    ) -> Result<Self, VariantError> {
        let checkers: usize = start.iter().map(|&(_, count)| count).sum();
        let problem = if !(2..=MAX_POINTS).contains(&points) {
            Some(format!("{points} points; 2 to {MAX_POINTS} are possible"))
        } else if !(1..=MAX_CHECKERS).contains(&checkers) {
            Some(format!("{checkers} checkers a side; 1 to {MAX_CHECKERS} are possible"))
        } else if !(1..=9).contains(&faces) {
            Some(format!("dice of {faces} faces; 1 to 9 are possible"))
        } else if home == 0 || 2 * home > points {
            Some(format!("a home of {home} points on a board of {points}"))
        } else {
            start.iter().find_map(|&(point, _)| {
                if !(1..=points).contains(&point) {
                    Some(format!("a start on point {point} of {points}"))
                } else if start.iter().any(|&(other, _)| other == points + 1 - point) {
                    Some(format!("both sides start on point {point}"))
                } else {
                    None
                }
            })
        };
        if let Some(problem) = problem {
            return Err(VariantError(problem));
        }
        let start = Checkers::from_places(
            start.iter().flat_map(|&(point, count)| std::iter::repeat_n(point, count)),
        );
        Ok(Variant { name: name.to_owned(), points, checkers, faces, home, start })
    }

    /// A variant by its name: one of [`Variant::names`].
    pub fn by_name(name: &str) -> Option<Self> {
        let (points, faces, home, start): (usize, u8, usize, &[(usize, usize)]) = match name {
            "backgammon" => (24, 6, 6, &[(24, 2), (13, 5), (8, 3), (6, 5)]),
            "nackgammon" => (24, 6, 6, &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
            "hypergammon" => (24, 6, 6, &[(24, 1), (23, 1), (22, 1)]),
            "half-gammon" => (12, 3, 3, &[(12, 2), (7, 3), (3, 3)]),
            // The literature gives only "two thirds of the size" of backgammon: this start is ours.
            "mini-gammon" => (16, 4, 4, &[(16, 2), (9, 3), (6, 2), (4, 3)]),
            _ => return None,
        };
        Some(
            Variant::new(name, points, faces, home, start)
                .expect("the named variants are in range"),
        )
    }

    /// Hypergammon with 1 to 3 checkers a side at the start, on the points farthest from home:
    /// `hypergammon-1`, `hypergammon-2` and, with three, `hypergammon` itself.
    pub fn hypergammon(checkers: usize) -> Option<Self> {
        const START: [(usize, usize); 3] = [(24, 1), (23, 1), (22, 1)];
        match checkers {
            1 | 2 => {
                let name = format!("hypergammon-{checkers}");
                Variant::new(&name, 24, 6, 6, &START[..checkers]).ok()
            }
            3 => Variant::by_name("hypergammon"),
            _ => None,
        }
    }

    /// The names that [`Variant::by_name`] knows.
    pub fn names() -> [&'static str; 5] {
        ["backgammon", "nackgammon", "hypergammon", "half-gammon", "mini-gammon"]
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Points of the board.
    pub fn points(&self) -> usize {
        self.points
    }

    /// The place of the bar, one above the highest point.
    pub fn bar(&self) -> usize {
        self.points + 1
    }

    /// Checkers a side.
    pub fn checkers(&self) -> usize {
        self.checkers
    }

    /// Faces of a die.
    pub fn faces(&self) -> u8 {
        self.faces
    }

    /// Points of the home board: own points 1 to this.
    pub fn home(&self) -> usize {
        self.home
    }

    /// One side's starting position.
    pub fn start(&self) -> Checkers {
        self.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_named_variants_have_the_pips_of_their_starts() {
        let pips = |name| Variant::by_name(name).unwrap().start().pips();
        assert_eq!(pips("backgammon"), 167);
        assert_eq!(pips("half-gammon"), 54);
        assert_eq!(pips("hypergammon"), 69);
        assert!(Variant::names().iter().all(|name| Variant::by_name(name).is_some()));
        let pips = |checkers| Variant::hypergammon(checkers).map(|variant| variant.start().pips());
        assert_eq!([0, 1, 2, 3, 4].map(pips), [None, Some(24), Some(47), Some(69), None]);
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_reason() {
        let error = |points, faces, home, start: &[(usize, usize)]| {
            Variant::new("x", points, faces, home, start).unwrap_err().to_string()
        };
        assert!(error(31, 6, 6, &[(6, 2)]).contains("31 points"));
        assert!(error(12, 0, 3, &[(6, 2)]).contains("0 faces"));
        assert!(error(12, 3, 7, &[(6, 2)]).contains("home of 7"));
        assert!(error(12, 3, 3, &[(13, 2)]).contains("point 13"));
        assert!(error(12, 3, 3, &[(6, 2), (7, 2)]).contains("both sides"));
        assert!(error(12, 3, 3, &[(6, 16)]).contains("16 checkers"));
    }
}
