//! Compact files: enough to look values up, and to build other layers from. The file that proves
//! the values, the layer's own, may then be erased; it can be made again.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use shuban_core::erased::Tables;

use shuban_core::{Interruptible, LayerId, ONE, PartId, Progress, Section};
use shuban_store::{
    Account, Database, FileSystem, Need, Options, Writer, compact_path, layer_path,
};

use crate::certificate::certificate;
use crate::checksums::check_bytes;
use crate::error::{Error, Failure};
use crate::names::{layer_name, part_name};
use crate::sections::{EXITS, STATUS, STATUS_COLUMN, beside_part};
use crate::stored_layer::StoredLayer;

/// Largest width of intervals that coarse ones can enclose, in units of [`ONE`].
const WIDEST: i64 = (ONE >> 15) as i64;

/// Records that are compared at a time.
const CHUNK: u64 = 1 << 16;

/// Refuses a layer that cannot be compacted, before anything is computed.
///
/// # Errors
/// [`Error::NoCompact`] if the layer has no compact form, or its intervals may be too wide for it.
pub(crate) fn check(domain: &dyn Tables, layer: LayerId, width: i64) -> Result<(), Error> {
    exits(domain, layer)?;
    if width <= WIDEST {
        return Ok(());
    }
    let domain = layer_name(domain, layer).to_owned();
    Err(Error::NoCompact { domain, reason: "its intervals may be no wider than 2^-15".to_owned() })
}

/// Returns the ranges of ranks that other layers ask for, by part.
///
/// # Errors
/// [`Error::NoCompact`] if the layer has no compact form.
pub(crate) fn exits(domain: &dyn Tables, layer: LayerId) -> Result<Vec<Vec<Range<u64>>>, Error> {
    let none = |reason: &str| Error::NoCompact {
        domain: layer_name(domain, layer).to_owned(),
        reason: reason.to_owned(),
    };
    if domain.coarse_columns().is_none() {
        return Err(none("its values are no intervals of results"));
    }
    let parts = 0..domain.all_layers()[layer.0].parts.len();
    let of_part = |part| domain.exit_ranks(PartId { layer, part });
    let ranges: Option<_> = parts.map(of_part).collect();
    ranges.ok_or_else(|| none("other layers may ask for any of its positions"))
}

/// Writes the compact file of a layer beside its own, and compares both.
///
/// # Errors
/// [`Error::NoCompact`] if it has no such form, or its intervals are too wide for it;
/// [`Error::Store`] if it cannot be written; [`Error::Interrupted`], without a file.
pub(crate) fn write(
    files: &Arc<dyn FileSystem>,
    open: &StoredLayer<'_>,
    path: &Path,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let (domain, layer) = (open.domain(), open.layer());
    let ranges = exits(domain, layer)?;
    let Some(coarse) = domain.coarse_columns() else { return Ok(()) };
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
    let mut row = vec![0; domain.columns().len()];
    let mut coarse_row = vec![0; coarse.len()];
    let mut done = 0;
    for (part, entry) in account.parts.iter_mut().enumerate() {
        let name = part_name(domain, PartId { layer, part });
        let rows = open.table(part).rows();
        let mut sections = vec![name.to_owned()];
        let mut table = writer.table(name, coarse, rows)?;
        open.columns(part, 0..rows, &mut |columns| {
            for place in 0..columns.len() {
                columns.row(place, &mut row);
                domain.to_coarse(&row, &mut coarse_row);
                table.push(&coarse_row)?;
            }
            done += columns.len() as u64;
            progress.at(done, name);
            go_on()
        })?;
        table.finish()?;

        let ranges = &ranges[part];
        let len = ranges.iter().map(|range| range.end - range.start).sum();
        let exits = beside_part(name, EXITS);
        let mut table = writer.table(&exits, domain.columns(), len)?;
        for range in ranges {
            open.columns(part, range.clone(), &mut |columns| {
                for place in 0..columns.len() {
                    columns.row(place, &mut row);
                    table.push(&row)?;
                }
                go_on()
            })?;
        }
        table.finish()?;
        sections.push(exits);

        if let Some(statuses) = open.statuses(part) {
            let name = beside_part(name, STATUS);
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
        for section in open.indexes()[part].sections() {
            let name = beside_part(name, &section.name);
            writer.section(&Section { name: name.clone(), ..section })?;
            sections.push(name);
        }
        entry.sections = sections;
    }
    progress.phase("reading back", 0);
    writer.publish_with(account, &mut |done, _| progress.at(done, ""))?;
    Ok(())
}

/// Compares the compact file of a layer with the layer's own: its directory, its origin, that its
/// intervals enclose the proven ones, and that exits and statuses are equal.
///
/// # Errors
/// [`Error::Wrong`] if it differs; [`Error::Store`] if it is damaged.
pub(crate) fn compare(
    own: &StoredLayer<'_>,
    compact: &StoredLayer<'_>,
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
    let domain = own.domain();
    let Some(coarse) = domain.coarse_columns() else { return Ok(()) };
    let columns = domain.columns().len();
    progress.phase("comparing what is looked up", own.database().positions());
    for part in 0..own.indexes().len() {
        let (all, few) = (own.table(part), compact.table(part));
        let name = all.name();
        // The place of the first row that the coarse one does not enclose.
        let of_chunk = |chunk: u64| -> Result<Option<u64>, Error> {
            if progress.interrupted() {
                return Err(Error::Interrupted);
            }
            let ranks = chunk * CHUNK..all.rows().min((chunk + 1) * CHUNK);
            let mut rows = Vec::with_capacity(CHUNK as usize * columns);
            let mut row = vec![0; columns];
            own.columns(part, ranks.clone(), &mut |piece| {
                for place in 0..piece.len() {
                    piece.row(place, &mut row);
                    rows.extend_from_slice(&row);
                }
                Ok(())
            })?;
            let (mut narrow, mut differs) = (rows.chunks_exact(columns), None);
            let mut coarse_row = vec![0; coarse.len()];
            compact.columns(part, ranks, &mut |piece| {
                for (place, narrow) in (0..piece.len()).zip(narrow.by_ref()) {
                    piece.row(place, &mut coarse_row);
                    domain.row_of_coarse(&coarse_row, &mut row);
                    if differs.is_none() && !domain.is_coarser(narrow, &row) {
                        differs = Some(piece.first + place as u64);
                    }
                }
                Ok(())
            })?;
            Ok(differs)
        };
        let chunks = (0..all.rows().div_ceil(CHUNK)).into_par_iter().map(of_chunk);
        let differing: Vec<Option<u64>> = chunks.collect::<Result<_, _>>()?;
        if let Some(rank) = differing.into_iter().flatten().next() {
            let mut coarse_row = vec![0; coarse.len()];
            few.row(rank, &mut coarse_row)?;
            let (mut wide, mut row) = (vec![0; columns], vec![0; columns]);
            domain.row_of_coarse(&coarse_row, &mut wide);
            all.row(rank, &mut row)?;
            let reason = format!(
                "it stands for {}, and the value is proven to be in {}",
                domain.row_text(&wide),
                domain.row_text(&row)
            );
            return Err(wrong(name, Some(rank), reason));
        }
        if own.status_codes(part)? != compact.status_codes(part)? {
            let reason = "they are not those of the layer's own file".to_owned();
            return Err(wrong(&beside_part(name, STATUS), None, reason));
        }
        let Some(exits) = compact.exits(part) else { continue };
        let (mut found, mut row) = (vec![0; columns], vec![0; columns]);
        for range in exits.ranges() {
            for rank in range.clone() {
                all.row(rank, &mut row)?;
                if !exits.row(rank, &mut found)? || found != row {
                    let reason = "it is not that of the layer's own file".to_owned();
                    return Err(wrong(&beside_part(name, EXITS), Some(rank), reason));
                }
            }
        }
    }
    Ok(())
}

/// Replaces a layer's own file by its compact one.
///
/// # Errors
/// As [`write`] and [`compare`]: then the layer's own file stays, and there is no compact one.
pub(crate) fn replace(
    files: &Arc<dyn FileSystem>,
    open: StoredLayer<'_>,
    data: &Path,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let domain = open.domain();
    let name = layer_name(domain, open.layer());
    let path = compact_path(data, name)?;
    write(files, &open, &path, progress)?;
    let compared = StoredLayer::open_compact(files, data, domain, open.layer())
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
    let own = layer_path(data, name)?;
    // One that was read from elsewhere stays there.
    let is_own = open.database().path() == own;
    drop(open);
    if is_own { remove(&**files, &own) } else { Ok(()) }
}

/// Returns the width to which the compact file of a layer was built, if there is one.
///
/// # Errors
/// As [`Database::open_as`].
pub(crate) fn width(
    files: &dyn FileSystem,
    data: &Path,
    domain: &dyn Tables,
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

/// Returns true if an error means that a file must be made again.
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

/// Checks the compact file of a layer whose own was just built: it stays if it was made from the
/// same values, and is whole. With `certificate`, the new file must equal the erased one.
///
/// # Errors
/// [`Error::OtherCertificate`] if it does not: then the layer's own file is removed, and the
/// compact one stays. [`Error::Store`] if a file cannot be read or removed.
pub(crate) fn settle(
    files: &Arc<dyn FileSystem>,
    own: StoredLayer<'_>,
    data: &Path,
    certificate: bool,
    progress: &dyn Progress,
) -> Result<(), Error> {
    let domain = own.domain();
    let name = layer_name(domain, own.layer());
    let found = own.database().manifest().content_hash.clone();
    let path = compact_path(data, name)?;
    let opened = StoredLayer::open_compact(files, data, domain, own.layer());
    let compared = match opened {
        Err(Error::Store(shuban_store::Error::NotFound { .. })) => return Ok(()),
        Err(error) => Err(error),
        Ok(compact) => {
            let expected =
                crate::certificate::certificate(compact.database().manifest()).unwrap_or_default();
            if certificate && expected != found {
                let expected = expected.to_owned();
                drop(own);
                remove(&**files, &layer_path(data, name)?)?;
                return Err(Error::OtherCertificate { domain: name.to_owned(), expected, found });
            }
            let checked = check_bytes(compact.database(), &Interruptible(progress));
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
