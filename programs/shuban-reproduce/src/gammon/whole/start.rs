//! Value of the start.

use shuban_catalog::Error;
use shuban_core::{Domain, Game, Interval, ONE, Play};
use shuban_gammon::{Contact, Position};
use shuban_solve::OpenLayer;

use crate::finding::Finding;

/// Returns the value of the start to the side about to roll, by either rule for the first roll.
pub(super) fn rows(domain: &Contact, open: &OpenLayer<'_, Contact>) -> Result<Vec<Finding>, Error> {
    let side = domain.game().variant.start();
    let start = Position::new(side, side);
    let value = |position: &Position| -> Result<Interval, Error> {
        let none = || Error::Recompute("the start is in no layer".to_owned());
        open.value(position)?.ok_or_else(none)
    };
    let all = value(&start)?;
    // Each side rolls one die. The higher one begins and plays both dice; equal dice are rolled again.
    let mut best = Vec::new();
    let mut plays: Vec<Play<Position, _>> = Vec::new();
    for (roll, _) in domain.game().chances(&start) {
        if roll.is_double() {
            continue;
        }
        plays.clear();
        domain.game().plays(&start, roll, &mut plays);
        let mut of_roll: Option<Interval> = None;
        for play in &plays {
            let after = value(&play.after)?;
            let after = Interval { lower: -after.upper, upper: -after.lower };
            of_roll = Some(of_roll.map_or(after, |best| Interval {
                lower: best.lower.max(after.lower),
                upper: best.upper.max(after.upper),
            }));
        }
        best.extend(of_roll);
    }
    let points = |units: f64| units * domain.payoff().scale() / f64::from(ONE);
    let mean = |of: fn(&Interval) -> i32| {
        points(best.iter().map(|value| f64::from(of(value))).sum::<f64>() / best.len() as f64)
    };
    let (lower, upper) = (mean(|value| value.lower), mean(|value| value.upper));
    let row = |what: &str, (lower, upper): (f64, f64)| {
        let note = format!("proven between {lower:.10} and {upper:.10}");
        Finding::unprinted(what, f64::midpoint(lower, upper)).noting(note)
    };
    Ok(vec![
        row(
            "the start, for the side about to roll",
            (points(all.lower.into()), points(all.upper.into())),
        ),
        row("the same, if the first roll is no double", (lower, upper)),
    ])
}
