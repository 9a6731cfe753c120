//! Rounds of exchange over a wire.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::frame::{self, Head, Kind, PIECE};
use crate::wire::{Frame, Lost, Wire};

/// Pieces that one process may send to another before that has taken any: they bound the memory
/// that frames under way need.
const CREDITS: u64 = 4;
/// Time that others have to take what they were sent before the end.
const PARTING: Duration = Duration::from_secs(3);
/// The same after one was lost. A host that has vanished takes nothing, and the kernel may notice
/// that later for this process than for the one that reported it: all are to end soon nevertheless.
const PARTING_FROM_LOST: Duration = Duration::from_secs(1);
/// Interval at which a process that waits looks up.
const TICK: Duration = Duration::from_millis(500);

/// Rounds of exchange between processes.
pub struct Exchange {
    wire: Box<dyn Wire>,
    round: u64,
    /// By number; the place of this process is not used.
    peers: Vec<Peer>,
    /// Frames of the round after this one. None can be further ahead, since that needs the end of
    /// this round from here.
    early: VecDeque<(usize, Head, Frame)>,
    patience: Option<Duration>,
    sent_bytes: u64,
    /// The reason why there are no more rounds.
    over: Option<Lost>,
}

/// State of the exchange with another process.
#[derive(Clone)]
struct Peer {
    /// Pieces that may be sent to it now.
    credits: u64,
    /// Pieces that it may send now.
    granted: u64,
    /// Pieces that were taken from it, and for which it was not granted others yet.
    taken: u64,
    /// Numbers sent to it and received from it in this round.
    sent: usize,
    received: u64,
    /// Ends of this round: the one it was told, and the one it told.
    was_told: bool,
    has_ended: bool,
    /// The reason why it is no longer there. That is an error once something is needed of it.
    gone: Option<String>,
    /// The last time that it, or this round, was heard of.
    heard: Instant,
}

impl Exchange {
    /// Begins with the first round. The wires of all processes must be new.
    pub fn new(wire: Box<dyn Wire>) -> Self {
        let peer = Peer {
            credits: CREDITS,
            granted: CREDITS,
            taken: 0,
            sent: 0,
            received: 0,
            was_told: false,
            has_ended: false,
            gone: None,
            heard: Instant::now(),
        };
        let peers = vec![peer; wire.count()];
        let early = VecDeque::new();
        Exchange { wire, round: 0, peers, early, patience: None, sent_bytes: 0, over: None }
    }

    /// Returns the number of this process.
    pub fn own(&self) -> usize {
        self.wire.own()
    }

    /// Returns the number of processes.
    pub fn count(&self) -> usize {
        self.peers.len()
    }

    /// Limits how long a round waits for a process that says nothing: forever without this. A
    /// process says nothing while it computes between two rounds, so this must be longer.
    #[must_use]
    pub fn with_patience(mut self, most: Duration) -> Self {
        self.patience = Some(most);
        self
    }

    /// Returns the number of bytes sent so far.
    pub fn sent_bytes(&self) -> u64 {
        self.sent_bytes
    }

    /// Trades numbers with all others: sends `sent[p]` to process `p`, and appends to `received[p]`
    /// what that sends. The own places are ignored. Returns when all others have sent theirs, so
    /// this is also a barrier.
    ///
    /// # Errors
    ///
    /// A process was lost. All others are told which, and there are no more rounds: from now on
    /// this returns the same error. `received` has a part of what was sent.
    ///
    /// # Panics
    ///
    /// If there are not as many places as processes.
    pub fn trade(&mut self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), Lost> {
        assert_eq!(sent.len(), self.count(), "places for what is sent");
        assert_eq!(received.len(), self.count(), "places for what is received");
        if let Some(lost) = &self.over {
            return Err(lost.clone());
        }
        let result = self.run_round(sent, received);
        if let Err(lost) = &result {
            self.end(lost.clone());
        }
        result
    }

    /// Ends with an error of this process: all others are told why.
    pub fn fail(mut self, why: &str) {
        let own = self.own();
        self.end(Lost::new(own, why));
    }

    /// Ends in good order, after the last round of all. One that is dropped without it breaks off,
    /// and is lost to the others.
    pub fn close(mut self) {
        self.wire.close(PARTING);
    }

    fn run_round(&mut self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), Lost> {
        let own = self.own();
        let now = Instant::now();
        for (number, peer) in self.peers.iter_mut().enumerate() {
            (peer.sent, peer.received) = (0, 0);
            (peer.was_told, peer.has_ended) = (number == own, number == own);
            peer.heard = now;
        }
        for (from, head, frame) in std::mem::take(&mut self.early) {
            self.take(from, head, &frame[frame::HEAD..], received)?;
        }
        loop {
            self.send(sent);
            if self.peers.iter().all(|peer| peer.was_told && peer.has_ended) {
                break;
            }
            self.check_gone()?;
            match self.wire.poll(self.patience.map_or(TICK, |most| most.min(TICK))) {
                Ok(Some((from, frame))) => self.sort(from, frame, received)?,
                Ok(None) => {}
                // There is no wire any more.
                Err(lost) if lost.process == own => return Err(lost),
                Err(Lost { process, why }) => {
                    self.peers[process].gone.get_or_insert(why);
                }
            }
            self.check_patience()?;
        }
        self.round += 1;
        Ok(())
    }

    /// Sends as much as there are credits for.
    fn send(&mut self, sent: &[Vec<i32>]) {
        let own = self.own();
        for (to, numbers) in sent.iter().enumerate().filter(|&(to, _)| to != own) {
            loop {
                let peer = &mut self.peers[to];
                let at = peer.sent;
                if at == numbers.len() || peer.credits == 0 {
                    break;
                }
                let piece = &numbers[at..numbers.len().min(at + PIECE / size_of::<i32>())];
                peer.sent += piece.len();
                peer.credits -= 1;
                peer.was_told = peer.sent == numbers.len();
                let kind = if peer.was_told { Kind::Last } else { Kind::Piece };
                let head = self.head(kind, at as u64);
                self.post(to, head.with_numbers(own, to, piece));
            }
            if numbers.is_empty() && !std::mem::replace(&mut self.peers[to].was_told, true) {
                let head = self.head(Kind::End, 0);
                self.post(to, head.alone(own, to));
            }
        }
    }

    /// Checks a frame, and takes it or keeps it for the next round.
    fn sort(&mut self, from: usize, frame: Frame, received: &mut [Vec<i32>]) -> Result<(), Lost> {
        let (head, body) =
            Head::open(&frame, from, self.own()).map_err(|why| Lost::new(from, why))?;
        let round = self.round;
        let peer = &mut self.peers[from];
        peer.heard = Instant::now();
        if head.kind.has_numbers() {
            let granted = peer.granted.checked_sub(1);
            peer.granted = granted.ok_or_else(|| Lost::new(from, "it sends more than it may"))?;
        }
        let is_of_a_round = head.kind.is_of_a_round();
        if is_of_a_round && head.round == round + 1 && peer.has_ended {
            self.early.push_back((from, head, frame));
            return Ok(());
        }
        if is_of_a_round && (head.round != round || peer.has_ended) {
            return Err(Lost::new(from, "a frame is of another round"));
        }
        self.take(from, head, body, received)
    }

    fn take(
        &mut self,
        from: usize,
        head: Head,
        body: &[u8],
        received: &mut [Vec<i32>],
    ) -> Result<(), Lost> {
        let peer = &mut self.peers[from];
        if head.kind.is_of_a_round() && peer.has_ended {
            return Err(Lost::new(from, "a frame comes after the end of its round"));
        }
        match head.kind {
            Kind::Piece | Kind::Last => {
                if head.count != peer.received {
                    return Err(Lost::new(from, "a piece is missing"));
                }
                frame::append(body, &mut received[from]);
                peer.received += (body.len() / size_of::<i32>()) as u64;
                peer.has_ended = head.kind == Kind::Last;
                peer.taken += 1;
                if peer.taken >= CREDITS / 2 {
                    self.grant(from);
                }
            }
            Kind::End => {
                if peer.received > 0 || head.count > 0 {
                    return Err(Lost::new(from, "the last pieces of a round are missing"));
                }
                peer.has_ended = true;
            }
            Kind::Taken => {
                peer.credits = peer.credits.saturating_add(head.count);
                if peer.credits > CREDITS {
                    return Err(Lost::new(from, "it took more than it was sent"));
                }
            }
            Kind::Bye => return Err(self.bye(from, head, body)),
        }
        Ok(())
    }

    /// Lets a process send as many pieces again as were taken.
    fn grant(&mut self, to: usize) {
        let peer = &mut self.peers[to];
        let count = std::mem::take(&mut peer.taken);
        peer.granted += count;
        let head = self.head(Kind::Taken, count);
        self.post(to, head.alone(self.own(), to));
    }

    fn bye(&self, from: usize, head: Head, body: &[u8]) -> Lost {
        let why = String::from_utf8_lossy(body);
        match usize::try_from(head.count) {
            Ok(own) if own == self.own() => {
                Lost::new(from, format!("it stopped, because this process was lost to it: {why}"))
            }
            Ok(process) if process < self.count() => Lost::new(process, why),
            _ => Lost::new(from, why),
        }
    }

    /// Fails if one that is gone had more to say or to hear in this round. One that is gone after
    /// its end of the round may still be needed: to grant credits.
    fn check_gone(&mut self) -> Result<(), Lost> {
        for (process, peer) in self.peers.iter().enumerate() {
            if let Some(why) = &peer.gone
                && !(peer.was_told && peer.has_ended)
            {
                return Err(Lost::new(process, why));
            }
        }
        Ok(())
    }

    fn check_patience(&self) -> Result<(), Lost> {
        let Some(most) = self.patience else { return Ok(()) };
        for (process, peer) in self.peers.iter().enumerate() {
            if !(peer.was_told && peer.has_ended) && peer.heard.elapsed() > most {
                return Err(Lost::new(process, format!("it said nothing for {most:?}")));
            }
        }
        Ok(())
    }

    /// Tells all others who was lost, so that they do not blame this process for leaving.
    fn end(&mut self, lost: Lost) {
        if self.over.is_some() {
            return;
        }
        let own = self.own();
        let head = self.head(Kind::Bye, lost.process as u64);
        for to in (0..self.count()).filter(|&to| to != own) {
            self.post(to, head.with_reason(own, to, &lost.why));
        }
        self.wire.close(PARTING_FROM_LOST);
        self.over = Some(lost);
    }

    fn head(&self, kind: Kind, count: u64) -> Head {
        Head { kind, round: self.round, count }
    }

    fn post(&mut self, to: usize, frame: Vec<u8>) {
        self.sent_bytes += frame.len() as u64;
        self.wire.post(to, frame);
    }
}
