//! Rows that a checker's step leads to, for all sets of opponents of one size.

use shuban_core::combinatorics::{MultisetRank, multisets, unrank_multiset};

/// The rows of `checkers` movers over `kinds` free places (see [`shuban_core::TwoSided`]): from
/// each row, taking one checker away leads to a **rest** (a row of one checker less), and putting
/// it down again leads from the rest to a row. So the table of all steps is two small ones.
pub(super) struct Transitions {
    kinds: usize,
    reach: usize,
    /// Index of the first source of each row; one more at the end.
    starts: Vec<u32>,
    sources: Vec<Source>,
    /// Row after adding a checker of a kind to a rest; one more column for an impossible step.
    insert: Vec<u32>,
    /// Row, among `kinds + 1` places, after adding a checker to a new place above `gap` places.
    insert_at_gap: Vec<u32>,
    /// By gap: the number of rows of fewer checkers that [`at_gap`](Transitions::at_gap) lists.
    hit_before: Vec<u32>,
}

/// A place that a checker of a row can leave.
#[derive(Clone, Copy)]
pub(super) struct Source {
    /// The place's kind.
    pub(super) kind: u32,
    /// The row that is left on the board.
    pub(super) rest: u32,
}

impl Transitions {
    /// The transitions of the rows whose checkers all lie on the lowest `reach` of `kinds` places.
    /// In colexicographic order these are the first rows. The rows that steps lead to are counted
    /// from `offset`; an impossible step leads to `nowhere`. `hit_before` counts, by gap, the rows that
    /// hits lead to.
    pub(super) fn new(
        checkers: usize,
        kinds: usize,
        reach: usize,
        (offset, nowhere): (usize, usize),
        hit_before: &mut [u32],
    ) -> Self {
        let offset = offset as u32;
        let reach = reach.min(kinds);
        let rows = multisets(reach, checkers);
        let rests = multisets(reach, checkers - 1);
        let mut starts = Vec::with_capacity(rows as usize + 1);
        let mut sources = Vec::new();
        for row in 0..rows {
            starts.push(sources.len() as u32);
            // From the highest kind down.
            let counts = counts_of(row, checkers, reach);
            for kind in (0..reach).rev().filter(|&kind| counts[kind] > 0) {
                let mut rest = counts.clone();
                rest[kind] -= 1;
                sources.push(Source { kind: kind as u32, rest: rank(&rest) as u32 });
            }
        }
        starts.push(sources.len() as u32);
        let mut insert = Vec::with_capacity(rests as usize * (kinds + 1));
        let mut insert_at_gap = Vec::with_capacity(rests as usize * (reach + 1));
        for rest in 0..rests {
            let counts = counts_of(rest, checkers - 1, reach);
            for kind in 0..reach {
                let mut row = counts.clone();
                row[kind] += 1;
                insert.push(offset + rank(&row) as u32);
            }
            insert.resize(insert.len() + kinds + 1 - reach, nowhere as u32);
            for gap in 0..=reach {
                let mut row = counts.clone();
                row.insert(gap, 1);
                insert_at_gap.push(offset + rank(&row) as u32);
            }
        }
        let before = hit_before[..=reach].to_vec();
        hit_before[..=reach].iter_mut().for_each(|count| *count += rests as u32);
        Transitions { kinds, reach, starts, sources, insert, insert_at_gap, hit_before: before }
    }

    /// The sources of a row, from the highest place down.
    #[inline(always)]
    pub(super) fn sources(&self, row: usize) -> &[Source] {
        &self.sources[self.starts[row] as usize..self.starts[row + 1] as usize]
    }

    /// The rows after a checker is added to a rest, by the kind of the place it is put on.
    #[inline(always)]
    pub(super) fn inserts(&self, rest: u32) -> &[u32] {
        &self.insert[rest as usize * (self.kinds + 1)..][..self.kinds + 1]
    }

    /// The rows, beside a set of one point less, after a checker is added on that point: it becomes
    /// a new place. By the number of places below it.
    #[inline(always)]
    pub(super) fn inserts_at_gap(&self, rest: u32) -> &[u32] {
        &self.insert_at_gap[rest as usize * (self.reach + 1)..][..self.reach + 1]
    }

    /// The place among the rows that all numbers of checkers list [at a gap](Transitions::at_gap) of the
    /// one after a checker is added to a rest.
    #[inline(always)]
    pub(super) fn hit_row(&self, rest: u32, gap: usize) -> u32 {
        self.hit_before[gap] + rest
    }

    /// The most places above which a new one may be.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// The rows after a checker is added to any rest, on a new place above so many others: in ascending
    /// order.
    pub(super) fn at_gap(&self, gap: usize) -> impl Iterator<Item = u32> + '_ {
        let rests = self.insert_at_gap.chunks(self.reach + 1);
        rests.filter_map(move |rows| rows.get(gap).copied())
    }

    /// Bytes held, about.
    pub(super) fn bytes(checkers: usize, kinds: usize, reach: usize) -> u64 {
        let reach = reach.min(kinds);
        let (rows, rests) =
            (multisets(reach, checkers), multisets(reach, checkers.saturating_sub(1)));
        4 * rows
            .saturating_mul(1 + 2 * checkers.min(reach) as u64)
            .saturating_add(rests.saturating_mul((kinds + reach) as u64 + 2))
    }
}

fn counts_of(row: u64, checkers: usize, kinds: usize) -> Vec<usize> {
    let mut counts = vec![0; kinds];
    unrank_multiset(row, checkers, kinds, |kind, count| counts[kind] = count);
    counts
}

fn rank(counts: &[usize]) -> u64 {
    let mut rank = MultisetRank::default();
    for (kind, &count) in counts.iter().enumerate() {
        rank.push(kind, count);
    }
    rank.rank()
}

#[cfg(test)]
mod tests {
    use shuban_core::TwoSided;
    use shuban_core::checkers::Checkers;

    use super::*;

    #[test]
    fn every_step_and_every_hit_leads_to_the_row_that_ranking_gives() {
        let index = TwoSided::new(6, 3, 2).unwrap();
        let q = 0b01_0010u64; // the mover's places 2 and 5
        let free: Vec<usize> = (1..=7).filter(|p| q >> (p - 1) & 1 == 0).collect();
        let transitions = Transitions::new(3, 5, 5, (0, 0), &mut [0; 6]);
        for row in 0..index.rows(2) {
            let mover = index.mover_of(row, q);
            let sources = transitions.sources(row as usize);
            assert_eq!(sources.len(), mover.iter().count());
            for source in sources {
                let from = free[source.kind as usize];
                for to in 1..from {
                    let after: Checkers = mover.less(from).more(to);
                    if let Some(kind) = free.iter().position(|&p| p == to) {
                        assert_eq!(
                            transitions.inserts(source.rest)[kind] as u64,
                            index.row(after, q)
                        );
                    } else {
                        let gap = free.iter().filter(|&&p| p < to).count();
                        assert_eq!(
                            transitions.inserts_at_gap(source.rest)[gap] as u64,
                            index.row(after, q & !(1 << (to - 1)))
                        );
                    }
                }
            }
        }
    }
}
