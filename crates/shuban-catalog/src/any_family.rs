//! A domain with its layers, whatever its types: built, verified, asked, exported.

use std::path::Path;
use std::sync::Arc;

use shuban_core::Answer;
use shuban_core::{
    Explain, Field, Fields, Layer, LayerId, OracleError, PositionOf, Progress, Random, Shelf,
    StoredFamily, StoredValues, ask,
};
use shuban_solve::{
    BuildOptions, Estimate, LayerReport, OpenLayer, PoolWorkers, Solver, StoredHistogram, Tables,
    Tally, Verified, VerifyOptions,
};
use shuban_store::{Disk, FileSystem};

use crate::answer::{AnyAnswer, Detail};
use crate::any_game::{AnyGame, AnyWritten, typed};
use crate::any_position::AnyPosition;
use crate::bench::{ProbeTiming, time_probes};
use crate::error::Error;
use crate::export::{self, ExportFormat};
use crate::info::Info;
use crate::stored::StoredLayers;

/// A domain with its layers, whatever its types.
pub trait AnyFamily: Send + Sync {
    /// Its name: `half-gammon/contact`.
    fn name(&self) -> String;

    /// Whose positions they are.
    fn game(&self) -> &dyn AnyGame;

    /// Whether a layer holds positions of a game: its own, or another with the same positions and
    /// values.
    fn layer_holds(&self, layer: LayerId, game: &str) -> bool;

    /// Whether some layer holds positions of a game.
    fn holds(&self, game: &str) -> bool {
        (0..self.layers().len()).any(|layer| self.layer_holds(LayerId(layer), game))
    }

    /// The layers, each needing only earlier ones.
    fn layers(&self) -> &[Layer];

    /// What a layer holds, in a line.
    fn about(&self, layer: LayerId) -> String;

    /// A layer and all that it needs, in the order of building.
    fn needed(&self, layer: LayerId) -> Vec<LayerId>;

    /// How many seconds a layer takes to build with so many threads, about, without those it needs.
    fn seconds(&self, layer: LayerId, threads: usize) -> f64;

    /// The family of the same positions by more common rules, under which lists name this one in
    /// brief.
    fn variant_of(&self) -> Option<String>;

    /// A layer of another family that is built before a layer.
    fn companion(&self, layer: LayerId) -> Option<String>;

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

    /// Verifies a layer's file; with a ledger, compares it with that and checks nothing else.
    ///
    /// # Errors
    /// [`Error`] if the check could not be carried out.
    fn verify(
        &self,
        layer: LayerId,
        ledger: Option<&Path>,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error>;

    /// What a layer's file holds.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error>;

    /// The layer that must be open for a question about a position; none if the game is over; or
    /// why no layer holds it.
    ///
    /// # Errors
    /// [`Error::Foreign`] if it is a position of another game.
    fn layer_for(&self, position: &AnyPosition) -> Result<Result<Option<LayerId>, String>, Error>;

    /// Whether values of positions whose layers are not built are found by search.
    fn searches(&self) -> bool;

    /// The family's layers in a data folder.
    fn open(&self, data: &Path) -> Box<dyn OpenFamily + '_>;

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

    /// Measures how fast random positions of a built layer are looked up: position to rank to block
    /// to value.
    ///
    /// # Errors
    /// [`Error`] if the layer is not built, or damaged.
    fn time_probes(
        &self,
        layer: LayerId,
        data: &Path,
        probes: u64,
        seed: u64,
    ) -> Result<ProbeTiming, Error>;
}

/// A family's layers in a data folder, opened as they are asked for; for any number of threads.
pub trait OpenFamily: Send + Sync {
    /// Opens a layer.
    ///
    /// # Errors
    /// [`Error`] if it is not built, or damaged.
    fn open_layer(&self, layer: LayerId) -> Result<(), Error>;

    /// What is known of a position and all plays; `shelf` has other families, too.
    ///
    /// # Errors
    /// [`Error`]: a layer that it takes is not built and values are not searched for, a file is
    /// damaged.
    fn answer(
        &self,
        written: &AnyWritten,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error>;

    /// Its stored values.
    fn stored(&self) -> &dyn StoredFamily;
}

/// A domain and the solver that builds it: any such pair is a family.
pub(crate) struct Family<D, S> {
    domain: D,
    solver: S,
    files: Arc<dyn FileSystem>,
}

impl<D, S> Family<D, S> {
    /// A domain, its files on the disk.
    pub(crate) fn new(domain: D, solver: S) -> Self {
        Family { domain, solver, files: Arc::new(Disk::default()) }
    }
}

impl<D: Explain + 'static, S: Solver<D> + Send> AnyFamily for Family<D, S> {
    fn name(&self) -> String {
        self.domain.name()
    }

    fn game(&self) -> &dyn AnyGame {
        self.domain.game()
    }

    fn layer_holds(&self, layer: LayerId, game: &str) -> bool {
        let also = || self.domain.also_holds(game, &self.domain.layers()[layer.0]);
        AnyGame::name(self.domain.game()) == game || also()
    }

    fn layers(&self) -> &[Layer] {
        self.domain.layers()
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

    fn variant_of(&self) -> Option<String> {
        self.domain.variant_of()
    }

    fn companion(&self, layer: LayerId) -> Option<String> {
        self.domain.companion(&self.domain.layers()[layer.0])
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

    fn tally(
        &self,
        layer: LayerId,
        ledger: &Path,
        options: &BuildOptions,
        progress: &dyn Progress,
    ) -> Result<Tally, Error> {
        let Family { domain, solver, files } = self;
        Ok(shuban_solve::tally(files, domain, solver, layer, ledger, options, progress)?)
    }

    fn verify(
        &self,
        layer: LayerId,
        ledger: Option<&Path>,
        options: &VerifyOptions,
        progress: &dyn Progress,
    ) -> Result<Verified, Error> {
        let Family { domain, solver, files } = self;
        Ok(match ledger {
            Some(ledger) => shuban_solve::verify_ledger(
                files, domain, solver, layer, ledger, options, progress,
            )?,
            None => shuban_solve::verify(files, domain, solver, layer, options, progress)?,
        })
    }

    fn info(&self, layer: LayerId, data: &Path) -> Result<Info, Error> {
        let open = OpenLayer::open(&self.files, data, &self.domain, layer)?;
        let mut facts = Fields::new();
        if let Some(stored) = StoredHistogram::of(open.database())? {
            facts = self.domain.facts(layer, &stored.histogram).into_iter().collect::<Fields>();
        }
        Info::of(open.database(), &facts)
    }

    fn layer_for(&self, position: &AnyPosition) -> Result<Result<Option<LayerId>, String>, Error> {
        Ok(self.domain.layer_for(typed(self.domain.game(), position)?))
    }

    fn searches(&self) -> bool {
        let nothing: &StoredValues<'_, D> = &|_| Ok(None);
        self.domain.search(nothing).is_some()
    }

    fn open(&self, data: &Path) -> Box<dyn OpenFamily + '_> {
        Box::new(StoredLayers::new(&self.domain, &self.files, data))
    }

    fn own_formats(&self) -> &'static [&'static str] {
        self.domain.own_formats()
    }

    fn export(
        &self,
        layer: LayerId,
        data: &Path,
        to: &Path,
        format: ExportFormat,
        progress: &dyn Progress,
    ) -> Result<u64, Error> {
        let Family { domain, files, .. } = self;
        if let ExportFormat::Own(format) = format {
            if !domain.own_formats().contains(&format) {
                return Err(Error::NoFormat(format.to_owned()));
            }
            domain.fits_own_format(format, layer)?;
        }
        // The layer itself first: if nothing is built, it is the one to name.
        let open = OpenLayer::open(files, data, domain, layer)?;
        let ExportFormat::Own(format) = format else {
            return export::export(&open, domain, to, format, progress);
        };
        let layers = domain.layers()[layer.0].needs.iter().copied().chain([layer]);
        let tables = Tables::open(files, data, domain, layers)?;
        let workers = PoolWorkers { progress };
        export::whole_file(to, |file| {
            Ok(domain.export_own(format, layer, &tables, &workers, file, progress)?)
        })
    }

    fn time_probes(
        &self,
        layer: LayerId,
        data: &Path,
        probes: u64,
        seed: u64,
    ) -> Result<ProbeTiming, Error> {
        time_probes(
            &OpenLayer::open(&self.files, data, &self.domain, layer)?,
            probes,
            Random::new(seed),
        )
    }
}

impl<D: Explain + 'static> OpenFamily for StoredLayers<'_, D> {
    fn open_layer(&self, layer: LayerId) -> Result<(), Error> {
        let not_built = || Error::NotBuilt(self.domain().layers()[layer.0].name.clone());
        self.layer(layer)?.map(|_| ()).ok_or_else(not_built)
    }

    fn answer(
        &self,
        written: &AnyWritten,
        detail: &Detail,
        shelf: &dyn Shelf,
    ) -> Result<AnyAnswer, Error> {
        let domain = self.domain();
        let game = domain.game();
        let as_read = typed(game, &written.position)?;
        let layer = domain.layer_for(as_read).unwrap_or_default();
        let stored = |position: &PositionOf<D>| {
            StoredLayers::value(self, position).map_err(|error| Box::new(error) as OracleError)
        };
        let stored: &StoredValues<'_, D> = &stored;
        let mut search = domain.search(stored);
        let mut is_searched = false;
        let answer = ask(domain, as_read, |position| match self.value(position)? {
            Some(value) => Ok(Some(value)),
            None => match &mut search {
                Some(search) => {
                    is_searched = true;
                    Ok(Some(search(position).map_err(Error::oracle)?))
                }
                None => Err(self.not_built(position)),
            },
        })?;
        let is_built = match layer {
            Some(layer) => self.layer(layer)?.is_some(),
            None => false,
        };
        let extras = domain.extras(as_read, answer.value.as_ref(), shelf).map_err(Error::oracle)?;
        let place = self.place(as_read)?;
        let is_by_rules = answer.over.is_some() && !is_searched;
        let source = if is_by_rules { "rules" } else { "search" };
        let seat = answer.seat;
        let answer: Answer<D::Game, Fields> = answer.map(|value| domain.fields_for(&value, seat));
        let answer = answer.from(source).with(place).with(extras);
        let told = AnyAnswer::new(game, &written.text, answer, detail);
        Ok(match layer.filter(|_| is_built) {
            Some(layer) => told.of_layer(&domain.layers()[layer.0].name),
            None => told,
        })
    }

    fn stored(&self) -> &dyn StoredFamily {
        self
    }
}

impl<D: Explain + 'static> StoredLayers<'_, D> {
    /// The part and the rank of a position, if its layer is built.
    fn place(&self, position: &PositionOf<D>) -> Result<Fields, Error> {
        let Some(place) = self.domain().locate(position) else { return Ok(Fields::new()) };
        let Some(layer) = self.layer(place.layer)? else { return Ok(Fields::new()) };
        let part = &self.domain().layers()[place.layer.0].parts[place.part];
        let rank = layer.part_index(place.part).rank(position);
        let rank = rank.and_then(|rank| i64::try_from(rank).ok());
        let fields = [Field::silent("part", part.name.as_str()), Field::silent("index", rank)];
        Ok(fields.into_iter().collect())
    }

    /// The layer that a position takes is not built.
    fn not_built(&self, position: &PositionOf<D>) -> Error {
        let layer = self.domain().locate(position).map(|place| place.layer);
        let layer = layer.or_else(|| self.domain().layer_for(position).ok().flatten());
        match layer {
            Some(layer) => Error::NotBuilt(self.domain().layers()[layer.0].name.clone()),
            None => shuban_solve::Error::Stuck.into(),
        }
    }
}
