//! The end of a game.

use shuban_core::{Payoffs, Present, Seat};

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// Seat that won; `None` if several, or all, share the highest payoff.
    pub winner: Option<Seat>,
    /// Payoff of each seat.
    pub payoffs: Vec<i16>,
    /// Reason for the end, in games with several.
    pub reason: Option<String>,
    /// `won`, `lost`, `draw`, for the player to move; `finished` in games for one player.
    pub outcome: &'static str,
}

impl GameEnd {
    /// Describes the end of a game by the payoffs of a finished position.
    pub fn new<G: Present>(game: &G, position: &G::Position, payoffs: Payoffs) -> Self {
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
