//! Leads that win by the databases, within games that are played out.

use crate::players::endgame::SetTables;
use crate::{Cards, ContestPosition, EIGHT, Meld, PLAYERS, Suits};

/// Returns a set or a single card with which the player to move forces to be the first of those
/// left, by databases of Daihinmin with open hands; of several the one of the weakest rank, and of
/// as many cards as win. `None` if somebody has played on the table, if there is no such lead, or no
/// database. They know no suits, so that a lock or a run may prove them wrong.
pub(super) fn winning_lead(tables: &SetTables, position: &ContestPosition) -> Option<Meld> {
    let ContestPosition { hands, table } = position;
    if !table.is_clear() {
        return None;
    }
    let players = table.players_in().count();
    let all: Cards = hands.iter().copied().collect();
    if !tables.holds(players, all.len()) {
        return None;
    }
    // The player to move is player 0, the others follow in the order of turns.
    let mut seats = [table.turn; PLAYERS];
    let mut count = 0;
    let mut seat = table.turn;
    for _ in 0..PLAYERS {
        if table.places[seat].is_none() {
            seats[count] = seat;
            count += 1;
        }
        seat = table.next_seat(seat);
    }
    let mut groups = Vec::with_capacity(10);
    let mut strengths = Vec::with_capacity(10);
    let mut add = |strength: u8, cards: Cards| {
        if !cards.is_empty() {
            let mut counts = [0; PLAYERS];
            for (player, &seat) in seats[..count].iter().enumerate() {
                counts[player] = (hands[seat] & cards).len() as u8;
            }
            groups.push(counts);
            strengths.push(strength);
        }
    };
    for place in 1..=13 {
        let strength = if table.reversed() { 14 - place } else { place };
        add(strength, all & Cards::of(strength, Suits::ALL));
    }
    add(14, all & Cards::JOKER);
    let eights = strengths.iter().position(|&strength| strength == EIGHT);
    let sets = tables.winning_sets(players, &groups, eights)?;
    let (strength, sizes) =
        strengths.iter().zip(sets).find(|(_, sizes)| *sizes != 0).map(|(s, sizes)| (*s, sizes))?;
    if strength == 14 {
        return Some(Meld::LONE_JOKER);
    }
    let size = sizes.ilog2() as usize + 1;
    let held = hands[table.turn] & Cards::of(strength, Suits::ALL);
    Meld::lay(held.iter().take(size).collect(), None)
}
