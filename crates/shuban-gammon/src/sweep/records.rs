//! Vectors that hold the tables of one row side by side.
//!
//! A **record** is 16 numbers, whatever the vectors of the machine: one of 16 lanes or two of 8.

use super::vectors::{Plain, Vectors};

/// Numbers in a record.
pub(super) const RECORD: usize = 16;

/// A record in memory.
pub(super) type Stored = [i32; RECORD];

/// Numbers of a record that are taken from another one. (Aligned, so that reading them from memory
/// takes a single access.)
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Placing {
    /// For each number, its index in the other record.
    indices: Stored,
    /// For each number, all bits if it is taken from the lower half of the other, else none.
    lower: Stored,
    /// Likewise from the upper half.
    upper: Stored,
    /// A bit for each number that is taken.
    mask: u16,
}

impl Placing {
    /// Leaves a record as it is.
    pub(super) const NOTHING: Placing =
        Placing { indices: [0; RECORD], lower: [0; RECORD], upper: [0; RECORD], mask: 0 };

    /// Takes one more number.
    pub(super) const fn and(mut self, to: usize, from: usize) -> Self {
        self.mask |= 1 << to;
        self.indices[to] = from as i32;
        let half = if from < RECORD / 2 { &mut self.lower } else { &mut self.upper };
        half[to] = -1;
        self
    }
}

/// Operations of a pass on records.
pub(super) trait Records: Vectors {
    /// A record in registers.
    type Record: Copy;
    /// Vectors, as many as one has lanes.
    type Square: AsRef<[Self::Lanes]>;

    /// The same number everywhere.
    fn record_of(self, number: i32) -> Self::Record;
    fn load_record(self, from: &Stored) -> Self::Record;
    fn store_record(self, to: &mut Stored, record: Self::Record);
    /// The larger one of each number.
    fn larger(self, a: Self::Record, b: Self::Record) -> Self::Record;
    /// A record with some numbers taken from another.
    fn placed(self, to: Self::Record, placing: &Placing, from: Self::Record) -> Self::Record;
    /// Transposes as many records as a vector has lanes, `step` records apart: their numbers from
    /// `first` on, for each one a vector.
    fn transposed(self, records: &[Stored], step: usize, first: usize) -> Self::Square;
}

impl Records for Plain {
    type Record = Stored;
    type Square = [[i32; 8]; 8];

    #[inline(always)]
    fn record_of(self, number: i32) -> Stored {
        [number; RECORD]
    }

    #[inline(always)]
    fn load_record(self, from: &Stored) -> Stored {
        *from
    }

    #[inline(always)]
    fn store_record(self, to: &mut Stored, record: Stored) {
        *to = record;
    }

    #[inline(always)]
    fn larger(self, mut a: Stored, b: Stored) -> Stored {
        for i in 0..RECORD {
            a[i] = a[i].max(b[i]);
        }
        a
    }

    #[inline(always)]
    fn placed(self, mut to: Stored, placing: &Placing, from: Stored) -> Stored {
        for i in 0..RECORD {
            if placing.mask >> i & 1 == 1 {
                to[i] = from[placing.indices[i] as usize % RECORD];
            }
        }
        to
    }

    #[inline(always)]
    fn transposed(self, records: &[Stored], step: usize, first: usize) -> [[i32; 8]; 8] {
        let mut square = [[0; 8]; 8];
        for row in 0..8 {
            for (lane, lanes) in square.iter_mut().enumerate() {
                lanes[row] = records[row * step][(first + lane) % RECORD];
            }
        }
        square
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use pulp::cast;

    use super::super::vectors::{Avx2, Avx512};
    use super::{Placing, Records, Stored, Vectors};

    impl Records for Avx2 {
        type Record = [__m256i; 2];
        type Square = [__m256i; 8];

        #[inline(always)]
        fn record_of(self, number: i32) -> Self::Record {
            [self.splat(number); 2]
        }

        #[inline(always)]
        fn load_record(self, from: &Stored) -> Self::Record {
            cast(*from)
        }

        #[inline(always)]
        fn store_record(self, to: &mut Stored, record: Self::Record) {
            *to = cast(record);
        }

        #[inline(always)]
        fn larger(self, a: Self::Record, b: Self::Record) -> Self::Record {
            [self.max(a[0], b[0]), self.max(a[1], b[1])]
        }

        #[inline(always)]
        fn placed(self, to: Self::Record, placing: &Placing, from: Self::Record) -> Self::Record {
            let avx2 = self.0.avx2;
            let indices: Self::Record = cast(placing.indices);
            let mut placed = to;
            for (taken, from) in [(placing.lower, from[0]), (placing.upper, from[1])] {
                let taken: Self::Record = cast(taken);
                for (half, (&indices, &taken)) in placed.iter_mut().zip(indices.iter().zip(&taken))
                {
                    // (Of the indices the lowest three bits count.)
                    let moved = avx2._mm256_permutevar8x32_epi32(from, indices);
                    *half = avx2._mm256_blendv_epi8(*half, moved, taken);
                }
            }
            placed
        }

        #[inline(always)]
        fn transposed(self, records: &[Stored], step: usize, first: usize) -> Self::Square {
            let avx2 = self.0.avx2;
            let mut rows = [self.splat(0); 8];
            for (row, lanes) in rows.iter_mut().enumerate() {
                *lanes = self.load(&records[row * step][first..]);
            }
            let mut twos = rows;
            for i in 0..4 {
                let (a, b) = (rows[2 * i], rows[2 * i + 1]);
                twos[2 * i] = avx2._mm256_unpacklo_epi32(a, b);
                twos[2 * i + 1] = avx2._mm256_unpackhi_epi32(a, b);
            }
            // By number modulo 4; in each half of a vector four rows.
            let mut fours = rows;
            for i in 0..2 {
                for j in 0..2 {
                    let (a, b) = (twos[4 * i + j], twos[4 * i + 2 + j]);
                    fours[4 * i + 2 * j] = avx2._mm256_unpacklo_epi64(a, b);
                    fours[4 * i + 2 * j + 1] = avx2._mm256_unpackhi_epi64(a, b);
                }
            }
            let mut square = rows;
            for i in 0..4 {
                let (a, b) = (fours[i], fours[4 + i]);
                square[i] = avx2._mm256_permute2x128_si256::<0x20>(a, b);
                square[4 + i] = avx2._mm256_permute2x128_si256::<0x31>(a, b);
            }
            square
        }
    }

    impl Records for Avx512 {
        type Record = __m512i;
        type Square = [__m512i; 16];

        #[inline(always)]
        fn record_of(self, number: i32) -> __m512i {
            self.splat(number)
        }

        #[inline(always)]
        fn load_record(self, from: &Stored) -> __m512i {
            cast(*from)
        }

        #[inline(always)]
        fn store_record(self, to: &mut Stored, record: __m512i) {
            *to = cast(record);
        }

        #[inline(always)]
        fn larger(self, a: __m512i, b: __m512i) -> __m512i {
            self.max(a, b)
        }

        #[inline(always)]
        fn placed(self, to: __m512i, placing: &Placing, from: __m512i) -> __m512i {
            let indices = cast(placing.indices);
            self.0.avx512f._mm512_mask_permutexvar_epi32(to, placing.mask, indices, from)
        }

        #[inline(always)]
        fn transposed(self, records: &[Stored], step: usize, _first: usize) -> Self::Square {
            let avx512f = self.0.avx512f;
            let mut rows = [self.splat(0); 16];
            for (row, lanes) in rows.iter_mut().enumerate() {
                *lanes = cast(records[row * step]);
            }
            let mut twos = rows;
            for i in 0..8 {
                let (a, b) = (rows[2 * i], rows[2 * i + 1]);
                twos[2 * i] = avx512f._mm512_unpacklo_epi32(a, b);
                twos[2 * i + 1] = avx512f._mm512_unpackhi_epi32(a, b);
            }
            // By number modulo 4; in each quarter of a vector four rows.
            let mut fours = rows;
            for i in 0..4 {
                for j in 0..2 {
                    let (a, b) = (twos[4 * i + j], twos[4 * i + 2 + j]);
                    fours[4 * i + 2 * j] = avx512f._mm512_unpacklo_epi64(a, b);
                    fours[4 * i + 2 * j + 1] = avx512f._mm512_unpackhi_epi64(a, b);
                }
            }
            // Eight rows: the first quarters and the third ones; the second and the fourth.
            let mut eights = rows;
            for i in 0..2 {
                for j in 0..4 {
                    let (a, b) = (fours[8 * i + j], fours[8 * i + 4 + j]);
                    eights[8 * i + j] = avx512f._mm512_shuffle_i32x4::<0b10_00_10_00>(a, b);
                    eights[8 * i + 4 + j] = avx512f._mm512_shuffle_i32x4::<0b11_01_11_01>(a, b);
                }
            }
            let mut square = rows;
            for j in 0..8 {
                let (a, b) = (eights[j], eights[8 + j]);
                square[j] = avx512f._mm512_shuffle_i32x4::<0b10_00_10_00>(a, b);
                square[8 + j] = avx512f._mm512_shuffle_i32x4::<0b11_01_11_01>(a, b);
            }
            square
        }
    }
}
