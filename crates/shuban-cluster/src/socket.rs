//! Sockets of either kind, Unix and TCP.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use socket2::{SockRef, TcpKeepalive};

/// Bytes of the kernel's buffer of a connection on one machine, at most: it may allow fewer.
const BUFFER: usize = 1 << 20;

/// A connection. It is blocking.
pub(crate) enum Socket {
    Unix(UnixStream),
    Tcp(TcpStream),
}

macro_rules! either {
    ($self:ident, $socket:ident => $call:expr) => {
        match $self {
            Self::Unix($socket) => $call,
            Self::Tcp($socket) => $call,
        }
    };
}

impl Socket {
    /// Prepares a connection: small frames leave at once, and the kernel finds out within some eight
    /// seconds that a host has vanished, whether there is something to send or not.
    pub(crate) fn prepare(&self) -> io::Result<()> {
        if let Socket::Unix(unix) = self {
            // That the ends take turns more rarely. It also goes with what the kernel has by default.
            let _ = SockRef::from(unix).set_send_buffer_size(BUFFER);
        }
        if let Socket::Tcp(tcp) = self {
            tcp.set_nodelay(true)?;
            let probes = TcpKeepalive::new()
                .with_time(Duration::from_secs(3))
                .with_interval(Duration::from_secs(1))
                .with_retries(5);
            let socket = SockRef::from(tcp);
            socket.set_tcp_keepalive(&probes)?;
            #[cfg(target_os = "linux")]
            socket.set_tcp_user_timeout(Some(Duration::from_secs(8)))?;
        }
        Ok(())
    }

    /// Makes one that was accepted like the others.
    pub(crate) fn set_blocking(&self) -> io::Result<()> {
        either!(self, socket => socket.set_nonblocking(false))
    }

    /// Returns another handle of the same connection.
    pub(crate) fn try_clone(&self) -> io::Result<Self> {
        Ok(match self {
            Socket::Unix(socket) => Socket::Unix(socket.try_clone()?),
            Socket::Tcp(socket) => Socket::Tcp(socket.try_clone()?),
        })
    }

    /// Ends the connection for all its handles. Nothing is to be done if it has ended already.
    pub(crate) fn shutdown(&self, how: Shutdown) {
        let _ = either!(self, socket => socket.shutdown(how));
    }

    /// Returns true if the other end sends nothing more, whether all it sent was read or not.
    pub(crate) fn has_left(&self) -> bool {
        let left = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR;
        let mut polled = [either!(self, socket => PollFd::new(socket, PollFlags::RDHUP))];
        let found = poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        found.is_ok() && polled[0].revents().intersects(left)
    }

    /// Fills a buffer, and fails if that is not done by then.
    pub(crate) fn read_by(&mut self, mut to: &mut [u8], until: Instant) -> io::Result<()> {
        while !to.is_empty() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            either!(self, socket => socket.set_read_timeout(Some(left)))?;
            match self.read(to) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(read) => to = &mut to[read..],
                Err(error) if is_passing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        either!(self, socket => socket.set_read_timeout(None))
    }
}

/// Returns true if the call is to be made again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

impl Read for Socket {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        either!(self, socket => socket.read(to))
    }
}

impl Write for Socket {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        either!(self, socket => socket.write(from))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A socket that is called. It does not block.
pub(crate) enum Listener {
    Unix(UnixListener),
    Tcp(TcpListener),
}

impl Listener {
    pub(crate) fn set_nonblocking(&self) -> io::Result<()> {
        either!(self, listener => listener.set_nonblocking(true))
    }

    /// Returns the next caller, if one waits.
    pub(crate) fn accept(&self) -> io::Result<Option<Socket>> {
        let socket = match self {
            Listener::Unix(listener) => listener.accept().map(|(socket, _)| Socket::Unix(socket)),
            Listener::Tcp(listener) => listener.accept().map(|(socket, _)| Socket::Tcp(socket)),
        };
        match socket {
            Ok(socket) => Ok(Some(socket)),
            Err(error) if is_passing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn hosts_that_vanish_are_noticed() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let tcp = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let socket = Socket::Tcp(tcp.try_clone().unwrap());
        socket.prepare().unwrap();
        let options = SockRef::from(&tcp);
        assert!(options.tcp_nodelay().unwrap() && options.keepalive().unwrap());
        assert_eq!(options.tcp_keepalive_time().unwrap(), Duration::from_secs(3));
        assert_eq!(options.tcp_keepalive_interval().unwrap(), Duration::from_secs(1));
        assert_eq!(options.tcp_keepalive_retries().unwrap(), 5);
        assert_eq!(options.tcp_user_timeout().unwrap(), Some(Duration::from_secs(8)));
    }

    #[test]
    fn a_read_ends_in_time_although_bytes_drip() {
        let (here, mut there) = UnixStream::pair().unwrap();
        let drip = std::thread::spawn(move || {
            while there.write_all(&[1]).is_ok() {
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let began = Instant::now();
        let mut socket = Socket::Unix(here);
        let read = socket.read_by(&mut [0; 1000], began + Duration::from_millis(100));
        assert_eq!(read.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(began.elapsed() < Duration::from_secs(2));
        drop(socket);
        drip.join().unwrap();
    }
}
