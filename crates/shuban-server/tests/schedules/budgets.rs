//! Work in places, whose clients leave at any moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shuban_core::Progress;
use shuttle::future::{block_on, spawn, yield_now};
use shuttle::thread;

use crate::budget::Budget;
use crate::places::Places;
use crate::{client, is_whole, leaves_somewhere, run};

/// Steps of work that has a client to the end.
const STEPS: usize = 3;

/// Takes a place and works in it on a thread of its own, as a request does.
async fn worked(places: Places, number: usize, done: Arc<AtomicUsize>, is_endless: bool) {
    let budget = Budget::new(Duration::from_secs(3600));
    let leaving = budget.leaving();
    let Ok(place) = places.take(client(number)).await else { return leaving.stays() };
    let ends = Arc::new(AtomicUsize::new(0));
    let end = Arc::clone(&ends);
    thread::spawn(move || {
        let mut steps = 0;
        while !budget.interrupted() && (is_endless || steps < STEPS) {
            steps += 1;
            thread::yield_now();
        }
        drop(place);
        end.fetch_add(1, Ordering::Relaxed);
        done.fetch_add(1, Ordering::Relaxed);
    });
    while ends.load(Ordering::Relaxed) == 0 {
        yield_now().await;
    }
    leaving.stays();
}

#[test]
fn work_ends_and_frees_its_place_whenever_its_client_leaves() {
    run(400, || {
        let places = Places::new(crate::PLACES, 100);
        let done = Arc::new(AtomicUsize::new(0));
        // Endless work ends by its client alone.
        let requests = [(0, true), (0, false), (1, true), (1, false), (2, false)];
        let requests = requests.map(|(number, is_endless)| {
            let work = worked(places.clone(), number, Arc::clone(&done), is_endless);
            match is_endless {
                true => spawn(async { leaves_somewhere(work).await.unwrap_or_default() }),
                false => spawn(work),
            }
        });
        for request in requests {
            block_on(request).unwrap();
        }
        // A client that left does not wait for its work to end.
        while !is_whole(&places) {
            thread::yield_now();
        }
        assert!(done.load(Ordering::Relaxed) >= 3);
    });
}
