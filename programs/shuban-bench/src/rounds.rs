//! Speed of the rounds in which processes exchange numbers.
//!
//! Members are threads of this process, over the sockets that processes have: so the time of the
//! processor that is counted is that of all of them.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;
use shuban::{Context, Failure};
use shuban_cluster::{Exchange, Lost, Place, Subject, meet, new_secret};
use shuban_core::Progress;

/// Number of measurements; the best time counts.
const TIMES: usize = 3;
/// Rounds of a measurement in which numbers are carried.
const CARRYING: u32 = 4;
/// Rounds of a measurement in which nothing is carried.
const EMPTY: u32 = 200;
/// Time in which all members must have met.
const MEETING: Duration = Duration::from_secs(10);

/// Sockets between processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Sockets {
    /// Unix sockets, of processes of one machine.
    Unix,
    /// TCP, here on the loopback interface.
    Tcp,
}

/// Speed of carrying numbers between two members.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Carried {
    pub(crate) sockets: Sockets,
    /// True if both send at the same time.
    pub(crate) both_ways: bool,
    /// Gigabytes (10⁹ bytes) a second, each way.
    pub(crate) gigabytes_per_second: f64,
    /// Seconds of the processor, of both ends, for each gigabyte that is carried.
    pub(crate) cpu_seconds_per_gigabyte: f64,
}

/// Time of a round in which nobody has anything to say.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct Barrier {
    pub(crate) members: usize,
    pub(crate) microseconds: f64,
}

/// Time of some rounds.
#[derive(Clone, Copy)]
struct Spent {
    seconds: f64,
    cpu_seconds: f64,
}

/// Measures how fast two members carry so many numbers of four bytes in a round.
pub(crate) fn carried(
    context: &Context<'_>,
    sockets: Sockets,
    both_ways: bool,
    numbers: usize,
) -> Result<Carried, Failure> {
    let sent = |own| vec![vec![3; if own == 0 || both_ways { numbers } else { 0 }]; 2];
    let Spent { seconds, cpu_seconds } = best(context, sockets, 2, &sent, CARRYING)?;
    let one_way = f64::from(CARRYING) * (numbers * size_of::<i32>()) as f64 / 1e9;
    let all = if both_ways { 2.0 * one_way } else { one_way };
    Ok(Carried {
        sockets,
        both_ways,
        gigabytes_per_second: one_way / seconds,
        cpu_seconds_per_gigabyte: cpu_seconds / all,
    })
}

/// Measures a round with nothing to say, over Unix sockets.
pub(crate) fn barrier(context: &Context<'_>, members: usize) -> Result<Barrier, Failure> {
    let sent = |_| vec![Vec::new(); members];
    let spent = best(context, Sockets::Unix, members, &sent, EMPTY)?;
    Ok(Barrier { members, microseconds: 1e6 * spent.seconds / f64::from(EMPTY) })
}

/// Returns the shortest time of some rounds, in each of which member `own` sends `sent(own)`.
fn best(
    context: &Context<'_>,
    sockets: Sockets,
    members: usize,
    sent: &(dyn Fn(usize) -> Vec<Vec<i32>> + Sync),
    rounds: u32,
) -> Result<Spent, Failure> {
    let progress = context.meter();
    let folder = context.scratch_folder()?;
    let secret =
        new_secret().map_err(|error| Failure::environment("io", format!("no secret: {error}")))?;
    let subject = Subject { what: "bench cluster".to_owned(), secret };
    let begin = |own| meet(&place(sockets, folder.path()), own, members, &subject, MEETING);
    thread::scope(|scope| {
        for own in 1..members {
            let begin = &begin;
            scope.spawn(move || {
                let Ok(mut exchange) = begin(own) else { return };
                let (sent, mut received) = (sent(own), vec![Vec::new(); members]);
                // There are rounds until the first member leaves.
                while round(&mut exchange, &sent, &mut received).is_ok() {}
            });
        }
        let mut exchange = begin(0).map_err(lost)?;
        let (sent, mut received) = (sent(0), vec![Vec::new(); members]);
        let mut time = |rounds| {
            let (began, cpu) = (Instant::now(), cpu_seconds());
            for _ in 0..rounds {
                round(&mut exchange, &sent, &mut received).map_err(lost)?;
            }
            let seconds = began.elapsed().as_secs_f64();
            Ok::<_, Failure>(Spent { seconds, cpu_seconds: cpu_seconds() - cpu })
        };
        // The first one also finds the pages.
        time(1)?;
        let mut best = time(rounds)?;
        for _ in 1..TIMES {
            if progress.interrupted() {
                return Err(Failure::Interrupted);
            }
            let spent = time(rounds)?;
            if spent.seconds < best.seconds {
                best = spent;
            }
        }
        exchange.close();
        Ok(best)
    })
}

fn place(sockets: Sockets, folder: &Path) -> Place {
    let folder = folder.to_owned();
    match sockets {
        Sockets::Unix => Place::Sockets(folder),
        Sockets::Tcp => Place::Published { folder, host: "127.0.0.1".to_owned() },
    }
}

/// Trades once, and drops what came.
fn round(
    exchange: &mut Exchange,
    sent: &[Vec<i32>],
    received: &mut [Vec<i32>],
) -> Result<(), Lost> {
    received.iter_mut().for_each(Vec::clear);
    exchange.trade(sent, received)
}

#[expect(clippy::needless_pass_by_value, reason = "a conversion of errors")]
fn lost(lost: Lost) -> Failure {
    Failure::environment("lost", lost.to_string())
}

/// Returns the time that all threads of this process have had on a processor.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
