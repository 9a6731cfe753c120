//! Table 1 of Nishino and Nishino (2010), by which [`Singleton`](super::Singleton) is defined
//! there.

use shuban_core::Winners;

/// A row of the table: the value that the third of three players, who is to move, hands up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionRow {
    /// Values that occur among its plays.
    pub required: &'static [Winners],
    /// Values that may occur besides.
    pub optional: &'static [Winners],
    /// Union of the values.
    pub united: Winners,
}

impl UnionRow {
    /// Returns the values of the plays in every case of the row.
    pub fn cases(&self) -> impl Iterator<Item = Vec<Winners>> {
        (0..1u32 << self.optional.len()).map(|subset| {
            let optional = self.optional.iter().enumerate();
            let chosen =
                optional.filter(|(number, _)| subset >> number & 1 == 1).map(|(_, set)| set);
            self.required.iter().chain(chosen).copied().collect()
        })
    }
}

const A: Winners = Winners::only(0);
const B: Winners = Winners::only(1);
const C: Winners = Winners::only(2);
const AB: Winners = A.union(B);
const AC: Winners = A.union(C);
const BC: Winners = B.union(C);
const ABC: Winners = AB.union(C);

/// All rows of the table.
pub const TABLE_1: [UnionRow; 10] = [
    UnionRow { required: &[C], optional: &[], united: C },
    UnionRow { required: &[C], optional: &[A, B, AB, ABC, AC, BC], united: C },
    UnionRow { required: &[AC], optional: &[A, B, AB, ABC], united: AC },
    UnionRow { required: &[BC], optional: &[A, B, AB, ABC], united: BC },
    UnionRow { required: &[AC, BC], optional: &[A, B, AB, ABC], united: ABC },
    UnionRow { required: &[ABC], optional: &[A, B, AB], united: ABC },
    UnionRow { required: &[A], optional: &[], united: A },
    UnionRow { required: &[B], optional: &[], united: B },
    UnionRow { required: &[A, B], optional: &[], united: AB },
    UnionRow { required: &[AB], optional: &[A, B], united: AB },
];
