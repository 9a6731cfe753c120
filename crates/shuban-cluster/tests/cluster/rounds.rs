//! Numbers arrive as they were sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use shuban_cluster::{Exchange, Frame, Local, Lost, Wire, local};

use crate::places::{KINDS, Kind, barrier, together};

/// Numbers of a piece.
const PIECE: usize = 1 << 16;

/// Returns the numbers that one process sends to another in a round.
fn numbers(round: usize, from: usize, to: usize, length: usize) -> Vec<i32> {
    let first = (round * 100 + from * 10 + to) as i32;
    (0..length as i32).map(|i| first.wrapping_mul(0x0101_0101).wrapping_add(i)).collect()
}

/// Runs rounds, in each of which process `from` sends `lengths[round][from][to]` numbers to `to`.
fn trade_all(mut exchange: Exchange, lengths: &[Vec<Vec<usize>>]) {
    let (own, count) = (exchange.own(), exchange.count());
    let mut received = vec![vec![-1]; count];
    let mut expected = received.clone();
    for (round, lengths) in lengths.iter().enumerate() {
        let sent: Vec<_> = (0..count).map(|to| numbers(round, own, to, lengths[own][to])).collect();
        exchange.trade(&sent, &mut received).unwrap();
        for from in (0..count).filter(|&from| from != own) {
            expected[from].extend(numbers(round, from, own, lengths[from][own]));
        }
        assert!(received == expected, "round {round} of process {own}");
    }
    exchange.close();
}

/// Lengths of messages: mostly short, and some about the size of one or more pieces.
fn length() -> impl Strategy<Value = usize> {
    prop_oneof![
        3 => Just(0),
        5 => 1..100usize,
        1 => PIECE - 2..PIECE + 2,
        1 => 0..10 * PIECE,
    ]
}

fn lengths() -> impl Strategy<Value = Vec<Vec<Vec<usize>>>> {
    (1..=4usize).prop_flat_map(|count| {
        let row = prop::collection::vec(length(), count);
        let round = prop::collection::vec(row, count);
        prop::collection::vec(round, 1..6)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 20, ..<_>::default() })]

    #[test]
    fn what_is_received_is_what_was_sent(lengths in lengths()) {
        for kind in KINDS {
            together(kind, lengths[0].len(), |exchange| trade_all(exchange, &lengths));
        }
    }
}

#[test]
fn many_pieces_cross_each_other() {
    // Far more in each direction than credits and sockets hold.
    let lengths = vec![vec![vec![40 * PIECE + 17; 2]; 2]];
    for kind in KINDS {
        together(kind, 2, |exchange| trade_all(exchange, &lengths));
    }
}

#[test]
fn rounds_are_barriers() {
    for kind in KINDS {
        let begun = AtomicUsize::new(0);
        together(kind, 4, |mut exchange| {
            for round in 1..=50 {
                begun.fetch_add(1, Ordering::SeqCst);
                barrier(&mut exchange).unwrap();
                assert!(begun.load(Ordering::SeqCst) >= round * 4);
            }
            exchange.close();
        });
    }
}

#[test]
fn one_process_trades_with_itself_alone() {
    for kind in KINDS {
        together(kind, 1, |mut exchange| {
            exchange.trade(&[vec![1, 2]], &mut [vec![]]).unwrap();
            assert_eq!(exchange.sent_bytes(), 0);
            exchange.close();
        });
    }
}

#[test]
fn an_exchange_may_move_to_another_thread() {
    for kind in KINDS {
        together(kind, 2, |mut exchange| {
            barrier(&mut exchange).unwrap();
            thread::spawn(move || {
                barrier(&mut exchange).unwrap();
                exchange.close();
            })
            .join()
            .unwrap();
        });
    }
}

#[test]
fn sent_bytes_are_counted() {
    let sent = together(Kind::Sockets, 2, |mut exchange| {
        exchange.trade(&vec![vec![0; 1000]; 2], &mut vec![vec![]; 2]).unwrap();
        let sent = exchange.sent_bytes();
        exchange.close();
        sent
    });
    assert!(sent.iter().all(|bytes| (4000..4200).contains(bytes)), "{sent:?}");
}

/// A wire that counts the pieces under way to the process that it belongs to, which is slow.
struct Counted {
    wire: Local,
    /// By receiver: pieces under way, and the most that there were.
    under_way: Arc<[[AtomicUsize; 2]; 3]>,
}

impl Wire for Counted {
    fn own(&self) -> usize {
        self.wire.own()
    }

    fn count(&self) -> usize {
        self.wire.count()
    }

    fn post(&mut self, to: usize, frame: Vec<u8>) {
        if frame.len() > 100 {
            let [now, most] = &self.under_way[to];
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        }
        self.wire.post(to, frame);
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<(usize, Frame)>, Lost> {
        let polled = self.wire.poll(wait)?;
        if polled.as_ref().is_some_and(|(_, frame)| frame.len() > 100) {
            thread::sleep(Duration::from_millis(if self.own() == 1 { 3 } else { 0 }));
            self.under_way[self.own()][0].fetch_sub(1, Ordering::SeqCst);
        }
        Ok(polled)
    }

    fn close(&mut self, most: Duration) {
        self.wire.close(most);
    }
}

#[test]
fn few_pieces_are_under_way_to_a_slow_process() {
    let under_way = Arc::new([const { [const { AtomicUsize::new(0) }; 2] }; 3]);
    thread::scope(|scope| {
        for wire in local(3) {
            let under_way = under_way.clone();
            scope.spawn(|| {
                let mut exchange = Exchange::new(Box::new(Counted { wire, under_way }));
                let sent = vec![vec![1; 20 * PIECE]; 3];
                for _ in 0..3 {
                    exchange.trade(&sent, &mut vec![Vec::new(); 3]).unwrap();
                }
                exchange.close();
            });
        }
    });
    for [now, most] in &*under_way {
        // Four from each of two others.
        assert!((4..=8).contains(&most.load(Ordering::SeqCst)), "{under_way:?}");
        assert_eq!(now.load(Ordering::SeqCst), 0);
    }
}
