//! The laws of hidden information.

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt::Debug;

use super::{Violation, hold, scramble};
use crate::game::{Game, Play, Seat};
use crate::hidden::Hidden;

/// Up to so many sequences of random numbers are gone through one by one.
const MOST_SEQUENCES: usize = 10_000;

/// How many deals stand for all where there are more.
const SAMPLE: u64 = 100;

/// Positions with the probability that each is dealt.
type Dealt<G> = HashMap<<G as Game>::Position, f64>;

/// Holds views and deals to their laws, at each of the positions and for each seat:
///
/// * a position dealt from a view looks like that view, with the same player to move, over or not
///   as before, and the same moves in the seat's own turn;
/// * a deal depends on the view and the random numbers alone;
/// * each position of the list can be dealt from what is seen of it, as often as it should: `deals`
///   gives in how many of equally likely deals a position comes (1 where all cards differ).
///
/// The last is examined exactly, by going through all sequences of random numbers; so only where
/// these are at most 10,000. Where there are more, 100 deals stand for all for the other laws.
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
            let view = game.view(position, seat);
            let key = (seat, view.clone());
            if !known.contains_key(&key) {
                let dealt = all_deals(game, position, &view, seat, &place)?;
                if let Some(dealt) = &dealt {
                    fairly_dealt(game, dealt, &deals, &place)?;
                }
                known.insert(key.clone(), dealt);
            }
            let comes = known[&key].as_ref().is_none_or(|dealt| dealt.contains_key(position));
            hold(comes, place, || "looks like this, yet is never dealt")?;
        }
    }
    Ok(())
}

/// All positions that can be dealt, each with its probability; `None` where they are only sampled.
fn all_deals<G: Hidden>(
    game: &G,
    position: &G::Position,
    view: &G::View,
    seat: Seat,
    place: &dyn Fn() -> String,
) -> Result<Option<Dealt<G>>, Violation> {
    let mut dealt = HashMap::new();
    let mut numbers = Numbers::default();
    for _ in 0..MOST_SEQUENCES {
        let after = dealt_twice(game, view, seat, &mut numbers, place)?;
        looks_alike(game, position, &after, view, seat, place)?;
        *dealt.entry(after).or_insert(0.0) += numbers.probability();
        if !numbers.advance() {
            return Ok(Some(dealt));
        }
    }
    for seed in 0..SAMPLE {
        let after = dealt_twice(game, view, seat, &mut Numbers::seeded(seed), place)?;
        looks_alike(game, position, &after, view, seat, place)?;
    }
    Ok(None)
}

fn dealt_twice<G: Hidden>(
    game: &G,
    view: &G::View,
    seat: Seat,
    numbers: &mut Numbers,
    place: &dyn Fn() -> String,
) -> Result<G::Position, Violation> {
    numbers.rewind();
    let once = game.deal(view, seat, &mut |below| numbers.next(below));
    let drawn = numbers.at;
    numbers.rewind();
    let again = game.deal(view, seat, &mut |below| numbers.next(below));
    hold(!numbers.empty_range, place, || "a random number below 0 is asked for")?;
    hold(once == again && drawn == numbers.at && !numbers.others_asked, place, || {
        format!("the same random numbers deal {once:?}, then {again:?}, or others are asked for")
    })?;
    once.ok_or_else(|| Violation { place: place(), law: format!("nothing is dealt from {view:?}") })
}

fn looks_alike<G: Hidden>(
    game: &G,
    position: &G::Position,
    dealt: &G::Position,
    view: &G::View,
    seat: Seat,
    place: &dyn Fn() -> String,
) -> Result<(), Violation> {
    fn same<T: PartialEq + Debug>(
        what: &str,
        seen: &T,
        found: &T,
        dealt: &dyn Debug,
        place: &dyn Fn() -> String,
    ) -> Result<(), Violation> {
        hold(seen == found, place, || {
            format!("{what} is {seen:?}, but {found:?} in {dealt:?}, dealt from it")
        })
    }
    same("its view", view, &game.view(dealt, seat), dealt, place)?;
    let turn = game.to_move(position);
    same("the seat to move", &turn, &game.to_move(dealt), dealt, place)?;
    let over = |position| game.outcome(position).is_some();
    same("whether it is over", &over(position), &over(dealt), dealt, place)?;
    if turn == seat {
        same("what it may do", &moves(game, position), &moves(game, dealt), dealt, place)?;
    }
    Ok(())
}

/// The moves of the player to move, by chance event.
fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<(G::Chance, Vec<G::Move>)> {
    let by_chance = game.chances(position).into_iter().map(|(chance, _)| {
        let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
        game.plays(position, chance, &mut plays);
        (chance, plays.into_iter().map(|play| play.action).collect())
    });
    by_chance.collect()
}

fn fairly_dealt<G: Hidden>(
    game: &G,
    dealt: &Dealt<G>,
    deals: &dyn Fn(&G::Position) -> u64,
    place: &dyn Fn() -> String,
) -> Result<(), Violation> {
    let all: u64 = dealt.keys().map(deals).sum();
    for (position, &probability) in dealt {
        let fair = deals(position) as f64 / all as f64;
        // Sums of at most 10,000 numbers: far closer than two different shares can be.
        hold((probability - fair).abs() < 1e-9, place, || {
            format!(
                "`{}` is dealt with probability {probability}, not {fair}",
                game.format(position)
            )
        })?;
    }
    Ok(())
}

/// A sequence of random numbers that grows as numbers are asked for, and can be followed by the
/// next one in lexicographic order, so that all are gone through.
#[derive(Default)]
struct Numbers {
    /// Each number with what it is below.
    drawn: Vec<(u64, u64)>,
    at: usize,
    /// New numbers are 0, or look random where there is a seed.
    seed: Option<u64>,
    empty_range: bool,
    /// The second time, a number was asked for below another limit.
    others_asked: bool,
}

impl Numbers {
    fn seeded(seed: u64) -> Self {
        Numbers { seed: Some(seed), ..Numbers::default() }
    }

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

    fn rewind(&mut self) {
        self.at = 0;
    }

    fn probability(&self) -> f64 {
        self.drawn.iter().map(|&(_, below)| 1.0 / below as f64).product()
    }

    /// Whether there is a next sequence.
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
