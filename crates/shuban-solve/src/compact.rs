//! Compact files: what is enough to look values up, and to build other layers from. What proves the
//! values, the layer's own file, may be erased then; it can be made again.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use shuban_core::{Domain, LayerId, ONE, PartId, Progress, Record, Section};
use shuban_store::{
    Account, Database, FileSystem, Manifest, Need, Options, TypedTable, Writer, compact_path,
    layer_path,
};

use crate::error::{Error, Failure};
use crate::names::{layer_name, part_name};
use crate::tables::{OpenLayer, STATUS, STATUS_COLUMN, index_section};

/// The name of the table, beside a part's own, of the ranks that other layers ask for, as they are.
pub(crate) const EXITS: &str = "exits";

/// The widest intervals that coarse ones hold, in units of [`ONE`].
const WIDEST: i64 = (ONE >> 15) as i64;

/// Records that are compared at a time.
const CHUNK: u64 = 1 << 16;

/// Of a compact file the content hash of the file that proves it: it says that it was built from
/// its own layer.
pub(crate) fn certificate(manifest: &Manifest) -> Option<&str> {
    let own = manifest.account.needs.last();
    let own = own.filter(|need| need.domain == manifest.subject.domain);
    own.map(|need| &*need.content_hash)
}

/// The content hash of the file that proves a layer's values: its own, unless it is compact.
pub(crate) fn proven_hash(manifest: &Manifest) -> &str {
    certificate(manifest).unwrap_or(&manifest.content_hash)
}

/// A layer's own file; if there is none, its compact one.
///
/// # Errors
/// As [`Database::open_as`].
pub(crate) fn open_answering(
    files: &dyn FileSystem,
    data: &Path,
    domain: &str,
) -> Result<Database, shuban_store::Error> {
    use shuban_store::Error::NotFound;
    match Database::open_as(files, &layer_path(data, domain)?, domain) {
        Err(NotFound { path }) => {
            match Database::open_as(files, &compact_path(data, domain)?, domain) {
                Err(NotFound { .. }) => Err(NotFound { path }),
                opened => opened,
            }
        }
        opened => opened,
    }
}

/// The records of a part that other layers ask for.
pub(crate) struct Exits<R> {
    /// Each range of ranks, and the place of its first one in the table.
    ranges: Vec<(Range<u64>, u64)>,
    table: TypedTable<R>,
}

impl<R: Record> Exits<R> {
    /// Of a compact file; `ranges` are those of [`Domain::exits`].
    ///
    /// # Errors
    /// How many records there are, and should be.
    pub(crate) fn new(ranges: Vec<Range<u64>>, table: TypedTable<R>) -> Result<Self, String> {
        let mut len = 0;
        let placed = ranges.into_iter().map(|range| {
            let first = len;
            len += range.end - range.start;
            (range, first)
        });
        let ranges = placed.collect();
        if (table.len(), table.is_coarse()) == (len, false) {
            return Ok(Exits { ranges, table });
        }
        Err(format!("`{}` has {} records, expected {len}", table.table().name(), table.len()))
    }

    /// The record of a rank, if it is one of these.
    ///
    /// # Errors
    /// If its block is damaged.
    pub(crate) fn record(&self, rank: u64) -> Result<Option<R>, shuban_store::Error> {
        let after = self.ranges.partition_point(|(range, _)| range.start <= rank);
        let Some((range, first)) = after.checked_sub(1).map(|place| &self.ranges[place]) else {
            return Ok(None);
        };
        range.contains(&rank).then(|| self.table.get(first + rank - range.start)).transpose()
    }
}

/// Refuses what cannot be compacted, before anything is computed.
///
/// # Errors
/// [`Error::NoCompact`] if the layer has no compact form, or its intervals may be too wide for it.
pub(crate) fn check<D: Domain>(domain: &D, layer: LayerId, width: i64) -> Result<(), Error> {
    exits(domain, layer)?;
    if width <= WIDEST {
        return Ok(());
    }
    let domain = layer_name(domain, layer).to_owned();
    Err(Error::NoCompact { domain, reason: "its intervals may be no wider than 2^-15".to_owned() })
}

/// The ranges of ranks that other layers ask for, by part.
///
/// # Errors
/// [`Error::NoCompact`] if the layer has no compact form.
pub(crate) fn exits<D: Domain>(domain: &D, layer: LayerId) -> Result<Vec<Vec<Range<u64>>>, Error> {
    let none = |reason: &str| Error::NoCompact {
        domain: layer_name(domain, layer).to_owned(),
        reason: reason.to_owned(),
    };
    if D::Record::coarse().is_none() {
        return Err(none("its values are no intervals of results"));
    }
    let parts = 0..domain.layers()[layer.0].parts.len();
    let of_part = |part| domain.exits(PartId { layer, part });
    let ranges: Option<_> = parts.map(of_part).collect();
    ranges.ok_or_else(|| none("other layers may ask for any of its positions"))
}

/// Writes the compact file of a layer beside its own, and compares both.
///
/// # Errors
/// [`Error::NoCompact`] if it has no such form, or its intervals are too wide for it; [`Error::Store`]
/// if it cannot be written; [`Error::Interrupted`] if the work is called off: then there is no file.
pub(crate) fn write<D: Domain>(
    files: &Arc<dyn FileSystem>,
    open: &OpenLayer<'_, D>,
    domain: &D,
    path: &Path,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let layer = open.layer();
    let ranges = exits(domain, layer)?;
    let Some(coarse) = D::Record::coarse() else { return Ok(()) };
    let manifest = open.database().manifest();
    progress.phase("writing what is looked up", open.database().positions());
    let mut writer = Writer::create(files.clone(), path, manifest.subject.clone(), Options::raw())?;
    let mut account = manifest.account.clone();
    let own = Need {
        domain: manifest.subject.domain.clone(),
        content_hash: manifest.content_hash.clone(),
    };
    account.needs.push(own);
    let go_on = || if progress.interrupted() { Err(Error::Interrupted) } else { Ok(()) };
    let mut row = vec![0; coarse.columns.len()];
    let mut done = 0;
    for (part, entry) in account.parts.iter_mut().enumerate() {
        let name = part_name(domain, PartId { layer, part });
        let records = open.records(part);
        let mut sections = vec![name.to_owned()];
        let mut table = writer.table(name, coarse.columns, records.len())?;
        records.try_for_each_piece(0..records.len(), |piece| {
            for record in piece {
                (coarse.to_columns)(record, &mut row);
                table.push(&row)?;
            }
            done += piece.len() as u64;
            progress.at(done, name);
            go_on()
        })?;
        table.finish()?;

        let ranges = &ranges[part];
        let len = ranges.iter().map(|range| range.end - range.start).sum();
        let exits = index_section(name, EXITS);
        let mut table = writer.table(&exits, D::Record::columns(), len)?;
        for range in ranges {
            records.try_for_each_piece(range.clone(), |piece| {
                table.push_records(piece.iter().copied())?;
                go_on()
            })?;
        }
        table.finish()?;
        sections.push(exits);

        if let Some(statuses) = open.statuses(part) {
            let name = index_section(name, STATUS);
            let mut table = writer.table(&name, [&STATUS_COLUMN], statuses.rows())?;
            statuses.try_for_each_chunk(0..statuses.rows(), |chunk| {
                for &code in chunk.column(0) {
                    table.push(&[code])?;
                }
                go_on()
            })?;
            table.finish()?;
            sections.push(name);
        }
        for section in open.part_index(part).sections() {
            let name = index_section(name, &section.name);
            writer.section(&Section { name: name.clone(), ..section })?;
            sections.push(name);
        }
        entry.sections = sections;
    }
    progress.phase("reading back", 0);
    writer.publish_with(account, &mut |done, _| progress.at(done, ""))?;
    Ok(())
}

/// Compares the compact file of a layer with the layer's own: that it says what that says, and that
/// it was made from it; that all its intervals hold those; that exits and statuses are the same.
///
/// # Errors
/// [`Error::Wrong`] if it differs; [`Error::Store`] if it is damaged.
pub(crate) fn compare<D: Domain>(
    own: &OpenLayer<'_, D>,
    compact: &OpenLayer<'_, D>,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let wrong = |section: &str, rank: Option<u64>, reason: String| {
        Error::Wrong(Box::new(Failure {
            file: compact.database().path().to_owned(),
            section: section.to_owned(),
            block: None,
            rank,
            reason,
        }))
    };
    let expected = &own.database().manifest().content_hash;
    let found = certificate(compact.database().manifest()).unwrap_or("none");
    if found != expected {
        let reason = format!("it was made from {found}, and the layer's own file is {expected}");
        return Err(wrong("directory", None, reason));
    }
    let (account, said) =
        (&own.database().manifest().account, &compact.database().manifest().account);
    let of_parts = |account: &Account| -> Vec<_> {
        let parts = account.parts.iter();
        parts.map(|part| (part.name.clone(), part.positions, part.facts.clone())).collect()
    };
    let same = (&account.facts, &account.provenance) == (&said.facts, &said.provenance)
        && of_parts(account) == of_parts(said)
        && said.needs.split_last().map(|(_, needs)| needs) == Some(&account.needs[..]);
    if !same {
        let reason = "it says something else than the layer's own file".to_owned();
        return Err(wrong("directory", None, reason));
    }
    let Some(coarse) = D::Record::coarse() else { return Ok(()) };
    progress.phase("comparing what is looked up", own.database().positions());
    for part in 0..own.indexes().len() {
        let (all, few) = (own.records(part), compact.records(part));
        let name = all.table().name();
        let of_chunk = |chunk: u64| -> Result<Option<u64>, Error> {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let ranks = chunk * CHUNK..all.len().min((chunk + 1) * CHUNK);
            let mut records = Vec::new();
            all.for_each_piece(ranks.clone(), &mut |piece| records.extend_from_slice(piece))?;
            let (mut place, mut differs) = (0, None);
            few.for_each_piece(ranks.clone(), &mut |piece| {
                for (record, wider) in records[place..].iter().zip(piece) {
                    if differs.is_none() && !(coarse.is_coarser)(record, wider) {
                        differs = Some(ranks.start + place as u64);
                    }
                    place += 1;
                }
            })?;
            Ok(differs)
        };
        let chunks = (0..all.len().div_ceil(CHUNK)).into_par_iter().map(of_chunk);
        let differing: Vec<Option<u64>> = chunks.collect::<Result<_, _>>()?;
        if let Some(rank) = differing.into_iter().flatten().next() {
            let reason = format!(
                "it stands for {:?}, and the value is proven to be in {:?}",
                few.get(rank)?,
                all.get(rank)?
            );
            return Err(wrong(name, Some(rank), reason));
        }
        if own.status_codes(part)? != compact.status_codes(part)? {
            let reason = "they are not those of the layer's own file".to_owned();
            return Err(wrong(&index_section(name, STATUS), None, reason));
        }
        for (range, _) in compact.exits(part).map_or(&[][..], |exits| &exits.ranges) {
            for rank in range.clone() {
                let found = compact.exits(part).map(|exits| exits.record(rank)).transpose()?;
                if found.flatten() != Some(all.get(rank)?) {
                    let reason = "it is not that of the layer's own file".to_owned();
                    return Err(wrong(&index_section(name, EXITS), Some(rank), reason));
                }
            }
        }
    }
    Ok(())
}

/// Puts a layer's compact file in the place of its own.
///
/// # Errors
/// As [`write`] and [`compare`]: then the layer's own file stays, and there is no compact one.
pub(crate) fn replace<D: Domain>(
    files: &Arc<dyn FileSystem>,
    open: OpenLayer<'_, D>,
    domain: &D,
    data: &Path,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let name = layer_name(domain, open.layer());
    let path = compact_path(data, name)?;
    write(files, &open, domain, &path, progress)?;
    let compared = OpenLayer::open_compact(files, data, domain, open.layer())
        .and_then(|compact| compare(&open, &compact, progress));
    if let Err(error) = compared {
        remove(&**files, &path)?;
        return Err(match error {
            Error::Wrong(failure) => Error::NoCompact {
                domain: name.to_owned(),
                reason: format!("{}: {}", failure.section, failure.reason),
            },
            other => other,
        });
    }
    drop(open);
    remove(&**files, &layer_path(data, name)?)
}

/// The width to which the compact file of a layer was built, if there is one.
///
/// # Errors
/// As [`Database::open_as`].
pub(crate) fn width<D: Domain>(
    files: &dyn FileSystem,
    data: &Path,
    domain: &D,
    layer: LayerId,
) -> Result<Option<i64>, Error> {
    let name = layer_name(domain, layer);
    let database = match Database::open_as(files, &compact_path(data, name)?, name) {
        Err(shuban_store::Error::NotFound { .. }) => return Ok(None),
        opened => opened?,
    };
    let part = database.manifest().account.parts.first();
    let asked = part.and_then(|part| part.facts.get("width_asked")?.as_f64());
    Ok(asked.map(|asked| (asked * f64::from(ONE)).round() as i64))
}

/// Whether a file is to be made again because of this, not looked at again.
fn is_damage(error: &Error) -> bool {
    use shuban_store::Error as Store;
    matches!(
        error,
        Error::Wrong(_)
            | Error::NoValue { .. }
            | Error::Store(
                Store::Damaged { .. }
                    | Store::OtherDomain { .. }
                    | Store::OtherColumns { .. }
                    | Store::NoSection { .. }
            )
    )
}

/// Looks at the compact file of a layer whose own was just built: it stays if it was made from the
/// same values, and is whole. With `certificate`, what was built must be what was erased.
///
/// # Errors
/// [`Error::OtherCertificate`] if it is not: then the layer's own file is removed, and the compact one
/// stays. [`Error::Store`] if a file cannot be read or removed.
pub(crate) fn settle<D: Domain>(
    files: &Arc<dyn FileSystem>,
    own: OpenLayer<'_, D>,
    domain: &D,
    data: &Path,
    certificate: bool,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let name = layer_name(domain, own.layer());
    let found = own.database().manifest().content_hash.clone();
    let path = compact_path(data, name)?;
    let opened = OpenLayer::open_compact(files, data, domain, own.layer());
    let compared = match opened {
        Err(Error::Store(shuban_store::Error::NotFound { .. })) => return Ok(()),
        Err(error) => Err(error),
        Ok(compact) => {
            let expected = self::certificate(compact.database().manifest()).unwrap_or_default();
            if certificate && expected != found {
                let expected = expected.to_owned();
                drop(own);
                remove(&**files, &layer_path(data, name)?)?;
                return Err(Error::OtherCertificate { domain: name.to_owned(), expected, found });
            }
            let checked = compact.database().check(&mut |_, _| ()).map_err(Error::from);
            checked.and_then(|()| compare(&own, &compact, progress))
        }
    };
    match compared {
        Err(error) if is_damage(&error) => {
            progress.note(&format!("the compact file of {name} is removed: {error}"));
            remove(&**files, &path)
        }
        other => other,
    }
}

fn remove(files: &dyn FileSystem, path: &Path) -> Result<(), Error> {
    let refused =
        |source| shuban_store::Error::Io { what: "remove", path: path.to_owned(), source };
    Ok(files.remove(path).map_err(refused)?)
}
