//! Exchanges of each kind, for tests.

use std::panic;
use std::path::PathBuf;
use std::sync::Once;
use std::thread;
use std::time::Duration;

use shuban_cluster::{Exchange, Lost, Place, Subject, local, meet};
use tempfile::TempDir;

/// Time within which everything that can be noticed must be.
pub(crate) const SOON: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Local,
    Sockets,
    Tcp,
}

pub(crate) const KINDS: [Kind; 3] = [Kind::Local, Kind::Sockets, Kind::Tcp];

pub(crate) fn subject() -> Subject {
    Subject { what: "tests".into(), secret: [7; 32] }
}

impl Kind {
    pub(crate) fn place(self, folder: &TempDir) -> Place {
        let folder = PathBuf::from(folder.path());
        match self {
            Kind::Tcp => Place::Published { folder, host: "127.0.0.1".into() },
            _ => Place::Sockets(folder),
        }
    }
}

/// Ends the tests if a thread of the library panics. Those of the tests have other names.
pub(crate) fn forbid_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            before(info);
            let name = thread::current().name().unwrap_or_default().to_owned();
            let ours = ["exchange", "timely", "call", "answer"];
            if ours.iter().any(|own| name.starts_with(own)) {
                std::process::abort();
            }
        }));
    });
}

/// Runs a function on as many threads, each with an exchange, and returns what each returned.
pub(crate) fn together<R: Send>(
    kind: Kind,
    count: usize,
    run: impl Fn(Exchange) -> R + Sync,
) -> Vec<R> {
    forbid_panics();
    let folder = tempfile::tempdir().unwrap();
    let wires = local(if kind == Kind::Local { count } else { 0 });
    let mut wires = wires.into_iter();
    let run = &run;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|own| {
                let (place, wire) = (kind.place(&folder), wires.next());
                scope.spawn(move || {
                    run(match wire {
                        Some(wire) => Exchange::new(Box::new(wire)),
                        None => meet(&place, own, count, &subject(), SOON).unwrap(),
                    })
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Trades nothing: a barrier.
pub(crate) fn barrier(exchange: &mut Exchange) -> Result<(), Lost> {
    let count = exchange.count();
    exchange.trade(&vec![Vec::new(); count], &mut vec![Vec::new(); count])
}

/// Trades as many numbers with each, until it fails, and returns why.
pub(crate) fn trade_until_lost(exchange: &mut Exchange, numbers: usize) -> Lost {
    let count = exchange.count();
    let sent = vec![vec![5; numbers]; count];
    let mut received = vec![Vec::new(); count];
    loop {
        received.iter_mut().for_each(Vec::clear);
        if let Err(lost) = exchange.trade(&sent, &mut received) {
            return lost;
        }
    }
}
