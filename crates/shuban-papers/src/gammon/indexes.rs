//! The two numberings of positions side by side.

use shuban_catalog::Error;
use shuban_core::TwoSided;

use crate::paper::{Paper, Run};
use crate::row::Row;
use crate::zdd::{IndexComparison, compare_indexes};

const POINTS: usize = 24;

/// (mover, opponent, printed number of positions if there is one).
const PARTS: [(usize, usize, Option<u64>); 3] =
    [(1, 1, Some(601)), (2, 1, Some(7_525)), (2, 2, None)];

/// What the decision diagram takes, and what the closed form does.
pub(crate) const PAPER: Paper = Paper {
    id: "gammon/zdd",
    what: "numbering by a decision diagram and in closed form: nodes, bytes, nanoseconds a rank (Sanno and Hoki, section 5.3)",
    seconds: 1,
    rows,
};

fn rows(run: &Run<'_>) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    for (mover, opponent, print) in PARTS {
        run.progress.phase(&format!("{mover} v {opponent}"), 0);
        let found = compare_indexes(POINTS, mover, opponent)
            .map_err(|error| Error::TooMuch(error.to_string()))?;
        let closed = TwoSided::new(POINTS, mover, opponent).map_or(0, |index| index.len());
        rows.extend(of_part(&found, print, closed));
    }
    Ok(rows)
}

fn of_part(found: &IndexComparison, print: Option<u64>, closed: u64) -> Vec<Row> {
    let IndexComparison { mover, opponent, combinatorial, zdd, .. } = found;
    let what = |text: &str| format!("{mover} v {opponent}: {text}");
    let positions = |text: &str, result: u64, again: u64| match print {
        Some(print) => Row::exact(what(text), print, result),
        None => Row::twice(what(text), result, again),
    };
    let time = |text: &str, nanoseconds: f64| {
        let tenths = (nanoseconds * 10.0).round() / 10.0;
        Row::unprinted(what(text), tenths)
    };
    vec![
        positions("positions, closed form", closed, found.positions),
        positions("positions, diagram", found.positions, closed),
        Row::unprinted(what("nodes, diagram"), zdd.nodes),
        Row::unprinted(what("bytes in a file, diagram"), zdd.stored_bytes),
        Row::unprinted(what("bytes in a file, closed form"), combinatorial.stored_bytes),
        time("ns a rank, diagram", zdd.rank_ns)
            .noting("times are of one thread of this machine, now"),
        time("ns a rank, closed form", combinatorial.rank_ns),
        time("ns an unrank, diagram", zdd.unrank_ns),
        time("ns an unrank, closed form", combinatorial.unrank_ns),
    ]
}

#[cfg(test)]
mod tests {
    use crate::zdd::IndexCost;

    use super::*;
    use crate::row::{Reproduced, Verdict};

    #[test]
    fn no_verdict_depends_on_time() {
        for time in [0.0, 12.34, f64::INFINITY] {
            let cost = IndexCost { nodes: 97, stored_bytes: 970, rank_ns: time, unrank_ns: time };
            let found = IndexComparison {
                mover: 1,
                opponent: 1,
                positions: 601,
                combinatorial: cost,
                zdd: cost,
            };
            assert!(Reproduced::new("", of_part(&found, Some(601), 601)).passed);
            assert!(!Reproduced::new("", of_part(&found, Some(601), 600)).passed);
            assert!(!Reproduced::new("", of_part(&found, None, 600)).passed);
            assert!(!Reproduced::new("", of_part(&found, Some(602), 602)).passed);
        }
    }

    #[test]
    fn the_parts_have_the_printed_numbers_of_positions() {
        let rows = rows(&Run::quick()).unwrap();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Agrees), count(Verdict::Differs), rows.len()), (4, 0, 27));
    }
}
