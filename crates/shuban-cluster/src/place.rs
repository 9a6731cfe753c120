//! Places at which processes meet.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use tempfile::NamedTempFile;

use crate::socket::{Listener, Socket};

/// Time that connecting to a host may take.
const CONNECTING: Duration = Duration::from_secs(5);
/// Bytes of a published address, at most.
const ADDRESS: u64 = 100;

/// A place at which processes meet.
///
/// Files of a folder are named by the number of their process, and are removed after the meeting.
/// Each meeting needs a folder of its own, and only the user should be able to write to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder of Unix sockets, for processes of one machine.
    Sockets(PathBuf),
    /// A folder that all machines share.
    Published {
        /// The folder in which each process publishes its address.
        folder: PathBuf,
        /// The name or address of this machine in the network of the others. A free port is chosen.
        host: String,
    },
    /// An address `host:port` for each process.
    Hosts(Vec<String>),
}

impl Place {
    /// Begins to listen as process `own`.
    pub(crate) fn listen(&self, own: usize) -> io::Result<Door> {
        let door = match self {
            Place::Sockets(folder) => {
                let path = socket_file(folder, own);
                // A process that was killed leaves its socket behind, to which no one listens.
                if UnixStream::connect(&path).is_ok() {
                    let why = format!("there is another process {own} already");
                    return Err(io::Error::new(io::ErrorKind::AddrInUse, why));
                }
                remove(&path)?;
                let listener = Listener::Unix(UnixListener::bind(&path)?);
                Door { listener, file: Some(path) }
            }
            Place::Published { folder, host } => {
                let listener = TcpListener::bind((host.as_str(), 0))?;
                check_reachable(&listener, host)?;
                let mut file = NamedTempFile::new_in(folder)?;
                file.write_all(listener.local_addr()?.to_string().as_bytes())?;
                let path = address_file(folder, own);
                file.persist(&path)?;
                Door { listener: Listener::Tcp(listener), file: Some(path) }
            }
            Place::Hosts(hosts) => {
                let address = host(hosts, own)?;
                let listener = TcpListener::bind(address)?;
                let name = address.rsplit_once(':').map_or(address, |(name, _)| name);
                check_reachable(&listener, name.trim_matches(['[', ']']))?;
                Door { listener: Listener::Tcp(listener), file: None }
            }
        };
        door.listener.set_nonblocking()?;
        Ok(door)
    }

    /// Connects to process `peer`.
    pub(crate) fn call(&self, peer: usize) -> io::Result<Socket> {
        match self {
            Place::Sockets(folder) => {
                UnixStream::connect(socket_file(folder, peer)).map(Socket::Unix)
            }
            Place::Published { folder, .. } => {
                let address = published(&address_file(folder, peer))?;
                TcpStream::connect_timeout(&address, CONNECTING).map(Socket::Tcp)
            }
            Place::Hosts(hosts) => {
                let mut last = io::Error::from(io::ErrorKind::NotFound);
                for address in host(hosts, peer)?.to_socket_addrs()? {
                    match TcpStream::connect_timeout(&address, CONNECTING) {
                        Ok(socket) => return Ok(Socket::Tcp(socket)),
                        Err(error) => last = error,
                    }
                }
                Err(last)
            }
        }
    }
}

/// A listener, and the file by which it is found.
pub(crate) struct Door {
    pub(crate) listener: Listener,
    file: Option<PathBuf>,
}

impl Drop for Door {
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            let _ = remove(file);
        }
    }
}

/// Refuses the name of a machine that only this machine can call: each would call itself.
fn check_reachable(listener: &TcpListener, host: &str) -> io::Result<()> {
    let address = listener.local_addr()?.ip();
    if address.is_loopback() && host.parse() != Ok(address) && host != "localhost" {
        let why = format!("{host} is {address} here, where no other machine calls");
        return Err(io::Error::new(io::ErrorKind::AddrNotAvailable, why));
    }
    Ok(())
}

fn socket_file(folder: &Path, process: usize) -> PathBuf {
    folder.join(format!("{process}.socket"))
}

fn address_file(folder: &Path, process: usize) -> PathBuf {
    folder.join(format!("{process}.address"))
}

fn host(hosts: &[String], process: usize) -> io::Result<&str> {
    let missing = || io::Error::other(format!("no host is named for process {process}"));
    hosts.get(process).map(String::as_str).ok_or_else(missing)
}

fn published(path: &Path) -> io::Result<SocketAddr> {
    // A link leads elsewhere, and a pipe would be waited for.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let mut text = String::new();
    file.take(ADDRESS).read_to_string(&mut text)?;
    text.parse().map_err(|_| io::Error::other(format!("{} has no address", path.display())))
}

fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
