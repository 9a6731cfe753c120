//! The sides of a table, in groups of equal pips, and where their plays lead.

use shuban_core::Index;
use shuban_core::checkers::Checkers;
use shuban_core::dice::rolls;

use crate::bearoff::plays::each_after;
use crate::bearoff::rank::GnubgRank;

/// Sides of the same pips none of which leads to another by a play: they are computed together.
pub(super) struct Group {
    /// Number of pips.
    pub(super) pips: usize,
    /// Number of those with fewer than the most checkers: two of them belong to an earlier layer.
    pub(super) old: usize,
    /// Their ranks, in ascending order.
    pub(super) ranks: Vec<u32>,
}

impl Group {
    /// Number of sides.
    pub(super) fn len(&self) -> usize {
        self.ranks.len()
    }
}

/// A side's group, and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) group: u32,
    pub(super) at: u32,
}

/// All sides of a layer and of those before it.
pub(super) struct Sides {
    /// Ascending by pips.
    pub(super) groups: Vec<Group>,
    /// Places by rank.
    pub(super) places: Vec<Place>,
    /// Number of throws of each distinct roll, of 36.
    pub(super) weights: Vec<i32>,
    /// The sides after plays, by side and roll.
    after: Vec<Place>,
    /// Index of the first of these for each side and roll, by rank and roll.
    begins: Vec<u32>,
}

impl Sides {
    /// Creates the sides with up to the most checkers; those from `new_from` on have that many.
    pub(super) fn new(rank: GnubgRank, new_from: u64, home: usize, faces: u8) -> Self {
        let sides: Vec<Checkers> = (0..rank.len()).filter_map(|at| rank.unrank(at)).collect();
        let mut by_pips = vec![Vec::new(); rank.points * rank.checkers + 1];
        for (at, side) in (0u32..).zip(&sides) {
            by_pips[side.pips()].push(at);
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut places = vec![Place { group: 0, at: 0 }; sides.len()];
        for (pips, ranks) in by_pips.into_iter().enumerate().filter(|(_, ranks)| !ranks.is_empty())
        {
            for (at, &rank) in (0..).zip(&ranks) {
                places[rank as usize] = Place { group: groups.len() as u32, at };
            }
            let old = ranks.partition_point(|rank| u64::from(*rank) < new_from);
            groups.push(Group { pips, old, ranks });
        }
        let rolls = rolls(faces);
        let (mut after, mut begins) = (Vec::new(), vec![0]);
        let mut ranks: Vec<u64> = Vec::new();
        for side in &sides {
            for &(roll, _) in &rolls {
                ranks.clear();
                each_after(*side, roll, home, &mut |side| ranks.extend(rank.rank(&side)));
                ranks.sort_unstable();
                ranks.dedup();
                after.extend(ranks.iter().map(|&rank| places[rank as usize]));
                begins.push(after.len() as u32);
            }
        }
        let weights = rolls.iter().map(|&(_, weight)| weight as i32).collect();
        Sides { groups, places, weights, after, begins }
    }

    /// The sides after its plays, by roll: each once.
    #[inline(always)]
    pub(super) fn after(&self, rank: u32) -> impl Iterator<Item = (i32, &[Place])> {
        let begins = &self.begins[rank as usize * self.weights.len()..][..=self.weights.len()];
        let each = begins.windows(2).map(|two| &self.after[two[0] as usize..two[1] as usize]);
        self.weights.iter().copied().zip(each)
    }
}

/// The number of sides of each number of pips.
pub(super) fn sides_by_pips(rank: GnubgRank) -> Vec<u64> {
    // By number of checkers, and then of pips: each point takes one more checker, or is done with.
    let mut sides = vec![vec![0; rank.points * rank.checkers + 1]; rank.checkers + 1];
    sides[0][0] = 1;
    for point in 1..=rank.points {
        for checkers in 1..=rank.checkers {
            let [.., fewer, these] = &mut sides[..=checkers] else { continue };
            for (pips, these) in these.iter_mut().enumerate().skip(point) {
                *these += fewer[pips - point];
            }
        }
    }
    (0..=rank.points * rank.checkers)
        .map(|pips| sides.iter().map(|of_checkers| of_checkers[pips]).sum())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_counted_as_they_are_grouped() {
        for (points, checkers) in [(1, 1), (2, 3), (6, 5), (12, 2)] {
            let rank = GnubgRank { points, checkers };
            let sides = Sides::new(rank, 0, 6, 6);
            let mut grouped = vec![0; points * checkers + 1];
            for group in &sides.groups {
                grouped[group.pips] = group.len() as u64;
            }
            assert_eq!(sides_by_pips(rank), grouped, "{points}x{checkers}");
        }
    }
}
