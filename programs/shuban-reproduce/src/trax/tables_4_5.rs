//! Tables 4 and 5 of Kuwabara and Hoki: values of boards of 4×4 to 7×7, and the search costs.

use serde_json::json;
use shuban_catalog::Error;
use shuban_catalog::proof::{ProofLedger, ProofQuestion, ProofResult};
use shuban_search::proof::ProofOptions;
use shuban_trax::{Lines, Position, Trax};

use super::asking::{ProofReport, look_up, search};
use super::print::{PrintedSearch, printed};
use super::recorded;
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Largest board that takes seconds, and largest that is solved.
const QUICK: usize = 6;
const LARGEST: usize = 7;
/// Board that the report before solved.
const BEFORE: usize = 6;

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let largest_searched = run.size(QUICK, LARGEST);
    for size in 2..=LARGEST {
        let found = both(&recorded::board(size)?, size <= largest_searched, run)?;
        rows_of(size, &found).into_iter().for_each(|row| run.keep(row));
    }
    let loops = recorded::board_with(BEFORE, Lines::None)?;
    Ok(rows_before(&both(&loops, BEFORE <= largest_searched, run)?))
}

/// Answers both questions about the start of a board.
pub(super) fn both(
    trax: &Trax,
    is_searched: bool,
    run: &Recomputation<'_>,
) -> Result<[Option<ProofReport>; 2], Error> {
    let (size, ledger) = (trax.size(), recorded::ledger(trax)?);
    let mut found = [None, None];
    for (asked, found) in ProofQuestion::ALL.into_iter().zip(&mut found) {
        *found = if is_searched {
            run.progress.phase(&format!("{size}×{size}, {}", asked.name()), 0);
            // One thread takes the same nodes each time; and no answer but the search's own.
            let threads = if size <= QUICK { 1 } else { run.options.threads };
            let memory =
                if size < LARGEST { run.options.memory.min(1 << 30) } else { run.options.memory };
            let options = ProofOptions::default().within(memory, threads);
            let nothing = ProofLedger::default();
            Some(search(trax, &Position::START, asked, &nothing, &options, run)?)
        } else {
            look_up(trax, &ledger, &Position::START, asked)
        };
    }
    Ok(found)
}

/// Returns the winner.
fn value(found: &[Option<ProofReport>; 2]) -> &'static str {
    let [draws, wins] =
        found.each_ref().map(|found| found.as_ref()?.result.map(ProofResult::is_yes));
    match (draws, wins) {
        (_, Some(true)) => "first",
        (Some(false), _) => "second",
        (Some(true), Some(false)) => "draw",
        _ => "unknown",
    }
}

/// Returns rows on the report before, whose boards of up to 7×7 had no victory lines.
fn rows_before(found: &[Option<ProofReport>; 2]) -> Vec<Finding> {
    let board = format!("{BEFORE}×{BEFORE} without lines (the report before)");
    let row = Finding::exact(format!("{board}, value"), "draw", value(found));
    let questions = ProofQuestion::ALL.into_iter().zip(found).filter_map(|(asked, found)| {
        let found = found.as_ref()?;
        let what = format!("{board}, {}", asked.name());
        Some(Finding::unprinted(what, found.json()).noting(&found.source))
    });
    std::iter::once(row).chain(questions).collect()
}

/// Returns rows on the value, and each question.
fn rows_of(size: usize, found: &[Option<ProofReport>; 2]) -> Vec<Finding> {
    let value = value(found);
    let what = format!("{size}×{size}, value");
    let row = match printed(size, ProofQuestion::Win) {
        Some(_) if value == "unknown" => Finding::unprinted(what, value).noting("in print a draw"),
        Some(_) => Finding::exact(what, "draw", value),
        None => Finding::unprinted(what, value),
    };
    let mut rows = vec![row];
    for (asked, found) in ProofQuestion::ALL.into_iter().zip(found) {
        rows.push(row_of(size, asked, found.as_ref()));
    }
    rows
}

fn row_of(size: usize, asked: ProofQuestion, found: Option<&ProofReport>) -> Finding {
    let what = match asked {
        ProofQuestion::DrawOrBetter => format!("{size}×{size}, draw or better (table 4)"),
        ProofQuestion::Win => format!("{size}×{size}, win (table 5)"),
    };
    let print = printed(size, asked);
    let Some(found) = found else {
        let row = Finding::unprinted(what, "unknown");
        let Some(PrintedSearch { result, nodes, seconds, .. }) = print else { return row };
        return row.noting(format!(
            "not recorded yet; in print {}, {nodes} nodes, {seconds} s (`--full` searches for it, \
             for hours)",
            result.name()
        ));
    };
    let row = Finding::unprinted(what, found.json());
    let Some(PrintedSearch { result, nodes, seconds, collections, .. }) = print else {
        return row.noting(&found.source);
    };
    // Nodes and seconds are of another search, on other machines: the note has them.
    let print = json!({ "answer": result.name() });
    let collections = match collections {
        0 => String::new(),
        times => format!(", with a table that was full {times} times"),
    };
    let row = row.agreeing(print, found.result == Some(result));
    row.noting(format!(
        "in print {nodes} nodes and {seconds} s of another search{collections}, not compared: {:.1} \
         of its nodes for one; {}",
        nodes as f64 / found.nodes.max(1) as f64,
        found.source
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn small_boards_have_the_printed_values() {
        let mut verdicts = Vec::new();
        for (size, value) in [(2, "first"), (3, "draw"), (4, "draw")] {
            let trax = recorded::board(size).unwrap();
            let rows = rows_of(size, &both(&trax, true, &Recomputation::quick()).unwrap());
            assert_eq!((rows.len(), rows[0].result.as_str()), (3, Some(value)));
            verdicts.extend(rows.iter().map(|row| row.verdict));
        }
        assert_eq!(verdicts[..6], [Verdict::Unprinted; 6]);
        assert_eq!(verdicts[6..], [Verdict::Agrees; 3]);
    }

    #[test]
    fn what_is_recorded_is_not_searched_and_what_is_not_known_is_no_failure() {
        let row = |question: &str, result: &str| {
            json!({
                "position": "start", "question": question, "result": result, "nodes": 1_000_000,
                "seconds": 30.5, "runs": 1, "leaves": 0, "program": "shuban",
                "command": "shuban solve trax/6",
            })
        };
        let rows = [row("draw-or-better", "proven"), row("win", "disproven")];
        let trax = recorded::board(6).unwrap();
        let text = json!({ "ledger": 1, "game": "trax/6", "rows": rows }).to_string();
        let ledger = ProofLedger::from_bytes(&trax, text.as_bytes()).unwrap();
        let six = rows_of(
            6,
            &ProofQuestion::ALL.map(|asked| look_up(&trax, &ledger, &Position::START, asked)),
        );
        assert!(six.iter().all(|row| row.verdict == Verdict::Agrees), "{six:?}");
        let note = "in print 17186949 nodes and 505 s of another search, not compared: 17.2 of its \
                    nodes for one; recorded in crates/shuban-trax/ledgers/trax-6.json: shuban solve \
                    trax/6";
        assert_eq!(six[1].note, note);
        assert_eq!(
            six[1].result,
            json!({ "answer": "proven", "nodes": 1_000_000, "seconds": 30.5 })
        );
        let unknown = rows_of(7, &[None, None]);
        assert!(
            unknown.iter().all(|row| row.verdict == Verdict::Unprinted && row.result == "unknown")
        );
        assert!(unknown[2].note.contains("7678241792 nodes"), "{unknown:?}");
    }

    #[test]
    fn the_report_before_found_a_draw_and_so_does_the_ledger() {
        let loops = recorded::board_with(BEFORE, Lines::None).unwrap();
        let found = both(&loops, false, &Recomputation::quick()).unwrap();
        let rows = rows_before(&found);
        assert_eq!((rows.len(), rows[0].verdict), (3, Verdict::Agrees));
        let source = "recorded in crates/shuban-trax/ledgers/trax-6-loops.json: ";
        assert!(rows[1..].iter().all(|row| row.note.starts_with(source)), "{rows:?}");
        assert_eq!(rows[1].result["nodes"], 387_947);
        let mut other = found;
        other[1].as_mut().unwrap().result = Some(ProofResult::Proven);
        assert_eq!(rows_before(&other)[0].verdict, Verdict::Differs);
    }

    #[test]
    fn an_answer_unlike_the_printed_one_differs() {
        let (result, source) = (Some(ProofResult::Proven), String::new());
        let found = Some(ProofReport { result, nodes: 5, seconds: 1.0, source });
        let verdicts: Vec<Verdict> =
            rows_of(5, &[found.clone(), found]).iter().map(|row| row.verdict).collect();
        assert_eq!(verdicts, [Verdict::Differs, Verdict::Agrees, Verdict::Differs]);
    }
}
