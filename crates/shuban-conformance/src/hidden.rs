//! The laws of hidden information.

use std::collections::HashMap;
use std::fmt::Debug;

use shuban_core::{Game, Hidden, Seat};

use crate::law::{BrokenAt, Violation, hold};
use crate::spread::scramble;

/// Largest number of sequences of random numbers that are enumerated.
const MOST_SEQUENCES: usize = 10_000;

/// Number of deals in a sample.
const SAMPLE: u64 = 100;

/// Positions with the probability that each is dealt.
type Dealt<G> = HashMap<<G as Game>::Position, f64>;

/// Checks views and deals against their laws, at each of the positions and for each seat:
///
/// * a position dealt from a view looks like that view, with the same player to move, over or not
///   as before, and the same moves in the seat's own turn;
/// * a deal depends on the view and the random numbers alone;
/// * each position of the list can be dealt from its view, with the right probability: `deals`
///   gives the number of equally likely deals that give a position (1 if all cards differ).
///
/// The last is examined exactly, by enumerating all sequences of random numbers, if these are at
/// most 10,000. Otherwise the other laws are checked on 100 deals.
///
/// # Errors
/// The first [`Violation`].
pub fn hidden<'p, G: Hidden>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
    deals: impl Fn(&G::Position) -> u64,
) -> Result<(), Violation>
where
    G::Position: 'p,
{
    let mut known: HashMap<(Seat, G::View), Option<Dealt<G>>> = HashMap::new();
    for position in positions {
        for seat in 0..game.seats() {
            let place =
                || format!("game {} (`{}`), seat {seat}", game.name(), game.format(position));
            let key = (seat, game.view(position, seat));
            if !known.contains_key(&key) {
                let dealt = all_deals(game, position, &key.1, seat).at(place)?;
                if let Some(dealt) = &dealt {
                    fairly_dealt(game, dealt, &deals).at(place)?;
                }
                known.insert(key.clone(), dealt);
            }
            let comes = known[&key].as_ref().is_none_or(|dealt| dealt.contains_key(position));
            hold(comes, || "looks like this, yet is never dealt").at(place)?;
        }
    }
    Ok(())
}

/// Returns all possible deals with their probabilities; `None` if they are only sampled.
fn all_deals<G: Hidden>(
    game: &G,
    position: &G::Position,
    view: &G::View,
    seat: Seat,
) -> Result<Option<Dealt<G>>, String> {
    let deal = |tape: &mut RandomTape| {
        let dealt = dealt_twice(game, view, seat, tape)?;
        looks_alike(game, position, &dealt, seat)
            .map_err(|law| format!("{law} in {dealt:?}, dealt from it"))?;
        Ok::<_, String>(dealt)
    };
    let mut dealt = HashMap::new();
    let mut tape = RandomTape::default();
    for _ in 0..MOST_SEQUENCES {
        let after = deal(&mut tape)?;
        *dealt.entry(after).or_insert(0.0) += tape.probability();
        if !tape.advance() {
            return Ok(Some(dealt));
        }
    }
    for seed in 0..SAMPLE {
        deal(&mut RandomTape { seed: Some(seed), ..RandomTape::default() })?;
    }
    Ok(None)
}

fn dealt_twice<G: Hidden>(
    game: &G,
    view: &G::View,
    seat: Seat,
    tape: &mut RandomTape,
) -> Result<G::Position, String> {
    let mut deal = || {
        tape.at = 0;
        let dealt = game.deal(view, seat, &mut |below| tape.next(below));
        (dealt, tape.at)
    };
    let (once, again) = (deal(), deal());
    hold(!tape.empty_range, || "a random number below 0 is asked for")?;
    hold(once == again && !tape.others_asked, || {
        format!(
            "the same random numbers deal {:?}, then {:?}, or others are asked for",
            once.0, again.0
        )
    })?;
    once.0.ok_or_else(|| format!("nothing is dealt from {view:?}"))
}

fn looks_alike<G: Hidden>(
    game: &G,
    position: &G::Position,
    dealt: &G::Position,
    seat: Seat,
) -> Result<(), String> {
    fn same<T: PartialEq + Debug>(what: &str, [seen, found]: [T; 2]) -> Result<(), String> {
        hold(seen == found, || format!("{what} is {seen:?}, but {found:?}"))
    }
    let both = [position, dealt];
    same("its view", both.map(|position| game.view(position, seat)))?;
    same("the seat to move", both.map(|position| game.to_move(position)))?;
    same("whether it is over", both.map(|position| game.outcome(position).is_some()))?;
    if game.to_move(position) == seat {
        same("what it may do", both.map(|position| moves(game, position)))?;
    }
    Ok(())
}

/// Returns the moves of the player to move, by chance event.
fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Chance, Vec<G::Move>)> {
    let moves = |(chance, _)| {
        let mut plays = Vec::new();
        game.plays(position, chance, &mut plays);
        (chance, plays.into_iter().map(|play| play.action).collect())
    };
    game.chances(position).into_iter().map(moves).collect()
}

fn fairly_dealt<G: Hidden>(
    game: &G,
    dealt: &Dealt<G>,
    deals: &dyn Fn(&G::Position) -> u64,
) -> Result<(), String> {
    let all: u64 = dealt.keys().map(deals).sum();
    dealt.iter().try_for_each(|(position, &probability)| {
        let fair = deals(position) as f64 / all as f64;
        // Sums of at most 10,000 numbers: far closer than two different shares can be.
        hold((probability - fair).abs() < 1e-9, || {
            let position = game.format(position);
            format!("`{position}` is dealt with probability {probability}, not {fair}")
        })
    })
}

/// A sequence of random numbers that grows on demand, and can be followed by the next one in
/// lexicographic order, so that all are enumerated.
#[derive(Default)]
struct RandomTape {
    /// The numbers, each with its limit.
    drawn: Vec<(u64, u64)>,
    at: usize,
    /// The seed of new numbers, which are 0 without one.
    seed: Option<u64>,
    empty_range: bool,
    /// True if a number was asked for with another limit the second time.
    others_asked: bool,
}

impl RandomTape {
    fn next(&mut self, below: u64) -> u64 {
        if below == 0 {
            self.empty_range = true;
            return 0;
        }
        if self.at == self.drawn.len() {
            let number = self.seed.map_or(0, |seed| scramble(&self.at, seed) % below);
            self.drawn.push((number, below));
        }
        let (number, then_below) = self.drawn[self.at];
        self.others_asked |= then_below != below;
        self.at += 1;
        number.min(below - 1)
    }

    fn probability(&self) -> f64 {
        self.drawn.iter().map(|&(_, below)| 1.0 / below as f64).product()
    }

    /// Returns true if there is a next sequence.
    fn advance(&mut self) -> bool {
        while let Some((number, below)) = self.drawn.last_mut() {
            if *number + 1 < *below {
                *number += 1;
                return true;
            }
            self.drawn.pop();
        }
        false
    }
}
