//! Numbers that units leave for those of the next stage: who reads which.
//!
//! A unit holds the opponents on a set of points. A hit leads to the unit of the set without one of
//! them, which the stage before ran, and there to rows with one checker on that point.

use shuban_core::combinatorics::{multisets, rank_subset, unrank_subset};
use shuban_core::sweep::Rows;

use super::plan::{ContactPlan, Level, fewest, lanes_with_bar};
use super::transitions::Transitions;
use crate::variant::Variant;

/// A hit leads from a set to one without one of its points: those sets, from the lowest point up.
pub(super) fn reads_before(variant: &Variant, n: usize, set: usize) -> Vec<usize> {
    let set = unrank_subset(set as u64, n, variant.points());
    let points = (0..variant.points()).map(|point| 1u64 << point).filter(|point| set & point != 0);
    points.map(|point| rank_subset(set & !point) as usize).collect()
}

/// Returns the `depth` lowest points of a set. A hit on any other point leads to a set with the same
/// ones.
pub(super) fn class(variant: &Variant, n: usize, set: usize, depth: u32) -> u64 {
    let mut rest = unrank_subset(set as u64, n, variant.points());
    let mut lowest = 0;
    for _ in 0..depth {
        let point = rest & rest.wrapping_neg();
        (lowest, rest) = (lowest | point, rest ^ point);
    }
    lowest
}

/// Returns the free places below a point of a set, the points counted from the lowest.
fn free_below(points: usize, n: usize, set: usize, point: usize) -> usize {
    let set = unrank_subset(set as u64, n, points);
    let place = (0..points).filter(|place| set >> place & 1 == 1).nth(point);
    place.map_or(0, |place| place - point)
}

/// The numbers of the rows to which hits on a point lead: a checker on it, and any others, some of
/// which may be borne off.
pub(super) fn numbers_before(
    variant: &Variant,
    (a, b): (usize, usize),
    (n, set): (usize, usize),
    point: usize,
) -> usize {
    let below = free_below(variant.points(), n, set, point);
    let kinds = variant.points() + 1 - n;
    let rows = (fewest(a) + 1..=a).map(|checkers| {
        let reach = if checkers == a { kinds } else { variant.home().min(kinds) };
        if below > reach { 0 } else { multisets(reach, checkers - 1) as usize }
    });
    rows.sum::<usize>() * lanes_with_bar(b, n - 1) * (1 + 3 * usize::from(variant.faces()))
}

impl ContactPlan {
    /// The rows that a unit reads of the unit of its set without a point, the points counted from the
    /// lowest: those where hits on that point lead.
    pub(super) fn rows_before(&self, part: usize, n: usize, set: usize, point: usize) -> Rows<'_> {
        let levels = &self.parts[part].levels;
        let width = self.tables() * levels[n - 1].lanes_with_bar;
        Rows::Some(levels[n].hit_on(free_below(self.points, n, set, point)), width)
    }
}

impl Level {
    /// Returns the rows to which hits lead on a point above `below` free places: those with one checker
    /// on it.
    fn hit_on(&self, below: usize) -> &[u32] {
        let all = self.hit_on.get_or_init(|| {
            let most = self.transitions.iter().flatten().map(Transitions::reach).max();
            let rows =
                |gap| self.transitions.iter().flatten().flat_map(move |some| some.at_gap(gap));
            (0..=most.unwrap_or(0)).map(|gap| rows(gap).collect()).collect()
        });
        all.get(below).map_or(&[], Vec::as_slice)
    }
}
