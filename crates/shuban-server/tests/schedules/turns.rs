//! The turns in which clients are served.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use shuttle::future::{block_on, spawn, yield_now};
use shuttle::scheduler::TaskId;

use crate::places::Places;
use crate::sync::{Event, events};
use crate::{client, run};

/// Requests of each client: one has many.
const REQUESTS: [usize; 3] = [6, 2, 1];

/// Checks that nobody waited for more than one piece of work of each other client.
fn check_turns(events: &[Event], client_of: &HashMap<TaskId, usize>) {
    // By channel: the client, and whom others served since it waits.
    let mut waiting: Vec<(usize, usize, [usize; REQUESTS.len()])> = Vec::new();
    for event in events {
        match *event {
            Event::Waits(number, task) => waiting.push((number, client_of[&task], [0; 3])),
            Event::IsServed(number) => {
                let at = waiting.iter().position(|(known, ..)| *known == number).unwrap();
                let (_, client, served) = waiting.remove(at);
                // The place of one more may have been on its way when it came.
                let others: usize = served.iter().sum::<usize>() - served[client];
                assert!(
                    others < REQUESTS.len() + 1,
                    "{client} waited while {served:?} were served"
                );
                // Another request of the same client begins to wait for its turn.
                let own = waiting.iter_mut().filter(|(_, known, _)| *known == client);
                own.for_each(|(_, _, served)| *served = [0; 3]);
                waiting.iter_mut().for_each(|(_, _, served)| served[client] += 1);
            }
        }
    }
    assert!(waiting.is_empty(), "somebody waits for ever: {waiting:?}");
}

#[test]
fn a_client_waits_for_one_piece_of_work_of_each_other_client_at_most() {
    run(1_000, || {
        drop(events());
        let places = Places::new(1, 100);
        let client_of = Arc::new(Mutex::new(HashMap::new()));
        let mut requests = Vec::new();
        for (number, count) in REQUESTS.into_iter().enumerate() {
            for _ in 0..count {
                let (places, client_of) = (places.clone(), Arc::clone(&client_of));
                requests.push(spawn(async move {
                    client_of.lock().unwrap().insert(shuttle::current::me(), number);
                    let place = places.take(client(number)).await;
                    yield_now().await;
                    drop(place.unwrap_or_else(|_| panic!("sent away")));
                }));
            }
        }
        for request in requests {
            block_on(request).unwrap();
        }
        check_turns(&events(), &client_of.lock().unwrap());
    });
}
