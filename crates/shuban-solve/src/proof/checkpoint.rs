//! Checkpoints of a search's table, from which an interrupted search resumes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use shuban_core::provable::{Key, Question};
use shuban_core::{Codec, Column, Provable};
use shuban_search::proof::{Entry, KeeperError, ProofNumbers, ProofTable, Spent, TableKeeper};
use shuban_store::{Account, Database, FileSystem, Options, PartEntry, Subject, Writer};

/// The file of one search's table, and its schedule.
///
/// A file of the store's container, raw, written under another name and renamed as any other: a
/// kill at any moment leaves the one before. It names its game, position and question, and is used
/// for no others. Memory, threads and options may differ when a search resumes.
#[derive(Clone)]
pub struct ProofCheckpoint {
    files: Arc<dyn FileSystem>,
    path: PathBuf,
    subject: Subject,
    every: Duration,
}

/// The checkpoint is of another position, question or program: it is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint cannot be used: {0}")]
pub struct CheckpointError(String);

/// Returns a fingerprint of the keys of one line of play, which distinguishes programs with other
/// keys, for which a table is useless.
fn fingerprint<G: Provable>(game: &G, position: &G::Position) -> Key {
    const PLIES: usize = 64;
    let mut keys = vec![game.key(position)];
    let mut position = position.clone();
    while keys.len() <= PLIES && game.outcome(&position).is_none() {
        let mut plays = Vec::new();
        game.plays(&position, (), &mut plays);
        let Some(play) = plays.into_iter().next() else { break };
        position = play.after;
        keys.push(game.key(&position));
    }
    Key::of(&keys)
}

/// The one table of the file.
const ENTRIES: &str = "entries";

const COLUMNS: [Column; 5] = [
    Column { name: "key-high", bits: 64, codec: Codec::Unsigned },
    Column { name: "key-low", bits: 32, codec: Codec::Unsigned },
    Column { name: "phi", bits: 32, codec: Codec::Unsigned },
    Column { name: "delta", bits: 32, codec: Codec::Unsigned },
    Column { name: "work", bits: 32, codec: Codec::Unsigned },
];

impl ProofCheckpoint {
    /// Creates the checkpoint at `path` of one question about one position.
    pub fn new<G: Provable>(
        files: Arc<dyn FileSystem>,
        path: PathBuf,
        game: &G,
        position: &G::Position,
        question: Question,
        every: Duration,
    ) -> Self {
        let parameters = BTreeMap::from([
            ("position".to_owned(), game.format(&game.canonical(position))),
            ("keys".to_owned(), fingerprint(game, position).to_string()),
            ("question".to_owned(), format!("seat {} gets {}", question.seat, question.at_least)),
        ]);
        let name = game.name();
        let domain = format!("{name}/proof");
        let subject = Subject { domain: domain.clone(), family: domain, game: name, parameters };
        ProofCheckpoint { files, path, subject, every }
    }

    /// Opens the checkpoint, if it is of this position and question.
    fn saved(&self) -> Result<Option<Database>, KeeperError> {
        let database = match Database::open_as(&*self.files, &self.path, &self.subject.domain) {
            Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
            other => other?,
        };
        if database.manifest().subject != self.subject {
            let reason = "it is of another position or question".to_owned();
            return Err(CheckpointError(reason).into());
        }
        Ok(Some(database))
    }
}

impl TableKeeper for ProofCheckpoint {
    fn every(&self) -> Duration {
        self.every
    }

    fn save(&self, table: &ProofTable<'_>, spent: Spent) -> Result<(), KeeperError> {
        // The number of rows must be known beforehand, and threads may add some meanwhile.
        let rows = table.entries();
        let mut writer =
            Writer::create(self.files.clone(), &self.path, self.subject.clone(), Options::raw())?;
        let mut entries = writer.table(ENTRIES, &COLUMNS, rows)?;
        let mut written = 0;
        let mut failed = None;
        table.each(|key, Entry { numbers, work }| {
            if written < rows && failed.is_none() {
                let row = [
                    key.high,
                    u64::from(key.low),
                    u64::from(numbers.phi),
                    u64::from(numbers.delta),
                    u64::from(work),
                ];
                failed = entries.push(&row).err();
                written += 1;
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        // Fewer, if a collection came between: padded with empty entries.
        for _ in written..rows {
            entries.push(&[0; COLUMNS.len()])?;
        }
        entries.finish()?;
        let part = PartEntry {
            name: ENTRIES.to_owned(),
            positions: rows,
            sections: vec![ENTRIES.to_owned()],
            ..PartEntry::default()
        };
        let facts = [
            ("runs", json!(spent.runs)),
            ("nodes", json!(spent.nodes)),
            ("milliseconds", json!(spent.time.as_millis() as u64)),
            ("known", json!(spent.known)),
        ];
        let facts = facts.map(|(name, value)| (name.to_owned(), value)).into();
        writer.publish(Account { parts: vec![part], facts, ..Account::default() })?;
        Ok(())
    }

    fn entries(&self) -> Result<u64, KeeperError> {
        Ok(match self.saved()? {
            Some(database) => database.table(ENTRIES)?.rows(),
            None => 0,
        })
    }

    fn load(&self, table: &ProofTable<'_>) -> Result<(u64, Spent), KeeperError> {
        let Some(database) = self.saved()? else { return Ok((0, Spent::default())) };
        let saved = database.table(ENTRIES)?;
        if saved.columns().len() != COLUMNS.len() {
            let reason = format!("its table has {} columns", saved.columns().len());
            return Err(CheckpointError(reason).into());
        }
        let (mut loaded, mut impossible) = (0, 0);
        saved.for_each_row(0..saved.rows(), |_, row| {
            let numbers = ProofNumbers { phi: row[2] as u32, delta: row[3] as u32 };
            if numbers.are_possible() {
                let key = Key { high: row[0], low: row[1] as u32 };
                table.put(key, Entry { numbers, work: row[4] as u32 });
                loaded += 1;
            } else if numbers != (ProofNumbers { phi: 0, delta: 0 }) {
                impossible += 1;
            }
        })?;
        if impossible > 0 {
            let reason = format!("{impossible} of its positions have impossible proof numbers");
            return Err(CheckpointError(reason).into());
        }
        let fact = |name: &str| {
            let fact = database.manifest().account.facts.get(name);
            // Far above any count, so that sums do not overflow.
            fact.and_then(serde_json::Value::as_u64).unwrap_or_default().min(1 << 62)
        };
        let time = Duration::from_millis(fact("milliseconds"));
        // An answer that rests on a checkpoint says so.
        let runs = fact("runs").max(1);
        Ok((loaded, Spent { runs, nodes: fact("nodes"), time, known: fact("known") }))
    }
}
