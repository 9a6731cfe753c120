//! The byte that is stored for the value of a region.

use shuban_cgt::sums::ScorePair;
use shuban_core::{Codec, Column, Record};

/// Most moves in ten squares, one of which an amazon stands on: each burns another.
const MOST_ALONE: usize = 9;
/// Most moves where both sides have amazons.
const MOST: i32 = 8;
/// Least value where both can move, for the side that moves first makes one of these moves.
const LEAST: i32 = 1 - (MOST - 1);

const ALONE: usize = 2 * MOST_ALONE;
const EACH: usize = (MOST - LEAST + 1) as usize;
const CODES: usize = 1 + ALONE + EACH * EACH;

/// The pair of each code.
static PAIRS: [ScorePair; CODES] = {
    let mut pairs = [ScorePair { a: None, b: None }; CODES];
    let mut k = 1;
    while k <= MOST_ALONE {
        pairs[k].a = Some(k as i32);
        pairs[MOST_ALONE + k].b = Some(-(k as i32));
        k += 1;
    }
    let mut both = 0;
    while both < EACH * EACH {
        let (a, b) = (LEAST + (both / EACH) as i32, (both % EACH) as i32 - MOST);
        pairs[1 + ALONE + both] = ScorePair { a: Some(a), b: Some(b) };
        both += 1;
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
/// makes at least one of these, and a is at least 1 - 7; b likewise. If only Black can move, one of
/// its amazons goes to an empty square beside it and shoots back, which frees no white amazon: so a
/// is at least 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairCode(pub u8);

impl PairCode {
    /// The code that stands for no pair.
    pub const OUTSIDE: PairCode = PairCode(u8::MAX);

    /// The code of a pair, if it has one.
    pub fn of(pair: ScorePair) -> Option<Self> {
        PAIRS.iter().position(|&known| known == pair).map(|code| PairCode(code as u8))
    }

    /// The pair of the code, if it has one.
    #[inline]
    pub fn pair(self) -> Option<ScorePair> {
        PAIRS.get(usize::from(self.0)).copied()
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
