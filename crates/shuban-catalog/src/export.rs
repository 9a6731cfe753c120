//! A layer as a file of comma-separated values.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use shuban_core::Game;
use shuban_solve::{OpenLayer, Progress};

use crate::error::Error;
use crate::family::Answering;

/// Ranks read at a time.
const CHUNK: u64 = 1 << 12;

/// Writes part, rank, position and value of every position, in the order of ranks; gives how many. The
/// file is written beside its place and renamed when it is whole.
pub(crate) fn csv<D: Answering>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    to: &Path,
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let refused = |source| Error::Io { path: to.to_owned(), source };
    let mut file = BufWriter::new(File::create(&partial).map_err(refused)?);
    let written = write(open, domain, &mut file, progress, &refused)
        .and_then(|rows| file.into_inner().map_err(|error| refused(error.into_error())).map(|_| rows))
        .and_then(|rows| std::fs::rename(&partial, to).map_err(refused).map(|()| rows));
    if written.is_err() {
        // Best effort: the reason of the failure is what matters.
        let _ = std::fs::remove_file(&partial);
    }
    written
}

fn write<D: Answering>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    file: &mut impl Write,
    progress: &dyn Progress,
    refused: &impl Fn(io::Error) -> Error,
) -> Result<u64, Error> {
    let layer = &domain.layers()[open.layer().0];
    progress.phase("exporting", open.indexes().iter().map(|index| index.len()).sum());
    writeln!(file, "part,rank,position,{}", D::export_columns().join(",")).map_err(refused)?;
    let mut rows: u64 = 0;
    for (number, part) in layer.parts.iter().enumerate() {
        let index = open.part_index(number);
        for rank in 0..index.len() {
            let value = open.value_at(number, rank)?;
            let position = index.unrank(rank).ok_or_else(|| shuban_solve::Error::NoPosition {
                domain: layer.name.clone(),
                position: format!("rank {rank}"),
            })?;
            let position = domain.game().format(&position);
            let value = D::export_value(&value).join(",");
            writeln!(file, "{},{rank},\"{position}\",{value}", part.name).map_err(refused)?;
            rows += 1;
            if rows.is_multiple_of(CHUNK) {
                progress.at(rows, "");
                if progress.interrupted() {
                    return Err(Error::Interrupted);
                }
            }
        }
    }
    Ok(rows)
}
