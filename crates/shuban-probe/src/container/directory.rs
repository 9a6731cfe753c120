//! The directory of a file, checked.

use serde_json::Value as Json;

use super::block_table::table_len;
use super::format::{FORMAT_VERSION, HEADER_LEN, Header, Trailer, directory_checksum};
use super::layout::{OFFSET_BITS, check_columns, records_per_block};
use super::manifest::{Manifest, RunEntry, SectionEntry, SectionKind};

/// Returns the largest size of a decoded block in any section.
pub fn largest_block(manifest: &Manifest, block_size: u32) -> usize {
    let records = manifest.sections.iter().filter_map(|section| match &section.kind {
        SectionKind::Table { columns, .. } => {
            Some(columns.iter().map(|column| usize::from(column.bits).div_ceil(8)).sum())
        }
        SectionKind::Stream { .. } | SectionKind::Unknown => None,
    });
    // A record that is larger than a block gets a block of its own.
    records.chain([block_size as usize]).max().unwrap_or_default()
}

/// Reads a directory, and checks that sections fill the file without a gap. The identity that the
/// checksum covers is compared with the subject where files are opened by name.
///
/// # Errors
/// The reason why these bytes are no directory of that file.
pub fn read_directory(
    header: &Header,
    trailer: &Trailer,
    bytes: &[u8],
) -> Result<Manifest, String> {
    let (expected, found) =
        (directory_checksum(&header.identity, bytes), trailer.directory_checksum);
    if expected != found {
        return Err(format!("checksum {expected:016x}, expected {found:016x}"));
    }
    let manifest: Manifest = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if manifest.format != FORMAT_VERSION {
        return Err(format!("format {}, expected {FORMAT_VERSION}", manifest.format));
    }
    let mut end = HEADER_LEN as u64;
    for section in &manifest.sections {
        let wrong = |reason: &str| format!("section `{}`: {reason}", section.name);
        check_shape(section, header.block_size).map_err(|reason| wrong(&reason))?;
        for run in &section.runs {
            end = end_of_run(run, end, trailer.directory_offset).ok_or_else(|| {
                wrong(&format!("{run:?} does not lie between {end} and the directory"))
            })?;
        }
    }
    if end != trailer.directory_offset {
        let start = trailer.directory_offset;
        return Err(format!("the sections end at {end}, and the directory starts at {start}"));
    }
    let mut names: Vec<&str> =
        manifest.sections.iter().map(|section| section.name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|names| names[0] == names[1]) {
        return Err(format!("two sections `{}`", twice[0]));
    }
    Ok(manifest)
}

/// Returns the first member of a directory that is not in the manifest that was read from it.
pub fn unknown_member(bytes: &[u8], manifest: &Manifest) -> Option<String> {
    let document: Json = serde_json::from_slice(bytes).ok()?;
    first_beyond(&document, &serde_json::to_value(manifest).ok()?, "")
}

/// Returns the place of the first member of a document that is not in another one.
fn first_beyond(document: &Json, known: &Json, place: &str) -> Option<String> {
    match (document, known) {
        (Json::Object(document), Json::Object(known)) => {
            document.iter().find_map(|(name, value)| {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                match known.get(name) {
                    Some(known) => first_beyond(value, known, &place),
                    // The default of a missing member, written out.
                    None if name == "fraction_bits" && value.as_u64() == Some(0) => None,
                    None => Some(place),
                }
            })
        }
        (Json::Array(document), Json::Array(known)) => (document.iter().zip(known).enumerate())
            .find_map(|(at, (value, known))| first_beyond(value, known, &format!("{place}[{at}]"))),
        _ => None,
    }
}

/// Returns the end of a run that starts at `start`, as long as that is not beyond `limit`.
fn end_of_run(run: &RunEntry, start: u64, limit: u64) -> Option<u64> {
    let end = run.table.checked_add(table_len(run.blocks)?)?;
    (run.start == start && run.table >= start && end <= limit).then_some(end)
}

/// Returns true if a section has the runs and blocks that its kind must have.
fn check_shape(section: &SectionEntry, block_size: u32) -> Result<(), String> {
    let expected = match &section.kind {
        SectionKind::Table { rows, columns } => {
            check_columns(columns)?;
            let per_block = records_per_block(columns.iter().map(|column| column.bits), block_size);
            vec![rows.div_ceil(per_block)]
        }
        SectionKind::Stream { entries, bytes } => {
            let offsets = entries.checked_add(1).ok_or("too many entries")?;
            let per_block = records_per_block([OFFSET_BITS].into_iter(), block_size);
            vec![bytes.div_ceil(u64::from(block_size)), offsets.div_ceil(per_block)]
        }
        SectionKind::Unknown => return Ok(()),
    };
    let found: Vec<u64> = section.runs.iter().map(|run| run.blocks).collect();
    if found == expected {
        Ok(())
    } else {
        Err(format!("runs of {found:?} blocks, expected {expected:?}"))
    }
}
