//! The vectors that a pass works in: 16 lanes by AVX-512, 8 by AVX2, or 8 in plain code.
//!
//! All three compute in integers, and their means exactly in 64-bit floating point, so that they
//! give the same bits. The vectors are chosen when a layer is planned
//! ([`best`](crate::instructions::Instructions::best)).

#[cfg(target_arch = "x86_64")]
pub(super) use self::x86::{Avx2, Avx512};

/// No play with this many dice. Below every value.
pub(super) const IMPOSSIBLE: i32 = i32::MIN;

/// The most lanes of a vector.
pub(super) const WIDEST: u64 = 16;

/// Lanes of a vector that hits lead from. They lead, in their order, to lanes side by side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    /// The lane, among those that hits lead to, of the first.
    pub(super) first: usize,
    /// Number of these lanes.
    pub(super) count: usize,
    /// A bit for each lane.
    mask: u16,
    /// For each of the first eight lanes, the index among those side by side that it takes.
    indices: [i32; 8],
    /// For each of the first eight lanes, all bits or none.
    bits: [i32; 8],
}

impl Kept {
    /// Creates the set of these lanes (in ascending order), the first of which leads to `first`.
    pub(super) fn new(lanes: &[usize], first: usize) -> Self {
        let (mut mask, mut indices, mut bits) = (0, [0; 8], [0; 8]);
        for (index, &lane) in (0..).zip(lanes) {
            mask |= 1 << lane;
            if lane < 8 {
                (indices[lane], bits[lane]) = (index, -1);
            }
        }
        Kept { first, count: lanes.len(), mask, indices, bits }
    }
}

/// Rounding of a mean to a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    Down,
    Up,
    Nearest,
}

impl Rounding {
    /// The bias of a sum of `throws` whole numbers, so that rounding the quotient down rounds as
    /// asked: a half more, so that the quotient is so far from every whole number that multiplying
    /// by the rounded 1/`throws` in place of dividing does not matter.
    pub(super) fn bias(self, throws: u32) -> f64 {
        let whole = match self {
            Rounding::Down => 0,
            Rounding::Up => throws - 1,
            Rounding::Nearest => throws / 2,
        };
        f64::from(whole) + 0.5
    }
}

/// Vectors of 32-bit numbers, and the operations of a pass on them.
pub(super) trait Vectors: Copy {
    /// A vector.
    type Lanes: Copy;
    /// A vector of exact sums.
    type Sum: Copy;
    /// Number of lanes of a vector.
    const LANES: usize;

    /// The same number in all lanes.
    fn splat(self, number: i32) -> Self::Lanes;
    /// The first numbers of a slice that has a vector of them.
    fn load(self, from: &[i32]) -> Self::Lanes;
    /// As [`load`](Self::load), of a slice that may be shorter.
    fn load_some(self, from: &[i32]) -> Self::Lanes;
    /// Writes the first numbers of a slice that has a vector of them.
    fn store(self, to: &mut [i32], lanes: Self::Lanes);
    /// As [`store`](Self::store), to a slice that may be shorter: the rest is left out.
    fn store_some(self, to: &mut [i32], lanes: Self::Lanes);
    /// The larger one in each lane.
    fn max(self, a: Self::Lanes, b: Self::Lanes) -> Self::Lanes;
    /// The best with more dice where that is possible, else with fewer.
    fn else_fewer(self, more: Self::Lanes, fewer: Self::Lanes) -> Self::Lanes;
    /// The larger of `best` and the values that the kept lanes lead to; other lanes stay.
    fn raise_kept(self, best: Self::Lanes, kept: &Kept, from: Self::Lanes) -> Self::Lanes;
    /// The same sum in all lanes.
    fn sum(self, bias: f64) -> Self::Sum;
    /// Adds a number `times` times to a sum.
    fn add(self, sum: Self::Sum, times: f64, lanes: Self::Lanes) -> Self::Sum;
    /// A sum times a number, rounded down.
    fn scaled(self, sum: Self::Sum, by: f64) -> Self::Lanes;
    /// Prefetches the cache line of a place that will be read soon.
    fn prefetch(self, from: &[i32], at: usize);
}

/// Plain code, for any machine.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Vectors for Plain {
    type Lanes = [i32; 8];
    type Sum = [f64; 8];
    const LANES: usize = 8;

    #[inline(always)]
    fn splat(self, number: i32) -> [i32; 8] {
        [number; 8]
    }

    #[inline(always)]
    fn load(self, from: &[i32]) -> [i32; 8] {
        *from.first_chunk().expect("the slice holds a vector")
    }

    #[inline(always)]
    fn load_some(self, from: &[i32]) -> [i32; 8] {
        let mut lanes = [0; 8];
        let some = from.len().min(8);
        lanes[..some].copy_from_slice(&from[..some]);
        lanes
    }

    #[inline(always)]
    fn store(self, to: &mut [i32], lanes: [i32; 8]) {
        *to.first_chunk_mut().expect("the slice holds a vector") = lanes;
    }

    #[inline(always)]
    fn store_some(self, to: &mut [i32], lanes: [i32; 8]) {
        let some = to.len().min(8);
        to[..some].copy_from_slice(&lanes[..some]);
    }

    #[inline(always)]
    fn max(self, mut a: [i32; 8], b: [i32; 8]) -> [i32; 8] {
        for i in 0..8 {
            a[i] = a[i].max(b[i]);
        }
        a
    }

    #[inline(always)]
    fn else_fewer(self, mut more: [i32; 8], fewer: [i32; 8]) -> [i32; 8] {
        for i in 0..8 {
            more[i] = if more[i] == IMPOSSIBLE { fewer[i] } else { more[i] };
        }
        more
    }

    #[inline(always)]
    fn raise_kept(self, mut best: [i32; 8], kept: &Kept, from: [i32; 8]) -> [i32; 8] {
        for i in 0..8 {
            let reached = from[kept.indices[i] as usize & 7];
            let possible = if kept.bits[i] == 0 { IMPOSSIBLE } else { reached };
            best[i] = best[i].max(possible);
        }
        best
    }

    #[inline(always)]
    fn sum(self, bias: f64) -> [f64; 8] {
        [bias; 8]
    }

    #[inline(always)]
    fn add(self, mut sum: [f64; 8], times: f64, lanes: [i32; 8]) -> [f64; 8] {
        for i in 0..8 {
            sum[i] += times * f64::from(lanes[i]);
        }
        sum
    }

    #[inline(always)]
    fn scaled(self, sum: [f64; 8], by: f64) -> [i32; 8] {
        let mut lanes = [0; 8];
        for i in 0..8 {
            lanes[i] = (sum[i] * by).floor() as i32;
        }
        lanes
    }

    #[inline(always)]
    fn prefetch(self, _from: &[i32], _at: usize) {}
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use pulp::cast;
    use pulp::x86::{V3, V4};

    use super::{IMPOSSIBLE, Kept, Vectors};

    /// 8 lanes of 256 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(pub(in super::super) V3);

    impl Avx2 {
        #[inline(always)]
        fn halves(self, lanes: __m256i) -> (__m128i, __m128i) {
            let V3 { avx, avx2, .. } = self.0;
            (avx._mm256_castsi256_si128(lanes), avx2._mm256_extracti128_si256::<1>(lanes))
        }
    }

    impl Vectors for Avx2 {
        type Lanes = __m256i;
        type Sum = (__m256d, __m256d);
        const LANES: usize = 8;

        #[inline(always)]
        fn splat(self, number: i32) -> __m256i {
            self.0.avx._mm256_set1_epi32(number)
        }

        #[inline(always)]
        fn load(self, from: &[i32]) -> __m256i {
            cast(*from.first_chunk::<8>().expect("the slice holds a vector"))
        }

        #[inline(always)]
        fn load_some(self, from: &[i32]) -> __m256i {
            match from.first_chunk::<8>() {
                Some(&whole) => cast(whole),
                None => cast(pulp::Simd::partial_load_i32s(self.0, from)),
            }
        }

        #[inline(always)]
        fn store(self, to: &mut [i32], lanes: __m256i) {
            *to.first_chunk_mut::<8>().expect("the slice holds a vector") = cast(lanes);
        }

        #[inline(always)]
        fn store_some(self, to: &mut [i32], lanes: __m256i) {
            match to.first_chunk_mut::<8>() {
                Some(whole) => *whole = cast(lanes),
                None => pulp::Simd::partial_store_i32s(self.0, to, cast(lanes)),
            }
        }

        #[inline(always)]
        fn max(self, a: __m256i, b: __m256i) -> __m256i {
            self.0.avx2._mm256_max_epi32(a, b)
        }

        #[inline(always)]
        fn else_fewer(self, more: __m256i, fewer: __m256i) -> __m256i {
            let avx2 = self.0.avx2;
            let impossible = avx2._mm256_cmpeq_epi32(more, self.splat(IMPOSSIBLE));
            avx2._mm256_blendv_epi8(more, fewer, impossible)
        }

        #[inline(always)]
        fn raise_kept(self, best: __m256i, kept: &Kept, from: __m256i) -> __m256i {
            let avx2 = self.0.avx2;
            let reached = avx2._mm256_permutevar8x32_epi32(from, cast(kept.indices));
            let kept = avx2._mm256_blendv_epi8(best, reached, cast(kept.bits));
            avx2._mm256_max_epi32(best, kept)
        }

        #[inline(always)]
        fn sum(self, bias: f64) -> Self::Sum {
            let bias = self.0.avx._mm256_set1_pd(bias);
            (bias, bias)
        }

        #[inline(always)]
        fn add(self, sum: Self::Sum, times: f64, lanes: __m256i) -> Self::Sum {
            let V3 { avx, fma, .. } = self.0;
            let (low, high) = self.halves(lanes);
            let times = avx._mm256_set1_pd(times);
            (
                fma._mm256_fmadd_pd(avx._mm256_cvtepi32_pd(low), times, sum.0),
                fma._mm256_fmadd_pd(avx._mm256_cvtepi32_pd(high), times, sum.1),
            )
        }

        #[inline(always)]
        fn scaled(self, sum: Self::Sum, by: f64) -> __m256i {
            let avx = self.0.avx;
            let by = avx._mm256_set1_pd(by);
            let low = avx._mm256_floor_pd(avx._mm256_mul_pd(sum.0, by));
            let high = avx._mm256_floor_pd(avx._mm256_mul_pd(sum.1, by));
            avx._mm256_set_m128i(avx._mm256_cvttpd_epi32(high), avx._mm256_cvttpd_epi32(low))
        }

        #[inline(always)]
        fn prefetch(self, from: &[i32], at: usize) {
            if let Some(place) = from.get(at) {
                self.0.sse._mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
            }
        }
    }

    /// 16 lanes of 512 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(pub(in super::super) V4);

    impl Vectors for Avx512 {
        type Lanes = __m512i;
        type Sum = (__m512d, __m512d);
        const LANES: usize = 16;

        #[inline(always)]
        fn splat(self, number: i32) -> __m512i {
            self.0.avx512f._mm512_set1_epi32(number)
        }

        #[inline(always)]
        fn load(self, from: &[i32]) -> __m512i {
            cast(*from.first_chunk::<16>().expect("the slice holds a vector"))
        }

        #[inline(always)]
        fn load_some(self, from: &[i32]) -> __m512i {
            match from.first_chunk::<16>() {
                Some(&whole) => cast(whole),
                None => cast(pulp::Simd::partial_load_i32s(self.0, from)),
            }
        }

        #[inline(always)]
        fn store(self, to: &mut [i32], lanes: __m512i) {
            *to.first_chunk_mut::<16>().expect("the slice holds a vector") = cast(lanes);
        }

        #[inline(always)]
        fn store_some(self, to: &mut [i32], lanes: __m512i) {
            match to.first_chunk_mut::<16>() {
                Some(whole) => *whole = cast(lanes),
                None => pulp::Simd::partial_store_i32s(self.0, to, cast(lanes)),
            }
        }

        #[inline(always)]
        fn max(self, a: __m512i, b: __m512i) -> __m512i {
            self.0.avx512f._mm512_max_epi32(a, b)
        }

        #[inline(always)]
        fn else_fewer(self, more: __m512i, fewer: __m512i) -> __m512i {
            let avx512f = self.0.avx512f;
            let impossible = avx512f._mm512_cmpeq_epi32_mask(more, self.splat(IMPOSSIBLE));
            avx512f._mm512_mask_mov_epi32(more, impossible, fewer)
        }

        #[inline(always)]
        fn raise_kept(self, best: __m512i, kept: &Kept, from: __m512i) -> __m512i {
            let avx512f = self.0.avx512f;
            let reached = avx512f._mm512_maskz_expand_epi32(kept.mask, from);
            avx512f._mm512_mask_max_epi32(best, kept.mask, best, reached)
        }

        #[inline(always)]
        fn sum(self, bias: f64) -> Self::Sum {
            let bias = self.0.avx512f._mm512_set1_pd(bias);
            (bias, bias)
        }

        #[inline(always)]
        fn add(self, sum: Self::Sum, times: f64, lanes: __m512i) -> Self::Sum {
            let avx512f = self.0.avx512f;
            let low = avx512f._mm512_castsi512_si256(lanes);
            let high = avx512f._mm512_extracti64x4_epi64::<1>(lanes);
            let times = avx512f._mm512_set1_pd(times);
            (
                avx512f._mm512_fmadd_pd(avx512f._mm512_cvtepi32_pd(low), times, sum.0),
                avx512f._mm512_fmadd_pd(avx512f._mm512_cvtepi32_pd(high), times, sum.1),
            )
        }

        #[inline(always)]
        fn scaled(self, sum: Self::Sum, by: f64) -> __m512i {
            const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
            let avx512f = self.0.avx512f;
            let by = avx512f._mm512_set1_pd(by);
            let low = avx512f._mm512_cvt_roundpd_epi32::<DOWN>(avx512f._mm512_mul_pd(sum.0, by));
            let high = avx512f._mm512_cvt_roundpd_epi32::<DOWN>(avx512f._mm512_mul_pd(sum.1, by));
            let both = avx512f._mm512_castsi256_si512(low);
            avx512f._mm512_inserti64x4::<1>(both, high)
        }

        #[inline(always)]
        fn prefetch(self, from: &[i32], at: usize) {
            if let Some(place) = from.get(at) {
                self.0.sse._mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
            }
        }
    }
}
