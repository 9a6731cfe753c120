//! The tables of `docs/papers` against what is recomputed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use shuban_reproduce::PAPERS;

const COLUMNS: [&str; 5] = ["place", "what it says", "here", "command", "verdict"];
const VERDICTS: [&str; 8] = [
    "agrees",
    "print-wrong",
    "unprinted",
    "statistical",
    "undecided",
    "not-reproducible",
    "done",
    "open",
];

struct Row {
    document: String,
    cells: Vec<String>,
}

/// Returns the tables of all documents.
fn rows() -> Vec<Row> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/papers");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let is_table = |path: &PathBuf| {
        path.file_stem().is_some_and(|stem| stem != "README")
            && path.extension().is_some_and(|extension| extension == "md")
    };
    let mut rows = Vec::new();
    for path in files.filter(is_table) {
        let document = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut is_inside = false;
        for line in text.lines() {
            // A bar within a cell is written `\|`.
            let line = line.replace("\\|", "¦");
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            if !line.starts_with('|') {
                is_inside = false;
            } else if cells == COLUMNS {
                is_inside = true;
            } else if is_inside && !cells[0].starts_with("---") {
                assert_eq!(cells.len(), COLUMNS.len(), "{document}: {line}");
                rows.push(Row { document: document.clone(), cells });
            }
        }
    }
    rows
}

#[test]
fn every_row_has_a_verdict_and_a_command_or_a_reason() {
    for Row { document, cells } in rows() {
        let [place, what, _, command, verdict] = &cells[..] else { unreachable!() };
        assert!(!place.is_empty() && !what.is_empty(), "{document}: {cells:?}");
        let (word, reason) = verdict.split_once(':').unwrap_or((verdict, ""));
        let word = word.trim().trim_matches('`');
        assert!(VERDICTS.contains(&word), "{document}, {place}: `{word}` is no verdict");
        let has_command = command.contains("`shuban ")
            || command.contains("`cargo ")
            || command.contains("`scripts/");
        assert!(has_command || !reason.trim().is_empty(), "{document}, {place}: no reason");
    }
}

#[test]
fn every_table_that_is_recomputed_stands_in_a_document_and_no_other() {
    let mut named = BTreeSet::new();
    for Row { document, cells } in rows() {
        let mut words = cells[3].split(['`', ' ', ',']).filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            if word != "reproduce" {
                continue;
            }
            let id = words.next().unwrap_or_default();
            assert!(PAPERS.iter().any(|paper| paper.id == id), "{document}: there is no `{id}`");
            named.insert(id.to_owned());
        }
    }
    let missing: Vec<&str> =
        PAPERS.iter().map(|paper| paper.id).filter(|id| !named.contains(*id)).collect();
    assert!(missing.is_empty(), "in no document: {missing:?}");
}
