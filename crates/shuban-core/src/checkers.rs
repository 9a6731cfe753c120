//! The checkers of one side, in 16 bytes.

/// Largest number of points of a board; the place above the highest point is the bar.
pub const MAX_POINTS: usize = 30;

/// Largest number of checkers of a side.
pub const MAX_CHECKERS: usize = 15;

const NIBBLE: u128 = 0xF;
/// The lowest bit of every nibble.
const ONES: u128 = u128::MAX / NIBBLE;

/// The number of checkers of one side on each place, counted in its own direction: place p is p
/// pips from being borne off, the place above the highest point is the bar. Place p is nibble p of
/// an integer, so that copies and comparisons cost nothing; nibble 0 is always empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Checkers(u128);

impl Checkers {
    /// No checkers.
    pub const NONE: Checkers = Checkers(0);

    /// Returns one checker on each of the places, which may repeat.
    ///
    /// # Panics
    /// If a place is not in 1..=31 or holds more than [`MAX_CHECKERS`].
    pub fn from_places(places: impl IntoIterator<Item = usize>) -> Self {
        places.into_iter().fold(Checkers::NONE, |all, place| all.with(place, all.on(place) + 1))
    }

    /// Returns the integer itself, of which nibble p is place p.
    #[inline]
    pub fn nibbles(self) -> u128 {
        self.0
    }

    /// Returns the checkers of such an integer, ignoring nibble 0.
    #[inline]
    pub fn from_nibbles(nibbles: u128) -> Self {
        Checkers(nibbles & !NIBBLE)
    }

    /// Returns the number of checkers on a place.
    #[inline]
    pub fn on(self, place: usize) -> usize {
        (self.0 >> (4 * place) & NIBBLE) as usize
    }

    /// Returns these checkers with `count` on a place.
    ///
    /// # Panics
    /// If the place is not in 1..=31 or the count above [`MAX_CHECKERS`].
    #[must_use]
    pub fn with(self, place: usize, count: usize) -> Self {
        assert!((1..=MAX_POINTS + 1).contains(&place), "no place {place}");
        assert!(count <= MAX_CHECKERS, "{count} checkers on one place");
        Checkers(self.0 & !(NIBBLE << (4 * place)) | (count as u128) << (4 * place))
    }

    /// Returns these checkers with one less on a place that has one.
    #[inline]
    #[must_use]
    pub fn less(self, place: usize) -> Self {
        debug_assert!(self.on(place) > 0);
        Checkers(self.0 - (1 << (4 * place)))
    }

    /// Returns these checkers with one more on a place that has fewer than 15.
    #[inline]
    #[must_use]
    pub fn more(self, place: usize) -> Self {
        debug_assert!(self.on(place) < MAX_CHECKERS && place > 0);
        Checkers(self.0 + (1 << (4 * place)))
    }

    /// Returns the number of checkers.
    #[inline]
    pub fn count(self) -> usize {
        // Sums of neighbours in bytes, then all bytes at once into the top one (at most 15 · 31).
        let bytes = (self.0 & (u128::MAX / 0x11)) + (self.0 >> 4 & (u128::MAX / 0x11));
        let low =
            (bytes as u64 & 0x00FF_00FF_00FF_00FF) + (bytes as u64 >> 8 & 0x00FF_00FF_00FF_00FF);
        let high = bytes >> 64;
        let high =
            (high as u64 & 0x00FF_00FF_00FF_00FF) + (high as u64 >> 8 & 0x00FF_00FF_00FF_00FF);
        ((low + high).wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
    }

    /// Returns true if there are no checkers.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the places with at least one, as a bit mask (bit p for place p).
    #[inline]
    pub fn occupied(self) -> u32 {
        pack(self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// Returns the places with two or more, as a bit mask.
    #[inline]
    pub fn blocks(self) -> u32 {
        pack(self.0 >> 1 | self.0 >> 2 | self.0 >> 3)
    }

    /// Returns the highest place with one, or `None`.
    #[inline]
    pub fn highest(self) -> Option<usize> {
        (self.0 != 0).then(|| (127 - self.0.leading_zeros() as usize) / 4)
    }

    /// Returns the pip count: pips to be rolled until all are borne off.
    pub fn pips(self) -> usize {
        self.iter().map(|(place, count)| place * count).sum()
    }

    /// Returns the occupied places with their numbers of checkers, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let place = rest.trailing_zeros() as usize / 4;
                let count = (rest >> (4 * place) & NIBBLE) as usize;
                rest &= !(NIBBLE << (4 * place));
                (place, count)
            })
        })
    }
}

/// Gathers the lowest bit of each of 32 nibbles.
#[inline]
fn pack(nibbles: u128) -> u32 {
    let mut x = nibbles & ONES;
    x = (x | x >> 3) & 0x0303_0303_0303_0303_0303_0303_0303_0303;
    x = (x | x >> 6) & 0x000F_000F_000F_000F_000F_000F_000F_000F;
    x = (x | x >> 12) & 0x0000_00FF_0000_00FF_0000_00FF_0000_00FF;
    x = (x | x >> 24) & 0x0000_0000_0000_FFFF_0000_0000_0000_FFFF;
    (x | x >> 48) as u32
}

impl std::fmt::Debug for Checkers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
