//! The published tables as the server gives them.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use shuban::Common;
use shuban_catalog::{Error, Printable};
use shuban_core::Progress;
use shuban_papers::{Findings, PAPERS, Paper, ReproduceOptions, recorded};
use shuban_server::Published;

/// All of them, recomputed with the threads and the memory that the program may use.
pub(crate) fn all(common: &Common) -> Vec<Published> {
    let (threads, memory) = (common.threads(), common.memory());
    let published = |paper: &'static Paper| Published {
        id: paper.id.to_owned(),
        what: paper.what.to_owned(),
        what_ja: Some(paper.what_ja.to_owned()),
        seconds: paper.seconds,
        recorded: recorded(paper.id).cloned(),
        recompute: Arc::new(move |progress| recomputed(paper, threads, memory, progress)),
    };
    PAPERS.iter().map(published).collect()
}

/// A table recomputed: its figures stand in the document, and not in files.
fn recomputed(
    paper: &Paper,
    threads: usize,
    memory: u64,
    progress: &dyn Progress,
) -> Result<Json, Error> {
    let io = |source| Error::Io { path: std::env::temp_dir(), source };
    let scratch = tempfile::tempdir().map_err(io)?;
    let folder = scratch.path().to_owned();
    let options = ReproduceOptions { full: false, folder: folder.clone(), threads, memory };
    let mut document = paper.run(&options, &Findings::default(), progress)?.json();
    let mut figures = Vec::new();
    for file in std::fs::read_dir(&folder).map_err(io)? {
        let path = file.map_err(io)?.path();
        if path.extension().is_some_and(|extension| extension == "svg") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let svg = std::fs::read_to_string(&path).map_err(io)?;
            figures.push(json!({ "name": name, "svg": svg }));
        }
    }
    if let Json::Object(members) = &mut document {
        members.shift_remove("files");
        members.insert("figures".to_owned(), figures.into());
    }
    Ok(document)
}
