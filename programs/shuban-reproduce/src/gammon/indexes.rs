//! The two numberings of positions side by side.

use std::hint::black_box;
use std::time::Instant;

use shuban_catalog::Error;
use shuban_core::{Domain, Index, PartId, Random};
use shuban_gammon::{Contact, Position};
use shuban_solve::layer_named;

use crate::finding::Finding;
use crate::paper::Recomputation;
use crate::zdd::ZddIndex;

/// Parts: (mover, opponent, printed number of positions if there is one).
const PARTS: [(usize, usize, Option<u64>); 3] =
    [(1, 1, Some(601)), (2, 1, Some(7_525)), (2, 2, None)];

/// Number of positions of a round, and of rounds, of which the fastest counts: rounds so short that
/// other load on the machine does not disturb all of them.
const SAMPLE: u64 = 1 << 14;
const ROUNDS: usize = 30;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let domain = Contact::new(super::variant("backgammon")?);
    let points = domain.game().variant.points();
    let mut rows = Vec::new();
    for (mover, opponent, print) in PARTS {
        let name = format!("{mover} v {opponent}");
        run.progress.phase(&name, 0);
        let layer = layer_named(&domain, &format!("backgammon/contact-{mover}-{opponent}"))?;
        let closed = domain.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
        let diagram = ZddIndex::new(points, mover, opponent)
            .ok_or_else(|| Error::TooMuch(format!("positions of {name} cannot be numbered")))?;
        let costs = [IndexCost::of(&*closed), IndexCost::of(&diagram)];
        rows.extend(of_part(&name, print, costs, diagram.nodes()));
    }
    Ok(rows)
}

/// Costs of an index of a part.
struct IndexCost {
    positions: u64,
    /// Bytes stored in a file for it, before compression.
    stored_bytes: u64,
    /// Nanoseconds to rank a position, on average over positions in random order.
    rank_ns: f64,
    /// Nanoseconds to unrank, likewise.
    unrank_ns: f64,
}

impl IndexCost {
    /// Measures through the trait object, as a solver uses an index.
    fn of(index: &dyn Index<Position = Position>) -> Self {
        let mut random = Random::new(1);
        let ranks: Vec<u64> = (0..SAMPLE).map(|_| random.below(index.len())).collect();
        let positions: Vec<Position> =
            ranks.iter().filter_map(|&rank| index.unrank(rank)).collect();
        let sections = index.sections();
        let entries = sections.iter().flat_map(|section| &section.entries);
        IndexCost {
            positions: index.len(),
            stored_bytes: entries.map(|entry| entry.len() as u64).sum(),
            rank_ns: nanoseconds(&positions, |position| black_box(index.rank(position))),
            unrank_ns: nanoseconds(&ranks, |&rank| black_box(index.unrank(rank))),
        }
    }
}

/// Returns the time of one call, averaged over all items, in the fastest round.
fn nanoseconds<T, R>(items: &[T], mut call: impl FnMut(&T) -> R) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for item in black_box(items) {
            call(item);
        }
        start.elapsed().as_nanos() as f64 / items.len().max(1) as f64
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn of_part(
    name: &str,
    print: Option<u64>,
    [closed, diagram]: [IndexCost; 2],
    nodes: usize,
) -> Vec<Finding> {
    let what = |text: &str| format!("{name}: {text}");
    let positions = |text: &str, result: u64, again: u64| match print {
        Some(print) => Finding::exact(what(text), print, result),
        None => Finding::twice(what(text), result, again),
    };
    let time = |text: &str, nanoseconds: f64| {
        let tenths = (nanoseconds * 10.0).round() / 10.0;
        Finding::unprinted(what(text), tenths)
    };
    vec![
        positions("positions, closed form", closed.positions, diagram.positions),
        positions("positions, diagram", diagram.positions, closed.positions),
        Finding::unprinted(what("nodes, diagram"), nodes),
        Finding::unprinted(what("bytes in a file, diagram"), diagram.stored_bytes),
        Finding::unprinted(what("bytes in a file, closed form"), closed.stored_bytes),
        time("ns a rank, diagram", diagram.rank_ns)
            .noting("times are of one thread of this machine, now"),
        time("ns a rank, closed form", closed.rank_ns),
        time("ns an unrank, diagram", diagram.unrank_ns),
        time("ns an unrank, closed form", closed.unrank_ns),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Reproduced, Verdict};

    #[test]
    fn no_verdict_depends_on_time() {
        for time in [0.0, 12.34, f64::INFINITY] {
            let passes = |print: Option<u64>, positions: [u64; 2]| {
                let costs = positions.map(|positions| IndexCost {
                    positions,
                    stored_bytes: 970,
                    rank_ns: time,
                    unrank_ns: time,
                });
                Reproduced::new("", of_part("1 v 1", print, costs, 97)).passed
            };
            assert!(passes(Some(601), [601, 601]) && passes(None, [601, 601]));
            assert!(!passes(Some(601), [600, 601]) && !passes(None, [600, 601]));
            assert!(!passes(Some(602), [602, 601]));
        }
    }

    #[test]
    fn the_parts_have_the_printed_numbers_of_positions() {
        let rows = rows(&Recomputation::quick()).unwrap();
        let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
        assert_eq!((count(Verdict::Agrees), count(Verdict::Differs), rows.len()), (4, 0, 27));
    }
}
