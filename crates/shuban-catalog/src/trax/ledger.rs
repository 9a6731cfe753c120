//! What proof search has found out, kept: a small file, fit to be committed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shuban_core::Game;
use shuban_search::proof::ProofOutcome;
use shuban_store::{FileSystem, Lock, lock, read_file, replace_file};
use shuban_trax::{Position, Trax, format_position, parse_position};

use crate::error::Error;
use crate::solve::Asked;

/// The version of the ledgers that this program reads and writes.
const VERSION: u32 = 1;
/// How many tenths of a second others are waited for who add to a ledger.
const PATIENCE: u32 = 300;

/// A question that is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// The answer is yes.
    Proven,
    /// The answer is no.
    Disproven,
}

impl Settled {
    /// Of a search that came to its end.
    pub const fn of(outcome: ProofOutcome) -> Option<Self> {
        match outcome {
            ProofOutcome::Proven => Some(Settled::Proven),
            ProofOutcome::Disproven => Some(Settled::Disproven),
            ProofOutcome::Unknown { .. } => None,
        }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Settled::Proven => "proven",
            Settled::Disproven => "disproven",
        }
    }

    /// The answer, yes or no.
    pub const fn is_yes(self) -> bool {
        matches!(self, Settled::Proven)
    }
}

/// One answer, and what it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerRow {
    /// The position, as it is written of all its images.
    pub position: String,
    /// What was asked.
    pub question: Asked,
    /// The answer.
    pub result: Settled,
    /// The position whose search came upon this one, if it was not searched for by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// How many nodes were visited, in all runs; below this position, if it is within another's search.
    pub nodes: u64,
    /// How long it took, in all runs; for a position within another's search the share of it that its nodes have.
    pub seconds: f64,
    /// In how many runs, each going on from the last one's checkpoint.
    pub runs: u64,
    /// How many answers of the same ledger the search had at its leaves; none if it rests on itself alone.
    pub leaves: u64,
    /// The program and its version.
    pub program: String,
    /// What to type for it.
    pub command: String,
}

/// What is known of positions of one game: answers that were searched for, one a row.
///
/// The file is one JSON document with a line for each row, those with the fewest tiles first; it is replaced as a
/// whole. Rows that contradict each other are refused, a position and one after it included.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofLedger {
    trax: Trax,
    rows: BTreeMap<(Position, Asked), LedgerRow>,
}

/// What is said of two rows of which one must be wrong.
fn contradiction(one: &LedgerRow, other: &LedgerRow) -> String {
    let name =
        |row: &LedgerRow| format!("`{}` ({} {})", row.position, row.question.name(), row.result.name());
    format!("{} and {} contradict each other", name(one), name(other))
}

/// Locks the file, to which others may add at the same time: they take a moment.
fn wait_for_lock(files: &dyn FileSystem, path: &Path) -> Result<Lock, Error> {
    for _ in 0..PATIENCE {
        match lock(files, path) {
            Err(shuban_store::Error::Locked { .. }) => thread::sleep(Duration::from_millis(100)),
            locked => return Ok(locked?),
        }
    }
    Ok(lock(files, path)?)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    ledger: u32,
    game: String,
    rows: Vec<LedgerRow>,
}

impl ProofLedger {
    /// A ledger without rows.
    pub fn new(trax: Trax) -> Self {
        ProofLedger { trax, rows: BTreeMap::new() }
    }

    /// Reads a ledger of a game; one without rows if there is no file.
    ///
    /// # Errors
    /// [`Error::Ledger`] if the file is none, or is of another game, or contradicts itself; [`Error::Solve`] if it
    /// cannot be read.
    pub fn read(trax: Trax, files: &dyn FileSystem, path: &Path) -> Result<Self, Error> {
        let Some(bytes) = read_file(files, path)? else { return Ok(ProofLedger::new(trax)) };
        let ledger = ProofLedger::from_bytes(trax, &bytes);
        ledger.map_err(|reason| Error::Ledger { path: path.to_owned(), reason })
    }

    /// Adds rows to the file, which may have got others meanwhile. What is there already stays as it is, but an
    /// answer that was searched for by itself takes the place of one within another's search.
    ///
    /// # Errors
    /// As of [`read`](ProofLedger::read), [`Error::Ledger`] also if a row contradicts the file; [`Error::Solve`]
    /// if it cannot be written. Then the file before is still there.
    pub fn add(
        trax: Trax,
        files: &dyn FileSystem,
        path: &Path,
        rows: impl IntoIterator<Item = LedgerRow>,
    ) -> Result<(), Error> {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return Ok(());
        }
        let ledger_error = |reason| Error::Ledger { path: path.to_owned(), reason };
        let _lock = wait_for_lock(files, path)?;
        let mut ledger = ProofLedger::read(trax, files, path)?;
        let mut is_new = false;
        for row in rows {
            let place = (ledger.place(&row).map_err(ledger_error)?, row.question);
            match ledger.rows.get(&place) {
                Some(known) if known.result != row.result => {
                    return Err(ledger_error(contradiction(known, &row)));
                }
                Some(known) if known.within.is_none() || row.within.is_some() => (),
                _ => {
                    ledger.rows.insert(place, row);
                    is_new = true;
                }
            }
        }
        if !is_new {
            return Ok(());
        }
        ledger.agrees_with_itself().map_err(ledger_error)?;
        Ok(replace_file(files, path, ledger.to_text().as_bytes())?)
    }

    /// Reads the bytes of a ledger.
    ///
    /// # Errors
    /// The reason, if they are no ledger of this game.
    pub fn from_bytes(trax: Trax, bytes: &[u8]) -> Result<Self, String> {
        let written: Written = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        if written.ledger != VERSION {
            return Err(format!("version {}, and this program reads version {VERSION}", written.ledger));
        }
        let game = Game::name(&trax);
        if written.game != game {
            return Err(format!("it is of {}, not of {game}", written.game));
        }
        let mut ledger = ProofLedger::new(trax);
        for row in written.rows {
            let position = ledger.place(&row)?;
            let name = format!("`{}`, {}", row.position, row.question.name());
            if ledger.rows.insert((position, row.question), row).is_some() {
                return Err(format!("{name}: it is there twice"));
            }
        }
        ledger.agrees_with_itself()?;
        Ok(ledger)
    }

    /// The position of a row, up to symmetry.
    fn place(&self, row: &LedgerRow) -> Result<Position, String> {
        let parse = |text: &str| parse_position(&self.trax, text).map_err(|error| error.to_string());
        let position = parse(&row.position)?;
        if let Some(within) = &row.within
            && parse(within)?.board().tiles() >= position.board().tiles()
        {
            return Err(format!("`{}` does not come after `{within}`", row.position));
        }
        match self.trax.ending(&position) {
            Some(_) => Err(format!("`{}`: the game is over there", row.position)),
            None => Ok(self.trax.canonical(&position)),
        }
    }

    /// Whether no two rows, of one position or of one after the other, can not both be true.
    fn agrees_with_itself(&self) -> Result<(), String> {
        for position in self.positions() {
            let of = |asked| self.rows.get(&(*position, asked));
            if let (Some(draws), Some(wins)) = (of(Asked::DrawOrBetter), of(Asked::Win))
                && wins.result.is_yes()
                && !draws.result.is_yes()
            {
                return Err(contradiction(draws, wins));
            }
            // Who is to move gets at least what one of the moves gets.
            let aim = self.trax.to_move(position) == 0;
            for (_, after) in self.trax.turns(position) {
                for asked in Asked::ALL {
                    if let (Some(here), Some(there)) =
                        (self.answer(position, asked), self.answer(&after, asked))
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

    /// The positions of all rows, each once.
    fn positions(&self) -> BTreeSet<&Position> {
        self.rows.keys().map(|(position, _)| position).collect()
    }

    /// The row that answers a question about a position: its own, or one of the other question that leaves no
    /// choice, since who wins also wins or draws.
    pub fn answer(&self, position: &Position, asked: Asked) -> Option<&LedgerRow> {
        let position = self.trax.canonical(position);
        let of = |asked| self.rows.get(&(position, asked));
        of(asked).or_else(|| match asked {
            Asked::DrawOrBetter => of(Asked::Win).filter(|row| row.result.is_yes()),
            Asked::Win => of(Asked::DrawOrBetter).filter(|row| !row.result.is_yes()),
        })
    }

    /// The answers to a question that a search from a position may come to.
    pub fn leaves(&self, root: &Position, asked: Asked) -> Vec<(Position, bool)> {
        self.leaves_but(root, asked, |_| false)
    }

    /// The same for a search that goes on from its checkpoint, where what it found itself is already.
    pub(crate) fn leaves_of_others(&self, root: &Position, asked: Asked) -> Vec<(Position, bool)> {
        let name = ProofLedger::name(&self.trax, root);
        self.leaves_but(root, asked, |row| row.leaves == 0 && row.within.as_ref() == Some(&name))
    }

    fn leaves_but(
        &self,
        root: &Position,
        asked: Asked,
        is_left_out: impl Fn(&LedgerRow) -> bool,
    ) -> Vec<(Position, bool)> {
        let after = self.positions().into_iter().filter(|one| one.board().tiles() > root.board().tiles());
        let leaf = |one: &Position| {
            let row = self.answer(one, asked).filter(|row| !is_left_out(row))?;
            Some((*one, row.result.is_yes()))
        };
        after.filter_map(leaf).collect()
    }

    /// How a position is written in ledgers, whichever of its images it is.
    pub(super) fn name(trax: &Trax, position: &Position) -> String {
        format_position(trax, &trax.canonical(position))
    }

    /// A line for each row, so that a change shows as one.
    pub fn to_text(&self) -> String {
        let mut rows: Vec<(usize, &LedgerRow)> =
            self.rows.iter().map(|((position, _), row)| (position.board().tiles(), row)).collect();
        rows.sort_by_key(|(tiles, row)| (*tiles, &row.position, row.question));
        let lines: Vec<String> =
            rows.iter().map(|(_, row)| format!("\n    {}", serde_json::json!(row))).collect();
        let end = if lines.is_empty() { "" } else { "\n  " };
        let game = serde_json::json!(Game::name(&self.trax));
        format!(
            "{{\n  \"ledger\": {VERSION},\n  \"game\": {game},\n  \"rows\": [{}{end}]\n}}\n",
            lines.join(",")
        )
    }
}

#[cfg(test)]
mod tests {
    use shuban_store::Disk;
    use shuban_trax::Lines;

    use super::*;

    fn three() -> Trax {
        Trax::new(3, Lines::Full).unwrap()
    }

    fn row(position: &str, question: Asked, result: Settled) -> LedgerRow {
        LedgerRow {
            position: position.to_owned(),
            question,
            result,
            within: None,
            nodes: 12,
            seconds: 0.5,
            runs: 1,
            leaves: 0,
            program: "shuban 0.1.0".to_owned(),
            command: format!("shuban solve trax/3 '{position}'"),
        }
    }

    fn text(rows: &[LedgerRow]) -> String {
        serde_json::json!({ "ledger": VERSION, "game": "trax/3", "rows": rows }).to_string()
    }

    fn refused(text: &str) -> String {
        ProofLedger::from_bytes(three(), text.as_bytes()).unwrap_err()
    }

    #[test]
    fn a_ledger_is_read_as_it_was_written_and_does_not_depend_on_the_order() {
        let folder = tempfile::tempdir().unwrap();
        let files = Disk::default();
        let rows = [
            row("@0/ A0\\", Asked::Win, Settled::Proven),
            row("@0+", Asked::DrawOrBetter, Settled::Disproven),
            row("@0/", Asked::Win, Settled::Disproven),
            row("@0/", Asked::DrawOrBetter, Settled::Proven),
        ];
        let write = |name: &str, rows: &mut dyn Iterator<Item = &LedgerRow>| {
            let path = folder.path().join(name);
            rows.for_each(|row| ProofLedger::add(three(), &files, &path, [row.clone()]).unwrap());
            std::fs::read_to_string(path).unwrap()
        };
        let written = write("one.json", &mut rows.iter());
        assert_eq!(written, write("two.json", &mut rows.iter().rev().chain(&rows)));
        assert_eq!(written.lines().count(), 4 + rows.len() + 2, "{written}");
        let ledger = ProofLedger::from_bytes(three(), written.as_bytes()).unwrap();
        assert_eq!(ledger.to_text(), written);
        assert_eq!(ledger, ProofLedger::read(three(), &files, &folder.path().join("one.json")).unwrap());
        assert!(ProofLedger::read(three(), &files, &folder.path().join("none")).unwrap().rows.is_empty());
    }

    #[test]
    fn an_answer_that_contradicts_the_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (files, path) = (Disk::default(), folder.path().join("ledger.json"));
        let add = |row| ProofLedger::add(three(), &files, &path, [row]);
        add(row("@0/", Asked::Win, Settled::Disproven)).unwrap();
        let written = std::fs::read(&path).unwrap();
        let error = add(row("@0/", Asked::Win, Settled::Proven)).unwrap_err();
        assert!(error.to_string().contains("contradict each other"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), written);
    }

    #[test]
    fn an_answer_of_its_own_takes_the_place_of_one_within_anothers_search() {
        let folder = tempfile::tempdir().unwrap();
        let (files, path) = (Disk::default(), folder.path().join("ledger.json"));
        let own = row("@0/ A0+", Asked::Win, Settled::Disproven);
        let within = LedgerRow { within: Some("@0/".to_owned()), ..own.clone() };
        let written = |rows: &[&LedgerRow]| {
            ProofLedger::add(three(), &files, &path, rows.iter().map(|row| (*row).clone())).unwrap();
            std::fs::read_to_string(&path).unwrap()
        };
        assert!(written(&[&within]).contains(r#""within":"@0/""#));
        let replaced = written(&[&own]);
        assert!(!replaced.contains("within"));
        assert_eq!(written(&[&within, &own]), replaced);
    }

    #[test]
    fn a_search_that_goes_on_does_not_rest_on_what_it_found_itself() {
        let within = |position, root: &str| LedgerRow {
            within: Some(root.to_owned()),
            ..row(position, Asked::Win, Settled::Disproven)
        };
        let rows = [
            within("@0/ A0+", "@0/"),
            within("@0/ B1/", "start"),
            row("@0+", Asked::Win, Settled::Disproven),
        ];
        let ledger = ProofLedger::from_bytes(three(), text(&rows).as_bytes()).unwrap();
        let count = |root: &str| {
            let root = parse_position(&three(), root).unwrap();
            [ledger.leaves(&root, Asked::Win), ledger.leaves_of_others(&root, Asked::Win)]
                .map(|leaves| leaves.len())
        };
        assert_eq!((count("start"), count("@0/"), count("@0+")), ([3, 2], [2, 1], [2, 2]));
    }

    #[test]
    fn an_answer_holds_for_images_and_may_settle_the_other_question() {
        let rows = [
            row("@0/ A0\\", Asked::Win, Settled::Proven),
            row("@0+", Asked::DrawOrBetter, Settled::Disproven),
        ];
        let ledger = ProofLedger::from_bytes(three(), text(&rows).as_bytes()).unwrap();
        let answer = |position: &str, asked| {
            let position = parse_position(&three(), position).unwrap();
            ledger.answer(&position, asked).map(|row| row.result.is_yes())
        };
        assert_eq!(answer("@0/ A2\\", Asked::Win), None);
        assert_eq!(answer("white:NWNE", Asked::DrawOrBetter), None, "another position");
        assert_eq!(answer("@0/ A0b", Asked::DrawOrBetter), Some(true), "who wins also wins or draws");
        assert_eq!(answer("red:EW", Asked::Win), Some(false), "who does not even draw does not win");
        let start = Position::START;
        assert_eq!(ledger.leaves(&start, Asked::Win).len(), 2);
        let first = parse_position(&three(), "@0/").unwrap();
        assert_eq!(ledger.leaves(&first, Asked::Win).len(), 1, "only what has more tiles comes later");
    }

    #[test]
    fn what_is_no_ledger_of_the_game_is_refused_with_a_reason() {
        let good = text(&[row("@0+", Asked::Win, Settled::Disproven)]);
        for (from, to, reason) in [
            ("\"ledger\":1", "\"ledger\":2", "version 2, and this program reads version 1"),
            ("\"game\":\"trax/3\"", "\"game\":\"trax/4\"", "it is of trax/4, not of trax/3"),
            ("\"disproven\"", "\"unknown\"", "unknown variant `unknown`"),
            ("\"win\"", "\"draw\"", "unknown variant `draw`"),
            ("\"nodes\":12,", "", "missing field `nodes`"),
            ("\"position\":\"@0+\"", "\"position\":\"@0b\"", "the first move is `@0/` or `@0+`"),
            ("\"position\":\"@0+\"", "\"position\":\"@0+ A0+ A0+\"", "the game is over there"),
            ("}]", "}", "expected"),
        ] {
            let changed = good.replacen(from, to, 1);
            assert_ne!(changed, good, "{from}");
            assert!(refused(&changed).contains(reason), "{from} → {to}: {}", refused(&changed));
        }
    }

    #[test]
    fn rows_that_contradict_each_other_are_refused() {
        let proven = |position, question| row(position, question, Settled::Proven);
        let disproven = |position, question| row(position, question, Settled::Disproven);
        let both = [proven("@0/", Asked::Win), disproven("@0/", Asked::DrawOrBetter)];
        assert!(
            refused(&text(&both)).contains("(draw-or-better disproven) and `@0/` (win proven) contradict")
        );
        // White wins with the first tile, and does not with the only one of the two.
        let up = [proven("@0+", Asked::Win), disproven("start", Asked::Win)];
        assert!(refused(&text(&up)).contains("contradict each other"));
        // Red's move leads to a position that is not even a draw for white.
        let down = [disproven("@0/ A0/", Asked::DrawOrBetter), proven("@0/", Asked::Win)];
        assert!(refused(&text(&down)).contains("contradict each other"));
        let images = [proven("white:NWNE", Asked::Win), proven("white:SWSE", Asked::Win)];
        assert!(refused(&text(&images)).contains("it is there twice"));
    }
}
