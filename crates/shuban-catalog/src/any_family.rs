//! A domain with its layers, whatever its types: built, verified, asked, exported.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Map, Value as Json};
use shuban_answer::answer::{add_fields, datum_json};
use shuban_answer::{AnyPosition, AnyRules};
use shuban_core::erased::SolvedRecords;
use shuban_core::own_file::{Deviation, FileBytes, OwnExport, OwnFiles, Rival};
use shuban_core::shelf::StoredValues;
use shuban_core::{Explain, FamilyFacts, Game, Layer, LayerId, Present, Progress};
use shuban_solve::{
    BuildOptions, Estimate, Info, LayerReport, OpenLayer, PoolWorkers, ProbeTiming, RestsOn,
    SolvedLayers, Solver, StoredHistogram, StoredLayer, StoredLayers, Tally, Verified,
    VerifyOptions,
};
use shuban_store::{Destination, Disk, FileSystem, whole_file};

use crate::any_game::AnyGame;
use crate::error::Error;
use crate::export::{self, ExportFormat};
use crate::open_family::OpenFamily;
use crate::own_file::{AnyOwnFile, OwnTable, bytes_of};

/// A domain with its layers, whatever its types.
///
/// # Errors
/// Functions that need a built layer fail if it is missing or damaged. On any error, published
/// files stay unharmed, and a ledger keeps its shards.
pub trait AnyFamily: Send + Sync {
    /// Returns the name of the family: `half-gammon/contact`.
    fn name(&self) -> String;

    /// Returns the game whose positions the layers hold.
    fn game(&self) -> &dyn AnyGame;

    /// Returns true if a layer holds positions of a game: its own, or another with the same
    /// positions and values.
    fn layer_holds(&self, layer: LayerId, game: &str) -> bool;

    /// Returns true if some layer holds positions of a game.
    fn holds(&self, game: &str) -> bool {
        (0..self.layers().len()).any(|layer| self.layer_holds(LayerId(layer), game))
    }

    /// Reads and writes through these files from now on.
    fn use_files(&mut self, files: &Arc<dyn FileSystem>);

    /// Returns the file system.
    fn files(&self) -> &Arc<dyn FileSystem>;

    /// Returns the layers, each needing only earlier ones.
    fn layers(&self) -> &[Layer];

    /// Returns the layer that all of the game needs, with another name for it.
    fn whole(&self) -> Option<(String, LayerId)>;

    /// Describes the content of a layer, in a line.
    fn about(&self, layer: LayerId) -> String;

    /// Returns a layer and all that it needs, in the order of building.
    fn needed(&self, layer: LayerId) -> Vec<LayerId>;

    /// Estimates the seconds to build a layer, without those it needs.
    fn seconds(&self, layer: LayerId, threads: usize) -> f64;

    /// Returns the largest layer that takes at most `seconds` to build, with all that it needs.
    fn largest_within(&self, seconds: f64, threads: usize) -> Option<LayerId> {
        let takes = |layer: &LayerId| -> f64 {
            self.needed(*layer).into_iter().map(|needed| self.seconds(needed, threads)).sum()
        };
        let layers = (0..self.layers().len()).map(LayerId).filter(|layer| takes(layer) <= seconds);
        layers.max_by_key(|layer| self.layers()[layer.0].positions())
    }

    /// Returns facts about the family as a whole.
    fn facts(&self) -> FamilyFacts;

    /// Returns the reason why there is no layer of a name in the form of the names here.
    fn why_not(&self, name: &str) -> Option<String>;

    /// Returns true if the name of `asked` also stands for `other`, a layer that it needs.
    fn includes(&self, asked: LayerId, other: LayerId) -> bool;

    /// Returns the name of a layer of another family that is built before a layer.
    fn companion(&self, layer: LayerId) -> Option<String>;

    /// Estimates the cost of building a layer, layer by layer.
    fn estimate(&self, layer: LayerId, options: &BuildOptions) -> Result<Vec<Estimate>, Error>;

    /// Builds a layer and all that it needs.
    fn build(
        &self,
        layer: LayerId,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerReport>, Error>;

    /// Takes part in a build that another process leads.
    fn follow(&self, options: &BuildOptions, progress: &dyn Progress) -> Result<(), Error>;

    /// Builds what a layer needs, and computes the layer without keeping its values.
    fn tally(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tally, Error>;

    /// Verifies a layer's file; with a ledger, compares it with that and checks nothing else.
    fn verify(
        &self,
        layer: LayerId,
        ledger: Option<&Path>,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error>;

    /// Describes the content of a layer's file.
    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error>;

    /// Returns the layer that must be open for a question about a position; `None` if the game is
    /// over; or the reason why no layer holds it.
    ///
    /// # Errors
    /// [`Error`] if it is a position of another game.
    fn layer_for(&self, position: &AnyPosition) -> Result<Result<Option<LayerId>, String>, Error>;

    /// Returns what a layer's values leave out of the game's rules: it answers only by its name.
    fn left_out(&self, layer: LayerId) -> Option<String>;

    /// Returns true if values of positions whose layers are not built are found by search.
    fn searches(&self) -> bool;

    /// Opens the family's layers in a data folder.
    fn open(&self, data: &Path) -> Box<dyn OpenFamily + '_>;

    /// Returns other programs that write files of these formats.
    fn rivals(&self) -> Vec<Rival>;

    /// Returns the endings of files in the domain's own formats, without the point.
    fn own_formats(&self) -> &'static [&'static str];

    /// Opens a file in one of these formats; `None` if its first bytes belong to none of them.
    fn open_own(&self, file: &FileBytes) -> Result<Option<Box<dyn AnyOwnFile + '_>>, Error>;

    /// Returns the largest difference between the numbers of two such files with different bytes;
    /// `None` if all programs write the same bytes.
    fn own_deviation(&self, ours: &Path, theirs: &Path) -> Result<Option<Deviation>, Error>;

    /// Refuses to [`export`](AnyFamily::export) what is known to be larger than the disk has room for.
    fn check_room(&self, layer: LayerId, format: ExportFormat, to: &Path) -> Result<(), Error>;

    /// Writes all positions of a layer with their values into a file; returns their number.
    fn export(
        &self,
        layer: LayerId,
        data: &Path,
        to: &Path,
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error>;

    /// Writes the same into an output that is no file of its own, such as a pipe.
    fn export_into(
        &self,
        layer: LayerId,
        data: &Path,
        out: &mut (dyn Write + Send),
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error>;

    /// Writes all positions of a layer, as numbers with their values, into files of a partitioned dataset, which
    /// may have other layers besides; returns their number. Needs the feature `parquet`.
    fn export_dataset(
        &self,
        layer: LayerId,
        data: &Path,
        to: &dyn Destination,
        progress: &dyn Progress,
    ) -> Result<u64, Error>;

    /// Measures the speed of looking up random positions of a built layer: position to rank to
    /// block to value.
    fn time_probes(
        &self,
        layer: LayerId,
        data: &Path,
        probes: u64,
        seed: u64,
    ) -> Result<ProbeTiming, Error>;
}

/// A way to solve a domain.
pub(crate) type HowSolved<D> = for<'d> fn(&'d D) -> Box<dyn Solver + 'd>;

/// A domain with its solver, which together make a family.
pub(crate) struct Family<D> {
    domain: D,
    solver: HowSolved<D>,
    files: Arc<dyn FileSystem>,
}

impl<D> Family<D> {
    /// Creates a family of a domain, its files on the disk.
    pub(crate) fn new(domain: D, solver: HowSolved<D>) -> Self {
        Family { domain, solver, files: Arc::new(Disk::default()) }
    }

    fn solver(&self) -> Box<dyn Solver + '_> {
        (self.solver)(&self.domain)
    }
}

impl<D: Explain> Family<D> {
    /// Returns the start of the game with its value, for the player who begins, if a layer holds it.
    fn start_of(&self, layer: LayerId, data: &Path) -> Result<Option<Json>, Error> {
        let Family { domain, files, .. } = self;
        let start = Present::start(domain.game());
        if domain.locate(&start).is_none_or(|place| place.layer != layer) {
            return Ok(None);
        }
        let open = OpenLayer::open(files, data, domain, layer)?;
        Ok(open.value(&start)?.map(|value| {
            let mut stated = Map::new();
            stated.insert("position".to_owned(), Game::format(domain.game(), &start).into());
            let fields = domain.fields_for(&value, Game::to_move(domain.game(), &start));
            add_fields(&mut stated, fields.iter());
            stated.into()
        }))
    }

    /// Opens a layer, and returns the function that writes it into a file.
    fn writer<'w>(
        &'w self,
        layer: LayerId,
        data: &'w Path,
        format: ExportFormat,
        progress: &'w dyn Progress,
    ) -> Result<impl FnOnce(&mut (dyn Write + Send)) -> Result<u64, Error> + 'w, Error> {
        let Family { domain, files, .. } = self;
        let own = match format {
            ExportFormat::Own(format) => {
                let own = domain.own_files().filter(|own| own.formats().contains(&format));
                let reason = || format!("there is no .{format} file of this domain");
                let own = own.ok_or_else(|| Error::refused("no-format", reason()))?;
                Some((own, format))
            }
            _ => None,
        };
        if format == ExportFormat::Model {
            let solver = self.solver();
            if solver.rests_on() == RestsOn::Receding || solver.endless(0).is_some() {
                let reason = "a model has payoffs at the end of play alone, and here endless play, or a \
                              play itself, is worth something";
                return Err(Error::refused("no-format", reason.to_owned()));
            }
        }
        // The layer itself first: if nothing is built, it is the one to name. A model has no values.
        let open = match format {
            ExportFormat::Model => None,
            _ => Some(OpenLayer::open(files, data, domain, layer)?),
        };
        Ok(move |file: &mut (dyn Write + Send)| {
            let Some(open) = open else {
                return export::write_model(domain, layer, file, progress);
            };
            let Some((own, format)) = own else {
                return export::write(&open, domain, format, file, progress);
            };
            let layers = domain.layers()[layer.0].needs.iter().copied().chain([layer]);
            let solved = SolvedLayers::open(files, data, domain, layers)?;
            let (tables, workers) = (&SolvedRecords::<D>::new(&solved), &PoolWorkers { progress });
            Ok(own.export(&OwnExport { format, layer, tables, workers, progress }, file)?)
        })
    }
}

impl<D: Explain> AnyFamily for Family<D> {
    fn name(&self) -> String {
        self.domain.name()
    }

    fn game(&self) -> &dyn AnyGame {
        self.domain.game()
    }

    fn layer_holds(&self, layer: LayerId, game: &str) -> bool {
        let own = AnyRules::name(self.domain.game());
        own == game || self.domain.also_holds(game, &self.domain.layers()[layer.0])
    }

    fn use_files(&mut self, files: &Arc<dyn FileSystem>) {
        self.files = Arc::clone(files);
    }

    fn files(&self) -> &Arc<dyn FileSystem> {
        &self.files
    }

    fn layers(&self) -> &[Layer] {
        self.domain.layers()
    }

    fn whole(&self) -> Option<(String, LayerId)> {
        self.domain.whole()
    }

    fn about(&self, layer: LayerId) -> String {
        self.domain.about(&self.domain.layers()[layer.0])
    }

    fn needed(&self, layer: LayerId) -> Vec<LayerId> {
        shuban_solve::needed(&self.domain, layer)
    }

    fn seconds(&self, layer: LayerId, threads: usize) -> f64 {
        self.domain.cost(&self.domain.layers()[layer.0]).core_seconds / threads.max(1) as f64
    }

    fn facts(&self) -> FamilyFacts {
        self.domain.family_facts()
    }

    fn why_not(&self, name: &str) -> Option<String> {
        self.domain.why_not(name)
    }

    fn includes(&self, asked: LayerId, other: LayerId) -> bool {
        self.facts().includes_needed && self.needed(asked).contains(&other)
    }

    fn companion(&self, layer: LayerId) -> Option<String> {
        self.domain.companion(&self.domain.layers()[layer.0])
    }

    fn estimate(&self, layer: LayerId, options: &BuildOptions) -> Result<Vec<Estimate>, Error> {
        Ok(shuban_solve::estimate(&self.files, &*self.solver(), layer, options)?)
    }

    fn build(
        &self,
        layer: LayerId,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerReport>, Error> {
        Ok(shuban_solve::build(&self.files, &*self.solver(), layer, options, progress)?)
    }

    fn follow(&self, options: &BuildOptions, progress: &dyn Progress) -> Result<(), Error> {
        Ok(shuban_solve::follow(&self.files, &*self.solver(), options, progress)?)
    }

    fn tally(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tally, Error> {
        let solver = self.solver();
        Ok(shuban_solve::tally(&self.files, &*solver, layer, ledger, options, progress)?)
    }

    fn verify(
        &self,
        layer: LayerId,
        ledger: Option<&Path>,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error> {
        let (files, solver) = (&self.files, self.solver());
        Ok(match ledger {
            Some(ledger) => {
                shuban_solve::verify_ledger(files, &*solver, layer, ledger, options, progress)?
            }
            None => shuban_solve::verify(files, &*solver, layer, options, progress)?,
        })
    }

    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error> {
        let solver = self.solver();
        let open = StoredLayer::open(&self.files, data, &self.domain, layer)?;
        let columns = solver.by_shards().map_or(&[][..], |shards| shards.histogram_columns());
        let histogram = StoredHistogram::of_layer(&open, columns)?;
        let facts = histogram.as_ref().map(|stored| self.domain.facts(layer, &stored.histogram));
        let facts = facts.into_iter().flatten();
        let facts = facts.map(|field| (field.name.to_owned(), datum_json(&field.datum)));
        let start = self.start_of(layer, data)?.map(|start| ("start".to_owned(), start));
        let facts = facts.chain(start);
        Ok(Info::of(open.database(), &*solver, histogram.as_ref(), facts)?)
    }

    fn layer_for(&self, position: &AnyPosition) -> Result<Result<Option<LayerId>, String>, Error> {
        Ok(self.domain.layer_for(position.of(self.domain.game())?))
    }

    fn left_out(&self, layer: LayerId) -> Option<String> {
        self.domain.left_out(&self.domain.layers()[layer.0])
    }

    fn searches(&self) -> bool {
        let nothing: &StoredValues<'_, D> = &|_| Ok(None);
        self.domain.search(nothing).is_some()
    }

    fn open(&self, data: &Path) -> Box<dyn OpenFamily + '_> {
        Box::new(StoredLayers::new(&self.domain, &self.files, data))
    }

    fn rivals(&self) -> Vec<Rival> {
        self.domain.own_files().map_or_else(Vec::new, OwnFiles::rivals)
    }

    fn own_formats(&self) -> &'static [&'static str] {
        self.domain.own_files().map_or(&[], |own| own.formats())
    }

    fn open_own(&self, file: &FileBytes) -> Result<Option<Box<dyn AnyOwnFile + '_>>, Error> {
        let Some(own) = self.domain.own_files() else { return Ok(None) };
        let opened = own.open(file).map_err(|error| Error::own_file(&error))?;
        Ok(opened.map(|file| Box::new(OwnTable { domain: &self.domain, file }) as _))
    }

    fn own_deviation(&self, ours: &Path, theirs: &Path) -> Result<Option<Deviation>, Error> {
        let [ours, theirs] = [ours, theirs].map(|path| bytes_of(&*self.files, path));
        let (ours, theirs) = (ours?, theirs?);
        let Some(own) = self.domain.own_files() else { return Ok(None) };
        own.deviation(&ours, &theirs).map_err(|error| Error::own_file(&error))
    }

    fn check_room(&self, layer: LayerId, format: ExportFormat, to: &Path) -> Result<(), Error> {
        export::check_room(&self.domain, layer, format, to)
    }

    fn export(
        &self,
        layer: LayerId,
        data: &Path,
        to: &Path,
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error> {
        let write = self.writer(layer, data, format, progress)?;
        self.check_room(layer, format, to)?;
        whole_file(to, write).map_err(|error| match error {
            Error::Write(source) => Error::Io { path: to.to_owned(), source },
            other => other,
        })
    }

    fn export_into(
        &self,
        layer: LayerId,
        data: &Path,
        out: &mut (dyn Write + Send),
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error> {
        self.writer(layer, data, format, progress)?(out)
    }

    #[cfg(feature = "parquet")]
    fn export_dataset(
        &self,
        layer: LayerId,
        data: &Path,
        to: &dyn Destination,
        progress: &dyn Progress,
    ) -> Result<u64, Error> {
        let open = OpenLayer::open(&self.files, data, &self.domain, layer)?;
        crate::dataset::write(&open, &self.domain, to, progress)
    }

    #[cfg(not(feature = "parquet"))]
    fn export_dataset(
        &self,
        _layer: LayerId,
        _data: &Path,
        _to: &dyn Destination,
        _progress: &dyn Progress,
    ) -> Result<u64, Error> {
        Err(Error::LeftOut { what: "datasets of .parquet files", feature: "parquet" })
    }

    fn time_probes(
        &self,
        layer: LayerId,
        data: &Path,
        probes: u64,
        seed: u64,
    ) -> Result<ProbeTiming, Error> {
        let open = OpenLayer::open(&self.files, data, &self.domain, layer)?;
        Ok(shuban_solve::time_probes(&open, probes, seed)?)
    }
}
