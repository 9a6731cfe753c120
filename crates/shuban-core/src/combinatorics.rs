//! The combinatorial number system: subsets and multisets as integers.

/// Binomial coefficients up to this upper index fit into 64 bits.
const ROWS: usize = 64;

static BINOMIALS: [[u64; ROWS]; ROWS] = {
    let mut table = [[0u64; ROWS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            // Row 63 is the last that fits: C(63, 31) < 2^60.
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns C(n, k), the number of subsets of `k` elements of a set of `n`; 0 where k > n.
///
/// # Panics
/// If `n` is 64 or more and `k` is not larger than `n`: no table here is near that.
#[inline]
pub fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { BINOMIALS[n][k] }
}

/// Returns the number of multisets of `k` elements over `n` kinds: C(n + k - 1, k).
#[inline]
pub fn multisets(n: usize, k: usize) -> u64 {
    if k == 0 { 1 } else { binomial(n + k - 1, k) }
}

/// Steps to the next arrangement of a multiset in lexicographic order (Knuth, The Art of Computer
/// Programming 4A, 7.2.1.2, algorithm L). Returns false after the last, which is left as it is.
///
/// ```
/// let mut owners = [1, 2, 2];
/// let mut all = vec![owners];
/// while shuban_core::combinatorics::next_arrangement(&mut owners) {
///     all.push(owners);
/// }
/// assert_eq!(all, [[1, 2, 2], [2, 1, 2], [2, 2, 1]]);
/// ```
pub fn next_arrangement<T: Ord>(items: &mut [T]) -> bool {
    let Some(high) = (1..items.len()).rev().find(|&i| items[i - 1] < items[i]) else {
        return false;
    };
    let low = high - 1;
    let next = (high..items.len()).rev().find(|&i| items[i] > items[low]).unwrap_or(high);
    items.swap(low, next);
    items[high..].reverse();
    true
}

/// Returns the rank of a subset of `0..64` (a bit mask) among the subsets of its size, in
/// colexicographic order: Σ C(eᵢ, i) over its elements e₁ < e₂ < …
#[inline]
pub fn rank_subset(mut set: u64) -> u64 {
    let mut rank = 0;
    let mut i = 1;
    while set != 0 {
        rank += binomial(set.trailing_zeros() as usize, i);
        set &= set - 1;
        i += 1;
    }
    rank
}

/// Returns the subset of `size` elements of `0..universe` with this [rank](rank_subset).
#[inline]
pub fn unrank_subset(mut rank: u64, size: usize, universe: usize) -> u64 {
    let mut set = 0;
    let mut element = universe;
    for i in (1..=size).rev() {
        // The largest element e with C(e, i) ≤ rank; each step goes down, so the whole is linear.
        element -= 1;
        while binomial(element, i) > rank {
            element -= 1;
        }
        rank -= binomial(element, i);
        set |= 1 << element;
    }
    set
}

/// Ranks a multiset in colexicographic order (the largest element is the most significant), one
/// kind at a time from the lowest: call [`push`](MultisetRank::push) for each kind in ascending
/// order.
///
/// As sorted elements x₁ ≤ x₂ ≤ … the rank is Σ C(xₖ + k - 1, k); a run of equal elements is summed
/// in one step, since Σ_{k ≤ m} C(x + k - 1, k) = C(x + m, m) - 1.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultisetRank {
    rank: u64,
    elements: usize,
}

impl MultisetRank {
    /// Adds `count` elements of kind `kind`, which is larger than all before.
    #[inline]
    pub fn push(&mut self, kind: usize, count: usize) {
        if count > 0 {
            let before = self.elements;
            self.elements += count;
            self.rank +=
                binomial(kind + self.elements, self.elements) - binomial(kind + before, before);
        }
    }

    /// Returns the rank of the elements so far.
    #[inline]
    pub fn rank(self) -> u64 {
        self.rank
    }
}

/// Inverts [`MultisetRank`]: calls `each(kind, count)` for the kinds present, from the highest,
/// of the multiset of `size` elements over `0..kinds` with this rank.
#[inline]
pub fn unrank_multiset(
    mut rank: u64,
    size: usize,
    kinds: usize,
    mut each: impl FnMut(usize, usize),
) {
    let mut kind = kinds;
    let mut left = size;
    while left > 0 {
        kind -= 1;
        // The number of the `left` smallest elements of this kind: as long as the largest is.
        let mut count = 0;
        while left > 0 && multisets(kind, left) <= rank {
            rank -= multisets(kind, left);
            left -= 1;
            count += 1;
        }
        if count > 0 {
            each(kind, count);
        }
    }
}
