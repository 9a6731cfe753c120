//! The result of a match.

use std::fmt;

use serde::Serialize;
use shuban_core::text::grouped;
use shuban_daihinmin_game::PLAYERS;

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The number of games.
    pub games: u32,
    /// The number of tables, each of which begins without classes.
    pub tables: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The players by their numbers.
    pub players: Vec<PlayerReport>,
}

/// The result of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerReport {
    /// The player's name.
    pub name: String,
    /// The points of all games together: 5, 4, 3, 2, 1 for the places.
    pub points: u64,
    /// Number of games in each place, from the first.
    pub places: [u32; PLAYERS],
    /// The interval of 95 % of the points; none for a single game.
    pub ci95: Option<[f64; 2]>,
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { games, tables, seed, .. } = self;
        let width = self.players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        let (all, mean) = (grouped(*games), grouped(u64::from(*games) * 3));
        let mut lines = vec![
            format!(
                "{all} games at {tables} tables, seed {seed}; all alike would have {mean} points"
            ),
            format!("{:width$}   points   95 % interval     1st    2nd    3rd    4th    5th", ""),
        ];
        for player in &self.players {
            let ci95 = player.ci95.map_or("–".to_owned(), |[low, high]| {
                format!("{}–{}", grouped(low.round() as u64), grouped(high.round() as u64))
            });
            let places: String = player.places.iter().map(|count| format!(" {count:>6}")).collect();
            let points = grouped(player.points);
            lines.push(format!("{:width$} {points:>8} {ci95:>15} {places}", player.name));
        }
        f.write_str(&lines.join("\n"))
    }
}

/// A finished match.
pub struct PlayedMatch {
    /// Its result.
    pub report: MatchReport,
    /// The points of each player in each batch of games that is taken as independent.
    pub batches: Vec<[f64; PLAYERS]>,
}
