//! Positions side by side.

/// Positions of a vector.
pub(crate) const LANES: usize = 16;

/// Sixteen positions' numbers, `KINDS` for each, kind by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Sixteen<N, const KINDS: usize>(pub(crate) [[N; LANES]; KINDS]);

impl<N: Copy + Ord, const KINDS: usize> Sixteen<N, KINDS> {
    /// The same number in all lanes.
    pub(crate) const fn all(number: N) -> Self {
        Sixteen([[number; LANES]; KINDS])
    }

    /// Creates it from the number of each kind.
    #[inline(always)]
    pub(crate) fn of_kinds(kinds: [N; KINDS]) -> Self {
        Sixteen(kinds.map(|number| [number; LANES]))
    }

    /// The kinds of a position.
    #[inline(always)]
    pub(crate) fn kinds(&self, lane: usize) -> [N; KINDS] {
        std::array::from_fn(|kind| self.0[kind][lane])
    }

    /// Sets each number to the larger one.
    #[inline(always)]
    pub(crate) fn keep_larger(&mut self, other: &Self) {
        for (best, other) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *best = (*best).max(*other);
        }
    }

    /// Sets a position.
    #[inline(always)]
    pub(crate) fn set(&mut self, lane: usize, kinds: [N; KINDS]) {
        for (numbers, number) in self.0.iter_mut().zip(kinds) {
            numbers[lane] = number;
        }
    }
}
