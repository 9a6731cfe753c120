//! Winners of boards by proof search.

use shuban_amazons::{Army, Boards, Position};
use shuban_catalog::Error;
use shuban_core::provable::Question;
use shuban_core::text::grouped;
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};

use crate::paper::Recomputation;

/// Returns the winner of a position with White to move, and the nodes of the search; `table` is its memory in bytes, `tail` the
/// number of empty squares from which on it is searched to the end at once, if not the usual.
pub(super) fn solved(
    start: &Position,
    table: u64,
    tail: Option<u32>,
    run: &Recomputation<'_>,
) -> Result<(&'static str, String), Error> {
    debug_assert_eq!(start.to_move(), Army::White);
    // One thread takes the same nodes each time.
    let options =
        ProofOptions { tail, ..ProofOptions::default() }.within(run.options.memory.min(table), 1);
    let question = Question { seat: 0, at_least: 1 };
    let proved = prove(&Boards::any(), start, question, &options, None, run.progress)?;
    let winner = match proved.outcome {
        ProofOutcome::Proven => "first",
        ProofOutcome::Disproven => "second",
        ProofOutcome::Unknown { .. } => return Err(Error::Interrupted),
    };
    let plural = if proved.nodes == 1 { "" } else { "s" };
    Ok((winner, format!("{} node{plural}", grouped(proved.nodes))))
}
