//! Places for work, and the queues before them.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::Extensions;
use tokio::sync::oneshot;

use crate::problem::Problem;

/// The client of a request, as far as places and connections are shared out: its address, of which
/// IPv6 counts 64 bits, since one household has all the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client(IpAddr);

impl Client {
    /// Returns the client of a request; without a socket all requests are of one.
    pub(crate) fn of(extensions: &Extensions) -> Self {
        let known = extensions.get::<Client>().copied();
        known.unwrap_or_else(|| Client::at(Ipv4Addr::UNSPECIFIED.into()))
    }

    /// Returns the client at an address.
    pub(crate) fn at(address: IpAddr) -> Self {
        Client(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// A number of places for one kind of work. Requests that find none wait for one, without a thread.
///
/// Places go to the clients in turn, not to requests in the order in which they came: however many
/// requests one client has, another waits for one piece of work of each client at most. When as many
/// wait as may, the last one of the client with the most is sent away.
#[derive(Clone)]
pub(crate) struct Places(Arc<Shared>);

struct Shared {
    /// Requests that may wait.
    most_waiting: usize,
    queues: Mutex<Queues>,
}

struct Queues {
    free: usize,
    /// Waiting requests of each client, the next client first. None is empty.
    clients: VecDeque<(Client, VecDeque<oneshot::Sender<Place>>)>,
}

/// A place, which is free again when this is dropped.
pub(crate) struct Place(Option<Arc<Shared>>);

impl Places {
    /// Creates a number of places, and of requests that may wait for one.
    pub(crate) fn new(places: usize, most_waiting: usize) -> Self {
        let queues = Mutex::new(Queues { free: places, clients: VecDeque::new() });
        Places(Arc::new(Shared { most_waiting, queues }))
    }

    /// Takes a place if one is free: then nobody waits.
    pub(crate) fn try_take(&self) -> Option<Place> {
        let mut queues = self.0.queues();
        if queues.free == 0 {
            return None;
        }
        queues.free -= 1;
        drop(queues);
        Some(Place(Some(Arc::clone(&self.0))))
    }

    /// Takes a place, or waits for one. A request that is dropped while it waits leaves its queue.
    ///
    /// # Errors
    /// [`Problem::busy`] if too many wait.
    pub(crate) async fn take(&self, client: Client) -> Result<Place, Problem> {
        let waiting = {
            let mut queues = self.0.queues();
            if queues.free > 0 {
                queues.free -= 1;
                return Ok(Place(Some(Arc::clone(&self.0))));
            }
            queues.wait(client, self.0.most_waiting)?
        };
        // A sender is dropped for the sake of a client that has fewer requests.
        waiting.await.map_err(|_| Problem::busy())
    }
}

impl Shared {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        // No code that holds the lock panics.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    /// Joins the queue of a client.
    fn wait(&mut self, client: Client, most: usize) -> Result<oneshot::Receiver<Place>, Problem> {
        let waiting = |queues: &Self| queues.clients.iter().map(|(_, queue)| queue.len()).sum();
        let mut count: usize = waiting(self);
        if count >= most {
            // Those whose client has gone do not count.
            self.clients.iter_mut().for_each(|(_, queue)| queue.retain(|one| !one.is_closed()));
            self.clients.retain(|(_, queue)| !queue.is_empty());
            count = waiting(self);
        }
        let own = self.clients.iter().position(|(known, _)| *known == client);
        if count >= most {
            let own = own.map_or(0, |own| self.clients[own].1.len());
            let longest = self.clients.iter_mut().max_by_key(|(_, queue)| queue.len());
            match longest.filter(|(_, queue)| queue.len() > own + 1) {
                Some((_, queue)) => drop(queue.pop_back()),
                None => return Err(Problem::busy()),
            }
        }
        let (sender, receiver) = oneshot::channel();
        match own {
            Some(own) => self.clients[own].1.push_back(sender),
            None => self.clients.push_back((client, VecDeque::from([sender]))),
        }
        Ok(receiver)
    }

    /// Returns the next request that is served, and lets its client wait behind the others.
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let (client, mut queue) = self.clients.pop_front()?;
        let next = queue.pop_front();
        if !queue.is_empty() {
            self.clients.push_back((client, queue));
        }
        next
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(shared) = self.0.take() else { return };
        loop {
            let mut queues = shared.queues();
            let Some(next) = queues.next() else {
                queues.free += 1;
                return;
            };
            drop(queues);
            // A request that has left gives it back here; no recursion, for a flood may have left.
            match next.send(Place(Some(Arc::clone(&shared)))) {
                Ok(()) => return,
                Err(mut refused) => drop(refused.0.take()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;
    use tokio::task::{JoinHandle, yield_now};

    use super::*;

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
            let mut held = places.try_take();
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
            assert!(places.try_take().is_some());
        });
    }

    #[test]
    fn a_full_queue_sends_away_those_of_the_client_with_the_most() {
        run(async {
            let places = Places::new(1, 3);
            let held = places.try_take();
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
            assert!(places.try_take().is_some());
        });
    }

    #[test]
    fn requests_that_have_left_are_passed_over() {
        run(async {
            let places = Places::new(1, 2);
            let held = places.try_take();
            let left = [asked(&places, 1).await, asked(&places, 1).await];
            left.iter().for_each(JoinHandle::abort);
            yield_now().await;
            let stays = asked(&places, 1).await;
            drop(held);
            drop(stays.await.unwrap().unwrap());
            let all = places.try_take();
            assert!(all.is_some() && places.try_take().is_none());
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
}
