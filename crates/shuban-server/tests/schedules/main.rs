//! Places that requests take, wait for and leave at any moment, and budgets of work in them, in turns
//! drawn at random: `src/places.rs` and `src/budget.rs`, compiled with the locks of a checker.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use shuttle::future::{block_on, spawn, yield_now};
use shuttle::rand::{Rng, thread_rng};
use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};

use self::places::{Client, Place, Places};

// Clippy has looked at these files where they are at home.
#[allow(dead_code, clippy::all)]
#[path = "../../src/budget.rs"]
mod budget;
mod budgets;
#[allow(dead_code, clippy::all)]
#[path = "../../src/places.rs"]
mod places;
#[allow(dead_code, clippy::all)]
#[path = "../../src/problem.rs"]
mod problem;
mod sync;
mod turns;

/// Numbers of places, and of clients.
const PLACES: usize = 2;
const CLIENTS: usize = 3;

/// Requests that come at once, each of a client, one of which has most.
const REQUESTS: [(usize, Kind); 7] = [
    (0, Kind::Leaves),
    (1, Kind::Leaves),
    (1, Kind::Waits),
    (2, Kind::Waits),
    (2, Kind::Waits),
    (2, Kind::HasBegun),
    (2, Kind::Waits),
];

#[derive(Clone, Copy)]
enum Kind {
    Leaves,
    Waits,
    HasBegun,
}

fn client(number: usize) -> Client {
    Client::at([10, 0, 0, number as u8].into())
}

/// Places, and the numbers of those that each client has in hand.
struct Taken {
    places: Places,
    of: [AtomicUsize; CLIENTS],
}

impl Taken {
    fn count(&self) -> [usize; CLIENTS] {
        self.of.each_ref().map(|of| of.load(Ordering::Relaxed))
    }

    /// Works in a place, which is taken by no more requests than may.
    async fn work(&self, number: usize, place: Place) {
        self.of[number].fetch_add(1, Ordering::Relaxed);
        let count = self.count();
        assert!(count.iter().sum::<usize>() <= PLACES, "{count:?}");
        assert!(count.iter().all(|&of| of <= PLACES.div_ceil(2)), "{count:?}");
        yield_now().await;
        self.of[number].fetch_sub(1, Ordering::Relaxed);
        drop(place);
    }

    /// Waits as long as it takes, unless it is sent away.
    async fn patient(&self, number: usize) {
        if let Ok(place) = self.places.take(client(number)).await {
            self.work(number, place).await;
        }
    }

    /// Waits as long as it takes.
    async fn begun(&self, number: usize) {
        let place = self.places.take_again(client(number)).await;
        self.work(number, place.unwrap_or_else(|_| panic!("it has begun, and is sent away"))).await;
    }

    /// Leaves at a moment drawn at random, if it is not served before.
    async fn impatient(&self, number: usize) {
        if let Some(Ok(place)) = leaves_somewhere(self.places.take(client(number))).await {
            self.work(number, place).await;
        }
    }
}

/// Drops a future at a moment drawn at random, unless it completes before.
async fn leaves_somewhere<T>(whole: impl Future<Output = T>) -> Option<T> {
    let mut whole = pin!(whole);
    poll_fn(|context| match whole.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending if thread_rng().gen_range(0..3) == 0 => Poll::Ready(None),
        Poll::Pending => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    })
    .await
}

/// Returns true if all places are free, and there are as many as there should be.
fn is_whole(places: &Places) -> bool {
    let all: Vec<_> = (0..=PLACES).map(|number| places.try_take(client(number))).collect();
    all.iter().flatten().count() == PLACES
}

/// Runs a model in a number of orders.
fn run(orders: usize, model: impl Fn() + Clone + Send + Sync + 'static) {
    let random = RandomScheduler::new_from_seed(1, orders / 2);
    Runner::new(random, Config::new()).run(model.clone());
    Runner::new(PctScheduler::new_from_seed(1, 3, orders / 2), Config::new()).run(model);
}

/// Runs requests of all clients in a number of orders, with a queue of `most_waiting`.
fn in_orders(orders: usize, most_waiting: usize) {
    run(orders, move || {
        let of = [0; CLIENTS].map(AtomicUsize::new);
        let taken = Arc::new(Taken { places: Places::new(PLACES, most_waiting), of });
        let requests = REQUESTS.map(|(number, kind)| {
            let taken = Arc::clone(&taken);
            spawn(async move {
                match kind {
                    Kind::Leaves => taken.impatient(number).await,
                    Kind::Waits => taken.patient(number).await,
                    Kind::HasBegun => taken.begun(number).await,
                }
                taken.impatient(0).await;
            })
        });
        for request in requests {
            block_on(request).unwrap();
        }
        assert_eq!(taken.count(), [0; CLIENTS]);
        assert!(is_whole(&taken.places), "places are lost, or there are too many");
    });
}

#[test]
fn no_place_is_lost_or_given_twice_whenever_requests_leave() {
    in_orders(1_000, 100);
}

#[test]
fn no_place_is_lost_or_given_twice_when_requests_are_sent_away() {
    in_orders(1_000, 2);
}
