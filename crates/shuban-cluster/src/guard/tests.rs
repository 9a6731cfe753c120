//! Bytes of all kinds before the guard.

use std::os::unix::net::UnixStream;
use std::thread;

use proptest::prelude::*;

use super::*;
use crate::frame::{Head, Kind};

const OWN: usize = 2;
const PEER: usize = 1;

/// Returns frame `number` of the peer, as the engine sends it.
fn sent(number: u64) -> Vec<u8> {
    let head = Head { kind: Kind::Piece, round: 0, count: number };
    let body = head.with_numbers(PEER, OWN, &[1, 2, 3]);
    let numbers = [PEER, PEER, OWN, OWN + 1, body.len(), number as usize];
    let mut frame: Vec<u8> =
        numbers.iter().flat_map(|&number| (number as u64).to_be_bytes()).collect();
    frame.extend(body);
    frame
}

/// Returns what the engine reads if these bytes come, in reads of this size, and the loss.
fn read(bytes: Vec<u8>, size: usize) -> (Vec<u8>, Loss) {
    let (here, mut there) = UnixStream::pair().unwrap();
    let link = Arc::new(Link::new(OWN, PEER, thread::current()));
    let mut guard = Guard::new(Socket::Unix(here), link.clone());
    let writer = thread::spawn(move || {
        // The guard ends the connection when it has seen enough.
        let _ = there.write_all(&bytes);
    });
    let (mut all, mut buffer) = (Vec::new(), vec![0; size]);
    loop {
        let read = guard.read(&mut buffer).unwrap();
        all.extend(&buffer[..read]);
        if read == 0 {
            break;
        }
    }
    drop(guard);
    writer.join().unwrap();
    (all, link.loss().expect("the connection has ended"))
}

/// Reads as the engine does, which would panic if it were not given whole frames that end with a
/// goodbye. Returns how many frames there are.
fn engine(mut bytes: &[u8]) -> u64 {
    let mut frames = 0;
    while let Some((head, rest)) = bytes.split_first_chunk::<ENGINE_HEAD>() {
        let (numbers, _) = head.as_chunks::<8>();
        let length = u64::from_be_bytes(numbers[4]) as usize;
        if length == 0 {
            assert_eq!((head, rest), (&[0; ENGINE_HEAD], &[][..]));
            return frames;
        }
        assert!(length <= HEAD + PIECE);
        bytes = &rest[length..];
        frames += 1;
    }
    panic!("the bytes end without a goodbye");
}

fn three_frames() -> Vec<u8> {
    (0..3).flat_map(sent).collect()
}

#[test]
fn frames_and_a_goodbye_pass() {
    let bytes = [three_frames(), vec![0; ENGINE_HEAD]].concat();
    for size in [1, 7, 48, 1 << 16] {
        let (read, loss) = read(bytes.clone(), size);
        assert!(read == bytes);
        assert_eq!((loss.why.as_str(), loss.whole), (HAS_LEFT, 3));
    }
}

#[test]
fn a_connection_may_end_anywhere() {
    let bytes = three_frames();
    for length in 0..=bytes.len() {
        let (read, loss) = read(bytes[..length].to_vec(), 64);
        let whole = (length / sent(0).len()) as u64;
        assert!((whole..=whole + 1).contains(&engine(&read)));
        assert_eq!((loss.why.as_str(), loss.whole), (WITHOUT_A_WORD, whole));
    }
}

#[test]
fn every_changed_bit_of_a_head_is_noticed() {
    let second = sent(0).len();
    for bit in 0..READ_FIRST * 8 {
        let mut bytes = three_frames();
        bytes[second + bit / 8] ^= 1 << (bit % 8);
        let (read, loss) = read(bytes, 4096);
        assert_eq!(engine(&read), 1);
        assert_eq!((loss.why.as_str(), loss.whole), ("the head of a frame is damaged", 1));
    }
}

#[test]
fn a_flood_is_not_stored() {
    let (read, loss) = read((0..1000).flat_map(sent).collect(), 1 << 16);
    assert_eq!(engine(&read), UNTAKEN as u64);
    assert_eq!((loss.why.as_str(), loss.whole), ("it sends more than it may", UNTAKEN as u64));
}

proptest! {
    #[test]
    fn the_engine_gets_whole_frames_whatever_comes(
        whole in 0..3u64,
        rest in prop::collection::vec(any::<u8>(), 0..300),
        size in 1..100usize,
    ) {
        let bytes = (0..whole).flat_map(sent).chain(rest).collect();
        let (read, loss) = read(bytes, size);
        prop_assert_eq!(loss.whole, whole);
        prop_assert!(engine(&read) <= whole + 1);
    }
}
