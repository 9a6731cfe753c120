//! The tables of `docs/papers` against what is recomputed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use shuban_reproduce::PAPERS;

/// Rows of the program, as they are recorded.
const RECORDED: &str = include_str!("../../../../crates/shuban/reproduced.json");

/// The rows of the program that each row of a document stands for: the document, the place and the
/// begin of what it says, then parts of the names of rows, between `&`. `by hand` is a verdict that
/// no row of the program has; it needs a reason.
const LINKS: &str = include_str!("document_rows.tsv");
const BY_HAND: &str = "by hand";

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

/// Verdicts of the program from the lightest to the gravest: a row of a document that stands for
/// several has the gravest of theirs.
const GRAVITY: [&str; 6] =
    ["unprinted", "agrees", "statistical", "undecided", "not-reproducible", "print-wrong"];

struct Row {
    document: String,
    cells: Vec<String>,
}

impl Row {
    /// Returns the verdict and the reason behind the colon.
    fn verdict(&self) -> (&str, &str) {
        let (word, reason) = self.cells[4].split_once(':').unwrap_or((&self.cells[4], ""));
        (word.trim().trim_matches('`'), reason.trim())
    }

    /// Returns the tables of `shuban reproduce` that its command names.
    fn ids(&self) -> Vec<&str> {
        let words: Vec<&str> =
            self.cells[3].split(['`', ' ', ',']).filter(|word| !word.is_empty()).collect();
        words.windows(2).filter(|pair| pair[0] == "reproduce").map(|pair| pair[1]).collect()
    }
}

/// A line of [`LINKS`].
struct Link {
    document: &'static str,
    place: &'static str,
    what: &'static str,
    rows: Vec<&'static str>,
}

impl Link {
    fn all() -> Vec<Self> {
        let lines = LINKS.lines().filter(|line| !line.is_empty());
        let link = |line: &'static str| {
            let [document, place, what, rows] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("not four columns: {line}");
            };
            let rows = rows.split(" & ").map(str::trim).collect();
            Link { document, place, what, rows }
        };
        lines.map(link).collect()
    }

    fn is_of(&self, row: &Row) -> bool {
        let [place, what, ..] = &row.cells[..] else { return false };
        self.document == row.document && self.place == place && what.starts_with(self.what)
    }
}

/// Returns the names and verdicts of the recorded rows by table.
fn recorded() -> BTreeMap<String, Vec<(String, String)>> {
    let tables: Vec<Json> = serde_json::from_str(RECORDED).unwrap();
    let text = |row: &Json, member: &str| row[member].as_str().unwrap().to_owned();
    let rows = |table: &Json| {
        let rows = table["rows"].as_array().unwrap().iter();
        rows.map(|row| (text(row, "what"), text(row, "verdict"))).collect()
    };
    tables.iter().map(|table| (text(table, "id"), rows(table))).collect()
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
fn every_verdict_is_that_of_the_rows_of_the_program() {
    let (recorded, links) = (recorded(), Link::all());
    let gravity = |word: &str| GRAVITY.iter().position(|&verdict| verdict == word);
    let mut used = vec![0; links.len()];
    let mut told = BTreeSet::new();
    for row in rows() {
        let (word, reason) = row.verdict();
        let ids = row.ids();
        let of_row: Vec<usize> = (0..links.len()).filter(|&at| links[at].is_of(&row)).collect();
        of_row.iter().for_each(|&at| used[at] += 1);
        if ids.is_empty() || word == "done" {
            assert!(
                of_row.is_empty(),
                "{}: {:?} has no rows of the program",
                row.document,
                row.cells
            );
            continue;
        }
        let name = format!("{}, {}: {}", row.document, row.cells[0], row.cells[1]);
        assert_eq!(of_row.len(), 1, "lines of document_rows.tsv for {name}");
        let names = &links[of_row[0]].rows;
        if names[..] == [BY_HAND] {
            assert!(!reason.is_empty(), "{name}: by hand, and no reason");
            continue;
        }
        let mut gravest = None;
        for part in names {
            let found: Vec<(&str, &String, &String)> = (ids.iter())
                .flat_map(|id| recorded[*id].iter().map(|(what, verdict)| (*id, what, verdict)))
                .filter(|(_, what, _)| what.contains(part))
                .collect();
            assert!(!found.is_empty(), "{name}: no row of {ids:?} has `{part}`");
            for (id, what, verdict) in found {
                gravest = gravest.max(gravity(verdict));
                told.insert((id.to_owned(), what.clone()));
            }
        }
        assert_eq!(gravity(word), gravest, "{name}: {word}, and the program's rows {names:?}");
    }
    for (link, count) in links.iter().zip(used) {
        let Link { document, place, what, .. } = link;
        assert_eq!(count, 1, "rows of {document} for {place}: {what}");
    }
    // What is not as printed must stand in the document that the table is of.
    for (id, rows) in recorded.iter().filter(|(id, _)| told.iter().any(|(of, _)| of == *id)) {
        for (what, verdict) in rows {
            let is_told = told.contains(&(id.clone(), what.clone()));
            let is_grave = gravity(verdict) >= gravity("not-reproducible");
            assert!(!is_grave || is_told, "{id}: `{what}` is {verdict}, and no document says so");
        }
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
