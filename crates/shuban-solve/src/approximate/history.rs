//! Anderson's extrapolation with one step of history, at two bytes a position.
//!
//! A fixed point of g is sought by x ← g(x). With f = g(x) − x, and g⁻ and f⁻ those of the step
//! before, x ← g − θ (g − g⁻) with θ = ⟨f, f − f⁻⟩ / |f − f⁻|² is the best guess along the last two
//! steps (D. G. Anderson, *Iterative procedures for nonlinear integral equations*, 1965). Since x
//! was g⁻ − θ⁻ (g⁻ − g⁻⁻), the difference is kept instead of g: g − g⁻ = f − θ⁻ (g⁻ − g⁻⁻).
//!
//! Eight bits are enough for each of f and g − g⁻: a sign, five bits of exponent, two of mantissa.
//! Their errors are like noise in x, and the mean over many successors takes that away.

use rayon::prelude::*;

use super::CHUNK;

/// A number between 1/2 and 2³⁰ of either sign, or 0, in eight bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Small(u8);

impl Small {
    /// The exponent of the smallest number, as 32-bit floating point writes it, and two bits more.
    const LEAST: u32 = 126 << 2;

    #[inline(always)]
    fn of(number: f32) -> Self {
        let bits = number.to_bits();
        // Rounded to two bits of mantissa; a carry goes to the exponent, as it should.
        let magnitude = ((bits & 0x7fff_ffff) + (1 << 20)) >> 21;
        let magnitude = magnitude.saturating_sub(Self::LEAST).min(127);
        Small((bits >> 31 << 7 | magnitude) as u8)
    }

    #[inline(always)]
    fn number(self) -> f32 {
        let magnitude = u32::from(self.0 & 127);
        let bits = if magnitude == 0 { 0 } else { (magnitude + Self::LEAST) << 21 };
        f32::from_bits(bits | u32::from(self.0 >> 7) << 31)
    }
}

/// What is kept of the steps before, by part and rank.
pub(super) struct History {
    /// f of the last step.
    changes: Vec<Vec<Small>>,
    /// g − g⁻ of the last step.
    differences: Vec<Vec<Small>>,
    /// θ of the last step.
    theta: f64,
    sums: Sums,
}

/// What a step came to.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// ⟨f, f − f⁻⟩.
    product: f64,
    /// |f − f⁻|².
    square: f64,
    /// The largest |f|.
    largest: i64,
    /// How many |f| are larger than was asked about.
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
}

impl History {
    pub(super) fn new(lens: &[usize]) -> Self {
        let empty = || lens.iter().map(|&len| vec![Small::default(); len]).collect();
        History { changes: empty(), differences: empty(), theta: 0.0, sums: Sums::default() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for part in self.changes.iter_mut().chain(&mut self.differences) {
            part.par_iter_mut().for_each(|small| *small = Small::default());
        }
        (self.theta, self.sums) = (0.0, Sums::default());
    }

    /// Takes the values `x` of a part from `first` on to `g` of what was computed.
    pub(super) fn take<T: Number>(
        &mut self,
        (part, first): (usize, usize),
        x: &mut [T],
        g: impl Fn(usize) -> T + Sync,
        asked: i64,
    ) {
        let range = first..first + x.len();
        let theta = self.theta as f32;
        let changes = self.changes[part][range.clone()].par_chunks_mut(CHUNK);
        let differences = self.differences[part][range].par_chunks_mut(CHUNK);
        let sums: Vec<Sums> = (x.par_chunks_mut(CHUNK).zip(changes).zip(differences).enumerate())
            .map(|(chunk, ((x, changes), differences))| {
                let mut sums = Sums::default();
                for i in 0..x.len() {
                    let new = g(chunk * CHUNK + i);
                    let change = new.number() - x[i].number();
                    let (f, before) = (change as f32, changes[i].number());
                    let step = f - before;
                    sums.product += f64::from(f) * f64::from(step);
                    sums.square += f64::from(step) * f64::from(step);
                    sums.largest = sums.largest.max(i64::from(change).abs());
                    sums.larger += u64::from(i64::from(change) > asked);
                    // Where changes alternate, going further would make it worse.
                    let difference =
                        if f * before < 0.0 { 0.0 } else { f - theta * differences[i].number() };
                    changes[i] = Small::of(f);
                    differences[i] = Small::of(difference);
                    x[i] = new;
                }
                sums
            })
            .collect();
        self.sums = sums.into_iter().fold(self.sums, Sums::and);
    }

    /// Ends a step over all parts: gives the largest change, and how many were larger than asked
    /// about.
    pub(super) fn step(&mut self) -> (i64, u64) {
        let Sums { product, square, largest, larger } = std::mem::take(&mut self.sums);
        self.theta = if square > 0.0 { (product / square).clamp(-MOST, 0.0) } else { 0.0 };
        (largest, larger)
    }

    /// Does not go further after this step.
    pub(super) fn stay(&mut self) {
        self.theta = 0.0;
    }

    /// Goes further with the values of a part, which `possible` keeps in range.
    pub(super) fn extrapolate<T: Number>(
        &self,
        part: usize,
        x: &mut [T],
        possible: impl Fn(i64) -> T + Sync,
    ) {
        let theta = self.theta as f32;
        if theta == 0.0 {
            return;
        }
        x.par_iter_mut().zip(&self.differences[part]).for_each(|(x, difference)| {
            let further = (theta * difference.number()).round_ties_even() as i64;
            *x = possible(i64::from(x.number()) - further);
        });
    }
}

/// The most by which a step is lengthened.
const MOST: f64 = 8.0;

/// A number that is sought.
pub(super) trait Number: Copy + Send + Sync {
    fn number(self) -> i32;
}

impl Number for i32 {
    #[inline(always)]
    fn number(self) -> i32 {
        self
    }
}

impl Number for u16 {
    #[inline(always)]
    fn number(self) -> i32 {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn eight_bits_keep_a_number_to_an_eighth(number in -1.0e9f32..1.0e9) {
            let kept = Small::of(number).number();
            prop_assert!((kept - number).abs() <= number.abs() / 8.0 + 0.5);
        }
    }

    #[test]
    fn a_linear_contraction_of_one_mode_is_solved_at_once() {
        // x ← 1000 + 3/4 (x − 1000) with noise of rounding: extrapolation finds 1000 in a few steps.
        let mut x = vec![0i32];
        let mut history = History::new(&[1]);
        for _ in 0..12 {
            let g = 1000 + (x[0] - 1000) * 3 / 4;
            history.take((0, 0), &mut x, |_| g, 0);
            history.step();
            history.extrapolate(0, &mut x, |x| x as i32);
        }
        assert!((x[0] - 1000).abs() < 8, "{x:?}");
    }
}
