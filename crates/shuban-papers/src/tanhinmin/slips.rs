//! What is printed wrong, each with what explains it.

use shuban_catalog::Error;
use shuban_tanhinmin::Patterns;

use super::{Computed, table_2};
use crate::finding::Finding;
use crate::paper::Recomputation;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("both tables", 0);
    let three = Computed::new("tanhinmin/3p/print", 10)?;
    let exact = Computed::new("tanhinmin/3p", 10)?;
    let four = Computed::new("tanhinmin/4p-distinct/print", 10)?;
    let four_exact = Computed::new("tanhinmin/4p-distinct", 10)?;
    let mut rows = vec![
        Finding::print_wrong(
            "3.5: 4³ · 3³ · 2³ leaves",
            331_776,
            4u64.pow(3) * 3u64.pow(3) * 2u64.pow(3),
            (4u64 * 3 * 2).pow(4),
            "the print is (4 · 3 · 2)⁴: each factor once more",
        ),
        Finding::settled(
            "3.7, table 2: deals whose leader has two cards or more",
            table_2::NONTRIVIAL,
            three.counts.nontrivial,
            three.counts.nontrivial == table_2::NONTRIVIAL,
        )
        .noting(
            "off by 9: all other printed numbers agree with the result (`reproduce \
                 tanhinmin/table-2`)",
        ),
    ];
    let patterns = Patterns::new(three.leads.numbering(), three.leads.rules().ties, 10);
    let called_won = three.counts.wins + patterns.leader_empty;
    rows.extend([
        percent("3.7: won of all patterns, in percent", 43, called_won, patterns.all),
        percent(
            "3.7: won of those with two cards or more, in percent",
            38,
            three.counts.nontrivial_wins,
            three.counts.nontrivial,
        ),
        percent("3.8: won of all deals, in percent", 42, four.counts.wins, four.counts.deals),
        percent(
            "3.8: won of those with two cards or more, in percent",
            25,
            four.counts.nontrivial_wins,
            four.counts.nontrivial,
        ),
    ]);
    for (what, printed, print, exact) in
        [("table 2: wins", 486_790, &three, &exact), ("table 3: wins", 162_633, &four, &four_exact)]
    {
        let [print, exact] = [print, exact].map(|layer| layer.counts.nontrivial_wins);
        rows.push(Finding::print_wrong(
            what,
            printed,
            exact,
            print,
            "passes are looked at only where no card leaves the mover a chance",
        ));
    }
    rows.push(exchange());
    Ok(rows)
}

/// A share that is printed as a whole number: rounded, or cut off.
fn percent(what: &str, print: u64, part: u64, whole: u64) -> Finding {
    let (cut_off, rounded) = (100 * part / whole, (200 * part + whole) / (2 * whole));
    let exactly = format!("{:.2} %", 100.0 * part as f64 / whole as f64);
    if cut_off == rounded {
        return Finding::exact(what, print, rounded).noting(exactly);
    }
    let note = format!("{exactly}: cut off, not rounded");
    Finding::print_wrong(what, print, rounded, cut_off, note)
}

/// Who exchanges one card: sections 3.2 and 4.1 do not agree, and the contest's rules decide.
fn exchange() -> Finding {
    const PLAYERS: usize = 5;
    let rules = shuban_uec::game::ContestRules::default();
    let pairs: Vec<String> = (1..)
        .zip(rules.exchange)
        .filter(|&(_, cards)| cards == 1)
        .map(|(class, _)| format!("{class} and {}", PLAYERS + 1 - class))
        .collect();
    let found = pairs.join(", ");
    Finding::settled(
        "4.1: places that exchange one card",
        "2 and 3",
        found.clone(),
        found == "2 and 3",
    )
    .noting("section 3.2 says 2 and 4, as the contest's rules do")
}
