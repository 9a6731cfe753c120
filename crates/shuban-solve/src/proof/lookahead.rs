//! Plain AND/OR search to a fixed depth.

use shuban_core::{Game, Play};

use super::provable::{Open, Provable, Question};

/// What [`Provable::expand`] promises, by the rules alone.
pub fn expand<G: Provable + ?Sized>(
    game: &G,
    position: &G::Position,
    question: &Question,
    depth: u32,
    open: &mut Vec<Open<G::Position>>,
) -> Option<bool> {
    if let Some(payoffs) = game.outcome(position) {
        return Some(question.holds(&payoffs));
    }
    let aim = game.to_move(position) == question.seat;
    let before = open.len();
    for play in plays(game, position) {
        match depth.checked_sub(1).and_then(|depth| value(game, &play.after, question, depth)) {
            Some(value) if value == aim => {
                open.truncate(before);
                return Some(aim);
            }
            Some(_) => (),
            None => open.push(Open { first: game.first_numbers(&play.after), position: play.after }),
        }
    }
    (open.len() == before).then_some(!aim)
}

/// The answer, if so many plies give one. With as many plies as the game can last it is the plain
/// AND/OR search that proof search is compared with.
pub fn value<G: Game<Chance = ()> + ?Sized>(
    game: &G,
    position: &G::Position,
    question: &Question,
    depth: u32,
) -> Option<bool> {
    if let Some(payoffs) = game.outcome(position) {
        return Some(question.holds(&payoffs));
    }
    let depth = depth.checked_sub(1)?;
    let aim = game.to_move(position) == question.seat;
    let mut is_open = false;
    for play in plays(game, position) {
        match value(game, &play.after, question, depth) {
            Some(value) if value == aim => return Some(aim),
            Some(_) => (),
            None => is_open = true,
        }
    }
    (!is_open).then_some(!aim)
}

fn plays<G: Game<Chance = ()> + ?Sized>(game: &G, position: &G::Position) -> Vec<Play<G::Position, G::Move>> {
    let mut plays = Vec::new();
    game.plays(position, (), &mut plays);
    plays
}
