//! A question about a position, searched for or looked up.

use std::time::Instant;

use serde_json::{Value as Json, json};
use shuban_catalog::Error;
use shuban_catalog::proof::{
    LedgerRow, ProofLedger, ProofQuestion, ProofResult, resting, within_text,
};
use shuban_search::proof::{Knowledge, ProofOptions, ProofOutcome, prove_knowing};
use shuban_trax::{Position, Trax};

use super::recorded;
use crate::paper::Recomputation;

/// Answer to a question, with its cost and source.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProofReport {
    /// Answer, if there is one.
    pub(super) result: Option<ProofResult>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// Source of the answer, in words.
    pub(super) source: String,
}

impl ProofReport {
    /// Returns answer, nodes and seconds.
    pub(super) fn json(&self) -> Json {
        let seconds = (self.seconds * 100.0).round() / 100.0;
        json!({
            "answer": self.result.map_or("unknown", ProofResult::name),
            "nodes": self.nodes,
            "seconds": seconds,
        })
    }

    fn of_row(row: &LedgerRow, trax: &Trax) -> Self {
        ProofReport {
            result: Some(row.result),
            nodes: row.nodes,
            seconds: row.seconds,
            source: format!(
                "recorded in {}{}{}: {}",
                recorded::path(trax),
                within_text(row.within.as_deref()),
                resting(row.leaves),
                row.command
            ),
        }
    }
}

/// Looks up a question in a ledger.
pub(super) fn look_up(
    trax: &Trax,
    ledger: &ProofLedger<Trax>,
    position: &Position,
    asked: ProofQuestion,
) -> Option<ProofReport> {
    ledger.answer(trax, position, asked).map(|row| ProofReport::of_row(row, trax))
}

/// Searches, with the answers of a ledger as leaves.
pub(super) fn search(
    trax: &Trax,
    position: &Position,
    asked: ProofQuestion,
    ledger: &ProofLedger<Trax>,
    options: &ProofOptions,
    run: &Recomputation<'_>,
) -> Result<ProofReport, Error> {
    let leaves = ledger.leaves(trax, position, asked);
    let begin = Instant::now();
    let knowledge = Knowledge { leaves: &leaves, ..Knowledge::default() };
    let proved =
        prove_knowing(trax, position, asked.question(), knowledge, options, None, run.progress)?;
    run.check()?;
    let numbers = match proved.outcome {
        ProofOutcome::Unknown { proof, disproof } => {
            format!(", proof {proof}, disproof {disproof}")
        }
        ProofOutcome::Proven | ProofOutcome::Disproven => String::new(),
    };
    let threads = match options.threads {
        1 => "one thread".to_owned(),
        threads => format!("{threads} threads"),
    };
    let leaves = resting(leaves.len() as u64);
    Ok(ProofReport {
        result: proved.outcome.answer().map(ProofResult::of),
        nodes: proved.nodes,
        seconds: begin.elapsed().as_secs_f64(),
        source: format!("searched now, {threads}{leaves}{numbers}"),
    })
}
