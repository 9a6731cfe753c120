//! Families of layers by name.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use serde_json::Value as Json;
use shuban_core::{Domain, Game, Layer, LayerId, PositionOf, Progress, Random};
use shuban_solve::{
    BuildOptions, Estimate, LayerReport, OpenLayer, Solver, Tables, Tally, Verified, VerifyOptions,
};
use shuban_store::{Disk, FileSystem};

use crate::bench::ProbeTiming;
use crate::error::Error;
use crate::export::{self, Cell, Column, ExportFormat};
use crate::info::Info;
use crate::report::Answer;
use crate::room::{GameRoom, Playable};

/// What a domain adds to its definition, so that it can be probed as text.
pub trait Answering: Domain<Game: Playable> {
    /// What a layer holds, in a line.
    fn describe(&self, layer: &Layer) -> String;

    /// How long a layer takes to build with so many threads, about, without those it needs.
    fn seconds(&self, layer: &Layer, threads: usize) -> f64;

    /// Opens a layer and those it needs for probes (commonly by [`ByTables`]); without a layer, for
    /// positions where the game is over.
    ///
    /// # Errors
    /// [`Error`] if one is not built, or damaged.
    fn prober<'d>(
        &'d self,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
    ) -> Result<Box<dyn Prober + 'd>, Error>;

    /// The columns that a value is exported in.
    fn export_columns() -> &'static [Column];

    /// A value in these columns.
    fn export_value(value: &Self::Value) -> Vec<Cell>;

    /// The endings of files in formats of the domain's own, without the point.
    fn own_formats() -> &'static [&'static str] {
        &[]
    }

    /// Writes all positions of a layer in one of these formats; gives how many.
    ///
    /// # Errors
    /// [`Error::NoFormat`] for any other; what the files say.
    fn export_own(job: &OwnExport<'_, Self>) -> Result<u64, Error>
    where
        Self: Sized,
    {
        Err(Error::NoFormat(job.format.to_owned()))
    }

    /// Where a position is, as it was written.
    ///
    /// # Errors
    /// None unless the domain has some of its own.
    fn place(&self, position: &PositionOf<Self>) -> Result<Located, Error> {
        let position = self.game().canonical(position);
        if self.game().outcome(&position).is_some() {
            return Ok(Located::Over);
        }
        let place = self.locate(&position).map(|place| Located::Layer(place.layer));
        Ok(place.unwrap_or_else(|| Located::Nowhere("no layer holds it".to_owned())))
    }

    /// Where the position of a text is.
    ///
    /// # Errors
    /// [`Error::Notation`] if it is none, neither of this game nor of another that the family
    /// [serves](Answering::serves).
    fn place_text(&self, text: &str) -> Result<Located, Error> {
        self.place(&self.game().parse(text).map_err(Error::position)?)
    }

    /// Whether it holds positions of another game, too, with the same values and the same texts.
    fn serves(&self, _game: &str) -> bool {
        false
    }

    /// The family of the same positions by more common rules, under which lists name this one in brief.
    fn variant_of(&self) -> Option<String> {
        None
    }

    /// What else there is to say of an open layer.
    ///
    /// # Errors
    /// [`Error`] if its file is damaged.
    fn account(&self, _layer: &OpenLayer<'_, Self>) -> Result<BTreeMap<String, Json>, Error>
    where
        Self: Sized,
    {
        Ok(BTreeMap::new())
    }

    /// Whether the positions of layers that are not built are answered all the same, by search.
    fn searches(&self) -> bool {
        false
    }

    /// The layer of another family that is built before a layer, because who wants the one wants the other.
    fn companion(&self, _layer: &Layer) -> Option<String> {
        None
    }
}

/// An export in a format of a domain's own.
pub struct OwnExport<'a, D: Domain> {
    /// The domain.
    pub domain: &'a D,
    /// The ending of files in the format.
    pub format: &'static str,
    /// Which layer.
    pub layer: LayerId,
    files: &'a Arc<dyn FileSystem>,
    data: &'a Path,
    /// The file to write.
    pub to: &'a Path,
    /// Who is told how far it is.
    pub progress: &'a dyn Progress,
}

impl<'a, D: Domain> OwnExport<'a, D> {
    /// Opens the layer and those it needs.
    ///
    /// # Errors
    /// [`Error`] if one is not built, or damaged.
    pub fn tables(&self) -> Result<Tables<'a, D>, Error> {
        // The layer itself first: if nothing is built, it is the one to name.
        let needs = &self.domain.layers()[self.layer.0].needs;
        let layers = [self.layer].into_iter().chain(needs.iter().copied());
        Ok(Tables::open(self.files, self.data, self.domain, layers)?)
    }
}

/// Where a position is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Located {
    /// Nowhere, because the game is over: the rules know its value.
    Over,
    /// In a layer.
    Layer(LayerId),
    /// In no layer of this family, and why.
    Nowhere(String),
    /// In no layer of this family, because it is one of another game that the family serves in part.
    Foreign,
}

/// A domain with its layers, whatever its types.
pub trait Family: Send + Sync {
    /// Its name: `half-gammon/contact`.
    fn name(&self) -> String;

    /// Whose positions they are.
    fn game(&self) -> &dyn GameRoom;

    /// The layers, each needing only earlier ones.
    fn layers(&self) -> &[Layer];

    /// What a layer holds, in a line.
    fn describe(&self, layer: LayerId) -> String;

    /// A layer and all that it needs, in the order of building.
    fn needed(&self, layer: LayerId) -> Vec<LayerId>;

    /// How long a layer takes to build with so many threads, about, without those it needs.
    fn seconds(&self, layer: LayerId, threads: usize) -> f64;

    /// What building a layer takes, layer by layer.
    ///
    /// # Errors
    /// [`Error`] if the data folder cannot be read.
    fn estimate(&self, layer: LayerId, options: &BuildOptions) -> Result<Vec<Estimate>, Error>;

    /// Builds a layer and all that it needs.
    ///
    /// # Errors
    /// [`Error`]. Whatever happens, nothing published is harmed.
    fn build(
        &self,
        layer: LayerId,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerReport>, Error>;

    /// Builds what a layer needs, and computes the layer without keeping its values.
    ///
    /// # Errors
    /// [`Error`]. Whatever happens, the shards in the ledger stay in it.
    fn tally(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tally, Error>;

    /// Compares a layer's file with a ledger.
    ///
    /// # Errors
    /// [`Error`] if the check could not be carried out.
    fn verify_ledger(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error>;

    /// Verifies a layer's file.
    ///
    /// # Errors
    /// [`Error`] if the check could not be carried out.
    fn verify(
        &self,
        layer: LayerId,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error>;

    /// What a layer's file holds.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error>;

    /// Where a position is.
    ///
    /// # Errors
    /// [`Error::Notation`] if the text is no position.
    fn locate(&self, position: &str) -> Result<Located, Error>;

    /// Whether it holds positions of another game, too, with the same values and the same texts.
    fn serves(&self, game: &str) -> bool;

    /// The family of the same positions by more common rules, under which lists name this one in brief.
    fn variant_of(&self) -> Option<String>;

    /// Whether the positions of layers that are not built are answered all the same, by search.
    fn searches(&self) -> bool;

    /// The layer of another family that is built before a layer, because who wants the one wants the other.
    fn companion(&self, layer: LayerId) -> Option<String>;

    /// Opens a layer and those it needs for probes; without a layer, for positions where the game is
    /// over.
    ///
    /// # Errors
    /// [`Error`] if one is not built, or damaged.
    fn open(&self, layer: Option<LayerId>, data: &Path) -> Result<Box<dyn Prober + '_>, Error>;

    /// The endings of files in formats of the domain's own, without the point.
    fn own_formats(&self) -> &'static [&'static str];

    /// Writes all positions of a layer with their values into a file; gives how many.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged, or the file cannot be written.
    fn export(
        &self,
        layer: LayerId,
        data: &Path,
        to: &Path,
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error>;

    /// Measures how fast random positions of a built layer are looked up: position to rank to block to
    /// value.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged.
    fn time_probes(&self, layer: LayerId, data: &Path, probes: u64, seed: u64) -> Result<ProbeTiming, Error>;
}

/// An open layer.
pub trait Prober: Send + Sync {
    /// Answers a probe; with a roll, every play of it too.
    ///
    /// # Errors
    /// [`Error`]: bad text, a position of another layer, a file that cannot be read.
    fn probe(&self, position: &str, roll: Option<&str>) -> Result<Box<dyn Answer>, Error>;
}

/// A domain and the solver that builds it: any such pair is a [`Family`].
pub struct Listed<D, S> {
    domain: D,
    solver: S,
    files: Arc<dyn FileSystem>,
}

impl<D: Answering, S: Solver<D>> Listed<D, S> {
    /// A domain, its files on the disk.
    pub fn new(domain: D, solver: S) -> Self {
        Listed { domain, solver, files: Arc::new(Disk::default()) }
    }

    fn layer(&self, layer: LayerId) -> &Layer {
        &self.domain.layers()[layer.0]
    }
}

impl<D: Answering, S: Solver<D> + Send> Family for Listed<D, S> {
    fn name(&self) -> String {
        self.domain.name()
    }

    fn game(&self) -> &dyn GameRoom {
        self.domain.game()
    }

    fn layers(&self) -> &[Layer] {
        self.domain.layers()
    }

    fn describe(&self, layer: LayerId) -> String {
        self.domain.describe(self.layer(layer))
    }

    fn needed(&self, layer: LayerId) -> Vec<LayerId> {
        shuban_solve::needed(&self.domain, layer)
    }

    fn seconds(&self, layer: LayerId, threads: usize) -> f64 {
        self.domain.seconds(self.layer(layer), threads)
    }

    fn estimate(&self, layer: LayerId, options: &BuildOptions) -> Result<Vec<Estimate>, Error> {
        Ok(shuban_solve::estimate(&self.files, &self.domain, &self.solver, layer, options)?)
    }

    fn build(
        &self,
        layer: LayerId,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Vec<LayerReport>, Error> {
        Ok(shuban_solve::build(&self.files, &self.domain, &self.solver, layer, options, progress)?)
    }

    fn verify(
        &self,
        layer: LayerId,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error> {
        Ok(shuban_solve::verify(&self.files, &self.domain, &self.solver, layer, options, progress)?)
    }

    fn tally(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tally, Error> {
        let Listed { domain, solver, files } = self;
        Ok(shuban_solve::tally(files, domain, solver, layer, ledger, options, progress)?)
    }

    fn verify_ledger(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error> {
        let Listed { domain, solver, files } = self;
        Ok(shuban_solve::verify_ledger(files, domain, solver, layer, ledger, options, progress)?)
    }

    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error> {
        let open = OpenLayer::open(&self.files, data, &self.domain, layer)?;
        let mut info = Info::of(open.database())?;
        info.facts.extend(self.domain.account(&open)?);
        Ok(info)
    }

    fn locate(&self, position: &str) -> Result<Located, Error> {
        self.domain.place_text(position)
    }

    fn serves(&self, game: &str) -> bool {
        self.domain.serves(game)
    }

    fn variant_of(&self) -> Option<String> {
        self.domain.variant_of()
    }

    fn searches(&self) -> bool {
        self.domain.searches()
    }

    fn companion(&self, layer: LayerId) -> Option<String> {
        self.domain.companion(self.layer(layer))
    }

    fn own_formats(&self) -> &'static [&'static str] {
        D::own_formats()
    }

    fn open(&self, layer: Option<LayerId>, data: &Path) -> Result<Box<dyn Prober + '_>, Error> {
        self.domain.prober(&self.files, data, layer)
    }

    fn export(
        &self,
        layer: LayerId,
        data: &Path,
        to: &Path,
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error> {
        let Listed { domain, files, .. } = self;
        if let ExportFormat::Own(format) = format {
            return D::export_own(&OwnExport { domain, format, layer, files, data, to, progress });
        }
        export::export(&OpenLayer::open(files, data, domain, layer)?, domain, to, format, progress)
    }

    fn time_probes(&self, layer: LayerId, data: &Path, probes: u64, seed: u64) -> Result<ProbeTiming, Error> {
        let open = OpenLayer::open(&self.files, data, &self.domain, layer)?;
        let mut random = Random::new(seed);
        let sample: Vec<PositionOf<D>> = (0..probes)
            .filter_map(|_| {
                let index = open.part_index(random.place(open.indexes().len()));
                index.unrank(random.below(index.len()))
            })
            .collect();
        // Once over all of it to fill the caches, then the measure.
        for position in &sample {
            open.value(position)?;
        }
        let started = Instant::now();
        for position in &sample {
            std::hint::black_box(open.value(position)?);
        }
        let seconds = started.elapsed().as_secs_f64();
        let probes = sample.len() as u64;
        let domain = self.layer(layer).name.clone();
        Ok(ProbeTiming { domain, probes, seconds, nanoseconds: seconds * 1e9 / probes.max(1) as f64 })
    }
}

/// A layer and all that it needs, each of which must be built.
pub struct ByTables<'d, D: Domain> {
    tables: Tables<'d, D>,
    answer: AnswerFrom<D>,
}

/// Answers a probe, perhaps of a roll, from tables that hold the layer of the position and those it needs;
/// nothing where the game is over.
pub type AnswerFrom<D> = fn(&Tables<'_, D>, &str, Option<&str>) -> Result<Box<dyn Answer>, Error>;

impl<'d, D: Domain> ByTables<'d, D> {
    /// Opens the tables.
    ///
    /// # Errors
    /// [`Error`] if one is not built, or damaged.
    pub fn open(
        domain: &'d D,
        files: &Arc<dyn FileSystem>,
        data: &Path,
        layer: Option<LayerId>,
        answer: AnswerFrom<D>,
    ) -> Result<Box<dyn Prober + 'd>, Error> {
        let needs = layer.map(|layer| domain.layers()[layer.0].needs.clone()).unwrap_or_default();
        // The layer itself first: if nothing is built, it is the one to name.
        let layers = layer.into_iter().chain(needs);
        Ok(Box::new(ByTables { tables: Tables::open(files, data, domain, layers)?, answer }))
    }
}

impl<D: Domain> Prober for ByTables<'_, D> {
    fn probe(&self, position: &str, roll: Option<&str>) -> Result<Box<dyn Answer>, Error> {
        (self.answer)(&self.tables, position, roll)
    }
}
