//! Clients of servers whose messages make sense one by one but contradict each other. No messages
//! may make a client panic, loop forever, or answer illegally by the last ones.

use proptest::prelude::*;
use shuban_core::Random;
use shuban_daihinmin::contest::{Awaited, Contest};
use shuban_daihinmin::players::PlayerKind;
use shuban_daihinmin::wire::{
    Expected, Grid, Message, Server, ServerStep, TableState, grid_of_cards, grid_of_meld,
};
use shuban_daihinmin_game::{Cards, ContestRules, ContestTable, Meld, PLAYERS, melds};

use crate::common::setup;
use crate::heard::Heard;
use crate::wire::garbage;

fn some_cards(random: &mut Random) -> Cards {
    let count = random.place(14);
    Cards::ALL.shuffled(random).into_iter().take(count).collect()
}

/// Draws a meld of some hand, or `None`.
fn some_meld(random: &mut Random) -> Option<Meld> {
    let found = melds(&ContestRules::default(), some_cards(random), &ContestTable::new(0));
    found.get(random.place(found.len() + 1)).copied()
}

fn some_state(random: &mut Random) -> TableState {
    let mut seats = [0, 1, 2, 3, 4];
    random.shuffle(&mut seats);
    TableState {
        exchange: random.below(2) == 0,
        give: random.place(3),
        my_turn: random.below(2) == 0,
        turn: random.place(PLAYERS),
        empty: random.below(2) == 0,
        back: random.below(2) == 0,
        revolution: random.below(2) == 0,
        locked: random.below(2) == 0,
        counts: std::array::from_fn(|_| random.below(12) as u8),
        classes: std::array::from_fn(|_| random.below(5) as u8),
        seats,
    }
}

/// Changes one place of a table.
fn contradicted(grid: &Grid, random: &mut Random) -> Grid {
    let (mut state, other) = (TableState::read(grid).unwrap(), some_state(random));
    let mut grid = grid.clone();
    match random.below(10) {
        0 => grid = grid_of_cards(some_cards(random)),
        1 => grid = grid_of_meld(some_meld(random).as_ref()),
        2 => state.counts = other.counts,
        3 => state.seats = other.seats,
        4 => state.turn = other.turn,
        5 => state.my_turn ^= true,
        6 => state.empty ^= true,
        7 => state.revolution ^= true,
        8 => state.locked ^= true,
        _ => state.give = other.give,
    }
    state.write(&mut grid);
    grid
}

/// Returns a player of some kind.
fn heard(seed: u64) -> Heard {
    Heard::new(setup(ContestRules::default(), seed), seed as usize)
}

/// Plays a match in which client 0 is sent something else once in `rate` messages, until it refuses
/// one. Returns the number of its answers.
fn answers_to_contradictions(seed: u64, rate: u64) -> usize {
    let mut random = Random::new(seed);
    let mut heard = heard(seed);
    let rules = heard.rules;
    let mut others = [PlayerKind::Base; PLAYERS].map(|kind| kind.player(&setup(rules, seed), 1));
    let mut server = Server::new(Contest::new(rules, 3, seed));
    let (mut answer, mut answers) = (None, 0);
    heard.number(0).unwrap();
    loop {
        match server.step() {
            ServerStep::Send { player: 0, message: Message::Table(grid) } => {
                if heard.client.expects() == Expected::Number {
                    // It answered where it was not asked.
                    heard.number(8).unwrap();
                }
                let grid =
                    if random.below(rate) == 0 { contradicted(&grid, &mut random) } else { *grid };
                match heard.table(&grid) {
                    Ok(said) => {
                        answers += usize::from(said.is_some());
                        answer = said.or(answer);
                    }
                    Err(_) => return answers,
                }
            }
            // The verdict on a meld of which it does not know.
            ServerStep::Send { player: 0, message: Message::Number(8 | 9) }
                if heard.client.expects() != Expected::Number => {}
            ServerStep::Send { player: 0, message: Message::Number(number) } => {
                heard.number(number).unwrap();
            }
            ServerStep::Send { .. } => {}
            ServerStep::Receive { player } => {
                let contest = server.contest();
                let grid = match contest.awaits() {
                    _ if player == 0 => answer.take(),
                    Awaited::Gift { count, .. } => {
                        Some(grid_of_cards(others[player].give(contest.hand(player), count)))
                    }
                    _ => Some(grid_of_meld(others[player].play(&contest.view(player)).as_ref())),
                };
                // The server may refuse an answer to something else.
                let _ = server.receive(grid.as_ref());
            }
            ServerStep::Finished => return answers,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn messages_that_do_not_agree_are_answered_legally_or_refused(seed: u64, rate in 2u64..30) {
        answers_to_contradictions(seed, rate);
    }

    #[test]
    fn messages_of_any_sense_are_answered_legally_or_refused(seed: u64) {
        let mut random = Random::new(seed);
        let mut heard = heard(seed);
        for _ in 0..60 {
            let taken = match heard.client.expects() {
                Expected::Nothing => break,
                Expected::Number => heard.number(random.below(12) as i32 - 1),
                Expected::Table => {
                    let mut grid = match random.below(8) {
                        0 => garbage(&mut random),
                        1..4 => grid_of_meld(some_meld(&mut random).as_ref()),
                        _ => grid_of_cards(some_cards(&mut random)),
                    };
                    some_state(&mut random).write(&mut grid);
                    heard.table(&grid).map(|_| ())
                }
            };
            // A refused message changes nothing.
            let waits = heard.client.expects();
            prop_assert!(taken.is_ok() || waits != Expected::Nothing);
        }
    }
}

#[test]
fn clients_go_on_where_they_can() {
    let answers: usize = (0..20).map(|seed| answers_to_contradictions(seed, 10)).sum();
    assert!(answers > 100, "only {answers} answers");
}
