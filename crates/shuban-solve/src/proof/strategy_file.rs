//! Strategies as files, for whoever wants to check them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use shuban_core::{Provable, Question};
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES, Strategy};
use shuban_store::{Account, FileSystem, Options, PartEntry, Published, Subject, Writer};

/// Writes a proof: who has which answer at the root, and the strategy that shows it. `None`, and no
/// file, if the game has no [records](Provable::record).
///
/// The file is one of the store's container: the stream `root` is the root, the stream `strategy`
/// the positions with their moves, in order of their bytes. The subject's parameters are the
/// question (`seat`, `at-least`) and the `answer`, `yes` or `no`. Of every position that is not in
/// the file it is claimed that plain search decides it within [`CLOSED_PLIES`] and [`CLOSED_NODES`]
/// (`closed-plies`, `closed-nodes`).
///
/// # Errors
/// What the disk says; there is no file then.
pub fn write_proof<G: Provable>(
    files: Arc<dyn FileSystem>,
    path: &Path,
    game: &G,
    root: &G::Position,
    question: Question,
    answer: bool,
    strategy: &Strategy<G::Position, G::Move>,
) -> Result<Option<Published>, shuban_store::Error> {
    let records = strategy.iter().map(|(position, action)| game.record(position, Some(action)));
    let records: Option<Vec<Vec<u8>>> = records.collect();
    let (Some(root_record), Some(mut records)) = (game.record(root, None), records) else {
        return Ok(None);
    };
    let parameters = BTreeMap::from([
        ("seat".to_owned(), question.seat.to_string()),
        ("at-least".to_owned(), question.at_least.to_string()),
        ("answer".to_owned(), if answer { "yes" } else { "no" }.to_owned()),
        ("closed-plies".to_owned(), CLOSED_PLIES.to_string()),
        ("closed-nodes".to_owned(), CLOSED_NODES.to_string()),
    ]);
    let name = game.name();
    let domain = format!("{name}/proof");
    let subject = Subject { domain: domain.clone(), family: domain, game: name, parameters };
    records.sort_unstable();
    let mut writer = Writer::create(files, path, subject, Options::default())?;
    let mut stream = writer.stream("root")?;
    stream.push(&root_record)?;
    stream.finish()?;
    let mut stream = writer.stream("strategy")?;
    for record in &records {
        stream.push(record)?;
    }
    stream.finish()?;
    let part = PartEntry {
        name: "strategy".to_owned(),
        positions: records.len() as u64,
        sections: vec!["strategy".to_owned()],
        ..PartEntry::default()
    };
    let facts = BTreeMap::from([("root".to_owned(), json!(game.format(root)))]);
    writer.publish(Account { parts: vec![part], facts, ..Account::default() }).map(Some)
}
