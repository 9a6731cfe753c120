//! The committed ledgers of boards that take long.

use shuban_catalog::Error;
use shuban_catalog::proof::ProofLedger;
use shuban_core::Game;
use shuban_trax::{Lines, Trax, recorded};

/// Returns the path of the ledger of a board.
pub(super) fn path(trax: &Trax) -> String {
    format!("crates/shuban-trax/ledgers/{}.json", Game::name(trax).replace('/', "-"))
}

/// Returns the board with full lines of n rows and columns.
pub(super) fn board(size: usize) -> Result<Trax, Error> {
    board_with(size, Lines::Full)
}

/// Returns a board in either reading of victory lines.
pub(super) fn board_with(size: usize, lines: Lines) -> Result<Trax, Error> {
    Trax::new(size, lines).map_err(|error| Error::TooMuch(error.to_string()))
}

/// Returns the ledger of a board; an empty one if it has none.
pub(super) fn ledger(trax: &Trax) -> Result<ProofLedger<Trax>, Error> {
    let Some(text) = recorded(trax) else { return Ok(ProofLedger::default()) };
    let ledger = ProofLedger::from_bytes(trax, text.as_bytes());
    ledger.map_err(|reason| shuban_solve::Error::Ledger { path: path(trax).into(), reason }.into())
}

#[cfg(test)]
mod tests {
    use shuban_trax::Position;

    use super::super::print::printed;
    use super::*;
    use shuban_catalog::proof::ProofQuestion;

    #[test]
    fn the_committed_ledgers_are_whole_and_nothing_in_them_speaks_against_the_paper() {
        let boards = [(6, Lines::Full), (6, Lines::None), (7, Lines::Full), (8, Lines::Full)];
        for (size, lines) in boards {
            let trax = board_with(size, lines).unwrap();
            let (ledger, text) = (ledger(&trax).unwrap(), recorded(&trax).unwrap());
            assert!(text.contains(&format!("\"game\": \"{}\"", Game::name(&trax))), "{trax:?}");
            for asked in ProofQuestion::ALL {
                let recorded = ledger.answer(&trax, &Position::START, asked).map(|row| row.result);
                // The report before found a draw without lines, as this one does with them.
                if let (Some(recorded), Some(printed)) = (recorded, printed(size, asked)) {
                    assert_eq!(recorded, printed.result, "{trax:?}, {}", asked.name());
                }
            }
        }
    }
}
