//! From a domain to published files.

mod estimate;
mod layer_file;
mod options;
mod state;
mod tally;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use estimate::refuse_the_impossible;
pub use estimate::{Estimate, FileState, estimate};
pub use layer_file::LayerFile;
pub(crate) use layer_file::{grown, write_index};
pub use options::{BuildOptions, DEFAULT_WIDTH, needed};
use serde::Serialize;
use serde_json::Value as Json;
use shuban_core::{Domain, Game, IndexOf, LayerId, ONE, PartId, Progress};
use shuban_store::{Database, FileSystem, Need, Provenance, Subject, layer_path, lock};
use state::{BuildState, build_state};
pub use tally::{Tally, tally};

use crate::by_shards::ByShards;
use crate::checkpoint::{Checkpoint, remove_checkpoint};
use crate::error::Error;
use crate::job::Job;
use crate::solver::Solver;
use crate::tables::{OpenLayer, Tables};
use crate::tabulate::{Shard, remove_shards};
use crate::threads::with_threads;

/// A layer that a build came by, or a shard of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LayerReport {
    /// Its name.
    #[serde(rename = "domain")]
    pub name: String,
    /// The shard, if it is not the whole layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Its file.
    #[serde(skip)]
    pub file: PathBuf,
    /// Whether this build made it; else it was there.
    pub built: bool,
    /// Its positions.
    pub positions: u64,
    /// How long it took; 0 if it was there.
    pub seconds: f64,
    /// Its positions by this time.
    pub positions_per_second: f64,
    /// The file's length.
    pub bytes: u64,
    /// The hash of its values.
    pub content_hash: String,
    /// The layer's facts: sweeps, rounds.
    pub facts: BTreeMap<String, Json>,
}

/// The layer of a name.
///
/// # Errors
/// [`Error::NoLayer`].
pub fn layer_named<D: Domain>(domain: &D, name: &str) -> Result<LayerId, Error> {
    let found = domain.layers().iter().position(|layer| layer.name == name);
    found.map(LayerId).ok_or_else(|| Error::NoLayer(name.to_owned()))
}

/// Builds a layer and all that it needs. What is published already is not built again, unless it
/// was built from other files than those that are there, or to a larger width, or does not open; a
/// layer that was interrupted goes on from its checkpoint. With [`shard`](BuildOptions::shard), of
/// the layer itself only that shard, unless the whole of it is there.
///
/// # Errors
/// [`Error`]. Whatever happens, nothing published is harmed.
pub fn build<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<Vec<LayerReport>, Error> {
    if options.shard.is_some() {
        by_shards(domain, solver, layer)?;
    }
    let estimates = estimate(files, domain, solver, layer, options)?;
    let mut building = Building::begin(files, domain, solver, options, progress);
    building.layers(estimates, layer, |building| match options.shard {
        Some(shard) => building.shard(layer, shard),
        None => building.layer(layer, options.rebuild),
    })?;
    Ok(building.reports)
}

fn by_shards<'a, D: Domain>(
    domain: &D,
    solver: &'a dyn Solver<D>,
    layer: LayerId,
) -> Result<&'a dyn ByShards<D>, Error> {
    solver.by_shards().ok_or_else(|| Error::NoShards {
        domain: domain.layers()[layer.0].name.clone(),
        reason: "its solver works on all positions together".to_owned(),
    })
}

/// A build on its way from layer to layer.
struct Building<'a, D: Domain> {
    files: &'a Arc<dyn FileSystem>,
    domain: &'a D,
    solver: &'a dyn Solver<D>,
    options: &'a BuildOptions,
    progress: &'a dyn Progress,
    /// The content hashes of the layers that it came by.
    hashes: BTreeMap<LayerId, Option<String>>,
    reports: Vec<LayerReport>,
}

impl<'a, D: Domain> Building<'a, D> {
    fn begin(
        files: &'a Arc<dyn FileSystem>,
        domain: &'a D,
        solver: &'a dyn Solver<D>,
        options: &'a BuildOptions,
        progress: &'a dyn Progress,
    ) -> Self {
        Building {
            files,
            domain,
            solver,
            options,
            progress,
            hashes: BTreeMap::new(),
            reports: Vec::new(),
        }
    }

    /// Builds the layers that one needs, then does the work on the layer itself; refuses what does
    /// not fit before it begins.
    fn layers<T: Send>(
        &mut self,
        estimates: Vec<Estimate>,
        last: LayerId,
        work: impl FnOnce(&mut Self) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        with_threads(self.options.threads, || {
            refuse_the_impossible(self.files, self.domain, &estimates, self.options)?;
            let steps = estimates.len();
            for (step, Estimate { layer, .. }) in estimates.into_iter().enumerate() {
                self.progress.layer(&self.domain.layers()[layer.0].name, step + 1, steps);
                if layer != last {
                    self.layer(layer, false)?;
                }
            }
            work(self)
        })?
    }

    /// Builds one layer, those it needs being there.
    fn layer(&mut self, layer: LayerId, rebuild: bool) -> Result<(), Error> {
        let started = Instant::now();
        let name = &self.domain.layers()[layer.0].name;
        let path = layer_path(&self.options.data, name)?;
        // Two builds of one layer: the second waits for nobody, it is refused.
        let _lock = lock(&**self.files, &path)?;
        // Looked at in any case: another program's file is not replaced.
        let is_to_be_built = self.is_to_be_built(layer)?;
        if rebuild || is_to_be_built {
            self.prepare(layer)?.with_job(|job, file| self.solver.solve(job, file))?;
            let open = OpenLayer::open(self.files, &self.options.data, self.domain, layer)?;
            self.came_by(layer, open.database(), None, Some(started.elapsed()));
        } else {
            let open = OpenLayer::open(self.files, &self.options.data, self.domain, layer)?;
            self.came_by(layer, open.database(), None, None);
        }
        // Only now, with the layer in its place and opened.
        remove_checkpoint(&**self.files, &path.with_extension("checkpoint"));
        remove_shards(&**self.files, &path);
        Ok(())
    }

    /// Whether a layer's file is not there, or not what it would be.
    fn is_to_be_built(&self, layer: LayerId) -> Result<bool, Error> {
        match build_state(&**self.files, self.domain, layer, &self.hashes, self.options)? {
            BuildState::Current(_) => Ok(false),
            BuildState::Outdated(reason) | BuildState::Damaged(reason) => {
                let name = &self.domain.layers()[layer.0].name;
                self.progress.note(&format!("{name} is built again: {reason}"));
                Ok(true)
            }
            BuildState::Absent => Ok(true),
        }
    }

    /// Computes a shard of a layer, those that the layer needs being there.
    fn shard(&mut self, layer: LayerId, shard: Shard) -> Result<(), Error> {
        let started = Instant::now();
        if !self.is_to_be_built(layer)? && !self.options.rebuild {
            let open = OpenLayer::open(self.files, &self.options.data, self.domain, layer)?;
            self.came_by(layer, open.database(), None, None);
            return Ok(());
        }
        let by_shards = by_shards(self.domain, self.solver, layer)?;
        let rebuild = self.options.rebuild;
        let prepared = self.prepare(layer)?;
        let (database, is_new) =
            prepared.with_job(|job, file| by_shards.shard(job, file, shard, rebuild))?;
        drop(prepared);
        self.came_by(layer, &database, Some(shard), is_new.then(|| started.elapsed()));
        Ok(())
    }

    fn came_by(
        &mut self,
        layer: LayerId,
        database: &Database,
        shard: Option<Shard>,
        took: Option<Duration>,
    ) {
        let manifest = database.manifest();
        let positions = manifest.account.parts.iter().map(|part| part.positions).sum();
        let seconds = took.unwrap_or_default().as_secs_f64();
        self.hashes.insert(layer, Some(manifest.content_hash.clone()));
        self.reports.push(LayerReport {
            name: self.domain.layers()[layer.0].name.clone(),
            shard,
            file: database.path().to_owned(),
            built: took.is_some(),
            positions,
            seconds,
            positions_per_second: if seconds > 0.0 { positions as f64 / seconds } else { 0.0 },
            bytes: database.bytes(),
            content_hash: manifest.content_hash.clone(),
            facts: manifest.account.facts.clone(),
        });
    }

    /// Opens what a layer needs, and makes its indexes.
    fn prepare(&self, layer: LayerId) -> Result<Prepared<'_, D>, Error> {
        let Building { files, domain, solver, options, progress, .. } = *self;
        let description = &domain.layers()[layer.0];
        let path = layer_path(&options.data, &description.name)?;
        let tables = Tables::open(files, &options.data, domain, description.needs.iter().copied())?;
        progress.phase("indexing", 0);
        let indexes = (0..description.parts.len())
            .map(|part| domain.index(PartId { layer, part }))
            .collect::<Result<Vec<_>, _>>()?;
        let needs: Vec<Need> = (tables.layers())
            .map(|need| {
                let manifest = need.database().manifest();
                Need {
                    domain: manifest.subject.domain.clone(),
                    content_hash: manifest.content_hash.clone(),
                }
            })
            .collect();
        let subject = Subject {
            domain: description.name.clone(),
            family: domain.name(),
            game: domain.game().name(),
            parameters: domain.parameters(),
        };
        let mut settings = BTreeMap::new();
        if solver.needs_leaving() {
            settings
                .insert("width".to_owned(), (options.width as f64 / f64::from(ONE)).to_string());
        }
        let provenance = Provenance {
            program: "shuban".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            solver: solver.name().to_owned(),
            settings,
        };
        let file = LayerFile {
            files: files.clone(),
            path,
            subject,
            needs,
            provenance,
            options: options.write,
        };
        Ok(Prepared { layer, tables, indexes, file, domain, options, progress })
    }
}

/// A layer about to be solved.
struct Prepared<'a, D: Domain> {
    layer: LayerId,
    tables: Tables<'a, D>,
    indexes: Vec<IndexOf<D>>,
    file: LayerFile,
    domain: &'a D,
    options: &'a BuildOptions,
    progress: &'a dyn Progress,
}

impl<D: Domain> Prepared<'_, D> {
    fn with_job<T>(
        &self,
        work: impl FnOnce(&Job<'_, D>, &LayerFile) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Prepared { layer, tables, indexes, file, domain, options, progress } = self;
        let checkpoint = Checkpoint::new(
            file.files.clone(),
            file.path.with_extension("checkpoint"),
            checkpoint_subject(file, options.width),
            options.checkpoint_every,
        );
        let job = Job {
            domain: *domain,
            layer: *layer,
            indexes,
            tables,
            width: options.width,
            checkpoint: Some(checkpoint),
            progress: *progress,
        };
        work(&job, file)
    }
}

/// What a checkpoint says of itself: all that the work depends on, so that it is used for no other.
fn checkpoint_subject(file: &LayerFile, width: i64) -> Subject {
    let mut subject = file.inputs();
    subject.parameters.insert("width".to_owned(), width.to_string());
    subject.domain.push_str(" (checkpoint)");
    subject
}
