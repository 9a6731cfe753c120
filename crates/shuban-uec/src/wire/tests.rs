mod contradictions;

use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::*;
use crate::game::{
    Awaited, Card, Cards, Contest, ContestRules, ContestTable, MatchRecord, Meld, PLAYERS, Role,
    SeatView, Suit, melds,
};
use crate::players::{Player, PlayerKind, Setup};
use shuban_core::Random;

fn text(grid: &Grid) -> Vec<(usize, usize, i32)> {
    let cells = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)));
    cells
        .map(|(row, column)| (row, column, grid.get(row, column)))
        .filter(|cell| cell.2 != 0)
        .collect()
}

#[test]
fn tables_have_480_bytes_in_network_order() {
    let mut grid = Grid::EMPTY;
    grid.set(0, 1, 1);
    grid.set(7, 14, 0x0102_0304);
    grid.set(3, 0, -5);
    let bytes = grid.to_bytes();
    assert_eq!(bytes.len(), 480);
    assert_eq!(bytes[4..8], [0, 0, 0, 1]);
    assert_eq!(bytes[476..], [1, 2, 3, 4]);
    let read = Grid::from_bytes(&bytes);
    assert_eq!(read.get(3, 0), 0, "negative cells are sent as zeros");
    assert_eq!(text(&read), [(0, 1, 1), (7, 14, 0x0102_0304)]);
}

#[test]
fn cards_lie_where_the_protocol_says() {
    let lies = |meld: &str| text(&grid_of_meld(Some(&meld.parse().unwrap())));
    assert_eq!(lies("S3"), [(0, 1, 1)]);
    assert_eq!(lies("C2"), [(3, 13, 1)]);
    assert_eq!(lies("H5,JK=D5"), [(1, 3, 1), (2, 3, 2)]);
    assert_eq!(lies("JK=S-,S3,S4"), [(0, 0, 2), (0, 1, 1), (0, 2, 1)]);
    assert_eq!(lies("CA,C2,JK=C+"), [(3, 12, 1), (3, 13, 1), (3, 14, 2)]);
    assert_eq!(lies("S8,H8,D8,C8,JK"), [(0, 6, 1), (1, 6, 1), (2, 6, 1), (3, 6, 1), (4, 6, 2)]);
    assert_eq!(lies("JK"), [(0, 14, 2)]);
    assert_eq!(text(&grid_of_cards("S3,JK".parse().unwrap())), [(0, 1, 1), (4, 1, 2)]);
    assert_eq!(grid_of_meld(None), Grid::EMPTY);
}

#[test]
fn what_means_nothing_is_told() {
    let grid = |cells: &[(usize, usize, i32)]| {
        let mut grid = Grid::EMPTY;
        cells.iter().for_each(|&(row, column, value)| grid.set(row, column, value));
        grid
    };
    let cell = |row, column, value| WireError::Cell { row, column, value };
    for (cells, error) in [
        (&[(0, 1, 3)][..], cell(0, 1, 3)),
        (&[(0, 1, -1)], cell(0, 1, -1)),
        (&[(0, 0, 1)], cell(0, 0, 1)),
        (&[(2, 14, 1)], cell(2, 14, 1)),
        (&[(4, 3, 1)], cell(4, 3, 1)),
        (&[(0, 1, 2), (3, 3, 2)], WireError::SecondJoker { row: 3, column: 3 }),
    ] {
        assert_eq!(meld_of(&grid(cells)), Err(error.clone()));
        assert_eq!(gift_of(&grid(cells)), Err(error.clone()));
        assert_eq!(cards_of(&grid(cells)).unwrap_err(), error);
    }
    // No melds, though cards.
    for cells in [
        &[(0, 1, 1), (0, 2, 1)][..],
        &[(4, 1, 2)],
        &[(0, 1, 1), (4, 1, 2)],
        &[(0, 6, 1), (1, 6, 1), (2, 6, 1), (3, 6, 1), (4, 7, 2)],
        &[(0, 1, 1), (1, 1, 1), (0, 2, 1)],
    ] {
        assert!(matches!(meld_of(&grid(cells)), Err(WireError::NoMeld { .. })), "{cells:?}");
        assert!(gift_of(&grid(cells)).is_ok());
    }
    // A hand's joker has its place; a lone one may be laid anywhere among the suits.
    assert_eq!(cards_of(&grid(&[(0, 1, 2)])), Err(cell(0, 1, 2)));
    for place in [(0, 0), (2, 7), (3, 14)] {
        assert_eq!(meld_of(&grid(&[(place.0, place.1, 2)])), Ok(Some(Meld::LONE_JOKER)));
    }
    // Rows of no importance.
    assert_eq!(meld_of(&grid(&[(5, 1, 9), (7, 7, 7)])), Ok(None));
}

#[test]
fn profiles_tell_version_and_name() {
    assert_eq!(read_profile(&profile("shuban")), Ok("shuban".to_owned()));
    assert_eq!(read_profile(&profile("a name of many letters")), Ok("anameofmanylet".to_owned()));
    assert_eq!(read_profile(&profile("")), Ok("?".to_owned()));
    let mut odd = profile("abc");
    odd.set(1, 1, 10);
    odd.set(1, 2, 0x7c);
    assert_eq!(read_profile(&odd), Ok("a__".to_owned()));
    odd.set(0, 0, 20060);
    assert_eq!(read_profile(&odd), Err(WireError::Version(20060)));
}

#[test]
fn states_out_of_range_are_told() {
    let state = TableState {
        exchange: false,
        give: 0,
        my_turn: true,
        turn: 2,
        empty: true,
        back: false,
        revolution: true,
        locked: false,
        counts: [11, 11, 11, 10, 10],
        classes: [4, 3, 2, 1, 0],
        seats: [2, 0, 1, 4, 3],
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
        bad.set(row, column, value);
        let error = TableState::read(&bad).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

/// Tells what it is asked, and plays like another one.
struct Spy(Box<dyn Player>, Arc<Mutex<Option<SeatView>>>);

impl Player for Spy {
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

/// A match over the wire without sockets: each answer goes through `disturb` before the server gets
/// it.
fn match_by_wire(
    rules: ContestRules,
    kinds: [PlayerKind; PLAYERS],
    games: u32,
    seed: u64,
    disturb: &mut dyn FnMut(usize, Grid) -> Option<Grid>,
) -> (Contest, MatchRecord) {
    let setup = Setup::new(rules, seed);
    let asked: Arc<Mutex<Option<SeatView>>> = Arc::default();
    let mut number = 0;
    let mut clients = kinds.map(|kind| {
        number += 1;
        Client::new(rules, Box::new(Spy(kind.player(&setup, number - 1), asked.clone())))
    });
    for (number, client) in clients.iter_mut().enumerate() {
        assert_eq!(client.expects(), Expected::Number);
        client.number(number as i32).unwrap();
    }
    let names = kinds.map(|kind| kind.name().to_owned());
    let mut record = MatchRecord { rules, seed, due: games, names, games: Vec::new() };
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
                            assert_eq!(
                                answers[player].replace(answer),
                                None,
                                "nobody asked for the last one"
                            );
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
                // What the server makes of an answer that was disturbed is its own affair.
                let _ = server.receive(disturb(player, answer).as_ref());
                record.games.extend(server.take_records());
            }
            ServerStep::Finished => break,
        }
    }
    for client in &clients {
        assert_eq!((client.expects(), client.games()), (Expected::Nothing, games));
    }
    (server.contest().clone(), record)
}

#[test]
fn a_match_over_the_wire_is_the_match() {
    use PlayerKind::{Base, Default, Endgame, Random};
    let rules = ContestRules::default();
    for (kinds, seed) in [([Base, Default, Random, Endgame, Base], 1), ([Random; 5], 2)] {
        let (contest, record) = match_by_wire(rules, kinds, 8, seed, &mut |_, grid| Some(grid));
        assert_eq!(record.validate(), Ok(()));
        assert_eq!(record.places(), contest.places());
        // The same without wire.
        let setup = Setup::new(rules, seed);
        let mut number = 0;
        let mut players = kinds.map(|kind| {
            number += 1;
            kind.player(&setup, number - 1)
        });
        let mut games = Vec::new();
        let mut contest = Contest::new(rules, 8, seed);
        crate::players::play_match(&mut contest, &mut players, &mut |game| {
            games.push(game.clone());
        });
        assert_eq!(games, record.games);
    }
}

/// A table of cells that may be cards or nearly.
fn garbage(random: &mut Random) -> Grid {
    let mut grid = Grid::EMPTY;
    for _ in 0..random.below(12) {
        let value = [1, 1, 1, 2, 0, 3, -1, i32::MAX, i32::MIN][random.below(9) as usize];
        grid.set(random.place(ROWS), random.place(COLUMNS), value);
    }
    grid
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_match_ends_whatever_clients_send(seed: u64, silent in 0usize..=PLAYERS, rate in 1u64..6) {
        let mut random = Random::new(seed);
        let rules = ContestRules::default();
        let (contest, record) =
            match_by_wire(rules, [PlayerKind::Default; PLAYERS], 3, seed, &mut |player, grid| {
                match random.below(rate) {
                    _ if player == silent => None,
                    0 => [None, Some(garbage(&mut random))][random.below(2) as usize].clone(),
                    _ => Some(grid),
                }
            });
        prop_assert_eq!(record.validate(), Ok(()));
        prop_assert_eq!(contest.games_played(), 3);
        prop_assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn clients_follow_house_rules_too(seed: u64) {
        let rules = ContestRules { eleven_back: true, forbidden_finish: true, most_passes: 9, ..ContestRules::default() };
        match_by_wire(rules, [PlayerKind::Random; PLAYERS], 4, seed, &mut |_, grid| Some(grid));
    }

    #[test]
    fn melds_and_hands_are_read_as_they_are_written(
        cards in proptest::sample::subsequence(Cards::ALL.iter().collect::<Vec<Card>>(), 0..14),
    ) {
        let hand: Cards = cards.into_iter().collect();
        prop_assert_eq!(cards_of(&grid_of_cards(hand)), Ok(hand));
        prop_assert_eq!(gift_of(&grid_of_cards(hand)), Ok(hand));
        let mut found = Vec::new();
        melds(&ContestRules::default(), hand, &ContestTable::new(0), &mut found);
        for meld in found {
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
                // The cards lie where they lay, but a lone joker.
                let again = grid_of_meld(Some(&meld));
                let lone = meld == Meld::LONE_JOKER;
                prop_assert!(lone || (0..5).all(|row| again.row(row) == grid.row(row)));
            }
            let _ = (cards_of(&grid), gift_of(&grid), TableState::read(&grid), read_profile(&grid));
        }
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Told(usize);

impl Player for Told {
    fn give(&mut self, _hand: Cards, _count: usize) -> Cards {
        Cards::NONE
    }

    fn play(&mut self, _view: &SeatView) -> Option<Meld> {
        None
    }

    fn see(&mut self, _table: &ContestTable, _seat: usize, _action: Option<&Meld>) {
        self.0 += 1;
    }
}

/// How many of these turns, one player after the other and each with one card, are followed.
fn followed(turns: usize, lies: impl Fn(usize) -> Option<Meld>) -> usize {
    let mut following = follow::Following::new(ContestRules::default());
    let mut told = Told::default();
    for turn in 0..turns {
        let state = TableState {
            exchange: false,
            give: 0,
            my_turn: false,
            turn: turn % PLAYERS,
            empty: false,
            back: false,
            revolution: false,
            locked: false,
            counts: [1; PLAYERS],
            classes: [0; PLAYERS],
            seats: [0, 1, 2, 3, 4],
        };
        following.turn(0, Cards::NONE, &state);
        following.ends(state.turn, lies(turn), &mut told);
    }
    told.0
}

#[test]
fn a_server_that_goes_on_past_the_end_is_not_followed() {
    // The fourth who goes out leaves one, and the game is over.
    let single = |turn| Cards::ALL.iter().nth(turn).map(Meld::single);
    assert_eq!(followed(30, single), 4);
    // So many passes there are never.
    assert_eq!(followed(300, |_| None), 300);
}

#[test]
fn what_comes_out_of_turn_is_refused() {
    let rules = ContestRules::default();
    let mut client = Client::new(rules, PlayerKind::Base.player(&Setup::new(rules, 1), 0));
    let unexpected = |found, expected| Err(WireError::Unexpected { found, expected });
    assert_eq!(client.table(&Grid::EMPTY).map(|_| ()), unexpected("table", "a number"));
    assert_eq!(client.number(5), Err(WireError::Number { what: "the own number", value: 5 }));
    client.number(4).unwrap();
    assert_eq!(client.me(), 4);
    assert_eq!(client.number(0), unexpected("number", "a table"));
    assert!(matches!(client.table(&Grid::EMPTY), Err(WireError::Seats(_))));
}

#[test]
fn the_server_tells_what_was_wrong() {
    let server = || Server::new(Contest::new(ContestRules::default(), 1, 1));
    let rejected = |answer: Option<Grid>| {
        let mut server = server();
        while !matches!(server.step(), ServerStep::Receive { .. }) {}
        let result = server.receive(answer.as_ref());
        let mover = server.contest().seats().into_iter().find(|&player| {
            server.contest().round().table().passed.contains(server.contest().seat_of(player))
        });
        // The verdict is the first thing that is sent then.
        match (server.step(), mover) {
            (ServerStep::Send { player, message: Message::Number(verdict) }, Some(mover)) => {
                assert_eq!(player, mover);
                (result.map_err(|error| error.to_string()), verdict)
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(rejected(None), (Err("no answer".to_owned()), 8));
    assert_eq!(rejected(Some(Grid::EMPTY)), (Ok(()), 9), "a pass may be led");
    let (error, verdict) = rejected(Some(grid_of_meld(Some(&"S3,H3,D3,C3,JK".parse().unwrap()))));
    assert_eq!((error, verdict), (Err("the player does not hold these cards".to_owned()), 8));
    let fifth = Meld::lay("S3".parse().unwrap(), Some(Role::As(1, Suit::Heart))).unwrap();
    let mut odd = grid_of_meld(Some(&fifth));
    odd.set(3, 9, 1);
    assert!(rejected(Some(odd)).0.unwrap_err().contains("neither a single card"));
}
