//! Comparison of the rules with the plain ones of [`reference`](crate::reference), on positions of
//! random games.

use shuban_core::{Game, Play, Random};

use crate::reference::{PlainRules, plain_moves};

/// Compares all moves, and the positions after them, on n positions of random games; each begins
/// with a text of `deal`. Returns the number of moves compared, or the first difference as text.
pub(crate) fn compare<G: Game<Chance = ()>>(
    game: &G,
    rules: PlainRules,
    pairs: u64,
    seed: u64,
    deal: impl Fn(&mut Random) -> String,
) -> Result<u64, String> {
    let mut random = Random::new(seed);
    let mut compared = 0;
    let mut position: Option<G::Position> = None;
    let mut plays: Vec<Play<G::Position, G::Move>> = Vec::new();
    for _ in 0..pairs {
        let now = match position.take() {
            Some(position) => position,
            None => game.parse(&deal(&mut random)).map_err(|error| error.to_string())?,
        };
        let text = game.format(&now);
        plays.clear();
        game.plays(&now, (), &mut plays);
        let fast: Vec<(String, String)> = (plays.iter())
            .map(|play| (game.format_move(&now, (), &play.action), game.format(&play.after)))
            .collect();
        let plain =
            plain_moves(rules, &text).ok_or_else(|| format!("`{text}` is not read plainly"))?;
        if fast != plain {
            return Err(format!("{text}: {fast:?}; plainly: {plain:?}"));
        }
        compared += fast.len() as u64;
        let next = plays.swap_remove(random.below(plays.len() as u64) as usize).after;
        position = Some(next).filter(|next| game.outcome(next).is_none());
    }
    Ok(compared)
}

/// One to five cards for each player; of up to a dozen strengths where cards may tie.
pub(crate) fn random_hands(random: &mut Random, players: usize, ties: bool) -> String {
    let mut rest: Vec<u64> = (1..=30).collect();
    let mut hand = || {
        let mut card = || match ties {
            true => 1 + random.below(12),
            false => rest.swap_remove(random.below(rest.len() as u64) as usize),
        };
        let first = card();
        let others = (0..4).map(|_| card()).take_while(|card| card % 4 > 0);
        others.chain([first]).map(|card| card.to_string()).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand()).collect::<Vec<_>>().join("|")
}

/// Up to five cards for each player (three of many players) of four ranks, one of which is the
/// eights, if any.
pub(crate) fn random_sets(random: &mut Random, players: usize) -> String {
    let eights = random.below(5);
    // No rank has more than four cards.
    let mut left = [4u8; 4];
    let mut card = |random: &mut Random| loop {
        let rank = random.below(4);
        if left[rank as usize] > 0 {
            left[rank as usize] -= 1;
            let star = if rank == eights { "*" } else { "" };
            return format!("{}{star}", rank + 1);
        }
    };
    let most = if players < 4 { 5 } else { 3 };
    let mut hand = |random: &mut Random| {
        let count = 1 + random.below(most);
        (0..count).map(|_| card(random)).collect::<Vec<_>>().join(",")
    };
    (0..players).map(|_| hand(random)).collect::<Vec<_>>().join("|")
}
