//! What the published tables came to when they were last recomputed and kept.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value as Json;

/// All of them, as `scripts/record-reproductions.sh` writes them.
const KEPT: &str = include_str!("../../../docs/reproduced.json");

static RECORDED: LazyLock<BTreeMap<String, Json>> = LazyLock::new(|| {
    let documents: Vec<Json> = serde_json::from_str(KEPT).unwrap_or_default();
    let named = |document: Json| Some((document.get("id")?.as_str()?.to_owned(), document));
    documents.into_iter().filter_map(named).collect()
});

/// The document of a published table as it was kept: `id`, `passed` and `rows`.
pub fn recorded(id: &str) -> Option<&'static Json> {
    RECORDED.get(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Findings, PAPERS, ReproduceOptions};
    use shuban_catalog::Printable;
    use shuban_core::Silent;

    #[test]
    fn every_table_is_kept_and_passed() {
        assert_eq!(RECORDED.len(), PAPERS.len());
        for paper in &PAPERS {
            let document = recorded(paper.id).unwrap_or_else(|| panic!("{} is not kept", paper.id));
            assert_eq!(document["passed"], true, "{}", paper.id);
            let rows = document["rows"].as_array().unwrap();
            assert!(!rows.is_empty() && rows.iter().all(|row| row["verdict"] != "differs"));
        }
    }

    #[test]
    fn what_is_kept_of_quick_tables_is_what_they_come_to() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().to_owned();
        let options = ReproduceOptions { full: false, folder, threads: 2, memory: 1 << 30 };
        for paper in PAPERS.iter().filter(|paper| paper.seconds <= 1) {
            let found = Findings::default();
            let document = paper.run(&options, &found, &Silent).unwrap().json();
            let is_timed = |row: &Json| row["what"].as_str().unwrap().contains(": ns a");
            let told = |document: &Json| -> Vec<[Json; 4]> {
                let rows = document["rows"].as_array().unwrap().iter();
                let members = ["what", "print", "result", "verdict"];
                let rows = rows.filter(|row| !is_timed(row));
                rows.map(|row| members.map(|member| row[member].clone())).collect()
            };
            assert_eq!(told(&document), told(recorded(paper.id).unwrap()), "{}", paper.id);
        }
    }
}
