//! From a domain to published files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use shuban_core::{Dictionary, Domain, Game, LayerId, ONE, PartId, Record, Section, Status};
use shuban_store::{
    Account, CacheSize, Database, FileSystem, Need, Options, PartEntry, Provenance, Published, Subject,
    Writer, layer_path, lock,
};

use crate::checkpoint::{Checkpoint, remove_checkpoint};
use crate::error::{Error, bytes_text};
use crate::progress::Progress;
use crate::solver::{Job, Solved, Solver, Values, positions};
use crate::tables::{DICTIONARY, OpenLayer, STATUS, STATUS_COLUMN, Tables, index_section};

/// The widest interval that a build asks for by default: 2⁻²⁰.
pub const DEFAULT_WIDTH: i64 = (ONE >> 20) as i64;

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The data folder.
    pub data: PathBuf,
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory it may use.
    pub memory: u64,
    /// The widest interval asked for, in units of [`Interval`](shuban_core::Interval).
    pub width: i64,
    /// How often to save work in progress; nothing is after every step.
    pub checkpoint_every: Duration,
    /// How the files are written.
    pub write: Options,
    /// Build the layer asked for anew, even if it is there.
    pub rebuild: bool,
}

impl BuildOptions {
    /// The usual way to build into a folder: two threads, any memory, a checkpoint every five seconds.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        BuildOptions {
            data: data.into(),
            threads: 2,
            memory: u64::MAX,
            width: DEFAULT_WIDTH,
            checkpoint_every: Duration::from_secs(5),
            write: Options::default(),
            rebuild: false,
        }
    }
}

/// What a layer's build will take, about, or at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The layer.
    pub layer: LayerId,
    /// Whether it is published already.
    pub built: bool,
    /// Its positions.
    pub positions: u64,
    /// Bytes of memory, about.
    pub memory: u64,
    /// Bytes on the disk, at most: what is compressed is commonly half of that.
    pub disk: u64,
}

/// A layer that a build came by.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerReport {
    /// Its name.
    pub name: String,
    /// Whether this build made it; else it was there.
    pub built: bool,
    /// Its positions.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The file's length.
    pub bytes: u64,
    /// The hash of its values.
    pub content_hash: String,
    /// The layer's facts: sweeps, rounds.
    pub facts: BTreeMap<String, Json>,
}

/// How the file of a layer stands to a build.
enum Standing {
    /// There is none.
    Absent,
    /// It is what the build would make, as far as it says; this is its content hash.
    Current(String),
    /// It is to be built again: why.
    Outdated(String),
}

/// How a layer's file stands to a build, given the content hashes of the layers it needs (`None` for one
/// that is itself to be built).
///
/// # Errors
/// [`Error::Store`] if there is a file that should not be overwritten: of another program version.
fn standing<D: Domain>(
    files: &dyn FileSystem,
    domain: &D,
    layer: LayerId,
    hashes: &BTreeMap<LayerId, Option<String>>,
    options: &BuildOptions,
) -> Result<Standing, Error> {
    let description = &domain.layers()[layer.0];
    let path = layer_path(&options.data, &description.name)?;
    let database = match Database::open_as(files, &path, &description.name) {
        Ok(database) => database,
        Err(shuban_store::Error::NotFound { .. }) => return Ok(Standing::Absent),
        Err(error @ (shuban_store::Error::Damaged { .. } | shuban_store::Error::OtherDomain { .. })) => {
            return Ok(Standing::Outdated(error.to_string()));
        }
        Err(error) => return Err(error.into()),
    };
    let manifest = database.manifest();
    if manifest.subject.parameters != domain.parameters() {
        return Ok(Standing::Outdated("it was built with other parameters".to_owned()));
    }
    let expected: BTreeMap<&str, Option<&str>> = (description.needs.iter())
        .map(|need| (&*domain.layers()[need.0].name, hashes.get(need).and_then(|hash| hash.as_deref())))
        .collect();
    let found: BTreeMap<&str, Option<&str>> =
        manifest.account.needs.iter().map(|need| (&*need.domain, Some(&*need.content_hash))).collect();
    if expected != found {
        return Ok(Standing::Outdated("it was built from other files than those that are there".to_owned()));
    }
    let asked = |part: &PartEntry| part.facts.get("width_asked").and_then(Json::as_f64);
    if manifest
        .account
        .parts
        .iter()
        .filter_map(asked)
        .any(|width| width > options.width as f64 / f64::from(ONE))
    {
        return Ok(Standing::Outdated("it was built to a larger width".to_owned()));
    }
    Ok(Standing::Current(manifest.content_hash.clone()))
}

/// A layer and all that it needs, in the order in which they are built.
pub fn needed<D: Domain>(domain: &D, layer: LayerId) -> Vec<LayerId> {
    let mut all = BTreeSet::new();
    let mut open = vec![layer];
    while let Some(layer) = open.pop() {
        if all.insert(layer) {
            open.extend(&domain.layers()[layer.0].needs);
        }
    }
    all.into_iter().collect()
}

/// The layer of a name.
///
/// # Errors
/// [`Error::NoLayer`].
pub fn layer_named<D: Domain>(domain: &D, name: &str) -> Result<LayerId, Error> {
    let found = domain.layers().iter().position(|layer| layer.name == name);
    found.map(LayerId).ok_or_else(|| Error::NoLayer(name.to_owned()))
}

/// What building a layer takes, layer by layer, in the order of building. Nothing is computed.
///
/// # Errors
/// [`Error::Store`] if the data folder cannot be read.
pub fn estimate<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    options: &BuildOptions,
) -> Result<Vec<Estimate>, Error> {
    let columns: u64 = D::Record::columns().iter().map(|column| u64::from(column.bits)).sum();
    // What is interned stands in the dictionary, not larger than in memory.
    let bits = columns + if domain.interns() { 8 * domain.bytes_per_value() } else { 0 };
    let asked = layer;
    let mut hashes = BTreeMap::new();
    let mut estimates = Vec::new();
    for layer in needed(domain, layer) {
        let hash = match standing(&**files, domain, layer, &hashes, options) {
            Ok(Standing::Current(hash)) if !(options.rebuild && layer == asked) => Some(hash),
            // Another program's file is not built as far as this one goes; `build` refuses to replace it.
            Ok(_) | Err(Error::Store(shuban_store::Error::Version { .. })) => None,
            Err(error) => return Err(error),
        };
        let table = |layer: LayerId| positions(domain, layer).saturating_mul(bits) / 8;
        let needs = domain.layers()[layer.0].needs.iter();
        let cached: u64 = needs.map(|&need| table(need).min(CacheSize::default().0 as u64)).sum();
        estimates.push(Estimate {
            layer,
            built: hash.is_some(),
            positions: positions(domain, layer),
            memory: solver.bytes(domain, layer, options.threads).saturating_add(cached),
            // Checksums, block tables and what retrograde analysis knew add little; a checkpoint stands
            // beside the file.
            disk: table(layer).saturating_mul(22) / 10 + (1 << 16),
        });
        hashes.insert(layer, hash);
    }
    Ok(estimates)
}

/// Builds a layer and all that it needs. What is published already is not built again, unless it was built
/// from other files than those that are there, or to a larger width, or does not open; a layer that was
/// interrupted goes on from its checkpoint.
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|e| Error::Threads { threads: options.threads, reason: e.to_string() })?;
    let estimates = estimate(files, domain, solver, layer, options)?;
    refuse_the_impossible(files, domain, &estimates, options)?;
    let steps = estimates.len();
    let mut hashes = BTreeMap::new();
    let mut reports = Vec::new();
    for (step, estimate) in estimates.iter().enumerate() {
        progress.layer(&domain.layers()[estimate.layer.0].name, step + 1, steps);
        let rebuild = options.rebuild && estimate.layer == layer;
        let build =
            || build_layer(files, domain, solver, estimate.layer, &hashes, rebuild, options, progress);
        let report = pool.install(build)?;
        hashes.insert(estimate.layer, Some(report.content_hash.clone()));
        reports.push(report);
    }
    Ok(reports)
}

fn refuse_the_impossible<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    estimates: &[Estimate],
    options: &BuildOptions,
) -> Result<(), Error> {
    let missing: Vec<&Estimate> = estimates.iter().filter(|estimate| !estimate.built).collect();
    if let Some(largest) = missing.iter().max_by_key(|estimate| estimate.memory)
        && largest.memory > options.memory
    {
        return Err(Error::Memory {
            domain: domain.layers()[largest.layer.0].name.clone(),
            needed: largest.memory,
            allowed: options.memory,
        });
    }
    if let Some(last) = missing.last() {
        let folder = options.data.clone();
        let refused = |what, source| shuban_store::Error::Io { what, path: folder.clone(), source };
        files.create_dir_all(&folder).map_err(|source| refused("create folder", source))?;
        let free = files.free_space(&folder).map_err(|source| refused("look at", source))?;
        let needed = missing.iter().fold(0u64, |sum, estimate| sum.saturating_add(estimate.disk));
        if needed > free {
            let domain = domain.layers()[last.layer.0].name.clone();
            return Err(Error::Disk { domain, needed, free, folder });
        }
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)] // one step of `build`, with all that it knows
fn build_layer<D: Domain>(
    files: &Arc<dyn FileSystem>,
    domain: &D,
    solver: &dyn Solver<D>,
    layer: LayerId,
    hashes: &BTreeMap<LayerId, Option<String>>,
    rebuild: bool,
    options: &BuildOptions,
    progress: &dyn Progress,
) -> Result<LayerReport, Error> {
    let started = Instant::now();
    let description = &domain.layers()[layer.0];
    let path = layer_path(&options.data, &description.name)?;
    // Two builds of one layer: the second waits for nobody, it is refused.
    let _lock = lock(&**files, &path)?;
    let leftovers = path.with_extension("checkpoint");
    match standing(&**files, domain, layer, hashes, options)? {
        Standing::Current(_) if !rebuild => {
            remove_checkpoint(&**files, &leftovers);
            let open = OpenLayer::open(files, &options.data, domain, layer)?;
            return Ok(report(&description.name, &open, None));
        }
        Standing::Outdated(reason) => {
            progress.note(&format!("{} is built again: {reason}", description.name));
        }
        Standing::Absent | Standing::Current(_) => {}
    }

    let tables = Tables::open(files, &options.data, domain, description.needs.iter().copied())?;
    progress.phase("indexing", 0);
    let indexes = (0..description.parts.len())
        .map(|part| domain.index(PartId { layer, part }))
        .collect::<Result<Vec<_>, _>>()?;
    let needs: Vec<Need> = (tables.layers())
        .map(|need| {
            let manifest = need.database().manifest();
            Need { domain: manifest.subject.domain.clone(), content_hash: manifest.content_hash.clone() }
        })
        .collect();
    let subject = Subject {
        domain: description.name.clone(),
        family: domain.name(),
        game: domain.game().name(),
        parameters: domain.parameters(),
    };
    let checkpoint = Checkpoint::new(
        files.clone(),
        leftovers.clone(),
        checkpoint_subject(&subject, &needs, solver.name(), options.width),
        options.checkpoint_every,
    );
    let job = Job {
        domain,
        layer,
        indexes: &indexes,
        tables: &tables,
        width: options.width,
        checkpoint: Some(checkpoint),
        progress,
    };
    let solved = solver.solve(&job)?;

    progress.phase("writing", solved.parts.iter().map(|part| part.count()).sum());
    let provenance = Provenance {
        program: "shuban".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        solver: solver.name().to_owned(),
        settings: if solver.needs_leaving() {
            [("width".to_owned(), (options.width as f64 / f64::from(ONE)).to_string())].into()
        } else {
            BTreeMap::new()
        },
    };
    write(files, &job, &path, subject, needs, provenance, solved, options)?;
    let open = OpenLayer::open(files, &options.data, domain, layer)?;
    remove_checkpoint(&**files, &leftovers);
    Ok(report(&description.name, &open, Some(started.elapsed())))
}

/// What a checkpoint says of itself: all that the work depends on, so that it is used for no other.
fn checkpoint_subject(subject: &Subject, needs: &[Need], solver: &str, width: i64) -> Subject {
    let mut subject = subject.clone();
    // Another version may compute other bounds, or have mended wrong ones.
    let program = concat!("shuban ", env!("CARGO_PKG_VERSION")).to_owned();
    let inputs = [("solver", solver.to_owned()), ("width", width.to_string()), ("program", program)];
    subject.parameters.extend(inputs.map(|(name, value)| (name.to_owned(), value)));
    let needs = needs.iter().map(|need| (format!("need {}", need.domain), need.content_hash.clone()));
    subject.parameters.extend(needs);
    subject.domain.push_str(" (checkpoint)");
    subject
}

#[allow(clippy::too_many_arguments)] // the parts of one file, gathered in one place
fn write<D: Domain>(
    files: &Arc<dyn FileSystem>,
    job: &Job<'_, D>,
    path: &Path,
    subject: Subject,
    needs: Vec<Need>,
    provenance: Provenance,
    solved: Solved<D::Value>,
    options: &BuildOptions,
) -> Result<Published, Error> {
    let domain = job.domain;
    let description = &domain.layers()[job.layer.0];
    let dictionary = dictionary(job, &solved.parts);
    let mut writer = Writer::create(files.clone(), path, subject, options.write)?;
    let mut parts = Vec::new();
    let mut done = 0;
    for (number, (part, values)) in description.parts.iter().zip(&solved.parts).enumerate() {
        let mut sections = vec![part.name.clone()];
        let mut table = writer.table(&part.name, D::Record::columns(), values.count())?;
        let records = (0..values.count()).map(|rank| domain.encode(&values.value(rank), &dictionary));
        table.push_records(records)?;
        table.finish()?;
        if let Some(statuses) = &solved.statuses {
            let name = index_section(&part.name, STATUS);
            let mut table = writer.table(&name, [&STATUS_COLUMN], values.count())?;
            let codes = statuses[number].iter().map(|&code| (i32::from(code) - Status::Loss.code()) as u64);
            codes.into_iter().try_for_each(|code| table.push(&[code]))?;
            table.finish()?;
            sections.push(name);
        }
        for section in job.indexes[number].sections() {
            let name = index_section(&part.name, &section.name);
            writer.section(&Section { name: name.clone(), ..section })?;
            sections.push(name);
        }
        parts.push(PartEntry {
            name: part.name.clone(),
            positions: values.count(),
            sections,
            facts: solved.part_facts[number].clone(),
        });
        done += values.count();
        job.progress.at(done, &part.name);
    }
    if domain.interns() {
        let entries = dictionary.values().iter().map(|value| domain.value_to_bytes(value)).collect();
        writer.section(&Section { name: DICTIONARY.to_owned(), entries })?;
    }
    let account = Account { parts, needs, facts: solved.facts, provenance };
    // What is published has been read back.
    job.progress.phase("reading back", 0);
    Ok(writer.publish_with(account, &mut |done, total| {
        job.progress.at(done, &format!("of {}", bytes_text(total)));
    })?)
}

/// The dictionary of the new layer: that of the layers it needs, and its own new values.
fn dictionary<D: Domain>(job: &Job<'_, D>, parts: &[Box<dyn Values<D::Value>>]) -> Dictionary<D::Value> {
    if !job.domain.interns() {
        return Dictionary::default();
    }
    // Layers are built in their order, each keeping the ids of those before: the longest has them all.
    let earlier = job.tables.layers().map(OpenLayer::dictionary).max_by_key(|d| d.len());
    let all = parts.iter().flat_map(|part| (0..part.count()).map(|rank| part.value(rank)));
    let values: BTreeSet<D::Value> = all.collect();
    job.domain.dictionary(earlier.unwrap_or(&Dictionary::default()), &values)
}

fn report<D: Domain>(name: &str, open: &OpenLayer<'_, D>, took: Option<Duration>) -> LayerReport {
    let manifest = open.database().manifest();
    LayerReport {
        name: name.to_owned(),
        built: took.is_some(),
        positions: manifest.account.parts.iter().map(|part| part.positions).sum(),
        seconds: took.unwrap_or_default().as_secs_f64(),
        bytes: open.database().bytes(),
        content_hash: manifest.content_hash.clone(),
        facts: manifest.account.facts.clone(),
    }
}
