//! The list of all published tables, and its names.

use std::fmt;

use serde::Serialize;
use shuban_catalog::Error;
use shuban_catalog::names::suggestion;

use crate::paper::Paper;
use crate::papers::PAPERS;

/// List of all published tables.
#[derive(Clone, Serialize)]
pub struct PaperList {
    reproductions: &'static [Paper],
}

impl PaperList {
    /// Returns the list of all.
    pub fn all() -> Self {
        PaperList { reproductions: &PAPERS }
    }
}

impl fmt::Display for PaperList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.reproductions.iter().map(|one| one.id.len()).max().unwrap_or(0);
        let line = |one: &Paper| format!("{:width$}  {:>5} s  {}", one.id, one.seconds, one.what);
        f.write_str(&self.reproductions.iter().map(line).collect::<Vec<_>>().join("\n"))
    }
}

/// Returns the table or figure of a name.
///
/// # Errors
/// [`Error::Unknown`].
pub fn paper(id: &str) -> Result<&'static Paper, Error> {
    PAPERS.iter().find(|paper| paper.id == id).ok_or_else(|| Error::Unknown {
        what: "reproduction",
        name: id.to_owned(),
        hint: nearest(id).into(),
    })
}

/// Returns the end of a sentence with the tables whose names contain this, or else are similar.
fn nearest(id: &str) -> String {
    let part = id.trim().trim_matches('/').to_lowercase();
    let names = || PAPERS.iter().map(|paper| paper.id);
    let containing: Vec<String> = names()
        .filter(|name| !part.is_empty() && name.contains(&part))
        .map(|name| format!("`{name}`"))
        .collect();
    match (&containing[..], suggestion(id, names())) {
        ([], like) if like.is_empty() => "; without a name, all are listed".to_owned(),
        ([], like) => like,
        ([only], _) => format!("; did you mean {only}?"),
        (several, _) => format!("; there are {}", several.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_none_leads_to_the_nearest() {
        let told = |id: &str| paper(id).map(|paper| paper.id).map_err(|error| error.to_string());
        let end = |id: &str| told(id).unwrap_err().split_once("; ").unwrap().1.to_owned();
        assert_eq!(end("table-1"), "did you mean `gammon/table-1`?");
        assert_eq!(end("learning"), "did you mean `gammon/learning`?");
        assert_eq!(end("Bearoff"), "did you mean `half-gammon/bearoff`?");
        assert_eq!(end("gammon/tabel-1"), "the nearest are `gammon/table-1`, `amazons/table-3`");
        assert!(end("tanhinmin").starts_with("there are `tanhinmin/table-2`, `tanhinmin/table-3`"));
        assert_eq!(end(""), "without a name, all are listed");
        assert_eq!(end(&"x".repeat(10_000)), "without a name, all are listed");
        assert_eq!(told("gammon/table-1"), Ok("gammon/table-1"));
    }
}
