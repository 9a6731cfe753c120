//! The laws of layers and parts, and the way through a whole domain.

use std::collections::BTreeSet;

use super::backup::{acyclic, backup, played};
use super::opened::Opened;
use super::stored::stored;
use super::values::{Values, records};
use super::{Violation, hold, index};
use crate::domain::{Domain, LayerId};
use crate::game::Game;

/// Holds a domain to all its laws, layer by layer, at up to about `sample` positions of each part.
///
/// # Errors
/// The first [`Violation`].
pub fn domain<D: Domain>(domain: &D, sample: u64) -> Result<(), Violation> {
    layers(domain)?;
    records(domain)?;
    (0..domain.layers().len()).try_for_each(|i| layer(domain, LayerId(i), sample))
}

/// Holds a domain's list of layers to its laws, without a look at any position: names are unique,
/// and a layer needs only earlier ones.
///
/// # Errors
/// The first [`Violation`].
pub fn layers<D: Domain>(domain: &D) -> Result<(), Violation> {
    let mut names = BTreeSet::new();
    hold(!domain.layers().is_empty(), || format!("domain {}", domain.name()), || "has no layers")?;
    for (i, layer) in domain.layers().iter().enumerate() {
        let place = || format!("layer {}", layer.name);
        hold(names.insert(&layer.name), place, || "two layers have this name")?;
        hold(!layer.parts.is_empty(), place, || "has no parts")?;
        let parts: BTreeSet<&String> = layer.parts.iter().map(|part| &part.name).collect();
        hold(parts.len() == layer.parts.len(), place, || "two of its parts have one name")?;
        for need in &layer.needs {
            hold(need.0 < i, place, || {
                format!("is number {i} and needs number {}, not an earlier one", need.0)
            })?;
        }
        let needs: BTreeSet<&LayerId> = layer.needs.iter().collect();
        hold(needs.len() == layer.needs.len(), place, || "needs one layer twice")?;
    }
    Ok(())
}

/// Holds one layer to its laws, at up to about `sample` positions of each part:
///
/// * each part's index is a bijection over as many positions as stated, `locate` places each of
///   them in that part, and what the index stores opens again to the same bijection, while damaged
///   sections are refused or, at least, give a bijection;
/// * a position after a play, as play produces it, has a rank where `locate` places it; if it is
///   over, `backup` gives its value all the same;
/// * `backup` asks the same questions whatever the answers are, only for positions that the layer
///   or those it needs hold, and stops at a question that is not answered;
/// * a layer that is not cyclic has no cycle (examined where its positions are no more than
///   `sample`);
/// * values, records and interned bytes round-trip, and damaged ones never panic.
///
/// # Errors
/// The first [`Violation`].
pub fn layer<D: Domain>(domain: &D, layer: LayerId, sample: u64) -> Result<(), Violation> {
    let opened = Opened::new(domain, layer)?;
    for part in opened.parts() {
        let described = &domain.layers()[layer.0].parts[part.part];
        let place = || opened.place(part);
        let bijection = opened.index(part);
        hold(described.positions.is_none_or(|stated| stated == bijection.len()), place, || {
            format!(
                "{:?} positions are stated, its index has {}",
                described.positions,
                bijection.len()
            )
        })?;
        index(bijection, sample).map_err(|broken| Violation {
            place: format!("{}, {}", place(), broken.place),
            ..broken
        })?;
        stored(domain, part, bijection, sample)?;
        for (rank, position) in opened.sampled(part, sample) {
            let at = || opened.at(part, rank, &position);
            let located = domain.locate(&position);
            hold(located == Some(part), at, || {
                format!("is located in {located:?}, not in {part:?}")
            })?;
            let canonical = domain.game().canonical(&position);
            let located = domain.locate(&canonical).map(|part| part.layer);
            hold(located == Some(layer), at, || {
                format!(
                    "its canonical form {canonical:?} is located in {located:?}, not in {layer:?}"
                )
            })?;
            // Whatever an index is asked for, it must not panic.
            for other in opened.indexes.values() {
                let _ = other.rank(&position);
            }
        }
    }
    let values = Values::gather(&opened);
    for part in opened.parts() {
        for (rank, position) in opened.sampled(part, sample) {
            played(&opened, part, rank, &position, &values)?;
            backup(&opened, part, rank, &position, &values)?;
        }
    }
    acyclic(&opened, sample, &values)?;
    values.round_trip(domain)
}
