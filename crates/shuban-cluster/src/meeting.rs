//! The meeting of all processes.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::Engine;
use crate::exchange::Exchange;
use crate::greeting::{self, Greeter, Subject};
use crate::local::local;
use crate::place::{Door, Place};
use crate::socket::Socket;
use crate::wire::Lost;

/// Time in which a greeting must be done.
const GREETING: Duration = Duration::from_secs(5);
/// Interval between calls to a process that is not there yet.
const AGAIN: Duration = Duration::from_millis(50);
/// Interval at which callers are looked for.
const GLANCE: Duration = Duration::from_millis(5);
/// Callers that are greeted at once, at most. More wait.
const GREETED: usize = 300;

/// Meets the other processes, and returns an exchange with them: this is process `own` of `count`.
///
/// Each process calls those with lower numbers, and is called by those with higher ones. Any other
/// caller is turned away, and does not hold up the others.
///
/// # Errors
///
/// This process cannot listen, or one of the others was not there within the time `most`; then the
/// error says who was turned away last, and why.
pub fn meet(
    place: &Place,
    own: usize,
    count: usize,
    subject: &Subject,
    most: Duration,
) -> Result<Exchange, Lost> {
    meet_while(place, own, count, subject, most, &mut || Ok(()))
}

/// Meets the other processes as [`meet`] does, as long as it `goes_on`: the caller may know that one
/// will not come.
///
/// # Errors
///
/// As [`meet`]; or what `goes_on` says.
pub fn meet_while(
    place: &Place,
    own: usize,
    count: usize,
    subject: &Subject,
    most: Duration,
    goes_on: &mut dyn FnMut() -> Result<(), Lost>,
) -> Result<Exchange, Lost> {
    if own >= count {
        return Err(Lost::new(own, format!("there are only {count} processes")));
    }
    let mine = |error: std::io::Error| Lost::new(own, format!("it cannot connect: {error}"));
    if count == 1 {
        let wire = local(1).pop().expect("one wire for one thread");
        return Ok(Exchange::new(Box::new(wire)));
    }
    let door = place.listen(own).map_err(mine)?;
    let greeter = Greeter { own, count, subject: subject.clone() };
    let sockets =
        Meeting::begin(greeter, Instant::now() + most).gather(place, &door, most, goes_on)?;
    for socket in sockets.iter().flatten() {
        socket.prepare().map_err(mine)?;
    }
    Ok(Exchange::new(Box::new(Engine::start(sockets, own).map_err(mine)?)))
}

/// News of a thread that greets.
enum News {
    Met(usize, Socket),
    /// The number of the process that was called, if it was, and the reason.
    TurnedAway(Option<usize>, String),
}

struct Meeting {
    shared: Arc<Shared>,
    news: Receiver<News>,
    tell: Sender<News>,
}

/// State that the threads that greet share.
struct Shared {
    greeter: Greeter,
    until: Instant,
    /// By number: callers that were welcomed.
    welcomed: Mutex<Vec<bool>>,
    /// Callers that are being greeted.
    greeted: AtomicUsize,
    is_over: AtomicBool,
}

impl Meeting {
    fn begin(greeter: Greeter, until: Instant) -> Self {
        let welcomed = Mutex::new(vec![false; greeter.count]);
        let (greeted, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shared = Arc::new(Shared { greeter, until, welcomed, greeted, is_over });
        let (tell, news) = channel();
        Meeting { shared, news, tell }
    }

    /// Waits until all are there.
    fn gather(
        self,
        place: &Place,
        door: &Door,
        most: Duration,
        goes_on: &mut dyn FnMut() -> Result<(), Lost>,
    ) -> Result<Vec<Option<Socket>>, Lost> {
        let Greeter { own, count, .. } = self.shared.greeter;
        let mine = |error: std::io::Error| Lost::new(own, format!("it cannot be called: {error}"));
        for peer in 0..own {
            let (shared, tell, place) = (self.shared.clone(), self.tell.clone(), place.clone());
            let call = move || call(&shared, &place, peer, &tell);
            thread::Builder::new().name(format!("call {peer}")).spawn(call).map_err(mine)?;
        }
        let mut sockets: Vec<Option<Socket>> = (0..count).map(|_| None).collect();
        let mut reasons = vec![None; count];
        let mut stranger = None;
        while let Some(missing) = (0..count).find(|&peer| peer != own && sockets[peer].is_none()) {
            goes_on()?;
            // A process leaves now only because another will not come.
            if let Some(left) =
                sockets.iter().position(|peer| peer.as_ref().is_some_and(Socket::has_left))
            {
                return Err(Lost::new(left, "it ended while the processes met"));
            }
            if Instant::now() >= self.shared.until {
                let reason = reasons[missing].take().or(stranger);
                let reason = reason.map(|why| format!("; turned away last: {why}"));
                let why = format!("it was not there within {most:?}{}", reason.unwrap_or_default());
                return Err(Lost::new(missing, why));
            }
            let has_room = self.shared.greeted.load(Ordering::Relaxed) < GREETED;
            let caller = if has_room { door.listener.accept() } else { Ok(None) };
            // Some errors are those of one caller; with others nobody comes, which is found out.
            let caller = caller.unwrap_or_else(|error| {
                stranger = Some(error.to_string());
                None
            });
            if let Some(socket) = caller {
                let (shared, tell) = (self.shared.clone(), self.tell.clone());
                shared.greeted.fetch_add(1, Ordering::Relaxed);
                let answer = move || answer(&shared, socket, &tell);
                thread::Builder::new().name("answer".into()).spawn(answer).map_err(mine)?;
            }
            match self.news.recv_timeout(GLANCE) {
                Ok(News::Met(peer, socket)) => sockets[peer] = Some(socket),
                Ok(News::TurnedAway(peer, why)) => {
                    let reason = peer.map_or(&mut stranger, |peer| &mut reasons[peer]);
                    // A greeting that the end of the meeting cut short says less than one before.
                    if reason.is_none() || Instant::now() < self.shared.until {
                        *reason = Some(why);
                    }
                }
                Err(_) => {}
            }
        }
        Ok(sockets)
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
    }
}

/// Calls a process until it answers.
fn call(shared: &Shared, place: &Place, peer: usize, tell: &Sender<News>) {
    while !shared.is_over.load(Ordering::Relaxed) && Instant::now() < shared.until {
        // It may not listen yet; that is no news.
        if let Ok(mut socket) = place.call(peer) {
            match greeting::call(&shared.greeter, &mut socket, peer, shared.deadline()) {
                Ok(()) => {
                    let _ = tell.send(News::Met(peer, socket));
                    return;
                }
                Err(why) => {
                    let _ = tell.send(News::TurnedAway(Some(peer), why));
                }
            }
        }
        thread::sleep(AGAIN);
    }
}

/// Answers a caller.
fn answer(shared: &Shared, mut socket: Socket, tell: &Sender<News>) {
    let mut place = None;
    let has_room = |peer: usize| {
        let mut welcomed = shared.welcomed.lock().unwrap_or_else(PoisonError::into_inner);
        // Lower ones are called from here.
        let has_room = peer > shared.greeter.own && !std::mem::replace(&mut welcomed[peer], true);
        place = has_room.then_some(peer);
        has_room
    };
    let greeted = socket
        .set_blocking()
        .map_err(|error| error.to_string())
        .and_then(|()| greeting::answer(&shared.greeter, &mut socket, shared.deadline(), has_room));
    if let (Err(_), Some(peer)) = (&greeted, place) {
        // It did not hear that it is welcome, and calls again.
        let mut welcomed = shared.welcomed.lock().unwrap_or_else(PoisonError::into_inner);
        welcomed[peer] = false;
    }
    let _ = tell.send(match greeted {
        Ok(peer) => News::Met(peer, socket),
        Err(why) => News::TurnedAway(None, why),
    });
    shared.greeted.fetch_sub(1, Ordering::Relaxed);
}

impl Shared {
    fn deadline(&self) -> Instant {
        self.until.min(Instant::now() + GREETING)
    }
}
