//! A wire over sockets: the communication layer of timely dataflow.
//!
//! The engine has two threads for each connection, one that reads and one that writes. Its allocator
//! must stay on one thread, which is not the one that trades: a third kind of thread, one for all
//! connections, takes orders from the wire and passes on what came.

use std::io;
use std::net::Shutdown;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use timely_bytes::arc::Bytes;
use timely_communication::allocator::ProcessBuilder;
use timely_communication::allocator::zero_copy::initialize::{
    CommsGuard, initialize_networking_from_sockets,
};
use timely_communication::{Allocator, Bytesable, Hooks, Pull, Push};

use crate::guard::{Guard, Link};
use crate::socket::Socket;
use crate::wire::{Event, Frame, Lost, Wire};

/// Interval at which the engine's thread looks around if nothing wakes it.
const GLANCE: Duration = Duration::from_millis(200);

/// A wire over sockets.
pub(crate) struct Engine {
    own: usize,
    links: Vec<Option<Arc<Link>>>,
    /// Copies of the sockets, to end them all.
    sockets: Vec<Socket>,
    orders: Option<Sender<(usize, Vec<u8>)>>,
    events: Receiver<Event>,
    worker: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts with the sockets to all others, which have greeted each other.
    pub(crate) fn start(sockets: Vec<Option<Socket>>, own: usize) -> io::Result<Self> {
        let copies = sockets.iter().flatten().map(Socket::try_clone).collect::<io::Result<_>>()?;
        let (orders, taken) = channel();
        let (tell, events) = channel();
        let (begun, beginning) = channel();
        let run = move || match Worker::begin(sockets, own) {
            Ok(worker) => {
                let _ = begun.send(Ok(worker.links.clone()));
                worker.run(&taken, &tell);
            }
            Err(error) => {
                let _ = begun.send(Err(error));
            }
        };
        let worker = thread::Builder::new().name("exchange".into()).spawn(run)?;
        let links = beginning.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))?;
        let (orders, worker) = (Some(orders), Some(worker));
        Ok(Engine { own, links, sockets: copies, orders, events, worker })
    }

    /// Ends the threads, and waits for them.
    fn end(&mut self, parting: Option<Duration>) {
        let Some(worker) = self.worker.take() else { return };
        if parting.is_none() {
            self.shutdown();
        }
        self.orders = None;
        worker.thread().unpark();
        if let Some(parting) = parting {
            // They end by themselves once all is sent and the others have answered the goodbye.
            let until = Instant::now() + parting;
            let left = || until.saturating_duration_since(Instant::now());
            while !left().is_zero() {
                if let Err(RecvTimeoutError::Disconnected) = self.events.recv_timeout(left()) {
                    break;
                }
            }
            self.shutdown();
        }
        // It has not panicked; and if it had, there would be nothing to do here.
        let _ = worker.join();
    }

    fn shutdown(&self) {
        for socket in &self.sockets {
            socket.shutdown(Shutdown::Both);
        }
    }
}

impl Wire for Engine {
    fn own(&self) -> usize {
        self.own
    }

    fn count(&self) -> usize {
        self.links.len()
    }

    fn post(&mut self, to: usize, frame: Vec<u8>) {
        if let (Some(orders), Some(worker)) = (&self.orders, &self.worker) {
            let _ = orders.send((to, frame));
            worker.thread().unpark();
        }
    }

    fn poll(&mut self, wait: Duration) -> Result<Option<(usize, Frame)>, Lost> {
        let event = match self.events.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Lost::new(self.own, "its communication has ended"));
            }
        };
        if let Event::Came(from, _) = &event
            && let Some(link) = &self.links[*from]
        {
            link.take();
        }
        event.into_polled()
    }

    fn close(&mut self, most: Duration) {
        self.end(Some(most));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end(None);
    }
}

/// A frame in the engine's hands.
struct Parcel(Frame);

impl Bytesable for Parcel {
    fn from_bytes(bytes: Bytes) -> Self {
        Parcel(Frame::shared(bytes))
    }

    fn length_in_bytes(&self) -> usize {
        self.0.len()
    }

    fn into_bytes<W: io::Write>(&self, writer: &mut W) {
        // It has as many bytes as was asked for.
        let _ = writer.write_all(&self.0);
    }
}

/// The engine's thread.
struct Worker {
    own: usize,
    links: Vec<Option<Arc<Link>>>,
    allocator: Allocator,
    /// The channel of this process, to all.
    send: Vec<Box<dyn Push<Parcel>>>,
    /// The channels of all processes.
    receive: Vec<Box<dyn Pull<Parcel>>>,
    threads: CommsGuard,
}

impl Worker {
    fn begin(sockets: Vec<Option<Socket>>, own: usize) -> io::Result<Self> {
        let guard = |(peer, socket): (usize, Option<Socket>)| {
            let link = Arc::new(Link::new(own, peer, thread::current()));
            socket.map(|socket| (Guard::new(socket, link.clone()), link)).unzip()
        };
        let (guards, links): (Vec<_>, Vec<_>) = sockets.into_iter().enumerate().map(guard).unzip();
        let hooks = Hooks::default();
        let builders = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, threads) =
            initialize_networking_from_sockets::<Guard>(builders, guards, own, 1, hooks)?;
        let builder = builders.into_iter().next().ok_or(io::ErrorKind::Unsupported)?;
        let mut allocator = Allocator::Tcp(builder.build());
        // Each process sends in a channel of its own, so that the channel tells the sender.
        let mut send = Vec::new();
        let mut receive = Vec::new();
        for process in 0..links.len() {
            let (push, pull) = allocator.allocate(process);
            if process == own {
                send = push;
            }
            receive.push(pull);
        }
        Ok(Worker { own, links, allocator, send, receive, threads })
    }

    fn run(mut self, orders: &Receiver<(usize, Vec<u8>)>, tell: &Sender<Event>) {
        let mut came = vec![0; self.links.len()];
        let mut was_told = vec![false; self.links.len()];
        loop {
            let mut is_idle = true;
            let is_over = loop {
                match orders.try_recv() {
                    Ok((to, frame)) => self.send[to].send(Parcel(frame.into())),
                    Err(TryRecvError::Empty) => break false,
                    Err(TryRecvError::Disconnected) => break true,
                }
                is_idle = false;
            };
            self.allocator.release();
            if is_over {
                break;
            }
            // Losses are looked for first: what came before one is then there.
            let losses: Vec<_> = self.links.iter().map(|link| link.as_ref()?.loss()).collect();
            self.allocator.receive();
            self.allocator.events().borrow_mut().clear();
            for (from, loss) in losses.into_iter().enumerate() {
                is_idle &= !self.pass_on(from, &mut came[from], tell);
                if let Some(loss) = loss
                    && !std::mem::replace(&mut was_told[from], true)
                {
                    let _ = tell.send(Event::Lost(Lost::new(from, loss.why)));
                }
            }
            if is_idle {
                thread::park_timeout(GLANCE);
            }
        }
        self.end();
    }

    /// Passes on the frames that came from a process; returns true if there were some.
    fn pass_on(&mut self, from: usize, came: &mut u64, tell: &Sender<Event>) -> bool {
        let before = *came;
        while let Some(Parcel(frame)) = self.receive[from].recv() {
            let loss = self.links[from].as_ref().and_then(|link| link.loss());
            // After a loss comes a frame that was filled up.
            if from != self.own && loss.is_none_or(|loss| *came < loss.whole) {
                let _ = tell.send(Event::Came(from, frame));
            }
            *came += 1;
        }
        *came > before
    }

    /// Ends the engine's threads, once all is sent and the peers have left or answered.
    fn end(self) {
        let Worker { allocator, send, receive, threads, .. } = self;
        drop((send, receive, allocator));
        drop(threads);
    }
}
