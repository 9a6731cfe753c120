//! Line-ups of a tournament.

use shuban_core::Random;
use shuban_daihinmin_game::PLAYERS;

/// Returns the number of line-ups in which no player has two seats more than another: each player
/// has the same number of seats, and some have one more.
pub fn all_line_ups(players: usize) -> usize {
    (0..extra(players)).fold(1usize, |product, i| product.saturating_mul(players - i) / (i + 1))
}

/// Returns a line-up for each table, such that all pairs of players meet as often as possible
/// equally often. Rounds of all line-ups come first, in random order; the rest is filled up with
/// players who have met each other and played least. Seats are in random order.
pub fn line_ups(players: usize, tables: usize, seed: u64) -> Vec<[usize; PLAYERS]> {
    let mut random = Random::new(seed);
    let mut drawn = Vec::with_capacity(tables);
    let all = all_line_ups(players);
    if all <= tables {
        let round = subsets(players, extra(players));
        while drawn.len() + round.len() <= tables {
            let mut round = round.clone();
            random.shuffle(&mut round);
            drawn.extend(round);
        }
    }
    let mut meetings = Meetings::new(players);
    while drawn.len() < tables {
        drawn.push(meetings.line_up(extra(players), &mut random));
    }
    drawn.into_iter().map(|more| seated(players, &more, &mut random)).collect()
}

/// Returns the number of players who have a seat more than others.
fn extra(players: usize) -> usize {
    if players > PLAYERS { PLAYERS } else { PLAYERS % players }
}

/// Returns all sets of this many players.
fn subsets(players: usize, size: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<usize>| {
            let from = set.last().map_or(0, |last| last + 1);
            let set = set.clone();
            (from..players).map(move |player| [&set[..], &[player]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    sets
}

/// Seats these players, and all players as often as all can be seated.
fn seated(players: usize, more: &[usize], random: &mut Random) -> [usize; PLAYERS] {
    let all = (0..PLAYERS - more.len()).map(|seat| seat % players);
    let mut seats = [0; PLAYERS];
    let filled = seats.iter_mut().zip(all.chain(more.iter().copied()));
    filled.for_each(|(seat, player)| *seat = player);
    random.shuffle(&mut seats);
    seats
}

/// Counts of how often players met and played.
struct Meetings {
    met: Vec<Vec<u32>>,
    played: Vec<u32>,
}

impl Meetings {
    fn new(players: usize) -> Self {
        Meetings { met: vec![vec![0; players]; players], played: vec![0; players] }
    }

    /// Draws players who have met each other and played least.
    fn line_up(&mut self, size: usize, random: &mut Random) -> Vec<usize> {
        let mut chosen: Vec<usize> = Vec::with_capacity(size);
        for _ in 0..size {
            let mut others: Vec<usize> =
                (0..self.played.len()).filter(|player| !chosen.contains(player)).collect();
            random.shuffle(&mut others);
            let cost = |&player: &usize| {
                // Squares, so that one pair that met often counts more than several that met once.
                let met: u32 = chosen.iter().map(|&other| self.met[player][other].pow(2)).sum();
                (met, self.played[player])
            };
            chosen.extend(others.into_iter().min_by_key(cost));
        }
        for &player in &chosen {
            self.played[player] += 1;
            for &other in &chosen {
                self.met[player][other] += 1;
            }
        }
        chosen
    }
}
