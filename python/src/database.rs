//! Databases: one layer, or all built layers of a game.

use std::ops::Range;
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use rayon::prelude::*;
use shuban_catalog::chain::Question;
use shuban_catalog::names::{PlacedLayer, ProbeTarget};
use shuban_catalog::{AnyPosition, Error, ExportFormat, Printable, Session};
use shuban_core::field_columns::FieldColumns;
use shuban_core::{Codec, Datum, Progress};
use shuban_solve::with_threads;
use shuban_store::{Database, Disk, Table, answering_path};

use crate::catalog::CATALOG;
use crate::errors::{raised, raised_at};
use crate::position::Position;
use crate::work::{Work, run};
use crate::{columns, json};

/// A stored column: name, bits, kind of number, binary places behind the point, and bytes of
/// little-endian numbers of 64 bits.
type NativeRecords<'py> = (String, u8, &'static str, u8, Bound<'py, PyAny>);

/// Positions or ranks that one thread takes at a time, between two checks of the stop flag.
const PIECE: usize = 1 << 14;

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
        let name = self.layer()?.name();
        let path = answering_path(&self.data, name)?;
        Ok(Database::open_as(&Disk::default(), &path, name)?)
    }

    /// Computes values in pieces by several threads, in order.
    fn in_pieces<T: Send>(
        threads: usize,
        count: usize,
        progress: &dyn Progress,
        piece: impl Fn(Range<usize>) -> Result<T, (usize, Error)> + Sync,
    ) -> Result<Vec<T>, (usize, Error)> {
        let pieces = count.div_ceil(PIECE);
        let one = |number: usize| {
            if progress.interrupted() {
                return Err((0, Error::Interrupted));
            }
            piece(number * PIECE..count.min((number + 1) * PIECE))
        };
        if threads <= 1 || pieces <= 1 {
            return (0..pieces).map(one).collect();
        }
        // Of several errors the first, as of one thread.
        let all = || (0..pieces).into_par_iter().map(one).collect::<Vec<_>>();
        let all = with_threads(threads, all).map_err(|error| (0, error.into()))?;
        all.into_iter().collect()
    }
}

fn joined(pieces: Vec<FieldColumns>) -> FieldColumns {
    let mut all = FieldColumns::default();
    pieces.into_iter().for_each(|piece| all.append(piece));
    all
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

    #[pyo3(signature = (text, roll = None))]
    fn probe<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        roll: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let answer = py.detach(|| Ok(self.session.probe(text, roll)?.json()));
        json::object(py, &answer.map_err(|error| raised(py, error))?)
    }

    fn probe_position<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        roll: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Position { game, position } = position;
        let answer =
            || Ok(self.session.answer(&Question::new(*game, position.clone(), roll)?)?.json());
        json::object(py, &py.detach(answer).map_err(|error| raised(py, error))?)
    }

    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<PyBackedStr>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let answers = run(py, &Work::silent(), |progress| {
            Ok(Store::in_pieces(threads, texts.len(), progress, |numbers| {
                let one = |number: usize| match progress.interrupted() {
                    true => Err((number, Error::Interrupted)),
                    false => match self.session.probe(texts[number], None) {
                        Ok(answer) => Ok(answer.json()),
                        Err(error) => Err((number, error)),
                    },
                };
                numbers.map(one).collect::<Result<Vec<_>, _>>()
            }))
        })?;
        let answers = answers.map_err(|(number, error)| raised_at(py, number, error))?;
        let answers: Vec<_> = answers.into_iter().flatten().collect();
        json::object(py, &answers.into())
    }

    fn look_up<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<PyBackedStr>,
        threads: usize,
    ) -> PyResult<Vec<columns::NativeColumn<'py>>> {
        let asked = self.layer().map_err(|error| raised(py, error))?;
        let Some((family, layer)) = self.session.layer() else { return Ok(Vec::new()) };
        assert_eq!(layer, asked.layer);
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let found = run(py, &Work::silent(), |progress| {
            let pieces = Store::in_pieces(threads, texts.len(), progress, |numbers| {
                let first = numbers.start;
                let found = family.look_up(layer, &texts[numbers]);
                found.map_err(|(number, error)| (first + number, error.into()))
            });
            Ok(pieces.map(joined))
        })?;
        let found = found.map_err(|(number, error)| raised_at(py, number, error))?;
        columns::native(py, found)
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
            let pieces = Store::in_pieces(threads, count, progress, |piece| {
                let [start, end] = [piece.start, piece.end].map(|rank| ranks.0 + rank as u64);
                family.values(layer, part, start..end).map_err(|error| (0, error.into()))
            });
            pieces.map(joined).map_err(|(_, error)| error)
        })?;
        columns::native(py, read)
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
    fn place(&self, py: Python<'_>, text: &str) -> PyResult<Option<(String, u64)>> {
        let answer = py.detach(|| self.session.probe(text, None));
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
        let ending = file.extension().and_then(|ending| ending.to_str());
        let own = layer.family.own_formats().iter().find(|own| Some(**own) == ending);
        let format = match (ending, own) {
            (Some("parquet"), _) => ExportFormat::Parquet,
            (_, Some(own)) => ExportFormat::Own(own),
            _ => ExportFormat::Csv,
        };
        run(py, &work, |progress| {
            layer.family.export(layer.layer, &self.data, &file, format, progress)
        })
    }
}
