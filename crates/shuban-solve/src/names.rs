//! Names of layers and parts.

use shuban_core::erased::Tables;
use shuban_core::{LayerId, PartId};

/// Returns a layer's name.
pub(crate) fn layer_name(domain: &dyn Tables, layer: LayerId) -> &str {
    &domain.all_layers()[layer.0].name
}

/// Returns a part's name.
pub(crate) fn part_name(domain: &dyn Tables, part: PartId) -> &str {
    &domain.all_layers()[part.layer.0].parts[part.part].name
}
