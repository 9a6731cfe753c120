//! `--processes`, `--hosts`, `--slurm`: builds by several processes.

use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use shuban_cluster::{
    Exchange, Lost, MeetingFolder, Place, Secret, Subject, meet_while, new_secret, publish_secret,
    published_secret, secret_of,
};
use shuban_solve::{Others, Together, machine};
use shuban_store::{open_regular, read_text};
use tempfile::TempDir;

use crate::context::Context;
use crate::failure::Failure;
use crate::interrupt;

#[derive(Args, Debug)]
pub(crate) struct TogetherFlags {
    /// Solve large layers by N processes of this machine
    ///
    /// Each has its share of the memory, and `--memory` and `--threads` are those of one. The result
    /// is the same, to the last byte.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(2..=MOST),
        conflicts_with_all = EXCLUDED
    )]
    processes: Option<u16>,

    /// Solve large layers by processes on other machines: FILE has an address `HOST:PORT` a line
    ///
    /// Run the same command on each, with its number as `--process`. All have the same data folder, or
    /// each has one of its own, to which layers that are needed are sent. Traffic between them is
    /// checked, not encrypted.
    #[arg(
        long,
        value_name = "FILE",
        requires_all = ["process", "secret"],
        conflicts_with_all = EXCLUDED,
        conflicts_with = "processes"
    )]
    hosts: Option<PathBuf>,

    /// The number of this process, from 0: the line of its address
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<u16>,

    /// A file that only you can read, with the same content everywhere: who does not know it is refused
    #[arg(long, value_name = "FILE", requires = "hosts")]
    secret: Option<PathBuf>,

    /// Solve large layers by all tasks of a Slurm step, which have the same data folder
    #[arg(long, conflicts_with_all = EXCLUDED, conflicts_with_all = ["processes", "hosts"])]
    slurm: bool,
}

/// Other ways to divide work.
const EXCLUDED: [&str; 4] = ["shard", "with_others", "disk", "histogram_only"];

/// The most processes.
const MOST: i64 = 1024;

/// Time in which all processes must have been started.
const MEETING: Duration = Duration::from_secs(60);

/// The same for those of a cluster, which starts them when it likes.
const GATHERING: Duration = Duration::from_secs(600);

/// Bytes of a file of addresses, or of a secret, at most.
const LONGEST: u64 = 1 << 16;

/// The environment of a process that another started: its number and the system's of that other, and
/// the folder where all meet.
const MEMBER: [&str; 2] = ["SHUBAN_MEMBER", "SHUBAN_MEETING"];

/// A process that another started.
struct Member {
    own: usize,
    /// The process that started it, by the system's number.
    parent: i32,
    folder: PathBuf,
}

impl Member {
    /// Returns this process, if another started it for a build of so many.
    fn of_environment(count: usize) -> Option<Self> {
        let numbers = std::env::var(MEMBER[0]).ok()?;
        let (own, parent) = numbers.split_once(':')?;
        let own = own.parse().ok().filter(|own| (1..count).contains(own))?;
        let folder = PathBuf::from(std::env::var_os(MEMBER[1])?);
        Some(Member { own, parent: parent.parse().ok()?, folder })
    }

    /// Meets the process that started this one, and the others.
    fn meet(self, what: &str, count: usize) -> Result<Together, Failure> {
        let Member { own, parent, folder } = self;
        let mut secret = [0; 32];
        io::stdin().lock().read_exact(&mut secret).map_err(io_failure("standard input"))?;
        let is_there =
            || rustix::process::getppid().is_some_and(|now| now.as_raw_nonzero().get() == parent);
        let mut goes_on = || match is_there() {
            true => Ok(()),
            false => Err(Lost { process: 0, why: "it has ended".to_owned() }),
        };
        let place = Place::Sockets(folder);
        let meeting = Meeting { place, own, count, secret, most: MEETING, folder: None };
        meeting.connect(what, &mut goes_on)
    }
}

/// The connection of this process with others.
pub(crate) struct Connection {
    pub(crate) together: Together,
    /// True if another process leads.
    pub(crate) follows: bool,
    /// The processes that this one started, which end when it does.
    started: Started,
}

impl Drop for Connection {
    /// Leaves the others, if that is not done, so that those that are waited for end.
    fn drop(&mut self) {
        self.together.leave(Some("it has ended"));
        self.started.wait(ENDING);
    }
}

/// A folder that is removed once all have met.
enum Folder {
    OfMachine { _folder: TempDir },
    OfTasks { _folder: MeetingFolder },
}

/// A place where processes meet, with what they must know.
struct Meeting {
    place: Place,
    own: usize,
    count: usize,
    secret: Secret,
    most: Duration,
    folder: Option<Folder>,
}

impl Meeting {
    /// Meets the others, as long as it `goes_on`.
    fn connect(
        self,
        what: &str,
        goes_on: &mut dyn FnMut() -> Result<(), Lost>,
    ) -> Result<Together, Failure> {
        let Meeting { place, own, count, secret, most, folder } = self;
        let what = format!("{what} by shuban {}", env!("CARGO_PKG_VERSION"));
        let subject = Subject { what, secret };
        let lost = |lost: Lost| Failure::environment("lost", lost.to_string());
        let mut exchange = meet_while(&place, own, count, &subject, most, goes_on).map_err(lost)?;
        // After a round all have met each other, and nobody looks for an address any more.
        let none = vec![Vec::new(); count];
        exchange.trade(&none, &mut none.clone()).map_err(lost)?;
        drop(folder);
        Ok(Together::new(Connected { exchange: Some(exchange), own, count }))
    }
}

impl TogetherFlags {
    /// Returns how many processes of this machine share its memory and its cores.
    fn of_machine(&self) -> usize {
        match self.slurm {
            true => tasks_of_node(),
            false => self.processes.map_or(1, usize::from),
        }
    }

    /// Returns the threads of a process where none are asked for: its share of the cores.
    pub(crate) fn threads(&self) -> usize {
        let of_task = self.slurm.then(|| number_of("SLURM_CPUS_PER_TASK").ok()).flatten();
        of_task.unwrap_or_else(|| machine::default_threads() / self.of_machine()).max(1)
    }

    /// Returns the memory of a process where none is asked for: its share of the machine's, or of what
    /// Slurm allows.
    pub(crate) fn memory(&self) -> u64 {
        let of_machine = machine::default_memory() / self.of_machine() as u64;
        let megabytes = |name: &str, times: usize| {
            let number = self.slurm.then(|| number_of(name).ok()).flatten()?;
            Some((number as u64).saturating_mul(times as u64) << 20)
        };
        let of_node = megabytes("SLURM_MEM_PER_NODE", 1).map(|all| all / self.of_machine() as u64);
        let of_cores = megabytes("SLURM_MEM_PER_CPU", self.threads());
        of_node.or(of_cores).map_or(of_machine, |allowed| of_machine.min(allowed / 8 * 7))
    }

    /// Connects this process with the others, if there are any.
    pub(crate) fn connect(
        &self,
        domain: &str,
        context: &Context<'_>,
    ) -> Result<Option<Connection>, Failure> {
        let what = format!("build {domain}");
        let alone = |together: Together, own: usize| Connection {
            together,
            follows: own > 0,
            started: Started(Vec::new()),
        };
        if let Some(member) = Member::of_environment(self.processes.map_or(0, usize::from)) {
            let own = member.own;
            return Ok(Some(alone(member.meet(&what, self.of_machine())?, own)));
        }
        if self.processes.is_some() {
            return self.start(&what, context).map(Some);
        }
        let meeting = match (&self.hosts, self.slurm) {
            (Some(hosts), _) => self.of_hosts(hosts)?,
            (None, true) => match of_slurm(context.common.data())? {
                Some(meeting) => meeting,
                None => return Ok(None),
            },
            (None, false) => return Ok(None),
        };
        let own = meeting.own;
        Ok(Some(alone(meeting.connect(&what, &mut || Ok(()))?, own)))
    }

    /// Starts the other processes of this machine, and meets them.
    fn start(&self, what: &str, context: &Context<'_>) -> Result<Connection, Failure> {
        let count = self.of_machine();
        let folder = context.scratch_folder()?;
        let secret = new_secret().map_err(io_failure("random numbers"))?;
        let mut started = Started(Vec::new());
        let program = std::env::current_exe().map_err(io_failure("this program"))?;
        for own in 1..count {
            let mut child = Command::new(&program)
                .args(std::env::args_os().skip(1))
                .env(MEMBER[0], format!("{own}:{}", std::process::id()))
                .env(MEMBER[1], folder.path())
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .map_err(io_failure("another process"))?;
            let stdin = child.stdin.take();
            started.0.push(child);
            // One that has ended already is found out below.
            if let Some(mut stdin) = stdin {
                let _ = stdin.write_all(&secret);
            }
        }
        let place = Place::Sockets(folder.path().to_owned());
        let folder = Some(Folder::OfMachine { _folder: folder });
        let meeting = Meeting { place, own: 0, count, secret, most: MEETING, folder };
        let together = meeting.connect(what, &mut || started.all_run())?;
        Ok(Connection { together, follows: false, started })
    }

    /// Returns the meeting of processes whose addresses stand in a file.
    fn of_hosts(&self, hosts: &Path) -> Result<Meeting, Failure> {
        let text = read_text(hosts, LONGEST).map_err(|error| Failure::of_file(hosts, &error))?;
        let lines = text.lines().map(str::trim);
        let hosts: Vec<String> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(str::to_owned)
            .collect();
        let (own, count) = (usize::from(self.process.unwrap_or(0)), hosts.len());
        if count > MOST as usize {
            return Err(Failure::usage(format!("{count} addresses, of at most {MOST}")));
        }
        if own >= count {
            let message = format!("--process {own}, but there are {count} addresses");
            return Err(Failure::usage(message));
        }
        let secret = match &self.secret {
            Some(path) => secret_in(path)?,
            None => return Err(Failure::usage("--hosts needs --secret")),
        };
        let place = Place::Hosts(hosts);
        Ok(Meeting { place, own, count, secret, most: GATHERING, folder: None })
    }
}

/// Returns the secret in a file, which nobody else may read.
fn secret_in(path: &Path) -> Result<Secret, Failure> {
    let failed = |error: io::Error| Failure::of_file(path, &error);
    let file = open_regular(path).map_err(failed)?;
    if file.metadata().map_err(failed)?.mode() & 0o077 != 0 {
        let message = format!("{}: others may read it (chmod 600)", path.display());
        return Err(Failure::usage(message));
    }
    let mut text = Vec::new();
    file.take(LONGEST).read_to_end(&mut text).map_err(failed)?;
    if text.len() < LEAST_SECRET {
        let message = format!("{}: a secret of at least {LEAST_SECRET} bytes", path.display());
        return Err(Failure::usage(message));
    }
    Ok(secret_of(&text))
}

/// Bytes of a secret of others, at least.
const LEAST_SECRET: usize = 16;

/// Returns the meeting of the tasks of a Slurm step; nothing if there is one task.
///
/// They meet in a folder of the data folder, where the first task leaves the secret.
fn of_slurm(data: &Path) -> Result<Option<Meeting>, Failure> {
    let own = number_of("SLURM_PROCID")?;
    let count = number_of("SLURM_NTASKS")?;
    if own >= count || count > MOST as usize {
        return Err(Failure::usage(format!("task {own} of {count}: not a task of a Slurm step")));
    }
    if count == 1 {
        return Ok(None);
    }
    let step = ["SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT"];
    // Without a step, this is the script of a job, and the other tasks have not been started.
    number_of("SLURM_STEP_ID")?;
    let step = step.map(|name| number_of(name).unwrap_or(0).to_string());
    let folder = data.join(format!(".slurm-{}", step.join("-")));
    let host = match number_of("SLURM_JOB_NUM_NODES")? {
        1 => "127.0.0.1".to_owned(),
        _ => std::env::var("SLURMD_NODENAME")
            .map_err(|_| Failure::usage("SLURMD_NODENAME is not set"))?,
    };
    let (secret, removed) = match own {
        0 => {
            interrupt::remove_at_the_end(&folder);
            let published = publish_secret(&folder);
            let (secret, folder) = published.map_err(io_failure("the meeting of the tasks"))?;
            (secret, Some(Folder::OfTasks { _folder: folder }))
        }
        _ => (await_secret(&folder)?, None),
    };
    let (place, folder) = (Place::Published { folder, host }, removed);
    Ok(Some(Meeting { place, own, count, secret, most: GATHERING, folder }))
}

/// Returns the most tasks of a node, which Slurm tells as `2(x3),1`.
fn tasks_of_node() -> usize {
    let all = std::env::var("SLURM_STEP_TASKS_PER_NODE")
        .or_else(|_| std::env::var("SLURM_TASKS_PER_NODE"))
        .unwrap_or_default();
    let counts = all.split(',').filter_map(|some| some.split('(').next()?.parse().ok());
    counts.max().unwrap_or(1).max(1)
}

/// Returns a number that Slurm sets.
fn number_of(name: &str) -> Result<usize, Failure> {
    let value = std::env::var(name).ok().and_then(|value| value.parse().ok());
    value.ok_or_else(|| Failure::usage(format!("{name} is no number: run it by `srun`")))
}

/// Waits for the secret that the first task publishes.
fn await_secret(folder: &Path) -> Result<Secret, Failure> {
    let began = Instant::now();
    loop {
        match published_secret(folder) {
            Ok(secret) => return Ok(secret),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::of_file(folder, &error));
            }
            Err(_) if began.elapsed() > GATHERING => {
                return Err(Failure::environment("lost", "the first task did not begin"));
            }
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

/// Returns a conversion of errors of the system.
fn io_failure(what: &'static str) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::environment("io", format!("{what}: {error}"))
}

/// Processes that this one started.
struct Started(Vec<Child>);

/// Time that the others have to end after this one has: there is nothing that they could lose.
const ENDING: Duration = Duration::from_secs(3);

impl Started {
    /// Tells the first that has ended.
    fn all_run(&mut self) -> Result<(), Lost> {
        for (child, process) in self.0.iter_mut().zip(1..) {
            if let Ok(Some(status)) = child.try_wait() {
                return Err(Lost { process, why: format!("it has ended ({status})") });
            }
        }
        Ok(())
    }

    /// Waits until all have ended, and ends those that have not after some time.
    fn wait(&mut self, most: Duration) {
        let began = Instant::now();
        while !self.0.is_empty() {
            if began.elapsed() >= most {
                for child in &mut self.0 {
                    let _ = child.kill();
                }
            }
            self.0.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Started {
    /// Ends those that have not met.
    fn drop(&mut self) {
        self.wait(Duration::ZERO);
    }
}

/// Rounds over a connection, as long as there is one.
struct Connected {
    exchange: Option<Exchange>,
    own: usize,
    count: usize,
}

impl Others for Connected {
    fn own(&self) -> usize {
        self.own
    }

    fn count(&self) -> usize {
        self.count
    }

    fn trade(&mut self, sent: &[Vec<i32>], received: &mut [Vec<i32>]) -> Result<(), String> {
        let Some(exchange) = &mut self.exchange else { return Err("it has left".to_owned()) };
        exchange.trade(sent, received).map_err(|lost| lost.to_string())
    }

    fn leave(&mut self, reason: Option<&str>) {
        match (self.exchange.take(), reason) {
            (Some(exchange), None) => exchange.close(),
            (Some(exchange), Some(reason)) => exchange.fail(reason),
            (None, _) => {}
        }
    }
}
