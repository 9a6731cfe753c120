//! The laws of the rules.

use std::collections::{HashSet, VecDeque};

use shuban_core::{Game, MAX_SEATS, Play};

use crate::law::{BrokenAt, Violation, hold};
use crate::spread::scramble;

/// Returns positions reachable from `starts`, these first, breadth first; at most `limit`.
pub fn reachable<G: Game>(game: &G, starts: &[G::Position], limit: usize) -> Vec<G::Position> {
    let mut found = Vec::new();
    let mut seen: HashSet<G::Position> = starts.iter().cloned().collect();
    let mut queue: VecDeque<G::Position> = starts.iter().cloned().collect();
    let mut plays = Vec::new();
    while found.len() < limit
        && let Some(position) = queue.pop_front()
    {
        if game.outcome(&position).is_none() {
            for (chance, _) in game.chances(&position) {
                game.plays(&position, chance, &mut plays);
            }
            let after = plays.drain(..).map(|play| play.after);
            queue.extend(after.filter(|after| seen.insert(after.clone())));
        }
        found.push(position);
    }
    found
}

/// Checks a game against its laws at each of the positions.
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
    let (name, seats) = (|| format!("game {}", game.name()), game.seats());
    hold((1..=MAX_SEATS).contains(&seats), || format!("has {seats} seats")).at(name)?;
    let mut total = None;
    for position in positions {
        canonical_form(game, position)
            .and_then(|()| notation(game, position))
            .and_then(|()| turn(game, position, &mut total))
            .at(|| format!("{} (`{}`)", name(), game.format(position)))?;
    }
    Ok(())
}

fn canonical_form<G: Game>(game: &G, position: &G::Position) -> Result<(), String> {
    let canonical = game.canonical(position);
    let again = game.canonical(&canonical);
    hold(again == canonical, || {
        format!("its canonical form {canonical:?} has another canonical form {again:?}")
    })?;
    // A symmetry may exchange the seats, so payoffs to the player to move are compared.
    let payoff = |position: &G::Position| {
        game.outcome(position).map(|payoffs| payoffs.of(game.to_move(position)))
    };
    let (payoff, of_canonical) = (payoff(position), payoff(&canonical));
    hold(payoff == of_canonical, || {
        format!(
            "its outcome for the player to move is {payoff:?}, that of its canonical form \
             {of_canonical:?}"
        )
    })
}

/// Checks that notation round-trips, and no text makes `parse` panic.
fn notation<G: Game>(game: &G, position: &G::Position) -> Result<(), String> {
    let text = game.format(position);
    let read =
        game.parse(&text).map_err(|error| format!("its own notation is refused: {error}"))?;
    hold(game.canonical(&read) == game.canonical(position), || {
        format!("is read back as {read:?} instead of {position:?}")
    })?;
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
            hold(error.at <= error.text.chars().count(), || {
                format!("`{text}` is refused at character {}, which it does not have", error.at)
            })?;
        }
    }
    Ok(())
}

/// Checks the laws of the player to move, of chance and of plays. `total` is the sum of all weights
/// in the positions before.
fn turn<G: Game>(game: &G, position: &G::Position, total: &mut Option<u64>) -> Result<(), String> {
    let (seat, seats) = (game.to_move(position), game.seats());
    hold(seat < seats, || format!("seat {seat} is to move, of {seats}"))?;
    let chances = game.chances(position);
    let outcome = game.outcome(position);
    if outcome.is_none() {
        let weights: Vec<u32> = chances.iter().map(|chance| chance.1).collect();
        hold(weights.iter().all(|&weight| weight > 0), || format!("weights are {weights:?}"))?;
        let sum: u64 = weights.iter().copied().map(u64::from).sum();
        let expected = *total.get_or_insert(sum);
        hold(sum == expected && sum > 0, || {
            format!("weights {weights:?} add up to {sum}, elsewhere to {expected}")
        })?;
    }
    for (chance, _) in chances {
        plays(game, position, chance, outcome.is_some())
            .map_err(|law| format!("chance {chance:?}: {law}"))?;
    }
    Ok(())
}

fn plays<G: Game>(
    game: &G,
    position: &G::Position,
    chance: G::Chance,
    over: bool,
) -> Result<(), String> {
    let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
    game.plays(position, chance, &mut plays);
    hold(plays.is_empty() == over, || {
        format!("there are {} plays, and the outcome is {:?}", plays.len(), game.outcome(position))
    })?;
    let (mut seen, mut texts) = (HashSet::new(), HashSet::new());
    for Play { action, after } in &plays {
        hold(seen.insert(after), || format!("two plays lead to {after:?}"))?;
        let text = game.format_move(position, chance, action);
        hold(!text.trim().is_empty(), || format!("the notation of {action:?} is empty"))?;
        hold(!texts.contains(&text), || format!("two plays are written `{text}`"))?;
        texts.insert(text);
    }
    let mut twice = plays.clone();
    game.plays(position, chance, &mut twice);
    hold(
        twice == [plays.as_slice(), plays.as_slice()].concat(),
        || "asked again, its plays are others, or they are not appended",
    )
}
