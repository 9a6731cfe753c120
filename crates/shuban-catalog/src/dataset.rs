//! A layer as part of a partitioned dataset: a folder for each layer and part, files by ranges of ranks.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rayon::prelude::*;
use shuban_core::{Explain, Game, Index, PositionOf, Present, Progress};
use shuban_solve::OpenLayer;
use shuban_store::{Destination, NumbersWriter, facts_of_file};

use crate::error::Error;

/// Rows of a file: an export that was interrupted goes on at the first file that is not there.
const ROWS: u64 = 1 << 22;

/// The version of the columns, which changes when a layer gets others.
const COLUMNS: &str = "2";

/// Writes the positions of a layer in a folder, beside those of other layers; returns their number. Files that
/// are there with these values are left.
pub(crate) fn write<D: Explain>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    to: &dyn Destination,
    progress: &dyn Progress,
) -> Result<u64, Error> {
    let layer = &domain.layers()[open.layer().0];
    progress.phase("exporting", layer.positions());
    let root = format!("layer={}", utf8_percent_encode(&layer.name, ENCODED));
    // Who comes second would take the first one's partial files away.
    let _held = to.hold(&root)?;
    let mut files = Vec::new();
    for (part, description) in layer.parts.iter().enumerate() {
        let folder = format!("{root}/part={}", utf8_percent_encode(&description.name, ENCODED));
        let len = open.part_index(part).len();
        files.extend((0..len).step_by(ROWS as usize).map(|first| {
            let name = format!("{folder}/{first:012}.parquet");
            File { to, name, part, ranks: (first, len.min(first + ROWS)) }
        }));
    }
    let done = AtomicU64::new(0);
    files.par_iter().try_for_each(|file| file.write(open, domain, &done, progress))?;
    Ok(layer.positions())
}

/// Characters of names of folders that are written as programs that read such datasets expect.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

/// A file of a range of ranks of a part.
struct File<'t> {
    to: &'t dyn Destination,
    name: String,
    part: usize,
    ranks: (u64, u64),
}

impl File<'_> {
    /// Returns the facts that say which values the file holds, and in which form.
    fn facts<D: Explain>(&self, open: &OpenLayer<'_, D>) -> Vec<(String, String)> {
        let (first, end) = self.ranks;
        let hash = open.database().manifest().content_hash.clone();
        let ranks = format!("{first}-{end}");
        [("content_hash", hash), ("ranks", ranks), ("columns", COLUMNS.to_owned())]
            .map(|(key, value)| (format!("shuban.{key}"), value))
            .into()
    }

    fn write<D: Explain>(
        &self,
        open: &OpenLayer<'_, D>,
        domain: &D,
        done: &AtomicU64,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        let (first, end) = self.ranks;
        let found = self.to.open(&self.name)?.and_then(facts_of_file);
        let is_there =
            found.is_some_and(|facts| self.facts(open).iter().all(|own| facts.contains(own)));
        if !is_there {
            let mut out = self.to.create(&self.name)?;
            self.rows(open, domain, &mut out, done, progress).map_err(|error| match error {
                Error::Write(source) => Error::Io { path: self.to.address(&self.name), source },
                other => other,
            })?;
            out.finish()?;
        } else {
            let done = done.fetch_add(end - first, Ordering::Relaxed) + (end - first);
            progress.at(done, "");
        }
        Ok(())
    }

    fn rows<D: Explain>(
        &self,
        open: &OpenLayer<'_, D>,
        domain: &D,
        out: &mut (impl Write + Send),
        done: &AtomicU64,
        progress: &dyn Progress,
    ) -> Result<(), Error> {
        const CHUNK: u64 = 1 << 12;
        let (first, end) = self.ranks;
        let (game, index) = (domain.game(), open.part_index(self.part));
        let position = |rank| position(open, domain, index, rank);
        let as_numbers = game.capabilities().numbers;
        let names = match as_numbers {
            Some(numbers) => numbers.names(&position(first)?),
            None => Vec::new(),
        };
        let mut writer = NumbersWriter::new(out, names, self.facts(open));
        let (mut numbers, mut values) = (Vec::new(), Vec::new());
        for start in (first..end).step_by(CHUNK as usize) {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let ranks = start..end.min(start + CHUNK);
            values.clear();
            open.each_value(self.part, ranks.clone(), &mut |_, value| values.push(value))?;
            for (rank, value) in ranks.clone().zip(&values) {
                let position = position(rank)?;
                numbers.clear();
                if let Some(as_numbers) = as_numbers {
                    as_numbers.numbers(&position, &mut numbers);
                }
                writer.add(rank, &numbers, || game.format(&position), &domain.fields(value))?;
            }
            let more = ranks.end - ranks.start;
            progress.at(done.fetch_add(more, Ordering::Relaxed) + more, "");
        }
        writer.finish()?;
        Ok(())
    }
}

fn position<D: Explain>(
    open: &OpenLayer<'_, D>,
    domain: &D,
    index: &dyn Index<Position = PositionOf<D>>,
    rank: u64,
) -> Result<PositionOf<D>, Error> {
    let missing = || shuban_solve::Error::NoPosition {
        domain: domain.layers()[open.layer().0].name.clone(),
        position: format!("rank {rank}"),
    };
    Ok(index.unrank(rank).ok_or_else(missing)?)
}
