//! Anderson's extrapolation with one step of history, at two bytes a position.
//!
//! A fixed point of g is sought by x ← g(x). With f = g(x) − x, and g⁻ and f⁻ those of the step
//! before, x ← g − θ (g − g⁻) with θ = ⟨f, f − f⁻⟩ / |f − f⁻|² is the best guess along the last two
//! steps (D. G. Anderson, *Iterative procedures for nonlinear integral equations*, 1965). Since x
//! was g⁻ − θ⁻ (g⁻ − g⁻⁻), the difference is kept instead of g: g − g⁻ = f − θ⁻ (g⁻ − g⁻⁻).
//!
//! Eight bits are enough for each of f and g − g⁻: a sign, five bits of exponent, two of mantissa.
//! Their errors are like noise in x, and the mean over many successors takes that away.

use bytemuck::Pod;
use rayon::prelude::*;
use shuban_core::Unanswered;

use super::passes::{CHUNK, ChunkSums, Passes};
use crate::kept::Kept;

/// A number between 1/2 and 2³⁰ of either sign, or 0, in eight bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Small(u8);

impl Small {
    /// The exponent of the smallest number, as in 32-bit floating point, and two bits more.
    const LEAST: u32 = 126 << 2;

    #[inline(always)]
    fn of(number: f32) -> Self {
        let bits = number.to_bits();
        // Rounded to two bits of mantissa; a carry goes to the exponent, as it should.
        let magnitude = ((bits & 0x7fff_ffff) + (1 << 20)) >> 21;
        let magnitude = magnitude.clamp(Self::LEAST, Self::LEAST + 127) - Self::LEAST;
        Small((bits >> 31 << 7 | magnitude) as u8)
    }

    #[inline(always)]
    fn number(self) -> f32 {
        let magnitude = u32::from(self.0 & 127);
        // All bits, or none for 0: without a branch, so that many are read side by side.
        let some = u32::from(magnitude != 0).wrapping_neg();
        let bits = (magnitude + Self::LEAST) << 21 & some;
        f32::from_bits(bits | u32::from(self.0 >> 7) << 31)
    }
}

/// The history of the steps before, by part and rank.
pub(super) struct History {
    /// f of the last step.
    changes: Vec<Kept<u8>>,
    /// g − g⁻ of the last step.
    differences: Vec<Kept<u8>>,
    /// θ of the last step.
    theta: f64,
    /// The sums of each chunk taken in this step.
    sums: Vec<Sums>,
}

/// The sums of a step.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// ⟨f, f − f⁻⟩.
    product: f64,
    /// |f − f⁻|².
    square: f64,
    /// The largest |f|.
    largest: i64,
    /// Number of |f| above the threshold.
    larger: u64,
}

impl Sums {
    fn and(self, other: Self) -> Self {
        Sums {
            product: self.product + other.product,
            square: self.square + other.square,
            largest: self.largest.max(other.largest),
            larger: self.larger + other.larger,
        }
    }

    fn to_words(self) -> ChunkSums {
        let Sums { product, square, largest, larger } = self;
        [product.to_bits(), square.to_bits(), largest.cast_unsigned(), larger]
    }

    fn of_words([product, square, largest, larger]: ChunkSums) -> Self {
        Sums {
            product: f64::from_bits(product),
            square: f64::from_bits(square),
            largest: largest.cast_signed(),
            larger,
        }
    }
}

impl History {
    /// Creates an empty history, where the passes have their numbers.
    pub(super) fn new(passes: &dyn Passes) -> Result<Self, Unanswered> {
        let zero = |(part, len)| Kept::filled(len, 0, passes.room(part));
        let empty = || passes.lens().into_iter().enumerate().map(zero).collect::<Result<_, _>>();
        let (changes, differences) = (empty()?, empty()?);
        Ok(History { changes, differences, theta: 0.0, sums: Vec::new() })
    }

    /// Clears the history.
    pub(super) fn clear(&mut self) -> Result<(), Unanswered> {
        for part in self.changes.iter_mut().chain(&mut self.differences) {
            part.fill(0)?;
        }
        (self.theta, self.sums) = (0.0, Vec::new());
        Ok(())
    }

    /// Takes the values `x` of a part from `first` on to the `computed` ones; counts changes of
    /// more than `asked`.
    pub(super) fn take<T: Number>(
        &mut self,
        (part, first): (usize, usize),
        x: &mut [T],
        computed: &[i32],
        asked: i32,
    ) -> Result<(), Unanswered> {
        let range = first..first + x.len();
        let theta = self.theta as f32;
        let changes = self.changes[part].some_mut(range.clone())?.par_chunks_mut(CHUNK);
        let differences = self.differences[part].some_mut(range)?.par_chunks_mut(CHUNK);
        let chunks = x.par_chunks_mut(CHUNK).zip(computed.par_chunks(CHUNK));
        let arch = pulp::Arch::new();
        let sums = (chunks.zip(changes).zip(differences)).map(
            |(((x, computed), changes), differences)| {
                arch.dispatch(Take { x, computed, changes, differences, theta, asked })
            },
        );
        self.sums.par_extend(sums);
        Ok(())
    }

    /// Ends a step over all parts; returns the largest change, and the number of those above the
    /// threshold.
    pub(super) fn step(&mut self, passes: &dyn Passes) -> Result<(i64, u64), Unanswered> {
        let own = std::mem::take(&mut self.sums).into_iter().map(Sums::to_words).collect();
        let all = passes.chunks_of_all(own)?.into_iter().map(Sums::of_words);
        let Sums { product, square, largest, larger } = all.fold(Sums::default(), Sums::and);
        self.theta = if square > 0.0 { (product / square).clamp(-MOST, 0.0) } else { 0.0 };
        Ok((largest, larger))
    }

    /// Adds no extrapolation after this step.
    pub(super) fn stay(&mut self) {
        self.theta = 0.0;
    }

    /// Extrapolates the values of a part, kept within `possible`.
    pub(super) fn extrapolate<T: Number>(
        &mut self,
        part: usize,
        x: &mut Kept<T>,
        possible: [i32; 2],
    ) -> Result<(), Unanswered> {
        let theta = self.theta as f32;
        if theta == 0.0 {
            return Ok(());
        }
        let arch = pulp::Arch::new();
        for ranks in x.pieces() {
            let differences = self.differences[part].some(ranks.clone())?.par_chunks(CHUNK);
            x.some_mut(ranks)?.par_chunks_mut(CHUNK).zip(differences).for_each(
                |(x, differences)| {
                    arch.dispatch(Further { x, differences, theta, possible });
                },
            );
        }
        Ok(())
    }
}

/// The work on a chunk of computed values, compiled for each kind of vector instructions.
struct Take<'a, T> {
    x: &'a mut [T],
    computed: &'a [i32],
    changes: &'a mut [u8],
    differences: &'a mut [u8],
    theta: f32,
    asked: i32,
}

impl<T: Number> pulp::WithSimd for Take<'_, T> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) -> Sums {
        let Take { x, computed, changes, differences, theta, asked } = self;
        // Sums by place, so that vectors can add them.
        let (mut products, mut squares) = ([0f32; LANES], [0f32; LANES]);
        let (mut largest, mut larger) = ([0i32; LANES], [0u32; LANES]);
        let (xs, rest_x) = x.as_chunks_mut::<LANES>();
        let (news, rest_new) = computed.as_chunks::<LANES>();
        let (changes, rest_changes) = changes.as_chunks_mut::<LANES>();
        let (kept, rest_kept) = differences.as_chunks_mut::<LANES>();
        // The rest is padded with values that do not change.
        let mut last = ([T::of(0); LANES], [0; LANES], [0; LANES], [0; LANES]);
        let rest = rest_x.len();
        last.0[..rest].copy_from_slice(rest_x);
        last.1[..rest].copy_from_slice(rest_new);
        last.2[..rest].copy_from_slice(rest_changes);
        last.3[..rest].copy_from_slice(rest_kept);
        let whole = xs.iter_mut().zip(news).zip(changes).zip(kept);
        let all = whole.map(|(((x, new), changes), kept)| (x, new, changes, kept));
        for (x, new, changes, kept) in all.chain([(&mut last.0, &last.1, &mut last.2, &mut last.3)])
        {
            // One step after the other, each for all lanes, so that the compiler vectorizes them.
            let (mut difference, mut f, mut before) = ([0i32; LANES], [0f32; LANES], [0f32; LANES]);
            for i in 0..LANES {
                difference[i] = new[i] - x[i].number();
                x[i] = T::of(new[i]);
            }
            for i in 0..LANES {
                f[i] = difference[i] as f32;
                before[i] = Small(changes[i]).number();
            }
            for i in 0..LANES {
                let step = f[i] - before[i];
                products[i] += f[i] * step;
                squares[i] += step * step;
            }
            for i in 0..LANES {
                largest[i] = largest[i].max(difference[i].saturating_abs());
                larger[i] += u32::from(difference[i] > asked);
            }
            for i in 0..LANES {
                // Where changes alternate, extrapolation would make it worse.
                let further = f[i] - theta * Small(kept[i]).number();
                kept[i] = Small::of(if f[i] * before[i] < 0.0 { 0.0 } else { further }).0;
            }
            for i in 0..LANES {
                changes[i] = Small::of(f[i]).0;
            }
        }
        rest_x.copy_from_slice(&last.0[..rest]);
        rest_changes.copy_from_slice(&last.2[..rest]);
        rest_kept.copy_from_slice(&last.3[..rest]);
        Sums {
            product: products.into_iter().map(f64::from).sum(),
            square: squares.into_iter().map(f64::from).sum(),
            largest: largest.into_iter().max().unwrap_or(0).into(),
            larger: larger.into_iter().map(u64::from).sum(),
        }
    }
}

/// Vector width: numbers processed together.
const LANES: usize = 16;

/// The extrapolation of a chunk, likewise.
struct Further<'a, T> {
    x: &'a mut [T],
    differences: &'a [u8],
    theta: f32,
    possible: [i32; 2],
}

impl<T: Number> pulp::WithSimd for Further<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _simd: S) {
        let Further { x, differences, theta, possible: [least, most] } = self;
        for (x, difference) in x.iter_mut().zip(differences) {
            // No step is longer than the largest difference of two numbers.
            let further = (theta * Small(*difference).number()).clamp(-1.0e9, 1.0e9) as i32;
            *x = T::of(x.number().saturating_sub(further).clamp(least, most));
        }
    }
}

/// The largest factor by which a step is lengthened.
const MOST: f64 = 8.0;

/// A number type that is solved for.
pub(super) trait Number: Pod + Send + Sync {
    fn number(self) -> i32;
    fn of(number: i32) -> Self;
}

impl Number for i32 {
    #[inline(always)]
    fn number(self) -> i32 {
        self
    }

    #[inline(always)]
    fn of(number: i32) -> Self {
        number
    }
}

impl Number for u16 {
    #[inline(always)]
    fn number(self) -> i32 {
        self.into()
    }

    #[inline(always)]
    fn of(number: i32) -> Self {
        number as u16
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shuban_core::Interval;
    use shuban_core::sweep::Pass;

    use super::*;
    use crate::approximate::Arrays;
    use crate::kept::Room;

    proptest! {
        #[test]
        fn eight_bits_keep_a_number_to_an_eighth(number in -1.0e9f32..1.0e9) {
            let kept = Small::of(number).number();
            prop_assert!((kept - number).abs() <= number.abs() / 8.0 + 0.5);
        }
    }

    struct OnePosition;

    impl Passes for OnePosition {
        fn lens(&self) -> Vec<usize> {
            vec![1]
        }

        fn pinned(&self, _: usize) -> Result<Vec<(u64, Interval)>, Unanswered> {
            Ok(Vec::new())
        }

        fn pass(&self, _: Pass, _: usize, _: &mut dyn Arrays) -> Result<(), Unanswered> {
            Ok(())
        }
    }

    #[test]
    fn a_linear_contraction_of_one_mode_is_solved_at_once() {
        // x ← 1000 + 3/4 (x − 1000) with noise of rounding: extrapolation finds 1000 in a few steps.
        let mut x = Kept::filled(1, 0i32, Room::Memory).unwrap();
        let mut history = History::new(&OnePosition).unwrap();
        for _ in 0..12 {
            let g = 1000 + (x.at(0) - 1000) * 3 / 4;
            history.take((0, 0), x.some_mut(0..1).unwrap(), &[g], 0).unwrap();
            history.step(&OnePosition).unwrap();
            history.extrapolate(0, &mut x, [i32::MIN, i32::MAX]).unwrap();
        }
        assert!((x.at(0) - 1000).abs() < 8, "{}", x.at(0));
    }
}
