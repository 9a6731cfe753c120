//! A layer as a table: part, rank, position and value of every position; or as a model of the game.

use std::io::Write;
use std::path::Path;

use shuban_core::text::grouped;
use shuban_core::{Domain, Explain, Game, IndexError, Layer, LayerId, PartId, Progress};
use shuban_search::TransitionSystem;
use shuban_solve::OpenLayer;
use shuban_store::{CsvWriter, Disk, ExportRow, FileSystem, RowWriter};

use crate::error::Error;
use crate::umb;

/// States of the largest model: of some GB, as other programs hold it.
const MOST_STATES: u64 = 10_000_000;

/// Rows whose blocks are fetched at once, if the layer is far away: of a megabyte or two.
const EXPECTED: u64 = 1 << 18;

/// Rows between two progress reports.
const CHUNK: u64 = 1 << 12;

/// The format of an exported table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet; needs the feature `parquet`.
    Parquet,
    /// The game from all positions of the layer on, without values: a stochastic game in the unified
    /// Markov binary format. It takes no database.
    Model,
    /// One of the domain's own formats, by its ending.
    Own(&'static str),
}

impl ExportFormat {
    /// Returns the format that the ending of a file's name selects, beside formats of the domain's
    /// own.
    ///
    /// # Errors
    /// [`Error::Refused`] with the known endings if this is not one.
    pub fn of_file(file: &Path, own: &[&'static str]) -> Result<Self, Error> {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => Ok(ExportFormat::Csv),
            Some("parquet") => Ok(ExportFormat::Parquet),
            Some("umb") => Ok(ExportFormat::Model),
            ending => match own.iter().find(|own| Some(**own) == ending) {
                Some(own) => Ok(ExportFormat::Own(own)),
                None => {
                    let own: String = own.iter().map(|own| format!(", .{own}")).collect();
                    let file = file.display();
                    let reason = format!(
                        "cannot export to `{file}`: the file must end in .csv{own}, .umb or .parquet, the \
                         folder of a dataset in /"
                    );
                    Err(Error::refused("usage", reason))
                }
            },
        }
    }
}

/// Refuses a file of a layer for which the disk has too little room, if its length is known.
///
/// # Errors
/// [`shuban_solve::Error::Disk`].
pub(crate) fn check_room<D: Explain>(
    domain: &D,
    layer: LayerId,
    format: ExportFormat,
    to: &Path,
) -> Result<(), Error> {
    let ExportFormat::Own(format) = format else { return Ok(()) };
    let Some(needed) = domain.own_files().and_then(|own| own.bytes(format, layer)) else {
        return Ok(());
    };
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // The writer reports a missing folder.
    match Disk::default().free_space(folder) {
        Ok(free) if needed > free => {
            let domain = domain.layers()[layer.0].name.clone();
            let folder = folder.to_owned();
            Err(shuban_solve::Error::Disk { domain, needed, free, folder }.into())
        }
        _ => Ok(()),
    }
}

fn row_writer<'f>(
    format: ExportFormat,
    file: &'f mut (dyn Write + Send),
) -> Result<Box<dyn RowWriter + 'f>, Error> {
    match format {
        ExportFormat::Csv => Ok(Box::new(CsvWriter::new(file))),
        #[cfg(feature = "parquet")]
        ExportFormat::Parquet => Ok(Box::new(shuban_store::ParquetWriter::new(file))),
        #[cfg(not(feature = "parquet"))]
        ExportFormat::Parquet => Err(Error::LeftOut { what: ".parquet files", feature: "parquet" }),
        ExportFormat::Model | ExportFormat::Own(_) => {
            unreachable!("these have no rows in one file")
        }
    }
}

/// Writes every position, in the order of ranks; returns their number.
pub(crate) fn write<D: Explain>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    format: ExportFormat,
    file: &mut (dyn Write + Send),
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let mut writer = row_writer(format, file)?;
    let layer = &domain.layers()[open.layer().0];
    progress
        .phase("exporting", open.indexes().iter().map(shuban_core::erased::PartIndex::len).sum());
    let mut rows: u64 = 0;
    for (number, part) in layer.parts.iter().enumerate() {
        let index = open.part_index(number);
        for rank in 0..index.len() {
            if rank.is_multiple_of(EXPECTED) {
                open.records(number).table().expect(rank..rank + EXPECTED)?;
            }
            let value = domain.fields(&open.value_at(number, rank)?);
            let position = index.unrank(rank).ok_or_else(|| shuban_solve::Error::NoPosition {
                domain: layer.name.clone(),
                position: format!("rank {rank}"),
            })?;
            let position = domain.game().format(&position);
            writer.add(ExportRow { part: &part.name, rank, position, value })?;
            rows += 1;
            if rows.is_multiple_of(CHUNK) {
                progress.at(rows, "");
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
            }
        }
    }
    writer.finish()?;
    Ok(rows)
}

/// Writes the game as it goes on from the positions of a layer, in the order of parts and ranks; returns
/// their number.
pub(crate) fn write_model<D: Domain>(
    domain: &D,
    layer: LayerId,
    file: &mut (dyn Write + Send),
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let Layer { name, parts, .. } = &domain.layers()[layer.0];
    let mut roots = Vec::new();
    for part in 0..parts.len() {
        let failed = |error: IndexError| Error::TooMuch(error.to_string());
        let index = domain.index(PartId { layer, part }).map_err(failed)?;
        if roots.len() as u64 + index.len() > MOST_STATES {
            let most = grouped(MOST_STATES);
            let reason = format!("{name} has more than {most} positions: too many for a model");
            return Err(Error::TooMuch(reason));
        }
        roots.extend((0..index.len()).filter_map(|rank| index.unrank(rank)));
    }
    let model = TransitionSystem::enumerate(domain.game(), roots, MOST_STATES, progress)?;
    progress.phase("writing", 0);
    umb::write(&model, name, file).map_err(Error::Write)?;
    Ok(model.initial)
}
