//! Names of the sections of a layer's file, besides those of its parts.

use crate::container::{Manifest, SectionKind};

/// The name of the section that holds the layer's dictionary of interned values.
pub const DICTIONARY: &str = "dictionary";

/// The name of the table of proven rows that other layers ask for, beside a part's own.
pub const EXITS: &str = "exits";

/// Returns the name of a section beside a part's own table: of its index, or of statuses.
pub fn beside_part(part: &str, name: &str) -> String {
    format!("{part}/{name}")
}

/// Returns the sections of a part's index: their names in the file, and their own.
pub fn index_sections<'m>(
    manifest: &'m Manifest,
    part: &str,
) -> impl Iterator<Item = (&'m str, &'m str)> {
    let prefix = beside_part(part, "");
    let names = manifest.part(part).into_iter().flat_map(|part| &part.sections);
    names.filter_map(move |name| {
        let own = name.strip_prefix(&prefix)?;
        let kind = manifest.section(name).map(|(_, section)| &section.kind);
        matches!(kind, Some(SectionKind::Stream { .. })).then_some((name.as_str(), own))
    })
}
