//! Open connections, and which of them make room for others.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Version, header};
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::places::Client;

/// Open connections, of all clients together and of each of them as many as may be.
///
/// One more takes the place of one that stands still: on which nothing was asked, or an answer is not
/// taken. Of these it is the one that has stood still the longest. Where all are at work, it is
/// refused.
pub(crate) struct Connections {
    most: usize,
    most_of_one: usize,
    open: Mutex<Vec<Arc<Connection>>>,
}

/// An open connection.
pub(crate) struct Connection {
    client: Client,
    /// Since when it stands still; `None` while the service works for it.
    still: Mutex<Option<Instant>>,
    closing: Notify,
    /// True while a request waits for the head of its answer, and may be sent another before it.
    may_interim: AtomicBool,
    /// True if the client has said all that it has to say, or has gone.
    has_finished: AtomicBool,
}

impl Connections {
    /// Creates an account of connections, at most so many in all and of one client.
    pub(crate) fn new(most: usize, most_of_one: usize) -> Self {
        Connections { most, most_of_one, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        // No code that holds the lock panics.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a new connection, in place of another one if need be; `None` if there is no room.
    pub(crate) fn admit(self: &Arc<Self>, client: Client) -> Option<Admitted> {
        let mut open = self.open();
        let of = |client: Client| open.iter().filter(|one| one.client == client).count();
        if of(client) >= self.most_of_one {
            Connection::close_one(&mut open, |one| one.client == client)?;
        } else if open.len() >= self.most {
            // Of the client with the most, among those that have one to give.
            let still = open.iter().filter(|one| one.still().is_some());
            let crowd = still.map(|one| one.client).max_by_key(|&client| of(client))?;
            Connection::close_one(&mut open, |one| one.client == crowd)?;
        }
        let connection = Arc::new(Connection::new(client));
        open.push(Arc::clone(&connection));
        drop(open);
        Some(Admitted { connection, all: Arc::clone(self) })
    }

    /// Closes the connection that has stood still the longest, if there is one.
    pub(crate) fn close_one(&self) {
        Connection::close_one(&mut self.open(), |_| true);
    }
}

impl Connection {
    fn new(client: Client) -> Self {
        Connection {
            client,
            still: Mutex::new(Some(Instant::now())),
            closing: Notify::new(),
            may_interim: AtomicBool::new(false),
            has_finished: AtomicBool::new(false),
        }
    }

    fn still(&self) -> MutexGuard<'_, Option<Instant>> {
        self.still.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the one of some that has stood still the longest.
    fn close_one(
        all: &mut Vec<Arc<Connection>>,
        is_such: impl Fn(&Connection) -> bool,
    ) -> Option<()> {
        let such = all.iter().enumerate().filter(|(_, one)| is_such(one));
        let still = such.filter_map(|(at, one)| Some((at, (*one.still())?)));
        let (at, _) = still.min_by_key(|(_, since)| *since)?;
        all.swap_remove(at).closing.notify_one();
        Some(())
    }

    /// Completes when the connection is to make room.
    pub(crate) async fn closed(&self) {
        self.closing.notified().await;
    }

    /// Notes that a request of a version waits for the head of its answer.
    pub(crate) fn asks(&self, version: Version) {
        self.may_interim.store(version >= Version::HTTP_11, Ordering::Relaxed);
    }

    /// Notes that the head of an answer is there.
    pub(crate) fn is_answered(&self) {
        self.may_interim.store(false, Ordering::Relaxed);
    }

    /// Notes that the client sends nothing more. Returns true if an interim answer may be sent.
    pub(crate) fn finish(&self) -> bool {
        self.has_finished.store(true, Ordering::Relaxed);
        self.may_interim.load(Ordering::Relaxed)
    }

    fn works(&self, works: bool) {
        *self.still() = (!works).then(Instant::now);
    }
}

/// A connection that is open until this is dropped.
pub(crate) struct Admitted {
    pub(crate) connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.all.open().retain(|one| !Arc::ptr_eq(one, &self.connection));
    }
}

/// The connection of a request; `None` without a socket.
pub(crate) struct Asking(Option<Arc<Connection>>);

impl<S: Send + Sync> FromRequestParts<S> for Asking {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Asking(parts.extensions.get::<Arc<Connection>>().cloned()))
    }
}

/// Keeps account of a connection while a request on it, which has arrived, is answered.
pub(crate) async fn watched(Asking(connection): Asking, request: Request, next: Next) -> Response {
    let Some(connection) = connection else { return next.run(request).await };
    connection.works(true);
    let working = Working(connection);
    let response = next.run(request).await;
    let kind = response.headers().get(header::CONTENT_TYPE);
    let has_comments = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    response.map(|body| Body::new(Watched { body, working, has_comments }))
}

/// A request in progress on a connection, which stands still when this is dropped.
struct Working(Arc<Connection>);

impl Drop for Working {
    fn drop(&mut self) {
        self.0.works(false);
    }
}

/// The body of an answer: its connection is at work while a piece of it is awaited, and stands still
/// while a piece is there to be taken.
struct Watched {
    body: Body,
    working: Working,
    /// True if the body is of events, and the client was not sent a comment yet to find it gone.
    has_comments: bool,
}

/// A comment between two events, which clients pass over.
const COMMENT: Bytes = Bytes::from_static(b":\n\n");

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let mut frame = Pin::new(&mut self.body).poll_frame(context);
        let has_finished = self.working.0.has_finished.load(Ordering::Relaxed);
        if frame.is_pending() && has_finished && self.has_comments {
            self.has_comments = false;
            frame = Poll::Ready(Some(Ok(Frame::data(COMMENT))));
        }
        self.working.0.works(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> Client {
        Client::at([10, 0, 0, number].into())
    }

    /// Returns true if a connection is to make room.
    fn is_closed(one: &Admitted) -> bool {
        !one.all.open().iter().any(|open| Arc::ptr_eq(open, &one.connection))
    }

    #[test]
    fn the_one_that_has_stood_still_longest_makes_room() {
        let all = Arc::new(Connections::new(3, 2));
        let first = all.admit(client(1)).unwrap();
        let second = all.admit(client(1)).unwrap();
        // Of one client there are two at most.
        let third = all.admit(client(1)).unwrap();
        assert!(is_closed(&first) && !is_closed(&second) && !is_closed(&third));
        // One at work stays; when both are, no more come in.
        second.connection.works(true);
        let fourth = all.admit(client(1)).unwrap();
        assert!(!is_closed(&second) && is_closed(&third) && !is_closed(&fourth));
        fourth.connection.works(true);
        assert!(all.admit(client(1)).is_none());
        // Of all there are three at most: the client with the most makes room, if it can.
        let other = all.admit(client(2)).unwrap();
        fourth.connection.works(false);
        let last = all.admit(client(3)).unwrap();
        assert!(is_closed(&fourth) && !is_closed(&other) && !is_closed(&last));
        last.connection.works(true);
        // Else another one does, and none if all are at work.
        let newest = all.admit(client(4)).unwrap();
        assert!(is_closed(&other) && !is_closed(&second));
        newest.connection.works(true);
        assert!(all.admit(client(5)).is_none());
        drop(last);
        assert_eq!(all.open().len(), 2);
        newest.connection.works(false);
        all.close_one();
        assert!(is_closed(&newest) && !is_closed(&second));
    }

    #[test]
    fn an_answer_that_is_not_taken_stands_still() {
        let all = Arc::new(Connections::new(1, 1));
        let admitted = all.admit(client(1)).unwrap();
        let connection = &admitted.connection;
        connection.works(true);
        let working = Working(Arc::clone(connection));
        let (sender, receiver) = tokio::sync::mpsc::channel::<Result<Bytes, Error>>(1);
        let body = Body::from_stream(tokio_stream::wrappers::ReceiverStream::new(receiver));
        let mut watched = Watched { body, working, has_comments: false };
        let mut context = Context::from_waker(std::task::Waker::noop());
        assert!(Pin::new(&mut watched).poll_frame(&mut context).is_pending());
        assert!(connection.still().is_none());
        sender.try_send(Ok(Bytes::from_static(b"a"))).unwrap();
        assert!(Pin::new(&mut watched).poll_frame(&mut context).is_ready());
        assert!(connection.still().is_some());
        assert!(Pin::new(&mut watched).poll_frame(&mut context).is_pending());
        drop(watched);
        assert!(connection.still().is_some());
    }
}
