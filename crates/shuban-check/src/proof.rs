//! The contents of proof files, whatever their game.

use std::ops::RangeInclusive;

use shuban_store::{Account, Database, Manifest, PartEntry, Provenance, SectionEntry, SectionKind};

use crate::record::Walk;

/// Largest depth of plain search that a file may ask for.
const MOST_PLIES: u32 = 4;
/// Largest number of positions that it may ask for.
const MOST_NODES: u64 = 10_000_000;

/// The names of a proof's parameters, in order.
const PARAMETERS: [&str; 5] = ["answer", "at-least", "closed-nodes", "closed-plies", "seat"];

/// Error of a file that is not a proof.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It cannot be read, or is damaged.
    #[error(transparent)]
    Store(#[from] shuban_store::Error),
    /// It is whole, but contains nothing that can be checked.
    #[error("this is no proof of limited TRAX, or of a board of Amazons: {0}")]
    Meaningless(String),
    /// It lists positions, a format from before walks.
    #[error(
        "a list of positions, which is no longer read: `shuban solve {0} --proof FILE` of this \
         version writes a proof that is"
    )]
    Listed(String),
}

pub(crate) fn meaningless(what: impl Into<String>) -> ProofError {
    ProofError::Meaningless(what.into())
}

/// The contents of a file that has the form of a proof.
pub(crate) struct Contents {
    pub(crate) game: String,
    /// The seat that the question is about: 0 or 1.
    pub(crate) seat: u64,
    /// True if it asks for a win.
    pub(crate) wins: bool,
    /// The answer: true if the seat can be sure of it.
    pub(crate) answer: bool,
    pub(crate) root: Vec<u8>,
    pub(crate) walk: Walk,
    /// Largest number of plies of plain search at a leaf.
    pub(crate) closed_plies: u32,
    /// Largest number of positions of it.
    pub(crate) closed_nodes: u64,
    /// The file's account of the search that found it.
    pub(crate) claimed: String,
}

/// The size of what a game's proof holds.
pub(crate) struct Sizes {
    /// Bytes of the root.
    pub(crate) root: RangeInclusive<u64>,
    /// Bytes of memory for a position that the walk will visit.
    pub(crate) key: u64,
}

impl Contents {
    /// Reads a file, and compares every byte with its checksum. `sizes` are those of the game of that name,
    /// if there are proofs of it.
    ///
    /// # Errors
    /// [`ProofError`].
    pub(crate) fn read(
        database: &Database,
        sizes: impl FnOnce(&str) -> Option<Sizes>,
    ) -> Result<Contents, ProofError> {
        database.check(&mut |_, _| ())?;
        let manifest = database.manifest();
        let subject = manifest.subject.clone();
        let sizes = sizes(&subject.game)
            .ok_or_else(|| meaningless(format!("its game is `{}`", subject.game)))?;
        let parameter =
            |name| subject.parameters.get(name).ok_or_else(|| meaningless(format!("no `{name}`")));
        let number = |name| {
            let number = parameter(name)?.parse::<u64>();
            number.map_err(|_| meaningless(format!("`{name}` is no number")))
        };
        let seat = match number("seat")? {
            seat @ (0 | 1) => seat,
            other => return Err(meaningless(format!("its `seat` is {other}"))),
        };
        let wins = match number("at-least")? {
            0 => false,
            1 => true,
            other => return Err(meaningless(format!("it asks for {other} points"))),
        };
        let answer = match parameter("answer")?.as_str() {
            "yes" => true,
            "no" => false,
            other => return Err(meaningless(format!("its answer is `{other}`"))),
        };
        let (closed_plies, closed_nodes) = (number("closed-plies")?, number("closed-nodes")?);
        if !(1..=u64::from(MOST_PLIES)).contains(&closed_plies) || closed_nodes > MOST_NODES {
            return Err(meaningless("it leaves too much to plain search, or nothing"));
        }
        if manifest.section("strategy").is_some() && manifest.section("walk").is_none() {
            return Err(ProofError::Listed(subject.game));
        }
        check_manifest(database)?;
        let roots = database.stream("root")?;
        if roots.len() != 1 {
            return Err(meaningless(format!("it has {} roots", roots.len())));
        }
        if !sizes.root.contains(&roots.bytes()) {
            return Err(meaningless("its root is no position"));
        }
        let root = roots.entry(0)?;
        let walk = read_walk(database, sizes.key)?;
        let Provenance { program, version, settings, .. } = &manifest.account.provenance;
        let options = settings.get("options").map_or("", String::as_str);
        let claimed = format!("{program} {version} {options}").trim().to_owned();
        let (game, closed_plies) = (subject.game, closed_plies as u32);
        Ok(Contents { game, seat, wins, answer, root, walk, closed_plies, closed_nodes, claimed })
    }
}

/// Checks that the file has the contents of a proof, and nothing more.
fn check_manifest(database: &Database) -> Result<(), ProofError> {
    let Manifest { subject, account, sections, .. } = database.manifest();
    let is = |what: &str, is_so: bool| {
        if is_so {
            Ok(())
        } else {
            Err(meaningless(format!("its {what} are not those of a proof")))
        }
    };
    if let Some(member) = database.unknown_member() {
        return Err(meaningless(format!("it has a member `{member}`")));
    }
    let domain = format!("{}/proof", subject.game);
    is("names", subject.domain == domain && subject.family == domain)?;
    is("parameters", subject.parameters.keys().eq(PARAMETERS))?;
    let is_stream = |section: &SectionEntry| matches!(section.kind, SectionKind::Stream { .. });
    let names = sections.iter().map(|section| section.name.as_str());
    is("sections", sections.iter().all(is_stream) && names.eq(["root", "walk"]))?;
    let [PartEntry { name, sections, facts, .. }] = account.parts.as_slice() else {
        return is("parts", false);
    };
    is("parts", name == "walk" && sections.as_slice() == ["walk"] && facts.is_empty())?;
    is("needs", account.needs.is_empty())?;
    let root = account.facts.get("root").and_then(|root| root.as_str());
    let leaves = counted_leaves(account);
    is("facts", account.facts.len() == 2 && root.is_some() && leaves.is_some())?;
    let settings = &account.provenance.settings;
    let question = match subject.parameters.get("at-least").map(String::as_str) {
        Some("1") => "win",
        _ => "draw-or-better",
    };
    let is_question = settings.get("question").is_some_and(|asked| asked == question);
    is("settings", is_question && settings.keys().eq(["options", "question"]))
}

/// Returns the file's number of positions of a walk that are decided without a move.
fn counted_leaves(account: &Account) -> Option<u64> {
    account.facts.get("leaves")?.as_u64()
}

/// Returns the moves of a walk.
fn read_walk(database: &Database, held_for_a_key: u64) -> Result<Walk, ProofError> {
    let account = &database.manifest().account;
    let positions = database.positions();
    let leaves = counted_leaves(account).unwrap_or(0);
    let met = u64::saturating_add(positions, leaves);
    let stream = database.stream("walk")?;
    if stream.len() > met {
        return Err(meaningless("its walk has more records than positions"));
    }
    let held = met.saturating_mul(held_for_a_key).saturating_add(stream.bytes_in_memory());
    database.may_hold("walk", held)?;
    let mut records = Vec::new();
    stream.for_each(|_, record| records.push(record.to_vec()))?;
    Ok(Walk { records, positions, leaves })
}
