//! The committed ledgers of boards that take long.

use shuban_catalog::Error;
use shuban_catalog::proof::ProofLedger;
use shuban_trax::{Lines, Trax, recorded};

/// Where the ledger of a board is kept.
pub(super) fn path(size: usize) -> String {
    format!("docs/ledgers/trax-{size}.json")
}

/// The board with full lines of n rows and columns.
pub(super) fn board(size: usize) -> Result<Trax, Error> {
    Trax::new(size, Lines::Full).map_err(|error| Error::TooMuch(error.to_string()))
}

/// What is recorded of a board; nothing, if it has no ledger.
pub(super) fn ledger(size: usize) -> Result<ProofLedger<Trax>, Error> {
    let trax = board(size)?;
    let Some(text) = recorded(&trax) else { return Ok(ProofLedger::default()) };
    let ledger = ProofLedger::from_bytes(&trax, text.as_bytes());
    ledger.map_err(|reason| shuban_solve::Error::Ledger { path: path(size).into(), reason }.into())
}

#[cfg(test)]
mod tests {
    use shuban_trax::Position;

    use super::super::print::printed;
    use super::*;
    use shuban_catalog::proof::ProofQuestion;

    #[test]
    fn the_committed_ledgers_are_whole_and_nothing_in_them_speaks_against_the_paper() {
        for size in 6..=8 {
            let (trax, ledger) = (board(size).unwrap(), ledger(size).unwrap());
            let text = recorded(&trax).unwrap();
            assert!(text.contains(&format!("\"game\": \"trax/{size}\"")), "{}", path(size));
            for asked in ProofQuestion::ALL {
                let recorded = ledger.answer(&trax, &Position::START, asked).map(|row| row.result);
                if let (Some(recorded), Some(printed)) = (recorded, printed(size, asked)) {
                    assert_eq!(recorded, printed.result, "{size}×{size}, {}", asked.name());
                }
            }
        }
    }
}
