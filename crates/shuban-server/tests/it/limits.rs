//! Limits of what clients may take, as the documents state them.

use std::path::Path;

use shuban_server::Limits;

#[test]
fn the_documents_state_every_limit_with_its_default() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/server.md");
    let documents = std::fs::read_to_string(path).unwrap();
    for (name, value) in Limits::default().named() {
        // That of the memory is an option of its own.
        let value = if name == "index-memory" { "`--memory`".to_owned() } else { value };
        let row = format!("| `{name}` | {value} |");
        assert!(documents.contains(&row), "{row}");
    }
}
