//! Threads that stand for processes which solve a layer together.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use shuban_core::{LayerId, Silent};
use shuban_solve::{BuildOptions, Error, LayerReport, Others, Solver, Together, build, follow};
use shuban_store::FileSystem;

/// Numbers between threads.
pub(crate) struct Threads {
    own: usize,
    to: Vec<Sender<Message>>,
    from: Vec<Receiver<Message>>,
    /// The round in which this one ends without a word.
    dies_at: Option<usize>,
    /// The round of the first, for all.
    pub(crate) round: Arc<AtomicUsize>,
}

enum Message {
    Numbers(Vec<i32>),
    Reason(String),
}

/// Connects `count` threads; one may end without a word, in a round that `dies` names with it.
pub(crate) fn connected(count: usize, dies: Option<(usize, usize)>) -> Vec<Threads> {
    let round = Arc::<AtomicUsize>::default();
    let mut all: Vec<Threads> = (0..count)
        .map(|own| Threads {
            own,
            to: Vec::new(),
            from: Vec::new(),
            dies_at: dies.filter(|&(who, _)| who == own).map(|(_, round)| round),
            round: round.clone(),
        })
        .collect();
    for from in 0..count {
        for to in 0..count {
            let (sender, receiver) = channel();
            all[from].to.push(sender);
            all[to].from.push(receiver);
        }
    }
    all
}

impl Others for Threads {
    fn own(&self) -> usize {
        self.own
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn trade(&mut self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), String> {
        let round = match self.own {
            0 => self.round.fetch_add(1, Ordering::Relaxed) + 1,
            _ => self.round.load(Ordering::Relaxed),
        };
        if self.dies_at.is_some_and(|dies_at| dies_at <= round) {
            (self.to, self.from) = (Vec::new(), Vec::new());
            return Err("killed".to_owned());
        }
        for (to, sent) in self.to.iter().zip(sent) {
            // One that has left says so by what it does not send.
            to.send(Message::Numbers(sent.clone())).ok();
        }
        for (process, from) in self.from.iter().enumerate() {
            match from.recv() {
                Ok(Message::Numbers(numbers)) if process != self.own => {
                    received[process].extend(numbers);
                }
                Ok(Message::Numbers(_)) => {}
                Ok(Message::Reason(reason)) => return Err(reason),
                Err(_) => return Err(format!("process {process} was lost")),
            }
        }
        Ok(())
    }

    fn leave(&mut self, reason: Option<&str>) {
        for to in &self.to {
            to.send(Message::Reason(reason.unwrap_or("it has left").to_owned())).ok();
        }
    }
}

/// Builds a layer by several processes, which have these file systems in turn; returns what each comes
/// to.
pub(crate) fn by_several(
    files: &[Arc<dyn FileSystem>],
    (solver, layer): (&dyn Solver, LayerId),
    options: &BuildOptions,
    connected: Vec<Threads>,
) -> Vec<Result<Vec<LayerReport>, Error>> {
    std::thread::scope(|scope| {
        let started: Vec<_> = connected
            .into_iter()
            .zip(files.iter().cycle())
            .map(|(others, files)| {
                scope.spawn(move || {
                    let leads = others.own() == 0;
                    let together = Some(Together::new(others));
                    let options = BuildOptions { together, threads: 1, ..options.clone() };
                    match leads {
                        true => build(files, solver, layer, &options, &Silent),
                        false => follow(files, solver, &options, &Silent).map(|()| Vec::new()),
                    }
                })
            })
            .collect();
        started.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}
