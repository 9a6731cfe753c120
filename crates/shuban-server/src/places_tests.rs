//! Places by themselves.

use std::net::{IpAddr, Ipv4Addr};

use tokio::runtime::Builder;
use tokio::task::{JoinHandle, yield_now};

use crate::places::{Client, Place, Places};
use crate::problem::Problem;

fn client(number: u8) -> Client {
    Client::at(IpAddr::V4(Ipv4Addr::new(10, 0, 0, number)))
}

/// Lets a client ask for a place, which is told when it has it.
async fn asked(places: &Places, number: u8) -> JoinHandle<Result<Place, Problem>> {
    let places = places.clone();
    let asked = tokio::spawn(async move { places.take(client(number)).await });
    yield_now().await;
    asked
}

fn run(test: impl Future<Output = ()>) {
    Builder::new_current_thread().build().unwrap().block_on(test);
}

#[test]
fn clients_are_served_in_turn() {
    run(async {
        let places = Places::new(1, 10);
        let mut held = places.try_take(client(9));
        let mut waiting = Vec::new();
        for number in [1, 1, 1, 2, 3, 2] {
            waiting.push((number, asked(&places, number).await));
        }
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(held.take());
            yield_now().await;
            let next = waiting.iter().position(|(_, one)| one.is_finished()).unwrap();
            let (number, one) = waiting.remove(next);
            order.push(number);
            held = one.await.unwrap().ok();
        }
        assert_eq!(order, [1, 2, 3, 1, 2, 1]);
        drop(held);
        assert!(places.try_take(client(9)).is_some());
    });
}

#[test]
fn a_full_queue_sends_away_those_of_the_client_with_the_most() {
    run(async {
        let places = Places::new(1, 3);
        let held = places.try_take(client(9));
        let first = asked(&places, 1).await;
        let second = asked(&places, 1).await;
        let third = asked(&places, 1).await;
        // One more of the same is refused; one of another takes the place of the last.
        assert!(asked(&places, 1).await.await.unwrap().is_err());
        let other = asked(&places, 2).await;
        assert!(third.await.unwrap().is_err());
        assert!(!first.is_finished() && !second.is_finished());
        // As many as the other has are nobody's to take.
        let another = asked(&places, 3).await;
        assert!(second.await.unwrap().is_err());
        assert!(asked(&places, 4).await.await.unwrap().is_err());
        drop(held);
        for one in [first, other, another] {
            drop(one.await.unwrap().unwrap());
        }
        assert!(places.try_take(client(9)).is_some());
    });
}

#[test]
fn requests_that_have_left_are_passed_over() {
    run(async {
        let places = Places::new(1, 2);
        let held = places.try_take(client(9));
        let left = [asked(&places, 1).await, asked(&places, 1).await];
        left.iter().for_each(JoinHandle::abort);
        yield_now().await;
        let stays = asked(&places, 1).await;
        drop(held);
        drop(stays.await.unwrap().unwrap());
        let all = places.try_take(client(9));
        assert!(all.is_some() && places.try_take(client(8)).is_none());
    });
}

#[test]
fn a_client_holds_half_of_the_places() {
    run(async {
        let places = Places::new(4, 10);
        let held = [places.try_take(client(1)), places.try_take(client(1))];
        assert!(held.iter().all(Option::is_some) && places.try_take(client(1)).is_none());
        let waits = asked(&places, 1).await;
        let other = asked(&places, 2).await.await.unwrap().unwrap();
        yield_now().await;
        assert!(!waits.is_finished());
        // Its own place becomes free for it, the other's does not.
        drop(other);
        yield_now().await;
        assert!(!waits.is_finished());
        drop(held);
        let place = waits.await.unwrap().unwrap();
        assert!(places.try_take(client(1)).is_some());
        drop(place);
        let all: Vec<_> = (1..5).map(|number| places.try_take(client(number))).collect();
        assert!(all.iter().all(Option::is_some) && places.try_take(client(6)).is_none());
    });
}

#[test]
fn a_client_with_its_share_does_not_hold_up_those_behind_it() {
    run(async {
        let places = Places::new(2, 10);
        let [own, other] = [1, 2].map(|number| places.try_take(client(number)));
        let waits = asked(&places, 1).await;
        let behind = asked(&places, 3).await;
        drop(other);
        yield_now().await;
        assert!(behind.is_finished() && !waits.is_finished());
        drop(own);
        drop([waits.await.unwrap().unwrap(), behind.await.unwrap().unwrap()]);
    });
}

#[test]
fn a_request_that_has_begun_is_not_sent_away() {
    run(async {
        let places = Places::new(1, 1);
        let held = places.try_take(client(1));
        let again = {
            let places = places.clone();
            tokio::spawn(async move { places.take_again(client(1)).await })
        };
        yield_now().await;
        let first = asked(&places, 1).await;
        assert!(asked(&places, 2).await.await.unwrap().is_err());
        drop(held);
        drop(again.await.unwrap().unwrap());
        drop(first.await.unwrap().unwrap());
    });
}

#[test]
fn addresses_of_one_network_are_one_client() {
    let at = |text: &str| Client::at(text.parse().unwrap());
    assert_eq!(at("2001:db8:1:2:3::4"), at("2001:db8:1:2::1"));
    assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
    assert_eq!(at("::ffff:10.0.0.1"), at("10.0.0.1"));
    assert_ne!(at("10.0.0.2"), at("10.0.0.1"));
}
