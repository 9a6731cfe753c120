//! The result of a table of a tournament.

use shuban_daihinmin_game::PLAYERS;

use super::rating::Finishes;
use crate::record::MatchRecord;

/// The result of a table.
pub(super) struct TableScore {
    /// The finishes of all games.
    pub(super) finishes: Finishes,
    /// The places of each player.
    pub(super) places: Vec<[u32; PLAYERS]>,
}

/// Counts the result of a table.
pub(super) fn score(
    record: &MatchRecord,
    line_up: &[usize; PLAYERS],
    players: usize,
) -> TableScore {
    let mut score =
        TableScore { finishes: Finishes::new(players), places: vec![[0; PLAYERS]; players] };
    for game in &record.games {
        let order = game.ranking.map(|number| line_up[number]);
        score.finishes.add_game(&order);
        order.iter().enumerate().for_each(|(place, &player)| score.places[player][place] += 1);
    }
    score
}
