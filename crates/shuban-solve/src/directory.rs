//! Checks of a layer's directory against its domain and solver, without its values.

use serde_json::Value as Json;
use shuban_core::erased::Tables;
use shuban_core::{Column, LayerId};
use shuban_store::{ColumnEntry, Database, PartEntry, SectionKind};

use crate::certificate::certificate;
use crate::names::layer_name;
use crate::sections::{DICTIONARY, EXITS, HISTOGRAM, STATUS, STATUS_COLUMN, beside_part};

/// Compares a directory with the domain, for any solver. Nothing else of the file is read, so that
/// every opening can afford it.
///
/// # Errors
/// The first wrong member.
pub(crate) fn check_directory(
    domain: &dyn Tables,
    layer: LayerId,
    database: &Database,
) -> Result<(), String> {
    let manifest = database.manifest();
    if let Some(member) = database.unknown_member() {
        return Err(format!("there is no member `{member}`"));
    }
    let (subject, account) = (&manifest.subject, &manifest.account);
    let description = &domain.all_layers()[layer.0];
    equal("family", &subject.family, &domain.family())?;
    equal("game", &subject.game, &domain.game_name())?;
    let parts: Vec<&str> = account.parts.iter().map(|part| &*part.name).collect();
    let expected: Vec<&str> = description.parts.iter().map(|part| &*part.name).collect();
    equal("parts", &parts, &expected)?;
    // A compact file was built from its layer's own as well.
    let is_compact = certificate(manifest).is_some();
    let needs = account.needs.iter().map(|need| &*need.domain);
    let needs: Vec<&str> = needs.filter(|need| *need != description.name).collect();
    let expected: Vec<&str> =
        description.needs.iter().map(|need| layer_name(domain, *need)).collect();
    let mut sorted = (needs.clone(), expected.clone());
    sorted.0.sort_unstable();
    sorted.1.sort_unstable();
    if sorted.0 != sorted.1 {
        return Err(format!("`needs` are {needs:?}, expected {expected:?}"));
    }
    for part in &account.parts {
        part_sections(domain, database, part, is_compact)?;
    }
    let mut sections: Vec<&str> =
        (account.parts.iter()).flat_map(|part| part.sections.iter().map(String::as_str)).collect();
    // Which solver counts positions by class is not known here.
    sections.extend(manifest.section(HISTOGRAM).map(|_| HISTOGRAM));
    sections.extend(domain.has_dictionary().then_some(DICTIONARY));
    let found: Vec<&str> = manifest.sections.iter().map(|section| &*section.name).collect();
    equal("sections", &found, &sections)?;
    for name in [HISTOGRAM, DICTIONARY] {
        if let Some((_, section)) = manifest.section(name)
            && !matches!(section.kind, SectionKind::Stream { .. })
        {
            return Err(format!("section `{name}` is no stream"));
        }
    }
    let has_statuses = |part: &PartEntry| part.sections.contains(&beside_part(&part.name, STATUS));
    match account.facts.get("leaving_proven") {
        Some(Json::Bool(true)) => Ok(()),
        None if !account.parts.iter().any(has_statuses) => Ok(()),
        _ => Err("`leaving_proven` is not true: without the proof that play leaves the layer its \
                  intervals are no certificate"
            .to_owned()),
    }
}

/// Compares the sections of a part with those that any solver writes: its table, perhaps the
/// statuses of its positions, and streams of its index. In a compact file the table is coarse, and
/// that of the exits follows.
fn part_sections(
    domain: &dyn Tables,
    database: &Database,
    part: &PartEntry,
    is_compact: bool,
) -> Result<(), String> {
    let name = &part.name;
    let columns = |columns: &[Column]| columns.iter().map(ColumnEntry::from).collect();
    let (rows, records) = (Some(part.positions), domain.columns());
    let mut tables: Vec<(String, Option<u64>, Vec<ColumnEntry>)> = match is_compact {
        false => vec![(name.clone(), rows, columns(records))],
        true => {
            let coarse = domain.coarse_columns().ok_or("its records have no compact form")?;
            let exits = (beside_part(name, EXITS), None, columns(records));
            vec![(name.clone(), rows, columns(coarse)), exits]
        }
    };
    let expected = tables.len();
    tables.push((beside_part(name, STATUS), rows, columns(&[STATUS_COLUMN])));
    let prefix = beside_part(name, "");
    for (place, section) in part.sections.iter().enumerate() {
        let kind = database.manifest().section(section).map(|(_, section)| &section.kind);
        match (tables.get(place), kind) {
            (
                Some((own, positions, columns)),
                Some(SectionKind::Table { rows, columns: found }),
            ) if section == own => {
                equal(&format!("columns of `{section}`"), found, columns)?;
                if let Some(positions) = positions {
                    equal(&format!("positions of `{section}`"), positions, rows)?;
                }
            }
            (_, Some(SectionKind::Stream { .. }))
                if place >= expected && section.starts_with(&prefix) => {}
            _ => return Err(format!("`sections` of `{name}`: number {place} is `{section}`")),
        }
    }
    if part.sections.is_empty() {
        return Err(format!("`sections` of `{name}`: there are none"));
    }
    if part.sections.len() < expected {
        return Err(format!("`sections` of `{name}`: there is no `{EXITS}`"));
    }
    Ok(())
}

/// # Errors
/// The expected and the found member.
pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(
    member: &str,
    found: &T,
    expected: &T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("`{member}`: {found:?}, expected {expected:?}"))
}
