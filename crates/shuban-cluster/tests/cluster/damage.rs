//! Bits that change on the way between two processes.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shuban_cluster::{Lost, Place, meet};

use crate::places::{SOON, forbid_panics, subject};

/// Bytes of a greeting: those of the caller and those of the one that is called.
const GREETINGS: [usize; 2] = [56 + 32, 56 + 32 + 8];
/// Bytes before the numbers of a frame: the engine's head, and that of the frame.
const HEADS: usize = 48 + 40;
/// Numbers in a message, which is one frame.
const NUMBERS: usize = 1000;

/// A bit on the way from the caller (0) or to it (1).
#[derive(Clone, Copy)]
struct Bit {
    way: usize,
    byte: usize,
    bit: usize,
}

/// Carries bytes on to `to`, and changes a bit of the first connection.
fn carry(mut from: TcpStream, mut to: TcpStream, changed: Option<(usize, u8)>) {
    let mut buffer = vec![0; 1 << 16];
    let mut before = 0;
    while let Ok(read) = from.read(&mut buffer)
        && read > 0
    {
        if let Some((byte, mask)) = changed
            && (before..before + read).contains(&byte)
        {
            buffer[byte - before] ^= mask;
        }
        before += read;
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Write);
    let _ = from.shutdown(Shutdown::Read);
}

/// Publishes in one folder a way to the process whose address is in another. Returns the number of
/// connections.
fn proxy(real: &Path, shown: &Path, bit: Bit) -> Arc<AtomicUsize> {
    let began = Instant::now();
    let address = loop {
        match fs::read_to_string(real.join("0.address")) {
            Ok(address) => break address,
            Err(_) => thread::sleep(Duration::from_millis(1)),
        }
        assert!(began.elapsed() < SOON);
    };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    fs::write(shown.join("0.address"), listener.local_addr().unwrap().to_string()).unwrap();
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = connections.clone();
    thread::spawn(move || {
        while let Ok((caller, _)) = listener.accept() {
            let is_first = counted.fetch_add(1, Ordering::SeqCst) == 0;
            let Ok(called) = TcpStream::connect(&address) else { continue };
            for way in 0..2 {
                let (from, to) = if way == 0 { (&caller, &called) } else { (&called, &caller) };
                let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                to.set_nodelay(true).unwrap();
                let changed = is_first && way == bit.way;
                thread::spawn(move || carry(from, to, changed.then_some((bit.byte, 1 << bit.bit))));
            }
        }
    });
    connections
}

/// Lets two processes meet and trade some rounds while a bit changes. Returns how it ended for both,
/// and the number of connections.
fn trade_through(bit: Bit, most: Duration) -> (Vec<Result<(), Lost>>, usize) {
    forbid_panics();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    thread::scope(|scope| {
        let processes = [0, 1].map(|own| {
            let folder = folders[own].path().to_owned();
            scope.spawn(move || {
                let place = Place::Published { folder, host: "127.0.0.1".into() };
                let mut exchange = meet(&place, own, 2, &subject(), most)?;
                let sent = vec![(0..NUMBERS as i32).map(|i| i * i).collect(); 2];
                for _ in 0..5 {
                    let mut received = vec![Vec::new(); 2];
                    exchange.trade(&sent, &mut received)?;
                    assert!(received[1 - own] == sent[0], "changed numbers are not noticed");
                }
                exchange.close();
                Ok(())
            })
        });
        let connections = proxy(folders[0].path(), folders[1].path(), bit);
        let results = processes.into_iter().map(|thread| thread.join().unwrap()).collect();
        (results, connections.load(Ordering::SeqCst))
    })
}

fn reasons(results: Vec<Result<(), Lost>>) -> Vec<String> {
    results.into_iter().map(|result| result.unwrap_err().to_string()).collect()
}

#[test]
fn a_changed_frame_is_refused() {
    let began = Instant::now();
    let of_heads = (0..HEADS).step_by(3);
    let of_numbers = [HEADS, HEADS + 1234, HEADS + NUMBERS * 4 - 1];
    // The end of the round, and a frame of the next round.
    let later = [HEADS + NUMBERS * 4 + 8, 2 * HEADS + NUMBERS * 4 + 200];
    for (i, byte) in of_heads.chain(of_numbers).chain(later).enumerate() {
        let way = i % 2;
        let bit = Bit { way, byte: GREETINGS[way] + byte, bit: (i * 5) % 8 };
        let (results, _) = trade_through(bit, SOON);
        // The receiver finds it, and both know.
        let whys = reasons(results);
        assert!(
            whys.iter().any(|why| why.contains("checksum") || why.contains("damaged")),
            "byte {byte}: {whys:?}"
        );
    }
    assert!(began.elapsed() < 2 * SOON);
}

#[test]
fn a_changed_greeting_is_refused() {
    for (way, bytes) in GREETINGS.into_iter().enumerate() {
        let welcome = bytes - 8 * way;
        for (i, byte) in (0..welcome).step_by(7).enumerate() {
            let bit = Bit { way, byte, bit: (i * 3) % 8 };
            let (results, connections) = trade_through(bit, SOON);
            // The second attempt is undamaged.
            assert!(results.iter().all(Result::is_ok), "byte {byte}: {results:?}");
            assert!(connections >= 2, "byte {byte} is not checked");
        }
    }
}

#[test]
fn a_changed_welcome_is_refused() {
    for byte in [88, 95] {
        // The one that was called believes that the other has come.
        let (results, _) = trade_through(Bit { way: 1, byte, bit: 3 }, Duration::from_millis(500));
        let whys = reasons(results);
        assert!(whys[0].contains("process 1 was lost: it ended without a word"), "{whys:?}");
        assert!(whys[1].contains("process 0 was lost: it was not there"), "{whys:?}");
    }
}
