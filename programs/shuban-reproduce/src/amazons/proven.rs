//! Winners of boards by proof search.

use shuban_amazons::{Army, Boards, Position};
use shuban_catalog::Error;
use shuban_core::provable::Question;
use shuban_core::text::grouped;
use shuban_search::proof::{ProofOptions, ProofOutcome, prove};

use crate::finding::Finding;
use crate::paper::Recomputation;

/// Bytes of a search's table where positions take some hundred nodes.
const TABLE: u64 = 16 << 20;

/// A position with White to move, drawn at random.
pub(super) struct Drawn {
    pub(super) position: Position,
    /// True if White wins, as something else than proof search has it.
    pub(super) wins: bool,
    /// Empty squares from which on the search goes to the end at once, if not the usual.
    pub(super) tail: Option<u32>,
}

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

/// Returns the row of how many drawn positions have the same winner by proof search.
pub(super) fn compared(
    run: &Recomputation<'_>,
    what: String,
    count: u64,
    mut draw: impl FnMut() -> Result<Drawn, Error>,
) -> Result<Finding, Error> {
    let (mut alike, mut won) = (0, 0);
    for done in 0..count {
        run.check()?;
        let Drawn { position, wins, tail } = draw()?;
        let (winner, _) = solved(&position, TABLE, tail, run)?;
        alike += u64::from(wins == (winner == "first"));
        won += u64::from(wins);
        run.progress.at(done + 1, "");
    }
    let note = format!("the player to move wins {} of them", grouped(won));
    Ok(Finding::twice(what, alike, count).noting(note))
}
