//! Clients that have gone, told apart from those that have said all that they have to say.
//!
//! The end of what a client sends (FIN) may mean either: `nc -N` closes its half of the connection
//! and waits for the answer, a browser closes the whole. The machine of a client that has closed the
//! whole answers any byte with a reset. So the client is sent bytes that an answer may have anyway:
//! before the head of an answer `100 Continue`, which any client of HTTP/1.1 passes over (RFC 9110,
//! 15.2), and among events a comment. A client of HTTP/1.0 knows no such bytes, and is worked for
//! until its answer is there.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, Interest, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::select;
use tokio::time::sleep;

use crate::connections::Connection;

/// An answer of HTTP/1.1 before the one that counts.
const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// Interval between two looks for the end behind bytes that were sent and not read yet.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The receiving half of a socket, which is read and watched at the same time.
#[derive(Clone)]
pub(crate) struct Receiving(Arc<OwnedReadHalf>);

impl Receiving {
    /// Wraps the receiving half of a socket.
    pub(crate) fn new(half: OwnedReadHalf) -> Self {
        Receiving(Arc::new(half))
    }

    fn socket(&self) -> &TcpStream {
        (*self.0).as_ref()
    }

    /// Completes when the client has gone.
    pub(crate) async fn gone(&self, connection: &Connection) {
        select! {
            // Reset, or not reached any more.
            _ = self.0.ready(Interest::ERROR) => {}
            () = self.found_gone(connection) => {}
        }
    }

    /// Waits for the end of what the client sends, and then has its machine say if it has gone.
    async fn found_gone(&self, connection: &Connection) {
        loop {
            match self.socket().peek(&mut [0]).await {
                Ok(0) => break,
                Ok(_) => sleep(BETWEEN_LOOKS).await,
                Err(_) => return,
            }
        }
        if connection.finish() {
            let sent = self.socket().try_write(INTERIM);
            // Bytes that are not taken yet have the same effect; a part of the line breaks the answer.
            if sent.is_ok_and(|sent| sent < INTERIM.len()) {
                return;
            }
        }
        std::future::pending::<()>().await;
    }
}

impl AsyncRead for Receiving {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.socket().poll_read_ready(context))?;
            match self.socket().try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}
