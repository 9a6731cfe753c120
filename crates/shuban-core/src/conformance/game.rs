//! The laws of the rules.

use std::collections::{HashSet, VecDeque};

use super::{Violation, hold, scramble};
use crate::game::{Game, MAX_SEATS, Play};

/// Positions that play can reach from `starts`, these first, breadth first; at most `limit`.
pub fn reachable<G: Game>(game: &G, starts: &[G::Position], limit: usize) -> Vec<G::Position> {
    let mut found = Vec::new();
    let mut seen: HashSet<G::Position> = starts.iter().cloned().collect();
    let mut queue: VecDeque<G::Position> = starts.iter().cloned().collect();
    let mut plays = Vec::new();
    while let Some(position) = queue.pop_front() {
        if found.len() == limit {
            break;
        }
        if game.outcome(&position).is_none() {
            for (chance, _) in game.chances(&position) {
                plays.clear();
                game.plays(&position, chance, &mut plays);
                for play in &plays {
                    if seen.insert(play.after.clone()) {
                        queue.push_back(play.after.clone());
                    }
                }
            }
        }
        found.push(position);
    }
    found
}

/// Holds a game to its laws at each of the positions.
///
/// # Errors
/// The first [`Violation`].
pub fn game<'p, G: Game>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
) -> Result<(), Violation>
where
    G::Position: 'p,
{
    let name = || format!("game {}", game.name());
    hold((1..=MAX_SEATS).contains(&game.seats()), name, || format!("has {} seats", game.seats()))?;
    let mut total = None;
    for position in positions {
        let place = || format!("{} (`{}`)", name(), game.format(position));
        let seat = game.to_move(position);
        hold(seat < game.seats(), place, || {
            format!("seat {seat} is to move, of {}", game.seats())
        })?;
        canonical_form(game, position)?;
        notation(game, position)?;
        let outcome = game.outcome(position);
        if outcome.is_none() {
            let weights: Vec<u32> = game.chances(position).iter().map(|chance| chance.1).collect();
            hold(weights.iter().all(|&weight| weight > 0), place, || {
                format!("weights are {weights:?}")
            })?;
            let sum: u64 = weights.iter().copied().map(u64::from).sum();
            let expected = *total.get_or_insert(sum);
            hold(sum == expected && sum > 0, place, || {
                format!("weights {weights:?} add up to {sum}, elsewhere to {expected}")
            })?;
        }
        for (chance, _) in game.chances(position) {
            all_plays(game, position, chance, outcome.is_some())?;
        }
    }
    Ok(())
}

fn canonical_form<G: Game>(game: &G, position: &G::Position) -> Result<(), Violation> {
    let place = || format!("game {} (`{}`)", game.name(), game.format(position));
    let canonical = game.canonical(position);
    let again = game.canonical(&canonical);
    hold(again == canonical, place, || {
        format!("its canonical form {canonical:?} has another canonical form {again:?}")
    })?;
    // A symmetry may exchange the seats, so payoffs are compared as the player to move gets them.
    let payoff = |position: &G::Position| {
        game.outcome(position).map(|payoffs| payoffs.of(game.to_move(position)))
    };
    hold(payoff(position) == payoff(&canonical), place, || {
        format!(
            "its outcome for the player to move is {:?}, that of its canonical form {:?}",
            payoff(position),
            payoff(&canonical)
        )
    })
}

/// Notation round-trips, and no text makes `parse` panic.
fn notation<G: Game>(game: &G, position: &G::Position) -> Result<(), Violation> {
    let text = game.format(position);
    let place = || format!("game {} (`{text}`)", game.name());
    match game.parse(&text) {
        Ok(read) => hold(game.canonical(&read) == game.canonical(position), place, || {
            format!("is read back as {read:?} instead of {position:?}")
        })?,
        Err(error) => hold(false, place, || format!("its own notation is refused: {error}"))?,
    }
    let characters: Vec<char> = text.chars().collect();
    let spot = scramble(position, 0) as usize % (characters.len() + 1);
    let damage = |replaced: usize, by: &[char]| -> String {
        let end = (spot + replaced).min(characters.len());
        characters[..spot].iter().chain(by).chain(&characters[end..]).collect()
    };
    let damaged = [
        String::new(),
        characters[..spot].iter().collect(),
        damage(1, &[]),
        damage(1, &['9']),
        damage(1, &['?']),
        damage(0, &['終']),
        damage(0, &['|']),
        damage(0, &['9'; 40]),
    ];
    for text in damaged {
        if let Err(error) = game.parse(&text) {
            hold(
                error.at <= error.text.chars().count(),
                || format!("game {} (text `{text}`)", game.name()),
                || format!("is refused at character {}, which it does not have", error.at),
            )?;
        }
    }
    Ok(())
}

fn all_plays<G: Game>(
    game: &G,
    position: &G::Position,
    chance: G::Chance,
    over: bool,
) -> Result<(), Violation> {
    let place = || format!("game {} (`{}`, chance {chance:?})", game.name(), game.format(position));
    let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
    game.plays(position, chance, &mut plays);
    hold(plays.is_empty() == over, place, || {
        format!("there are {} plays, and the outcome is {:?}", plays.len(), game.outcome(position))
    })?;
    let mut seen = HashSet::new();
    for play in &plays {
        hold(seen.insert(&play.after), place, || format!("two plays lead to {:?}", play.after))?;
        let text = game.format_move(position, chance, &play.action);
        hold(!text.trim().is_empty(), place, || {
            format!("the notation of {:?} is empty", play.action)
        })?;
    }
    let mut twice = plays.clone();
    game.plays(position, chance, &mut twice);
    hold(twice == [plays.as_slice(), plays.as_slice()].concat(), place, || {
        "asked again, its plays are others, or they are not appended".to_string()
    })
}
