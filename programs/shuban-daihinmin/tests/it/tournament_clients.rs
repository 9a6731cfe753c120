//! Tournaments with clients: the same tables as in one process, and clients that stay away.

use std::net::SocketAddr;
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use shuban_core::Silent;
use shuban_daihinmin::Error;
use shuban_daihinmin::matches::{AnswerLimits, JoinOptions, JoinReport, check_records, join};
use shuban_daihinmin::players::PlayerKind::{self, Base, Default};
use shuban_daihinmin::tournament::{Clients, ClientsReport, TournamentOptions, hold};
use shuban_daihinmin_game::ContestRules;

use crate::common;

const LONG: Duration = Duration::from_secs(60);
const LIMITS: AnswerLimits = AnswerLimits { turn: LONG, budget: None };

fn bound(clients: usize, joining: Duration) -> Clients {
    Clients::bind("127.0.0.1", &vec![0; clients], joining, LIMITS).unwrap()
}

/// Plays on a server, again and again if wanted, in a thread of its own.
fn joining(
    address: SocketAddr,
    player: PlayerKind,
    again: bool,
) -> JoinHandle<Result<JoinReport, Error>> {
    joining_within(LONG, address, player, again)
}

fn joining_within(
    silence: Duration,
    address: SocketAddr,
    player: PlayerKind,
    again: bool,
) -> JoinHandle<Result<JoinReport, Error>> {
    // Nothing listens there any more when the tournament is over.
    let reaching = Duration::from_millis(300);
    let options = JoinOptions { reaching, again, ..common::join_options(address, player, silence) };
    spawn(move || join(&options, &common::setup(ContestRules::default(), 1), &Silent))
}

fn options(players: &[PlayerKind], games: u32) -> TournamentOptions {
    TournamentOptions { players: players.to_vec(), games, seed: 5, records: None }
}

#[test]
fn a_tournament_with_clients_is_the_tournament() {
    // Two have two or three seats at a table; of seven each is out at two tables of seven.
    for (here, clients, games) in [
        (&[Base][..], &[Default][..], 24),
        (&[Base, Default, Base, Default, Base], &[Base, Default], 42),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let records = ["alone", "with"].map(|of| folder.path().join(of));
        let setup = common::setup(ContestRules::default(), 1);
        let all = [here, clients].concat();
        let alone = TournamentOptions { records: Some(records[0].clone()), ..options(&all, games) };
        let alone = hold(&setup, &alone, &Silent).unwrap();
        let entrances = bound(clients.len(), LONG);
        let addresses: Vec<SocketAddr> = entrances.addresses().collect();
        // As many come as have seats at a table.
        let seats = if all.len() < 5 { 3 } else { 1 };
        let others = addresses.iter().zip(clients);
        let others: Vec<_> = others
            .flat_map(|(&address, &player)| (0..seats).map(move |_| joining(address, player, true)))
            .collect();
        let with = TournamentOptions { records: Some(records[1].clone()), ..options(here, games) };
        let report = entrances.hold(&setup, &with, &Silent).unwrap();
        drop(entrances);
        let ClientsReport { report, clients: parts, cut_short } = report;
        assert_eq!((report.games, cut_short), (alone.games, None));
        let points = |report: &shuban_daihinmin::tournament::TournamentReport| {
            let points = report.players.iter().map(|player| (player.points, player.places));
            points.collect::<Vec<_>>()
        };
        assert_eq!(points(&report), points(&alone));
        for table in 1..=alone.tables {
            let file = format!("table-{table:04}.txt");
            let [one, other] = records.clone().map(|of| std::fs::read(of.join(&file)).unwrap());
            assert!(one == other, "table {table}");
        }
        let mut seated = 0;
        for other in others {
            // One that was never needed may find nobody there any more.
            seated += other.join().unwrap().map_or(0, |report| report.matches);
        }
        assert_eq!(parts.iter().map(|part| part.seats).sum::<u32>(), seated);
        assert!(parts.iter().all(|part| part.left == 0 && part.rejected == 0), "{parts:?}");
        let names = parts.iter().map(|part| part.name.as_str());
        assert!(names.eq(clients.iter().map(|kind| kind.name())), "{parts:?}");
    }
}

#[test]
fn a_tournament_ends_before_a_table_that_a_client_stays_away_from() {
    let folder = tempfile::tempdir().unwrap();
    let records = Some(folder.path().to_owned());
    let entrances = bound(1, Duration::from_millis(400));
    let address = entrances.addresses().next().unwrap();
    // It plays one table of twenty.
    let once = joining(address, Base, false);
    let players = [Base, Default, Base, Default];
    let options = TournamentOptions { records, ..options(&players, 40) };
    let setup = common::setup(ContestRules::default(), 1);
    let report = entrances.hold(&setup, &options, &Silent).unwrap();
    assert_eq!(once.join().unwrap().unwrap().games, 2);
    assert_eq!((report.report.games, report.report.tables), (2, 1));
    let reason = "table 2: 0 of 1 clients came in time";
    assert_eq!(report.cut_short.as_deref(), Some(reason));
    let text = report.to_string();
    assert!(text.contains("\nbase: seats 1, "), "{text}");
    assert!(text.ends_with(&format!(" s\nnot played to its end: {reason}")), "{text}");
    let seats: u32 = report.report.players.iter().map(|player| player.games).sum();
    assert_eq!(seats, 10);
    let record = folder.path().join("table-0001.txt");
    assert!(check_records(&[record]).unwrap().passed);
    // Nobody came at all, and too few take part.
    assert!(matches!(
        bound(1, Duration::ZERO).hold(&setup, &options, &Silent),
        Err(Error::TooFew { came: 0, wanted: 1 })
    ));
    let nobody = TournamentOptions { players: Vec::new(), ..options };
    assert!(matches!(bound(1, LONG).hold(&setup, &nobody, &Silent), Err(Error::Entrants)));
}

/// Another client comes later than the first one bears silence: until then it leaves and comes again.
#[test]
fn a_client_that_comes_again_waits_for_its_table() {
    let setup = common::setup(ContestRules::default(), 1);
    let entrances = bound(2, LONG);
    let addresses: Vec<SocketAddr> = entrances.addresses().collect();
    let early = joining_within(Duration::from_millis(600), addresses[0], Default, true);
    let late = spawn(move || {
        std::thread::sleep(Duration::from_millis(1_500));
        joining(addresses[1], Default, true).join().unwrap()
    });
    let report = entrances.hold(&setup, &options(&[Base; 3], 20), &Silent).unwrap();
    drop(entrances);
    assert_eq!((report.report.tables, report.cut_short), (20, None));
    for client in [early, late] {
        assert_eq!(client.join().unwrap().unwrap().matches, 20);
    }
}
