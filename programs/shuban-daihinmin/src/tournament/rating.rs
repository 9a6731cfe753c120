//! Ratings from the order in which players finish.

use rayon::prelude::*;
use serde::Serialize;
use shuban_core::Random;

use crate::matches::interval::student;

/// Counts of games in which one of two players finished before the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Finishes {
    players: usize,
    /// Row by row: how often the player of the row was before that of the column.
    before: Vec<f64>,
}

/// The strength of a player on the scale of Elo: a player with 400 points more finishes ten times
/// as often before the other as behind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// The interval of 95 %; none for a single table.
    pub ci95: Option<[f64; 2]>,
}

/// Number of weightings of the tables for intervals.
const WEIGHTINGS: u64 = 1_000;

/// The fit ends when no logarithm of a strength changes by more.
const PRECISION: f64 = 1e-9;

/// The most rounds of a fit.
const ROUNDS: usize = 10_000;

impl Finishes {
    /// Creates counts of no game.
    pub fn new(players: usize) -> Self {
        Finishes { players, before: vec![0.0; players * players] }
    }

    /// Adds a game by its players from the first place to the last. A player at several seats does
    /// not count against itself.
    pub fn add_game(&mut self, order: &[usize]) {
        for (place, &first) in order.iter().enumerate() {
            for &second in order[place + 1..].iter().filter(|&&second| second != first) {
                self.before[first * self.players + second] += 1.0;
            }
        }
    }

    fn add(&mut self, other: &Finishes, weight: f64) {
        let counts = self.before.iter_mut().zip(&other.before);
        counts.for_each(|(sum, count)| *sum += weight * count);
    }

    /// Returns how often one player finished before another. Half a game each way is added for two
    /// who have met, so that a player who was always first has a rating, too.
    fn wins(&self, player: usize, other: usize) -> f64 {
        let [won, lost] = [(player, other), (other, player)];
        let [won, lost] = [won, lost].map(|(row, column)| self.before[row * self.players + column]);
        if won + lost > 0.0 { won + 0.5 } else { 0.0 }
    }

    /// Returns the ratings with the mean 0: the most likely strengths of Bradley and Terry, in which
    /// a player finishes before another in proportion to their strengths, by minorisation and
    /// maximisation (Hunter, "MM algorithms for generalized Bradley–Terry models", Annals of
    /// Statistics 32, 2004). Orders of several players by the model of Plackett and Luce have these
    /// probabilities for each pair.
    pub fn elo(&self) -> Vec<f64> {
        let pairs = |player: usize| (0..self.players).filter(move |&other| other != player);
        let wins: Vec<f64> = (0..self.players)
            .map(|player| pairs(player).map(|other| self.wins(player, other)).sum())
            .collect();
        let met: Vec<Vec<f64>> = (0..self.players)
            .map(|player| {
                let met = |other| self.wins(player, other) + self.wins(other, player);
                (0..self.players).map(met).collect()
            })
            .collect();
        // A player who has met nobody stays at the mean.
        let rated: Vec<usize> = (0..self.players).filter(|&player| wins[player] > 0.0).collect();
        let mut strengths = vec![1.0; self.players];
        for _ in 0..ROUNDS {
            let better = |player: usize| {
                let shares = pairs(player)
                    .map(|other| met[player][other] / (strengths[player] + strengths[other]));
                wins[player] / shares.sum::<f64>()
            };
            let next: Vec<f64> = rated.iter().map(|&player| better(player)).collect();
            let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / next.len() as f64;
            let mut change: f64 = 0.0;
            for (&player, strength) in rated.iter().zip(next) {
                let strength = strength / mean.exp();
                change = change.max((strength / strengths[player]).ln().abs());
                strengths[player] = strength;
            }
            if change < PRECISION {
                break;
            }
        }
        strengths.into_iter().map(|strength| 400.0 * strength.log10()).collect()
    }
}

/// Returns the ratings of players by the finishes of each table; the one of the `anchor` is 0, or
/// else the mean.
///
/// Games of a table depend on each other, so intervals come from weighting whole tables at random
/// (Rubin, "The Bayesian bootstrap", Annals of Statistics 9, 1981): no table, and so no player, is
/// ever left out. The spread is corrected for the number of tables, and is taken times the quantile
/// of Student's t.
pub fn ratings(tables: &[Finishes], anchor: Option<usize>, seed: u64) -> Vec<Rating> {
    let players = tables.first().map_or(0, |table| table.players);
    let fitted = |weight: &mut dyn FnMut() -> f64| {
        let mut sum = Finishes::new(players);
        tables.iter().for_each(|table| sum.add(table, weight()));
        let elo = sum.elo();
        let zero = anchor.map_or(0.0, |anchor| elo[anchor]);
        elo.into_iter().map(|rating| rating - zero).collect::<Vec<f64>>()
    };
    let elo = fitted(&mut || 1.0);
    let n = tables.len() as f64;
    if tables.len() < 2 {
        return elo.into_iter().map(|elo| Rating { elo, ci95: None }).collect();
    }
    let weighted = |number: u64| {
        // Parts before these are those of the tables.
        let mut random = Random::of_part(seed, tables.len() as u64 + number);
        let drawn: Vec<f64> = tables.iter().map(|_| exponential(&mut random)).collect();
        let mean = drawn.iter().sum::<f64>() / n;
        let mut weights = drawn.into_iter();
        fitted(&mut || weights.next().unwrap_or_default() / mean)
    };
    let drawn: Vec<Vec<f64>> = (0..WEIGHTINGS).into_par_iter().map(weighted).collect();
    let quantile = student(tables.len() - 1) * ((n + 1.0) / (n - 1.0)).sqrt();
    let rating = |(player, elo): (usize, f64)| {
        let mean = drawn.iter().map(|one| one[player]).sum::<f64>() / WEIGHTINGS as f64;
        let squares = drawn.iter().map(|one| (one[player] - mean).powi(2)).sum::<f64>();
        let half = quantile * (squares / (WEIGHTINGS - 1) as f64).sqrt();
        Rating { elo, ci95: Some([elo - half, elo + half]) }
    };
    elo.into_iter().enumerate().map(rating).collect()
}

/// Draws from the exponential distribution with mean 1.
fn exponential(random: &mut Random) -> f64 {
    // 53 bits, from the open interval of 0 and 1.
    let uniform = ((random.bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -uniform.ln()
}
