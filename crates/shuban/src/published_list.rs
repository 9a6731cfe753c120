//! Databases that are published somewhere, as `list --from` tells them.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use shuban_core::text::{bytes_text, grouped};
use shuban_publish::{PublishedLayer, catalogue_of, open_source};
use shuban_store::{Disk, FileSystem};

use crate::addresses::failure;
use crate::failure::Failure;

/// The layers of a published folder, and the terms under which they are there.
#[derive(Serialize)]
pub(crate) struct PublishedList {
    address: String,
    licence: String,
    citation: String,
    layers: Vec<Layer>,
}

#[derive(Serialize)]
struct Layer {
    domain: String,
    compact: bool,
    positions: u64,
    bytes: u64,
    content_hash: String,
    needs: Vec<String>,
}

impl PublishedList {
    /// Reads the catalogue at an address; layers whose names do not have the `filter` are left out.
    pub(crate) fn at(address: &str, filter: Option<&str>) -> Result<Self, Failure> {
        let source = open_source(address).map_err(|error| failure(error.into()))?;
        let files: Arc<dyn FileSystem> = Arc::new(Disk::default());
        let catalogue = catalogue_of(source, &files).map_err(failure)?;
        let is_asked =
            |layer: &PublishedLayer| filter.is_none_or(|text| layer.domain.contains(text));
        let layers = catalogue.layers.into_iter().filter(is_asked).map(|layer| Layer {
            domain: layer.domain,
            compact: layer.is_compact,
            positions: layer.positions,
            bytes: layer.bytes,
            content_hash: layer.content_hash,
            needs: layer.needs.into_iter().map(|need| need.domain).collect(),
        });
        Ok(PublishedList {
            address: address.to_owned(),
            licence: catalogue.licence,
            citation: catalogue.citation,
            layers: layers.collect(),
        })
    }
}

impl fmt::Display for PublishedList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PublishedList { address, licence, citation, layers } = self;
        writeln!(f, "Published at {address}\n  licence: {licence}\n  cite: {citation}\n")?;
        let names = layers.iter().map(|layer| {
            let compact = if layer.compact { " (compact)" } else { "" };
            format!("{}{compact}", layer.domain)
        });
        let names: Vec<String> = names.collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        write!(f, "{:width$} {:>18} {:>11}", "layers", "positions", "disk")?;
        for (name, layer) in names.iter().zip(layers) {
            let (positions, disk) = (grouped(layer.positions), bytes_text(layer.bytes));
            write!(f, "\n{name:width$} {positions:>18} {disk:>11}")?;
        }
        Ok(())
    }
}
