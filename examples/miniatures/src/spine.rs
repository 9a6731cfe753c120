//! Checks of every miniature: the laws, then built into files, opened again, and verified.

use std::sync::Arc;

use shuban_core::erased::{OwnIndexes, PartIndex, Tables};
use shuban_core::{Dictionary, Domain, LayerId, PartId, PositionOf, Record, Silent, Unanswered};
use shuban_solve::{
    BuildOptions, Error, LayerReport, OpenLayers, Solver, VerifyOptions, build, verify,
};
use shuban_store::{Disk, FileSystem, layer_path};
use shuban_store_testing::rewrite;

const MEMORY: u64 = 1 << 30;

/// A domain with the files of all its layers.
pub(crate) struct Built<'d, D: Domain> {
    domain: &'d D,
    layers: OpenLayers<'d, D>,
    reports: Vec<LayerReport>,
    /// Removed when dropped, after the tables are closed.
    folder: tempfile::TempDir,
}

impl<'d, D: Domain> Built<'d, D> {
    /// The value of a position: looked up, or computed from values looked up.
    pub(crate) fn value(&self, position: &PositionOf<D>) -> D::Value {
        if self.domain.locate(position).is_some() {
            return self.layers.value(position).unwrap();
        }
        let mut look_up = |position: &PositionOf<D>| self.layers.ask(position);
        self.domain.backup(position, &mut look_up).unwrap()
    }

    /// The value of a position that a table holds.
    pub(crate) fn stored(&self, position: &PositionOf<D>) -> Result<Option<D::Value>, Error> {
        let layer = self.domain.locate(position).and_then(|place| self.layers.layer(place.layer));
        layer.map_or(Ok(None), |layer| layer.value(position))
    }

    /// The value of a rank.
    pub(crate) fn at(&self, part: PartId, rank: u64) -> Option<D::Value> {
        self.layers.layer(part.layer)?.value_at(part.part, rank).ok()
    }

    /// The positions of a layer with their values, by part and rank.
    pub(crate) fn positions(
        &self,
        layer: LayerId,
    ) -> impl Iterator<Item = (PositionOf<D>, D::Value)> {
        let open = self.layers.layer(layer).unwrap();
        (0..open.indexes().len()).flat_map(|part| {
            let index = open.part_index(part);
            (0..)
                .zip(open.values(part).unwrap())
                .map(|(rank, value)| (index.unrank(rank).unwrap(), value))
        })
    }

    /// The interned values in the layer's file.
    pub(crate) fn dictionary(&self, layer: LayerId) -> &Dictionary<D::Value> {
        self.layers.layer(layer).unwrap().dictionary()
    }

    /// The build's report of a layer.
    pub(crate) fn report(&self, layer: LayerId) -> &LayerReport {
        &self.reports[layer.0]
    }
}

/// Checks a domain by all laws; builds its layers with one thread and with three, into the same
/// bytes; opens and verifies them; and checks that a file with one wrong value is refused.
pub(crate) fn spine<'d, D: Domain>(domain: &'d D, solver: &dyn Solver) -> Built<'d, D> {
    shuban_conformance::domain(domain, 1_000).unwrap();
    let alone = built(domain, solver, 1).unwrap();
    let together = built(domain, solver, 3).unwrap();
    for layer in domain.layers() {
        let [one, three] = [&alone, &together]
            .map(|built| std::fs::read(layer_path(built.folder.path(), &layer.name).unwrap()));
        assert_eq!(one.unwrap(), three.unwrap(), "{} depends on threads", layer.name);
    }
    for layer in (0..domain.layers().len()).map(LayerId) {
        let positions = alone.report(layer).positions;
        assert_eq!(failure(solver, layer, &alone, None), Ok(positions));
        assert_eq!(failure(solver, layer, &alone, Some(5)), Ok(positions.min(5)));
    }
    wrong_values_are_found(domain, solver);
    alone
}

fn built<'d, D: Domain>(
    domain: &'d D,
    solver: &dyn Solver,
    threads: usize,
) -> Result<Built<'d, D>, Error> {
    let folder = tempfile::tempdir().unwrap();
    let options =
        BuildOptions { threads, memory: MEMORY, width: 1 << 8, ..BuildOptions::new(folder.path()) };
    let mut reports = Vec::new();
    for layer in (0..domain.layers().len()).map(LayerId) {
        reports.extend(build(&files(), solver, layer, &options, &Silent)?.pop());
    }
    let all = (0..domain.layers().len()).map(LayerId);
    let layers = OpenLayers::open(&files(), folder.path(), domain, all)?;
    Ok(Built { domain, layers, reports, folder })
}

fn files() -> Arc<dyn FileSystem> {
    Arc::new(Disk::default())
}

/// The number of positions verified, or the reason why the file is refused.
fn failure<D: Domain>(
    solver: &dyn Solver,
    layer: LayerId,
    built: &Built<'_, D>,
    sample: Option<u64>,
) -> Result<u64, String> {
    let data = built.folder.path().to_owned();
    let options = VerifyOptions { threads: 2, memory: MEMORY, sample, ..VerifyOptions::new(data) };
    let verified = verify(&files(), solver, layer, &options, &Silent).unwrap();
    verified.failure.map_or(Ok(verified.positions), |failure| Err(failure.reason))
}

/// Writes the file of the last layer once more, with two values exchanged.
fn wrong_values_are_found<D: Domain>(domain: &D, solver: &dyn Solver) {
    let wrong = built(domain, solver, 2).unwrap();
    let last = LayerId(domain.layers().len() - 1);
    let path = layer_path(wrong.folder.path(), &domain.layers()[last.0].name).unwrap();
    let parts = &wrong.layers.layer(last).unwrap().database().manifest().account.parts;
    let largest = parts.iter().max_by_key(|part| part.positions).unwrap().name.clone();
    rewrite(&files(), &path, |opened| {
        let records = opened.rows(&largest);
        let other = (1..records.len()).find(|&other| records[other] != records[0]).unwrap();
        records.swap(0, other);
    });
    let reason = failure(solver, last, &wrong, None).unwrap_err();
    assert!(reason.contains("does not agree"), "{reason}");
}

/// The indexes of a layer's parts, made anew.
pub(crate) fn indexes<D: Domain>(domain: &D, layer: LayerId) -> Vec<shuban_core::IndexOf<D>> {
    let parts = 0..domain.layers()[layer.0].parts.len();
    parts.map(|part| domain.index(PartId { layer, part }).unwrap()).collect()
}

/// Result of [`retrograde`](shuban_solve::retrograde) for a layer.
pub(crate) struct Found<V> {
    /// Values by part and rank; `None` where no value follows.
    pub(crate) values: Vec<Vec<Option<V>>>,
    /// Number of positions without a value.
    pub(crate) open: u64,
}

/// Runs `retrograde` on a layer without any finished layer. Values may not be interned.
pub(crate) fn without_needs<D: Domain>(
    domain: &D,
    layer: LayerId,
) -> Result<Found<D::Value>, Unanswered> {
    let parts = 0..domain.layers()[layer.0].parts.len();
    let indexes = parts.map(|part| domain.make_index(PartId { layer, part }).unwrap());
    let indexes: Vec<PartIndex> = indexes.collect();
    let alone = OwnIndexes { layer, indexes: &indexes };
    let lens: Vec<u64> = indexes.iter().map(PartIndex::len).collect();
    let found = shuban_solve::retrograde(domain, layer, &lens, &alone)?;
    let none = domain.empty_dictionary();
    let mut row = vec![0; D::Record::columns().len()];
    let values = found.values.iter().map(|values| {
        let value = |place| {
            values.is_known(place).then(|| {
                Tables::encode(domain, values, place, &none, &mut row);
                domain.decode(D::Record::from_columns(&row), none.typed()).unwrap()
            })
        };
        (0..values.len()).map(value).collect()
    });
    Ok(Found { values: values.collect(), open: found.open })
}
