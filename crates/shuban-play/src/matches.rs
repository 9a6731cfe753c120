//! Many games between players.

use std::time::Instant;

use rayon::prelude::*;
use shuban_catalog::names::Games;
use shuban_catalog::{AnyGame, AnyPosition, Error};
use shuban_core::Progress;

use crate::dice::{Dice, part_seed};
use crate::level::Resources;
use crate::match_options::MatchOptions;
use crate::match_report::{MatchReport, Pairing, PlayedGame};
use crate::player::Player;
use crate::recorded::RecordedMove;
use crate::turn::Turn;

/// Number of games that are played before their results are added up.
const AT_ONCE: u32 = 1 << 10;

/// Plays a match, on the current rayon pool. The report depends on the options alone, unless
/// searches have a time limit. An interrupted match reports the games that were played.
///
/// # Errors
/// [`Error`]: too few players, a file that cannot be read.
pub fn play_match(
    resources: &Resources<'_>,
    game: &dyn AnyGame,
    start: &AnyPosition,
    options: &MatchOptions,
    progress: &dyn Progress,
) -> Result<MatchReport, Error> {
    let seats = game.seat_names();
    let games = resources.catalog.games_named(&game.name())?;
    let choices = choices(options.players.len(), seats.len());
    if choices.is_empty() {
        let (name, given) = (game.name(), options.players.len());
        let message = format!("{name} takes {} players, and {given} are given", seats.len());
        return Err(Error::Refused { kind: "players", message });
    }
    let total = choices.len() as u64 * u64::from(options.games);
    progress.phase("games", total);
    let mut report = MatchReport::new(game.name(), start.text.clone(), options);
    for (number, choice) in (0..).zip(choices) {
        let mut pairing = Pairing::new(&options.players, &choice, seats.clone());
        let table = Table { resources, game, games, start, options, choice: &choice, progress };
        let seed = part_seed(options.seed, number);
        for first in (0..options.games).step_by(AT_ONCE as usize) {
            let last = options.games.min(first.saturating_add(AT_ONCE));
            let done = number * u64::from(options.games) + u64::from(first);
            let counter = std::sync::atomic::AtomicU64::new(done);
            let play = |number: u32| {
                let played = table.play(number, part_seed(seed, u64::from(number)));
                let done = counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                progress.at(done, "");
                played
            };
            let played: Vec<Result<PlayedGame, Error>> =
                (first..last).into_par_iter().map(play).collect();
            for (number, played) in (first..).zip(played) {
                match played {
                    Ok(played) => pairing.add(table.rotation(number), played, options.is_recorded),
                    Err(Error::Interrupted) => report.is_interrupted = true,
                    Err(error) => return Err(error),
                }
            }
            if progress.interrupted() {
                report.is_interrupted = true;
                break;
            }
        }
        report.pairings.push(pairing);
        if report.is_interrupted {
            break;
        }
    }
    Ok(report)
}

/// Returns all combinations of `k` of `n` players, each in ascending order.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        choices(last, k - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    let mut all: Vec<Vec<usize>> = (k - 1..n.max(k - 1)).flat_map(with_last).collect();
    all.sort();
    all
}

/// A combination of players, with what they need to play.
struct Table<'t, 'c> {
    resources: &'t Resources<'c>,
    game: &'t dyn AnyGame,
    games: Games<'c>,
    start: &'t AnyPosition,
    options: &'t MatchOptions,
    /// Numbers of these players among those of the match.
    choice: &'t [usize],
    progress: &'t dyn Progress,
}

impl Table<'_, '_> {
    /// Returns the number of seats by which the players have moved on in a game.
    fn rotation(&self, number: u32) -> usize {
        number as usize % self.choice.len()
    }

    fn play(&self, number: u32, seed: u64) -> Result<PlayedGame, Error> {
        let Table { game, options, progress, .. } = *self;
        let seats = self.choice.len();
        let sit = |seat: usize| {
            let place = (seat + seats - self.rotation(number)) % seats;
            let seed = part_seed(seed, 1 + seat as u64);
            Player::new(self.resources, options.players[self.choice[place]], self.games, seed)
        };
        let players: Vec<Player<'_>> = (0..seats).map(sit).collect();
        let dice = Dice::of_game(seed);
        let mut played = PlayedGame {
            payoffs: None,
            winner: None,
            bases: Default::default(),
            times: Default::default(),
            moves: Vec::new(),
        };
        let mut position = self.start.clone();
        if options.opening {
            position = dice.opening(game, &position)?.unwrap_or(position);
        }
        for ply in 0..=options.plies {
            let now = &game.turn(&position)?;
            if let Some(over) = &now.over {
                (played.payoffs, played.winner) = (Some(over.payoffs.clone()), over.winner);
                break;
            }
            if ply == options.plies {
                break;
            }
            let chance = position.chance.clone().or_else(|| dice.roll(now, ply));
            let turn = Turn::new(game, now, chance.as_deref(), ply, progress);
            let started = Instant::now();
            let choice = players[now.seat].choose(&turn)?;
            played.times[now.seat] += started.elapsed();
            played.bases[now.seat][choice.basis as usize] += 1;
            if options.is_recorded {
                let action = choice.action.clone();
                played.moves.push(RecordedMove { seat: now.seat, chance, action });
            }
            position = choice.after;
        }
        Ok(played)
    }
}
