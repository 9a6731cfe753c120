//! Dictionaries, which a check reads whole.

use std::sync::Arc;

use shuban_core::LayerId;
use shuban_core::advice::Message;
use shuban_core::erased::Tables;
use shuban_store::{Database, FileSystem, SectionKind, layer_path};

use super::options::VerifyOptions;
use crate::error::Error;
use crate::names::layer_name;
use crate::sections::DICTIONARY;

/// Refuses dictionaries, which are read whole, that would not fit.
pub(super) fn dictionaries_fit(
    files: &Arc<dyn FileSystem>,
    domain: &dyn Tables,
    layers: impl Iterator<Item = LayerId>,
    options: &VerifyOptions,
) -> Result<(), Error> {
    for layer in layers {
        let name = layer_name(domain, layer);
        // Errors of a file are reported when it is opened to be read.
        let path = layer_path(&options.data, name)?;
        let Ok(database) = Database::open(&**files, &path) else { continue };
        let section = database.manifest().section(DICTIONARY);
        if let Some(SectionKind::Stream { entries, .. }) = section.map(|(_, section)| &section.kind)
        {
            fits(name, entries.saturating_mul(domain.value_bytes()), options.memory)?;
        }
    }
    Ok(())
}

/// Refuses a check that takes more memory than it may.
///
/// # Errors
/// [`Error::Memory`] if more is needed than allowed.
pub(super) fn fits(layer: &str, needed: u64, allowed: u64) -> Result<(), Error> {
    if needed <= allowed {
        return Ok(());
    }
    let instead = Message::from("verify a sample (").setting("sample").text(")");
    Err(Error::Memory { domain: layer.to_owned(), needed, allowed, instead })
}
