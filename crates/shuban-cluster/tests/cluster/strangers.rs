//! Callers that do not belong to the job.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use shuban_cluster::{Exchange, Lost, Place, Subject, meet, meet_while};
use tempfile::TempDir;

use crate::places::{SOON, barrier, subject};

fn published(folder: &TempDir) -> Place {
    Place::Published { folder: PathBuf::from(folder.path()), host: "127.0.0.1".into() }
}

/// Connects to a process that meets others in this folder.
fn connect(folder: &Path, process: usize) -> TcpStream {
    let began = Instant::now();
    loop {
        let address = fs::read_to_string(folder.join(format!("{process}.address")));
        if let Ok(address) = address
            && let Ok(stream) = TcpStream::connect(address)
        {
            return stream;
        }
        assert!(began.elapsed() < SOON);
        thread::sleep(Duration::from_millis(5));
    }
}

/// Lets process 0 wait for a short time for process 1, which does not come; a stranger does. Returns
/// the reason that it gives.
fn turned_away(stranger: impl FnOnce(&TempDir)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let most = Duration::from_millis(400);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| meet(&published(&folder), 0, 2, &subject(), most).map(drop));
        stranger(&folder);
        let Lost { process, why } = waiting.join().unwrap().unwrap_err();
        assert_eq!(process, 1);
        assert!(why.starts_with("it was not there within 400ms"), "{why}");
        why
    })
}

/// Returns true if a stranger was turned away because it left: before it was greeted, or after.
fn has_left(why: &str) -> bool {
    why.contains("turned away last: it does not listen: ")
        || why.ends_with("turned away last: it left without a greeting")
}

/// Meets process 0 for a short time, as another process that is something else.
fn meet_as(folder: &TempDir, own: usize, count: usize, subject: &Subject) -> Lost {
    let most = Duration::from_millis(300);
    meet(&published(folder), own, count, subject, most).map(drop).unwrap_err()
}

const REQUEST: &[u8] =
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUser-Agent: a program that is lost\r\n\r\n";

#[test]
fn strangers_are_turned_away_with_a_reason() {
    assert_eq!(turned_away(|_| {}), "it was not there within 400ms");
    let why = turned_away(|folder| {
        let mut stream = connect(folder.path(), 0);
        stream.write_all(REQUEST).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        assert!(answer.is_empty(), "a stranger learns nothing");
    });
    assert!(why.ends_with("turned away last: it does not speak this protocol"), "{why}");
    let why = turned_away(|folder| drop(connect(folder.path(), 0)));
    assert!(has_left(&why), "{why}");
    let why = turned_away(|folder| {
        let lost = meet_as(folder, 2, 3, &subject());
        assert_eq!(lost.process, 0);
    });
    assert!(why.ends_with("it is process 2 of 3; this is process 0 of 2"), "{why}");
}

#[test]
fn another_secret_or_subject_is_turned_away() {
    let secret = Subject { secret: [8; 32], ..subject() };
    let what = Subject { what: "something else".into(), ..subject() };
    for other in [secret, what] {
        let why = turned_away(|folder| {
            let lost = meet_as(folder, 1, 2, &other);
            let reason = "process 0 computes something else, or does not know the secret";
            assert!(lost.why.ends_with(reason), "{lost}");
        });
        assert!(has_left(&why), "{why}");
    }
}

#[test]
fn strangers_do_not_hold_up_the_others() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        let run = |own| {
            let began = Instant::now();
            let mut exchange = meet(&published(&folder), own, 3, &subject(), SOON).unwrap();
            assert!(began.elapsed() < Duration::from_secs(3), "it waited for a stranger");
            barrier(&mut exchange).unwrap();
            exchange.close();
        };
        let first = [0, 1].map(|own| scope.spawn(move || run(own)));
        // Some say nothing, some speak of something else, and one begins and does not go on.
        let silent: Vec<_> = (0..10).map(|i| connect(folder.path(), i % 2)).collect();
        for i in 0..10 {
            let mut stream = connect(folder.path(), i % 2);
            stream.write_all(REQUEST).unwrap();
        }
        let mut slow = connect(folder.path(), 0);
        slow.write_all(b"shuban-1").unwrap();
        run(2);
        first.into_iter().for_each(|thread| thread.join().unwrap());
        drop((silent, slow));
    });
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "files are removed");
}

#[test]
fn there_is_one_process_of_each_number() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Sockets(PathBuf::from(folder.path()));
    let most = Duration::from_millis(400);
    thread::scope(|scope| {
        let waiting = scope.spawn(|| meet(&place, 0, 2, &subject(), most).map(drop));
        while fs::read_dir(folder.path()).unwrap().count() == 0 {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(20));
        let Lost { process, why } = meet(&place, 0, 2, &subject(), most).map(drop).unwrap_err();
        assert_eq!(process, 0);
        assert!(why.ends_with("there is another process 0 already"), "{why}");
        waiting.join().unwrap().unwrap_err();
    });
    // What a killed process leaves behind does not matter.
    drop(std::os::unix::net::UnixListener::bind(folder.path().join("0.socket")).unwrap());
    let pair = thread::scope(|scope| {
        let threads = [0, 1].map(|own| {
            let place = &place;
            scope.spawn(move || meet(place, own, 2, &subject(), SOON).map(Exchange::close))
        });
        threads.map(|thread| thread.join().unwrap())
    });
    assert_eq!(pair, [Ok(()), Ok(())]);
}

#[test]
fn hosts_are_met_at_their_addresses() {
    // Ports that were free a moment ago.
    let free = || std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let place = Place::Hosts(vec![free().to_string(), free().to_string(), free().to_string()]);
    thread::scope(|scope| {
        for own in 0..3 {
            let place = &place;
            scope.spawn(move || {
                let mut exchange = meet(place, own, 3, &subject(), SOON).unwrap();
                barrier(&mut exchange).unwrap();
                exchange.close();
            });
        }
    });
    let missing = meet(&place, 3, 4, &subject(), SOON).map(drop).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "process 3 was lost: it cannot connect: no host is named for process 3"
    );
}

#[test]
fn one_that_leaves_while_others_still_meet_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::Sockets(folder.path().to_owned());
    let began = Instant::now();
    thread::scope(|scope| {
        // The third never comes, and the second knows that before the first.
        let waiting = scope.spawn(|| meet(&place, 0, 3, &subject(), Duration::from_secs(60)));
        let has_time = &mut || match began.elapsed() < Duration::from_millis(500) {
            true => Ok(()),
            false => Err(Lost { process: 2, why: "it has ended".into() }),
        };
        let most = Duration::from_secs(60);
        let second = meet_while(&place, 1, 3, &subject(), most, has_time).map(drop).unwrap_err();
        assert_eq!(second.to_string(), "process 2 was lost: it has ended");
        let first = waiting.join().unwrap().map(drop).unwrap_err();
        assert_eq!(first.to_string(), "process 1 was lost: it ended while the processes met");
    });
}

#[test]
fn secrets_are_not_printed() {
    let subject = Subject { what: "a layer".into(), secret: [213; 32] };
    assert_eq!(format!("{subject:?}"), r#"Subject { what: "a layer", .. }"#);
}
