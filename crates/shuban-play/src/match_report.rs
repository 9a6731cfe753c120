//! Match report.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use shuban_core::MAX_SEATS;

use crate::estimate::{Estimate, Sums};
use crate::level::Level;
use crate::match_options::MatchOptions;
use crate::player::Basis;
use crate::recorded::{RecordedGame, RecordedMove};

/// The course of one game.
pub(crate) struct PlayedGame {
    /// Payoff of each seat, if the game ended.
    pub(crate) payoffs: Option<Vec<i16>>,
    /// Seat that won, if one did.
    pub(crate) winner: Option<usize>,
    /// Number of each seat's choices, by basis.
    pub(crate) bases: [[u32; Basis::ALL.len()]; MAX_SEATS],
    /// Thinking time of each seat.
    pub(crate) times: [Duration; MAX_SEATS],
    /// The moves, in matches that are recorded.
    pub(crate) moves: Vec<RecordedMove>,
}

/// Report of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// Start position of each game.
    pub position: String,
    /// Number of games planned for each combination of players.
    pub games: u32,
    /// The seed.
    pub seed: u64,
    /// Limit on the moves of a game: an unfinished game has no result.
    pub plies: usize,
    /// Combinations of players.
    pub pairings: Vec<Pairing>,
    /// True if the match was interrupted: games are missing.
    #[serde(skip)]
    pub is_interrupted: bool,
}

/// Players who played each other.
#[derive(Clone, Debug, Serialize)]
pub struct Pairing {
    /// Number of games played.
    pub games: u64,
    /// Number of these without a result.
    pub no_result: u64,
    /// The players.
    pub players: Vec<PlayerScore>,
    /// The seats, over all players.
    pub seats: Vec<SeatScore>,
    /// The games in order, in matches that are recorded.
    #[serde(skip)]
    pub records: Vec<RecordedGame>,
}

/// Score of a player. Games without a result count in none of the numbers.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerScore {
    /// Name of the player.
    pub player: String,
    /// Games that this player alone won.
    pub wins: u64,
    /// Games without a single winner.
    pub draws: u64,
    /// Games that another player won.
    pub losses: u64,
    /// Mean points per game.
    pub points: Option<Estimate>,
    /// Number of moves, by the basis of their choice.
    pub moves: MoveCounts,
    #[serde(skip)]
    sums: Sums,
    #[serde(skip)]
    time: Duration,
}

/// Number of moves by basis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MoveCounts {
    /// Moves without a choice.
    pub only_move: u64,
    /// Moves from databases.
    pub table: u64,
    /// Moves by search.
    pub search: u64,
    /// Moves by an estimate.
    pub estimate: u64,
    /// Moves at random.
    pub random: u64,
}

impl MoveCounts {
    fn add(&mut self, counts: &[u32; Basis::ALL.len()]) {
        for (basis, &count) in Basis::ALL.into_iter().zip(counts) {
            let sum = match basis {
                Basis::OnlyMove => &mut self.only_move,
                Basis::Table => &mut self.table,
                Basis::Search => &mut self.search,
                Basis::Estimate => &mut self.estimate,
                Basis::Random => &mut self.random,
            };
            *sum += u64::from(count);
        }
    }

    /// Returns the total.
    pub fn all(&self) -> u64 {
        self.only_move + self.table + self.search + self.estimate + self.random
    }
}

/// Score of a seat, over all players.
#[derive(Clone, Debug, Serialize)]
pub struct SeatScore {
    /// Name of the seat.
    pub seat: String,
    /// Games that it won.
    pub wins: u64,
    /// Mean points per game.
    pub points: Option<Estimate>,
    #[serde(skip)]
    sums: Sums,
}

impl Pairing {
    pub(crate) fn new(levels: &[Level], choice: &[usize], seats: Vec<String>) -> Self {
        let player = |&number: &usize| {
            let level = levels[number];
            let twins = |numbers: &[Level]| numbers.iter().filter(|&&other| other == level).count();
            let name = match twins(levels) {
                1 => level.name().to_owned(),
                _ => format!("{} {}", level.name(), twins(&levels[..=number])),
            };
            PlayerScore {
                player: name,
                wins: 0,
                draws: 0,
                losses: 0,
                points: None,
                moves: MoveCounts::default(),
                sums: Sums::default(),
                time: Duration::ZERO,
            }
        };
        let seat = |seat| SeatScore { seat, wins: 0, points: None, sums: Sums::default() };
        Pairing {
            games: 0,
            no_result: 0,
            players: choice.iter().map(player).collect(),
            seats: seats.into_iter().map(seat).collect(),
            records: Vec::new(),
        }
    }

    /// Adds a game in which the players had moved on by `rotation` seats.
    pub(crate) fn add(&mut self, rotation: usize, played: PlayedGame, is_recorded: bool) {
        self.games += 1;
        self.no_result += u64::from(played.payoffs.is_none());
        let count = self.players.len();
        for (place, player) in self.players.iter_mut().enumerate() {
            let seat = (place + rotation) % count;
            player.moves.add(&played.bases[seat]);
            player.time += played.times[seat];
            let Some(payoffs) = &played.payoffs else { continue };
            match played.winner {
                Some(winner) if winner == seat => player.wins += 1,
                Some(_) => player.losses += 1,
                None => player.draws += 1,
            }
            player.sums.add(payoffs[seat]);
            player.points = player.sums.estimate();
            let score = &mut self.seats[seat];
            score.wins += u64::from(played.winner == Some(seat));
            score.sums.add(payoffs[seat]);
            score.points = score.sums.estimate();
        }
        if is_recorded {
            let places = (0..count).map(|seat| (seat + count - rotation) % count).collect();
            let is_over = played.payoffs.is_some();
            self.records.push(RecordedGame { places, moves: played.moves, is_over });
        }
    }
}

impl MatchReport {
    pub(crate) fn new(game: String, position: String, options: &MatchOptions) -> Self {
        let MatchOptions { games, seed, plies, .. } = *options;
        let pairings = Vec::new();
        MatchReport { game, position, games, seed, plies, pairings, is_interrupted: false }
    }

    /// Returns the number of games played.
    pub fn played(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.games).sum()
    }

    /// Formats each player's mean time for a move, a line for each pairing. It depends on the
    /// machine, and is not part of the report.
    pub fn times(&self) -> Vec<String> {
        let time = |PlayerScore { player, moves, time, .. }: &PlayerScore| {
            let each = time.as_secs_f64() * 1e3 / moves.all().max(1) as f64;
            format!("{player} {each:.3} ms")
        };
        let line = |pairing: &Pairing| {
            let times: Vec<String> = pairing.players.iter().map(time).collect();
            format!("time per move: {}", times.join(", "))
        };
        self.pairings.iter().map(line).collect()
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}  seed {}", self.game, self.position, self.seed)?;
        let points = |points: &Option<Estimate>| points.map_or("?".to_owned(), |p| p.to_string());
        for pairing in &self.pairings {
            let names: Vec<&str> = pairing.players.iter().map(|score| &*score.player).collect();
            let games = if pairing.games == 1 { "game" } else { "games" };
            write!(f, "\n\n{}: {} {games}", names.join(" against "), pairing.games)?;
            if pairing.no_result > 0 {
                let (count, plies) = (pairing.no_result, self.plies);
                write!(f, ", {count} without a result after {plies} moves")?;
            }
            let width = |least: usize, name: &str| least.max(name.chars().count());
            let wide = pairing.players.iter().fold(6, |wide, score| width(wide, &score.player));
            let wide = pairing.seats.iter().fold(wide, |wide, score| width(wide, &score.seat));
            write!(
                f,
                "\n{:<wide$}  {:>7}  {:>7}  {:>7}  points a game",
                "", "wins", "draws", "losses"
            )?;
            for score in &pairing.players {
                let PlayerScore { player, wins, draws, losses, .. } = score;
                let points = points(&score.points);
                write!(f, "\n{player:<wide$}  {wins:>7}  {draws:>7}  {losses:>7}  {points}")?;
            }
            for score in &pairing.seats {
                let SeatScore { seat, wins, .. } = score;
                let points = points(&score.points);
                write!(f, "\n{seat:<wide$}  {wins:>7}  {:>7}  {:>7}  {points}", "", "")?;
            }
            for PlayerScore { player, moves, .. } in &pairing.players {
                let MoveCounts { only_move, table, search, estimate, random } = moves;
                write!(
                    f,
                    "\n{player}: {table} moves looked up, {search} searched, {estimate} estimated, \
                     {random} at random, {only_move} without a choice"
                )?;
            }
        }
        Ok(())
    }
}
