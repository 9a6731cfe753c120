//! Comparisons with plain minimax.

use shuban_core::Random;

use crate::squares::{Square, Squares};
use crate::subgame::{Army, Subgame};

/// Returns a random board with `empty` empty squares at most, and who is to move.
pub(super) fn random_board(random: &mut Random, empty: u64) -> (Subgame, Army) {
    let (height, width) = (1 + random.place(5), 1 + random.place(5));
    let mut squares: Vec<Square> = Squares::rectangle(height, width).iter().collect();
    let mut taken = |random: &mut Random, most: u64| -> Squares {
        let count = 1 + random.below(most) as usize;
        (0..count.min(squares.len()))
            .map(|_| squares.swap_remove(random.place(squares.len())))
            .collect()
    };
    let [black, white, empty] = [4, 4, empty].map(|most| taken(random, most));
    let game = Subgame::new(black | white | empty, black, white).expect("no square is taken twice");
    (game, Army::BOTH[random.place(2)])
}

/// Returns the side that makes the last move, by trying all moves.
pub(super) fn winner_by_rules(game: &Subgame, to_move: Army) -> Army {
    let other = to_move.opponent();
    let wins = |action| winner_by_rules(&game.after(to_move, action), other) == to_move;
    if game.moves(to_move).into_iter().any(wins) { to_move } else { other }
}
