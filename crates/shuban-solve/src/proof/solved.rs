//! Knowledge of a question, in fields and in words.

use std::path::PathBuf;
use std::time::Duration;

use shuban_answer::proof::{AskedQuestion, LedgerRow, ProofQuestion, ProofResult};
use shuban_core::echo::safe_line;
use shuban_core::text::{bytes_text, grouped};
use shuban_core::{Datum, Field, Fields};
use shuban_search::proof::{ProofOutcome, Proved, Spent};

/// The word for what a search that was stopped leaves open.
pub(super) const UNKNOWN: &str = "unknown";

/// The knowledge of one question.
#[derive(Default)]
pub(super) struct SolvedQuestion {
    pub(super) question: ProofQuestion,
    /// The answer; `None` if the search was stopped before.
    pub(super) result: Option<ProofResult>,
    /// The root's proof number and disproof number, if the question is open.
    pub(super) numbers: Option<(u32, u32)>,
    /// The nodes visited, in all runs.
    pub(super) nodes: u64,
    /// The seconds that it took, in all runs.
    pub(super) seconds: f64,
    nodes_per_second: f64,
    /// Work of this run per second, in the game's unit.
    work_per_second: f64,
    work_unit: &'static str,
    table_entries: u64,
    table_capacity: u64,
    /// The number of collections of small entries to make room.
    collections: u64,
    /// The number of runs, each resuming from the last one's checkpoint.
    pub(super) runs: u64,
    /// The most promising moves, as far as the table goes.
    pub(super) principal: Vec<String>,
    /// The number of a ledger's answers at the search's leaves, on which the result rests.
    pub(super) leaves: u64,
    /// The command of the recorded search, if the ledger has the answer and nothing was searched.
    /// Nodes and seconds are those of that search.
    pub(super) recorded: Option<String>,
    /// The other position whose search found that answer, if so; nodes and seconds are this
    /// answer's share.
    within: Option<String>,
    pub(super) proof: Option<WrittenProof>,
}

/// A proof that was written.
pub(super) struct WrittenProof {
    pub(super) file: PathBuf,
    pub(super) positions: u64,
    pub(super) bytes: u64,
}

impl SolvedQuestion {
    /// Returns an answer that the ledger has.
    pub(super) fn recorded(row: &LedgerRow, asked: ProofQuestion, work_unit: &'static str) -> Self {
        SolvedQuestion {
            question: asked,
            result: Some(row.result),
            nodes: row.nodes,
            seconds: row.seconds,
            nodes_per_second: row.nodes as f64 / row.seconds.max(0.01),
            work_unit,
            runs: row.runs,
            leaves: row.leaves,
            recorded: Some(row.command.clone()),
            within: row.within.clone(),
            ..SolvedQuestion::default()
        }
    }

    /// Returns the result of a search, still without its best line as text and its proof.
    pub(super) fn searched<P, M>(
        proved: &Proved<P, M>,
        asked: ProofQuestion,
        work_unit: &'static str,
    ) -> Self {
        let seconds = |time: Duration| time.as_secs_f64();
        let rate = |count: u64| count as f64 / seconds(proved.time).max(1e-9);
        SolvedQuestion {
            question: asked,
            result: proved.outcome.answer().map(ProofResult::of),
            numbers: match proved.outcome {
                ProofOutcome::Unknown { proof, disproof } => Some((proof, disproof)),
                _ => None,
            },
            nodes: proved.earlier.nodes + proved.nodes,
            seconds: seconds(proved.earlier.time + proved.time),
            nodes_per_second: rate(proved.nodes),
            work_per_second: rate(proved.work),
            work_unit,
            table_entries: proved.table_entries,
            table_capacity: proved.table_capacity,
            collections: proved.collections,
            runs: proved.earlier.runs + 1,
            leaves: proved.known,
            ..SolvedQuestion::default()
        }
    }

    /// Returns what the question came to, without its cost.
    pub(super) fn asked(&self) -> AskedQuestion {
        let SolvedQuestion { question, result, .. } = *self;
        AskedQuestion { question, result, has_proof: self.proof.is_some() }
    }

    /// Returns the cost of the search.
    pub(super) fn spent(&self) -> Spent {
        let SolvedQuestion { runs, nodes, seconds, leaves, .. } = *self;
        if self.recorded.is_some() {
            return Spent::default();
        }
        Spent { runs, nodes, time: Duration::from_secs_f64(seconds), known: leaves }
    }

    /// Returns `proven`, `disproven`, or `unknown` if the search was stopped before.
    pub(super) fn result_name(&self) -> &'static str {
        self.result.map_or(UNKNOWN, ProofResult::name)
    }

    fn datum(&self) -> Datum {
        let mut members =
            vec![("question", self.question.name().into()), ("result", self.result_name().into())];
        if let Some((proof, disproof)) = self.numbers {
            members.push(("proof_number", u64::from(proof).into()));
            members.push(("disproof_number", u64::from(disproof).into()));
        }
        let work = format!("{}_per_second", self.work_unit);
        members.extend([
            ("nodes", self.nodes.into()),
            ("seconds", self.seconds.into()),
            ("nodes_per_second", self.nodes_per_second.into()),
            (work.as_str(), self.work_per_second.into()),
            ("table_entries", self.table_entries.into()),
            ("table_capacity", self.table_capacity.into()),
            ("collections", self.collections.into()),
            ("runs", self.runs.into()),
            ("principal", Datum::list(self.principal.iter().map(String::as_str))),
            ("leaves", self.leaves.into()),
        ]);
        members.extend(self.recorded.as_deref().map(|command| ("recorded", command.into())));
        members.extend(self.within.as_deref().map(|root| ("within", root.into())));
        if let Some(WrittenProof { file, positions, bytes }) = &self.proof {
            let proof = [
                ("file", file.to_string_lossy().into_owned().into()),
                ("positions", (*positions).into()),
                ("bytes", (*bytes).into()),
            ];
            members.push(("proof", Datum::object(proof)));
        }
        Datum::Object(members.into_iter().map(|(name, datum)| (name.to_owned(), datum)).collect())
    }

    fn text(&self) -> String {
        let numbers = match self.numbers {
            Some((proof, disproof)) => format!(" (proof {proof}, disproof {disproof})"),
            None => String::new(),
        };
        let (question, result) = (self.question.name(), self.result_name());
        let nodes = format!("  {} nodes in {:.1} s", grouped(self.nodes), self.seconds);
        if let Some(command) = &self.recorded {
            let (within, resting) = (within_text(self.within.as_deref()), resting(self.leaves));
            // A ledger may be foreign.
            let command = safe_line(command);
            return format!("{question}  {result} (recorded)\n{nodes}{within}{resting}: {command}");
        }
        let runs = if self.runs > 1 { format!(" and {} runs", self.runs) } else { String::new() };
        let rate = grouped(self.nodes_per_second as u64);
        let (work, unit) = (self.work_per_second / 1e6, self.work_unit);
        let [entries, capacity] = [self.table_entries, self.table_capacity].map(grouped);
        let mut lines = vec![
            format!("{question}  {result}{numbers}"),
            format!("{nodes}{runs}; {rate} nodes/s, {work:.1} M {unit}/s"),
            format!("  table {entries} of {capacity}, {} collections", self.collections),
        ];
        if self.leaves > 0 {
            lines.push(format!("  {}", resting(self.leaves).trim_start_matches(", ")));
        }
        if !self.principal.is_empty() {
            lines.push(format!("  {}", self.principal.join(" ")));
        }
        if let Some(WrittenProof { file, positions, bytes }) = &self.proof {
            let (positions, bytes, file) =
                (grouped(*positions), bytes_text(*bytes), file.display());
            lines.push(format!(
                "  proof of {positions} positions in {file}, {bytes}: `shuban-check` checks it"
            ));
        }
        lines.join("\n")
    }
}

/// Returns the questions that were asked, as a field of an answer.
pub(super) fn questions(solved: &[SolvedQuestion]) -> Fields {
    let all = Datum::List(solved.iter().map(SolvedQuestion::datum).collect());
    let texts: Vec<String> = solved.iter().map(SolvedQuestion::text).collect();
    let field = Field::silent("questions", all);
    Fields::new().with(if texts.is_empty() { field } else { field.long(texts.join("\n")) })
}

/// Returns the other position whose search found an answer, as text to be appended.
pub fn within_text(within: Option<&str>) -> String {
    within.map_or(String::new(), |root| format!(" within the search of {}", safe_line(root)))
}

/// Returns the number of answers that a result rests on, as text to be appended.
pub fn resting(leaves: u64) -> String {
    match leaves {
        0 => String::new(),
        1 => ", with 1 answer of the ledger for a leaf".to_owned(),
        leaves => format!(", with {leaves} answers of the ledger for leaves"),
    }
}
