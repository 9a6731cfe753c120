//! Greetings, by which two processes show each other that they belong together.
//!
//! | | caller | called |
//! | --- | --- | --- |
//! | 1 | hello | |
//! | 2 | | hello, proof |
//! | 3 | proof | |
//! | 4 | | welcome, or that there is such a process already |
//!
//! A hello is `shuban-1`, the number of the process, the number of all, and 32 random bytes. A proof
//! is the BLAKE3 of both hellos and the subject, keyed with the secret; it begins with the number of
//! the one that gives it, so that none can be sent back. Neither part takes the other's word before it
//! has seen the proof, and the caller says nothing of its own to one that cannot prove itself.

use std::fmt;
use std::io::{self, Write};
use std::time::Instant;

use crate::socket::Socket;

/// The work that processes must agree on to be let in.
#[derive(Clone)]
pub struct Subject {
    /// The computation, the program and all that must be the same: any text.
    pub what: String,
    /// The secret of the job. It is neither sent nor printed.
    pub secret: [u8; 32],
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject").field("what", &self.what).finish_non_exhaustive()
    }
}

const PROTOCOL: &[u8; 8] = b"shuban-1";
const WELCOME: &[u8; 8] = b"welcome.";
const TAKEN: &[u8; 8] = b"is taken";
/// Bytes of a hello and of a proof.
const HELLO: usize = 56;
const PROOF: usize = 32;

/// One of the processes, as it greets others.
#[derive(Clone, Debug)]
pub(crate) struct Greeter {
    pub(crate) own: usize,
    pub(crate) count: usize,
    pub(crate) subject: Subject,
}

/// Greets process `peer`, which was called. Otherwise tells why that is not it.
pub(crate) fn call(
    greeter: &Greeter,
    socket: &mut Socket,
    peer: usize,
    until: Instant,
) -> Result<(), String> {
    let hello = greeter.hello()?;
    send(socket, &hello)?;
    let mut theirs = [0; HELLO];
    read(socket, &mut theirs, until)?;
    let number = greeter.peer(&theirs)?;
    if number != peer {
        return Err(format!("process {number} answers in its place"));
    }
    greeter.check_proof(socket, peer, [&hello, &theirs], until)?;
    send(socket, greeter.proof(greeter.own, [&hello, &theirs]).as_bytes())?;
    let mut word = [0; WELCOME.len()];
    read(socket, &mut word, until)?;
    match &word {
        WELCOME => Ok(()),
        TAKEN => Err(format!("it has met a process {} already", greeter.own)),
        _ => Err("it does not speak this protocol".into()),
    }
}

/// Greets a caller and returns its number, if it proves to be one for which there is room. Otherwise
/// tells why not.
pub(crate) fn answer(
    greeter: &Greeter,
    socket: &mut Socket,
    until: Instant,
    has_room: impl FnOnce(usize) -> bool,
) -> Result<usize, String> {
    let mut theirs = [0; HELLO];
    read(socket, &mut theirs, until)?;
    let peer = greeter.peer(&theirs)?;
    let hello = greeter.hello()?;
    send(socket, &hello)?;
    send(socket, greeter.proof(greeter.own, [&theirs, &hello]).as_bytes())?;
    greeter.check_proof(socket, peer, [&theirs, &hello], until)?;
    if !has_room(peer) {
        send(socket, TAKEN)?;
        return Err(format!("a second process says that it is process {peer}"));
    }
    send(socket, WELCOME)?;
    Ok(peer)
}

impl Greeter {
    fn hello(&self) -> Result<[u8; HELLO], String> {
        let mut hello = [0; HELLO];
        hello[..8].copy_from_slice(PROTOCOL);
        hello[8..16].copy_from_slice(&(self.own as u64).to_le_bytes());
        hello[16..24].copy_from_slice(&(self.count as u64).to_le_bytes());
        getrandom::fill(&mut hello[24..]).map_err(|error| format!("no random bytes: {error}"))?;
        Ok(hello)
    }

    /// Returns the number of the process that says this hello.
    fn peer(&self, hello: &[u8; HELLO]) -> Result<usize, String> {
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&hello[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        if &hello[..8] != PROTOCOL {
            return Err("it does not speak this protocol".into());
        }
        let (peer, count) = (number(8), number(16));
        match usize::try_from(peer) {
            Ok(peer) if peer != self.own && peer < self.count && count == self.count as u64 => {
                Ok(peer)
            }
            _ => Err(format!(
                "it is process {peer} of {count}; this is process {} of {}",
                self.own, self.count
            )),
        }
    }

    /// Returns the proof that a process gives; the caller's hello comes first.
    fn proof(&self, from: usize, hellos: [&[u8; HELLO]; 2]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.subject.secret);
        hasher.update(&(from as u64).to_le_bytes());
        for hello in hellos {
            hasher.update(hello);
        }
        hasher.update(self.subject.what.as_bytes()).finalize()
    }

    fn check_proof(
        &self,
        socket: &mut Socket,
        peer: usize,
        hellos: [&[u8; HELLO]; 2],
        until: Instant,
    ) -> Result<(), String> {
        let mut proof = [0; PROOF];
        read(socket, &mut proof, until)?;
        // Hashes are compared in constant time.
        if self.proof(peer, hellos) == blake3::Hash::from_bytes(proof) {
            Ok(())
        } else {
            Err(format!("process {peer} computes something else, or does not know the secret"))
        }
    }
}

fn send(socket: &mut Socket, bytes: &[u8]) -> Result<(), String> {
    socket.write_all(bytes).map_err(|error| format!("it does not listen: {error}"))
}

fn read(socket: &mut Socket, to: &mut [u8], until: Instant) -> Result<(), String> {
    socket.read_by(to, until).map_err(|error| match error.kind() {
        io::ErrorKind::TimedOut => "it did not greet in time".into(),
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
            "it left without a greeting".into()
        }
        _ => format!("it left without a greeting: {error}"),
    })
}
