//! Clients on their way to a match: slow ones, silent ones, and those that leave.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use shuban_core::Silent;
use shuban_daihinmin::Error;
use shuban_daihinmin::matches::{AnswerLimits, Door, Entrance};
use shuban_daihinmin::wire::profile;
use shuban_daihinmin_game::PLAYERS;

const LONG: Duration = Duration::from_secs(60);
const LIMITS: AnswerLimits = AnswerLimits { turn: LONG, budget: None };

/// Opens a door until all have come; returns its address, and later their names.
fn open() -> (SocketAddr, JoinHandle<Vec<String>>) {
    let entrance = Entrance::open("127.0.0.1", 0).unwrap();
    let address = entrance.address();
    let waiting = spawn(move || {
        let door = Door::new([(&entrance, (0..PLAYERS).collect())], LIMITS, &Silent)
            .introducing_within(LONG);
        let guests = door.wait(Instant::now() + LONG).unwrap();
        guests.into_iter().map(|guest| guest.name).collect()
    });
    (address, waiting)
}

fn connected(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// Reads the number that it is sent.
fn number(stream: &mut TcpStream) -> usize {
    let mut bytes = [0; 4];
    stream.read_exact(&mut bytes).unwrap();
    u32::from_be_bytes(bytes) as usize
}

fn introduced(address: SocketAddr, name: &str) -> (TcpStream, usize) {
    let mut stream = connected(address);
    stream.write_all(&profile(name).to_bytes()).unwrap();
    let number = number(&mut stream);
    (stream, number)
}

#[test]
fn who_is_slow_holds_up_nobody() {
    let (address, waiting) = open();
    let bytes = profile("slow").to_bytes();
    let mut slow = connected(address);
    slow.write_all(&bytes[..100]).unwrap();
    let others: Vec<_> = (0..4).map(|_| introduced(address, "quick")).collect();
    assert_eq!(others.iter().map(|(_, number)| *number).collect::<Vec<_>>(), [0, 1, 2, 3]);
    slow.write_all(&bytes[100..]).unwrap();
    assert_eq!(number(&mut slow), 4);
    assert_eq!(waiting.join().unwrap(), ["quick", "quick", "quick", "quick", "slow"]);
}

#[test]
fn who_leaves_before_the_match_leaves_the_seat_to_the_next() {
    let (address, waiting) = open();
    let (stays, first) = introduced(address, "stays");
    let (leaves, second) = introduced(address, "leaves");
    assert_eq!((first, second), (0, 1));
    drop(leaves);
    // Three more take the seats that are left; the fourth takes the one that becomes free.
    let more: Vec<_> = (0..4).map(|_| introduced(address, "comes")).collect();
    let mut numbers: Vec<usize> = more.iter().map(|(_, number)| *number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4]);
    assert_eq!(waiting.join().unwrap(), ["stays", "comes", "comes", "comes", "comes"]);
    drop(stays);
}

#[test]
fn who_does_not_introduce_itself_in_time_is_turned_away() {
    let entrance = Entrance::open("127.0.0.1", 0).unwrap();
    let mut silent = connected(entrance.address());
    let door = Door::new([(&entrance, (0..PLAYERS).collect())], LIMITS, &Silent)
        .introducing_within(Duration::ZERO);
    let waited = door.wait(Instant::now() + Duration::from_millis(100));
    assert!(matches!(waited, Err(Error::TooFew { came: 0, .. })));
    assert!(matches!(silent.read(&mut [0; 4]), Ok(0) | Err(_)), "nobody is there any more");
}

#[test]
fn who_waits_at_an_entrance_without_a_seat_holds_up_nobody() {
    let [idle, wanted] = [0, 1].map(|_| Entrance::open("127.0.0.1", 0).unwrap());
    // More than may be about to introduce themselves, some of which have done so.
    let mut waiting: Vec<TcpStream> = (0..70).map(|_| connected(idle.address())).collect();
    waiting[0].write_all(&profile("early").to_bytes()).unwrap();
    let address = wanted.address();
    let comes = spawn(move || introduced(address, "comes").1);
    let door = Door::new([(&idle, Vec::new()), (&wanted, vec![3])], LIMITS, &Silent);
    let guests = door.wait(Instant::now() + LONG).unwrap();
    assert_eq!(guests.iter().map(|guest| guest.name.as_str()).collect::<Vec<_>>(), ["comes"]);
    assert_eq!(comes.join().unwrap(), 3);
    // The next table takes the one that has been waiting since.
    let door = Door::new([(&idle, vec![1]), (&wanted, Vec::new())], LIMITS, &Silent);
    let guests = door.wait(Instant::now() + LONG).unwrap();
    assert_eq!((guests[0].name.as_str(), number(&mut waiting[0])), ("early", 1));
}
