//! The ledger of proof search's answers: a small file, fit to be committed.

use std::cmp::Reverse;
use std::path::Path;

use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;
use shuban_answer::proof::{LedgerRow, ProofQuestion, ProofStanding};
use shuban_core::{Play, Provable};
use shuban_search::proof::Spent;
use shuban_store::{FileSystem, replace_file};

use crate::error::Error;
use crate::ledger_file;

/// The answers known about positions of one game, each from a search, one a row.
///
/// The file is one JSON document with a line for each row, the earliest positions of a game first;
/// it is replaced as a whole. Rows that contradict each other are refused, a position and one after
/// it included.
#[derive(Debug)]
pub struct ProofLedger<G: Provable> {
    /// The rows by canonical position and [`ProofQuestion`].
    rows: FxHashMap<G::Position, [Option<LedgerRow>; 2]>,
}

impl<G: Provable> Default for ProofLedger<G> {
    fn default() -> Self {
        ProofLedger { rows: FxHashMap::default() }
    }
}

impl<G: Provable> Clone for ProofLedger<G> {
    fn clone(&self) -> Self {
        ProofLedger { rows: self.rows.clone() }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Members {
    #[serde(rename = "ledger")]
    _version: IgnoredAny,
    game: String,
    rows: Vec<LedgerRow>,
}

/// Returns the game whose ledger a file is.
///
/// # Errors
/// The reason why it is not a ledger.
pub fn ledger_game(bytes: &[u8]) -> Result<String, String> {
    ledger_file::members::<Members>(bytes).map(|members| members.game)
}

/// Returns the message about two rows of which one must be wrong.
fn contradiction(one: &LedgerRow, other: &LedgerRow) -> String {
    let name = |row: &LedgerRow| {
        format!("`{}` ({} {})", row.position, row.question.name(), row.result.name())
    };
    format!("{} and {} contradict each other", name(one), name(other))
}

/// Sets what an answer took.
pub(super) fn take_cost(row: &mut LedgerRow, spent: Spent) {
    (row.nodes, row.runs) = (spent.nodes, spent.runs);
    row.seconds = (spent.time.as_secs_f64() * 100.0).round() / 100.0;
}

/// Returns true if a position may come after another, as far as the game can tell.
fn may_follow<G: Provable>(game: &G, position: &G::Position, before: &G::Position) -> bool {
    match game.plies_left(before) {
        u32::MAX => game.canonical(position) != game.canonical(before),
        left => game.plies_left(position) < left,
    }
}

impl<G: Provable> ProofLedger<G> {
    /// Reads a ledger of a game; an empty one if there is no file.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the file is not one, or is of another game, or contradicts itself;
    /// [`Error::Store`] if it cannot be read.
    pub fn read(game: &G, files: &dyn FileSystem, path: &Path) -> Result<Self, Error> {
        let ledger = ledger_file::read(files, path, |bytes| ProofLedger::from_bytes(game, bytes));
        Ok(ledger?.unwrap_or_default())
    }

    /// Adds rows to the file, which may have got others meanwhile. A row of the file stays, unless
    /// it was found within another's search and the new one was searched for by itself.
    ///
    /// # Errors
    /// As of [`read`](ProofLedger::read), [`Error::Ledger`] also if a row contradicts the file;
    /// [`Error::Store`] if it cannot be written. Then the file before is still there.
    pub fn add(
        game: &G,
        files: &dyn FileSystem,
        path: &Path,
        rows: impl IntoIterator<Item = LedgerRow>,
    ) -> Result<(), Error> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let refused = |reason| Error::Ledger { path: path.to_owned(), reason };
        let _lock = ledger_file::wait_for_lock(files, path)?;
        let mut ledger = ProofLedger::read(game, files, path)?;
        if !ledger.take(game, rows).map_err(refused)? {
            return Ok(());
        }
        Ok(replace_file(files, path, ledger.to_text(game).as_bytes())?)
    }

    /// Reads a ledger of a game.
    ///
    /// # Errors
    /// The reason why it is not one.
    pub fn from_bytes(game: &G, bytes: &[u8]) -> Result<Self, String> {
        let members: Members = ledger_file::members(bytes)?;
        let name = game.name();
        if members.game != name {
            return Err(format!("it is of {}, not of {name}", members.game));
        }
        let mut ledger = ProofLedger::default();
        for row in members.rows {
            let place = ledger.place(game, &row)?;
            if place.is_some() {
                let (position, question) = (&row.position, row.question.name());
                return Err(format!("`{position}`, {question}: it is there twice"));
            }
            *place = Some(row);
        }
        ledger.agrees_with_itself(game)?;
        Ok(ledger)
    }

    /// Adds the rows of another ledger, by the same rule as [`add`](ProofLedger::add).
    ///
    /// # Errors
    /// The rows that contradict each other; then nothing is added.
    pub fn join(&mut self, game: &G, other: ProofLedger<G>) -> Result<(), String> {
        let mut joined = self.clone();
        joined.take(game, other.rows.into_values().flatten().flatten())?;
        *self = joined;
        Ok(())
    }

    /// Adds rows; returns true if any is new.
    ///
    /// # Errors
    /// The rows that contradict each other.
    pub(super) fn take(
        &mut self,
        game: &G,
        rows: impl IntoIterator<Item = LedgerRow>,
    ) -> Result<bool, String> {
        let mut is_new = false;
        for row in rows {
            let place = self.place(game, &row)?;
            match place {
                Some(known) if known.result != row.result => {
                    return Err(contradiction(known, &row));
                }
                Some(known) if known.within.is_none() || row.within.is_some() => (),
                _ => {
                    *place = Some(row);
                    is_new = true;
                }
            }
        }
        if is_new {
            self.agrees_with_itself(game)?;
        }
        Ok(is_new)
    }

    /// Returns the place of a row.
    fn place(&mut self, game: &G, row: &LedgerRow) -> Result<&mut Option<LedgerRow>, String> {
        let parse = |text: &str| game.parse(text).map_err(|error| error.to_string());
        let position = parse(&row.position)?;
        if let Some(within) = &row.within
            && !may_follow(game, &position, &parse(within)?)
        {
            return Err(format!("`{}` does not come after `{within}`", row.position));
        }
        if game.outcome(&position).is_some() {
            return Err(format!("`{}`: the game is over there", row.position));
        }
        let rows = self.rows.entry(game.canonical(&position)).or_default();
        Ok(&mut rows[row.question as usize])
    }

    /// Refuses two rows, of one position or of one after the other, that cannot both be true.
    fn agrees_with_itself(&self, game: &G) -> Result<(), String> {
        for (position, rows) in &self.rows {
            if let [Some(draws), Some(wins)] = rows
                && wins.result.is_yes()
                && !draws.result.is_yes()
            {
                return Err(contradiction(draws, wins));
            }
            // The player to move gets at least what one of the moves gets.
            let aim = game.to_move(position) == 0;
            let mut plays = Vec::new();
            game.plays(position, (), &mut plays);
            for Play { after, .. } in plays {
                for question in ProofQuestion::ALL {
                    if let (Some(here), Some(there)) =
                        (self.answer(game, position, question), self.answer(game, &after, question))
                        && there.result.is_yes() == aim
                        && here.result.is_yes() != aim
                    {
                        return Err(contradiction(here, there));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the row that answers a question about a position: its own, or one of the other
    /// question that implies the answer, since a win is also a win or draw.
    pub fn answer(
        &self,
        game: &G,
        position: &G::Position,
        question: ProofQuestion,
    ) -> Option<&LedgerRow> {
        let [draws, wins] =
            self.rows.get(&game.canonical(position))?.each_ref().map(Option::as_ref);
        match question {
            ProofQuestion::DrawOrBetter => draws.or(wins.filter(|row| row.result.is_yes())),
            ProofQuestion::Win => wins.or(draws.filter(|row| !row.result.is_yes())),
        }
    }

    /// Returns the rows of a position itself, or of an image of it.
    pub fn rows(&self, game: &G, position: &G::Position) -> impl Iterator<Item = &LedgerRow> {
        self.rows.get(&game.canonical(position)).into_iter().flatten().flatten()
    }

    /// Returns the values that the rows leave possible for a position.
    pub fn standing(&self, game: &G, position: &G::Position) -> ProofStanding {
        let answer = |question| Some(self.answer(game, position, question)?.result.is_yes());
        ProofStanding::of(answer)
    }

    /// Returns the answers to a question that a search from a position may use at its leaves.
    pub fn leaves(
        &self,
        game: &G,
        root: &G::Position,
        question: ProofQuestion,
    ) -> Vec<(G::Position, bool)> {
        self.leaves_where(game, root, question, |_| true)
    }

    /// Returns the leaves for a search that resumes from its checkpoint, which has its own results.
    pub fn leaves_of_others(
        &self,
        game: &G,
        root: &G::Position,
        question: ProofQuestion,
    ) -> Vec<(G::Position, bool)> {
        let name = ProofLedger::name_of(game, root);
        self.leaves_where(game, root, question, |row| {
            row.leaves > 0 || row.within.as_ref() != Some(&name)
        })
    }

    fn leaves_where(
        &self,
        game: &G,
        root: &G::Position,
        question: ProofQuestion,
        is_wanted: impl Fn(&LedgerRow) -> bool,
    ) -> Vec<(G::Position, bool)> {
        let mut leaves: Vec<_> = (self.rows.keys())
            .filter(|position| may_follow(game, position, root))
            .filter_map(|position| Some((position, self.answer(game, position, question)?)))
            .filter(|(_, row)| is_wanted(row))
            .collect();
        // The search must not depend on the order of a hash map.
        leaves.sort_by_key(|(_, row)| &row.position);
        let leaf =
            |(position, row): (&G::Position, &LedgerRow)| (position.clone(), row.result.is_yes());
        leaves.into_iter().map(leaf).collect()
    }

    /// Returns a position's text in ledgers, the same for all its images.
    pub(super) fn name_of(game: &G, position: &G::Position) -> String {
        game.format(&game.canonical(position))
    }

    /// Returns true if it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the text of the file, with a line for each row so that a change shows as one.
    pub fn to_text(&self, game: &G) -> String {
        let mut rows: Vec<(u32, &LedgerRow)> = (self.rows.iter())
            .flat_map(|(position, rows)| {
                let left = game.plies_left(position);
                rows.iter().flatten().map(move |row| (left, row))
            })
            .collect();
        rows.sort_by_key(|(left, row)| (Reverse(*left), &row.position, row.question));
        let rows = ledger_file::rows(rows.into_iter().map(|(_, row)| json!(row)));
        ledger_file::document(&[("game", json!(game.name()).to_string()), ("rows", rows)])
    }
}
