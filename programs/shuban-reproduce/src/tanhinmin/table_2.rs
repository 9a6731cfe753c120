//! Table 2: three players, ten cards.

use shuban_catalog::Error;
use shuban_core::{Domain, PartId};
use shuban_tanhinmin::{Numbering, Patterns};

use super::{Computed, lead_rows};
use crate::finding::Finding;
use crate::paper::Recomputation;

const CARDS: usize = 10;

/// Printed rows by lowest winning lead, from strength 1.
const ROWS: [u64; 9] = [116_856, 137_173, 116_956, 73_429, 33_244, 8_085, 979, 66, 2];

/// Number in the table and the text for deals whose leader has two cards or more.
pub(super) const NONTRIVIAL: u64 = 1_252_189;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    run.progress.phase("by the print's rule for passes", 0);
    let print = Computed::new(run.progress, "tanhinmin/3p/print", CARDS)?;
    run.progress.phase("exactly", 0);
    let exact = Computed::new(run.progress, "tanhinmin/3p", CARDS)?;
    let mut rows = pattern_rows(&print);
    rows.extend(lead_rows(&print, &exact, &ROWS, 486_790));
    rows.extend(lead_2_rows(&print)?);
    rows.extend(value_rows(&exact));
    Ok(rows)
}

/// Checks the number of patterns, and of those called won.
fn pattern_rows(print: &Computed) -> Vec<Finding> {
    let (numbering, rules) = (print.leads.numbering(), print.leads.rules());
    let (counts, patterns) = (&print.counts, Patterns::new(numbering, rules.allows_ties(), CARDS));
    let raw = 2u64.pow(CARDS as u32 - 1) * 3u64.pow(CARDS as u32);
    let won = counts.wins + patterns.leader_empty;
    let others_empty = patterns.all - counts.deals - patterns.leader_empty;
    vec![
        Finding::exact("deals before any reduction, empty hands included", 30_233_088, raw),
        Finding::exact("reduced patterns", 1_428_867, patterns.all)
            .noting("empty hands included; also counted by a recurrence over words below"),
        Finding::twice(
            "reduced patterns in closed form and counted one by one",
            patterns.all,
            one_by_one(numbering),
        ),
        Finding::unprinted("of these no hand is empty", counts.deals),
        Finding::unprinted("the leader's hand is empty", patterns.leader_empty),
        Finding::unprinted("another hand is empty", others_empty),
        Finding::unprinted("the leader has one card, and wins with it", counts.trivial()),
        Finding::exact("called won", 621_368, won).noting(
            "non-trivial wins, leaders with one card, and leaders with none, which is not \
                     a game",
        ),
        Finding::exact("called not certain", 807_499, patterns.all - won)
            .noting("all the rest, patterns with another empty hand among them"),
        Finding::not_reproducible(
            "the leader has two cards or more",
            NONTRIVIAL,
            counts.nontrivial,
            "the print is off by 9; all other printed numbers agree with the result, and of 140 \
             readings none gives the print (`reproduce tanhinmin/leads`)",
        ),
        Finding::twice(
            "the same from other printed numbers",
            counts.nontrivial,
            1_428_867 - others_empty - (621_368 - 486_790),
        )
        .noting(
            "1,428,867, less those with another empty hand, less 621,368 - 486,790 leaders \
                 with one card or none",
        ),
    ]
}

/// Counts words of ten cards, one by one.
fn one_by_one(numbering: &Numbering) -> u64 {
    fn count(numbering: &Numbering, left: usize) -> u64 {
        if left == 0 {
            return 1;
        }
        let letters = &numbering.alphabet().groups[..numbering.alphabet().up_to(left)];
        letters.iter().map(|group| count(numbering, left - usize::from(group.cards))).sum()
    }
    count(numbering, CARDS)
}

/// Checks section 3.7 on lead 2, by whether the leader has a 1 below it.
fn lead_2_rows(print: &Computed) -> Result<Vec<Finding>, Error> {
    let numbering = print.leads.numbering();
    let layer = print.leads.layer(CARDS).ok_or(shuban_solve::Error::Stuck)?;
    let index = print.leads.index(PartId { layer, part: 0 }).map_err(shuban_solve::Error::from)?;
    let (mut own_below, mut others, mut single) = (0u64, 0u64, 0u64);
    let mut first = 0;
    while let Some((word, _)) = numbering.unrank(CARDS, first) {
        let leads = numbering.rank(CARDS, &word).map_or(1, |deal| deal.leads);
        let records = &print.records[first as usize..][..leads];
        let lowest = records.iter().position(|record| record.wins());
        let table = lowest.and_then(|lead| index.unrank(first + lead as u64));
        if let Some(table) =
            table.filter(|table| table.trick().is_some_and(|trick| trick.rank == 2))
        {
            match (table.hand(0).is_empty(), table.hand(0).contains(&1)) {
                (true, _) => single += 1,
                (false, true) => own_below += 1,
                (false, false) => others += 1,
            }
        }
        first += leads as u64;
    }
    Ok(vec![
        Finding::exact("won by leading 2 above a 1 of one's own", 4_159, own_below),
        Finding::exact("won by leading 2, the weakest of the hand", 157_352, others + single)
            .noting("leaders with one card among them, which the table leaves out"),
        Finding::unprinted("of these the leader has two cards or more", others),
        Finding::unprinted("of these the leader has one card", single),
        Finding::twice("the row of lead 2 from the text's numbers", own_below + others, ROWS[1]),
    ])
}

/// Returns the values of non-trivial deals.
fn value_rows(exact: &Computed) -> Vec<Finding> {
    let row = |(set, count): (&String, &u64)| {
        Finding::unprinted(format!("value {{{set}}}, exact"), *count)
    };
    let mut rows: Vec<Finding> = exact.counts.values.iter().map(row).collect();
    rows.push(Finding::twice(
        "values in all",
        exact.counts.values.values().sum::<u64>(),
        exact.counts.nontrivial,
    ));
    rows
}
