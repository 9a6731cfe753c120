//! Places for work, and the queues before them.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, PoisonError};

use axum::http::Extensions;

use crate::problem::Problem;
use crate::sync::{Mutex, MutexGuard, oneshot};

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
/// A client holds half of the places at most, rounded up, and they go to the clients in turn, not to
/// requests in the order in which they came: however many requests one client has, another waits for
/// one piece of work of each client at most. When as many wait as may, the last one of the client
/// with the most is sent away.
#[derive(Clone)]
pub(crate) struct Places(Arc<Shared>);

struct Shared {
    /// Places that one client may hold.
    most_held: usize,
    /// Requests that may wait.
    most_waiting: usize,
    queues: Mutex<Queues>,
}

struct Queues {
    free: usize,
    /// Places that each client holds; none of them 0.
    held: Vec<(Client, usize)>,
    /// Waiting requests of each client, the next client first. None is empty.
    clients: VecDeque<(Client, VecDeque<Waiting>)>,
}

/// A request that waits for a place.
struct Waiting {
    place: oneshot::Sender<Place>,
    /// True if part of the answer has been sent, so that it cannot be sent away.
    has_begun: bool,
}

/// A place, which is free again when this is dropped.
pub(crate) struct Place {
    client: Client,
    /// None if the place was passed on.
    shared: Option<Arc<Shared>>,
}

impl Places {
    /// Creates a number of places, and of requests that may wait for one.
    pub(crate) fn new(places: usize, most_waiting: usize) -> Self {
        let most_held = places.div_ceil(2);
        let queues = Queues { free: places, held: Vec::new(), clients: VecDeque::new() };
        Places(Arc::new(Shared { most_held, most_waiting, queues: Mutex::new(queues) }))
    }

    /// Takes a place if one is free for a client.
    pub(crate) fn try_take(&self, client: Client) -> Option<Place> {
        self.0.queues().take(&self.0, client)
    }

    /// Takes a place, or waits for one. A request that is dropped while it waits leaves its queue.
    ///
    /// # Errors
    /// [`Problem::busy`] if too many wait.
    pub(crate) async fn take(&self, client: Client) -> Result<Place, Problem> {
        self.waited(client, false).await
    }

    /// Takes another place for a request whose answer has begun: it waits however many others do.
    ///
    /// # Errors
    /// None in practice: a request that has begun is not sent away.
    pub(crate) async fn take_again(&self, client: Client) -> Result<Place, Problem> {
        self.waited(client, true).await
    }

    async fn waited(&self, client: Client, has_begun: bool) -> Result<Place, Problem> {
        let waiting = {
            let mut queues = self.0.queues();
            if let Some(place) = queues.take(&self.0, client) {
                return Ok(place);
            }
            queues.wait(client, has_begun, self.0.most_waiting)?
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
    fn held_by(&self, client: Client) -> usize {
        self.held.iter().find(|(known, _)| *known == client).map_or(0, |(_, held)| *held)
    }

    /// Takes a place if one is free for a client.
    fn take(&mut self, shared: &Arc<Shared>, client: Client) -> Option<Place> {
        if self.free == 0 || self.held_by(client) >= shared.most_held {
            return None;
        }
        self.free -= 1;
        match self.held.iter_mut().find(|(known, _)| *known == client) {
            Some((_, held)) => *held += 1,
            None => self.held.push((client, 1)),
        }
        Some(Place { client, shared: Some(Arc::clone(shared)) })
    }

    /// Frees a place of a client.
    fn free(&mut self, client: Client) {
        self.free += 1;
        for (_, held) in self.held.iter_mut().filter(|(known, _)| *known == client) {
            *held -= 1;
        }
        self.held.retain(|(_, held)| *held > 0);
    }

    /// Joins the queue of a client.
    fn wait(
        &mut self,
        client: Client,
        has_begun: bool,
        most: usize,
    ) -> Result<oneshot::Receiver<Place>, Problem> {
        let waiting = |queue: &VecDeque<Waiting>| queue.iter().filter(|one| !one.has_begun).count();
        let all =
            |queues: &Self| -> usize { queues.clients.iter().map(|(_, one)| waiting(one)).sum() };
        if !has_begun && all(self) >= most {
            // Those whose client has gone do not count.
            self.clients.iter_mut().for_each(|(_, all)| all.retain(|one| !one.place.is_closed()));
            self.clients.retain(|(_, queue)| !queue.is_empty());
        }
        let own = self.clients.iter().position(|(known, _)| *known == client);
        if !has_begun && all(self) >= most {
            let own = own.map_or(0, |own| waiting(&self.clients[own].1));
            let longest = self.clients.iter_mut().max_by_key(|(_, queue)| waiting(queue));
            let longest = longest.filter(|(_, queue)| waiting(queue) > own + 1);
            let last = longest.and_then(|(_, queue)| {
                queue.iter().rposition(|one| !one.has_begun).and_then(|last| queue.remove(last))
            });
            // Dropping it sends it away.
            last.ok_or_else(Problem::busy)?;
        }
        let (place, receiver) = oneshot::channel();
        let one = Waiting { place, has_begun };
        match own {
            Some(own) => self.clients[own].1.push_back(one),
            None => self.clients.push_back((client, VecDeque::from([one]))),
        }
        Ok(receiver)
    }

    /// Returns the next request that is served, with its place, and lets its client wait behind the
    /// others.
    fn next(&mut self, shared: &Arc<Shared>) -> Option<(oneshot::Sender<Place>, Place)> {
        let may_hold = |client| self.held_by(client) < shared.most_held;
        let at = self.clients.iter().position(|(client, _)| may_hold(*client))?;
        let client = self.clients[at].0;
        let place = self.take(shared, client)?;
        let (client, mut queue) = self.clients.remove(at)?;
        let next = queue.pop_front()?;
        if !queue.is_empty() {
            self.clients.push_back((client, queue));
        }
        Some((next.place, place))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(shared) = self.shared.take() else { return };
        let mut freed = self.client;
        loop {
            let mut queues = shared.queues();
            queues.free(freed);
            let Some((next, place)) = queues.next(&shared) else { return };
            drop(queues);
            // A request that has left gives it back here; no recursion, for a flood may have left.
            match next.send(place) {
                Ok(()) => return,
                Err(mut refused) => {
                    drop(refused.shared.take());
                    freed = refused.client;
                }
            }
        }
    }
}
