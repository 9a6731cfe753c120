//! Data that all passes over a layer share.

use std::sync::OnceLock;

use shuban_core::checkers::Checkers;
use shuban_core::combinatorics::{binomial, multisets, unrank_multiset, unrank_subset};
use shuban_core::sweep::{Finished, Stage, Status};
use shuban_core::{Interval, PartId, TwoSided, Unanswered};

use super::rows_by_points::RowsByPoints;
use super::transitions::Transitions;
use super::vectors::{Kept, WIDEST};
use crate::instructions::Instructions;
use crate::moves::is_dead;
use crate::payoff::Payoff;
use crate::position::Position;
use crate::variant::Variant;

/// Least size of the stage before's output that counts as far away, as it exceeds a core's caches.
const FAR: u64 = 1 << 20;

/// The row of a unit that impossible steps lead to.
pub(super) const NOWHERE: usize = 0;

/// Data that the passes over a layer share.
pub struct ContactPlan {
    pub(super) instructions: Instructions,
    pub(super) parts: Vec<PartPlan>,
    pub(super) faces: usize,
    pub(super) home: usize,
    pub(super) points: usize,
}

/// Data that the passes over a part share.
pub(super) struct PartPlan {
    pub(super) index: TwoSided,
    /// The part that successors inside the layer lie in.
    pub(super) partner: usize,
    pub(super) levels: Vec<Level>,
    pub(super) pinned: Vec<(u64, Interval)>,
}

/// All sets of `n` opponent's points, `n` being the level's number.
pub(super) struct Level {
    pub(super) lanes: usize,
    /// The lanes with a checker on the bar: the first ones, where hits of the next level lead.
    pub(super) lanes_with_bar: usize,
    /// Vector width: opponents processed together, or one.
    pub(super) vector: usize,
    /// Rows of the whole side.
    pub(super) rows: usize,
    /// The fewest checkers that a turn can leave: four are borne off at most.
    pub(super) fewest: usize,
    /// Index of the first row of n checkers among a unit's rows, from `fewest` on; those of fewer
    /// than all are on the home board only.
    pub(super) offsets: Vec<usize>,
    /// By number of checkers; nothing at 0.
    pub(super) transitions: Vec<Option<Transitions>>,
    /// By group of lanes and point of the set: the lanes with exactly one checker there.
    pub(super) kept: Vec<Kept>,
    /// True if the output of the stage before is far away.
    pub(super) far: bool,
    /// By number of free places below a point of the set: the rows of the set without that point to
    /// which hits there lead. Made when first asked for.
    pub(super) hit_on: OnceLock<Vec<Vec<u32>>>,
    /// The rows, by the points that the mover holds.
    pub(super) by_points: RowsByPoints,
    /// By set and lane, the payoff of having borne off the last checker, if a turn can do that.
    pub(super) won: Vec<i32>,
    /// Values with no play, in the rows of 1 to `a - 1` checkers: by set, row and lane.
    pub(super) borne_off_lower: Vec<i32>,
    pub(super) borne_off_upper: Vec<i32>,
    /// The codes of [`Status`] of these rows, for the mover.
    pub(super) borne_off_status: Vec<i8>,
}

impl Level {
    /// Rows of fewer than all checkers, those of none and of [`NOWHERE`] included.
    pub(super) fn small_rows(&self) -> usize {
        *self.offsets.last().expect("offsets has an entry for each number of checkers")
    }

    /// Groups of lanes: each fits into a vector.
    pub(super) fn groups(&self) -> usize {
        self.lanes.div_ceil(self.vector)
    }

    /// Returns true if each lane is processed by itself. (Hits then all lead to one lane.)
    pub(super) fn lane_by_lane(&self) -> bool {
        self.vector == 1
    }

    /// Returns true if it is processed in vectors of 16 lanes.
    pub(super) fn uses_avx512(&self, instructions: Instructions) -> bool {
        instructions == Instructions::Avx512 && (self.vector == 16 || self.lane_by_lane())
    }

    /// The transitions of a number of checkers whose rows are processed.
    #[inline(always)]
    pub(super) fn transitions_of(&self, checkers: usize) -> &Transitions {
        self.transitions[checkers].as_ref().expect("rows with checkers have transitions")
    }

    /// Bytes that the level leaves for the next stage.
    fn left(&self, index: &TwoSided, n: usize, faces: usize) -> u64 {
        let unit = self.all_rows() * self.lanes_with_bar * (1 + 3 * faces) * size_of::<i32>();
        index.sets(n).saturating_mul(unit as u64)
    }

    /// All rows of a unit.
    pub(super) fn all_rows(&self) -> usize {
        self.small_rows() + self.rows
    }
}

impl ContactPlan {
    pub(super) fn new(
        rules: (&Variant, Payoff),
        instructions: Instructions,
        parts: &[(usize, usize)],
        locate: impl Fn(usize, usize) -> Option<PartId>,
        finished: &mut dyn Finished,
    ) -> Result<Self, Unanswered> {
        let plans = parts
            .iter()
            .map(|&(a, b)| {
                let partner = parts
                    .iter()
                    .position(|&part| part == (b, a))
                    .ok_or_else(Unanswered::default)?;
                PartPlan::new(rules, instructions, a, b, partner, &locate, finished)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (variant, _) = rules;
        Ok(ContactPlan {
            instructions,
            parts: plans,
            faces: usize::from(variant.faces()),
            home: variant.home(),
            points: variant.points(),
        })
    }

    /// Numbers in a row of a unit for each lane: no play, and one, two, three dice of each face.
    pub(super) fn tables(&self) -> usize {
        1 + 3 * self.faces
    }
}

/// The stages of a pass over a part: all sets of as many opponent's points.
pub(super) fn stages(variant: &Variant, (a, b): (usize, usize)) -> Vec<Stage> {
    let Some(index) = TwoSided::new(variant.points(), a, b) else { return Vec::new() };
    let tables = 1 + 3 * usize::from(variant.faces());
    let stage = |n| {
        let (rows, lanes) = (index.rows(n) as usize, index.lanes(n) as usize);
        let hit = if n == index.most_points() { 0 } else { lanes_with_bar(b, n) };
        Stage {
            first: index.base(n),
            units: index.sets(n) as usize,
            values: rows * lanes,
            carry: (small_rows(variant, a) as usize + rows) * hit * tables,
            // A turn that plays nothing more leads from each row and lane to a position.
            inbox: rows * lanes,
        }
    };
    (0..=index.most_points()).map(stage).collect()
}

/// Number of rows of fewer than `checkers` that a turn can lead to, the one without checkers and
/// [`NOWHERE`] included.
fn small_rows(variant: &Variant, checkers: usize) -> u64 {
    1 + (fewest(checkers)..checkers).map(|left| multisets(variant.home(), left)).sum::<u64>()
}

/// The opponents on `n` points with a checker on the bar.
pub(super) fn lanes_with_bar(opponent: usize, n: usize) -> usize {
    if opponent == 0 { 0 } else { binomial(opponent - 1, n) as usize }
}

/// Parameters of a level.
#[derive(Clone, Copy)]
struct LevelShape<'a> {
    index: &'a TwoSided,
    mirror: &'a TwoSided,
    /// The number of the opponent's points.
    n: usize,
    instructions: Instructions,
    far: bool,
}

impl PartPlan {
    fn new(
        rules: (&Variant, Payoff),
        instructions: Instructions,
        a: usize,
        b: usize,
        partner: usize,
        locate: &impl Fn(usize, usize) -> Option<PartId>,
        finished: &mut dyn Finished,
    ) -> Result<Self, Unanswered> {
        let (variant, _) = rules;
        let (index, mirror) = (two_sided(variant, a, b)?, two_sided(variant, b, a)?);
        let faces = usize::from(variant.faces());
        let mut levels = Vec::new();
        for n in 0..=index.most_points() {
            let far = (levels.last())
                .is_some_and(|before: &Level| before.left(&index, n - 1, faces) > FAR);
            let shape = LevelShape { index: &index, mirror: &mirror, n, instructions, far };
            levels.push(Level::new(rules, shape, locate, finished)?);
        }
        let mut pinned: Vec<(u64, Interval)> = dead_positions(variant, &index)
            .into_iter()
            .filter_map(|(mover, opponent)| {
                Some((index.rank(mover, opponent)?, Interval::exactly(0)))
            })
            .collect();
        pinned.sort_unstable_by_key(|&(rank, _)| rank);
        Ok(PartPlan { index, partner, levels, pinned })
    }
}

impl Level {
    fn new(
        (variant, payoff): (&Variant, Payoff),
        shape: LevelShape<'_>,
        locate: &impl Fn(usize, usize) -> Option<PartId>,
        finished: &mut dyn Finished,
    ) -> Result<Self, Unanswered> {
        let LevelShape { index, mirror, n, instructions, far } = shape;
        let (a, b) = (index.mover(), index.opponent());
        let kinds = variant.points() + 1 - n;
        let lanes = index.lanes(n) as usize;
        let fewest = fewest(a);
        // Before all others the row that impossible steps lead to; then that without checkers.
        let mut offsets = vec![1];
        for checkers in 0..a {
            let rows = if checkers < fewest { 0 } else { multisets(variant.home(), checkers) };
            offsets.push(offsets[checkers] + rows as usize);
        }
        let mut hit_before = vec![0; kinds + 1];
        let transitions = (0..=a)
            .map(|checkers| {
                let reach = if checkers == a { kinds } else { variant.home() };
                (checkers > fewest).then(|| {
                    let rows = (offsets[checkers], NOWHERE);
                    Transitions::new(checkers, kinds, reach, rows, &mut hit_before)
                })
            })
            .collect();
        let vector = instructions.lanes(lanes);
        let mut level = Level {
            lanes,
            lanes_with_bar: lanes_with_bar(b, n),
            vector,
            rows: index.rows(n) as usize,
            fewest,
            offsets,
            transitions,
            kept: kept(index, n, vector),
            far,
            hit_on: OnceLock::new(),
            by_points: RowsByPoints::new(index, mirror, n),
            won: if fewest == 0 { won(variant, payoff, index, n) } else { Vec::new() },
            borne_off_lower: Vec::new(),
            borne_off_upper: Vec::new(),
            borne_off_status: Vec::new(),
        };
        level.read_borne_off(variant, index, n, locate, finished)?;
        Ok(level)
    }

    /// Reads from the finished layers the values of having borne off some and not playing on.
    fn read_borne_off(
        &mut self,
        variant: &Variant,
        index: &TwoSided,
        n: usize,
        locate: &impl Fn(usize, usize) -> Option<PartId>,
        finished: &mut dyn Finished,
    ) -> Result<(), Unanswered> {
        let (a, b) = (index.mover(), index.opponent());
        let small_rows = self.small_rows();
        let size = index.sets(n) as usize * small_rows * self.lanes;
        self.borne_off_lower = vec![0; size];
        self.borne_off_upper = vec![0; size];
        self.borne_off_status = vec![0; size];
        for checkers in self.fewest.max(1)..a {
            let part = locate(b, checkers).ok_or_else(Unanswered::default)?;
            let (after, beside) =
                (two_sided(variant, b, checkers)?, two_sided(variant, checkers, b)?);
            // (rank in the finished part, place in the arrays), in the order of the file.
            let mut wanted = Vec::new();
            for set in 0..index.sets(n) {
                let q = unrank_subset(set, n, variant.points());
                for row in 0..multisets(free_in_home(variant.home(), q), checkers) {
                    let mover = beside.mover_of(row, q);
                    for lane in 0..self.lanes {
                        let opponent = beside.opponent_of(lane as u64, q);
                        let rank = after.rank(opponent, mover).ok_or_else(Unanswered::default)?;
                        let unit_row = self.offsets[checkers] + row as usize;
                        wanted.push((
                            rank,
                            (set as usize * small_rows + unit_row) * self.lanes + lane,
                        ));
                    }
                }
            }
            wanted.sort_unstable();
            let ranks: Vec<u64> = wanted.iter().map(|&(rank, _)| rank).collect();
            for (value, &(_, place)) in finished.values(part, &ranks)?.into_iter().zip(&wanted) {
                self.borne_off_lower[place] = -value.upper;
                self.borne_off_upper[place] = -value.lower;
            }
            for (status, &(_, place)) in finished.statuses(part, &ranks)?.into_iter().zip(&wanted) {
                self.borne_off_status[place] = Status::after(status.code()) as i8;
            }
        }
        Ok(())
    }
}

fn two_sided(variant: &Variant, mover: usize, opponent: usize) -> Result<TwoSided, Unanswered> {
    TwoSided::new(variant.points(), mover, opponent).ok_or_else(Unanswered::default)
}

/// Payoff of a win against each opponent on `n` points, by set and lane.
fn won(variant: &Variant, payoff: Payoff, index: &TwoSided, n: usize) -> Vec<i32> {
    let sets = (0..index.sets(n)).map(|set| unrank_subset(set, n, variant.points()));
    let lanes = |q| (0..index.lanes(n)).map(move |lane| index.opponent_of(lane, q));
    sets.flat_map(lanes).map(|loser| payoff.of_win(variant, loser)).collect()
}

/// The fewest checkers that a turn can leave of n.
pub(super) fn fewest(checkers: usize) -> usize {
    checkers.saturating_sub(4)
}

/// Number of home points that are not in the set.
pub(super) fn free_in_home(home: usize, q: u64) -> usize {
    home - (q & ((1 << home) - 1)).count_ones() as usize
}

/// By group of `vector` lanes and point of a set: the lanes with exactly one checker there.
fn kept(index: &TwoSided, n: usize, vector: usize) -> Vec<Kept> {
    let some_set = (1u64 << n) - 1;
    let lanes: Vec<Checkers> =
        (0..index.lanes(n)).map(|lane| index.opponent_of(lane, some_set)).collect();
    let mut before = vec![0; n];
    let mut kept = Vec::new();
    for group in lanes.chunks(vector) {
        for (point, before) in before.iter_mut().enumerate() {
            let is_hit = |opponent: &Checkers| opponent.on(index.points() - point) == 1;
            let lanes: Vec<usize> = (0..group.len()).filter(|&lane| is_hit(&group[lane])).collect();
            kept.push(Kept::new(&lanes, *before));
            *before += lanes.len();
        }
    }
    kept
}

/// All positions in which neither side can ever move.
///
/// With two faces or more and none beyond the home board, that takes a checker on both bars and
/// both homes closed: otherwise the side that shuts the other in can move a checker onto the next
/// of its own points.
fn dead_positions(variant: &Variant, index: &TwoSided) -> Vec<(Checkers, Checkers)> {
    let faces = usize::from(variant.faces());
    if faces < 2 || faces > variant.home() {
        return (0..index.len())
            .filter_map(|rank| index.unrank(rank))
            .filter(|&(mover, opponent)| is_dead(variant, &Position::new(mover, opponent)))
            .collect();
    }
    let least = 2 * faces + 1;
    if index.mover() < least || index.opponent() < least {
        return Vec::new();
    }
    let walls = (1..=faces).flat_map(|point| [point, point]).chain([variant.bar()]);
    let closed = Checkers::from_places(walls);
    let sides = |checkers: usize| -> Vec<Checkers> {
        let extra = checkers - least;
        (0..multisets(variant.bar(), extra))
            .map(|rank| {
                let mut side = closed;
                unrank_multiset(rank, extra, variant.bar(), |kind, count| {
                    side = side.with(kind + 1, side.on(kind + 1) + count);
                });
                side
            })
            .collect()
    };
    let opponents = sides(index.opponent());
    (sides(index.mover()).into_iter())
        .flat_map(|mover| opponents.iter().map(move |&opponent| (mover, opponent)))
        .filter(|&(mover, opponent)| index.rank(mover, opponent).is_some())
        .collect()
}

/// Bytes that a plan of these parts takes, with the scratch of `threads` threads.
pub(super) fn bytes(variant: &Variant, parts: &[(usize, usize)], threads: usize) -> u64 {
    let tables = 1 + 3 * u64::from(variant.faces());
    let mut plan = 0u64;
    let mut working = 0u64;
    for &(a, b) in parts {
        let Some(index) = TwoSided::new(variant.points(), a, b) else { return u64::MAX };
        let small = small_rows(variant, a);
        let (mut scratch, mut reading) = (0u64, 0u64);
        for n in 0..=index.most_points() {
            let all_rows = small + index.rows(n);
            // Rows that hits lead to are numbered in 32 bits, through all units of a stage.
            let is_hit = n < index.most_points();
            if is_hit && all_rows.saturating_mul(index.sets(n)) > u64::from(u32::MAX) {
                return u64::MAX;
            }
            let kinds = variant.points() + 1 - n;
            plan = plan
                .saturating_add(4 * index.rows(n))
                .saturating_add((9 * small + 4) * index.sets(n) * index.lanes(n))
                .saturating_add(Transitions::bytes(a, kinds, kinds));
            // Wanted positions of a finished layer, with their place, rank and value.
            let largest = multisets(variant.home(), a.saturating_sub(1));
            reading = reading.max(40 * index.sets(n) * largest * index.lanes(n));
            // The scratch grows to its largest unit, and stays.
            let vector = WIDEST.min(index.lanes(n).next_multiple_of(8));
            let none = index.rows(n) * index.lanes(n).next_multiple_of(vector);
            // A row by itself lies in no more than three records of 16 numbers.
            let row = (tables * vector).max(48);
            scratch = scratch.max(4 * (all_rows * row + none));
        }
        working = working.max(reading).max(scratch * threads as u64);
    }
    plan.saturating_add(working)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_gammon_has_as_many_dead_positions_as_stated() {
        let variant = Variant::by_name("half-gammon").unwrap();
        let dead = |a, b| dead_positions(&variant, &TwoSided::new(12, a, b).unwrap()).len();
        assert_eq!((dead(6, 6), dead(7, 6)), (0, 0));
        assert_eq!((dead(7, 7), dead(8, 7), dead(7, 8), dead(8, 8)), (1, 10, 10, 94));
    }

    #[test]
    fn what_a_plan_cannot_number_is_told_from_what_is_only_large() {
        let variant = Variant::by_name("backgammon").unwrap();
        let layer = |a, b| bytes(&variant, &[(a, b), (b, a)], 2);
        // 5 v 5 has 6,195,501,271 positions, more than 32 bits can number; its rows fit.
        assert!(layer(5, 5) < 2 << 30, "{}", layer(5, 5));
        assert_eq!((layer(7, 7), layer(15, 15)), (u64::MAX, u64::MAX));
    }
}
