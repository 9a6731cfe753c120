//! The claim of a proof, as its file states it.

use std::collections::BTreeMap;

use serde_json::json;
use shuban_answer::proof::ProofQuestion;
use shuban_core::Provable;
use shuban_search::proof::{CLOSED_NODES, CLOSED_PLIES};
use shuban_store::{Account, PartEntry, Subject, Writer, provenance_of};

/// The claim of a proof, and its search.
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

/// Returns the subject of a proof's file: the question (`seat`, `at-least`) and its `answer`, `yes`
/// or `no`. Leaves are claimed to be decided by plain search within [`CLOSED_PLIES`] and
/// [`CLOSED_NODES`] (`closed-plies`, `closed-nodes`).
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

/// Returns the account of a proof whose strategy is in the section of that name.
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
    let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let provenance = provenance_of("proof-number search", settings.into());
    Account { parts: vec![part], facts, provenance, ..Account::default() }
}
