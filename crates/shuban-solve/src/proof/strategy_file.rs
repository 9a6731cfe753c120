//! Strategies as files, for whoever wants to check them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use shuban_core::Provable;
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES, Strategy};
use shuban_store::{
    Account, FileSystem, Options, PartEntry, Provenance, Published, Subject, Writer,
};

use super::question::ProofQuestion;

/// What a proof shows, and how it was found.
#[derive(Clone, Debug)]
pub struct ProofClaim<'a, P> {
    /// The position that was asked about.
    pub root: &'a P,
    /// The question.
    pub asked: ProofQuestion,
    /// Its answer.
    pub answer: bool,
    /// The options of the search as on the command line, for the record.
    pub options: &'a str,
}

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
    claim: &ProofClaim<'_, G::Position>,
    strategy: &Strategy<G::Position, G::Move>,
) -> Result<Option<Published>, shuban_store::Error> {
    let records = strategy.iter().map(|(position, action)| game.record(position, Some(action)));
    let records: Option<Vec<Vec<u8>>> = records.collect();
    let (Some(root), Some(mut records)) = (game.record(claim.root, None), records) else {
        return Ok(None);
    };
    records.sort_unstable();
    let mut writer = Writer::create(files, path, subject(game, claim), Options::default())?;
    write_root(&mut writer, &root)?;
    let mut stream = writer.stream("strategy")?;
    for record in &records {
        stream.push(record)?;
    }
    stream.finish()?;
    writer.publish(account(game, claim, "strategy", records.len() as u64)).map(Some)
}

/// What a proof is about.
pub(super) fn subject<G: Provable>(game: &G, claim: &ProofClaim<'_, G::Position>) -> Subject {
    let question = claim.asked.question();
    let parameters = [
        ("seat", question.seat.to_string()),
        ("at-least", question.at_least.to_string()),
        ("answer", if claim.answer { "yes" } else { "no" }.to_owned()),
        ("closed-plies", CLOSED_PLIES.to_string()),
        ("closed-nodes", CLOSED_NODES.to_string()),
    ];
    let parameters = parameters.map(|(name, value)| (name.to_owned(), value)).into();
    let name = game.name();
    let domain = format!("{name}/proof");
    Subject { domain: domain.clone(), family: domain, game: name, parameters }
}

/// Writes the position that was asked about.
pub(super) fn write_root(writer: &mut Writer, record: &[u8]) -> Result<(), shuban_store::Error> {
    let mut stream = writer.stream("root")?;
    stream.push(record)?;
    stream.finish()
}

/// What a proof says of itself, whose strategy is in the section of that name.
pub(super) fn account<G: Provable>(
    game: &G,
    claim: &ProofClaim<'_, G::Position>,
    section: &str,
    positions: u64,
) -> Account {
    let part = PartEntry {
        name: section.to_owned(),
        positions,
        sections: vec![section.to_owned()],
        ..PartEntry::default()
    };
    let facts = BTreeMap::from([("root".to_owned(), json!(game.format(claim.root)))]);
    let settings = [("question", claim.asked.name()), ("options", claim.options.trim())];
    let provenance = Provenance {
        program: "shuban".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        solver: "proof-number search".to_owned(),
        settings: settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
    };
    Account { parts: vec![part], facts, provenance, ..Account::default() }
}
