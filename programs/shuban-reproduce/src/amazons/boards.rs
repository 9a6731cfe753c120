//! Winners of small boards, as found by Müller ("Solving 5×5 Amazons", 2001) and by Song and Müller ("An Enhanced
//! Solver for the Game of Amazons", IEEE Transactions on Computational Intelligence and AI in Games 7, 2015).

use shuban_amazons::{Boards, format_position, parse_position};
use shuban_catalog::Error;
use shuban_core::Present;

use super::proven::solved;
use super::{by_minimax, every_position};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Columns and rows of boards, and who wins them in print.
const BOARDS: [(usize, usize, Option<&str>); 5] = [
    (4, 4, None),
    (5, 4, Some("first")),
    (4, 5, Some("first")),
    (5, 5, Some("first")),
    (4, 6, Some("first")),
];
/// Boards that take minutes.
const LONGER: [(usize, usize, Option<&str>); 2] = [(4, 7, Some("first")), (6, 4, Some("second"))];
/// Bytes of a search's table.
const TABLE: u64 = 1 << 30;
/// Columns of boards whose printed start may be another: none is in the text at hand, and on 4 by 5 the winner is
/// another.
const OTHER_START: usize = 4;

/// Other starts of 4 by 5, White to move.
const STARTS: [&str; 4] = [
    "XXXX/..../..../..../OOOO white",
    "X..X/.XX./..../.OO./O..O white",
    ".XX./..../..../..../.OO. white",
    "X.../...X/..../X.../...O white",
];

pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    for board in BOARDS.into_iter().chain(LONGER.into_iter().filter(|_| run.options.full)) {
        run.keep(printed(board, run)?);
    }
    for text in STARTS {
        let position = parse_position(text).map_err(Error::position)?;
        let (winner, cost) = solved(&position, TABLE, None, run)?;
        let what = format!("4×5 from {text}, who wins");
        run.keep(Finding::unprinted(what, winner).noting(cost));
    }
    let mut rows = by_minimax::rows(run)?;
    rows.extend(every_position::rows(run)?);
    Ok(rows)
}

/// Returns the row of a board with a start of its own.
fn printed(
    (width, height, print): (usize, usize, Option<&str>),
    run: &Recomputation<'_>,
) -> Result<Finding, Error> {
    let Some(board) = Boards::new(width, height) else {
        return Err(Error::TooMuch(format!("there is no start on {width}×{height}")));
    };
    run.progress.phase(&format!("{width}×{height}"), 0);
    let start = board.start();
    let (winner, cost) = solved(&start, TABLE, None, run)?;
    let what = format!("{width}×{height}, who wins");
    let note = format!("from {}: {cost}", format_position(&start));
    let Some(print) = print else { return Ok(Finding::unprinted(what, winner).noting(note)) };
    if width == OTHER_START {
        let reason = format!("the printed start is not in the text at hand; {note}");
        return Ok(Finding::undecided(what, print, winner, reason));
    }
    Ok(Finding::exact(what, print, winner).noting(note))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn boards_of_twenty_squares_and_fewer_are_decided() {
        let run = Recomputation::quick();
        let row = printed(BOARDS[0], &run).unwrap();
        assert_eq!((row.verdict, row.result.as_str()), (Verdict::Unprinted, Some("second")));
        let row = printed(BOARDS[1], &run).unwrap();
        assert_eq!((row.verdict, row.result.as_str()), (Verdict::Agrees, Some("first")));
        let [in_a_row, .., staggered] = STARTS.map(|text| parse_position(text).unwrap());
        assert_eq!(solved(&in_a_row, TABLE, None, &run).unwrap().0, "first");
        assert_eq!(solved(&staggered, TABLE, None, &run).unwrap().0, "second");
    }
}
