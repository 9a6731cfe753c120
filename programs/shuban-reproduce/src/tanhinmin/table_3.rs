//! Table 3: four players, ten different cards.

use shuban_catalog::Error;
use shuban_core::{Domain, PartId};

use super::{Computed, lead_rows};
use crate::finding::Finding;
use crate::paper::Recomputation;

const CARDS: usize = 10;

/// Printed rows by lowest winning lead, from strength 1.
const ROWS: [u64; 10] =
    [11_040, 13_116, 15_274, 17_572, 20_068, 21_551, 21_536, 18_092, 11_280, 13_104];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("by the print's rule for passes", 0);
    let print = Computed::new(run.progress, "tanhinmin/4p-distinct/print", CARDS)?;
    run.progress.phase("exactly", 0);
    let exact = Computed::new(run.progress, "tanhinmin/4p-distinct", CARDS)?;
    run.progress.phase("one card fewer", 0);
    let fewer = Computed::new(run.progress, "tanhinmin/4p-distinct", CARDS - 1)?;
    run.progress.phase("with the server's clearing", 0);
    let server = Computed::new(run.progress, "tanhinmin/4p-distinct/uecda", CARDS)?;

    let counts = &print.counts;
    let mut rows = vec![
        Finding::exact("deals, no hand empty", 818_520, counts.deals),
        Finding::twice("the same as 4! S(10, 4)", counts.deals, 24 * stirling(CARDS as u64, 4)),
        Finding::exact("of these the leader has two cards or more", 637_020, counts.nontrivial),
        Finding::unprinted("the leader has one card, and wins with it", counts.trivial()),
        Finding::exact("won, leaders with one card included", 344_133, counts.wins),
    ];
    rows.extend(lead_rows(&print, &exact, &ROWS, 162_633));
    rows.push(
        Finding::twice(
            "leads of the strongest card that win",
            strongest_wins(&exact)?,
            fewer.counts.wins,
        )
        .noting(
            "must be all won deals of 9 cards: nobody can answer it, and its player leads again",
        ),
    );
    rows.push(
        Finding::unprinted(
            "won with the clearing of the contest's server",
            server.counts.nontrivial_wins,
        )
        .noting("there the last player may play again on its own card until it passes, too"),
    );
    Ok(rows)
}

/// Counts winning leads of the strongest card, not the last one of a hand. Of a run of the leader's
/// at the strong end the weakest card stands for all.
fn strongest_wins(exact: &Computed) -> Result<u64, Error> {
    let layer = exact.leads.layer(CARDS).ok_or(shuban_solve::Error::Stuck)?;
    let index = exact.leads.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
    let wins = (0..).zip(&exact.records).filter(|(_, record)| record.wins());
    let is_strongest = |rank: u64| {
        let table = index.unrank(rank)?;
        let lying = table.trick()?.rank;
        let mut others =
            (1..exact.leads.rules().players()).flat_map(|seat| table.hand(seat).iter());
        Some(!table.hand(0).is_empty() && others.all(|&card| card < lying))
    };
    Ok(wins.filter(|&(rank, _)| is_strongest(rank) == Some(true)).count() as u64)
}

/// Returns the number of ways to split n things into k heaps.
fn stirling(n: u64, k: u64) -> u64 {
    match (n, k) {
        (0, 0) => 1,
        (0, _) | (_, 0) => 0,
        _ => stirling(n - 1, k - 1) + k * stirling(n - 1, k),
    }
}
