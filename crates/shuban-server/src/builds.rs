//! Databases that are built while the service runs.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use serde::Serialize;
use shuban_catalog::Catalog;
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

/// How far the build of a database has come.
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
    /// How far it has come.
    pub(crate) stage: Stage,
    /// What is being done.
    pub(crate) phase: String,
    /// How much of the phase is done.
    pub(crate) done: u64,
    /// What the phase comes to; 0 if that is not known.
    pub(crate) total: u64,
    /// How long it took, or why it could not be built.
    pub(crate) remark: Option<String>,
}

/// The requested builds, and their progress.
pub(crate) struct Builds {
    options: Option<BuildOptions>,
    all: Mutex<Vec<Build>>,
    stop: AtomicBool,
}

impl Builds {
    /// Creates an empty list of builds.
    pub(crate) fn none() -> Self {
        Builds { options: None, all: Mutex::default(), stop: AtomicBool::new(false) }
    }

    /// Creates builds of these layers, one after the other.
    pub(crate) fn of(layers: Vec<String>, options: BuildOptions) -> Self {
        let build = |domain| Build {
            domain,
            stage: Stage::Waiting,
            phase: String::new(),
            done: 0,
            total: 0,
            remark: None,
        };
        let all = Mutex::new(layers.into_iter().map(build).collect());
        Builds { options: Some(options), all, stop: AtomicBool::new(false) }
    }

    /// Returns the state of all builds.
    pub(crate) fn all(&self) -> Vec<Build> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Asks the work to end at the next safe point.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn change(&self, number: usize, change: impl FnOnce(&mut Build)) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut all[number]);
    }

    /// Starts the builds in the background, if there are any.
    pub(crate) fn begin(self: &Arc<Self>, catalog: &'static Catalog) -> Option<JoinHandle<()>> {
        let options = self.options.clone()?;
        let builds = Arc::clone(self);
        Some(thread::spawn(move || {
            for number in 0..builds.all().len() {
                builds.build(catalog, number, &options);
            }
            first_proofs::write(catalog, &options.data, &builds.stop);
        }))
    }

    fn build(&self, catalog: &Catalog, number: usize, options: &BuildOptions) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let started = Instant::now();
        let mut domain = String::new();
        self.change(number, |build| {
            build.stage = Stage::Building;
            domain.clone_from(&build.domain);
        });
        let progress = BuildProgress { builds: self, number };
        // A panic in one build does not prevent the others.
        let built = catch_unwind(AssertUnwindSafe(|| {
            catalog.layer(&domain).and_then(|layer| layer.build(options, &progress))
        }));
        let (stage, remark) = match built {
            Ok(Ok(_)) => (Stage::Built, format!("{:.1} s", started.elapsed().as_secs_f64())),
            Ok(Err(error)) => (Stage::Failed, error.to_string()),
            Err(_) => (Stage::Failed, "the program has a fault".to_owned()),
        };
        tracing::info!(domain, ?stage, remark, "build");
        self.change(number, |build| (build.stage, build.remark) = (stage, Some(remark)));
    }
}

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
