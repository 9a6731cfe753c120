//! The end of a game.

use shuban_core::{Payoffs, Present, Seat};

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// The seat that won; none if several, or all, got most.
    pub winner: Option<Seat>,
    /// What each seat gets.
    pub payoffs: Vec<i16>,
    /// Why it is over, where there are several ways.
    pub reason: Option<String>,
    /// `won`, `lost`, `draw`, of the player to move; `finished` if nobody else plays.
    pub outcome: &'static str,
}

impl GameEnd {
    pub(crate) fn new<G: Present>(game: &G, position: &G::Position, payoffs: Payoffs) -> Self {
        let seat = game.to_move(position);
        let payoffs: Vec<i16> = (0..game.seats()).map(|seat| payoffs.of(seat)).collect();
        let most = payoffs.iter().copied().max().unwrap_or_default();
        let mut first = (0..payoffs.len()).filter(|&seat| payoffs[seat] == most);
        let winner = first.next().filter(|_| payoffs.len() > 1 && first.next().is_none());
        let outcome = match winner {
            _ if payoffs.len() == 1 => "finished",
            Some(winner) if winner == seat => "won",
            _ if payoffs.get(seat) == Some(&most) => "draw",
            _ => "lost",
        };
        GameEnd { winner, payoffs, reason: game.reason(position), outcome }
    }
}
