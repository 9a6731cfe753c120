//! Winners of boards drawn at random, by proof search beside plain minimax.

use std::collections::HashMap;

use shuban_amazons::{Army, Position, Square, Squares, Subgame, twin};
use shuban_catalog::Error;
use shuban_core::Random;
use shuban_core::text::grouped;

use super::proven::{Drawn, compared};
use crate::finding::Finding;
use crate::paper::Recomputation;

/// Empty squares from which on a search goes to the end at once, one of them for each board. The usual eight leave
/// nothing to the search of smaller boards.
const TAILS: [Option<u32>; 4] = [Some(0), Some(2), Some(5), None];
/// Most columns, rows, and amazons of a side.
const MOST: (usize, usize, usize) = (6, 6, 4);

/// Returns how many boards with a few empty squares, White to move, have the winner that minimax over the rules' second
/// implementation finds.
pub(crate) fn rows(run: &Recomputation<'_>) -> Result<Vec<Finding>, Error> {
    let (most, drawn) = run.size((7, 1_000), (9, 10_000));
    run.progress.phase("boards", drawn);
    let mut random = Random::new(46);
    let tails = if run.options.full { &TAILS[..] } else { &TAILS[..3] };
    let what = format!(
        "{} boards with up to {most} empty squares, drawn at random: with the same winner by proof search and by plain \
         minimax",
        grouped(drawn)
    );
    let row = compared(run, what, drawn, || {
        loop {
            if let Some(position) = board(&mut random, most) {
                let wins = wins(position.subgame(), Army::White, &mut HashMap::new());
                return Ok(Drawn { position, wins, tail: tails[random.place(tails.len())] });
            }
        }
    })?;
    Ok(vec![row])
}

/// Draws a board with up to `most_empty` empty squares; `None` if what is drawn does not fit on it.
fn board(random: &mut Random, most_empty: usize) -> Option<Position> {
    let (columns, rows, amazons) = MOST;
    let [height, width] = [rows, columns].map(|most| 1 + random.place(most));
    let [black, white, empty] = [amazons, amazons, most_empty].map(|most| 1 + random.place(most));
    let mut squares: Vec<Square> = Squares::rectangle(height, width).iter().collect();
    random.shuffle(&mut squares);
    let set = |from: usize, count: usize| -> Option<Squares> {
        Some(squares.get(from..from + count)?.iter().copied().collect())
    };
    let all = set(0, black + white + empty)?;
    let game = Subgame::new(all, set(0, black)?, set(black, white)?)?;
    Position::new(height, width, game, Army::White)
}

/// Returns true if the side to move makes the last move.
fn wins(game: &Subgame, to_move: Army, known: &mut HashMap<(Subgame, Army), bool>) -> bool {
    if let Some(&wins) = known.get(&(*game, to_move)) {
        return wins;
    }
    let other = to_move.opponent();
    let mut moves = twin::moves(game, to_move).into_iter();
    let found = moves.any(|action| !wins(&game.after(to_move, action), other, known));
    known.insert((*game, to_move), found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Verdict;

    #[test]
    fn proof_search_agrees_with_minimax() {
        let rows = rows(&Recomputation::quick()).unwrap();
        assert_eq!((rows[0].verdict, &rows[0].result), (Verdict::Unprinted, &1_000.into()));
    }
}
