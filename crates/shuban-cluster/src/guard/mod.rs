//! The guard between the engine and a socket.
//!
//! The engine trusts what it reads: at a damaged head it panics, or allocates as much as that says,
//! and at the end of a connection it panics unless the peer has said goodbye. So the guard reads each
//! head first, and lets only those pass that a good peer sends. When a connection ends, for whatever
//! reason, the guard notes the reason, and gives the engine the rest of the frame in zeros and the
//! goodbye that it expects.
//!
//! Heads are those of `timely_communication` 0.32.0 (`networking::MessageHeader`): six big-endian
//! numbers of eight bytes, for the channel, the sender, the first receiver and the one after the
//! last, the length of the body and the number of heads before in the channel. A goodbye is zeros.
//! The body is a frame, which begins with its length too: if that were changed, both ends might wait
//! for each other.

#[cfg(test)]
mod tests;

use std::io::{self, BufReader, Read, Write};
use std::net::Shutdown;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Thread;

use timely_communication::allocator::zero_copy::stream::Stream;

use crate::frame::{HEAD, PIECE};
use crate::socket::Socket;
use crate::wire::{HAS_LEFT, WITHOUT_A_WORD};

/// Bytes of the engine's head.
const ENGINE_HEAD: usize = 48;
/// Bytes that are read before a frame is let in: the engine's head, and the frame's own length.
const READ_FIRST: usize = ENGINE_HEAD + 8;
/// Frames that came and were not taken yet, at most. A good peer has far fewer under way: its
/// credits, and some ends and grants.
const UNTAKEN: usize = 64;
/// Bytes read ahead, so that a small frame is one call.
const AHEAD: usize = 1 << 16;

/// State that the guards of a connection and the engine's thread share.
pub(crate) struct Link {
    own: usize,
    peer: usize,
    loss: Mutex<Option<Loss>>,
    /// Frames that came and were not taken yet.
    untaken: AtomicUsize,
    /// The thread to be woken by a loss.
    worker: Thread,
}

/// The end of what a connection gives.
#[derive(Clone)]
pub(crate) struct Loss {
    pub(crate) why: String,
    /// Number of frames that came whole.
    pub(crate) whole: u64,
}

impl Link {
    pub(crate) fn new(own: usize, peer: usize, worker: Thread) -> Self {
        Link { own, peer, loss: Mutex::new(None), untaken: AtomicUsize::new(0), worker }
    }

    pub(crate) fn loss(&self) -> Option<Loss> {
        self.loss.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that a frame was taken.
    pub(crate) fn take(&self) {
        self.untaken.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A guarded socket. The engine reads from one copy and writes to another.
pub(crate) struct Guard {
    socket: BufReader<Socket>,
    link: Arc<Link>,
    reads: Reads,
    /// Frames that came whole.
    whole: u64,
    is_broken: bool,
    has_failed_to_write: bool,
}

/// The bytes that the engine reads next.
#[derive(Clone, Copy)]
enum Reads {
    /// The last bytes of a head, and of the length after it.
    Head([u8; READ_FIRST], usize),
    /// The last bytes of a goodbye.
    Goodbye(usize),
    /// A body, of which as many bytes are left.
    Body(usize),
    /// Nothing more.
    End,
}

impl Guard {
    pub(crate) fn new(socket: Socket, link: Arc<Link>) -> Self {
        Guard {
            socket: BufReader::with_capacity(AHEAD, socket),
            link,
            reads: Reads::Body(0),
            whole: 0,
            is_broken: false,
            has_failed_to_write: false,
        }
    }

    /// Ends what is read, and notes why.
    fn lose(&mut self, why: impl Into<String>, how: Shutdown) {
        self.is_broken = true;
        // What is posted to a damaged peer is still sent: the reason why this process stops.
        self.socket.get_ref().shutdown(how);
        let mut loss = self.link.loss.lock().unwrap_or_else(PoisonError::into_inner);
        loss.get_or_insert(Loss { why: why.into(), whole: self.whole });
        drop(loss);
        self.link.worker.unpark();
    }

    fn lose_by(&mut self, error: &io::Error) {
        let why = match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::BrokenPipe => WITHOUT_A_WORD.into(),
            _ => format!("the connection broke: {error}"),
        };
        self.lose(why, Shutdown::Both);
    }

    /// Reads the next head.
    fn next_head(&mut self) -> Reads {
        let mut head = [0; READ_FIRST];
        match self.read_head(&mut head) {
            Ok(()) if !self.is_broken => Reads::Head(head, READ_FIRST),
            Ok(()) => Reads::Goodbye(ENGINE_HEAD),
            Err(error) => {
                self.lose_by(&error);
                Reads::Goodbye(ENGINE_HEAD)
            }
        }
    }

    fn read_head(&mut self, head: &mut [u8; READ_FIRST]) -> io::Result<()> {
        if self.is_broken {
            return Ok(());
        }
        let (of_engine, length) = head.split_at_mut(ENGINE_HEAD);
        self.socket.read_exact(of_engine)?;
        if of_engine.iter().all(|&byte| byte == 0) {
            // So the peer, which waits for it, sees that the goodbye has come.
            self.lose(HAS_LEFT, Shutdown::Both);
            return Ok(());
        }
        self.socket.read_exact(length)?;
        if !self.is_right(head) {
            self.lose("the head of a frame is damaged", Shutdown::Read);
        } else if self.link.untaken.fetch_add(1, Ordering::Relaxed) >= UNTAKEN {
            self.lose("it sends more than it may", Shutdown::Read);
        }
        Ok(())
    }

    fn is_right(&self, head: &[u8; READ_FIRST]) -> bool {
        let (numbers, _) = head[..ENGINE_HEAD].as_chunks::<8>();
        let length = length(head);
        let right = [
            // Each process has a channel to the others.
            self.link.peer as u64,
            self.link.peer as u64,
            self.link.own as u64,
            self.link.own as u64 + 1,
            length,
            self.whole,
        ];
        (HEAD as u64..=(HEAD + PIECE) as u64).contains(&length)
            && numbers.iter().map(|&number| u64::from_be_bytes(number)).eq(right)
    }

    /// Reads some of a body of which as many bytes are left.
    fn read_body(&mut self, left: usize, to: &mut [u8]) -> usize {
        let most = left.min(to.len());
        let to = &mut to[..most];
        while !self.is_broken {
            match self.socket.read(to) {
                Ok(0) => self.lose(WITHOUT_A_WORD, Shutdown::Both),
                Ok(read) => return read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.lose_by(&error),
            }
        }
        // The engine wants the whole frame. It is not passed on.
        to.fill(0);
        most
    }
}

/// Returns the length that the frame after the engine's head says it has.
fn length(head: &[u8; READ_FIRST]) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&head[ENGINE_HEAD..]);
    u64::from_le_bytes(bytes)
}

/// Copies as many of the last bytes as there is room for, and returns how many.
fn copy(last: &[u8], to: &mut [u8]) -> usize {
    let most = last.len().min(to.len());
    to[..most].copy_from_slice(&last[..most]);
    most
}

impl Read for Guard {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if let Reads::Body(0) = self.reads {
            self.reads = self.next_head();
        }
        let (read, reads) = match self.reads {
            Reads::Head(head, left) => {
                let read = copy(&head[READ_FIRST - left..], to);
                let body = length(&head) as usize - (READ_FIRST - ENGINE_HEAD);
                (read, if read < left { Reads::Head(head, left - read) } else { Reads::Body(body) })
            }
            Reads::Goodbye(left) => {
                let read = copy(&[0; ENGINE_HEAD][..left], to);
                (read, if read < left { Reads::Goodbye(left - read) } else { Reads::End })
            }
            Reads::Body(left) => {
                let read = self.read_body(left, to);
                self.whole += u64::from(left == read && !self.is_broken);
                (read, Reads::Body(left - read))
            }
            Reads::End => (0, Reads::End),
        };
        self.reads = reads;
        Ok(read)
    }
}

impl Write for Guard {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        if !self.has_failed_to_write {
            match self.socket.get_mut().write(from) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
                Ok(written) if written > 0 => return Ok(written),
                // The copy that reads finds out why, after what there is still to be read.
                _ => self.socket.get_ref().shutdown(Shutdown::Both),
            }
            self.has_failed_to_write = true;
        }
        Ok(from.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Guard {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Guard::new(self.socket.get_ref().try_clone()?, self.link.clone()))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        // The engine wants it to block, as it does already.
        Ok(())
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.socket.get_ref().shutdown(how);
        Ok(())
    }
}
