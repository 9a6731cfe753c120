//! The identity of a layer, and the hashing of names that it shares with the content hash.

use std::collections::BTreeMap;

use shuban_probe::container::{FORMAT_VERSION, Identity};

/// Returns the identity of a layer: a hash of the format version, its name and its parameters.
pub(crate) fn identity(domain: &str, parameters: &BTreeMap<String, String>) -> Identity {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"shuban identity\0");
    hasher.update(&FORMAT_VERSION.to_le_bytes());
    hash_domain(&mut hasher, domain, parameters);
    let mut identity = Identity::default();
    identity.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    identity
}

/// Feeds a name and parameters to a hash, lengths first, so that no two lists collide.
pub(crate) fn hash_domain(
    hasher: &mut blake3::Hasher,
    domain: &str,
    parameters: &BTreeMap<String, String>,
) {
    hash_text(hasher, domain);
    hasher.update(&(parameters.len() as u64).to_le_bytes());
    for (name, value) in parameters {
        hash_text(hasher, name);
        hash_text(hasher, value);
    }
}

pub(crate) fn hash_text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
