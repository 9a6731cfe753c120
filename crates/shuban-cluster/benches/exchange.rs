//! The cost of rounds between threads over Unix sockets: `cargo bench -p shuban-cluster`.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use divan::Bencher;
use divan::counter::BytesCount;
use shuban_cluster::{Exchange, Place, Subject, local, meet};

fn main() {
    divan::main();
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Threads,
    Sockets,
    Tcp,
}

const KINDS: [Kind; 3] = [Kind::Threads, Kind::Sockets, Kind::Tcp];

/// Runs a benchmark in process 0 of several, while the others trade until that leaves.
fn with_others(
    kind: Kind,
    count: usize,
    sent: impl Fn(usize) -> Vec<Vec<i32>> + Sync,
    run: impl FnOnce(&mut dyn FnMut()),
) {
    let folder = tempfile::tempdir().unwrap();
    let subject = Subject { what: "benchmark".into(), secret: [1; 32] };
    let (folder, subject, sent) = (&folder, &subject, &sent);
    let mut wires = local(count).into_iter();
    let mut begin = |own| {
        let wire = wires.next().unwrap();
        move || {
            let folder = PathBuf::from(folder.path());
            let place = match kind {
                Kind::Threads => return Exchange::new(Box::new(wire)),
                Kind::Sockets => Place::Sockets(folder),
                Kind::Tcp => Place::Published { folder, host: "127.0.0.1".into() },
            };
            meet(&place, own, count, subject, Duration::from_secs(10)).unwrap()
        }
    };
    let first = begin(0);
    thread::scope(|scope| {
        for own in 1..count {
            let begin = begin(own);
            scope.spawn(move || {
                let (mut exchange, sent) = (begin(), sent(own));
                let mut received = vec![Vec::new(); count];
                while exchange.trade(&sent, &mut received).is_ok() {
                    received.iter_mut().for_each(Vec::clear);
                }
            });
        }
        let (mut exchange, sent) = (first(), sent(0));
        let mut received = vec![Vec::new(); count];
        run(&mut || {
            exchange.trade(&sent, &mut received).unwrap();
            received.iter_mut().for_each(Vec::clear);
        });
        exchange.close();
    });
}

const NUMBERS: usize = 16 << 20;

/// Sends 64 MiB to another.
#[divan::bench(args = KINDS, sample_count = 20, sample_size = 1)]
fn one_way(bencher: Bencher, kind: Kind) {
    let sent = |own| vec![vec![3; if own == 0 { NUMBERS } else { 0 }]; 2];
    let bencher = bencher.counter(BytesCount::of_many::<i32>(NUMBERS));
    with_others(kind, 2, sent, |round| bencher.bench_local(round));
}

/// Trades 64 MiB with another.
#[divan::bench(args = KINDS, sample_count = 20, sample_size = 1)]
fn both_ways(bencher: Bencher, kind: Kind) {
    let bencher = bencher.counter(BytesCount::of_many::<i32>(NUMBERS));
    with_others(kind, 2, |_| vec![vec![3; NUMBERS]; 2], |round| bencher.bench_local(round));
}

/// Waits for others.
#[divan::bench(args = KINDS, consts = [2, 4], sample_count = 50, sample_size = 20)]
fn barrier<const COUNT: usize>(bencher: Bencher, kind: Kind) {
    let sent = |_| vec![Vec::new(); COUNT];
    with_others(kind, COUNT, sent, |round| bencher.bench_local(round));
}
