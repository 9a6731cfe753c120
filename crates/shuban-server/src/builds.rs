//! Databases that are built while the service runs.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde::Serialize;
use shuban_catalog::{Catalog, Error};
use shuban_core::{LayerId, Progress};
use shuban_solve::BuildOptions;
use utoipa::ToSchema;

use crate::first_proofs;

/// Approximate seconds of a family's share of the default databases.
const MOST_SECONDS: f64 = 2.0;

/// Returns the default databases: of each family the layers of its examples, or else, if it is not a
/// variant, the largest layer that takes at most [`MOST_SECONDS`] with all that it needs.
pub(crate) fn default_layers(catalog: &Catalog, threads: usize) -> Vec<String> {
    let examples: BTreeSet<&str> =
        catalog.examples().iter().map(|example| example.layer.as_str()).collect();
    let mut chosen = Vec::new();
    for family in catalog.families() {
        let name = |layer: LayerId| family.layers()[layer.0].name.as_str();
        let all = || (0..family.layers().len()).map(LayerId);
        let shown: Vec<LayerId> = all().filter(|&layer| examples.contains(name(layer))).collect();
        if !shown.is_empty() {
            chosen.extend(shown.into_iter().map(|layer| name(layer).to_owned()));
            continue;
        }
        if family.facts().variant_of.is_some() {
            continue;
        }
        let largest = family.largest_within(MOST_SECONDS, threads);
        chosen.extend(largest.map(|layer| name(layer).to_owned()));
    }
    chosen
}

/// State of the build of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// It waits for others.
    Waiting,
    /// It is being built.
    Building,
    /// It is there.
    Built,
    /// It could not be built.
    Failed,
}

/// A database that was asked for.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Build {
    /// The layer.
    pub(crate) domain: String,
    /// Its state.
    pub(crate) stage: Stage,
    /// The current phase.
    pub(crate) phase: String,
    /// Finished units of the phase.
    pub(crate) done: u64,
    /// Units of the phase; 0 if unknown.
    pub(crate) total: u64,
    /// The time that it took, or the reason why it could not be built.
    pub(crate) remark: Option<String>,
    /// Times that another process was found at it.
    #[serde(skip)]
    pub(crate) tries: u32,
}

impl Build {
    fn waiting(domain: String) -> Self {
        let (phase, stage) = (String::new(), Stage::Waiting);
        Build { domain, stage, phase, done: 0, total: 0, remark: None, tries: 0 }
    }

    /// Returns true if it waits or is being built.
    pub(crate) fn is_going(&self) -> bool {
        matches!(self.stage, Stage::Waiting | Stage::Building)
    }
}

/// The builds that were asked for, in order, and their worker.
#[derive(Default)]
struct Queue {
    all: Vec<Build>,
    is_worked: bool,
    workers: Vec<JoinHandle<()>>,
}

/// The requested builds, and their progress.
#[derive(Default)]
pub(crate) struct Builds {
    options: Option<BuildOptions>,
    /// True if proofs follow the databases.
    proves: bool,
    /// True if readers may ask for builds.
    is_on_request: bool,
    queue: Mutex<Queue>,
    stop: AtomicBool,
}

/// Most builds that wait at a time.
const MOST_WAITING: usize = 8;

impl Builds {
    /// Adds layers that are built, one after the other, once the service runs, and proofs.
    pub(crate) fn add_defaults(&mut self, layers: Vec<String>, options: BuildOptions) {
        self.queue().all.extend(layers.into_iter().map(Build::waiting));
        self.options = Some(options);
        self.proves = true;
    }

    /// Lets readers ask for builds.
    pub(crate) fn allow_requests(&mut self, options: BuildOptions) {
        self.options = Some(options);
        self.is_on_request = true;
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the state of all builds.
    pub(crate) fn all(&self) -> Vec<Build> {
        self.queue().all.clone()
    }

    /// Returns the state of the build of a layer, if it was asked for.
    pub(crate) fn of(&self, domain: &str) -> Option<Build> {
        self.queue().all.iter().find(|build| build.domain == domain).cloned()
    }

    /// Returns the memory that a build may take, if readers may ask for builds.
    pub(crate) fn memory_on_request(&self) -> Option<u64> {
        self.options.as_ref().filter(|_| self.is_on_request).map(|options| options.memory)
    }

    /// Asks the work to end at the next safe point.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Puts a layer that another process builds behind all others, and waits a moment; a reader
    /// sees which process that is.
    fn wait_for_another(&self, number: usize, error: &Error) {
        self.change(number, |build| {
            (build.phase, build.done, build.total) = (error.to_string(), 0, 0);
            build.stage = Stage::Waiting;
            build.tries += 1;
        });
        let until = Instant::now() + LOOK_AGAIN;
        while Instant::now() < until && !self.is_stopped() {
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the work has ended.
    pub(crate) fn join(&self) {
        let workers = std::mem::take(&mut self.queue().workers);
        for worker in workers {
            // A panic of a worker has been reported.
            let _ = worker.join();
        }
    }

    fn change(&self, number: usize, change: impl FnOnce(&mut Build)) {
        change(&mut self.queue().all[number]);
    }

    /// Starts the builds in the background, if there are any.
    pub(crate) fn begin(self: &Arc<Self>, catalog: &'static Catalog) {
        let mut queue = self.queue();
        if self.proves || !queue.all.is_empty() {
            self.work(&mut queue, catalog, self.proves);
        }
    }

    /// Asks for the build of a layer, unless it waits already; returns false if too many wait.
    pub(crate) fn ask(self: &Arc<Self>, catalog: &'static Catalog, domain: &str) -> bool {
        let mut queue = self.queue();
        let waits = |build: &&Build| build.stage == Stage::Waiting;
        if queue.all.iter().filter(waits).count() >= MOST_WAITING {
            return false;
        }
        match queue.all.iter_mut().find(|build| build.domain == domain) {
            Some(build) if build.is_going() => return true,
            Some(build) => *build = Build::waiting(domain.to_owned()),
            None => queue.all.push(Build::waiting(domain.to_owned())),
        }
        self.work(&mut queue, catalog, false);
        true
    }

    /// Starts a worker, unless there is one.
    fn work(self: &Arc<Self>, queue: &mut Queue, catalog: &'static Catalog, proves: bool) {
        let Some(options) = self.options.clone().filter(|_| !queue.is_worked) else { return };
        queue.is_worked = true;
        let builds = Arc::clone(self);
        queue.workers.retain(|worker| !worker.is_finished());
        queue.workers.push(thread::spawn(move || {
            while let Some(number) = builds.next() {
                builds.build(catalog, number, &options);
            }
            if proves {
                first_proofs::write(catalog, &options.data, &builds.stop);
            }
        }));
    }

    /// Returns the number of the next build; if none waits, marks the worker as ended.
    fn next(&self) -> Option<usize> {
        let mut queue = self.queue();
        let waiting = queue.all.iter().enumerate();
        let waiting = waiting.filter(|(_, build)| build.stage == Stage::Waiting);
        let next = waiting.min_by_key(|(_, build)| build.tries).map(|(number, _)| number);
        let next = next.filter(|_| !self.stop.load(Ordering::Relaxed));
        queue.is_worked = next.is_some();
        next
    }

    fn build(&self, catalog: &Catalog, number: usize, options: &BuildOptions) {
        let started = Instant::now();
        let (mut domain, mut has_waited) = (String::new(), false);
        self.change(number, |build| {
            build.stage = Stage::Building;
            has_waited = build.tries > 0;
            domain.clone_from(&build.domain);
        });
        let progress = BuildProgress { builds: self, number };
        // A panic in one build does not prevent the others.
        let built = catch_unwind(AssertUnwindSafe(|| {
            catalog.layer(&domain).and_then(|layer| layer.build(options, &progress))
        }));
        let (stage, remark) = match built {
            Ok(Err(error)) if error.kind() == "locked" && !self.is_stopped() => {
                return self.wait_for_another(number, &error);
            }
            Ok(Ok(report)) if has_waited && !report.layer.built => {
                (Stage::Built, "built by another process".to_owned())
            }
            Ok(Ok(_)) => (Stage::Built, format!("{:.1} s", started.elapsed().as_secs_f64())),
            Ok(Err(error)) => (Stage::Failed, error.to_string()),
            Err(_) => (Stage::Failed, "the program has a fault".to_owned()),
        };
        tracing::info!(domain, ?stage, remark, "build");
        self.change(number, |build| (build.stage, build.remark) = (stage, Some(remark)));
    }
}

/// Interval between looks at a layer that another process builds.
const LOOK_AGAIN: Duration = Duration::from_millis(500);

/// Records the progress of one of the builds.
struct BuildProgress<'b> {
    builds: &'b Builds,
    number: usize,
}

impl Progress for BuildProgress<'_> {
    fn layer(&self, name: &str, step: usize, steps: usize) {
        let phase = format!("{name} ({step}/{steps})");
        self.builds.change(self.number, |build| build.phase = phase);
    }

    fn phase(&self, _what: &str, total: u64) {
        self.builds.change(self.number, |build| (build.done, build.total) = (0, total));
    }

    fn at(&self, done: u64, _detail: &str) {
        self.builds.change(self.number, |build| build.done = done);
    }

    fn interrupted(&self) -> bool {
        self.builds.stop.load(Ordering::Relaxed)
    }
}
