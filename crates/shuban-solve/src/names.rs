//! Names of layers and parts.

use shuban_core::{Domain, LayerId, PartId};

/// A layer's name.
pub(crate) fn layer_name<D: Domain>(domain: &D, layer: LayerId) -> &str {
    &domain.layers()[layer.0].name
}

/// A part's name.
pub(crate) fn part_name<D: Domain>(domain: &D, part: PartId) -> &str {
    &domain.layers()[part.layer.0].parts[part.part].name
}
