//! The search of Kuwabara and Hoki as they describe it, beside the nodes and collections of their
//! tables 4 and 5; and what looking ahead saves (section 4.4).

use rayon::prelude::*;
use serde_json::json;
use shuban_catalog::Error;
use shuban_catalog::proof::{ProofQuestion, ProofResult};
use shuban_core::text::grouped;
use shuban_search::proof::{CollectFirst, ProofOptions, ProvedOf, prove};
use shuban_trax::{Lines, Position, Trax};

use super::print::{PrintedSearch, printed};
use super::{delta_min, recorded};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Memory of a table that no search here fills, and of one that many do: 4,096 entries.
const ROOMY: u64 = 1 << 30;
const SMALL: u64 = 96 << 10;
/// Memory of a table that a search of 5×5 fills a few times: 16,384 entries.
const MEDIUM: u64 = 384 << 10;

/// Largest board that takes seconds, and largest that takes an hour.
const QUICK: usize = 5;
const LARGEST: usize = 6;

/// Board on which tables get full at once, both with and without looking ahead.
const SMALLEST: usize = 4;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    for size in SMALLEST..=run.size(QUICK, LARGEST) {
        for asked in ProofQuestion::ALL {
            run.progress.phase(&format!("{size}×{size}, {}, as published", asked.name()), 0);
            of_question(size, asked, run)?.into_iter().for_each(|row| run.keep(row));
        }
    }
    for asked in ProofQuestion::ALL {
        run.progress.phase(&format!("{}, without looking ahead", asked.name()), 0);
        of_looking_ahead(asked, run)?.into_iter().for_each(|row| run.keep(row));
    }
    for asked in ProofQuestion::ALL {
        run.progress.phase(&format!("{}, in a small table", asked.name()), 0);
        run.keep(of_collecting(asked, run)?);
    }
    delta_min::rows(run)
}

fn searched(
    trax: &Trax,
    asked: ProofQuestion,
    options: &ProofOptions,
    run: &Recomputation<'_>,
) -> Result<ProvedOf<Trax>, Error> {
    let proved = prove(trax, &Position::START, asked.question(), options, None, run.progress)?;
    run.check()?;
    Ok(proved)
}

/// Runs many searches of a question, each on one thread.
fn all_searched<const N: usize>(
    asked: ProofQuestion,
    searches: [(Trax, ProofOptions); N],
    run: &Recomputation<'_>,
) -> Result<[ProvedOf<Trax>; N], Error> {
    let search = |(trax, options): (Trax, ProofOptions)| searched(&trax, asked, &options, run);
    let found: Result<Vec<_>, Error> =
        searches.into_par_iter().with_max_len(1).map(search).collect();
    found?.try_into().map_err(|_| Error::Interrupted)
}

fn as_published(memory: u64) -> ProofOptions {
    ProofOptions { memory, ..ProofOptions::default() }.as_published()
}

/// Runs the search as described, without lines as in the report before, and with one of our ideas
/// after the other.
fn of_question(
    size: usize,
    asked: ProofQuestion,
    run: &Recomputation<'_>,
) -> Result<Vec<Finding>, Error> {
    let (full, loops) = (recorded::board(size)?, recorded::board_with(size, Lines::None)?);
    let plain = as_published(ROOMY);
    let futures = ProofOptions { by_position: false, ..plain.clone() };
    let wide = ProofOptions { epsilon: 0.25, ..futures.clone() };
    let first = ProofOptions { first_numbers: true, ..wide.clone() };
    let ours = ProofOptions { memory: ROOMY, ..ProofOptions::default() };
    let searches = [
        (loops, plain.clone()),
        (full, plain),
        (full, futures),
        (full, wide),
        (full, first),
        (full, ours),
    ];
    let [without_lines, plain, futures, wide, first, ours] = all_searched(asked, searches, run)?;
    let what = format!("{size}×{size}, {}, as published", asked.name());
    let Some(PrintedSearch { result, nodes, collections, .. }) = printed(size, asked) else {
        return Ok(Vec::new());
    };
    let times = |ours: u64| nodes as f64 / ours.max(1) as f64;
    let is_answered =
        |proved: &ProvedOf<Trax>| proved.outcome.answer().map(ProofResult::of) == Some(result);
    let attempts = format!(
        "{:.1} times as many there, by twelve threads, whose nodes depend on chance; without \
         victory lines, as in the report before, {} here, and {:.1} times as many there",
        times(plain.nodes),
        grouped(without_lines.nodes),
        times(without_lines.nodes),
    );
    let nodes_row =
        Finding::not_reproducible(format!("{what}: nodes"), nodes, plain.nodes, attempts)
            .differing_if(!is_answered(&plain));
    let row = |proved: &ProvedOf<Trax>| proved.nodes;
    let children_row =
        Finding::unprinted(format!("{what}: children generated"), plain.children).noting(format!(
            "{:.1} at a node; in print {:.2} times as many nodes as these, and without victory lines \
             {:.2} times as many as {} children",
            plain.children as f64 / plain.nodes.max(1) as f64,
            times(plain.children),
            times(without_lines.children),
            grouped(without_lines.children),
        ));
    let ideas = json!({
        "a node for a future": row(&futures),
        "and 1+ε": row(&wide),
        "and first numbers": row(&first),
        "and the tail with its cache": row(&ours),
    });
    let ideas_row = Finding::unprinted(format!("{what}, with our ideas one by one: nodes"), ideas);
    let collections_row = Finding::undecided(
        format!("{what}: collections"),
        collections,
        plain.collections,
        format!("the table has more room than its {} entries", grouped(plain.table_entries)),
    );
    Ok(vec![nodes_row, children_row, ideas_row, collections_row])
}

/// Checks section 4.4: looking ahead puts less into the table, so that it is collected less often.
fn of_looking_ahead(asked: ProofQuestion, run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let (four, five) = (recorded::board(SMALLEST)?, recorded::board(QUICK)?);
    let with = as_published;
    let without = |memory| ProofOptions { lookahead: 0, ..as_published(memory) };
    let searches =
        [(five, with(ROOMY)), (five, without(ROOMY)), (four, with(SMALL)), (four, without(SMALL))];
    let [with, without, with_small, without_small] = all_searched(asked, searches, run)?;
    let entries = Finding::settled(
        format!(
            "{QUICK}×{QUICK}, {}: entries if two plies are looked ahead, and if not",
            asked.name()
        ),
        "fewer",
        json!([with.table_entries, without.table_entries]),
        with.table_entries < without.table_entries,
    );
    let collections = Finding::settled(
        format!("{SMALLEST}×{SMALLEST}, {}, 4,096 entries: collections", asked.name()),
        "fewer",
        json!([with_small.collections, without_small.collections]),
        with_small.collections < without_small.collections,
    )
    .noting(format!(
        "{} and {} nodes",
        grouped(with_small.nodes),
        grouped(without_small.nodes)
    ));
    Ok(vec![entries, collections])
}

/// Checks section 4.2: entries with large trees are worth most, so that small ones go first. The
/// other order takes any.
fn of_collecting(asked: ProofQuestion, run: &Recomputation<'_>) -> Result<Finding, Error> {
    let five = recorded::board(QUICK)?;
    let by = |memory, collect_first| (five, ProofOptions { collect_first, ..as_published(memory) });
    let [small, any, other_small, other_any] = all_searched(
        asked,
        [
            by(MEDIUM, CollectFirst::SmallTrees),
            by(MEDIUM, CollectFirst::Any),
            by(MEDIUM / 2, CollectFirst::SmallTrees),
            by(MEDIUM / 2, CollectFirst::Any),
        ],
        run,
    )?;
    let is_answered_alike =
        [&any, &other_small, &other_any].into_iter().all(|proved| proved.outcome == small.outcome);
    let what = format!("{QUICK}×{QUICK}, {}: nodes if small trees go first, or any", asked.name());
    Ok(compared(what, [(&small, &any), (&other_small, &other_any)])
        .differing_if(!is_answered_alike))
}

/// Compares searches by both orders, in a table of 16,384 entries and in one of half as many. An
/// order is better where it takes a tenth fewer nodes at least: less may be chance. The claim
/// stands if small trees first is better in one table and worse in none.
fn compared(what: String, pairs: [(&ProvedOf<Trax>, &ProvedOf<Trax>); 2]) -> Finding {
    let nodes = pairs.map(|(small, any)| [small.nodes, any.nodes]);
    let collections = pairs.map(|(small, any)| [small.collections, any.collections]);
    let note = format!(
        "16,384 entries, and 8,192; any: place after place, whatever is below. Collections: \
         {collections:?}"
    );
    let is_better = nodes.iter().any(|[small, any]| 10 * any > 11 * small);
    let is_worse = nodes.iter().any(|[small, any]| 10 * small > 11 * any);
    let (claim, result) = ("fewer", json!(nodes));
    if is_better == is_worse {
        return Finding::undecided(what, claim, result, note);
    }
    Finding::settled(what, claim, result, is_better).noting(note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn the_search_as_published_answers_4x4_and_takes_more_nodes_than_ours() {
        for asked in ProofQuestion::ALL {
            let rows = of_question(SMALLEST, asked, &Recomputation::quick()).unwrap();
            let verdicts: Vec<Verdict> = rows.iter().map(|row| row.verdict).collect();
            let expected = [
                Verdict::NotReproducible,
                Verdict::Unprinted,
                Verdict::Unprinted,
                Verdict::Undecided,
            ];
            assert_eq!(verdicts, expected, "{rows:?}");
            let ours = rows[2].result["and the tail with its cache"].as_u64().unwrap();
            assert!(rows[0].result.as_u64().unwrap() > ours, "{rows:?}");
        }
    }

    #[test]
    fn a_small_table_is_collected_less_often_if_two_plies_are_looked_ahead() {
        let four = recorded::board(SMALLEST).unwrap();
        let collections = |lookahead| {
            let options = ProofOptions { lookahead, ..as_published(SMALL) };
            let run = Recomputation::quick();
            searched(&four, ProofQuestion::Win, &options, &run).unwrap().collections
        };
        assert!(collections(0) > collections(2));
    }
}
