//! Sections 3.8 and 6 on reduction with four players, and table 3 with ties, as table 2 counts.

use shuban_catalog::Error;
use shuban_tanhinmin::{CardRules, Numbering, Patterns};

use super::Computed;
use crate::finding::Finding;
use crate::paper::Recomputation;

const CARDS: usize = 10;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let mut rows = reductions();
    run.progress.phase("four players with ties", 0);
    let exact = Computed::new(run.progress, "tanhinmin/4p", CARDS)?;
    run.check()?;
    run.progress.phase("by the print's rule for passes", 0);
    let print = Computed::new(run.progress, "tanhinmin/4p/print", CARDS)?;
    let patterns = Patterns::new(exact.leads.numbering(), true, CARDS);
    let counts = &exact.counts;
    rows.extend([
        Finding::unprinted("with ties: no hand is empty", counts.deals),
        Finding::unprinted("with ties: the leader's hand is empty", patterns.leader_empty),
        Finding::unprinted("with ties: the leader has two cards or more", counts.nontrivial),
        Finding::unprinted("with ties: won of these", counts.nontrivial_wins).noting(format!(
            "{:.2} %; by the print's rule for passes {}",
            100.0 * counts.nontrivial_wins as f64 / counts.nontrivial as f64,
            print.counts.nontrivial_wins
        )),
    ]);
    let by_print = print.counts.by_lowest_lead();
    for (lead, (wins, printed)) in (1..).zip(counts.by_lowest_lead().into_iter().zip(by_print)) {
        rows.push(
            Finding::unprinted(format!("with ties: won by leading {lead}"), wins)
                .noting(format!("by the print's rule for passes {printed}")),
        );
    }
    Ok(rows)
}

/// Numbers of deals before and after reduction.
struct Reduced {
    raw: u64,
    patterns: u64,
}

impl Reduced {
    /// Counts deals of n players, empty hands included.
    fn of(players: usize, ties: bool) -> Self {
        // Two to five players are known.
        let rules =
            CardRules::tanhinmin(players).map(|rules| if ties { rules } else { rules.distinct() });
        let patterns =
            rules.map_or(0, |rules| Numbering::new(rules.alphabet(CARDS)).words(CARDS, 0));
        let owners = (players as u64).pow(CARDS as u32);
        // Each card is as strong as the one before or stronger.
        let raw = if ties { owners << (CARDS - 1) } else { owners };
        Reduced { raw, patterns }
    }

    fn factor(&self) -> f64 {
        (10.0 * self.raw as f64 / self.patterns as f64).round() / 10.0
    }
}

fn reductions() -> Vec<Finding> {
    let three = Reduced::of(3, true);
    let [ties, distinct] = [true, false].map(|ties| Reduced::of(4, ties));
    vec![
        Finding::unprinted("3 players with ties: reduction makes them fewer by", three.factor())
            .noting(format!("{} to {}", three.raw, three.patterns)),
        Finding::unprinted("4 players with ties: reduction makes them fewer by", ties.factor())
            .noting(format!("{} to {}", ties.raw, ties.patterns)),
        Finding::settled(
            "3.8: with four players reduction has less effect",
            "less",
            format!("{} times beside {} times", ties.factor(), three.factor()),
            ties.factor() < three.factor(),
        ),
        Finding::unprinted("4 players, different cards: by", distinct.factor()).noting(format!(
            "{} patterns, empty hands included: each says who has which card, so that nothing can be \
             dropped",
            distinct.patterns
        )),
        Finding::settled(
            "6: fewer deals to four players than to three",
            "fewer",
            format!("{} beside {}", ties.patterns, three.patterns),
            ties.patterns < three.patterns,
        )
        .noting(
            "818,520 are deals of different cards, 1,428,867 are patterns with ties: counted alike, \
             four players have more",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_drops_nothing_of_different_cards() {
        for players in 2..=5 {
            assert_eq!(Reduced::of(players, false).factor(), 1.0);
        }
        let three = Reduced::of(3, true);
        assert_eq!((three.raw, three.patterns), (30_233_088, 1_428_867));
    }
}
