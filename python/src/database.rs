//! Databases: one layer, or all built layers of a game.

use std::path::PathBuf;

use pyo3::prelude::*;
use shuban_catalog::names::{PlacedLayer, ProbeTarget};
use shuban_catalog::{AnyPosition, Error, ExportFormat, Printable, Session};
use shuban_core::field_columns::{FieldColumns, PositionColumns};
use shuban_core::{Codec, Datum, Progress};
use shuban_store::{Database, Table, answering_file};

use crate::catalog::CATALOG;
use crate::errors::{raised, raised_at};
use crate::many::{self, Asked, PIECE, in_pieces};
use crate::position::Position;
use crate::work::{Work, run};
use crate::{columns, json};

/// A stored column: name, bits, kind of number, binary places behind the point, and bytes of
/// little-endian numbers of 64 bits.
type NativeRecords<'py> = (String, u8, &'static str, u8, Bound<'py, PyAny>);

/// The databases of a layer or of a game in a data folder.
#[pyclass(frozen, module = "shuban._native")]
pub(crate) struct Store {
    session: Session<'static>,
    layer: Option<PlacedLayer<'static>>,
    data: PathBuf,
}

impl Store {
    /// Returns the layer, for what concerns one layer only.
    fn layer(&self) -> Result<PlacedLayer<'static>, Error> {
        self.layer.ok_or_else(|| Error::Refused {
            kind: "usage",
            message: "a game has many databases: open one of them, such as `shuban.domains()` \
                      lists, not the game"
                .to_owned(),
        })
    }

    fn file(&self) -> Result<Database, Error> {
        let layer = self.layer()?;
        let (name, files) = (layer.name(), &**layer.family.files());
        let file = answering_file(files, &self.data, name)?;
        let (path, _) = file.ok_or_else(|| Error::not_built(name))?;
        Ok(Database::open_as(files, &path, name)?)
    }
}

/// Raises the first error of several positions. If positions without an answer are allowed, these are
/// no errors; a damaged file is one.
fn first_of(py: Python<'_>, failed: Vec<(usize, Error)>, all: bool) -> PyResult<()> {
    let counts = |error: &Error| !all || !(error.is_bad_input() || error.is_unheld());
    match failed.into_iter().find(|(_, error)| counts(error)) {
        Some((number, error)) => Err(raised_at(py, number, error)),
        None => Ok(()),
    }
}

#[pymethods]
impl Store {
    #[new]
    fn new(py: Python<'_>, name: &str, data: PathBuf) -> PyResult<Self> {
        let open = || {
            // Where a game and a layer have one name, the layer is opened.
            let layer = CATALOG.layer(name).ok();
            let target =
                layer.map_or_else(|| CATALOG.target(name), |it| Ok(ProbeTarget::Layer(it)))?;
            let session = Session::new(&CATALOG, target, &data);
            session.open()?;
            Ok(Store { session, layer, data })
        };
        py.detach(open).map_err(|error| raised(py, error))
    }

    #[getter]
    fn game(&self) -> Option<String> {
        self.layer.map(|layer| layer.game.name())
    }

    #[pyo3(signature = (asked, roll = None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        asked: Asked,
        roll: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = py.detach(|| Ok(asked.answer(&self.session, roll)?.json()));
        json::object(py, &answer.map_err(|error| raised(py, error))?)
    }

    /// Answers each position in full; `None` where there is no answer, if that is allowed.
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        asked: Vec<Asked>,
        threads: usize,
        all: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let work =
            |progress: &dyn Progress| many::answers(&self.session, &asked, threads, progress);
        let (answers, failed) = run(py, &Work::silent(), work)?;
        first_of(py, failed, all)?;
        json::object(py, &answers)
    }

    /// Looks up the values of all positions, missing where there is no answer, if that is allowed.
    fn look_up<'py>(
        &self,
        py: Python<'py>,
        asked: Vec<Asked>,
        threads: usize,
        all: bool,
    ) -> PyResult<Vec<columns::NativeColumn<'py>>> {
        let work =
            |progress: &dyn Progress| many::look_up(&self.session, &asked, threads, progress);
        let (values, failed) = run(py, &Work::silent(), work)?;
        first_of(py, failed, all)?;
        columns::native(py, values)
    }

    fn values<'py>(
        &self,
        py: Python<'py>,
        part: usize,
        ranks: (u64, u64),
        threads: usize,
    ) -> PyResult<Vec<columns::NativeColumn<'py>>> {
        let Some((family, layer)) = self.session.layer() else { return Ok(Vec::new()) };
        let count = (ranks.1 - ranks.0) as usize;
        let read = run(py, &Work::silent(), |progress| {
            let pieces = in_pieces(threads, count, progress, |piece| {
                let [start, end] = [piece.start, piece.end].map(|rank| ranks.0 + rank as u64);
                Ok(family.values(layer, part, start..end)?)
            });
            pieces.map(FieldColumns::joined)
        })?;
        columns::native(py, read)
    }

    /// Returns positions of a part with their values: all columns of a dataset but the rank, or those
    /// of these names that there are.
    fn rows<'py>(
        &self,
        py: Python<'py>,
        part: usize,
        ranks: (u64, u64),
        names: Option<Vec<String>>,
        threads: usize,
    ) -> PyResult<Vec<columns::NativeColumn<'py>>> {
        let Some((family, layer)) = self.session.layer() else { return Ok(Vec::new()) };
        let (count, names) = ((ranks.1 - ranks.0) as usize, names.as_deref());
        let read = run(py, &Work::silent(), |progress| {
            let pieces = in_pieces(threads, count, progress, |piece| {
                let [start, end] = [piece.start, piece.end].map(|rank| ranks.0 + rank as u64);
                Ok(family.rows(layer, part, start..end, names)?)
            });
            pieces.map(PositionColumns::joined)
        })?;
        columns::native_rows(py, read, names)
    }

    /// Returns the stored columns of a part.
    fn records<'py>(
        &self,
        py: Python<'py>,
        part: &str,
        ranks: (u64, u64),
    ) -> PyResult<Vec<NativeRecords<'py>>> {
        let table = py.detach(|| Ok(self.file()?.table(part)?));
        let table: Table = table.map_err(|error: Error| raised(py, error))?;
        let columns = table.columns().len();
        let read = run(py, &Work::silent(), |progress| {
            let mut all = vec![Vec::new(); columns];
            for start in (ranks.0..ranks.1).step_by(PIECE) {
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
                let piece = start..ranks.1.min(start + PIECE as u64);
                table.try_for_each_chunk(piece, |chunk| {
                    let columns = all.iter_mut().enumerate();
                    columns.for_each(|(column, all)| all.extend_from_slice(chunk.column(column)));
                    Ok::<_, shuban_store::Error>(())
                })?;
            }
            Ok(all)
        })?;
        let column = |(column, all): (usize, Vec<u64>)| {
            let entry = &table.columns()[column];
            let (kind, bits) = match entry.codec() {
                Codec::Unsigned => ("unsigned", 0),
                Codec::Signed => ("signed", 0),
                Codec::Fixed { fraction_bits } => ("signed", fraction_bits),
                Codec::UnsignedFixed { fraction_bits } => ("unsigned", fraction_bits),
            };
            let bytes = columns::numbers(py, &all, u64::to_le_bytes)?;
            Ok((entry.name.clone(), entry.bits, kind, bits, bytes))
        };
        read.into_iter().enumerate().map(column).collect()
    }

    #[getter]
    fn parts(&self, py: Python<'_>) -> PyResult<Vec<(String, u64)>> {
        let file = py.detach(|| self.file()).map_err(|error| raised(py, error))?;
        let parts = &file.manifest().account.parts;
        Ok(parts.iter().map(|part| (part.name.clone(), part.positions)).collect())
    }

    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let info = || {
            let layer = self.layer()?;
            Ok(layer.family.info(layer.layer, &self.data)?.json())
        };
        json::object(py, &py.detach(info).map_err(|error: Error| raised(py, error))?)
    }

    /// Returns the position of a number that runs through all parts; none beyond them.
    fn position(&self, py: Python<'_>, number: u64) -> PyResult<Option<Position>> {
        let asked = self.layer().map_err(|error| raised(py, error))?;
        let found = py.detach(|| match self.session.layer() {
            Some((family, layer)) => family.position(layer, number),
            None => Ok(None),
        });
        let game = asked.game;
        let position = |position: AnyPosition| Position { game, position };
        Ok(found.map_err(|error| raised(py, error))?.map(position))
    }

    /// Returns the texts of the positions of a range of such numbers.
    fn texts(&self, py: Python<'_>, numbers: (u64, u64)) -> PyResult<Vec<String>> {
        let Some((family, layer)) = self.session.layer() else { return Ok(Vec::new()) };
        run(py, &Work::silent(), |progress| {
            let mut texts = Vec::new();
            for number in numbers.0..numbers.1 {
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
                texts.extend(family.position(layer, number)?.map(|position| position.text));
            }
            Ok(texts)
        })
    }

    /// Returns the part and the rank of a position; none if it is not stored.
    fn place(&self, py: Python<'_>, asked: Asked) -> PyResult<Option<(String, u64)>> {
        let answer = py.detach(|| asked.answer(&self.session, None));
        let facts = answer.map_err(|error| raised(py, error))?.facts;
        Ok(match (facts.get("part"), facts.get("index")) {
            (Some(Datum::Text(part)), Some(Datum::Integer(Some(rank)))) => {
                Some((part.clone(), u64::try_from(*rank).unwrap_or_default()))
            }
            _ => None,
        })
    }

    /// Writes all positions with their values into a file; its ending is the format.
    fn export(&self, py: Python<'_>, file: PathBuf, work: Work) -> PyResult<u64> {
        let layer = self.layer().map_err(|error| raised(py, error))?;
        let format = ExportFormat::of_file(&file, layer.family.own_formats());
        let format = format.map_err(|error| raised(py, error))?;
        run(py, &work, |progress| {
            layer.family.export(layer.layer, &self.data, &file, format, progress)
        })
    }
}
