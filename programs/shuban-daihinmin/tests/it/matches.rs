//! Matches of Daihinmin: in this process, and over the wire with clients that misbehave.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use shuban_core::shelf::EmptyShelf;
use shuban_core::tabulate::OneThread;
use shuban_core::{Random, Silent};
use shuban_daihinmin::matches::{
    AnswerLimits, Error, Host, HostOptions, HostReport, JoinReport, MatchOptions, MatchReport,
    Mixed, MixedOptions, MixedReport, PlayerSetting, check_records, join, play, read_record, setup,
};
use shuban_daihinmin::players::PlayerKind::{self, Base, Default, Endgame};
use shuban_daihinmin::wire::{Client, Expected, Grid, TABLE_BYTES, profile};
use shuban_daihinmin_game::ContestRules;
use shuban_daihinmin_game::players::endgame::EndgameLimits;

use crate::common;

fn played(
    players: [PlayerKind; 5],
    games: u32,
    threads: usize,
    records: Option<&Path>,
) -> MatchReport {
    let options = MatchOptions { players, games, seed: 7, records: records.map(Path::to_owned) };
    let limits = EndgameLimits { cards: 7, samples: 100, ..EndgameLimits::default() };
    let setting = PlayerSetting { limits, ..PlayerSetting::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let rules = ContestRules::default();
        let setup = setup(&players, rules, &setting, &EmptyShelf, &OneThread, &Silent).unwrap();
        play(&setup, &options, &Silent).unwrap().report
    })
}

#[test]
fn a_match_does_not_depend_on_the_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let players = [Endgame, Base, Default, PlayerKind::Random, Base];
    let one = played(players, 350, 1, Some(&folder.path().join("one")));
    assert_eq!(played(players, 350, 2, Some(&folder.path().join("two"))), one);
    assert_eq!((one.games, one.tables), (350, 4));
    assert_eq!(one.players.iter().map(|player| player.points).sum::<u64>(), 15 * 350);
    for player in &one.players {
        assert_eq!(player.places.iter().sum::<u32>(), 350);
        let [low, high] = player.ci95.unwrap();
        assert!(low < player.points as f64 && (player.points as f64) < high);
    }
    // Records are by the rules, and say the same.
    let mut points = 0;
    for table in 1..=4 {
        let name = format!("table-{table:04}.txt");
        let files = ["one", "two"].map(|of| folder.path().join(of).join(&name));
        assert_eq!(std::fs::read(&files[0]).unwrap(), std::fs::read(&files[1]).unwrap());
        let checked = check_records(&files[..1]).unwrap();
        assert!(checked.passed);
        points += checked.records[0].points.as_ref().unwrap()[0].points;
    }
    assert_eq!(points, one.players[0].points);
}

#[test]
fn a_record_that_was_changed_does_not_pass() {
    let folder = tempfile::tempdir().unwrap();
    played([Default; 5], 3, 1, Some(folder.path()));
    let file = folder.path().join("table-0001.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("ranking", "ranking 4", 1)).unwrap();
    let checked = check_records(std::slice::from_ref(&file)).unwrap();
    assert!(!checked.passed && checked.records[0].fault.as_ref().unwrap().starts_with("line "));
    std::fs::write(&file, [0xff, 0xfe, 0]).unwrap();
    assert!(!check_records(std::slice::from_ref(&file)).unwrap().passed);
    let missing = folder.path().join("missing");
    assert!(matches!(check_records(&[missing]), Err(Error::Io { .. })));
}

fn host(games: u32, turn: Duration, joining: Duration, records: &Path) -> Host {
    host_within(games, AnswerLimits { turn, budget: None }, joining, records)
}

fn host_within(games: u32, limits: AnswerLimits, joining: Duration, records: &Path) -> Host {
    let options = HostOptions {
        host: "127.0.0.1".to_owned(),
        port: 0,
        games,
        seed: 3,
        joining,
        limits,
        records: records.to_owned(),
    };
    Host::bind(options).unwrap()
}

/// Misbehaviour of a client.
#[derive(Clone, Copy, Debug)]
enum Manners {
    Honest,
    /// Disconnects after this many messages, its own and the server's.
    GoneAfter(u64),
    /// Sends this many bytes of each answer.
    Short(usize),
    /// Sends this many bytes of its first answer.
    ShortOnce(usize),
    /// Sends this many bytes more.
    Long(usize),
    /// Answers too late.
    Late(Duration),
    /// Never answers.
    Silent,
    /// Sends anything.
    Garbage,
}

/// Plays by the protocol except for its manners. Returns true if it saw the end of the match.
fn misbehaves(address: SocketAddr, manners: Manners, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let rules = ContestRules::default();
    let mut client = Client::new(rules, Default.player(&common::setup(rules, seed), 0));
    let mut stream = TcpStream::connect(address).unwrap();
    // A server that is stuck fails the test.
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(&profile("test").to_bytes()).unwrap();
    let (mut messages, mut answers) = (0, 0);
    loop {
        if matches!(manners, Manners::GoneAfter(last) if messages >= last) {
            let _ = stream.shutdown(Shutdown::Both);
            return false;
        }
        messages += 1;
        let mut bytes = [0; TABLE_BYTES];
        match client.expects() {
            Expected::Nothing => return true,
            Expected::Number => {
                stream.read_exact(&mut bytes[..4]).unwrap();
                client.number(i32::from_be_bytes(bytes[..4].try_into().unwrap())).unwrap();
            }
            Expected::Table => {
                stream.read_exact(&mut bytes).unwrap();
                let Some(answer) = client.table(&Grid::from_bytes(&bytes)).unwrap() else {
                    continue;
                };
                let mut answer = answer.to_bytes().to_vec();
                answers += 1;
                match manners {
                    Manners::ShortOnce(len) if answers == 1 => answer.truncate(len),
                    Manners::Honest | Manners::GoneAfter(_) | Manners::ShortOnce(_) => {}
                    Manners::Short(len) => answer.truncate(len),
                    Manners::Long(more) => answer.extend(vec![1; more]),
                    Manners::Late(pause) => std::thread::sleep(pause),
                    Manners::Silent => answer.clear(),
                    Manners::Garbage => {
                        answer.iter_mut().for_each(|byte| *byte = random.below(3) as u8);
                    }
                }
                // The server may have disconnected it.
                let _ = stream.write_all(&answer);
            }
        }
    }
}

fn match_with(manners: [Manners; 5], games: u32) -> (HostReport, Vec<bool>) {
    match_within(Duration::from_millis(120), manners, games)
}

fn match_within(turn: Duration, manners: [Manners; 5], games: u32) -> (HostReport, Vec<bool>) {
    let folder = tempfile::tempdir().unwrap();
    let host = host(games, turn, Duration::from_secs(60), folder.path());
    let address = host.address();
    let clients: Vec<_> = (0..5)
        .map(|number| {
            std::thread::spawn(move || misbehaves(address, manners[number], number as u64))
        })
        .collect();
    let report = host.run(&Silent).unwrap();
    let saw_the_end = clients.into_iter().map(|client| client.join().unwrap()).collect();
    let checked = check_records(std::slice::from_ref(&report.record)).unwrap();
    assert!(checked.passed, "{checked:?}");
    assert_eq!((report.games, checked.records[0].games), (games, Some(games as usize)));
    assert_eq!(
        report.players.iter().map(|player| player.points).sum::<u64>(),
        u64::from(15 * games)
    );
    (report, saw_the_end)
}

#[test]
fn honest_clients_play_a_match() {
    let (report, saw_the_end) = match_with([Manners::Honest; 5], 5);
    assert_eq!(saw_the_end, [true; 5]);
    assert_eq!(report.stayed, [true; 5]);
}

/// Plays on a server and returns the number of its reads, each as large as it may be.
fn reads(address: SocketAddr, seed: u64) -> usize {
    let rules = ContestRules::default();
    let mut client = Client::new(rules, Default.player(&common::setup(rules, seed), 0));
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(&profile("reads").to_bytes()).unwrap();
    let (mut came, mut reads) = (Vec::new(), 0);
    loop {
        let len = match client.expects() {
            Expected::Nothing => return reads,
            Expected::Number => 4,
            Expected::Table => TABLE_BYTES,
        };
        while came.len() < len {
            let mut bytes = [0; 4_096];
            let read = stream.read(&mut bytes).unwrap();
            assert!(read > 0, "the server has closed early");
            came.extend(&bytes[..read]);
            reads += 1;
        }
        let message: Vec<u8> = came.drain(..len).collect();
        match *message {
            [a, b, c, d] => client.number(i32::from_be_bytes([a, b, c, d])).unwrap(),
            _ => {
                let table = Grid::from_bytes(message.first_chunk().unwrap());
                if let Some(answer) = client.table(&table).unwrap() {
                    stream.write_all(&answer.to_bytes()).unwrap();
                }
            }
        }
    }
}

#[test]
fn messages_between_two_answers_come_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = 3;
    let host = host(games, Duration::from_secs(10), Duration::from_secs(60), folder.path());
    let address = host.address();
    let clients: Vec<_> =
        (0..5).map(|seed| std::thread::spawn(move || reads(address, seed))).collect();
    let report = host.run(&Silent).unwrap();
    let record = read_record(&report.record).unwrap();
    let answers: usize =
        record.games.iter().map(|game| game.actions.len() + game.gifts.len() / 2).sum();
    // One read for each answer of any player, one for the number, one for the end.
    for client in clients {
        let reads = client.join().unwrap();
        assert!(reads <= answers + 2, "{reads} reads for {answers} answers");
    }
}

#[test]
fn clients_that_misbehave_lose_their_turns_and_not_the_match() {
    use Manners::{Garbage, GoneAfter, Honest, Late, Long, Short, Silent};
    for manners in [
        [Honest, Short(100), Long(37), Silent, Garbage],
        [Late(Duration::from_millis(200)), Honest, Garbage, Long(1_000), Short(479)],
    ] {
        let (report, saw_the_end) = match_with(manners, 2);
        // All of them understand the server and stay in step.
        assert_eq!(saw_the_end, [true; 5]);
        assert!(report.rejected.iter().sum::<u32>() > 0);
    }
    // A client that leaves before the first hand would leave its seat to another.
    for last in [2, 3, 4, 5, 7, 11, 40] {
        let manners = [Honest, GoneAfter(last), GoneAfter(last + 1), GoneAfter(2 * last), Honest];
        let (_, mut saw_the_end) = match_with(manners, 2);
        saw_the_end.sort_unstable();
        assert_eq!(saw_the_end, [false, false, false, true, true]);
    }
    assert_eq!(match_with([GoneAfter(3); 5], 2).1, [false; 5], "nobody is left");
}

#[test]
fn one_slip_costs_one_turn() {
    use Manners::{Honest, ShortOnce};
    let manners = [Honest, ShortOnce(0), Honest, ShortOnce(100), ShortOnce(479)];
    let (mut report, saw_the_end) = match_within(Duration::from_secs(2), manners, 2);
    assert_eq!(saw_the_end, [true; 5]);
    // Clients are numbered in the order in which they come.
    report.rejected.sort_unstable();
    assert_eq!(report.rejected, [0, 0, 1, 1, 1]);
}

fn joined(address: SocketAddr, player: PlayerKind, wait: Duration) -> Result<JoinReport, Error> {
    let options = common::join_options(address, player, wait);
    join(&options, &common::setup(ContestRules::default(), 1), &Silent)
}

#[test]
fn who_does_not_introduce_itself_is_turned_away() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(1, Duration::from_secs(10), Duration::from_secs(60), folder.path());
    let address = host.address();
    let server = std::thread::spawn(move || host.run(&Silent));
    let mut old = profile("old");
    old.0[0][0] = 20060;
    for bytes in [&old.to_bytes()[..], &[1; 7]] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(bytes).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        // Closed without a number, or reset since not all was read.
        assert!(matches!(stream.read(&mut [0; 4]), Ok(0) | Err(_)));
    }
    let clients: Vec<_> = [Base, Default, PlayerKind::Random, Base, Endgame]
        .into_iter()
        .map(|player| std::thread::spawn(move || joined(address, player, Duration::from_secs(60))))
        .collect();
    let report = server.join().unwrap().unwrap();
    assert_eq!(report.games, 1);
    let mut numbers: Vec<usize> =
        clients.into_iter().map(|client| client.join().unwrap().unwrap().number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
}

#[test]
fn waits_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(1, Duration::from_secs(1), Duration::from_millis(50), folder.path());
    let address = host.address();
    assert!(matches!(host.run(&Silent), Err(Error::TooFew { came: 0, wanted: 5 })));
    let wait = Duration::from_millis(50);
    // Nothing listens there any more.
    assert!(matches!(joined(address, Base, wait), Err(Error::Network { .. })));
    // A server that is silent.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap();
    assert!(matches!(joined(address, Base, wait), Err(Error::Network { .. })));
}

/// Plays a match of these players and clients, whose players are others.
fn mixed(
    players: Vec<PlayerKind>,
    others: Vec<PlayerKind>,
    games: u32,
    limits: AnswerLimits,
    records: Option<&Path>,
) -> MixedReport {
    let options = MixedOptions {
        players,
        clients: vec![0; others.len()],
        host: "127.0.0.1".to_owned(),
        games,
        seed: 7,
        joining: Duration::from_secs(60),
        limits,
        records: records.map(Path::to_owned),
    };
    let mixed = Mixed::bind(options).unwrap();
    let addresses: Vec<SocketAddr> = mixed.addresses().collect();
    let [address] = addresses[..] else { panic!("one port for all clients: {addresses:?}") };
    let others = others.into_iter().map(|player| {
        std::thread::spawn(move || joined(address, player, Duration::from_secs(60)).unwrap())
    });
    let others: Vec<_> = others.collect();
    let report = mixed.run(&common::setup(ContestRules::default(), 1), &Silent).unwrap();
    for other in others {
        assert_eq!(other.join().unwrap().games, games, "all tables are one match for a client");
    }
    report
}

const PATIENT: AnswerLimits = AnswerLimits { turn: Duration::from_secs(60), budget: None };

#[test]
fn a_match_with_clients_is_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let records = |of: &str| folder.path().join(of);
    let here = played([Base, Base, Default, Base, Base], 220, 1, Some(&records("here")));
    let with = [
        mixed(vec![Base, Base, Default], vec![Base; 2], 220, PATIENT, Some(&records("two"))),
        mixed(vec![Base, Base, Default, Base], vec![Base], 220, PATIENT, Some(&records("one"))),
    ];
    for report in with {
        assert_eq!(report.report, here);
        let clients = report.clients.iter();
        assert!(clients.clone().all(|client| client.stayed && client.rejected == 0), "{report:?}");
        let numbers: Vec<usize> = clients.map(|client| client.number).collect();
        assert_eq!(numbers.last(), Some(&4));
    }
    for table in 1..=3 {
        let name = format!("table-{table:04}.txt");
        let [one, two, here] =
            ["one", "two", "here"].map(|of| std::fs::read(records(of).join(&name)).unwrap());
        assert!(one == here && two == here, "table {table}");
    }
}

#[test]
fn a_match_has_five_seats() {
    for (players, clients) in [(vec![Base; 4], vec![]), (vec![Base; 4], vec![0; 2])] {
        let options = MixedOptions {
            players,
            clients,
            host: "127.0.0.1".to_owned(),
            games: 1,
            seed: 1,
            joining: Duration::ZERO,
            limits: PATIENT,
            records: None,
        };
        assert!(matches!(Mixed::bind(options), Err(Error::Players { found: 4 | 6 })));
    }
}

#[test]
fn a_client_whose_time_is_used_up_only_passes() {
    let limits = AnswerLimits { budget: Some(Duration::ZERO), ..PATIENT };
    let report = mixed(vec![Base; 4], vec![Base], 20, limits, None);
    let [client] = &report.clients[..] else { panic!("{report:?}") };
    assert!(client.stayed && client.rejected > 100 && client.seconds == 0.0, "{report:?}");
    // It comes in last, except where the others pass twenty times in a row.
    assert!(report.report.players[4].points <= 25, "{report:?}");
}

#[test]
fn a_client_that_is_slow_uses_up_its_time() {
    use Manners::{Honest, Late};
    let folder = tempfile::tempdir().unwrap();
    let budget = Duration::from_millis(200);
    let limits = AnswerLimits { turn: Duration::from_secs(10), budget: Some(budget) };
    let host = host_within(2, limits, Duration::from_secs(60), folder.path());
    let address = host.address();
    let manners = [Honest, Honest, Late(Duration::from_millis(40)), Honest, Honest];
    let clients: Vec<_> = (0..5)
        .map(|number| {
            std::thread::spawn(move || misbehaves(address, manners[number], number as u64))
        })
        .collect();
    let report = host.run(&Silent).unwrap();
    // The slow one may find the server gone.
    clients.into_iter().for_each(|client| drop(client.join()));
    let slow = (0..5).max_by_key(|&player| report.rejected[player]).unwrap();
    assert!(report.rejected[slow] > 0, "{report:?}");
    // The time of the last look comes on top.
    assert!((0.2..0.6).contains(&report.seconds[slow]), "{report:?}");
}
