//! The value of a region, and the byte that is stored for it.

use std::fmt;

use shuban_core::{Codec, Column, Record};

use crate::subgame::Side;

/// The value of a region: how many more moves Black makes in it than White under best play, when
/// both alternate inside it and a side passes only where it has no move.
///
/// Written (a|b). The sides' best moves are the ones that reach these numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// With Black to move first; `None` if Black has no move.
    pub a: Option<i8>,
    /// With White to move first; `None` if White has no move.
    pub b: Option<i8>,
}

impl Pair {
    /// The colours exchanged: (a|b) becomes (-b|-a).
    #[must_use]
    pub fn swapped(self) -> Self {
        let negated = |value: Option<i8>| value.map(|value| -value);
        Pair { a: negated(self.b), b: negated(self.a) }
    }

    /// The number where a side is known to move first, `None` if it has no move.
    pub fn first(self, side: Side) -> Option<i8> {
        match side {
            Side::Black => self.a,
            Side::White => self.b,
        }
    }

    /// The value with a side to move, who passes if it has no move: 0 if nobody has.
    pub fn to_move(self, side: Side) -> i8 {
        self.first(side).or(self.first(side.opponent())).unwrap_or(0)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: Option<i8>| value.map_or("null".to_owned(), |value| value.to_string());
        write!(f, "({}|{})", text(self.a), text(self.b))
    }
}

/// The most moves in ten squares, one of which an amazon stands on: each burns another.
const MOST_ALONE: i8 = 9;
/// The most where amazons of both stand.
const MOST: i8 = 8;
/// The least value where both can move, for who moves first makes at least one of these moves.
const LEAST: i8 = 1 - (MOST - 1);

const LEAST_ALONE: i8 = -MOST_ALONE;
const NEGATED_MOST: i8 = -MOST;
const NEGATED_LEAST: i8 = -LEAST;
const ALONE: usize = 2 * MOST_ALONE as usize;
const EACH: usize = (MOST - LEAST + 1) as usize;
const CODES: usize = 1 + ALONE + EACH * EACH;

/// What each code stands for.
static PAIRS: [Pair; CODES] = {
    let mut pairs = [Pair { a: None, b: None }; CODES];
    let mut k = 1;
    while k <= MOST_ALONE {
        pairs[k as usize] = Pair { a: Some(k), b: None };
        pairs[(MOST_ALONE + k) as usize] = Pair { a: None, b: Some(-k) };
        k += 1;
    }
    let mut code = 0;
    while code < EACH * EACH {
        let (a, b) = (LEAST + (code / EACH) as i8, NEGATED_MOST + (code % EACH) as i8);
        pairs[1 + ALONE + code] = Pair { a: Some(a), b: Some(b) };
        code += 1;
    }
    pairs
};

/// A pair as one byte:
///
/// | code | pair |
/// | --- | --- |
/// | 0 | (null\|null) |
/// | 1..=9 | (k\|null), k = 1..=9 |
/// | 10..=18 | (null\|-k), k = 1..=9 |
/// | 19..=243 | (a\|b): 19 + 15·(a + 6) + (b + 8), a = -6..=8, b = -8..=6 |
///
/// There are no others in up to ten squares, connected or not. Each move burns one of the squares
/// without amazons, so with amazons of both there are at most 8 moves; if Black can move first, it
/// makes at least one of these, and a is at least 1 - 7; b likewise. If White cannot move and Black
/// can, an amazon of Black's that goes to an empty square beside it and shoots back frees nobody,
/// so a is at least 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairCode(u8);

impl PairCode {
    /// Stands for no pair.
    pub const OUTSIDE: PairCode = PairCode(u8::MAX);

    /// How many codes stand for a pair: those below this number.
    pub const COUNT: usize = CODES;

    /// The code of a pair, if it has one.
    pub fn of(pair: Pair) -> Option<Self> {
        let code = match pair {
            Pair { a: None, b: None } => 0,
            Pair { a: Some(a @ 1..=MOST_ALONE), b: None } => a as usize,
            Pair { a: None, b: Some(b @ LEAST_ALONE..=-1) } => (MOST_ALONE - b) as usize,
            Pair { a: Some(a @ LEAST..=MOST), b: Some(b @ NEGATED_MOST..=NEGATED_LEAST) } => {
                1 + ALONE + (a - LEAST) as usize * EACH + (b - NEGATED_MOST) as usize
            }
            _ => return None,
        };
        Some(PairCode(code as u8))
    }

    /// The pair, unless it is a byte that stands for none.
    #[inline]
    pub fn pair(self) -> Option<Pair> {
        PAIRS.get(usize::from(self.0)).copied()
    }

    /// The byte.
    #[inline]
    pub fn byte(self) -> u8 {
        self.0
    }

    /// The code of any byte.
    #[inline]
    pub fn from_byte(byte: u8) -> Self {
        PairCode(byte)
    }
}

impl Record for PairCode {
    fn columns() -> &'static [Column] {
        &[Column { name: "value", bits: 8, codec: Codec::Unsigned }]
    }

    fn to_columns(&self, raw: &mut [u64]) {
        raw[0] = self.0.into();
    }

    fn from_columns(raw: &[u64]) -> Self {
        PairCode(raw[0] as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_all_pairs_that_can_be_stored() {
        let numbers = || (-10..=10).map(Some).chain([None]);
        let mut codes = Vec::new();
        for a in numbers() {
            for b in numbers() {
                let pair = Pair { a, b };
                let storable = match (a, b) {
                    (None, None) => true,
                    (Some(a), None) => (1..=9).contains(&a),
                    (None, Some(b)) => (-9..=-1).contains(&b),
                    (Some(a), Some(b)) => (-6..=8).contains(&a) && (-8..=6).contains(&b),
                };
                let code = PairCode::of(pair);
                assert_eq!(code.is_some(), storable, "{pair}");
                assert_eq!(code.map(PairCode::pair), code.map(|_| Some(pair)));
                codes.extend(code);
            }
        }
        codes.sort_unstable();
        let bytes: Vec<usize> = codes.iter().map(|code| code.byte().into()).collect();
        assert_eq!(bytes, (0..PairCode::COUNT).collect::<Vec<_>>());
        assert_eq!(PairCode::COUNT, 244);
        assert!(
            (PairCode::COUNT..256).all(|byte| PairCode::from_byte(byte as u8).pair().is_none())
        );
        assert_eq!(PairCode::OUTSIDE.pair(), None);
    }

    #[test]
    fn a_side_without_moves_passes() {
        let pair = Pair { a: Some(3), b: None };
        assert_eq!((pair.to_move(Side::Black), pair.to_move(Side::White)), (3, 3));
        assert_eq!(pair.swapped(), Pair { a: None, b: Some(-3) });
        assert_eq!(Pair::default().to_move(Side::White), 0);
        let both = Pair { a: Some(1), b: Some(-4) };
        assert_eq!((both.to_move(Side::Black), both.to_move(Side::White)), (1, -4));
        assert_eq!(both.swapped(), Pair { a: Some(4), b: Some(-1) });
        assert_eq!(both.to_string(), "(1|-4)");
        assert_eq!(pair.swapped().to_string(), "(null|-3)");
    }
}
