//! The laws of layers and parts, and the check of a whole domain.

use std::collections::BTreeSet;

use shuban_core::{Domain, Game, Layer, LayerId, PartId, PositionOf};

use super::backup::{acyclic, backup, played};
use super::opened::Opened;
use super::samples::{SampleValues, columns};
use super::stored::stored;
use crate::index;
use crate::law::{BrokenAt, Violation, hold};

/// Checks a domain against all its laws by layers, at up to about `sample` positions of each part.
///
/// # Errors
/// The first [`Violation`].
pub fn domain<D: Domain>(domain: &D, sample: u64) -> Result<(), Violation> {
    layers(domain)?;
    columns(domain).at(|| format!("the columns of domain {}", domain.name()))?;
    (0..domain.layers().len()).try_for_each(|i| layer(domain, LayerId(i), sample))
}

/// Checks a domain's list of layers against its laws, without any position: names are unique, and a
/// layer needs only earlier ones.
///
/// # Errors
/// The first [`Violation`].
pub fn layers<D: Domain>(domain: &D) -> Result<(), Violation> {
    let layers = domain.layers();
    hold(!layers.is_empty(), || "has no layers").at(|| format!("domain {}", domain.name()))?;
    let mut names = BTreeSet::new();
    for (i, layer) in layers.iter().enumerate() {
        hold(names.insert(&layer.name), || "two layers have this name")
            .and_then(|()| described(i, layer))
            .at(|| format!("layer {}", layer.name))?;
    }
    Ok(())
}

/// Checks a layer's description against its laws.
fn described(number: usize, layer: &Layer) -> Result<(), String> {
    let Layer { parts, needs, .. } = layer;
    hold(!parts.is_empty(), || "has no parts")?;
    let names: BTreeSet<&String> = parts.iter().map(|part| &part.name).collect();
    hold(names.len() == parts.len(), || "two of its parts have one name")?;
    for need in needs {
        hold(need.0 < number, || {
            format!("is number {number} and needs number {}, not an earlier one", need.0)
        })?;
    }
    hold(needs.iter().collect::<BTreeSet<_>>().len() == needs.len(), || "needs one layer twice")
}

/// Checks one layer against its laws, at up to about `sample` positions of each part:
///
/// * each part's index is a bijection over the stated number of positions, `locate` places each of
///   them in that part, and the index's sections open again to the same bijection, while damaged
///   ones are refused or, at least, give a bijection;
/// * a position after a play, unchanged, has a rank where `locate` places it; if it is over,
///   `backup` still gives its value;
/// * `backup` asks the same questions for any answers, only for positions that the layer or those
///   it needs hold, and stops at a question that is not answered;
/// * a layer that is not cyclic has no cycle (examined if it has at most `sample` positions);
/// * values, records and interned bytes round-trip, and damaged ones never panic.
///
/// # Errors
/// The first [`Violation`].
pub fn layer<D: Domain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::with_needs(domain, layer)?;
    for part in opened.parts(layer) {
        let within = |broken: Violation| Violation {
            place: format!("{}, {}", opened.place(part), broken.place),
            ..broken
        };
        let stated = domain.layers()[layer.0].parts[part.part].positions;
        let bijection = &*opened.indexes[&part];
        let len = bijection.len();
        hold(stated.is_none_or(|stated| stated == len), || {
            format!("{stated:?} positions are stated, its index has {len}")
        })
        .at(|| opened.place(part))?;
        index(bijection, sample).map_err(within)?;
        stored(domain, part, bijection, sample).map_err(within)?;
        opened.each(part, sample, |_, position| located(&opened, part, position))?;
    }
    let values = SampleValues::gather(&opened, layer);
    for part in opened.parts(layer) {
        opened.each(part, sample, |_, position| {
            played(&opened, position, &values)?;
            backup(&opened, layer, position, &values)
        })?;
    }
    acyclic(&opened, layer, sample, &values)?;
    values.round_trip(domain).at(|| format!("domain {}", domain.name()))
}

/// Checks the laws of `locate` at a position of a part.
fn located<D: Domain>(
    opened: &Opened<'_, D>,
    part: PartId,
    position: &PositionOf<D>,
) -> Result<(), String> {
    let (domain, layer) = (opened.domain, part.layer);
    let located = domain.locate(position);
    hold(located == Some(part), || format!("is located in {located:?}, not in {part:?}"))?;
    let canonical = domain.game().canonical(position);
    let located = domain.locate(&canonical).map(|part| part.layer);
    hold(located == Some(layer), || {
        format!("its canonical form {canonical:?} is located in {located:?}, not in {layer:?}")
    })?;
    // An index must not panic for any position.
    for other in opened.indexes.values() {
        let _ = other.rank(position);
    }
    Ok(())
}
