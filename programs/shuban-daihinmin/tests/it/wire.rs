//! The protocol: tables, profiles, states, and matches without sockets.

use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use shuban_core::Random;
use shuban_daihinmin::contest::{Awaited, Contest};
use shuban_daihinmin::players::PlayerKind;
use shuban_daihinmin::record::MatchRecord;
use shuban_daihinmin::wire::{
    COLUMNS, Client, Expected, Grid, Message, ROWS, Server, ServerStep, TableState, WireError,
    cards_of, gift_of, grid_of_cards, grid_of_meld, meld_of, profile, read_profile,
};
use shuban_daihinmin_game::players::ContestPlayer;
use shuban_daihinmin_game::{
    Cards, ContestRules, ContestTable, Meld, PLAYERS, SeatView, Standing, melds,
};

use crate::common::{cards, hands, match_of, meld, setup};

/// Returns the cells that are not 0.
fn filled(grid: &Grid) -> Vec<(usize, usize, i32)> {
    let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
    cells
        .map(|(row, column)| (row, column, grid.0[row][column]))
        .filter(|cell| cell.2 != 0)
        .collect()
}

fn grid(cells: &[(usize, usize, i32)]) -> Grid {
    let mut grid = Grid::EMPTY;
    cells.iter().for_each(|&(row, column, value)| grid.0[row][column] = value);
    grid
}

#[test]
fn tables_have_480_bytes_in_network_order() {
    let bytes = grid(&[(0, 1, 1), (7, 14, 0x0102_0304), (3, 0, -5)]).to_bytes();
    assert_eq!(bytes.len(), 480);
    assert_eq!(bytes[4..8], [0, 0, 0, 1]);
    assert_eq!(bytes[476..], [1, 2, 3, 4]);
    let read = Grid::from_bytes(&bytes);
    assert_eq!(filled(&read), [(0, 1, 1), (7, 14, 0x0102_0304)], "negative cells are zeros");
}

#[test]
fn cards_lie_where_the_protocol_says() {
    let lies = |text: &str| filled(&grid_of_meld(Some(&meld(text))));
    assert_eq!(lies("S3"), [(0, 1, 1)]);
    assert_eq!(lies("C2"), [(3, 13, 1)]);
    assert_eq!(lies("H5,JK=D5"), [(1, 3, 1), (2, 3, 2)]);
    assert_eq!(lies("JK=S-,S3,S4"), [(0, 0, 2), (0, 1, 1), (0, 2, 1)]);
    assert_eq!(lies("CA,C2,JK=C+"), [(3, 12, 1), (3, 13, 1), (3, 14, 2)]);
    assert_eq!(lies("S8,H8,D8,C8,JK"), [(0, 6, 1), (1, 6, 1), (2, 6, 1), (3, 6, 1), (4, 6, 2)]);
    assert_eq!(lies("JK"), [(0, 14, 2)]);
    assert_eq!(filled(&grid_of_cards(cards("S3,JK"))), [(0, 1, 1), (4, 1, 2)]);
    assert_eq!(grid_of_meld(None), Grid::EMPTY);
}

#[test]
fn cells_that_mean_nothing_are_refused() {
    for (cells, error) in [
        (&[(0, 1, 3)][..], "cell [0][1] holds 3"),
        (&[(0, 1, -1)], "cell [0][1] holds -1"),
        (&[(0, 0, 1)], "cell [0][0] holds 1"),
        (&[(2, 14, 1)], "cell [2][14] holds 1"),
        (&[(4, 3, 1)], "cell [4][3] holds 1"),
        (&[(0, 1, 2), (3, 3, 2)], "a second joker at [3][3]"),
    ] {
        let errors = [
            meld_of(&grid(cells)).unwrap_err(),
            gift_of(&grid(cells)).unwrap_err(),
            cards_of(&grid(cells)).unwrap_err(),
        ];
        assert!(errors.iter().all(|e| e.to_string().contains(error)), "{errors:?}");
    }
    // Cards that are no meld.
    for cells in [
        &[(0, 1, 1), (0, 2, 1)][..],
        &[(4, 1, 2)],
        &[(0, 1, 1), (4, 1, 2)],
        &[(0, 6, 1), (1, 6, 1), (2, 6, 1), (3, 6, 1), (4, 7, 2)],
        &[(0, 1, 1), (1, 1, 1), (0, 2, 1)],
    ] {
        let error = meld_of(&grid(cells)).unwrap_err().to_string();
        assert!(error.contains("neither a single card nor a set nor a run"), "{cells:?}: {error}");
        assert!(gift_of(&grid(cells)).is_ok());
    }
    // A hand's joker has its place; a lone one may be laid anywhere among the suits.
    assert!(cards_of(&grid(&[(0, 1, 2)])).is_err());
    for (row, column) in [(0, 0), (2, 7), (3, 14)] {
        assert_eq!(meld_of(&grid(&[(row, column, 2)])), Ok(Some(Meld::LONE_JOKER)));
    }
    // The other rows are ignored.
    assert_eq!(meld_of(&grid(&[(5, 1, 9), (7, 7, 7)])), Ok(None));
}

#[test]
fn profiles_tell_version_and_name() {
    assert_eq!(read_profile(&profile("shuban")), Ok("shuban".to_owned()));
    assert_eq!(read_profile(&profile("a name of many letters")), Ok("anameofmanylet".to_owned()));
    assert_eq!(read_profile(&profile("")), Ok("?".to_owned()));
    let mut odd = profile("abc");
    odd.0[1][1..3].copy_from_slice(&[10, 0x7c]);
    assert_eq!(read_profile(&odd), Ok("a__".to_owned()));
    odd.0[0][0] = 20060;
    let error = read_profile(&odd).unwrap_err().to_string();
    assert_eq!(error, "version 20060 of the protocol instead of 20070");
}

#[test]
fn states_out_of_range_are_told() {
    let state = TableState {
        my_turn: true,
        turn: 2,
        empty: true,
        revolution: true,
        counts: [11, 11, 11, 10, 10],
        classes: [4, 3, 2, 1, 0],
        seats: [2, 0, 1, 4, 3],
        ..TableState::default()
    };
    let mut grid = Grid::EMPTY;
    state.write(&mut grid);
    assert_eq!(TableState::read(&grid), Ok(state));
    for (row, column, value, what) in [
        (5, 1, -1, "the number of cards to give is -1"),
        (5, 1, 54, "the number of cards to give is 54"),
        (5, 3, 5, "whose turn it is is 5"),
        (6, 0, 54, "a number of cards is 54"),
        (6, 9, 5, "a class is 5"),
        (6, 10, 0, "not the five players"),
    ] {
        let mut bad = grid.clone();
        bad.0[row][column] = value;
        let error = TableState::read(&bad).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// Plays like another player and keeps the views that it is shown.
struct Spy(Box<dyn ContestPlayer>, Arc<Mutex<Option<SeatView>>>);

impl ContestPlayer for Spy {
    fn before_gift(&mut self, seat: usize, standing: &Standing) {
        self.0.before_gift(seat, standing);
    }

    fn give(&mut self, hand: Cards, count: usize) -> Cards {
        self.0.give(hand, count)
    }

    fn play(&mut self, view: &SeatView) -> Option<Meld> {
        *self.1.lock().unwrap() = Some(view.clone());
        self.0.play(view)
    }

    fn begin(&mut self, view: &SeatView) {
        assert_eq!(view.hand.len() + view.unseen.len(), 53);
        self.0.begin(view);
    }

    fn see(&mut self, table: &ContestTable, seat: usize, action: Option<&Meld>) {
        self.0.see(table, seat, action);
    }
}

/// Plays a match over the wire without sockets. Each answer goes through `disturb` before the
/// server gets it.
fn match_by_wire(
    rules: ContestRules,
    kinds: [PlayerKind; PLAYERS],
    games: u32,
    seed: u64,
    disturb: &mut dyn FnMut(usize, Grid) -> Option<Grid>,
) -> MatchRecord {
    let setup = setup(rules, seed);
    let asked: Arc<Mutex<Option<SeatView>>> = Arc::default();
    let mut clients: [Client; PLAYERS] = std::array::from_fn(|number| {
        let player = kinds[number].player(&setup, number);
        Client::new(rules, Box::new(Spy(player, asked.clone())))
    });
    for (number, client) in clients.iter_mut().enumerate() {
        assert_eq!(client.expects(), Expected::Number);
        client.number(number as i32).unwrap();
    }
    let mut server = Server::new(Contest::new(rules, games, seed));
    let mut answers: [Option<Grid>; PLAYERS] = Default::default();
    loop {
        match server.step() {
            ServerStep::Send { player, message } => {
                let client = &mut clients[player];
                match message {
                    Message::Table(grid) => {
                        assert_eq!(client.expects(), Expected::Table);
                        let sent = Grid::from_bytes(&grid.to_bytes());
                        if let Some(answer) = client.table(&sent).unwrap() {
                            let last = answers[player].replace(answer);
                            assert_eq!(last, None, "nobody asked for the last one");
                        }
                    }
                    Message::Number(number) => client.number(number).unwrap(),
                }
            }
            ServerStep::Receive { player } => {
                if let Awaited::Action { .. } = server.contest().awaits() {
                    let view = asked.lock().unwrap().take().unwrap();
                    assert_eq!(view, server.contest().view(player), "the client follows the game");
                }
                let answer = answers[player].take().unwrap();
                // The server may refuse an answer that was disturbed.
                let _ = server.receive(disturb(player, answer).as_ref());
            }
            ServerStep::Finished => break,
        }
    }
    for client in &clients {
        assert_eq!((client.expects(), client.games), (Expected::Nothing, games));
    }
    server.contest().match_record(kinds.map(|kind| kind.name().to_owned()))
}

#[test]
fn a_match_over_the_wire_is_the_match() {
    use PlayerKind::{Base, Champion, Default, Endgame, Policy, Random};
    let rules = ContestRules::default();
    for (kinds, seed) in [
        ([Base, Default, Random, Endgame, Base], 1),
        ([Random; 5], 2),
        ([Champion, Policy, Base, Champion, Random], 3),
    ] {
        let record = match_by_wire(rules, kinds, 8, seed, &mut |_, grid| Some(grid));
        assert_eq!(record, match_of(kinds, &setup(rules, seed), 8));
    }
}

/// Returns a table of cells that may be cards or nearly.
pub(crate) fn garbage(random: &mut Random) -> Grid {
    let mut grid = Grid::EMPTY;
    for _ in 0..random.below(12) {
        let value = [1, 1, 1, 2, 0, 3, -1, i32::MAX, i32::MIN][random.below(9) as usize];
        grid.0[random.place(ROWS)][random.place(COLUMNS)] = value;
    }
    grid
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_match_ends_whatever_clients_send(seed: u64, silent in 0usize..=PLAYERS, rate in 1u64..6) {
        let mut random = Random::new(seed);
        let rules = ContestRules::default();
        let record =
            match_by_wire(rules, [PlayerKind::Default; PLAYERS], 3, seed, &mut |player, grid| {
                match random.below(rate) {
                    _ if player == silent => None,
                    0 => [None, Some(garbage(&mut random))][random.below(2) as usize].clone(),
                    _ => Some(grid),
                }
            });
        prop_assert_eq!(record.games.len(), 3);
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn clients_follow_house_rules_too(seed: u64) {
        let rules = ContestRules {
            eleven_back: true,
            forbidden_finish: true,
            most_passes: 9,
            ..ContestRules::default()
        };
        match_by_wire(rules, [PlayerKind::Random; PLAYERS], 4, seed, &mut |_, grid| Some(grid));
    }

    #[test]
    fn melds_and_hands_are_read_as_they_are_written(hand in hands(14)) {
        prop_assert_eq!(cards_of(&grid_of_cards(hand)), Ok(hand));
        prop_assert_eq!(gift_of(&grid_of_cards(hand)), Ok(hand));
        for meld in melds(&ContestRules::default(), hand, &ContestTable::new(0)) {
            let sent = Grid::from_bytes(&grid_of_meld(Some(&meld)).to_bytes());
            prop_assert_eq!(meld_of(&sent), Ok(Some(meld)));
        }
    }

    #[test]
    fn no_table_makes_reading_panic(seed: u64) {
        let mut random = Random::new(seed);
        for _ in 0..200 {
            let grid = garbage(&mut random);
            if let Ok(Some(meld)) = meld_of(&grid) {
                // The cards lie where they lay, except a lone joker.
                let again = grid_of_meld(Some(&meld));
                let lone = meld == Meld::LONE_JOKER;
                prop_assert!(lone || again.0[..5] == grid.0[..5]);
            }
            let _ = (cards_of(&grid), gift_of(&grid), TableState::read(&grid), read_profile(&grid));
        }
    }
}

#[test]
fn what_comes_out_of_turn_is_refused() {
    let rules = ContestRules::default();
    let mut client = Client::new(rules, PlayerKind::Base.player(&setup(rules, 1), 0));
    let error = |result: Result<(), WireError>| result.unwrap_err().to_string();
    let table = |client: &mut Client| client.table(&Grid::EMPTY).map(|_| ());
    assert_eq!(error(table(&mut client)), "a table where a number is due");
    assert_eq!(error(client.number(5)), "the own number is 5");
    client.number(4).unwrap();
    assert_eq!(client.me, 4);
    assert_eq!(error(client.number(0)), "a number where a table is due");
    assert!(error(table(&mut client)).contains("not the five players"));
}

#[test]
fn the_server_tells_what_was_wrong() {
    let rejected = |answer: Option<Grid>| {
        let mut server = Server::new(Contest::new(ContestRules::default(), 1, 1));
        let mover = loop {
            if let ServerStep::Receive { player } = server.step() {
                break player;
            }
        };
        let result = server.receive(answer.as_ref()).map_err(|error| error.to_string());
        // The verdict is sent first.
        let ServerStep::Send { player, message: Message::Number(verdict) } = server.step() else {
            panic!("no verdict")
        };
        assert_eq!(player, mover);
        (result, verdict)
    };
    assert_eq!(rejected(None), (Err("no answer".to_owned()), 8));
    assert_eq!(rejected(Some(Grid::EMPTY)), (Ok(()), 9), "a pass may be led");
    let (error, verdict) = rejected(Some(grid_of_meld(Some(&meld("S3,H3,D3,C3,JK")))));
    assert_eq!((error, verdict), (Err("the player does not hold these cards".to_owned()), 8));
    let mut odd = grid_of_meld(Some(&meld("S3,JK=H3")));
    odd.0[3][9] = 1;
    assert!(rejected(Some(odd)).0.unwrap_err().contains("neither a single card"));
}
