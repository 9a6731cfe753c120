//! The result of a tournament.

use std::fmt;

use serde::Serialize;
use shuban_core::text::grouped;
use shuban_daihinmin_game::{ContestRules, PLAYERS};

use super::options::TournamentOptions;
use super::rating::{Finishes, Rating, ratings};
use super::score::TableScore;
use crate::matches::interval::interval;
use crate::players::PlayerKind;

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentReport {
    /// The number of games.
    pub games: u32,
    /// The number of tables.
    pub tables: u32,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The player whose rating is 0; if there is none, the mean of all is 0.
    pub anchor: Option<String>,
    /// The players, the highest rating first.
    pub players: Vec<EntrantReport>,
}

/// The result of a player of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EntrantReport {
    /// The player's name, with a number if it takes part several times.
    pub name: String,
    /// The number of seats that it had in all games.
    pub games: u32,
    /// The points a game: 5, 4, 3, 2, 1 for the places.
    pub points: f64,
    /// The interval of 95 % of the points; none for a single table.
    pub ci95: Option<[f64; 2]>,
    /// Number of games in each place, from the first.
    pub places: [u32; PLAYERS],
    /// The rating.
    pub rating: Rating,
}

impl TournamentReport {
    /// Sums up tables with these players, those of the options first.
    pub(super) fn new(
        rules: &ContestRules,
        names: &[String],
        games: u32,
        options: &TournamentOptions,
        scores: &[TableScore],
    ) -> Self {
        let TournamentOptions { players: kinds, seed, .. } = options;
        let names = numbered(names);
        let anchor = kinds.iter().position(|&kind| kind == PlayerKind::Default);
        let finishes: Vec<Finishes> = scores.iter().map(|table| table.finishes.clone()).collect();
        let ratings = ratings(&finishes, anchor, *seed);
        let report = |player: usize| {
            let per_game = |places: &[u32; PLAYERS]| {
                let games: u32 = places.iter().sum();
                (games > 0).then(|| rules.points_of(places) as f64 / f64::from(games))
            };
            let of_tables = scores.iter().map(|table| &table.places[player]);
            let mut places = [0; PLAYERS];
            for of_table in of_tables.clone() {
                places.iter_mut().zip(of_table).for_each(|(sum, count)| *sum += count);
            }
            let means: Vec<f64> = of_tables.filter_map(per_game).collect();
            let points = per_game(&places).unwrap_or_default();
            let half = interval(&means).map(|[low, high]| (high - low) / 2.0 / means.len() as f64);
            EntrantReport {
                name: names[player].clone(),
                games: places.iter().sum(),
                points,
                ci95: half.map(|half| [points - half, points + half]),
                places,
                rating: ratings[player],
            }
        };
        let mut players: Vec<EntrantReport> = (0..names.len()).map(report).collect();
        players.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
        let anchor = anchor.map(|anchor| names[anchor].clone());
        let tables = scores.len() as u32;
        TournamentReport { games, tables, seed: *seed, anchor, players }
    }
}

/// Adds numbers to the names of players: where one occurs several times, the later ones have them.
fn numbered(names: &[String]) -> Vec<String> {
    let mut numbered: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        let (mut unused, mut number) = (name.clone(), 1);
        // A client may call itself anything.
        while numbered.contains(&unused) {
            number += 1;
            unused = format!("{name} ({number})");
        }
        numbered.push(unused);
    }
    numbered
}

impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TournamentReport { games, tables, seed, anchor, players } = self;
        let zero = anchor.as_deref().unwrap_or("the mean");
        let games = grouped(*games);
        let width = players.iter().map(|player| player.name.len()).max().unwrap_or(0);
        write!(f, "{games} games at {tables} tables, seed {seed}; ratings in Elo, {zero} at 0")?;
        write!(f, "\n{:width$} rating  95 % interval     games points  95 % interval", "")?;
        ["1st", "2nd", "3rd", "4th", "5th"]
            .iter()
            .try_for_each(|place| write!(f, " {place:>6}"))?;
        for player in players {
            let Rating { elo, ci95 } = player.rating;
            // Zero has no sign of its own.
            let whole = |elo: f64| elo.round() + 0.0;
            let elos = ci95.map(|ends| ends.map(whole));
            let elos = elos.map_or("–".to_owned(), |[low, high]| format!("{low:+} – {high:+}"));
            let elo = whole(elo);
            let points =
                player.ci95.map_or("–".to_owned(), |[low, high]| format!("{low:.3}–{high:.3}"));
            write!(
                f,
                "\n{:width$} {elo:>+6} {elos:>14} {:>9} {:>6.3} {points:>14}",
                player.name,
                grouped(player.games),
                player.points
            )?;
            player.places.iter().try_for_each(|count| write!(f, " {count:>6}"))?;
        }
        Ok(())
    }
}
