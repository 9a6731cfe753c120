//! Clients that do not read what they asked for, or so slowly that they only hold a connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

/// A stream whose writing fails if the other side takes less than a rate.
///
/// Only time counts in which there is something to send and the other side does not take it. Over
/// the life of the stream it may be as much as `patience`, and a second more for every `rate` bytes
/// that were taken. It is never longer than `patience` at a time: bytes that were taken may lie in
/// a buffer of the other side that is never read.
pub(crate) struct Paced<S> {
    stream: S,
    patience: Duration,
    rate: u64,
    taken: u64,
    waited: Duration,
    /// Since when it waits, with an alarm for the end of patience.
    waits: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S> Paced<S> {
    /// Wraps a stream; `rate` is in bytes a second.
    pub(crate) fn new(stream: S, patience: Duration, rate: u64) -> Self {
        Paced { stream, patience, rate: rate.max(1), taken: 0, waited: Duration::ZERO, waits: None }
    }

    /// Keeps account of an attempt to write.
    fn told(
        &mut self,
        context: &mut Context<'_>,
        attempt: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = attempt {
            if let Some((since, _)) = self.waits.take() {
                self.waited += since.elapsed();
            }
            self.taken += *written.as_ref().unwrap_or(&0) as u64;
            return Poll::Ready(written);
        }
        let granted = self.patience + Duration::from_secs_f64(self.taken as f64 / self.rate as f64);
        let left = granted.saturating_sub(self.waited).min(self.patience);
        let (_, alarm) = self.waits.get_or_insert_with(|| {
            let now = Instant::now();
            (now, Box::pin(sleep_until((now + left).into())))
        });
        ready!(alarm.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.told(context, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.told(context, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::runtime::Builder;

    use super::*;

    /// Writes 4,000 bytes to a reader that takes 100 after each pause; tells if all were taken.
    fn is_served(pause: Duration, patience: Duration, rate: u64) -> bool {
        Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
            let (own, mut other) = duplex(100);
            let mut paced = Paced::new(own, patience, rate);
            let reader = tokio::spawn(async move {
                let mut some = [0; 100];
                while other.read_exact(&mut some).await.is_ok() {
                    tokio::time::sleep(pause).await;
                }
            });
            let written = paced.write_all(&[7; 4_000]).await;
            reader.abort();
            if let Err(error) = &written {
                assert_eq!(error.kind(), io::ErrorKind::TimedOut);
            }
            written.is_ok()
        })
    }

    #[test]
    fn slow_readers_are_left_and_patience_grows_with_what_they_take() {
        let millis = Duration::from_millis;
        // 4,000 bytes in some 40 ms.
        assert!(is_served(millis(1), millis(60_000), 1));
        // Not at all for long, and too little in all.
        assert!(!is_served(millis(60_000), millis(30), 1_000_000));
        assert!(!is_served(millis(20), millis(100), 1_000_000));
        // Patience alone would not do, but what is taken earns more.
        assert!(is_served(millis(25), millis(500), 100));
    }

    #[test]
    fn one_that_takes_nothing_more_is_left_whatever_it_has_taken() {
        Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
            let (own, _unread) = duplex(100);
            // For the hundred bytes that fit into the stream the rate alone would allow a hundred
            // seconds.
            let mut paced = Paced::new(own, Duration::from_millis(30), 1);
            let written = paced.write_all(&[7; 4_000]).await;
            assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn a_stream_that_has_nothing_to_send_is_not_hurried() {
        Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
            let (own, mut other) = duplex(100);
            let mut paced = Paced::new(own, Duration::from_millis(10), 1_000);
            for _ in 0..3 {
                paced.write_all(&[1; 100]).await.unwrap();
                let mut some = [0; 100];
                other.read_exact(&mut some).await.unwrap();
                tokio::time::sleep(Duration::from_millis(15)).await;
            }
        });
    }
}
