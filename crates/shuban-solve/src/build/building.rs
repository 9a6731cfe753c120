//! A build under way, layer by layer.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shuban_core::erased::Tables;
use shuban_core::{LayerId, ONE, PartId, Progress};
use shuban_store::{
    Database, FileSystem, Lock, Need, Subject, compact_path, layer_path, lock, provenance_of,
};

use super::estimate::{Estimate, cached, on_disk, refuse_the_impossible};
use super::options::BuildOptions;
use super::report::LayerReport;
use super::state::{FileState, file_state};
use crate::certificate::proven_hash;
use crate::checkpoint::{Checkpoint, remove_work};
use crate::compact;
use crate::error::Error;
use crate::job::Job;
use crate::layer_file::LayerFile;
use crate::names::layer_name;
use crate::shard::Shard;
use crate::solved::SolvedLayers;
use crate::solver::{ByShards, Solver};
use crate::stored_layer::StoredLayer;
use crate::tabulate::remove_shards;
use crate::threads::{wait_for_others, with_threads};

/// Returns how a solver builds by shards.
///
/// # Errors
/// [`Error::NoShards`] if it does not.
pub(super) fn by_shards(solver: &dyn Solver, layer: LayerId) -> Result<&dyn ByShards, Error> {
    solver.by_shards().ok_or_else(|| Error::NoShards {
        domain: layer_name(solver.domain(), layer).to_owned(),
        reason: "its solver works on all positions together".to_owned(),
    })
}

/// The state of a build, layer by layer.
pub(super) struct Building<'a> {
    files: &'a Arc<dyn FileSystem>,
    domain: &'a dyn Tables,
    solver: &'a dyn Solver,
    options: &'a BuildOptions,
    progress: &'a dyn Progress,
    /// The content hashes of the layers that it made or found.
    hashes: BTreeMap<LayerId, Option<String>>,
    pub(super) reports: Vec<LayerReport>,
}

impl<'a> Building<'a> {
    pub(super) fn new(
        files: &'a Arc<dyn FileSystem>,
        solver: &'a dyn Solver,
        options: &'a BuildOptions,
        progress: &'a dyn Progress,
    ) -> Self {
        let domain = solver.domain();
        let (hashes, reports) = (BTreeMap::new(), Vec::new());
        Building { files, domain, solver, options, progress, hashes, reports }
    }

    /// Builds the layers that one needs, then does the work on the layer itself; refuses work that
    /// does not fit before it begins.
    pub(super) fn layers<T: Send>(
        &mut self,
        estimates: Vec<Estimate>,
        last: LayerId,
        work: impl FnOnce(&mut Self) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        with_threads(self.options.threads, || {
            refuse_the_impossible(self.files, self.solver, &estimates, self.options)?;
            let steps = estimates.len();
            for (step, Estimate { layer, .. }) in estimates.into_iter().enumerate() {
                self.progress.layer(layer_name(self.domain, layer), step + 1, steps);
                if layer != last {
                    self.layer(layer, false)?;
                }
            }
            work(self)
        })?
    }

    /// Builds one layer from the layers that it needs, which exist.
    pub(super) fn layer(&mut self, layer: LayerId, rebuild: bool) -> Result<(), Error> {
        let started = Instant::now();
        let path = layer_path(&self.options.data, layer_name(self.domain, layer))?;
        // Two builds of one layer: the second is refused, without waiting.
        let _lock = match lock(&**self.files, &path) {
            // Built layers may be on a read-only medium, where nothing is written.
            Err(shuban_store::Error::Io { .. })
                if !rebuild && !self.options.compact && self.is_built(layer)? =>
            {
                None
            }
            Err(shuban_store::Error::Locked { .. }) if self.options.with_others.is_some() => {
                Some(self.wait_for_lock(&path)?)
            }
            locked => Some(locked?),
        };
        // Checked in any case: another program's file is not replaced.
        let is_built = self.is_to_be_built(layer)? || rebuild;
        if is_built {
            self.with_job(layer, |job, file| self.solver.solve(job, file))?;
        }
        let Building { files, domain, options, progress, .. } = *self;
        let mut open = StoredLayer::open(files, &options.data, domain, layer)?;
        if is_built {
            let certificate = options.certificate && rebuild;
            compact::settle(files, open, &options.data, certificate, progress)?;
            open = StoredLayer::open(files, &options.data, domain, layer)?;
        }
        if options.compact && !open.is_compact() {
            compact::replace(files, open, &options.data, progress)?;
            open = StoredLayer::open(files, &options.data, domain, layer)?;
        }
        self.report(layer, open.database(), None, is_built.then(|| started.elapsed()));
        // Only now, with the layer in its place and opened.
        remove_work(&**self.files, &path);
        remove_work(&**self.files, &compact_path(&options.data, layer_name(domain, layer))?);
        remove_shards(&**self.files, &path);
        Ok(())
    }

    /// Builds a layer with other processes: computes shards until all are there, then merges them, or
    /// waits for the process that does.
    pub(super) fn with_others(&mut self, layer: LayerId, of: u32) -> Result<(), Error> {
        if !self.is_built(layer)? {
            let by_shards = by_shards(self.solver, layer)?;
            let is_done = || self.is_built(layer);
            self.with_job(layer, |job, file| {
                by_shards.shards_with_others(job, file, of, &is_done)
            })?;
        }
        self.layer(layer, false)
    }

    /// Takes the lock of a layer once no other process has it.
    fn wait_for_lock(&self, path: &Path) -> Result<Lock, Error> {
        loop {
            match lock(&**self.files, path) {
                Err(shuban_store::Error::Locked { .. }) => wait_for_others(self.progress)?,
                locked => return Ok(locked?),
            }
        }
    }

    /// Returns the state of a layer's file.
    pub(super) fn state(&self, layer: LayerId) -> Result<FileState, Error> {
        let Building { files, solver, options, .. } = *self;
        file_state(&**files, solver, layer, &self.hashes, options)
    }

    /// Returns true if a layer's file is there and up to date.
    fn is_built(&self, layer: LayerId) -> Result<bool, Error> {
        Ok(matches!(self.state(layer)?, FileState::Built { .. }))
    }

    /// Returns true if a layer's file is absent or outdated.
    fn is_to_be_built(&self, layer: LayerId) -> Result<bool, Error> {
        match self.state(layer)? {
            FileState::Built { .. } => return Ok(false),
            FileState::Absent => {}
            FileState::Outdated { reason } | FileState::Damaged { reason } => {
                let name = layer_name(self.domain, layer);
                self.progress.note(&format!("{name} is built again: {reason}"));
            }
        }
        Ok(true)
    }

    /// Computes a shard of a layer from the layers that it needs, which exist.
    pub(super) fn shard(&mut self, layer: LayerId, shard: Shard) -> Result<(), Error> {
        let started = Instant::now();
        if !self.is_to_be_built(layer)? && !self.options.rebuild {
            let open = StoredLayer::open(self.files, &self.options.data, self.domain, layer)?;
            self.report(layer, open.database(), None, None);
            return Ok(());
        }
        let by_shards = by_shards(self.solver, layer)?;
        let rebuild = self.options.rebuild;
        let (database, is_new) =
            self.with_job(layer, |job, file| by_shards.shard(job, file, shard, rebuild))?;
        self.report(layer, &database, Some(shard), is_new.then(|| started.elapsed()));
        Ok(())
    }

    /// Reports a file, with the time that building it took.
    fn report(
        &mut self,
        layer: LayerId,
        database: &Database,
        shard: Option<Shard>,
        took: Option<Duration>,
    ) {
        let manifest = database.manifest();
        let positions = database.positions();
        let seconds = took.unwrap_or_default().as_secs_f64();
        self.hashes.insert(layer, Some(proven_hash(manifest).to_owned()));
        if took.is_some() {
            let (name, hash) = (layer_name(self.domain, layer), &manifest.content_hash);
            tracing::info!(layer = name, positions, seconds, %hash, "layer built");
        }
        self.reports.push(LayerReport {
            name: layer_name(self.domain, layer).to_owned(),
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

    /// Opens the layers that a layer needs, makes its indexes, and does the work.
    pub(super) fn with_job<T>(
        &self,
        layer: LayerId,
        work: impl FnOnce(&Job<'_>, &LayerFile) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Building { domain, options, progress, .. } = *self;
        let needs = domain.all_layers()[layer.0].needs.iter().copied();
        let solved = SolvedLayers::open(self.files, &options.data, domain, needs)?;
        progress.phase("indexing", 0);
        let indexes = (0..domain.all_layers()[layer.0].parts.len())
            .map(|part| domain.make_index(PartId { layer, part }))
            .collect::<Result<Vec<_>, _>>()?;
        let file = self.file(layer, &solved)?;
        // Everything that the work depends on, so that the checkpoint is used for nothing else.
        let mut subject = file.inputs();
        subject.parameters.insert("width".to_owned(), options.width.to_string());
        subject.domain.push_str(" (checkpoint)");
        let checkpoint = Some(Checkpoint {
            files: file.files.clone(),
            path: file.path.with_extension("checkpoint"),
            subject,
            every: options.checkpoint_every,
        });
        let (indexes, solved) = (&*indexes, &solved);
        let (width, cached) = (options.width, cached(domain, layer));
        let memory = options.memory.saturating_sub(cached);
        let scratch = on_disk(self.solver, layer, options).map(|_| {
            let beside = || file.path.parent().unwrap_or(Path::new("")).to_owned();
            options.scratch.folder.clone().unwrap_or_else(beside)
        });
        let together = options.together.as_ref();
        let job = Job {
            domain,
            layer,
            indexes,
            solved,
            width,
            memory,
            scratch,
            together,
            checkpoint,
            progress,
        };
        work(&job, &file)
    }

    /// Returns the file of a layer built from these.
    fn file(&self, layer: LayerId, solved: &SolvedLayers<'_>) -> Result<LayerFile, Error> {
        let Building { files, domain, solver, options, .. } = *self;
        let name = layer_name(domain, layer);
        let need = |need: &StoredLayer<'_>| {
            let manifest = need.database().manifest();
            let (domain, content_hash) = (&manifest.subject.domain, proven_hash(manifest));
            Need { domain: domain.clone(), content_hash: content_hash.to_owned() }
        };
        let mut settings = BTreeMap::new();
        if solver.intervals().is_some() {
            let width = options.width as f64 / f64::from(ONE);
            settings.insert("width".to_owned(), width.to_string());
        }
        Ok(LayerFile {
            files: files.clone(),
            path: layer_path(&options.data, name)?,
            subject: Subject {
                domain: name.to_owned(),
                family: domain.family(),
                game: domain.game_name(),
                parameters: domain.settings(),
            },
            needs: solved.layers().map(need).collect(),
            provenance: provenance_of(solver.name(), settings),
            options: options.write,
        })
    }
}
