//! Blocks of values in the order in which the other side's units read them.
//!
//! A unit holds all opponents on the set Q. The block of its movers on the points P is read by the
//! partner's unit of P alone ([`blocks`](super::blocks)), and there one block follows the other: by
//! the number of points in Q, then by the rank of Q among the sets without a point of P, as this side
//! counts points. So do the units themselves.

use shuban_core::combinatorics::{binomial, unrank_subset};
use shuban_core::sweep::Handed;

use super::beside::Beside;
use super::plan::ContactPlan;

/// Tells the blocks of a unit, by the points that the mover holds.
pub(super) fn hands_on(
    plan: &ContactPlan,
    part: usize,
    stage: usize,
    unit: usize,
    tell: &mut dyn FnMut(Handed<'_>),
) {
    let own = &plan.parts[part];
    let level = &own.levels[stage];
    let partner = &plan.parts[own.partner];
    let set = unrank_subset(unit as u64, stage, plan.points);
    let beside = Beside::new(set, plan.points, level.by_points.rows.len() - 1);
    for (held, rows) in level.by_points.rows.iter().enumerate() {
        let reader = &partner.levels[held];
        let lanes = reader.lanes;
        // The blocks of sets of fewer points.
        let sets = |n: usize| binomial(plan.points - held, n) as usize;
        let before: usize = (0..stage).map(|n| sets(n) * own.levels[n].lanes * lanes).sum();
        let mut readers = beside.sets(held);
        for rows in rows.chunks_exact(lanes) {
            let ranks = readers.ranks();
            readers.go_on();
            let (unit, rank) = (ranks.held as usize, ranks.beside as usize);
            let rank = reader.by_points.turned[stage][rank] as usize;
            let at = before + rank * level.lanes * lanes;
            tell(Handed { stage: held, unit, at, rows, width: level.lanes });
        }
    }
}
