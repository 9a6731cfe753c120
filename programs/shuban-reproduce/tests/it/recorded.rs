//! Records of the published tables, for the explorer.

use serde_json::Value as Json;
use shuban_catalog::Printable;
use shuban_core::Silent;
use shuban_reproduce::{Findings, PAPERS, PaperList, ReproduceOptions};

/// Records of all tables, as `scripts/record-reproductions.sh` writes them.
const KEPT: &str = include_str!("../../../../crates/shuban/reproduced.json");

fn kept() -> Vec<Json> {
    serde_json::from_str(KEPT).unwrap()
}

#[test]
fn every_table_is_kept_as_it_is_listed_and_passed() {
    let list = PaperList::all().json();
    let listed = list["reproductions"].as_array().unwrap();
    assert_eq!(kept().len(), listed.len());
    for (document, listed) in kept().iter().zip(listed) {
        for (member, value) in listed.as_object().unwrap() {
            assert_eq!(&document[member], value, "{}", listed["id"]);
        }
        assert_eq!(document["passed"], true, "{}", listed["id"]);
        let rows = document["rows"].as_array().unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|row| row["verdict"] != "differs"));
    }
}

#[test]
fn what_is_kept_of_quick_tables_is_what_they_come_to() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_owned();
    let options = ReproduceOptions { full: false, folder, threads: 2, memory: 1 << 30 };
    for (paper, kept) in PAPERS.iter().zip(kept()).filter(|(paper, _)| paper.seconds <= 1) {
        let found = Findings::default();
        let document = paper.run(&options, &found, &Silent).unwrap().json();
        let is_timed = |row: &Json| row["what"].as_str().unwrap().contains(": ns a");
        let told = |document: &Json| -> Vec<[Json; 4]> {
            let rows = document["rows"].as_array().unwrap().iter();
            let members = ["what", "print", "result", "verdict"];
            let rows = rows.filter(|row| !is_timed(row));
            rows.map(|row| members.map(|member| row[member].clone())).collect()
        };
        assert_eq!(told(&document), told(&kept), "{}", paper.id);
    }
}
