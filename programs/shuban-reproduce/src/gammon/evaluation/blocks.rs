//! The page's cheap form of blocks against the exact one.

use std::hint::black_box;
use std::time::Instant;

use shuban_core::text::grouped;
use shuban_gammon::evaluation::{
    MovableTable, SideView, chance_of_no_move, chance_of_no_move_by_plays,
};
use shuban_gammon::{Position, Variant};

use super::layers::CertifiedLayers;
use super::numbers::mean;
use crate::finding::{Finding, significant};

/// Number of measurements, of which the fastest counts.
const ROUNDS: usize = 5;

/// Number of positions that are timed.
const TIMED: usize = 20_000;

pub(super) fn rows(
    variant: &Variant,
    layers: &CertifiedLayers<'_>,
    seen: &[Position],
) -> Vec<Finding> {
    let Some(table) = MovableTable::new(variant) else { return Vec::new() };
    let view = |position: &Position| SideView::of_mover(variant, position);
    let few: Vec<Position> = layers.positions().into_iter().map(|(position, _)| position).collect();
    let mut rows = vec![Finding::exact("cases of the table", 729, table.cases())];
    for (what, positions) in [("few checkers", &few[..]), ("in games from the start", seen)] {
        rows.extend(compared(variant, &table, what, positions));
    }
    let timed = &seen[..seen.len().min(TIMED)];
    let by_plays = |position: &Position| chance_of_no_move_by_plays(variant, position);
    for (what, time) in [
        ("exact, by generating plays", nanoseconds(timed, by_plays)),
        ("exact, by masks", nanoseconds(timed, |position| chance_of_no_move(&view(position)))),
        (
            "the page's table",
            nanoseconds(timed, |position| table.chance_of_no_move(&view(position))),
        ),
    ] {
        rows.push(
            Finding::unprinted(format!("blocks, {what}: ns a position"), significant(time, 2))
                .noting("one thread of this machine, now"),
        );
    }
    rows
}

/// Measures how often and how far the cheap form is off.
fn compared(
    variant: &Variant,
    table: &MovableTable,
    what: &str,
    positions: &[Position],
) -> Vec<Finding> {
    let (mut off, mut bound, mut wrong, mut blocked) = (0u64, 0u64, 0u64, 0u64);
    let mut apart = Vec::with_capacity(positions.len());
    for position in positions {
        let side = SideView::of_mover(variant, position);
        let exact = chance_of_no_move(&side);
        let by_plays = chance_of_no_move_by_plays(variant, position);
        let difference = exact - table.chance_of_no_move(&side);
        wrong += u64::from(exact != by_plays);
        blocked += u64::from(exact > 0.0);
        if difference != 0.0 {
            off += 1;
            bound += u64::from(side.on_bar() > 0 || side.is_home());
        }
        apart.push(difference.abs());
    }
    let share = significant(off as f64 / positions.len() as f64, 3);
    vec![
        Finding::unprinted(format!("blocks, {what}: positions where the table is off"), share)
            .noting(format!(
                "{} of {}, all with a checker on the bar or while bearing off; where it is off, by \
                 {:.3} on average; some roll is lost in {}",
                grouped(off),
                grouped(positions.len() as u64),
                apart.iter().sum::<f64>() / off.max(1) as f64,
                grouped(blocked),
            ))
            .differing_if(off != bound),
        Finding::unprinted(
            format!("blocks, {what}: how far the table is off"),
            significant(mean(apart), 3),
        )
        .noting("of the chance of no move, on average over all of them"),
        Finding::twice(format!("blocks, {what}: masks and plays differ"), 0, wrong),
    ]
}

/// Returns nanoseconds a position; the fastest of several measurements.
fn nanoseconds(positions: &[Position], of: impl Fn(&Position) -> f64) -> f64 {
    let measurement = |_| {
        let started = Instant::now();
        positions.iter().for_each(|position| {
            black_box(of(black_box(position)));
        });
        started.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    (0..ROUNDS).map(measurement).fold(f64::INFINITY, f64::min)
}
