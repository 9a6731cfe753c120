//! Figure 6 of Kuwabara and Hoki: time of a board by its size, and an estimate for 8×8.

use serde_json::json;
use shuban_catalog::Error;
use shuban_catalog::proof::ProofQuestion;
use shuban_core::text::grouped;

use super::asking::look_up;
use super::opening::Opening;
use super::print::printed;
use super::recorded;
use super::tables_4_5::both;
use crate::finding::{Finding, significant};
use crate::paper::Recomputation;
use crate::plot::{Across, Curve, Figure};
use crate::trend::{Prediction, Trend};

/// Size of the board that the paper did not solve.
const NEXT: usize = 8;
const DAY: f64 = 86_400.0;
const MONTH: f64 = 365.25 * DAY / 12.0;
const YEAR: f64 = 365.25 * DAY;

/// Maximum quotient of the ends of an interval that says something of a number within it.
const MOST_SAID: f64 = 100.0;

/// The paper's estimates for 8×8, as numbers of these units.
const SAID: [(ProofQuestion, f64, &str, f64); 2] =
    [(ProofQuestion::DrawOrBetter, 2.0, "months", MONTH), (ProofQuestion::Win, 2.0, "years", YEAR)];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut ours = [Vec::new(), Vec::new()];
    for size in 4..NEXT {
        let found = both(&recorded::board(size)?, size <= 5, run)?;
        for (points, found) in ours.iter_mut().zip(found) {
            points.extend(found.map(|found| (size as f64, found.seconds)));
        }
    }
    let mut rows = Vec::new();
    let mut curves = Vec::new();
    for ((asked, points), said) in ProofQuestion::ALL.into_iter().zip(&ours).zip(SAID) {
        let theirs = printed_times(asked);
        rows.push(of_print(said, &theirs));
        rows.push(of_ours(asked, points));
        for (whose, points) in [("paper, 12 cores", &theirs), ("here", points)] {
            let name = format!("{}: {whose}", asked.name());
            curves.push(Curve { name: name.clone(), points: points.clone() });
            curves.extend(predicted(points).map(|Prediction { interval, .. }| Curve {
                name: format!("{name}, 95 % at 8×8"),
                points: interval.map(|seconds| (NEXT as f64, seconds)).to_vec(),
            }));
        }
    }
    let (nodes, seconds) = solved()?;
    rows.push(
        Finding::unprinted(
            "8×8, draw-or-better, solved here, days",
            significant(seconds / DAY, 2),
        )
        .noting(format!(
            "{} nodes: the positions after @0/ and red's reply, each by itself, as recorded in {}; \
             in print about 2 months of twelve cores were expected",
            grouped(nodes),
            recorded::path(&recorded::board(NEXT)?)
        )),
    );
    curves.push(Curve {
        name: format!("{}: here, 8×8 by replies", ProofQuestion::DrawOrBetter.name()),
        points: vec![(NEXT as f64, seconds)],
    });
    let figure = Figure {
        title: "Limited TRAX: time to solve a board",
        x: "rows and columns",
        across: Across::Whole,
        y: "seconds",
        curves: &curves,
    };
    figure.write(run, "trax-figure-6")?;
    Ok(rows)
}

/// Returns the cost of 8×8, draw or better: nodes and seconds of all positions after the first move
/// that does not lose. The ledger has each that is not over in a turn.
fn solved() -> Result<(u64, f64), Error> {
    let trax = recorded::board(NEXT)?;
    let ledger = recorded::ledger(&trax)?;
    let opening = Opening::new(trax)?;
    let found = opening
        .replies_to(0)
        .filter_map(|node| look_up(&trax, &ledger, node.position(), ProofQuestion::DrawOrBetter));
    Ok(found
        .fold((0, 0.0), |(nodes, seconds), found| (nodes + found.nodes, seconds + found.seconds)))
}

/// Returns the printed times that are not 0; 0 means less than half a second.
fn printed_times(asked: ProofQuestion) -> Vec<(f64, f64)> {
    let times =
        (4..NEXT).filter_map(|size| Some((size as f64, printed(size, asked)?.seconds as f64)));
    times.filter(|&(_, seconds)| seconds > 0.0).collect()
}

/// Extrapolates the line through sizes and times to 8×8.
fn predicted(points: &[(f64, f64)]) -> Option<Prediction> {
    Trend::through(points).map(|trend| trend.at(NEXT as f64))
}

/// Compares the paper's estimate for 8×8 with the line through its own times.
fn of_print(
    (asked, said, unit, seconds): (ProofQuestion, f64, &str, f64),
    points: &[(f64, f64)],
) -> Finding {
    let what = format!("8×8, {}, from the printed times, {unit}", asked.name());
    let Some(Prediction { value, error, interval }) = predicted(points) else {
        return Finding::unprinted(what, json!(null));
    };
    // The print is one digit: anything that rounds to it is meant. Its derivation is not given.
    let [least, most] = [said - 0.5, said + 0.5].map(|bound| (bound * seconds).ln());
    let away = (least - value.ln()).max(value.ln() - most).max(0.0);
    let [low, high] = interval.map(|bound| bound / seconds);
    let result = significant(value / seconds, 2);
    let how = format!(
        "by the line of least squares through the logarithms of {} times; 95 % prediction interval \
         {low:.2} to {high:.2} {unit}",
        points.len()
    );
    if high > low * MOST_SAID {
        let why = format!("{how}, with which any estimate agrees");
        return Finding::undecided(what, said, result, why);
    }
    if away > 4.0 * error {
        return Finding::not_reproducible(what, said, result, how);
    }
    Finding::unprinted(what, result).agreeing(said, true).drawn().noting(how)
}

/// Extrapolates our own times.
fn of_ours(asked: ProofQuestion, points: &[(f64, f64)]) -> Finding {
    let what = format!("8×8, {}, from our times, days", asked.name());
    let sizes: Vec<String> =
        points.iter().map(|point| format!("{0:.0}×{0:.0} {1:.3} s", point.0, point.1)).collect();
    let Some(trend) = Trend::through(points) else {
        return Finding::unprinted(what, json!(null))
            .noting(format!("too few points: {}", sizes.join(", ")));
    };
    let Prediction { value, interval: [low, high], .. } = trend.at(NEXT as f64);
    Finding::unprinted(what, significant(value / DAY, 2)).noting(format!(
        "from {}; {:.0} times as long a size; 95 % prediction interval {:.1e} to {:.1e} days; \
         tables that are full would make it longer",
        sizes.join(", "),
        trend.slope.exp(),
        low / DAY,
        high / DAY
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn the_printed_estimates_follow_from_the_printed_times() {
        let rows = SAID.map(|said| of_print(said, &printed_times(said.0)));
        let results = rows.each_ref().map(|row| (row.result.as_f64(), row.verdict));
        // The interval of the latter goes to 1.9 million years.
        assert_eq!(results, [(Some(1.5), Verdict::Statistical), (Some(1.9), Verdict::Undecided)]);
        let other = (ProofQuestion::DrawOrBetter, 9.0, "months", MONTH);
        assert_eq!(of_print(other, &printed_times(other.0)).verdict, Verdict::NotReproducible);
    }

    #[test]
    fn half_of_8x8_took_a_tenth_of_a_day() {
        let (nodes, seconds) = solved().unwrap();
        assert_eq!(nodes, 237_987_798);
        assert!((0.10..0.12).contains(&(seconds / DAY)), "{seconds}");
    }

    #[test]
    fn a_board_that_is_not_solved_yet_is_no_failure() {
        let row = of_ours(ProofQuestion::Win, &[(4.0, 0.01), (5.0, 0.4)]);
        assert_eq!((row.verdict, row.result.is_null()), (Verdict::Unprinted, true));
        let row = of_ours(ProofQuestion::Win, &[(4.0, 0.01), (5.0, 1.0), (6.0, 100.0)]);
        assert!((row.result.as_f64().unwrap() * DAY / 1e6 - 1.0).abs() < 0.1, "{row:?}");
    }
}
